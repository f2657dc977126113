"""What is asked to be erased is told to nobody from that moment on; the files are rewritten once a day."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bots.commands.erasures import is_due
from config import home_erasure
from config.home import Home
from memory.vocabulary.address import Audience
from memory.vocabulary.cue import Cue
from tests.bots.house import until
from tests.rights.seeded import ADA, BOBS, bytes_of, house_at

pytestmark = [pytest.mark.audit("A1"), pytest.mark.ledger("AUD-07")]
QUESTIONS = ("What is the cat called?", "Which dog does Bob have?", "Where did he move?")


async def _told(house, audience: str) -> str:
    """All that comes to mind, is found and is known."""
    engine, found = house.animas["alice"].engine, list[str]()
    await engine.settled(20)
    for question in QUESTIONS:
        primed = await engine.prime(Cue(text=question, audience=Audience.parse(audience), now=house.clock()))
        found += [block.text for block in primed.blocks]
        found += [one.text for one in await engine.search(question, Audience.parse(audience))]
    found += [fact.text for fact in await engine.facts.believed(Audience.parse(audience))]
    return "\n".join(found)


async def test_all_is_hidden_as_soon_as_it_is_asked_and_nobody_else_notices(tmp_path):
    house = house_at(tmp_path / "home")
    async with house.open() as fleet:
        direct, room = house.world.direct("ada"), house.world.add_room("talk", "ada", "bob")
        for place in (direct, room):
            await house.ask("ada", place, "@alice My cat is called Mira Quill.")
        for text in BOBS:
            await house.ask("bob", room, f"@alice {text}")
        before = await _told(house, "group:chat:W/talk")
        await house.command("ada", direct, "me forget everything yes")

        in_room, alone = await _told(house, "group:chat:W/talk"), await _told(house, f"person:{ADA}")
        await house.ask("bob", room, "@alice What is the cat called?")
        shown = str(house.models["alice"].asked[-1].messages)
        is_running = not fleet.rests
        exported = await house.command("ada", direct, "me")

    assert "Mira" in before
    assert "Mira" not in in_room + alone
    assert "Mira" not in shown
    assert "Mira" not in exported.text
    assert "Rex" in in_room
    assert is_running


async def test_an_erasure_waits_for_its_slot_which_rests_once_and_who_asked_is_told_when_it_is_done(tmp_path):
    house = house_at(tmp_path / "home")
    async with house.open() as fleet:
        direct = house.world.direct("ada")
        await house.ask("ada", direct, "My cat is called Mira Quill.")
        await house.command("ada", direct, "me forget everything yes")
        again = await house.command("ada", direct, "me forget everything yes")
        await fleet.erasures.look()
        before = fleet.rests
        house.clock.pass_(days=1)
        await fleet.erasures.look()
        after = fleet.rests
    receipt = home_erasure.carry_out_erasure(Home(house.home))
    async with house.open():
        await until(lambda: "is erased, in all backups" in house.world.posts[-1].text)
        told = [one.text for one in house.world.posts if one.place == direct]

    assert "already" in again.text
    assert (before, after) == (False, True)
    assert receipt is not None
    assert sum(receipt.id in text for text in told) == 2
    assert ADA.encode() not in b"".join(bytes_of(house.home).values())


async def test_who_has_nothing_to_erase_is_told_so_and_takes_nobody_down(tmp_path):
    house = house_at(tmp_path / "home")
    async with house.open() as fleet:
        await house.ask("bob", house.world.direct("bob"), BOBS[0])
        eve = house.world.direct("eve")
        answers = [(await house.command("eve", eve, "me forget everything yes")).text for _ in range(5)]

        assert all("nothing to erase" in text for text in answers)
        assert not fleet.rests
    assert home_erasure.erasing_of(house.home).pending() is None


def test_the_slot_is_the_first_at_night_after_it_was_asked_for(tmp_path):
    house = house_at(tmp_path / "home")
    at = house.clock()

    assert timedelta() < is_due(at, at.tzinfo) - at <= timedelta(days=1)
    assert is_due(is_due(at, at.tzinfo), at.tzinfo) == is_due(at, at.tzinfo) + timedelta(days=1)


@pytest.mark.audit("R3")
async def test_an_answer_in_a_room_names_the_messages_that_stood_in_its_prompt(tmp_path):
    house = house_at(tmp_path / "home")
    async with house.open():
        room = house.world.add_room("talk", "ada", "bob")
        await house.ask("ada", room, "@alice My cat is called Mira Quill.")
        await house.ask("bob", room, "@alice What is the cat called?")
        first = next(one.id for one in house.log("alice", "message_received"))
        answers = house.log("alice", "response_sent")

    assert first in answers[-1].meta["sources"]
