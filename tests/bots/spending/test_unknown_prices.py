"""A cap holds for a model whose price nobody knows: it is told, and counts as the dearest of its provider."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from adapters.models.prices import dearest_of, is_near, price_of
from bots.commands.access import carry_out_command
from bots.commands.catalogue import COMMANDS
from bots.commands.command import split_words
from bots.turn.thinking.budget import asked_for
from bots.turn.thinking.model_calls import whole_answer
from config.fleet.chat_models import chat_model, guarded, spending_budget_of
from config.settings.anima_settings import cost_of, litellm_name, price_notes, price_under, provider_of, settings_of
from config.settings.config_schema import DEFAULT_MODEL, Config
from config.settings.load import load
from memory.archive.files import Files
from tests.bots.commands.admin_double import OWNER, AdminDouble
from tests.bots.platform import Clock
from tests.bots.spending.test_money import HELLO
from tests.platforms.models.script import Reply
from tests.platforms.models.server import ModelServer

pytestmark = [pytest.mark.audit("C1"), pytest.mark.ledger("ANI-20")]
CAP, DAYS, CALLS_A_DAY = 0.025, 30, 16
FAR = "https://models.example.com/v1"


def config_of(model: str, url: str = FAR, **more: object) -> Config:
    return Config.model_validate({
        "credentials": {"openai": {"api_key": "sk-secret", "base_url": url}},
        "animas": {"alice": {"model": model}},
        "anima_defaults": {"daily_cost_limit": CAP},
        **more,
    })  # fmt: skip


async def a_month(tmp_path, model: str) -> tuple[list[float], int, int]:
    """Dollars counted by day, calls that the provider got, and answers that came without it."""
    clock, tokens = Clock(), count()
    clock.now = datetime(2026, 10, 24, 9, 0, tzinfo=UTC)
    billed: list[tuple[int, int]] = []

    def reply(request):
        billed.append((90 + next(tokens) % 37, 10))
        return Reply(text="Yes.", usage=billed[-1])

    async with ModelServer(reply) as server:
        config = config_of(model, server.openai_url)
        purse = spending_budget_of(
            config, {"alice": tmp_path / "animas" / "alice"}, clock, Files(tmp_path / "quarantine")
        )
        # The server stands on loopback, which costs nothing; where it stands is not what this is about.
        paid = chat_model(
            config, settings_of(config, "alice"), clock, purse.ledger("alice"), near=lambda provider, url: False
        )
        asked = guarded("alice", paid, purse)
        without = 0
        for _ in range(DAYS):
            for _ in range(CALLS_A_DAY):
                with asked_for("talk", "slack:T1/U1"):
                    said = (await whole_answer(asked, HELLO, clock() + timedelta(seconds=60)))[0]
                without += said != "Yes."
            clock.pass_(days=1)
        await paid.close()
    clock.pass_(days=-1)
    admin = AdminDouble(home=tmp_path)
    admin.clock = clock
    answer = await carry_out_command(COMMANDS, admin, OWNER, split_words(f"cost alice --days {DAYS}"))
    return [day["usd"] for day in answer.data["by_day"].values()], len(billed), without


@pytest.mark.process
async def test_a_month_with_a_model_of_unknown_price_holds_the_cap_as_one_of_known_price_does(tmp_path) -> None:
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))  # what is written first is read after it
    dearest, known = dearest_of("openai")[1], price_of("openai", "o1")
    assert known is not None
    for model, price in (("openai/o1", known), ("openai/nobody-knows-it", dearest)):
        days, asked, without = await a_month(tmp_path / model.replace("/", "-"), model)
        one_call = 126 * price.input_usd + 10 * price.output_usd
        print(f"{model}: {asked} calls, {without} answered offline, {sum(days):.4f} $ of {DAYS * CAP:.2f} $")

        assert len(days) == DAYS
        assert all(CAP <= day < CAP + one_call for day in days)
        assert asked + without == DAYS * CALLS_A_DAY


@pytest.mark.unit
def test_the_default_models_price_is_known() -> None:
    config = Config.model_validate({"credentials": {"anthropic": {}}, "animas": {"alice": {}}})
    settings = settings_of(config, "alice")

    assert settings.model == DEFAULT_MODEL
    assert price_of(provider_of(DEFAULT_MODEL), litellm_name(config, settings).partition("/")[2]) is not None
    assert cost_of(config, settings).by == "table"


@pytest.mark.unit
def test_an_unknown_price_under_a_cap_is_told_by_the_check_the_doctor_and_the_start(tmp_path) -> None:
    (line,) = price_notes(config_of("openai/nobody-knows-it"))
    file = tmp_path / "config.json"
    file.write_text(config_of("openai/nobody-knows-it").model_dump_json(include={"animas", "anima_defaults"}))

    assert "openai/nobody-knows-it" in line
    assert "prices" in line
    assert line in load(file, {}).notes


@pytest.mark.unit
@pytest.mark.parametrize(
    ("config", "by"),
    [
        (config_of("openai/nobody-knows-it", prices={"openai/nobody-knows-it": {"input": 1, "output": 2}}), "config"),
        (config_of("openai/nobody-knows-it", prices={"nobody-*": 3}), "config"),
        (config_of("openai/nobody-knows-it", prices=0), "config"),
        (config_of("openai/nobody-knows-it", costs={"prices": {"openai/*": {"input": 10}}}), "config"),
        (config_of("openai/nobody-knows-it", "http://127.0.0.1:8000/v1"), "address"),
        (config_of("ollama/nobody-knows-it", credentials={}), "address"),
        (config_of("openai/gpt-4o"), "table"),
    ],
)
def test_what_is_given_near_or_known_is_told_of_nowhere(config: Config, by: str) -> None:
    config = config.model_copy(
        update={"credentials": {} if "ollama" in config.animas["alice"].model else config.credentials}
    )

    assert cost_of(config, settings_of(config, "alice")).by == by
    assert list(price_notes(config)) == []


@pytest.mark.unit
def test_without_a_cap_what_nobody_knows_is_not_counted_as_dollars() -> None:
    config = config_of("openai/nobody-knows-it", anima_defaults={})

    assert price_under(config, settings_of(config, "alice")) is None
    assert list(price_notes(config)) == []


@pytest.mark.unit
@pytest.mark.parametrize(
    ("url", "near"),
    [
        ("http://localhost:11434", True),
        ("http://[::1]:1234/v1", True),
        ("http://192.168.1.20:8000/v1", True),
        ("http://10.0.0.3", True),
        ("http://100.80.1.1/v1", True),
        ("http://vllm:8000/v1", True),
        ("http://box.local/v1", True),
        ("https://api.openai.com/v1", False),
        ("https://8.8.8.8/v1", False),
        ("https://localhost.example.com/v1", False),
        ("", False),
    ],
)
def test_near_is_this_machine_and_private_networks(url: str, near: bool) -> None:
    assert is_near("openai", url) is near
