"""Who reads what in a workspace: guests, rooms that others share, changes; audiences are as Slack says."""

from __future__ import annotations

import asyncio

import pytest

from adapters.slack.api import Payload
from adapters.slack.directory import SlackDirectory
from adapters.slack.inbound import SlackIdentity
from memory.vocabulary.address import Person, Place
from tests.adapters.slack.scene import ACCOUNT, SlackStage, stage_with
from tests.contracts.adapter import running
from tests.platforms.slack import Limits

OWN = SlackIdentity(account=ACCOUNT, team="T01", user="UBOT", bot="BBOT")
ADA, BOB, GUEST = (Person("slack", "T01", id) for id in ("U01", "U02", "U08"))
STRANGER = Person("slack", "T09", "U09")
#: Room id -> who is in it besides us; C01 and C02 are open to the workspace, the others are closed.
OPEN = {"C01": ("U01", "U02"), "C02": ("U01",), "C05": ("U01", "U08")}
CLOSED = {"C03": ("U01",), "C04": ("U01", "U08")}
ROOMS = [Place("slack", "T01", id) for id in (*OPEN, *CLOSED)]


def furnish(stage: SlackStage) -> None:
    server = stage.server
    server.add_user("U08", "Guest", guest=True)
    server.add_user("U09", "Stranger", team="T09")
    for rooms, private in ((OPEN, False), (CLOSED, True)):
        for id, people in rooms.items():
            server.add_channel(id, id.lower(), private=private, members=(*people, "UBOT"))


async def read_by(stage: SlackStage, present: Person | str) -> set[str]:
    """The rooms that all of them can read."""
    who = present if isinstance(present, Person) else Place("slack", "T01", present)
    return {room.channel for room in await stage.adapter.readable(who, ROOMS)}


@pytest.mark.ledger("AUD-02", "PLT-02")
@pytest.mark.parametrize("page", [1, 999])
async def test_each_reads_what_slack_lets_them_read(page: int):
    """B4: a guest reads the rooms that they are in, a member every open room as well."""
    async with stage_with(limits=Limits(page=page)) as stage:
        furnish(stage)

        assert await read_by(stage, ADA) == {"C01", "C02", "C03", "C04", "C05"}
        assert await read_by(stage, BOB) == {"C01", "C02", "C05"}
        assert await read_by(stage, GUEST) == {"C04", "C05"}
        assert await read_by(stage, STRANGER) == set()
        assert await read_by(stage, Person("slack", "T01", "U77")) == set()


@pytest.mark.ledger("AUD-02")
async def test_where_a_guest_reads_the_open_rooms_are_not_open():
    """F6, B4."""
    async with stage_with() as stage:
        furnish(stage)

        assert await read_by(stage, "C01") == {"C01", "C02", "C05"}
        assert await read_by(stage, "C03") == {"C01", "C02", "C05"}
        assert await read_by(stage, "C05") == set()
        assert await read_by(stage, "C04") == set()
        assert await read_by(stage, "C99") == set()


@pytest.mark.ledger("AUD-02")
@pytest.mark.parametrize("how", ["is_ext_shared", "is_pending_ext_shared", "is_org_shared", "is_shared"])
async def test_a_room_that_others_share_has_readers_of_its_own(how: str):
    """F6: its words are for it alone, and no other room is open to those who read it."""
    async with stage_with() as stage, running(stage):
        furnish(stage)
        stage.server.channels["C02"].shared = how
        heard = await stage.sink.find(await stage.server.say("C02", "U01", "hello"))

        assert str(heard.audience) == "group:slack:T01/C02"
        assert await read_by(stage, "C02") == set()
        assert await read_by(stage, "C01") == {"C01", "C05"}
        assert await read_by(stage, BOB) == {"C01", "C05"}
        assert "C02" in await read_by(stage, ADA)


@pytest.mark.ledger("AUD-02")
async def test_what_changes_counts_at_once():
    """F6: a room is shared, a member becomes a guest, a guest a member."""
    async with stage_with() as stage, running(stage):
        furnish(stage)
        assert await read_by(stage, BOB) == {"C01", "C02", "C05"}
        await stage.sink.find(await stage.server.say("C02", "U01", "among us"))
        stage.sink.changed.clear()

        await stage.server.share_with_others("C02")
        await stage.server.settled()
        shared = await stage.sink.find(await stage.server.say("C02", "U01", "with others"))
        assert stage.sink.changed == [Place("slack", "T01", "C02")]
        assert await read_by(stage, BOB) == {"C01", "C05"}
        assert shared.audience.kind == "group"

        await stage.server.make_guest("U02")
        await stage.server.settled()
        assert stage.sink.changed[-1] == Place("slack", "T01", "")
        assert await read_by(stage, BOB) == {"C01"}
        assert await read_by(stage, "C01") == set()

        await stage.server.make_guest("U02", guest=False)
        await stage.server.share_with_others("C02", "")
        await stage.server.settled()
        assert await read_by(stage, BOB) == {"C01", "C02", "C05"}


@pytest.mark.ledger("AUD-02")
async def test_a_change_of_a_status_or_a_name_changes_no_readers():
    async with stage_with() as stage, running(stage):
        furnish(stage)
        await stage.sink.find(await stage.server.say("C01", "U02", "hello"))
        stage.server.users["U02"].name = "Bobby"
        await stage.server.make_guest("U02", guest=False)
        await stage.server.settled()

        assert stage.sink.changed == []


@pytest.mark.ledger("AUD-02")
async def test_an_event_that_comes_while_rooms_are_listed_counts_more_than_the_list():
    asked, answer = asyncio.Event(), asyncio.Event()

    async def slow(method: str, arguments: Payload) -> Payload:
        if method == "conversations.info":
            return {"channel": {"id": "C02", "name": "two", "is_ext_shared": True}}
        asked.set()
        await answer.wait()
        return {"channels": [{"id": "C02", "name": "two"}, {"id": "C01", "name": "one"}]}

    directory = SlackDirectory(slow)
    listing = asyncio.create_task(directory.our_rooms(OWN))
    await asked.wait()
    await asyncio.sleep(0.01)
    directory.hear({"type": "channel_shared", "channel": "C02"}, "UBOT")
    answer.set()

    assert {id for id, room in (await listing).items() if room.is_open} == {"C01"}


@pytest.mark.ledger("AUD-02")
@pytest.mark.parametrize("method", ["users.conversations", "conversations.members", "users.info"])
async def test_where_slack_does_not_tell_nothing_is_open(method: str):
    async with stage_with() as stage:
        furnish(stage)
        stage.server.required[method] = ("nobody:has",)

        assert await read_by(stage, "C01") == set()


@pytest.mark.ledger("AUD-02")
async def test_a_room_of_thousands_costs_a_few_questions():
    async with stage_with() as stage:
        furnish(stage)
        crowd = [stage.server.add_user(f"U1{n:04}", f"p{n}") for n in range(2_500)]
        stage.server.channels["C01"].members |= set(crowd)

        assert await read_by(stage, "C01") == {"C01", "C02", "C05"}
        assert len(stage.server.ledger.calls) < 10


@pytest.mark.ledger("AUD-02")
async def test_of_a_room_nobody_has_told_us_about_nothing_is_open():
    async with stage_with() as stage, running(stage):
        stage.server.required["conversations.info"] = ("nobody:has",)
        heard = await stage.sink.find(await stage.server.say("C01", "U01", "hello"))

        assert str(heard.audience) == "group:slack:T01/C01"
