"""Lives of a fleet on the offline model: told on Monday, restarted, asked on Friday."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adapters.models.offline import OfflineModel
from bots.message import Kind
from memory.archive.activity_log import ActivityLog
from memory.engine import MemoryEngine
from memory.vocabulary.address import Audience
from tests.bots.house import House, board
from tests.bots.platform import MAIN, Posted
from tests.memory.stage import assert_the_index_is_derived

pytestmark = pytest.mark.ledger("ANI-03", "ANI-10", "PRI-01", "PRI-04")


@pytest.fixture(autouse=True)
async def the_index_is_derived(tmp_path: Path) -> AsyncIterator[None]:
    """At the end of each life, every anima's index is deleted, and the same comes to mind."""
    yield
    for directory in sorted((tmp_path / "animas").iterdir()):
        engine = await MemoryEngine.open(directory, clock=lambda: datetime(2026, 12, 24, tzinfo=UTC))
        log = ActivityLog(directory / "activity_log")
        events = [event for day in log.days() for _, event in log.read(day) if event.audience]
        told = [(event.content, Audience.parse(event.audience)) for event in events]
        await assert_the_index_is_derived(engine, told)
        await engine.close()


def house(tmp_path: Path, *animas: str) -> House:
    names = animas or ("alice",)
    return House(
        home=tmp_path,
        models={name: OfflineModel() for name in names},
        boards=(board(*names, rooms=["talk"]),),
    )


def text(posts: Sequence[Posted]) -> str:
    return "\n".join(post.text for post in posts)


async def test_told_on_monday_restarted_and_asked_on_friday(tmp_path: Path) -> None:
    place = house(tmp_path)
    room = place.world.add_room("talk", "ada", "bea")
    async with place.open():
        await place.ask("ada", room, "The boiler man comes on Thursday at ten, his name is Ruprecht.")
        await place.ask("bea", room, "Thanks, I will be at home.")
    place.clock.pass_(days=2)
    async with place.open():
        await place.ask("bea", room, "We are out of coffee.")
    place.clock.pass_(days=2)
    async with place.open():
        answer = await place.ask("bea", room, "alice, what is the name of the boiler man?", mentions=MAIN)

    assert "Ruprecht" in text(answer)
    assert "Ada" in text(answer)
    assert "16 Nov" in text(answer) or "Monday" in text(answer) or "2026-11-16" in text(answer)


async def test_who_only_listened_on_monday_can_be_asked_on_friday(tmp_path: Path) -> None:
    place = house(tmp_path, "alice", "bob")
    room = place.world.add_room("talk", "ada")
    async with place.open():
        await place.ask("ada", room, "alice, the spare key lies under the blue flowerpot.", mentions=MAIN)
    place.clock.pass_(days=4)
    async with place.open():
        (answer,) = await place.ask("ada", room, "bob, where does the spare key lie?", mentions=MAIN)

    assert answer.face == "bob"
    assert "blue flowerpot" in answer.text


async def test_two_people_talk_at_once_and_each_has_their_own_answers_in_order(tmp_path: Path) -> None:
    place = house(tmp_path)
    ada, bea = place.world.direct("ada"), place.world.direct("bea")
    async with place.open():
        for word in ("piano", "violin", "drums"):
            await place.world.say("ada", ada, f"My brother number {word} plays the {word} in Lisbon.")
            await place.world.say("bea", bea, f"My sister number {word} sells the {word} in Tromsø.")
        await place.settled()
        his = await place.ask("ada", ada, "Who plays the violin?")
        hers = await place.ask("bea", bea, "Who sells the violin?")

    assert [len(place.world.seen(talk)) for talk in (ada, bea)] == [4, 4]
    assert "brother number violin" in text(his)
    assert "sister number violin" in text(hers)
    assert "sister" not in text(place.world.seen(ada))
    assert "brother" not in text(place.world.seen(bea))


@pytest.mark.parametrize(
    ("told", "asked", "word"),
    [
        ("鍵は青い植木鉢の下にあります。", "鍵はどこにありますか？", "植木鉢"),
        ("Yedek anahtar mavi saksının altında duruyor.", "Yedek anahtar nerede duruyor?", "saksının"),
    ],
    ids=["japanese", "turkish"],
)
async def test_it_is_told_and_asked_in_other_languages(tmp_path: Path, told: str, asked: str, word: str) -> None:
    place = house(tmp_path)
    talk = place.world.direct("ada")
    async with place.open():
        await place.ask("ada", talk, told)
    place.clock.pass_(days=4)
    async with place.open():
        answer = await place.ask("ada", talk, asked)

    assert word in text(answer)


@pytest.mark.parametrize(
    "call", ["alice、こんにちは", "ａｌｉｃｅ, hello", "@ALICE merhaba", "Merhaba alice, nasılsın?"]
)
async def test_a_name_is_heard_in_any_width_and_case(tmp_path: Path, call: str) -> None:
    place = house(tmp_path, "bob", "alice")
    room = place.world.add_room("talk", "ada")
    async with place.open():
        (answer,) = await place.ask("ada", room, call, mentions=MAIN)

    assert answer.face == "alice"


async def test_what_was_to_be_remembered_is_kept_over_a_restart(tmp_path: Path) -> None:
    place = house(tmp_path)
    talk = place.world.direct("ada")
    async with place.open():
        await place.ask("ada", talk, "Remember that my locker has the number 7714.")
    place.clock.pass_(days=1)
    async with place.open():
        known = await place.ask("ada", talk, "What number has my locker?")

    assert "7714" in text(known)


@pytest.mark.ledger("PLT-13")
async def test_what_a_person_has_corrected_is_known_as_corrected(tmp_path: Path) -> None:
    place = house(tmp_path)
    room = place.world.add_room("talk", "ada")
    async with place.open():
        said = await place.world.say("ada", room, "The meeting with the plumber is in room 12.")
        await place.world.say("ada", room, "The meeting with the plumber is in room 31.", kind=Kind.EDIT, target=said)
        await place.settled()
        place.clock.pass_(days=1)
        answer = await place.ask("ada", room, "alice, where is the meeting with the plumber?", mentions=MAIN)

    assert "room 31" in text(answer)
    assert "room 12" not in text(answer)


@pytest.mark.ledger("PLT-13")
async def test_what_a_person_has_deleted_is_not_said(tmp_path: Path) -> None:
    place = house(tmp_path)
    room = place.world.add_room("talk", "ada")
    async with place.open():
        said = await place.world.say("ada", room, "The code of the gate is 5519.")
        await place.world.say("ada", room, "", kind=Kind.DELETE, target=said)
        await place.settled()
        place.clock.pass_(days=1)
        answer = await place.ask("ada", room, "alice, what is the code of the gate?", mentions=MAIN)

    assert answer
    assert "5519" not in text(answer)
