"""Organisations of many workspaces: colleagues are no guests, and one token may serve all of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bots.message import Kind, Message
from bots.ports import Connection
from memory.vocabulary.address import Person, Place
from tests.adapters.slack.scene import SlackStage, stage_with
from tests.contracts.adapter import running


def organise(stage: SlackStage) -> None:
    """Ada and Bob of T01 belong to the organisation, Cleo to T02 as well as to T01, Dan to T02 alone."""
    server = stage.server
    server.enterprise = "E01"
    for id, name, teams in (("U01", "Ada", ("T01",)), ("W03", "Cleo", ("T02", "T01")), ("W04", "Dan", ("T02",))):
        server.add_colleague(id, name, *teams)
    server.add_user("W05", "Eve", team="T09")
    server.users["W05"].stranger = True
    server.channels["C01"].members |= {"W03", "W04", "W05"}


async def said(stage: SlackStage, user: str) -> Message:
    return await stage.sink.find(await stage.server.say("C01", user, "hello"))


@pytest.mark.ledger("PLT-02", "AUD-01")
async def test_a_colleague_of_another_workspace_is_a_member_and_a_stranger_is_none():
    """F9: colleagues of an Enterprise Grid were refused as guests."""
    async with stage_with() as stage:
        organise(stage)
        async with running(stage):
            heard = {user: await said(stage, user) for user in ("U01", "W03", "W04", "W05")}

    assert {user: message.member for user, message in heard.items()} == {
        "U01": True,
        "W03": True,
        "W04": True,
        "W05": False,
    }
    assert [str(message.author) for message in heard.values()] == [
        "slack:T01/U01",
        "slack:T01/W03",
        "slack:T02/W04",
        "slack:T09/W05",
    ]


@pytest.mark.ledger("AUD-02")
async def test_a_colleague_of_another_workspace_does_not_read_the_open_rooms_of_ours():
    async with stage_with() as stage:
        organise(stage)
        stage.server.add_channel("C02", "open", members=("U01", "UBOT"))
        rooms = [Place("slack", "T01", "C01"), Place("slack", "T01", "C02")]

        assert await stage.adapter.readable(Person("slack", "T01", "W03"), rooms) == set(rooms)
        assert await stage.adapter.readable(Person("slack", "T02", "W04"), rooms) == {rooms[0]}
        assert await stage.adapter.readable(rooms[0], rooms) == set()


@pytest.mark.ledger("PLT-02")
async def test_one_token_for_all_workspaces_hears_each_in_its_own_and_lists_them_all():
    """Suspected: org-wide tokens had the one `team` of auth.test."""
    async with stage_with() as stage:
        organise(stage)
        server = stage.server
        server.teams = ("T01", "T02")
        server.add_channel("C21", "abroad", members=("W03", "W04", "UBOT"))
        server.channels["C21"].team = "T02"
        async with running(stage):
            there = await stage.sink.find(await server.say("C21", "W04", "hello"))
            await server.slash("W04", "C21", "status")
            rooms = await stage.adapter.rooms(datetime.now(UTC) - timedelta(days=1))
            read = await stage.adapter.readable(Person("slack", "T02", "W04"), list(rooms))
            past = await stage.adapter.history(there.place, "")

    assert str(there.place) == "slack:T02/C21"
    assert (there.member, str(there.author)) == (True, "slack:T02/W04")
    assert {str(room) for room in rooms} == {"slack:T01/C01", "slack:T02/C21"}
    assert {str(room) for room in read} == {"slack:T01/C01", "slack:T02/C21"}
    assert [str(one.place) for one in past] == ["slack:T02/C21"]
    assert {message.kind for message in stage.heard()} == {Kind.MESSAGE, Kind.COMMAND}


@pytest.mark.ledger("PLT-10", "PLT-14")
async def test_our_rooms_are_listed_at_once_and_not_again_when_a_socket_is_renewed():
    """F10: 322 calls for 61 rooms and 100 direct talks, and 164 at each refresh."""
    async with stage_with() as stage:
        for n in range(60):
            stage.server.add_channel(f"C1{n:02}", f"room-{n}")
        for n in range(100):
            stage.server.dm(stage.server.add_user(f"U1{n:02}", f"person {n}"))
        async with running(stage):
            rooms = await stage.adapter.rooms(datetime.now(UTC))
            for place in rooms:
                await stage.adapter.history(place, "1700000000.000100")
            asked = [method for _, method, _ in stage.server.ledger.calls if method != "conversations.history"]
            await stage.server.sockets.disconnect("refresh_requested")
            await stage.until_told(Connection.CONNECTED, 2)

            assert len(rooms) == 161
            assert asked == ["auth.test", "apps.connections.open", "users.conversations"]
            assert await stage.adapter.rooms(datetime.now(UTC)) == {}
