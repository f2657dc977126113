"""Nights are slots: once a local day, whatever clocks, restarts and repeated hours do; and people are told of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bots.delivery.items import unpack_inbox
from bots.schedule.night_watch import CARDS, REPORT, NightWatch, SleepHours
from bots.schedule.slots import Slots
from memory.archive.contacts import SETTING_CARD, SETTING_OFF
from tests.bots.acting import Acting
from tests.bots.house import House
from tests.bots.rhythm.test_hours import Book, Minded
from tests.memory.stage import MONDAY, Stage

BERLIN = ZoneInfo("Europe/Berlin")


@dataclass
class OneMind:
    """An anima that has nothing but its memory."""

    engine: object
    name: str = "alice"


@dataclass
class Time:
    """A clock and what it should have counted."""

    now: datetime
    ticks: float = 0.0

    def passes(self, hours: float) -> None:
        self.now += timedelta(hours=hours)
        self.ticks += hours * 3600


class NightBook(Book):
    """Keeps what was handed over: the night's name and its slot."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: dict[str, tuple[str, datetime]] = {}

    async def accept(self, lane: str, key: str, body: bytes) -> bool:
        heard = unpack_inbox(body)
        assert heard.occasion is not None
        return self.keys.setdefault(key, (heard.occasion.id, heard.message.at)) is not None


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path, forms=False, zone=BERLIN)
    yield stage
    await stage.engine.close()


def sleeping(stage: Stage, time_: Time) -> NightWatch:
    animas = {"alice": OneMind(stage.engine)}
    return NightWatch(animas, SleepHours().idle, lambda: time_.now, lambda: time_.ticks)  # type: ignore[arg-type]


async def nights(stage: Stage) -> list[str]:
    folder = stage.engine.parts.stores.location.directory / "archive" / "nights"
    return sorted(file.stem for file in folder.glob("*.jsonl")) if folder.exists() else []


@pytest.mark.ledger("SLP-03", "SLP-05", "SLP-06", "SLP-16")
@pytest.mark.parametrize(("day", "hours"), [("2026-02-28", 71), ("2026-03-28", 71), ("2026-10-24", 73)])
async def test_each_local_day_week_and_month_has_one_night_over_changes_of_the_clock_and_restarts(day, hours):
    book, anima = NightBook(), Minded()
    clock = Time(datetime.fromisoformat(f"{day}T00:00").replace(tzinfo=BERLIN).astimezone(UTC))
    jobs = SleepHours(daily=time(2, 30), weekly=time(4)).jobs()
    for turn in range(4 * hours):
        if turn % 7 == 0:  # the fleet is started anew
            slots = Slots({"alice": anima}, book, lambda: clock.now, BERLIN, jobs)  # type: ignore[arg-type,dict-item]
        await slots.look()
        clock.passes(-0.2 if turn % 11 == 10 else 0.25)

    end, first = clock.now.astimezone(BERLIN), datetime.fromisoformat(day).date()
    days = [first + timedelta(days=number) for number in range((end.date() - first).days + 1)]
    came = sorted((title, at.astimezone(BERLIN).date()) for title, at in book.keys.values())
    over = [one for one in days if datetime.combine(one, time(4), BERLIN) <= end]
    assert [one for title, one in came if title == "daily"] == over
    assert [one for title, one in came if title == "weekly"] == [one for one in over if one.weekday() == 6]
    assert [one for title, one in came if title == "monthly"] == [one for one in over if one.day == 1]


@pytest.mark.ledger("SLP-16")
async def test_while_the_clock_cannot_be_trusted_nothing_is_forgotten(stage):
    await stage.say("Good night.")
    clock = Time(MONDAY)
    watch, anima = sleeping(stage, clock), OneMind(stage.engine)
    await watch.look()

    clock.now += timedelta(days=400)
    await watch.take(anima, "daily", clock.now)
    jumped = await stage.engine.last_night()
    clock.now -= timedelta(days=400)
    await watch.look()
    for _ in range(3):
        clock.passes(24)
        await watch.take(anima, "daily", clock.now)
    after = await stage.engine.last_night(before=clock.now + timedelta(hours=1))

    assert "strategic-forgetting" in [step.name for step in jumped.refused]
    assert not after.refused
    assert len(await nights(stage)) == 4


@pytest.mark.ledger("SLP-01")
async def test_a_talk_that_was_silent_for_ten_minutes_becomes_an_episode_by_itself(stage):
    clock = Time(MONDAY)
    watch = sleeping(stage, clock)
    await watch.look()
    await stage.say("The invoices go to Lisbon.")
    clock.passes(0.1)
    await watch.look()
    folder = stage.engine.parts.stores.location.directory / "episodes"
    early = [*folder.rglob("*.md")]
    for _ in range(4):
        clock.passes(0.1)
        await watch.look()

    assert not early
    assert [file.name for file in folder.rglob("*.md")] == ["2026-11-16.md"]


@pytest.mark.ledger("SLP-01")
async def test_a_heartbeat_ends_a_talk_too(stage):
    stage.now = MONDAY
    clock = Time(MONDAY)
    watch = sleeping(stage, clock)
    await watch.look()
    clock.passes(0.2)
    stage.now = clock.now - timedelta(minutes=3)
    await stage.say("The invoices go to Lisbon.")
    await stage.say("All is well.", type="heartbeat_end")

    await watch.look()

    assert [*(stage.engine.parts.stores.location.directory / "episodes").rglob("*.md")]


async def pass_time(house: House, **how_long: float) -> None:
    assert house.fleet is not None
    house.clock.pass_(**how_long)
    await house.fleet.rhythm.look()
    await house.settled()
    await house.settled()


def sleepers(folder: Path, **hours: time) -> House:
    models = {"alice": Acting({"": ["I see."]})}
    owners = frozenset({"chat:W/olga", "chat:W/omar"})
    return House(home=folder, models=models, owners=owners, hours=SleepHours(**hours))


@pytest.mark.ledger("SLP-17", "SLP-16")
async def test_owners_are_told_in_numbers_what_a_night_did_once_over_a_restart_and_nothing_of_other_rooms(tmp_path):
    house = sleepers(tmp_path, report=time(8))
    room = house.world.add_room("talk", "ada", "olga")
    async with house.open() as fleet:
        await fleet.rhythm.look()
        await house.ask("ada", room, "alice, I live in Porto.")
        await pass_time(house, hours=20)
    async with house.open() as fleet:
        await fleet.rhythm.look()
        await pass_time(house, hours=4)
        await fleet.rhythm.look()
        await house.settled()
        told = house.world.seen(house.world.direct("olga"))
        elsewhere = house.world.seen(house.world.direct("omar"))  # an owner who does not read the room

    assert len(told) == 1
    assert not elsewhere  # not even that there was a night: it says that somebody has talked
    assert "**alice** has slept (daily-2026-11-17)" in told[0].text
    assert "notes learned or written anew: " in told[0].text
    assert "Porto" not in told[0].text
    assert "T01" not in told[0].text


@pytest.mark.ledger("SLP-18")
async def test_each_week_people_are_told_what_was_learned_of_them_and_may_forget_it_or_have_no_more_cards(tmp_path):
    house = sleepers(tmp_path, cards=time(10))
    direct, room = house.world.direct("ada"), house.world.add_room("talk", "ada", "bob")
    async with house.open() as fleet:
        await fleet.rhythm.look()
        await house.ask("ada", direct, "I live in Porto.")
        await house.ask("bob", room, "alice, I live in Ghent.")  # never in a direct talk: no card
        await pass_time(house, days=6, hours=2)
        (card,) = [one for one in house.world.posts if "learned about you" in one.text]
        forget = next(one.value for one in card.choices if "forget" in one.value)
        await house.world.press("ada", direct, card.id, forget)
        await house.settled()
        left = await house.command("ada", direct, "me")
        await house.ask("ada", direct, "My cat is called Ruby.")
        await house.command("ada", direct, "me card off")
        await pass_time(house, days=7)
        cards = [one for one in house.world.posts if "learned about you" in one.text]

    assert card.place == direct
    assert "Porto" in card.text
    assert "me correct fact:" in card.text
    assert "Porto" not in left.text
    assert len(cards) == 1
    assert house.contacts.settled("chat:W/ada", SETTING_CARD) == SETTING_OFF


def test_reports_and_cards_are_slots_only_where_they_are_wanted():
    titles = [job.title for job in SleepHours(report=time(8), cards=time(10)).jobs()]

    assert {REPORT, CARDS} < set(titles)
    assert not {REPORT, CARDS} & {job.title for job in SleepHours().jobs()}
