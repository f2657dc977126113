"""A direct talk is heard by who is addressed, and by nobody else; what answers a call of ours is its caller's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bots.message import Kind
from bots.people.calling import CallSettings
from memory.vocabulary.address import Person
from tests.bots.house import House
from tests.bots.platform import PLATFORM, WORKSPACE
from tests.bots.test_who_answers import Parrot

TALKING = ("message_received", "message_edited", "message_deleted", "reaction_added", "response_sent")
BEN = str(Person(PLATFORM, WORKSPACE, "ben"))


def house_of(folder: Path, *animas: str) -> House:
    return House(home=folder, models={name: Parrot() for name in animas})


def heard(house: House) -> dict[str, list[str]]:
    """What each anima has on record of people."""
    return {name: [event.content for event in house.log(name, "message_received")] for name in house.models}


@pytest.mark.audit("C3")
@pytest.mark.ledger("PLT-07", "ANI-20")
async def test_a_direct_talk_is_on_record_with_whom_it_addresses_alone(tmp_path: Path) -> None:
    house = house_of(tmp_path, "alice", "bob", "carol")
    talk = house.world.direct("ada")
    async with house.open():
        await house.ask("ada", talk, "Hello you.")
        await house.ask("ada", talk, "bob: my locker is 4711")
        await house.ask("ada", talk, "Do you know it still?")
        await house.ask("ada", talk, "alice and bob, good night")
        facts = {name: await anima.engine.audiences() for name, anima in house.animas.items()}

    assert heard(house) == {
        "alice": ["Hello you.", "alice and bob, good night"],
        "bob": ["bob: my locker is 4711", "Do you know it still?", "alice and bob, good night"],
        "carol": [],
    }
    assert not facts["carol"]
    assert [post.face for post in house.world.posts[:3]] == ["alice", "bob", "bob"]
    assert sorted(post.face for post in house.world.posts[3:]) == ["alice", "bob"]


@pytest.mark.audit("C3")
@pytest.mark.ledger("PLT-07")
async def test_what_becomes_of_a_direct_message_is_heard_by_who_heard_the_message_also_after_a_restart(
    tmp_path: Path,
) -> None:
    house = house_of(tmp_path, "alice", "bob")
    talk = house.world.direct("ada")
    async with house.open():
        first = await house.world.say("ada", talk, "bob: my locker is 4711")
        await house.settled()
        await house.ask("ada", talk, "alice: what a day")
    async with house.open():
        await house.world.say("ada", talk, "👍", kind=Kind.REACTION, target=house.world.posts[0].id)
        await house.world.say("ada", talk, "bob: my locker is 1147", kind=Kind.EDIT, target=first)
        await house.world.say("ada", talk, "", kind=Kind.DELETE, target=first)
        await house.settled()

    assert [event.type for event in house.log("alice", *TALKING)] == ["message_received", "response_sent"]
    assert {event.type for event in house.log("bob", *TALKING)} == {*TALKING}
    assert house.world.posts[0].face == "bob"


@pytest.mark.audit("C3")
@pytest.mark.ledger("PLT-11", "PLT-14")
async def test_a_direct_message_that_is_told_again_after_another_was_addressed_is_answered_once(tmp_path: Path) -> None:
    house = house_of(tmp_path, "alice", "bob")
    talk = house.world.direct("ada")
    async with house.open() as fleet:
        await house.ask("ada", talk, "good morning")
        await house.ask("ada", talk, "bob, good morning")
        new = [await fleet.sink.deliver(house.adapter.as_heard(message)) for message in house.world.said]
        await house.settled()
    async with house.open() as fleet:
        new += [await fleet.sink.deliver(house.adapter.as_heard(message)) for message in house.world.said]
        await house.settled()

    assert new == [False] * 4
    assert [post.face for post in house.world.posts] == ["alice", "bob"]
    assert heard(house) == {"alice": ["good morning"], "bob": ["bob, good morning"]}


@pytest.mark.audit("C3")
async def test_whose_log_of_earlier_days_has_a_direct_message_of_another_hears_of_its_deletion(tmp_path: Path) -> None:
    """Until this law each anima of an app heard every direct talk."""
    house = house_of(tmp_path, "alice", "bob")
    talk = house.world.direct("ada")
    async with house.open():
        said = await house.world.say("ada", talk, "bob: my locker is 4711")
        await house.settled()
        (event,) = house.log("bob", "message_received")
        await house.animas["alice"].engine.record(replace(event, recipient=""))
    async with house.open():
        await house.world.say("ada", talk, "", kind=Kind.DELETE, target=said)
        await house.settled()

    assert house.log("alice", "message_deleted")
    assert house.log("bob", "message_deleted")


@pytest.mark.audit("W4")
@pytest.mark.ledger("FLT-08", "PLT-07")
@pytest.mark.parametrize("is_threaded", [True, False])
async def test_a_reply_to_a_call_is_its_callers_and_answered_by_nobody_else(tmp_path: Path, is_threaded: bool) -> None:
    calls = CallSettings(enabled=True, channels=(PLATFORM,), people=(BEN,))
    house = House(home=tmp_path, models={"alice": Parrot(), "bob": Parrot()}, calls=calls, owners=frozenset({BEN}))
    talk = house.world.direct("ben")
    async with house.open() as fleet:
        await house.ask("ben", talk, "alice, hello")
        await house.command("ben", talk, "notify --by bob The server is down.")
        for _ in range(3):
            await fleet.calling.look()
            await house.settled()
        post = house.world.posts[-1]
        place = replace(talk, thread=post.id) if is_threaded else talk
        before = len(house.world.posts)
        await house.ask("ben", place, "Yes, but after lunch.", reply_to=post.id)

    assert "The server is down." in post.text
    assert {one.face for one in house.world.posts[before:]} == {"bob"}
    assert heard(house)["alice"] == ["alice, hello"]
    assert house.animas["bob"].records.calls.all()[0].answer == "Yes, but after lunch."
