"""Who can read a room, and whom a message may mean by what was said before."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bots.message import Kind, Message
from bots.people.addressing import ConversationPartners
from bots.people.room_members import FRESH, RoomMembership
from memory.vocabulary.address import Audience, Person, Place
from memory.vocabulary.event import Event
from tests.bots.platform import MAIN, Clock

ROOM = Place("chat", "W", "talk")
OTHER = Place("chat", "W", "other")
ADA = Person("chat", "W", "ada")
PRIVATE = Audience.person(ADA)


class Directory:
    """The platform's answer to which rooms can be read."""

    def __init__(self) -> None:
        self.open: set[Place] = {ROOM, OTHER}
        self.fault: Exception | None = None
        self.asked = 0
        self.gate = asyncio.Event()
        self.gate.set()

    async def __call__(self, present: Person | Place, rooms: Sequence[Place]) -> frozenset[Place]:
        self.asked += 1
        if self.fault is not None:
            raise self.fault
        told = frozenset(room for room in rooms if room in self.open)
        await self.gate.wait()
        return told


@pytest.mark.ledger("AUD-02")
async def test_nobody_reads_a_room_that_was_not_looked_up() -> None:
    rooms = RoomMembership(Directory(), Clock())

    assert not rooms.reads(ADA, ROOM)
    assert not rooms.is_open_to(ROOM, OTHER)


@pytest.mark.ledger("AUD-02")
@pytest.mark.parametrize("present", [PRIVATE, Audience.group(OTHER), Audience.open(OTHER)])
async def test_a_look_up_holds_for_five_minutes_also_for_threads_and_not_longer(present: Audience) -> None:
    """The adapter may have known it for five minutes before."""
    clock = Clock()
    rooms = RoomMembership(Directory(), clock)
    await rooms.refresh(present, [replace(ROOM, thread="1")])

    def holds() -> bool:
        thread = replace(ROOM, thread="2")
        return rooms.reads(ADA, thread) if present == PRIVATE else rooms.is_open_to(thread, replace(OTHER, thread="3"))

    assert holds()
    clock.now += FRESH
    assert holds()
    clock.now += timedelta(seconds=1)
    assert not holds()
    assert timedelta(minutes=5) >= FRESH


@pytest.mark.ledger("AUD-02")
async def test_what_is_fresh_is_not_asked_again_and_what_is_elsewhere_never() -> None:
    directory = Directory()
    rooms = RoomMembership(directory, Clock())
    await rooms.refresh(PRIVATE, [ROOM])
    await rooms.refresh(PRIVATE, [ROOM, Place("mail", "W", "talk")])
    await rooms.refresh(Audience.group(OTHER), [OTHER, Place("chat", "V", "talk")])
    await rooms.refresh(Audience("org"), [ROOM])

    assert directory.asked == 1


@pytest.mark.ledger("AUD-02")
async def test_where_the_platform_can_no_longer_tell_the_answer_is_no() -> None:
    directory, clock = Directory(), Clock()
    rooms = RoomMembership(directory, clock)
    await rooms.refresh(PRIVATE, [ROOM])
    clock.now += timedelta(minutes=3)
    directory.open = set()
    await rooms.refresh(PRIVATE, [ROOM])

    assert not rooms.reads(ADA, ROOM)


@pytest.mark.ledger("AUD-02")
async def test_a_look_up_that_fails_harms_nothing_and_is_not_taken_for_an_answer() -> None:
    directory = Directory()
    directory.fault = RuntimeError("no such scope")
    rooms = RoomMembership(directory, Clock())
    await rooms.refresh(PRIVATE, [ROOM])

    assert not rooms.reads(ADA, ROOM)


CHANGES = [ROOM, OTHER, Place("chat", "W", "")]


@pytest.mark.ledger("AUD-02")
@pytest.mark.parametrize("change", CHANGES)
async def test_whatever_changes_of_two_rooms_or_their_workspace_is_looked_up_anew(change: Place) -> None:
    directory = Directory()
    rooms = RoomMembership(directory, Clock())
    await rooms.refresh(Audience.open(OTHER), [ROOM])
    directory.open = set()
    rooms.forget(change)

    assert not rooms.is_open_to(ROOM, OTHER)
    await rooms.refresh(Audience.open(OTHER), [ROOM])
    assert not rooms.is_open_to(ROOM, OTHER)
    assert directory.asked == 2


@pytest.mark.ledger("AUD-02")
@pytest.mark.parametrize("change", [ROOM, ADA, Place("chat", "W", "")])
async def test_who_crossed_a_threshold_while_it_was_looked_up_is_not_taken_for_who_they_were(
    change: Person | Place,
) -> None:
    directory = Directory()
    directory.gate.clear()
    rooms = RoomMembership(directory, Clock())
    looking = asyncio.create_task(rooms.refresh(PRIVATE, [ROOM, OTHER]))
    while not directory.asked:
        await asyncio.sleep(0)
    rooms.forget(change)
    directory.gate.set()
    await looking

    assert not rooms.reads(ADA, ROOM)
    assert rooms.reads(ADA, OTHER) is (change == ROOM)


@pytest.mark.ledger("AUD-02")
async def test_what_changes_elsewhere_changes_nothing_here() -> None:
    rooms = RoomMembership(Directory(), Clock())
    await rooms.refresh(PRIVATE, [ROOM])
    for change in (OTHER, Person("chat", "W", "bea"), Place("chat", "V", ""), Place("mail", "W", "talk")):
        rooms.forget(change)

    assert rooms.reads(ADA, ROOM)


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
    partners = ConversationPartners(nothing)
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

    partners = ConversationPartners(slow)
    waiting = asyncio.create_task(partners.known(says("1"), ("alice",)))
    await first_in.wait()
    await partners.heard(says("2"), ("alice",), ("alice",))
    go_on.set()
    await waiting

    assert (await partners.known(says("3"), ("alice",))).last_partner == "alice"
