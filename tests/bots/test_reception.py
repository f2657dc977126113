"""The inbound rim: durable before it is acknowledged, whole or again, in order after a gap."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bots.delivery.embedded import EmbeddedDelivery
from bots.delivery.intake import IntakeGate
from bots.delivery.items import unpack_inbox
from bots.delivery.message_files import FileLimits
from bots.errors import NotStored
from bots.message import Kind, Message
from bots.people.addressing import ConversationPartners
from bots.people.room_members import KnownRooms, RoomMembership
from bots.people.roster import Roster
from bots.people.trust_policy import TrustPolicy
from bots.ports import Adapter
from bots.rooms.boards import Boards, FleetRooms
from bots.rooms.reception import InboundEvents, Introductions, MessageWriters, Reception
from memory.archive.contacts import Contacts
from memory.archive.shared_logs import BoardLogs
from memory.vocabulary.address import Account, Audience, Place
from memory.vocabulary.event import Event
from tests.bots.platform import MAIN, Clock, MemoryAdapter, World
from tests.contracts.delivery import Posting


class Rim:
    """A reception before an inbox that nobody serves."""

    def __init__(self, path: Path) -> None:
        self.clock = Clock()
        self.world = World(self.clock)
        self.adapter = MemoryAdapter(world=self.world)
        self.room = self.world.add_room("talk", "ada")
        self.file = path / "delivery.sqlite3"
        self.delivery = EmbeddedDelivery(self.file, self.clock)
        self.commands: list[str] = []
        adapters: Mapping[Account, Adapter] = {MAIN: self.adapter}
        roster, policy = Roster(animas=("alice", "bob")), TrustPolicy()
        self.members = RoomMembership(self.adapter.readable, self.clock)
        known = KnownRooms(self.members, {})
        boards = Boards(
            logs=BoardLogs(path / "channels"),
            roster=roster,
            rooms=known,
            adapters=adapters,
            delivery=self.delivery,
            clock=self.clock,
            limits=FileLimits(),
        )
        self.reception = Reception(
            adapters=adapters,
            delivery=self.delivery,
            door=IntakeGate(path, self.delivery),
            clock=self.clock,
            rooms=FleetRooms(roster=roster, known=known, boards=boards),
            writers=MessageWriters(
                contacts=Contacts(path / "shared"),
                policy=policy,
                partners=ConversationPartners(_nothing),
                claims=_claimed_by_nobody,
            ),
            events=InboundEvents(
                command=self._command,
                connected=_ignore,
                unstored=lambda account: None,
                joined=_ignore,
                amended=_ignore,
            ),
            hello=Introductions(adapters, roster, policy, self.delivery, "en"),
        )

    async def message(self, text: str = "hello", **changes: object) -> Message:
        await self.world.say("ada", self.room, text)
        return replace(self.adapter.as_heard(self.world.said[-1]), **changes)  # type: ignore[arg-type]

    async def _command(self, message: Message) -> None:
        self.commands.append(message.text)


async def _nothing(anima: str, place: Place) -> list[Event]:
    return []


async def _claimed_by_nobody(message: Message, here: Sequence[str]) -> tuple[str, ...]:
    return ()


async def _ignore(*_: object) -> None:
    return None


@pytest.mark.ledger("PLT-11")
async def test_what_cannot_be_stored_for_all_is_stored_for_none_and_can_be_handed_over_again(tmp_path: Path) -> None:
    rim = Rim(tmp_path)
    message = await rim.message()
    with sqlite3.connect(rim.file) as file:
        file.execute(
            "create trigger full before insert on inbox when new.lane like 'bob%'"
            " begin select raise(abort, 'full'); end"
        )

    with pytest.raises(NotStored):
        await rim.reception.deliver(message)
    assert await rim.delivery.waiting() == {}
    with sqlite3.connect(rim.file) as file:
        file.execute("drop trigger full")
    assert await rim.reception.deliver(message)
    assert not await rim.reception.deliver(message)
    assert await rim.delivery.waiting() == {"alice@chat:W/talk": 1, "bob@chat:W/talk": 1}
    await rim.delivery.close()


@pytest.mark.ledger("PLT-11", "PLT-07")
async def test_each_anima_is_told_who_was_called(tmp_path: Path) -> None:
    rim = Rim(tmp_path)
    await rim.reception.deliver(await rim.message("@bob hello"))

    served: list[tuple[str, bool, tuple[str, ...]]] = []

    async def think(turn):  # type: ignore[no-untyped-def]
        heard = unpack_inbox(turn.body)
        served.append((heard.anima, heard.answers, heard.names))
        return []

    task = asyncio.create_task(rim.delivery.run(think, Posting(think)))
    while len(served) < 2:
        await asyncio.sleep(0.005)
    task.cancel()
    await asyncio.wait({task})
    await rim.delivery.close()
    assert sorted(served) == [("alice", False, ("bob",)), ("bob", True, ("bob",))]


@pytest.mark.ledger("PLT-14")
async def test_what_arrives_during_a_catch_up_waits_for_what_was_said_before(tmp_path: Path) -> None:
    rim = Rim(tmp_path)
    older, newer = await rim.message("older"), await rim.message("newer")
    rim.reception.hold(MAIN)
    arriving = asyncio.create_task(rim.reception.deliver(newer))
    await asyncio.sleep(0.02)
    assert not arriving.done()
    assert await rim.reception.store(older)
    rim.reception.release(MAIN)

    assert await arriving
    assert (await rim.delivery.latest())["alice@chat:W/talk"] == newer.key
    await rim.delivery.close()


@pytest.mark.ledger("PLT-01", "AUD-02")
async def test_commands_go_to_the_desk_own_posts_nowhere_and_who_crosses_a_threshold_is_told(tmp_path: Path) -> None:
    rim = Rim(tmp_path)
    ada = (await rim.message()).author
    await rim.members.refresh(Audience.person(ada), [rim.room])
    assert rim.members.reads(ada, rim.room)
    await rim.reception.deliver(await rim.message("status", kind=Kind.COMMAND))
    await rim.reception.deliver(await rim.message("my own words", author_is_self=True))
    await rim.reception.deliver(await rim.message("", kind=Kind.LEAVE))
    await asyncio.sleep(0)

    assert rim.commands == ["status"]
    assert not rim.members.reads(ada, rim.room)
    assert await rim.delivery.waiting() == {}
    await rim.delivery.close()


@pytest.mark.ledger("PLT-11")
async def test_half_a_character_blocks_no_lane(tmp_path: Path) -> None:
    rim = Rim(tmp_path)
    message = await rim.message("look \ud83d here", author_name="A\udc00da")

    assert await rim.reception.deliver(message)
    assert not await rim.reception.deliver(message)
    edit = replace(message, kind=Kind.EDIT, target=message.id, text="now \ud83d there")
    assert await rim.reception.deliver(edit)
    await rim.delivery.close()
