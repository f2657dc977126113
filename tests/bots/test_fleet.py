"""The fleet: accounts come and go, disks fill up, and the rest lives on."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.ports import Connection, Sink
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.event import Event
from tests.bots.house import House, own, until
from tests.bots.platform import MAIN, MemoryAdapter


def house(tmp_path: Path, *script: str) -> House:
    return House(home=tmp_path, models={"alice": ScriptedModel(list(script) or ["Yes."])})


class BrokenAdapter(MemoryAdapter):
    """Ends by a bug as soon as it is run."""

    async def run(self, sink: Sink) -> None:
        raise ZeroDivisionError


@pytest.mark.ledger("FLT-01")
async def test_an_account_with_a_bug_begins_again_alone_and_is_told_of(tmp_path: Path) -> None:
    place = house(tmp_path)
    place.connects_s = 0.5
    BrokenAdapter(world=place.world, account=own("broken"))
    async with place.open() as fleet:
        (post,) = await place.ask("ada", place.world.direct("ada"), "hello")
        states = fleet.accounts()

    assert post.text == "Yes."
    assert states == {
        "chat:main": "connected",
        "chat:broken": "connecting: trying again (ZeroDivisionError; see the log)",
    }
    line = {"event": "account", "name": "chat:broken", "state": states["chat:broken"]}
    assert place.told.count(line) == 1


@pytest.mark.ledger("FLT-01")
async def test_each_change_of_an_account_is_told_once(tmp_path: Path) -> None:
    place = house(tmp_path)
    async with place.open() as fleet:
        for state in (Connection.CONNECTING, Connection.CONNECTING, Connection.CONNECTED, Connection.CONNECTED):
            await fleet.sink.connection(MAIN, state)

    assert [line["state"] for line in place.told if line["event"] == "account"] == [
        "connected",
        "connecting",
        "connected",
    ]


@pytest.mark.ledger("PLT-14")
async def test_what_was_said_while_the_connection_was_lost_is_heard_when_it_is_back(tmp_path: Path) -> None:
    place = house(tmp_path, "One.", "Two.")
    talk = place.world.direct("ada")
    async with place.open() as fleet:
        await place.ask("ada", talk, "first")
        sink = place.adapter.sink
        assert sink is not None
        await sink.connection(MAIN, Connection.CONNECTING, "socket closed")
        place.adapter.sink = None
        await place.world.say("ada", talk, "second")
        place.adapter.sink = sink
        await fleet.sink.connection(MAIN, Connection.CONNECTED)
        await until(lambda: len(place.world.posts) == 2)

    assert [post.text for post in place.world.posts] == ["One.", "Two."]


@pytest.mark.ledger("OPS-11", "ANI-03")
async def test_while_the_disk_is_full_a_turn_waits_and_is_then_answered_once(tmp_path: Path) -> None:
    place = house(tmp_path)
    async with place.open():
        engine = place.animas["alice"].engine
        record, refusals = engine.record, [StorageFault("no space left")] * 3

        async def full(event: Event) -> bool:
            if refusals:
                raise refusals.pop()
            return await record(event)

        engine.record = full  # type: ignore[method-assign]
        posts = await place.ask("ada", place.world.direct("ada"), "hello")

    assert refusals == []
    assert [post.text for post in posts] == ["Yes."]
    assert [event.type for event in place.log("alice")] == ["message_received", "response_sent"]


@pytest.mark.ledger("FLT-10")
async def test_status_names_the_animas_their_models_and_the_accounts(tmp_path: Path) -> None:
    place = house(tmp_path)
    async with place.open():
        answer = await place.command("ada", place.world.direct("ada"), "status")

    assert all(word in answer.text for word in ("alice", "scripted", "chat:main", "connected"))


@pytest.mark.ledger("FLT-10")
async def test_words_that_are_no_command_are_answered_in_one_line(tmp_path: Path) -> None:
    place = house(tmp_path)
    async with place.open():
        answer = await place.command("ada", place.world.direct("ada"), "statsu now")

    assert "no such command" in answer.text
    assert "did you mean status?" in answer.text
    assert "\n" not in answer.text


@pytest.mark.ledger("FLT-01")
async def test_a_message_for_an_anima_that_is_gone_holds_nothing_up(tmp_path: Path) -> None:
    place = house(tmp_path, "Yes.")
    place.models["bob"] = ScriptedModel([[60.0]])
    place.grace_s = 0.0
    talk = place.world.direct("ada")
    async with place.open():
        await place.world.say("ada", talk, "bob, hello")
        await until(lambda: bool(place.models["bob"].asked))  # type: ignore[attr-defined]
    del place.models["bob"]
    async with place.open() as fleet:
        await place.ask("ada", talk, "alice, hello")
        assert await fleet.delivery.waiting() == {}

    assert [post.text for post in place.world.posts] == ["Yes."]
