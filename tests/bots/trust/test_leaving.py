"""One way for words that leave a talk: whom they reach, who may read them, one question with both, then the act."""

from __future__ import annotations

from pathlib import Path

import pytest

from bots.message import File
from bots.people.calling import CallSettings
from bots.tools.tool import Tool
from memory.archive.audit_log import AuditLog
from memory.vocabulary.address import Person
from tests.bots.acting import Acting, Deed
from tests.bots.house import House
from tests.bots.platform import PLATFORM, WORKSPACE, Posted

ADA, BEN, CEM, MALLORY = (str(Person(PLATFORM, WORKSPACE, name)) for name in ("ada", "ben", "cem", "mallory"))
WORDS = "Lunch is at noon."
ACTS: dict[str, Deed] = {
    "message": ("send_message", {"to": "Ben", "text": WORDS}),
    "call": ("call_human", {"to": "Ben", "text": WORDS}),
}


def house_in(folder: Path, deed: Deed, **how: object) -> House:
    table = {"is what came of it": ["I see."], "tell Ben": [deed, "I said: {}"]}
    calls = CallSettings(enabled=True, channels=(PLATFORM,), people=(BEN,))
    fields: dict[str, object] = {"aliases": {"ben": (BEN,)}, "calls": calls, **how}
    return House(home=folder, models={"alice": Acting(table)}, **fields)  # type: ignore[arg-type]


async def press(house: House, question: Posted, person: str = "ada") -> None:
    assert house.fleet is not None
    await house.world.press(person, question.place, question.id, question.choices[0].value)
    await house.settled()
    for _ in range(3):
        await house.fleet.calling.look()
        await house.settled()


def at(house: House, name: str) -> list[str]:
    return [post.texts[0] for post in house.world.seen(house.world.direct(name))]


def questions(house: House) -> list[Posted]:
    return [post for post in house.world.posts if post.choices]


@pytest.mark.audit("W3")
@pytest.mark.ledger("AUD-03", "AUD-05")
@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("is_room", [False, True])
async def test_the_persons_yes_to_the_exact_words_carries_them_to_whom_they_named(
    tmp_path: Path, act: str, is_room: bool
) -> None:
    house = house_in(tmp_path, ACTS[act])
    place = house.world.add_room("talk", "ada") if is_room else house.world.direct("ada")
    async with house.open():
        await house.ask("ada", place, "@alice tell Ben that lunch is at noon")
        before, (question,) = at(house, "ben"), questions(house)
        await press(house, question)

    assert before == []
    assert WORDS in question.texts[0]
    assert f"→ `ben ({BEN})`" in question.texts[0]
    (told,) = at(house, "ben")
    assert WORDS in told
    assert len([post for post in house.world.posts if post.choices and post.place == place]) <= 1


@pytest.mark.audit("W3")
@pytest.mark.ledger("AUD-05")
@pytest.mark.parametrize(
    "deed",
    [
        ("send_message", {"to": "Nobody", "text": WORDS}),
        ("send_message", {"to": "Ben", "text": "  "}),
        ("call_human", {"to": "Nobody", "text": WORDS}),
        ("call_human", {"to": "Ben", "text": WORDS, "options": "a|b|c|d|e"}),
        ("post_channel", {"board": "elsewhere", "text": WORDS}),
    ],
)
async def test_nothing_is_asked_that_would_be_refused(tmp_path: Path, deed: Deed) -> None:
    house = house_in(tmp_path, deed)
    async with house.open():
        for _ in range(2):
            await house.ask("ada", house.world.direct("ada"), "Please tell Ben.")

    assert questions(house) == []
    assert len([post for post in house.world.posts if "Error: " in post.text]) == 2
    assert [entry.act for entry in AuditLog(tmp_path / "logs", house.clock).newest()] == []


@pytest.mark.audit("W3")
@pytest.mark.ledger("AUD-05")
async def test_a_call_that_was_made_already_is_not_asked_for_again(tmp_path: Path) -> None:
    house = house_in(tmp_path, ACTS["call"])
    async with house.open():
        direct = house.world.direct("ada")
        await house.ask("ada", direct, "Please tell Ben.")
        await press(house, questions(house)[0])
        asked = len(questions(house))
        again = await house.ask("ada", direct, "Please tell Ben.")

    assert "within the last 24 hours" in again[-1].text
    assert len([post for post in questions(house) if post.place == direct]) <= asked
    assert len(at(house, "ben")) == 1


@pytest.mark.audit("A4")
@pytest.mark.ledger("AUD-05", "ANI-13")
@pytest.mark.parametrize("act", ACTS)
async def test_a_name_that_somebody_took_leads_nobody_elses_words_to_them(tmp_path: Path, act: str) -> None:
    house = house_in(tmp_path, ACTS[act], aliases={"cem": (CEM,)})
    async with house.open():
        mallory = house.world.direct("mallory")
        await house.ask("mallory", mallory, "Hello")
        await house.command("mallory", mallory, "me name Ben")
        before = len(at(house, "mallory"))
        await house.ask("ada", house.world.direct("ada"), "Please tell Ben.")

    assert questions(house) == []
    assert len(at(house, "mallory")) == before
    assert "Ben" in house.world.posts[-1].text
    assert "Error: " in house.world.posts[-1].text


@pytest.mark.audit("A4")
@pytest.mark.ledger("ANI-13")
async def test_who_gave_themselves_a_name_is_reached_by_it_at_their_own_request(tmp_path: Path) -> None:
    house = house_in(tmp_path, ACTS["message"], aliases={"cem": (CEM,)})
    async with house.open():
        room, mallory = house.world.add_room("talk", "ada", "mallory"), house.world.direct("mallory")
        await house.ask("mallory", mallory, "Hello")
        await house.command("mallory", mallory, "me name Ben")
        await house.ask("mallory", room, "@alice tell Ben")
        for question in questions(house):
            assert MALLORY in question.texts[0]
            await press(house, question, "mallory")

    assert at(house, "mallory")[-1] == WORDS


@pytest.mark.audit("A4", "W3")
@pytest.mark.ledger("AUD-05")
@pytest.mark.parametrize("act", ACTS)
async def test_a_yes_is_bound_to_the_address_that_was_shown(tmp_path: Path, act: str) -> None:
    house = house_in(tmp_path, ACTS[act])
    async with house.open() as fleet:
        await house.ask("ada", house.world.direct("ada"), "Please tell Ben.")
        (question,) = questions(house)
        fleet.calling.routing.become({"ben": (MALLORY,)}, PLATFORM)
        await press(house, question)

    assert at(house, "ben") == at(house, "mallory") == []
    told = [message.content for message in house.models["alice"].asked[-1]]  # type: ignore[attr-defined]
    assert any("somebody else now" in text for text in told)


@pytest.mark.audit("A14")
@pytest.mark.ledger("AUD-05")
async def test_what_only_reads_outside_carries_words_out_too(tmp_path: Path) -> None:
    looked: list[str] = []

    async def look_up(scene: object, words: str) -> str:
        """Look something up.

        words: what
        """
        looked.append(words)
        return "It is in the blue box."

    tool = Tool(look_up, brings=True, outside=True)
    house = house_in(tmp_path, ("look_up", {"words": "tea"}), more_tools=(tool,))
    rules = tmp_path / "animas" / "alice" / "permissions.md"
    rules.parent.mkdir(parents=True)
    rules.write_text("## Available Tools\nlook_up")
    file = File(name="a.md", media_type="text/markdown", size=3, url="file:a")
    house.world.contents[file.url] = b"tea"
    async with house.open():
        await house.ask("ada", house.world.direct("ada"), "Please tell Ben.", files=(file,))
        before, (question,) = list(looked), questions(house)
        await press(house, question)

    assert before == []
    assert '`look_up {"words": "tea"}`' in question.texts[0]
    assert looked == ["tea"]
