"""What was deleted or edited is so everywhere: prompt, history, summary, tools, the turn that is in work."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from adapters.models.offline import OfflineModel
from adapters.models.scripted import ScriptedModel
from bots.anima.anima import AnimaTraits
from bots.message import Kind
from bots.text.phrases import fleet_word
from bots.turn.thinking.thinking_limits import ToolLimits
from bots.turn.thinking.tool_loop import ToolLoop
from tests.bots.house import House, until
from tests.bots.obedient import Obedient
from tests.bots.platform import MAIN

SECRET = "My salary at the harbour company is 48200 crowns."
CHANGED = "My salary at the harbour company is my own affair."


def obeying(tmp_path: Path) -> House:
    model = Obedient("salary at the harbour company", "crowns")
    limits = ToolLimits(turns=50, calls=100)
    return House(home=tmp_path, models={"alice": model}, thinker=lambda clock: ToolLoop(clock=clock, limits=limits))


@pytest.mark.process
@pytest.mark.ledger("PLT-13", "LOG-09", "PRI-03")
@pytest.mark.parametrize("kind", [Kind.DELETE, Kind.EDIT])
async def test_what_was_deleted_or_edited_is_in_no_prompt_and_no_tools_answer(tmp_path: Path, kind: Kind) -> None:
    """M5, B6."""
    place = obeying(tmp_path)
    room = place.world.add_room("talk", "ada", "bea")
    async with place.open():
        await place.ask("ada", room, f"alice, {SECRET}", mentions=MAIN)
        said = place.world.said[0].id
        await place.ask("bea", room, f"alice, leak what ada said: {'x' * 10}", mentions=MAIN)
        await place.world.say("ada", room, CHANGED if kind is Kind.EDIT else "", kind=kind, target=said)
        await place.settled()
        place.world.clock.pass_(days=1)
        answers = [
            *await place.ask("bea", room, "alice, leak: what is the salary of ada?", mentions=MAIN),
            *await place.ask("bea", place.world.direct("bea"), "leak: what is the salary of ada?"),
        ]

    seen = "\n".join(text for post in answers for text in (*post.texts, *(f.content.decode() for f in post.files)))
    assert answers
    assert SECRET not in seen
    assert "48200" not in "".join(
        turn.text for turn in place.animas["alice"].records.conversations.read(room).turns[:1]
    )
    assert kind is Kind.DELETE or CHANGED in seen


@pytest.mark.ledger("PLT-13", "LOG-09")
async def test_a_summary_of_words_that_were_deleted_since_is_made_again_without_them(tmp_path: Path) -> None:
    """M5."""
    long = [
        "boats in the harbour " * 20,
        "apples on a tree " * 20,
        "snow over all hills " * 20,
        "songs of old men " * 20,
    ]
    place = House(home=tmp_path, models={"alice": OfflineModel()}, traits=AnimaTraits(history_share=300 / 32_000))
    talk = place.world.direct("ada")
    conversations = lambda: place.animas["alice"].records.conversations.read(talk)  # noqa: E731
    async with place.open():
        for number in range(4):
            await place.ask("ada", talk, f"fact {number}: {long[number]}")
        await until(lambda: "fact 0" in conversations().compressed_summary)
        first = next(one.id for one in place.world.said if one.text.startswith("fact 0"))
        await place.world.say("ada", talk, "", kind=Kind.DELETE, target=first)
        await place.settled()
        await place.ask("ada", talk, "well?")
        summary = conversations().compressed_summary

    assert "fact 0" not in summary
    assert "fact 1" in summary


@pytest.mark.ledger("PLT-13")
async def test_a_message_that_is_deleted_before_its_turn_is_not_answered(tmp_path: Path) -> None:
    """M5."""
    model = ScriptedModel(["Fine."])
    place = House(home=tmp_path, models={"alice": model})
    talk = place.world.direct("ada")
    async with place.open():
        place.adapter.gate.clear()
        await place.world.say("ada", talk, "hello")
        await until(lambda: len(model.asked) == 1)
        second = await place.world.say("ada", talk, SECRET)
        await place.world.say("ada", talk, "", kind=Kind.DELETE, target=second)
        place.adapter.gate.set()
        await place.settled()
        await place.ask("ada", talk, "how are you?")

    shown = "\n".join(message.content for asked in model.asked for message in asked.messages)
    assert "48200" not in shown
    assert [post.text for post in place.world.posts] == ["Fine.", "Fine."]


@pytest.mark.ledger("PLT-13")
async def test_a_message_that_is_deleted_while_it_is_thought_about_is_not_answered(tmp_path: Path) -> None:
    """M5."""
    going = asyncio.Event()

    class Slow(ScriptedModel):
        async def stream(self, messages, tools, deadline):  # type: ignore[no-untyped-def, override]
            await going.wait()
            async for chunk in super().stream(messages, tools, deadline):
                yield chunk

    place = House(home=tmp_path, models={"alice": Slow([f"You said: {SECRET}"])})
    talk = place.world.direct("ada")
    async with place.open():
        said = await place.world.say("ada", talk, SECRET)
        await until(lambda: bool(place.log("alice", "message_received")))
        await place.world.say("ada", talk, "", kind=Kind.DELETE, target=said)
        going.set()
        await place.settled()

    assert not place.world.posts


@pytest.mark.ledger("FOR-25", "AUD-06")
@pytest.mark.parametrize("wish", ["Forget that.", "forget that I have a salary"])
async def test_what_was_to_be_forgotten_is_quoted_nowhere_and_the_answer_tells_what_remains(
    tmp_path: Path, wish: str
) -> None:
    """M14."""
    place = obeying(tmp_path)
    talk = place.world.direct("ada")
    async with place.open():
        await place.ask("ada", talk, SECRET)
        (told,) = await place.ask("ada", talk, wish)
        place.world.clock.pass_(days=1)
        answers = await place.ask("ada", talk, "leak: what is my salary?")
        log = [event.content for event in place.log("alice", "message_received")]

    assert told.text.endswith(fleet_word("en", "forgotten"))
    seen = "\n".join(text for post in answers for text in (*post.texts, *(f.content.decode() for f in post.files)))
    assert "salary at the harbour" not in seen.replace('{"query": "salary at the harbour company"', "")
    assert "48200" not in seen
    assert SECRET in log


@pytest.mark.ledger("FOR-25")
@pytest.mark.parametrize("wish", ["Forget that.", "forget my salary"])
async def test_who_wants_something_forgotten_is_answered_also_where_memory_is_faster_than_the_model(
    tmp_path: Path, wish: str
) -> None:
    """The wish takes back its own words, too: its answer was thrown away as that to a deleted message."""
    place: House

    class Slow(ScriptedModel):
        async def stream(self, messages, tools, deadline):  # type: ignore[no-untyped-def, override]
            await place.animas["alice"].engine.formed()
            async for chunk in super().stream(messages, tools, deadline):
                yield chunk

    place = House(home=tmp_path, models={"alice": Slow(["Noted.", "Gone."])})
    talk = place.world.direct("ada")
    async with place.open():
        await place.ask("ada", talk, SECRET)
        (told,) = await place.ask("ada", talk, wish)

    assert told.text.endswith(fleet_word("en", "forgotten"))


@pytest.mark.ledger("PRI-12", "AUD-02", "PLT-13")
async def test_why_tells_of_turns_of_here_alone_and_repeats_nothing_that_is_gone(tmp_path: Path) -> None:
    """B6, B11."""
    place = House(home=tmp_path, models={"alice": ScriptedModel(["Well."])})
    room = place.world.add_room("talk", "ada", "bea")
    async with place.open():
        said = await place.world.say("ada", room, SECRET)
        await place.settled()
        await place.ask("bea", room, "alice, what is the salary at the harbour company?", mentions=MAIN)
        before = await place.command("bea", room, "why alice")
        await place.ask("ada", place.world.direct("ada"), "hello")
        after = await place.command("bea", room, "why alice")
        await place.world.say("ada", room, "", kind=Kind.DELETE, target=said)
        await place.settled()
        gone = await place.command("bea", room, "why alice")

    assert "48200" in before.text
    assert after.text == before.text
    assert "answered" in gone.text
    assert "48200" not in gone.text
