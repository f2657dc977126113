"""What is recorded of what was heard and said: the same shape whatever the platform."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.message import Kind
from bots.ports import Chunk, ToolCall
from tests.bots.house import House, board
from tests.bots.platform import MAIN


def house(tmp_path: Path, *script: object, **more: object) -> House:
    models = {"alice": ScriptedModel(list(script) or ["Good morning."])}  # type: ignore[arg-type]
    return House(home=tmp_path, models=models, **more)  # type: ignore[arg-type]


@pytest.mark.ledger("LOG-03", "AUD-01", "AUD-04")
async def test_a_message_and_its_answer_carry_place_audience_trust_ids_and_names(tmp_path: Path) -> None:
    place = house(tmp_path, owners=frozenset({"chat:W/ada"}), boards=(board("alice", rooms=["talk"]),))
    room = place.world.add_room("talk", "ada")
    async with place.open():
        (answer,) = await place.ask("ada", room, "alice, good morning", mentions=MAIN)

    heard, said = place.log("alice")
    question = place.world.said[0]
    assert (heard.type, heard.sender, heard.recipient) == ("message_received", "chat:W/ada", "alice")
    assert (heard.channel, heard.ts) == ("chat:W/talk", question.at)
    assert heard.meta["audience"] == said.meta["audience"] == "group:chat:W/talk"
    assert heard.meta["platform"] == said.meta["platform"] == "chat"
    assert heard.meta["message_id"] == said.meta["reply_to"] == question.id
    assert (heard.meta["person"], heard.meta["name"], heard.meta["trust"]) == ("chat:W/ada", "Ada", "owner")
    assert heard.meta["addressed"] == ["alice"]
    assert (said.type, said.sender, said.recipient) == ("response_sent", "alice", "chat:W/ada")
    assert (said.content, said.channel) == ("Good morning.", "chat:W/talk")
    assert said.meta["message_id"] == answer.id
    assert heard.id
    assert said.id
    assert heard.id != said.id


@pytest.mark.ledger("LOG-03", "AUD-01")
async def test_a_direct_talk_is_for_the_person_only(tmp_path: Path) -> None:
    place = house(tmp_path)
    async with place.open():
        await place.ask("ada", place.world.direct("ada"), "good morning")

    assert {event.meta["audience"] for event in place.log("alice")} == {"person:chat:W/ada"}


@pytest.mark.ledger("LOG-03")
async def test_a_reply_names_what_it_answers(tmp_path: Path) -> None:
    place = house(tmp_path)
    room = place.world.add_room("talk", "ada", "bea")
    async with place.open():
        first = await place.world.say("ada", room, "who has the key?")
        await place.ask("bea", room, "I have", reply_to=first)

    assert place.log("alice")[1].meta["reply_to"] == first


@pytest.mark.ledger("PLT-13", "LOG-03")
@pytest.mark.parametrize(
    ("kind", "type_", "text"),
    [
        (Kind.EDIT, "message_edited", "the key is red"),
        (Kind.DELETE, "message_deleted", ""),
        (Kind.REACTION, "reaction_added", "👀"),
    ],
)
async def test_an_edit_a_deletion_a_reaction_is_an_event_about_its_message(
    tmp_path: Path, kind: Kind, type_: str, text: str
) -> None:
    place = house(tmp_path)
    room = place.world.add_room("talk", "ada")
    async with place.open():
        said = await place.world.say("ada", room, "the key is blue")
        posts = await place.ask("ada", room, text, kind=kind, target=said)

    (event,) = place.log("alice", type_)  # it may be recorded before its message, whose turn waits
    assert posts == []
    assert (event.type, event.content, event.meta["message_id"]) == (type_, text, said)
    assert event.meta["audience"] == "group:chat:W/talk"
    assert event.sender == "chat:W/ada"


@pytest.mark.ledger("PLT-13")
async def test_an_edit_that_names_an_anima_is_not_answered(tmp_path: Path) -> None:
    place = house(tmp_path)
    room = place.world.add_room("talk", "ada")
    async with place.open():
        said = await place.world.say("ada", room, "the key is blue")
        posts = await place.ask("ada", room, "alice, the key is red", kind=Kind.EDIT, target=said, mentions=MAIN)

    assert posts == []


@pytest.mark.ledger("ANI-11")
async def test_each_use_of_a_tool_is_an_event_also_within_one_moment(tmp_path: Path) -> None:
    calls = tuple(ToolCall(id=str(n), name="search_memory", arguments=f'{{"query": "key {n}"}}') for n in range(2))
    place = house(tmp_path, [Chunk(tool_calls=calls, end="tool_calls")], "Nothing found.")
    async with place.open():
        await place.ask("ada", place.world.direct("ada"), "look for the keys")

    uses = place.log("alice", "tool_use")
    assert [use.content for use in uses] == ['{"query": "key 0"}', '{"query": "key 1"}']
    assert {use.meta["audience"] for use in uses} == {"person:chat:W/ada"}
