"""Models as configured, against a provider on loopback: what a person sees of troubles, what is kept of calls."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adapters.console.adapter import ConsoleAdapter
from adapters.console.outbound import Screen
from adapters.models.litellm import LiteLLMModel
from adapters.models.provider_model import Deadlines, ModelOptions, Retries
from adapters.models.scripted import ScriptedModel
from bots.commands.admin_api import HealthCheck
from bots.errors import ModelFault
from bots.fleet.fleet import Fleet
from bots.ports import ChatMessage, ChatModel
from bots.turn.thinking.model_calls import ModelJudge, whole_answer
from config.command_line.arguments import ChatOptions
from config.fleet.anima_assembly import FleetModels, FleetSetup, FleetTime, console_hubs
from config.fleet.chat_models import chat_model, spending_budget_of
from config.fleet.fleet_assembly import build_fleet
from config.home import Home, create
from config.live_checks import ask_models
from config.runtime.terminal_chat import Lobby, chat
from config.settings.anima_settings import settings_of
from config.settings.config_schema import Config
from memory.archive.files import Files
from memory.archive.operations_log import SpendingLog
from tests.bots.house import House
from tests.platforms.models.script import Call, Reply
from tests.platforms.models.server import ModelServer

IS_USUAL = bool(os.environ.get("ANIMA_USUAL"))
"""The product's own pauses, for a table of real times, which `-s` shows; a stall is waited for 5 s instead of 20."""
LIMITS = Deadlines(gap_s=5.0) if IS_USUAL else Deadlines(first_token_s=20.0, gap_s=0.4, total_s=30.0)
RETRIES = Retries() if IS_USUAL else Retries(first_pause_s=0.01, longest_pause_s=0.02)
TEXT = "An answer in several pieces."
SORRY = "Sorry, I could not finish an answer: the language model"
#: Trouble -> what it answers, how often it is asked, and what the person reads.
ROWS = {
    "401": (Reply(trouble="401"), 1, "'s provider refused the key"),
    "403": (Reply(trouble="403"), 1, "'s provider refused the key"),
    "404": (Reply(trouble="404"), 1, "'s provider does not know the configured model"),
    "429": (Reply(trouble="429"), 3, "'s provider takes no more requests for now"),
    "429, Retry-After 0.3": (Reply(trouble="429", retry_after="0.3"), 3, "'s provider takes no more requests for now"),
    "429, Retry-After 600": (Reply(trouble="429", retry_after="600"), 1, "'s provider takes no more requests for now"),
    "500": (Reply(trouble="500"), 3, "'s provider has a fault of its own"),
    "empty stream": (Reply(trouble="empty"), 3, "The connection to the language model broke"),
    "cut": (Reply(text=TEXT, trouble="cut"), 1, "The connection to the language model broke"),
    "stall": (Reply(text=TEXT, trouble="stall"), 1, " stopped in the middle"),
    "HTML": (Reply(trouble="wrong_type"), 1, "a web page answered"),
    "parallel tool calls": (
        Reply(calls=(Call(name="search_memory", arguments='{"query": "tea"}'),) * 2), 2, "Found both."
    ),
}  # fmt: skip


def now() -> datetime:
    return datetime.now(UTC)


def at(server: ModelServer, shape: str, **more: object) -> Config:
    url = server.openai_url if shape == "openai" else server.anthropic_url
    credentials = {shape: {"api_key": "sk-secret", "base_url": url}}
    return Config.model_validate({"credentials": credentials, "animas": {"alice": {"model": f"{shape}/any", **more}}})


@pytest.mark.ledger("ANI-07", "OPS-07", "OPS-10")
@pytest.mark.parametrize("shape", ["openai", "anthropic"])
@pytest.mark.parametrize("trouble", ROWS)
async def test_each_trouble_of_a_provider_is_told_as_what_it_is(
    tmp_path: Path, shape: str, trouble: str, caplog: pytest.LogCaptureFixture
) -> None:
    reply, asked, seen = ROWS[trouble]
    caplog.set_level(logging.INFO)
    async with ModelServer([reply, "Found both."] if reply.calls else [reply]) as server:
        url = server.openai_url if shape == "openai" else server.anthropic_url
        model = LiteLLMModel(
            f"{shape}/any", ModelOptions(api_key="sk-secret", base_url=url, clock=now, limits=LIMITS, retries=RETRIES)
        )
        await model.prepare()
        place = House(home=tmp_path, models={"alice": model}, clock=_Real())
        async with place.open():
            began = time.monotonic()
            await place.world.say("ada", place.world.direct("ada"), "Where is the tea?")
            async with asyncio.timeout(120):
                await place.settled()
            took = time.monotonic() - began
        await model.close()

    told = [
        one for one in caplog.records if one.levelno >= logging.WARNING and one.name.startswith(("bots", "adapters"))
    ]
    print(f"| {shape} | {trouble} | {place.world.posts[-1].text} | {'; '.join(map(_line, told))} | {took:.1f} |")
    assert seen.lower() in place.world.posts[-1].text.lower()
    assert len(server.requests) == asked
    assert bool(told) == (not reply.calls)
    assert "sk-secret" not in caplog.text


def _line(record: logging.LogRecord) -> str:
    extra = {name: getattr(record, name) for name in ("reason", "status", "error") if hasattr(record, name)}
    return f"{record.getMessage()} {extra or ''}".strip()


class _Real:
    """The time of the day: deadlines are counted by it."""

    def __call__(self) -> datetime:
        return now()

    def pass_(self, **how_long: float) -> None:
        """It passes by itself."""


@pytest.mark.ledger("OPS-08", "ANI-09")
async def test_what_every_call_took_is_kept_whatever_it_was_for(tmp_path: Path) -> None:
    async with ModelServer(
        [Reply(trouble="404"), Reply(text=TEXT), Reply(text=TEXT, usage=None), Reply(text=TEXT)]
    ) as server:
        config = at(server, "openai", fallback_model="openai/spare")
        purse = spending_budget_of(config, {"alice": tmp_path}, now, Files(tmp_path / "quarantine"))
        model = chat_model(config, settings_of(config, "alice"), now, purse.ledger("alice"))
        hello = [ChatMessage(role="user", content="Hello")]
        await whole_answer(model, hello, now() + timedelta(seconds=60))
        await whole_answer(model, hello, now() + timedelta(seconds=60))
        await ModelJudge(model, now)("Judge.", "This.", 60.0)
        await asyncio.get_running_loop().shutdown_default_executor()

    kept = [*SpendingLog(tmp_path / "usage").of(now())]
    assert [(one["model"], one["input_tokens"], one["output_tokens"], one["outcome"]) for one in kept[::2]] == [
        ("openai/any", 11, 7, "answered"),
        ("openai/spare", 11, 7, "answered"),
    ]
    assert kept[1]["estimated"]
    assert [(one["purpose"], one.get("fallback", False)) for one in kept] == [
        ("formation", False), ("other", False), ("other", True),
    ]  # fmt: skip


@pytest.mark.ledger("OPS-01", "OPS-04")
@pytest.mark.parametrize(
    ("trouble", "ok", "finding"),
    [
        ("401", False, "refused the key"),
        ("404", False, "does not know"),
        ("429", None, "takes no more"),
        ("", True, "answers"),
    ],
)
async def test_doctor_asks_each_model_for_one_token(trouble: str, ok: bool | None, finding: str) -> None:
    async with ModelServer([Reply(text="Hi", trouble=trouble, retry_after="600")]) as server:  # type: ignore[arg-type]
        (check,) = await ask_models(at(server, "openai"), ["alice"], now)

    assert (check.ok, finding in check.finding) == (ok, True)
    assert server.requests[0].max_tokens == 1


async def test_doctor_asks_nothing_of_the_offline_model() -> None:
    assert await ask_models(Config(), ["alice"], now) == []


@pytest.mark.ledger("OPS-04")
async def test_one_question_ends_with_failure_when_the_model_gave_no_answer(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.make()
    create(home, "alice")
    model = ScriptedModel([[ModelFault("key_refused")], "Hello."])
    fleet, hubs = await fleet_at(home, model)
    told: list[tuple[str, str]] = []
    running = asyncio.create_task(fleet.run())
    try:
        options = ChatOptions(home=home, config=Config(), name="alice", once="Hi", person="console:ada", place="dm")
        screen = Screen(lines=_nothing(), show=lambda _: None)
        codes = [await chat(Lobby(fleet, hubs), options, lambda *said: told.append(said), screen) for _ in range(2)]
    finally:
        running.cancel()
        await asyncio.wait({running})
        await fleet.close()

    assert codes == [1, 0]
    assert [stream for stream, _ in told] == ["stderr", "stdout"]
    assert "refused the key" in told[0][1]


async def fleet_at(home: Home, model: ChatModel) -> tuple[Fleet, dict[str, ConsoleAdapter]]:
    async def checks(_: bool) -> list[HealthCheck]:
        return []

    hubs = console_hubs(("alice",), now)
    site = FleetSetup(
        config=Config(),
        home=home,
        time=FleetTime(clock=now),
        announce=lambda _: None,
        adapters={},
        checks=checks,
        hubs=hubs,
        models=FleetModels(by_anima={"alice": model}),
    )
    return await build_fleet(site), hubs


async def _nothing() -> AsyncIterator[str]:
    for line in ():
        yield line
