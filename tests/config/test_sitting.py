"""To whom a line goes that is entered at a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adapters.console.outbound import Screen, Shown
from adapters.models.scripted import ScriptedModel
from bots.ports import Chunk
from config.fleet.anima_assembly import FleetModels, FleetSetup, FleetTime, anima_names, console_hubs
from config.fleet.fleet_assembly import build_fleet
from config.home import Home, create_missing
from config.runtime.terminal_chat import Lobby
from config.settings.config_schema import Config
from memory.vocabulary.address import Person, Place

ADA, PLACE = Person("console", "", "ada"), Place("console", "dm", "ada")


def now() -> datetime:
    return datetime.now(UTC)


async def no_checks(_: bool) -> list[object]:
    return []


async def talk(path: Path, lines: list[str], *animas: str) -> list[Shown]:
    """What is shown of it all, when each anima answers with its own name."""
    home, shown = Home(path), []
    home.make()
    config = Config.model_validate({"version": 1, "animas": {name: {} for name in animas}})
    create_missing(home, config)
    hubs = console_hubs(anima_names(config, home), now)
    models = {name: ScriptedModel([[Chunk(text=f"I am {name}."), Chunk(end="stop")]]) for name in animas}
    fleet = await build_fleet(
        FleetSetup(
            config=config,
            home=home,
            time=FleetTime(clock=now),
            announce=lambda _: None,
            adapters={},
            checks=no_checks,
            hubs=hubs,
            models=FleetModels(by_anima=models),
        )
    )

    async def entered() -> AsyncIterator[str]:
        for line in lines:
            yield line
            await fleet.idle(PLACE, 20)

    running = asyncio.create_task(fleet.run())
    await Lobby(fleet, hubs).talk(ADA, PLACE, Screen(lines=entered(), show=shown.append))
    running.cancel()
    await asyncio.wait({running})
    await fleet.close()
    return [one for one in shown if one.kind in ("post", "with")]


@pytest.mark.ledger("PLT-05")
async def test_where_nobody_lives_a_message_is_told_so(tmp_path: Path) -> None:
    (told,) = await talk(tmp_path, ["Hello?"])

    assert "anima create" in told.text


@pytest.mark.ledger("PLT-05", "PLT-07")
async def test_a_line_goes_to_the_chosen_anima_and_to_no_other(tmp_path: Path) -> None:
    shown = await talk(tmp_path, ["Hello", "/with bob", "Hello", "@alice hello", "Again", "/with bov"], "alice", "bob")
    logs = {name: list(tmp_path.rglob(f"{name}/activity_log/*.jsonl")) for name in ("alice", "bob")}
    heard = {name: sum(file.read_text().count('"message_received"') for file in logs[name]) for name in logs}

    assert [one.name for one in shown if one.kind == "with"] == ["alice", "bob", "alice"]
    assert [one.text for one in shown if one.name and one.kind == "post"] == [
        "I am alice.",
        "I am bob.",
        "I am alice.",
        "I am alice.",
    ]
    assert "did you mean bob?" in shown[-1].text
    assert heard == {"alice": 3, "bob": 1}


@pytest.mark.ledger("PLT-05")
async def test_what_ends_a_talk_at_a_terminal_ends_one_in_a_pipe_and_is_no_message(tmp_path: Path) -> None:
    shown = await talk(tmp_path, ["hello", "/quit", "is anybody there?"], "alice")

    assert [one.text for one in shown if one.name == "alice" and one.kind == "post"] == ["I am alice."]
