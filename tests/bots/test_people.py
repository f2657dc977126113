"""Who can read a room, and whom a message may mean by what was said before."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bots.message import Kind, Message
from bots.people.partners import Partners
from bots.people.rooms import FRESH, Rooms
from memory.vocabulary.address import Audience, Person, Place
from memory.vocabulary.event import Event
from tests.bots.platform import MAIN, Clock

ROOM = Place("chat", "W", "talk")
ADA = Person("chat", "W", "ada")


class Directory:
    """The platform's answer to who is in a room."""

    def __init__(self) -> None:
        self.readers: frozenset[str] | None = frozenset({str(ADA)})
        self.fault: Exception | None = None
        self.asked = 0

    async def __call__(self, room: Place) -> frozenset[str] | None:
        self.asked += 1
        if self.fault is not None:
            raise self.fault
        return self.readers


@pytest.mark.ledger("AUD-02")
async def test_nobody_reads_a_room_that_was_not_looked_up() -> None:
    assert not Rooms(Directory(), Clock()).reads(ADA, ROOM)


@pytest.mark.ledger("AUD-02")
async def test_a_look_up_holds_for_ten_minutes_also_for_threads_and_not_longer() -> None:
    directory, clock = Directory(), Clock()
    rooms = Rooms(directory, clock)
    await rooms.refresh([ROOM])

    assert rooms.reads(ADA, replace(ROOM, thread="1"))
    clock.now += FRESH
    assert rooms.reads(ADA, ROOM)
    clock.now += timedelta(seconds=1)
    assert not rooms.reads(ADA, ROOM)


@pytest.mark.ledger("AUD-02")
async def test_what_is_fresh_is_not_asked_again() -> None:
    directory = Directory()
    rooms = Rooms(directory, Clock())
    await rooms.refresh([ROOM])
    await rooms.refresh([ROOM])

    assert directory.asked == 1


@pytest.mark.ledger("AUD-02")
async def test_where_the_platform_can_no_longer_tell_the_answer_is_no() -> None:
    directory, clock = Directory(), Clock()
    rooms = Rooms(directory, clock)
    await rooms.refresh([ROOM])
    clock.now += timedelta(minutes=6)
    directory.readers = None
    await rooms.refresh([ROOM])

    assert not rooms.reads(ADA, ROOM)


@pytest.mark.ledger("AUD-02")
async def test_a_look_up_that_fails_harms_nothing_and_is_not_taken_for_an_answer() -> None:
    directory = Directory()
    directory.fault = RuntimeError("no such scope")
    rooms = Rooms(directory, Clock())
    await rooms.refresh([ROOM])

    assert not rooms.reads(ADA, ROOM)


@pytest.mark.ledger("AUD-02")
async def test_when_somebody_crosses_the_threshold_the_room_is_looked_up_anew() -> None:
    directory = Directory()
    rooms = Rooms(directory, Clock())
    await rooms.refresh([ROOM])
    directory.readers = frozenset()
    rooms.forget(ROOM)

    assert not rooms.reads(ADA, ROOM)
    await rooms.refresh([ROOM])
    assert not rooms.reads(ADA, ROOM)
    assert directory.asked == 2


@pytest.mark.ledger("AUD-02")
async def test_rooms_of_which_the_platform_cannot_tell_keep_no_other_from_being_looked_up() -> None:
    async def look_up(room: Place) -> frozenset[str] | None:
        return frozenset({str(ADA)}) if room == ROOM else None

    rooms = Rooms(look_up, Clock())
    many = [Place("chat", "W", f"silent{number}") for number in range(50)]
    for _ in range(3):
        await rooms.refresh([*many, ROOM])

    assert rooms.reads(ADA, ROOM)


@pytest.mark.ledger("AUD-02")
async def test_who_left_while_the_members_were_being_looked_up_is_not_taken_for_one_of_them() -> None:
    asked, answer = asyncio.Event(), asyncio.Event()

    async def slow(room: Place) -> frozenset[str]:
        asked.set()
        await answer.wait()
        return frozenset({str(ADA)})

    rooms = Rooms(slow, Clock())
    looking = asyncio.create_task(rooms.refresh([ROOM]))
    await asked.wait()
    rooms.forget(ROOM)
    answer.set()
    await looking

    assert not rooms.reads(ADA, ROOM)


def says(number: str, *, reply_to: str = "", thread: str = "") -> Message:
    return Message(
        kind=Kind.MESSAGE,
        account=MAIN,
        place=replace(ROOM, thread=thread),
        id=number,
        order=number,
        author=ADA,
        author_name="Ada",
        at=datetime(2026, 11, 16, 9, 0, tzinfo=UTC),
        audience=Audience.group(ROOM),
        reply_to=reply_to,
    )


async def nothing(anima: str, room: Place) -> list[Event]:
    return []


@pytest.mark.ledger("PLT-07")
async def test_after_a_persons_word_in_a_thread_of_two_addressees_a_reply_is_nobodys() -> None:
    partners = Partners(nothing)
    await partners.heard(says("1"), ("alice", "bob"), ("alice", "bob"))
    partners.said("alice", replace(ROOM, thread="1"), "2")
    follows = await partners.known(says("3", reply_to="1", thread="1"), ("alice", "bob"))
    await partners.heard(says("3", reply_to="1", thread="1"), (), ("alice", "bob"))
    later = await partners.known(says("4", reply_to="1", thread="1"), ("alice", "bob"))

    assert follows.replied_to == "alice"
    assert later.replied_to == ""


@pytest.mark.ledger("PLT-07")
async def test_two_who_look_at_a_room_at_once_see_the_same() -> None:
    first_in, go_on = asyncio.Event(), asyncio.Event()

    async def slow(anima: str, room: Place) -> list[Event]:
        if not first_in.is_set():
            first_in.set()
            await go_on.wait()
        return []

    partners = Partners(slow)
    waiting = asyncio.create_task(partners.known(says("1"), ("alice",)))
    await first_in.wait()
    await partners.heard(says("2"), ("alice",), ("alice",))
    go_on.set()
    await waiting

    assert (await partners.known(says("3"), ("alice",))).last_partner == "alice"
