"""Money: every call is counted for whom and what, caps stop it in time, and who must know is told."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from adapters.models.offline import OfflineModel
from bots.commands.access import carry_out_command
from bots.commands.catalogue import COMMANDS
from bots.commands.command import split_words
from bots.errors import ModelFault
from bots.ports import ChatMessage, Chunk, Spent, Usage
from bots.turn.thinking.budget import Budget, BudgetCaps, asked_for
from bots.turn.thinking.model_calls import GuardedModel, ModelJudge, whole_answer
from config.fleet.chat_models import chat_model, guarded, spending_budget_of
from config.settings.anima_settings import settings_of
from config.settings.config_schema import Config
from memory.archive.files import Files
from memory.archive.operations_log import SpendingLog
from memory.vocabulary.errors import JudgeFault
from tests.bots.commands.admin_double import MEMBER, NOW, OWNER, AdminDouble
from tests.bots.house import House
from tests.bots.platform import Clock
from tests.platforms.models.script import Reply
from tests.platforms.models.server import ModelServer

HELLO = [ChatMessage(role="user", content="Hello")]


class Paid:
    """Answers and costs; what it took goes to the purse as an adapter's would."""

    name = "paid"
    context_tokens = 32_000

    def __init__(self, usd=0.1):
        self.asked, self.usd, self.spent = 0, usd, None

    async def stream(self, messages, tools, deadline):
        self.asked += 1
        usage = Usage(input_tokens=100, output_tokens=10, estimated=False)
        yield Chunk(text="Paid for.")
        await asyncio.sleep(0)
        self.spent(Spent(model=self.name, usage=usage, outcome="answered", usd=self.usd))
        yield Chunk(end="stop", usage=usage)


def purse_at(tmp_path, clock, **caps):
    return Budget(BudgetCaps(**caps), {"alice": SpendingLog(tmp_path / "animas" / "alice" / "usage")}, clock, UTC)


def behind(purse, model):
    model.spent = purse.ledger("alice")
    return GuardedModel("alice", model, OfflineModel(), purse)


async def ask(model, purpose="talk", person="slack:T1/U1"):
    with asked_for(purpose, person):
        return (await whole_answer(model, HELLO, datetime.now(UTC) + timedelta(seconds=60)))[0]


@pytest.mark.ledger("ANI-20")
@pytest.mark.parametrize("caps", [{"animas": {"alice": 0.25}}, {"person": 0.25}, {"fleet": 0.25}])
async def test_a_cap_stops_calls_within_one_call_and_the_offline_model_goes_on(tmp_path, caps):
    clock = Clock()
    purse, paid = purse_at(tmp_path, clock, **caps), Paid()
    model = behind(purse, paid)

    answers = [await ask(model) for _ in range(6)]

    assert paid.asked == 3  # 0.1 + 0.1 + the one that crosses 0.25
    assert answers[:3] == ["Paid for."] * 3
    assert "Paid for." not in answers[3:]
    with asked_for("talk", "slack:T1/U1"):
        assert model.name == "offline"
    clock.pass_(days=1)
    assert await ask(model) == "Paid for."


@pytest.mark.ledger("ANI-20")
async def test_one_persons_cap_leaves_the_others_alone(tmp_path):
    model = behind(purse_at(tmp_path, Clock(), person=0.1), Paid())

    assert await ask(model, person="slack:T1/U1") == "Paid for."
    assert await ask(model, person="slack:T1/U1") != "Paid for."
    assert await ask(model, person="slack:T1/U2") == "Paid for."


@pytest.mark.ledger("ANI-20")
async def test_calls_at_once_do_not_run_past_a_cap_together(tmp_path):
    paid = Paid()
    model = behind(purse_at(tmp_path, Clock(), fleet=0.25), paid)
    await ask(model)

    await asyncio.gather(*(ask(model) for _ in range(20)))

    assert paid.asked == 3


@pytest.mark.ledger("ANI-20")
async def test_without_money_memory_goes_on_by_its_rules(tmp_path):
    model = behind(purse_at(tmp_path, Clock(), fleet=0.0), Paid())

    with pytest.raises(JudgeFault):
        await ModelJudge(model, lambda: datetime.now(UTC))("Judge.", "This.", 60.0)
    with pytest.raises(ModelFault):
        await ask(model, purpose="summary")


@pytest.mark.ledger("ANI-20")
async def test_what_was_spent_and_told_is_known_after_a_restart(tmp_path):
    purse = purse_at(tmp_path, Clock(), fleet=0.15)
    await ask(behind(purse, Paid()))
    assert purse.tell("alice", "soft fleet", "turn 1")
    await asyncio.get_running_loop().shutdown_default_executor()

    again = purse_at(tmp_path, Clock(), fleet=0.15)
    again.load()

    assert [(used.whose, used.spent) for used in again.used("alice")] == [("fleet", 0.1)]
    assert again.tell("alice", "soft fleet", "turn 1")
    assert not again.tell("alice", "soft fleet", "turn 2")


@pytest.mark.ledger("ANI-20")
async def test_owners_are_told_before_and_after_and_the_room_once(tmp_path):
    clock = Clock()
    purse, paid = purse_at(tmp_path, clock, animas={"alice": 0.25}), Paid()
    house = House(home=tmp_path, models={"alice": behind(purse, paid)}, clock=clock, purse=purse,
                  owners=frozenset({"chat:W/olga"}))  # fmt: skip
    async with house.open():
        direct = house.world.direct("ada")
        told = [
            [(one.place.channel, one.text) for one in await house.ask("ada", direct, f"Tea {n}?")] for n in range(5)
        ]

    texts = [text for turn in told for room, text in turn if room == "D-olga"]
    assert len(texts) == 2
    assert "0.20 of today’s 0.25" in texts[0]
    assert "used up (0.30)" in texts[1]
    over = [n for n, turn in enumerate(told) for room, text in turn if "money" in text and room == "D-ada"]
    assert over == [2]
    assert paid.asked == 3


@pytest.mark.process
@pytest.mark.ledger("ANI-20", "OPS-08")
async def test_a_months_sums_equal_the_providers_own_to_the_token(tmp_path):
    """30 days of talks, a fallback, summaries and formation, at a price by the config, through the real client."""
    clock, count, fails = Clock(), iter(range(10**6)), iter(range(10**6))
    clock.now = datetime(2026, 10, 24, 9, 0, tzinfo=UTC)
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))  # what is written first is read after it
    billed = []

    def reply(request):
        usage = (50 + next(count) % 37, 5 + next(count) % 11)
        if request.model == "first" and next(fails) % 5 == 3:
            billed.append(None)
            return Reply(trouble="404")
        billed.append(usage)
        return Reply(text="Yes.", usage=usage)

    async with ModelServer(reply) as server:
        config = Config.model_validate({
            "credentials": {"openai": {"api_key": "sk-secret", "base_url": server.openai_url}},
            "animas": {"alice": {"model": "openai/first", "fallback_model": "openai/second"}},
            "anima_defaults": {"daily_cost_limit": 0.0005},
            "costs": {"prices": {"openai/*": {"input": 10, "output": 100}}},
        })  # fmt: skip
        purse = spending_budget_of(
            config, {"alice": tmp_path / "animas" / "alice"}, clock, Files(tmp_path / "quarantine")
        )
        model = guarded("alice", chat_model(config, settings_of(config, "alice"), clock, purse.ledger("alice")), purse)
        offline = 0
        for day in range(30):
            for call in (day, day + 1):
                purpose = ("talk", "talk", "summary")[call % 3]
                try:
                    with asked_for(purpose, f"slack:T1/U{call % 2}"):
                        deadline = clock() + timedelta(seconds=60)
                        offline += (await whole_answer(model, HELLO, deadline))[0] != "Yes."
                except ModelFault:
                    offline += 1
            clock.pass_(days=1)
        for inner in model.models[0].models:
            await inner.close()

    clock.pass_(days=-1)
    admin = AdminDouble(home=tmp_path)
    admin.clock = clock
    answer = await carry_out_command(COMMANDS, admin, OWNER, split_words("cost alice --days 30"))
    total = answer.data["total"]
    read, written = (sum(one[at] for one in billed if one) for at in (0, 1))
    assert (total["input_tokens"], total["output_tokens"]) == (read, written)
    assert total["usd"] == pytest.approx(read * 10e-6 + written * 100e-6)
    assert offline == 30
    dearest = 86 * 10e-6 + 15 * 100e-6
    assert all(day["usd"] < 0.0005 + dearest for day in answer.data["by_day"].values())
    assert set(answer.data["by_purpose"]) == {"talk", "summary", "talk (fallback)", "summary (fallback)"}
    for kind in ("by_day", "by_purpose", "by_person", "by_model"):
        assert sum(one["input_tokens"] for one in answer.data[kind].values()) == read


@pytest.mark.ledger("ANI-20")
async def test_cost_shows_a_chart_and_names_people_to_nobody_in_a_room(tmp_path):
    ledger = SpendingLog(tmp_path / "animas" / "alice" / "usage")
    for usd in (0.25, None):
        ledger.keep(NOW, {"model": "m", "purpose": "talk", "person": "slack:T1/U9", "input_tokens": 1200, "usd": usd})
    admin = AdminDouble(home=tmp_path)

    shown = await carry_out_command(COMMANDS, admin, OWNER, split_words("cost --days 2"))
    in_room = await carry_out_command(
        COMMANDS, admin, type(MEMBER)(person="slack:T1/U1", role=2, audience="org"), ["cost"]
    )

    assert "2026-11-19                         0.0000 $\n2026-11-20 ████████████████████    0.2500 $" in shown.text
    assert "0.2500 $, 2 calls, 2,400 tokens read, 0 written" in shown.text
    assert "1 calls have no known price" in shown.text
    assert "slack:T1/U9" in shown.text
    assert "slack:T1/U9" not in in_room.text + str(in_room.data)
