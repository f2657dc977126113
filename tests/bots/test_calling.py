"""Calls to people: in order, once, never at night but urgent ones; the answer comes back, days later too."""

from __future__ import annotations

import random
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from adapters.pagers import ChatworkAdapter, LineAdapter, NtfyAdapter
from bots.errors import Refused
from bots.message import File, Kind
from bots.people.calling import CallSettings
from memory.archive.requests import CALL_ANSWERED, CALL_FAILED, CALL_IN_DOUBT, CALL_OVER, PersonCall
from memory.vocabulary.address import Person, Place
from tests.bots.acting import Acting, Deed
from tests.bots.house import House, until
from tests.bots.platform import PLATFORM, WORKSPACE, Posted
from tests.platforms.pagers import TOKEN, ChatworkServer, LineServer, NtfyServer

pytestmark = pytest.mark.ledger("FLT-08", "ANI-13")
ADA, BEN, CEM = (str(Person(PLATFORM, WORKSPACE, name)) for name in ("ada", "ben", "cem"))
BERLIN = ZoneInfo("Europe/Berlin")
CALL: Deed = ("call_human", {"text": "May I restart the server?", "options": "yes|no", "to": "", "priority": "high"})
TABLE = {"you asked chat:W/ben": ["They have answered."], "ask a human": [CALL, "I have called."]}


def house_in(folder: Path, *people: str, **settings: object) -> House:
    calls = CallSettings(enabled=True, channels=(PLATFORM,), people=people or (BEN,), **settings)  # type: ignore[arg-type]
    return House(home=folder, models={"alice": Acting(TABLE)}, owners=frozenset({ADA}), calls=calls)


async def look(house: House, **later: float) -> None:
    """Time passes, and the watch wakes up until nothing is due."""
    assert house.fleet is not None
    house.clock.pass_(**later)
    for _ in range(3):
        await house.fleet.calling.look()
        await house.settled()


def calls_of(house: House) -> list[PersonCall]:
    return house.animas["alice"].records.calls.all()


def to(house: House, name: str) -> list[Posted]:
    return house.world.seen(house.world.direct(name))


async def press(house: House, person: str, label: str, place: Place | None = None) -> None:
    place = place or house.world.direct(person)
    post = next(one for one in reversed(house.world.seen(place)) if one.choices)
    value = next(one.value for one in post.choices if one.label == label)
    await house.world.press(person, place, post.id, value)
    await house.settled()


async def asked(house: House, room: Place) -> None:
    """Ada asks in a room that Ben does not read, and agrees that the call goes out."""
    await house.ask("ada", room, "@alice ask a human, please")
    await press(house, "ada", "yes", room)
    await look(house)


async def test_a_call_goes_out_when_the_asker_agrees_and_its_answer_comes_back_into_the_talk(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada")
    async with house.open():
        await house.ask("ada", room, "@alice ask a human, please")
        await look(house)
        before = len(to(house, "ben"))
        await press(house, "ada", "yes", room)
        await look(house)
        (call,) = to(house, "ben")
        await press(house, "ben", "yes")

    assert before == 0
    assert call.texts[0].startswith("**alice** calls you: May I restart the server?")
    assert [one.label for one in call.choices] == []  # settled: nothing to press any more
    assert "answered: yes" in call.text
    assert [one.text for one in house.world.seen(room)][-1] == "They have answered."
    assert [one.state for one in calls_of(house)] == [CALL_ANSWERED]
    assert "May I restart" in house.log("alice", "human_notify")[-1].content


async def test_what_the_asker_does_not_agree_to_reaches_nobody(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada")
    async with house.open():
        await house.ask("ada", room, "@alice ask a human, please")
        await press(house, "ada", "no", room)
        await look(house, hours=1)

    assert to(house, "ben") == []


async def test_an_answer_after_a_restart_and_two_days_reaches_the_anima_that_asked_once(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    room = house.world.add_room("talk", "ada")
    async with house.open():
        await asked(house, room)
    house.clock.pass_(days=2)
    async with house.open():
        post = to(house, "ben")[0]
        await house.world.say("ben", house.world.direct("ben"), "Yes, but after lunch.", reply_to=post.id)
        await house.settled()
        await house.world.say("ben", house.world.direct("ben"), "Now, please.", reply_to=post.id)
        await house.settled()

    said = [one.text for one in house.world.seen(room)]
    assert said.count("They have answered.") == 1
    assert calls_of(house)[0].answer == "Yes, but after lunch."
    heard = [one for one in house.log("alice", "message_received") if one.channel == str(room)]
    assert heard[-1].content == "Yes, but after lunch."
    assert heard[-1].audience == f"group:{room}"
    assert str(heard[-1].meta["person"]) == BEN


async def test_nobody_answers_and_it_goes_to_the_next_channel_and_the_next_person_in_order(tmp_path: Path) -> None:
    house = house_in(tmp_path)
    async with AsyncExitStack() as stack:
        line, chatwork, ntfy = LineServer(), ChatworkServer(), NtfyServer()
        bases = [await stack.enter_async_context(server.serving()) for server in (line, chatwork, ntfy)]
        house.pagers = (
            LineAdapter(TOKEN, "U4af", bases[0], house.clock),
            ChatworkAdapter(TOKEN, ChatworkServer.room, f"{bases[1]}/v2", house.clock, 0.01),
            NtfyAdapter("fleet", "", bases[2], house.clock, 0.01),
        )
        targets = tuple((one.platform, str(one.person)) for one in house.pagers)
        house.calls = CallSettings(
            enabled=True, channels=(PLATFORM, "line", "chatwork", "ntfy"), people=(BEN, CEM), pagers=targets
        )
        for one in house.pagers:
            stack.push_async_callback(one.close)
        async with house.open():
            await house.command("ada", house.world.direct("ada"), "notify The server is down. --priority urgent")
            reached = []
            for _ in range(6):
                await look(house)
                posts = [to(house, "ben"), line.posts, chatwork.posts, ntfy.posts, to(house, "cem")]
                reached.append([len(one) for one in posts])
                await look(house, minutes=15)
            ntfy.posts.append({**ntfy.posts[0], "id": "n9", "topic": "fleet-answers", "message": "/list"})
            ntfy.press("seen")
            await until(lambda: bool(calls_of(house)[0].seen_by))
            chatwork.reply(chatwork.posts[0]["message_id"], "I am on it.")
            await until(lambda: calls_of(house)[0].state == CALL_ANSWERED)

    steps = [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 1, 1, 0, 0], [1, 1, 1, 1, 0], [1, 1, 1, 1, 1], [1, 1, 1, 1, 1]]
    assert reached == steps
    assert calls_of(house)[0].answer == "I am on it."
    assert ntfy.posts[0]["priority"] == 5
    assert not any(
        "engineer" in str(post) or "acting" in str(post) for post in ntfy.posts
    )  # nobody there gives commands


async def by_hand(house: House, text: str, fault: Exception | None = None, lost_answers: int = 0) -> None:
    """A call while the platform is in trouble."""
    assert house.fleet is not None
    calling = house.fleet.calling
    house.adapter.faults += [fault] if fault else []
    house.adapter.lost_answers = lost_answers
    rungs = calling.rungs()
    await calling.add(
        PersonCall(
            id=calling.new_id(),
            anima="alice",
            text=text,
            priority="normal",
            turn="",
            audience="org",
            asked_at=house.clock(),
            rungs=rungs,
            options=(),
        )
    )
    await look(house)


async def test_who_takes_no_messages_is_passed_over_at_once_and_a_post_in_doubt_is_not_sent_twice(
    tmp_path: Path,
) -> None:
    house = house_in(tmp_path, BEN, CEM)
    house.adapter.can_tell = False
    async with house.open():
        await by_hand(house, "First.", fault=Refused("closed"))
        first = [len(to(house, name)) for name in ("ben", "cem")]
        await by_hand(house, "Second.", lost_answers=1)
        second = [len(to(house, name)) for name in ("ben", "cem")]
        await look(house, minutes=16)

    assert first == [0, 1]
    assert second == [1, 1]
    assert calls_of(house)[0].tried[0].outcome == CALL_FAILED
    assert calls_of(house)[1].tried[0].outcome == CALL_IN_DOUBT
    assert [one.text.count("Second.") for one in to(house, "ben")] == [1]


@pytest.mark.ledger("AUD-02")
async def test_what_was_called_for_elsewhere_is_not_to_be_noticed(tmp_path: Path) -> None:
    house = house_in(tmp_path, BEN)
    async with house.open():
        await house.command("ada", house.world.direct("ada"), "notify Tea is ready.")
        room = house.world.add_room("talk", "ada", "ben")
        same = await house.command("ada", room, "notify Tea is ready.")
        again = await house.command("ada", room, "notify tea is ready.")
        listed = await house.command("ada", room, "notify")

    assert "alice calls" in same.text
    assert "within the last 24 hours" in again.text
    assert len(listed.text.splitlines()) == 1


async def test_the_same_is_not_asked_again_within_a_day_and_low_priority_is_tried_once(tmp_path: Path) -> None:
    house = house_in(tmp_path, BEN, CEM)
    async with house.open():
        direct = house.world.direct("ada")
        await house.command("ada", direct, "notify Tea is ready. --priority low")
        await look(house)
        again = await house.command("ada", direct, "notify TEA is ready.")
        await look(house, hours=3)
        house.clock.pass_(hours=22)
        later = await house.command("ada", direct, "notify Tea is ready.")

    assert "within the last 24 hours" in again.text
    assert "alice calls" in later.text
    assert len(to(house, "cem")) == 0


async def test_a_thumb_acknowledges_and_ends_the_escalation_and_a_stranger_answers_nothing(tmp_path: Path) -> None:
    house = house_in(tmp_path, BEN, CEM)
    async with house.open():
        await house.command("ada", house.world.direct("ada"), "notify The server is down.")
        await look(house)
        post = to(house, "ben")[0]
        await house.world.press("eve", house.world.direct("eve"), post.id, f"{calls_of(house)[0].id}:seen")
        await house.settled()
        before = calls_of(house)[0].seen_by
        await house.world.say("ben", house.world.direct("ben"), "👍", kind=Kind.REACTION, target=post.id)
        await house.settled()
        await look(house, hours=1)

    assert before == ""
    assert calls_of(house)[0].seen_by == BEN
    assert to(house, "cem") == []
    assert "Ben has seen it" in to(house, "ben")[0].text


async def test_calls_in_quiet_hours_come_as_one_digest_that_says_why_and_urgent_ones_at_once(tmp_path: Path) -> None:
    house = house_in(tmp_path, quiet_hours="22:00-08:00", zone=BERLIN)
    house.clock.now = datetime(2026, 11, 16, 22, 30, tzinfo=UTC)  # 23:30 in Berlin
    async with house.open():
        direct = house.world.direct("ada")
        await house.command("ada", direct, "notify The draft is ready.")
        await house.command("ada", direct, "notify The build is green.")
        await look(house, hours=3)
        held = len(to(house, "ben"))
        await house.command("ada", direct, "notify The house is on fire. --priority urgent")
        await look(house)
        urgent = len(to(house, "ben"))
        await look(house, hours=6)
        await house.world.say("ben", house.world.direct("ben"), "2 good", reply_to=to(house, "ben")[-1].id)
        await house.settled()

    digest = to(house, "ben")[1]
    assert (held, urgent) == (0, 1)
    assert digest.text.startswith("2 calls waited for the end of your quiet hours, 22:00-08:00 (Europe/Berlin):")
    assert [one.label for one in digest.choices] == ["1 seen", "2 seen"]
    assert [one.answer for one in calls_of(house)] == ["", "good", ""]


@pytest.mark.process
async def test_no_ping_that_is_not_urgent_in_quiet_hours_over_a_month_with_a_change_of_the_clock(
    tmp_path: Path,
) -> None:
    house = house_in(tmp_path)
    rng, end = random.Random(11), datetime(2026, 11, 9, tzinfo=UTC)
    house.clock.now = datetime(2026, 10, 9, tzinfo=UTC)  # summer ends on the 25th
    pinged: list[tuple[datetime, str]] = []
    async with house.open() as fleet:
        await house.command("ben", house.world.direct("ben"), "me quiet 22:00-07:30 Europe/Berlin")
        number = 0
        while house.clock.now < end:
            if rng.random() < 0.35:
                number += 1
                urgency = rng.choice(["low", "normal", "high", "urgent"])
                rungs = fleet.calling.rungs()
                id, asked_at, text = fleet.calling.new_id(), house.clock(), f"Matter {number}"
                call = PersonCall(
                    id=id,
                    anima="alice",
                    text=text,
                    priority=urgency,
                    turn="",
                    audience="org",
                    asked_at=asked_at,
                    rungs=rungs,
                    options=(),
                )
                await fleet.calling.add(call)
            before = len(to(house, "ben"))
            await look_once(house)
            pinged += [(house.clock.now, post.text) for post in to(house, "ben")[before:] if "calls" in post.text]
            house.clock.now += timedelta(minutes=rng.choice([61, 90, 125]))
        assert fleet.calling.quiet_of(BEN) is not None

    def is_quiet(at: datetime) -> bool:
        wall = at.astimezone(BERLIN)
        return wall.hour >= 22 or (wall.hour, wall.minute) < (7, 30)

    at_night = [text for at, text in pinged if is_quiet(at)]
    assert len(pinged) > 40
    assert [text for text in at_night if "urgent" not in text] == []
    assert len(at_night) > 5  # urgent ones came
    assert any("waited for the end" in text for _, text in pinged)
    assert {one.state for one in calls_of(house)} <= {CALL_OVER, "open"}


async def look_once(house: House) -> None:
    assert house.fleet is not None
    await house.fleet.calling.look()
    await house.settled()


@pytest.mark.ledger("FLT-05", "ANI-13")
async def test_a_message_to_a_person_goes_by_the_alias_and_to_the_next_account_when_one_fails(tmp_path: Path) -> None:
    note: Deed = ("send_message", {"to": "Benny", "text": "Lunch is at noon."})
    house = House(
        home=tmp_path,
        models={"alice": Acting({"tell benny": [note, "I have told him."]})},
        aliases={"benny": (BEN, CEM)},
    )
    room = house.world.add_room("talk", "ada", "ben", "cem")
    async with house.open():
        forwarded = File(name="a.txt", media_type="text/plain", size=5, url="https://files.example/a.txt")
        await house.ask("ada", room, "@alice tell benny", files=(forwarded,))
        house.adapter.faults.append(Refused("closed"))
        await press(house, "ada", "yes", room)

    assert [len(to(house, name)) for name in ("ben", "cem")] == [0, 1]
    assert to(house, "cem")[0].text == "Lunch is at noon."
