"""Floods: however much is said and written elsewhere, those who are present read and do the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from bots.message import Kind
from tests.bots.acting import Acting, Deed
from tests.bots.house import House

MESSAGES, LETTERS = 1300, 12
"""As many messages as once emptied what was read here; with those of two talks, more letters than are read at once."""

READ: Deed = ("read_dm_history", {"colleague": "bob"})


def letter(text: str) -> Deed:
    return ("send_message", {"to": "bob", "text": text})


def house_of(folder: Path) -> House:
    seats = {f"ask {number}.": [letter(f"Is seat {number} free?"), "Asked."] for number in range(2 * LETTERS)}
    alice = Acting(
        {
            **seats,
            "ask bob": [letter("When can you review the draft?"), "Asked."],
            "what did bob write": [READ, "{}"],
            "remind me": ["I see."],
        }
    )
    return House(home=folder, models={"alice": alice, "bob": Acting({"letter from your colleague": ["Tuesday."]})})


async def flood(house: House) -> None:
    """Letters for others, and messages in a room that the anima hears and where nobody asks it anything."""
    for number in range(2 * LETTERS):
        person = ("eve", "ben")[number % 2]
        await house.ask(person, house.world.direct(person), f"@alice ask {number}.")
    room = house.world.add_room("flooded", "eve", "ben")
    for _ in range(MESSAGES):
        await house.world.say("eve", room, "lol")
    await house.settled(within_s=120)
    assert sum(event.content == "lol" for event in house.log("alice")) == MESSAGES


@pytest.mark.audit("A9")
@pytest.mark.ledger("AUD-01", "AUD-02", "ANI-13", "FOR-27")
@pytest.mark.timeout(120)
async def test_letters_are_read_and_a_thumb_is_taken_whatever_was_said_and_written_elsewhere(tmp_path: Path) -> None:
    house = house_of(tmp_path)
    room = house.world.add_room("talk", "ada")
    async with house.open():
        await house.ask("ada", room, "@alice ask bob, please")
        _, question = await house.ask("ada", room, "@alice remind me on Friday to call Mum")
        (before,) = await house.ask("ada", room, "@alice what did bob write?")
        await flood(house)
        (after,) = await house.ask("ada", room, "@alice what did bob write?")
        await house.world.say("ada", room, "👍", kind=Kind.REACTION, target=question.id)
        await house.settled()
        kept = house.animas["alice"].records.reminders.kept()

    assert 'alice: "When can you review the draft?"' in before.text
    assert 'bob: "Tuesday."' in before.text
    assert after.text == before.text
    assert [reminder.text for reminder in kept] == ["call Mum"]
