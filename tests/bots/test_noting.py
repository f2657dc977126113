"""What a turn remembered: why it did, and what of it was used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from tests.bots.house import House, until

TEA = "---\naudience: org\npinned: true\n---\nTea is served at four in the garden.\n"
RELEASE = "---\naudience: org\n---\n# Release\nTag the release, push it, tell everyone in the release room.\n"


def noted(home: Path) -> list[dict[str, object]]:
    folder = home / "animas" / "alice" / "memory_log"
    lines = [line for file in sorted(folder.glob("*.jsonl")) for line in file.read_text().splitlines()]
    return [json.loads(line) for line in lines]


def furnished(tmp_path: Path, *answers: str) -> House:
    directory = tmp_path / "animas" / "alice"
    for path, text in (("knowledge/tea.md", TEA), ("procedures/release.md", RELEASE)):
        (directory / path).parent.mkdir(parents=True, exist_ok=True)
        (directory / path).write_text(text)
    return House(home=tmp_path, models={"alice": ScriptedModel(list(answers))})


@pytest.mark.ledger("RET-19")
async def test_what_stood_in_the_prompt_is_noted_and_what_the_reply_shows_counts(tmp_path: Path) -> None:
    house = furnished(tmp_path, "It is served at four.")
    async with house.open():
        await house.ask("ada", house.world.direct("ada"), "How does the release go, and what about tea?")
        await until(lambda: len(noted(tmp_path)) == 2)

    primed, used = noted(tmp_path)
    assert (primed["type"], set(primed["ids"])) == ("primed", {"knowledge/tea.md", "procedures/release.md"})
    assert (used["type"], used["how"], used["ids"]) == ("used", "reply", ["knowledge/tea.md"])
    assert used["audience"] == primed["audience"]
    assert str(used["audience"]).startswith("person:")


@pytest.mark.ledger("PRI-12", "PRI-10", "PRI-05")
async def test_why_shows_what_is_always_in_mind_and_the_procedures_with_their_signals(tmp_path: Path) -> None:
    house = furnished(tmp_path, "Tag it.")
    async with house.open():
        talk = house.world.direct("ada")
        await house.ask("ada", talk, "How does the release go?")
        (report,) = [await house.fleet.why("alice")]

    by_channel = {one.channel: [reason.signal for reason in one.reasons] for one in report.remembered}
    assert by_channel["important"][:2] == ["pinned", "utility"]
    assert by_channel["skills"][0] == "words in common"
