"""Heartbeats and tasks: each slot once, what was missed as one, never over a talk, silent without news."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bots.delivery.items import Addressee
from bots.schedule.grammar import schedule_of
from bots.schedule.jobs import OwnJob, jobs_of
from bots.schedule.slots import Slots
from bots.schedule.wall_clock import instant_of
from bots.turn.turn_context import TurnLock
from memory.archive.anima_directory import AnimaDirectory
from memory.archive.documents import shelf_name
from memory.vocabulary.address import Audience, Person, Place
from memory.vocabulary.event import Event, Json
from tests.bots.acting import Acting, Deed
from tests.bots.house import House, until
from tests.bots.platform import MAIN, Clock

HEARTBEAT = """# Heartbeat: alice

## Execution Interval
Every 30 minutes

## Active Hours
9:00 - 22:00 (UTC)

## Checklist
- Is a task overdue?
"""
TASKS = "---\naudience: org\n---\n# Now\n- The report for Friday\n"
TELL: Deed = ("send_message", {"to": "ada", "text": "The report is overdue since Friday."})
ACTING = {"Is a task overdue?": [TELL, "I have told ada: {}"], "Plan": ["Planned."]}


def house_of(folder: Path, acting: Acting, **files: str) -> House:
    house = House(home=folder, models={"alice": acting, "bob": Acting({})})
    directory = AnimaDirectory(folder / "animas" / "alice")
    for name, text in files.items():
        path = directory.path / name.replace("__", "/").replace("_md", ".md")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    async def person(anima: str, name: str, failed: Collection[Place] = ()) -> Addressee | None:
        if failed:
            return None
        ada = Person("chat", "W", name)
        return Addressee(name=name, account=MAIN, place=house.world.direct(name), audience=Audience.person(ada))

    house.person = person
    return house


async def pass_time(house: House, **how_long: float) -> None:
    assert house.fleet is not None
    house.clock.pass_(**how_long)
    await house.fleet.rhythm.look()
    await house.settled()


@pytest.mark.ledger("ANI-17", "ANI-03", "LOG-05", "FLT-08")
async def test_a_heartbeat_that_notices_a_task_tells_it_once_a_day_over_a_restart(tmp_path: Path) -> None:
    acting = Acting(ACTING)
    house = house_of(tmp_path, acting, heartbeat_md=HEARTBEAT, state__current_task_md=TASKS)
    async with house.open() as fleet:
        await fleet.rhythm.look()
        await pass_time(house, minutes=30)
    async with house.open():
        for _ in range(3):
            await pass_time(house, minutes=30)
        await pass_time(house, hours=23)

    assert [post.text for post in house.world.posts] == [TELL[1]["text"]] * 2
    assert len(acting.asked) == 10
    assert len(house.log("alice", "heartbeat_start")) == len(house.log("alice", "heartbeat_end")) == 5
    assert "You were woken by your own heartbeat" in str(acting.asked[0])
    assert "was told so within the last 24 hours" in house.log("alice", "heartbeat_end")[1].content


@pytest.mark.audit("C2")
@pytest.mark.ledger("ANI-17", "AUD-02")
async def test_a_heartbeat_looks_once_for_each_audience_with_news_and_asks_no_model_where_nothing_is_new(
    tmp_path: Path,
) -> None:
    acting = Acting({"Is a task overdue?": ["HEARTBEAT_OK"], "hello": ["Hello."], "lunch": ["Enjoy it."]})
    house = house_of(tmp_path, acting, heartbeat_md=HEARTBEAT, state__current_task_md="# Now\n- Of nobody knows whom\n")
    room, talk = house.world.add_room("talk", "ada"), house.world.direct("ada")
    async with house.open() as fleet:
        await fleet.rhythm.look()
        await pass_time(house, hours=3)
        nothing = len(acting.asked)
        await house.ask("ada", room, "bob, hello")
        await house.ask("ada", talk, "alice, I go to lunch")
        await house.ask("eve", house.world.direct("eve"), "bob, and this is between us")
        talked = len(acting.asked)
        for _ in range(3):
            await pass_time(house, minutes=30)
        looked = acting.asked[talked:]
        await (await fleet.memory("alice")).record(for_everybody(house))
        await pass_time(house, minutes=30)
        await pass_time(house, minutes=30)

    ends = [end.audience for end in house.log("alice", "heartbeat_end")]
    in_room, in_talk = sorted(map(str, looked), key=lambda asked: "lunch" in asked)
    assert (nothing, talked, len(looked)) == (0, 1, 2)
    assert (sorted(ends[:2]), ends[2:]) == (["group:chat:W/talk", "person:chat:W/ada"], ["org"])
    assert "lunch" in in_talk
    assert "lunch" not in in_room
    assert "between us" not in in_room + in_talk
    assert {post.face for post in house.world.posts if post.place == room} == {"bob"}


@pytest.mark.ledger("ANI-17")
async def test_a_heartbeat_says_to_people_what_it_has_only_from_a_colleague(tmp_path: Path) -> None:
    said = "Your report for Friday is still open."
    tells: Deed = ("send_message", {"to": "alice", "text": "Ada owes a report by Friday."})
    acting = Acting({"Is a task overdue?": [said], "Ada owes": ["Noted."]})
    house = house_of(tmp_path, acting, heartbeat_md=HEARTBEAT)
    house.models["bob"] = Acting({"tell alice": [tells, "I tell her."]})
    house.aliases = {"ada": (str(Person("chat", "W", "ada")),)}
    talk = house.world.direct("ada")
    async with house.open() as fleet:
        await fleet.rhythm.look()
        await house.ask("ada", talk, "bob, tell alice of my report")
        await pass_time(house, minutes=30)

    assert said in [post.text for post in house.world.seen(talk)]
    assert house.log("alice", "error") == []


@pytest.mark.audit("C2")
@pytest.mark.ledger("ANI-17", "AUD-02")
async def test_a_heartbeat_acts_where_its_news_are_and_says_the_same_once_a_day(tmp_path: Path) -> None:
    said = "Your report for Friday is still open."
    acting = Acting({"Is a task overdue?": [said], "report": ["Noted."]})
    house = house_of(tmp_path, acting, heartbeat_md=HEARTBEAT)
    talk = house.world.direct("ada")
    async with house.open() as fleet:
        await fleet.rhythm.look()
        await house.ask("ada", talk, "alice, I owe you the report by Friday")
        await pass_time(house, minutes=30)
        first = [post.text for post in house.world.seen(talk)]
        await house.ask("ada", talk, "the report takes long")
        await pass_time(house, minutes=30)

    assert first == ["Noted.", said]
    assert [post.text for post in house.world.seen(talk)] == ["Noted.", said, "Noted."]
    assert house.world.posts == house.world.seen(talk)
    assert [event.audience for event in house.log("alice", "human_notify")] == ["person:chat:W/ada"]
    assert len(house.log("alice", "heartbeat_end")) == 2


@pytest.mark.audit("C2")
@pytest.mark.ledger("ANI-17")
async def test_a_task_of_one_persons_list_is_looked_at_for_that_person(tmp_path: Path) -> None:
    acting = Acting({"Is a task overdue?": ["HEARTBEAT_OK"]})
    audience = Audience.person(Person("chat", "W", "ada"))
    own = f"state__{shelf_name(audience)}__pending_md"
    house = house_of(tmp_path, acting, heartbeat_md=HEARTBEAT, **{own: "# Pending\n- Ask for the report\n"})
    async with house.open() as fleet:
        await fleet.rhythm.look()
        await pass_time(house, minutes=30)

    assert [end.audience for end in house.log("alice", "heartbeat_end")] == [str(audience)]
    assert "Ask for the report" in str(acting.asked)


def for_everybody(house: House) -> Event:
    meta: dict[str, Json] = {"id": "circular/1", "audience": "org"}
    return Event(
        ts=house.clock(), type="dm_received", content="We close at four.", sender="bob", recipient="alice", meta=meta
    )


@pytest.mark.ledger("ANI-17", "ANI-03")
async def test_a_heartbeat_waits_for_the_talk_and_a_talk_does_not_wait_for_the_heartbeat(tmp_path: Path) -> None:
    gate = asyncio.Event()
    acting = Gated(gate, "Is a task overdue?", "slowly")
    house = house_of(tmp_path, acting, heartbeat_md=HEARTBEAT, state__current_task_md=TASKS)
    room = house.world.add_room("talk", "ada")
    async with house.open() as fleet:
        await fleet.rhythm.look()
        await house.world.say("ada", room, "alice, think slowly")
        await until(lambda: acting.begun == ["slowly"])
        house.clock.pass_(minutes=30)
        await fleet.rhythm.look()
        await asyncio.sleep(0.05)
        over_a_talk = list(acting.begun)
        gate.set()
        await until(lambda: len(house.log("alice", "heartbeat_end")) == 2)  # room and house
        gate.clear()
        house.clock.pass_(minutes=30)
        await fleet.rhythm.look()
        await until(lambda: len(acting.begun) == 4)
        await house.world.say("ada", room, "alice, quickly")
        answer = await posted(house, "Quick.")
        gate.set()
        await house.settled()

    assert over_a_talk == ["slowly"]
    assert answer
    assert acting.begun == ["slowly", *["Is a task overdue?"] * 4]
    assert len(house.log("alice", "heartbeat_end")) == 3


@pytest.mark.ledger("ANI-18", "LOG-02")
async def test_a_task_of_the_schedule_is_done_once_over_a_restart_and_missed_ones_as_one(tmp_path: Path) -> None:
    acting = Acting(ACTING)
    cron = "# Cron\n\n## Plan the day (Daily 10:00 UTC)\nPlan what is to be done.\n\n## Odd (now and then)\nNever.\n"
    house = house_of(tmp_path, acting, cron_md=cron)
    async with house.open() as fleet:
        await fleet.rhythm.look()
        await pass_time(house, hours=1)
        listed = await house.command("root", house.world.add_room("talk", "root"), "cron alice")
    async with house.open() as fleet:
        await fleet.rhythm.look()
        await house.settled()
        once = len(acting.asked)
    house.clock.pass_(days=4)
    async with house.open() as fleet:
        await fleet.rhythm.look()
        await house.settled()

    done = house.log("alice", "cron_executed")
    assert once == 1
    assert [(one.content, one.meta["exit_code"], one.meta["task"]) for one in done] == [
        ("Planned.", 0, "Plan the day")
    ] * 2
    assert done[1].meta["id"].endswith("/2026-11-20T10:00:message/cron_executed")
    assert "is for admins" in listed.text
    assert len(acting.asked[1]) == len(acting.asked[0])  # a session of its own: nothing was kept of the first


@pytest.mark.process
@pytest.mark.ledger("ANI-17", "ANI-18")
@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo"])
@pytest.mark.parametrize("phrase", ["daily at 2:30", "daily at 0:15", "every 30 minutes"])
async def test_each_slot_comes_once_over_both_changes_of_the_clock_and_restarts(zone: str, phrase: str) -> None:
    """Every eleven minutes somebody looks, every third time in a new life; sometimes the clock is set back."""
    year = 2018 if zone == "America/Sao_Paulo" else 2026  # which has given the changes up
    there = ZoneInfo(zone)
    for change in _changes(there, year):
        book = Book()
        clock = Clock()
        clock.now = change - timedelta(hours=30)
        anima = Minded()
        job = OwnJob(kind="cron", title="t", text="", schedule=schedule_of(f"{phrase} {zone}"))
        anima.cron = f"## t ({phrase} {zone})\nx"
        walls, at = [], clock.now.astimezone(there).replace(tzinfo=None)
        for turn in range(60 * 60 // 11):
            if turn % 3 == 0:
                slots = Slots({"alice": anima}, book, clock, UTC)  # type: ignore[arg-type,dict-item]
            await slots.look()
            clock.pass_(minutes=-7 if turn % 17 == 16 else 11)
        last = instant_of(at, there)
        while (found := job.after(at)) is not None and instant_of(found, there) <= max(book.seen):
            walls.append(found)
            at, last = found, instant_of(found, there)
        merged = {instant_of(one, there): one for one in walls}
        assert last
        assert book.slots == sorted(set(book.slots))
        assert {instant_of(datetime.fromisoformat(one), there) for one in book.slots} == set(merged)


def test_an_hour_that_a_day_does_not_have_begins_with_the_next_and_of_two_the_first_counts() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    gap, twice = datetime(2026, 3, 29, 2, 30), datetime(2026, 10, 25, 2, 30)  # noqa: DTZ001

    assert instant_of(gap, berlin) == datetime(2026, 3, 29, 1, 0, tzinfo=UTC)
    assert instant_of(twice, berlin) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


@pytest.mark.ledger("ANI-03")
async def test_a_talk_never_waits_for_work_and_work_begins_again_after_the_talk() -> None:
    solitude, lines = TurnLock(), list[str]()

    async def work() -> str:
        lines.append("begins")
        await asyncio.sleep(0.05 if len(lines) > 1 else 60)
        lines.append("ends")
        return "done"

    task = asyncio.create_task(solitude.alone("alice", work))
    await until(lambda: lines == ["begins"])
    async with solitude.talking("alice"), solitude.talking("alice"):
        lines.append("talk")
        await asyncio.sleep(0.02)
        lines.append("talk ends")

    assert await task == "done"
    assert lines == ["begins", "talk", "talk ends", "begins", "ends"]


@pytest.mark.parametrize(
    "text",
    [
        "## 実行間隔\n30分ごと\n## 活動時間\n9:00〜22:00 (JST)\n## 確認\n- 期限切れ?",
        "## Çalışma Aralığı\nHer 30 dakikada bir\n## Etkin Saatler\n9:00 - 22:00 (TRT)\n## Liste\n- geciken iş?",
        HEARTBEAT,
    ],
)
@pytest.mark.ledger("ANI-17")
def test_a_heartbeat_is_read_in_three_languages(text: str) -> None:
    (job,) = jobs_of(text, "").jobs
    evening = datetime(2026, 11, 16, 21, 45)  # noqa: DTZ001

    assert job.after(evening) == datetime(2026, 11, 16, 22, 0)  # noqa: DTZ001
    assert job.after(datetime(2026, 11, 16, 22, 0)) == datetime(2026, 11, 17, 9, 0)  # noqa: DTZ001
    assert job.text.startswith("## ")


async def posted(house: House, text: str) -> bool:
    await until(lambda: any(text in post.text for post in house.world.posts), within_s=5.0)
    return True


class Gated(Acting):
    """What holds one of these words waits for the gate."""

    def __init__(self, gate: asyncio.Event, *words: str) -> None:
        super().__init__({"quickly": ["Quick."], "Is a task overdue?": ["HEARTBEAT_OK"], "slowly": ["Done."]})
        self.begun: list[str] = []
        self._gate, self._words = gate, words

    async def stream(self, messages, tools, deadline):  # type: ignore[no-untyped-def]
        newest = next(one.content for one in reversed(messages) if one.role == "user")
        for word in self._words:
            if word in newest:
                self.begun.append(word)
                await self._gate.wait()
        async for chunk in super().stream(messages, tools, deadline):
            yield chunk


def _changes(zone: ZoneInfo, year: int) -> list[datetime]:
    """The two instants of the year at which the clocks change."""
    days = [datetime(year, 1, 1, tzinfo=UTC) + timedelta(hours=hours) for hours in range(365 * 24)]
    return [
        one
        for one in days
        if one.astimezone(zone).utcoffset() != (one - timedelta(hours=1)).astimezone(zone).utcoffset()
    ]


class Book:
    """What of Delivery the slots use: each key once."""

    def __init__(self) -> None:
        self.slots: list[str] = []
        self.seen: list[datetime] = []

    async def accept(self, lane: str, key: str, body: bytes) -> bool:
        from bots.delivery.items import unpack_inbox

        slot = key.rpartition("/")[2]
        if slot in self.slots:
            return False
        self.slots.append(slot)
        self.seen.append(unpack_inbox(body).message.at)
        return True


class Minded:
    """What of a Mind the slots use: its files."""

    name = "alice"

    def __init__(self) -> None:
        self.cron = self.state = ""

    @property
    def directory(self) -> Minded:
        return self

    def read_text(self, name: str) -> str:
        return {"cron.md": self.cron, "state/rhythm.json": self.state}.get(name, "")

    def write_text(self, name: str, text: str) -> None:
        self.state = text
