"""When animas sleep: once a local day, whatever clocks, restarts and repeated hours do."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from bots.sleeping import Hours, Sleeping
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
    nights: list = field(default_factory=list)

    def passes(self, hours: float) -> None:
        self.now += timedelta(hours=hours)
        self.ticks += hours * 3600


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path, forms=False, zone=BERLIN)
    yield stage
    await stage.engine.close()


def sleeping(stage, time_):
    hours = Hours(zone=BERLIN, daily=time(2, 30))
    return Sleeping({"alice": OneMind(stage.engine)}, hours, lambda: time_.now, lambda: time_.ticks)


async def nights(stage):
    folder = stage.engine.parts.stores.location.directory / "archive" / "nights"
    return sorted(file.stem for file in folder.glob("*.json")) if folder.exists() else []


@pytest.mark.ledger("SLP-03", "SLP-16")
@pytest.mark.parametrize(
    ("stage", "now", "began"),
    [
        ("daily", "2026-11-22T03:00+01:00", "2026-11-22T03:00+01:00"),
        ("daily", "2026-11-22T02:59+01:00", "2026-11-21T03:00+01:00"),
        ("weekly", "2026-11-22T03:59+01:00", "2026-11-15T04:00+01:00"),
        ("weekly", "2026-11-22T04:00+01:00", "2026-11-22T04:00+01:00"),
        ("monthly", "2026-11-22T04:00+01:00", "2026-11-01T05:00+01:00"),
        ("monthly", "2026-11-01T04:59+01:00", "2026-10-01T05:00+02:00"),
    ],
)
def test_a_night_begins_at_its_hour_on_the_clock_of_the_zone(stage, now, began):
    assert Hours(zone=BERLIN).latest(stage, datetime.fromisoformat(now)) == datetime.fromisoformat(began)


@pytest.mark.ledger("SLP-16")
@pytest.mark.parametrize(("day", "hours"), [("2026-03-28", 71), ("2026-10-24", 73)])
async def test_each_local_day_has_one_night_also_where_an_hour_is_missing_or_comes_twice(stage, day, hours):
    stage.now = datetime.fromisoformat(f"{day}T00:00").replace(tzinfo=BERLIN).astimezone(UTC)
    clock = Time(stage.now)
    await stage.say("Good night.")
    for _ in range(4 * hours):
        watch = sleeping(stage, clock)  # the fleet is started anew each time
        await watch.look()
        clock.passes(0.25)

    first = datetime.fromisoformat(day).date()
    daily = [f"daily-{first + timedelta(days=number)}" for number in range(3)]
    assert [one for one in await nights(stage) if one.startswith("daily")] == daily


@pytest.mark.ledger("SLP-16")
async def test_while_the_clock_cannot_be_trusted_nothing_is_forgotten(stage):
    await stage.say("Good night.")
    clock = Time(MONDAY)
    watch = sleeping(stage, clock)
    await watch.look()

    clock.now += timedelta(days=400)
    await watch.look()
    jumped = await stage.engine.last_night(before=clock.now)
    clock.now -= timedelta(days=400)
    await watch.look()
    for _ in range(3):
        clock.passes(24)
        await watch.look()
    after = await stage.engine.last_night(before=clock.now)

    assert "strategic-forgetting" in [step.name for step in jumped.refused]
    assert not after.refused


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


async def test_on_its_first_day_an_anima_has_no_night_that_lay_before_its_first_word(stage):
    stage.now = MONDAY
    await stage.say("Good morning.")

    await sleeping(stage, Time(stage.now)).look()

    assert await nights(stage) == []


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
