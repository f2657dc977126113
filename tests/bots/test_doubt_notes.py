"""Notes about a send in doubt: sure to arrive, bound to their question, and never about what is on record."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.message import Act, Receipt, Send
from bots.ports import Chunk
from tests.bots.house import House, until
from tests.bots.test_doubt import doubtful


def house(tmp_path: Path, *script: object) -> House:
    models = {"alice": ScriptedModel(list(script) or ["The answer."] * 9)}  # type: ignore[arg-type]
    return House(home=tmp_path, models=models, grace_s=0.0)


def notes(place: House) -> list[str]:
    return [post.text for post in place.world.posts if "cannot tell whether my answer reached you" in post.text]


@pytest.mark.ledger("PLT-12", "PLT-11")
async def test_a_note_that_was_cut_itself_is_said_again_and_says_so(tmp_path: Path) -> None:
    """P1: it was sent once, and where a kill cut it too the person saw nothing at all."""
    place = house(tmp_path)
    question = await doubtful(place)
    place.clock.pass_(seconds=5)
    cut = asyncio.Event()
    perform = place.adapter.perform

    async def hangs(act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        if isinstance(act, Send):
            cut.set()
            await asyncio.Event().wait()
        return await perform(act, nonce, in_doubt)

    place.adapter.perform = hangs  # type: ignore[method-assign]
    async with place.open():
        await asyncio.wait_for(cut.wait(), 10)  # the fleet dies while the platform may have it
    place.adapter.perform = perform  # type: ignore[method-assign]
    assert notes(place) == []
    async with place.open() as fleet:
        await until(lambda: bool(notes(place)))
        await place.settled()
        assert await fleet.delivery.dead() == []

    assert len(notes(place)) == 1
    assert "may come twice" in notes(place)[0]
    assert place.world.posts[-1].reply_to == question


@pytest.mark.ledger("PLT-12")
async def test_a_note_whose_answers_are_lost_every_time_ends_among_the_dead_letters(tmp_path: Path) -> None:
    """P1: it is said again, but not for ever."""
    place = house(tmp_path)
    await doubtful(place)
    place.clock.pass_(seconds=5)
    place.adapter.lost_answers = 1000
    async with place.open() as fleet:
        await until(lambda: bool(notes(place)))
        await place.settled()
        (letter,) = await fleet.delivery.dead()

    assert letter.key.endswith(":doubt")
    assert 1 < len(notes(place)) <= 8


@pytest.mark.ledger("PLT-12")
async def test_a_note_in_a_direct_talk_is_a_reply_and_names_its_question(tmp_path: Path) -> None:
    """P2, P6: eight identical notes in one talk named no question."""
    place = house(tmp_path)
    place.adapter.can_tell = False
    place.adapter.lost_answers = 2
    talk = place.world.direct("ada")
    async with place.open():
        await place.ask("ada", talk, "where are *my* keys?")
        await place.ask("ada", talk, "and my bag?")
    place.clock.pass_(seconds=5)
    async with place.open():
        await until(lambda: len(notes(place)) == 2)

    posts = [post for post in place.world.posts if post.text in notes(place)]
    assert [post.reply_to for post in posts] == [one.id for one in place.world.said]
    assert "“where are \\*my\\* keys?”" in posts[0].text
    assert "“and my bag?”" in posts[1].text


@pytest.mark.ledger("PLT-11", "PLT-12", "OPS-11")
async def test_a_death_between_the_post_and_its_record_leaves_no_doubt(tmp_path: Path) -> None:
    """P3: `response_sent` was logged before the row was settled: a kill between them gave a doubt although the log
    held the message's id."""
    place = house(tmp_path)
    place.adapter.can_tell = False
    dies = asyncio.Event()
    talk = place.world.direct("ada")
    async with place.open():
        engine = place.animas["alice"].engine
        record = engine.record

        async def hang(event: object) -> object:
            done = await record(event)  # type: ignore[arg-type]
            if event.type == "response_sent":  # type: ignore[attr-defined]
                dies.set()
                await asyncio.Event().wait()
            return done

        engine.record = hang  # type: ignore[method-assign, assignment]
        await place.world.say("ada", talk, "hello")
        await asyncio.wait_for(dies.wait(), 10)
    async with place.open() as fleet:
        await place.settled()
        assert await fleet.delivery.doubts() == []

    assert [post.text for post in place.world.posts] == ["The answer."]
    assert place.log("alice", "error") == []
    assert len(place.log("alice", "response_sent")) == 1


@pytest.mark.ledger("PLT-11")
async def test_a_long_queue_of_a_running_fleet_is_no_absence(tmp_path: Path) -> None:
    """P6: the ten-minute rule counted a message's age, and told “while I was away” of a fleet that was there."""
    model = ScriptedModel([[0.1, Chunk(text="One."), Chunk(end="stop")], "Two."])
    place = House(home=tmp_path, models={"alice": model})
    talk = place.world.direct("ada")
    async with place.open():
        await place.world.say("ada", talk, "one")
        await until(lambda: bool(model.asked))
        await place.world.say("ada", talk, "two")
        place.clock.pass_(minutes=11)
        await place.settled()

    assert [post.text for post in place.world.posts][-1] == "Two."
    assert "while you were away" not in model.asked[-1].messages[-2].content


@pytest.mark.ledger("PLT-11")
async def test_what_was_accepted_before_a_death_is_late_by_the_time_until_the_next_start(tmp_path: Path) -> None:
    """P6: from stop to start."""
    model = ScriptedModel([[60.0], "Here."])
    place = House(home=tmp_path, models={"alice": model}, grace_s=0.0)
    talk = place.world.direct("ada")
    async with place.open():
        await place.world.say("ada", talk, "are you there?")
        await until(lambda: bool(model.asked))
    place.clock.pass_(minutes=11)
    async with place.open():
        await place.settled()

    assert place.world.posts[-1].text.startswith("You wrote “are you there?” 11 min ago")
    assert len(model.asked) == 1


def test_an_inbox_of_an_earlier_version_gets_what_it_lacks(tmp_path: Path) -> None:
    from bots.delivery import embedded, store

    old = embedded._SCHEMA.replace(
        "    event text not null default '',\n    repeatable integer not null default 0,\n", ""
    )
    db = sqlite3.connect(tmp_path / "delivery.sqlite3", isolation_level=None)
    db.executescript(old)
    embedded.prepare(db)
    embedded.prepare(db)

    assert store.posts(db, "none") == {}
