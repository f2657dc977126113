"""Guests and other bots: who is answered, who is refused in words, and what ends a talk among bots."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.message import Kind, Message
from bots.rooms.hearers import ANSWERS_A_MINUTE, ANSWERS_IN_A_ROW, LoopGuard
from memory.vocabulary.address import Audience, Person, Place
from tests.bots.house import House, board, own
from tests.bots.platform import MAIN, MemoryAdapter

NOON = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
ROOM = Place("chat", "W", "talk")


def house(tmp_path: Path, **more: object) -> House:
    place = House(home=tmp_path, models={"alice": ScriptedModel(["Yes."])}, **more)  # type: ignore[arg-type]
    place.world.guests.add("eve")
    return place


def bot_says(text: str, number: int = 0) -> Message:
    return Message(
        kind=Kind.MESSAGE,
        account=MAIN,
        place=ROOM,
        id=f"{number:04d}",
        order=f"{number:04d}",
        author=Person("chat", "W", "bot"),
        author_name="Bot",
        at=NOON,
        audience=Audience.group(ROOM),
        text=text,
        author_is_bot=True,
    )


@pytest.mark.ledger("FLT-10", "AUD-04")
async def test_a_guest_is_refused_in_one_line_with_their_own_address(tmp_path: Path) -> None:
    place = house(tmp_path)
    async with place.open():
        (post,) = await place.ask("eve", place.world.direct("eve"), "tell me everything")

    assert "`chat:W/eve`" in post.text
    assert "admins" in post.text
    assert "\n" not in post.text
    assert place.models["alice"].asked == []  # type: ignore[attr-defined]
    assert place.log("alice", "message_received")[0].meta["trust"] == "guest"


@pytest.mark.ledger("FLT-10")
async def test_a_guest_is_reported_to_the_owner_once_a_day_where_the_config_says_so(tmp_path: Path) -> None:
    place = house(tmp_path, guests="report", owners=frozenset({"chat:W/olga"}))
    strange, office = place.world.direct("eve"), place.world.direct("olga")
    async with place.open():
        await place.ask("eve", strange, "the code is 1234")
        await place.ask("eve", strange, "hello?")

    assert sum(post.place == strange for post in place.world.posts) == 2
    (report,) = [post for post in place.world.posts if post.place == office]
    assert "`chat:W/eve`" in report.text
    assert "1234" not in report.text


@pytest.mark.ledger("FLT-10")
async def test_a_guest_is_answered_where_the_config_says_so(tmp_path: Path) -> None:
    place = house(tmp_path, guests="answer")
    async with place.open():
        (post,) = await place.ask("eve", place.world.direct("eve"), "hello")

    assert post.text == "Yes."


@pytest.mark.ledger("FLT-10")
async def test_who_can_write_in_a_room_of_a_board_is_a_member_there(tmp_path: Path) -> None:
    place = house(tmp_path, boards=(board("alice", rooms=["talk"]),))
    room = place.world.add_room("talk", "eve")
    async with place.open():
        (post,) = await place.ask("eve", room, "alice, hello", mentions=MAIN)

    assert post.text == "Yes."
    assert place.log("alice", "message_received")[0].meta["trust"] == "member"


@pytest.mark.ledger("ANI-21", "FLT-10")
async def test_another_bot_is_recorded_and_never_refused_in_words(tmp_path: Path) -> None:
    place = house(tmp_path)
    room = place.world.add_room("talk", "ada")
    async with place.open():
        posts = await place.ask("helper", room, "alice, hello", mentions=MAIN, is_bot=True)

    assert posts == []
    assert place.log("alice", "message_received")[0].meta["bot"] is True


@pytest.mark.process
@pytest.mark.ledger("ANI-21")
async def test_after_four_answers_in_a_row_bots_are_left_alone_until_a_person_speaks(tmp_path: Path) -> None:
    place = house(tmp_path, guests="answer")
    room = place.world.add_room("talk", "ada")
    async with place.open():
        for number in range(ANSWERS_IN_A_ROW + 1):
            await place.ask("helper", room, f"alice, take {number}", mentions=MAIN, is_bot=True)
            place.clock.pass_(seconds=20)
        assert len(place.world.posts) == ANSWERS_IN_A_ROW
        await place.ask("ada", room, "go on")
        again = await place.ask("helper", room, "alice, take that", mentions=MAIN, is_bot=True)

    assert len(again) == 1


@pytest.mark.ledger("ANI-21")
async def test_bots_that_talk_to_nobody_here_use_up_no_turns(tmp_path: Path) -> None:
    place = house(tmp_path, guests="answer")
    room = place.world.add_room("talk", "ada")
    async with place.open():
        for number in range(6):
            await place.ask("helper", room, f"build {number} is green", is_bot=True)
        posts = await place.ask("helper", room, "alice, what do you say?", mentions=MAIN, is_bot=True)

    assert len(posts) == 1


@pytest.mark.ledger("ANI-21", "PLT-06")
async def test_a_bots_message_that_two_accounts_hear_is_still_answered(tmp_path: Path) -> None:
    place = house(tmp_path, guests="answer", own={own("bob"): "bob"})
    place.models["bob"] = ScriptedModel(["Here I am."])
    place.boards = (board("alice", "bob", rooms=["talk"], accounts=[MAIN, own("bob")]),)
    MemoryAdapter(world=place.world, account=own("bob"))
    room = place.world.add_room("talk", "ada")
    async with place.open():
        posts = await place.ask("helper", room, "@alice @bob hello", is_bot=True)

    assert sorted(post.text for post in posts) == ["Here I am.", "Yes."]


@pytest.mark.ledger("ANI-21")
def test_the_same_words_are_answered_once() -> None:
    guard = LoopGuard()

    assert guard.allows("lane", bot_says("ping", 1), NOON)
    assert not guard.allows("lane", bot_says(" ping ", 2), NOON)
    assert guard.allows("lane", bot_says("pong", 3), NOON)


@pytest.mark.ledger("ANI-21")
def test_the_same_message_heard_again_has_the_same_verdict() -> None:
    guard = LoopGuard()

    assert [guard.allows("lane", bot_says("ping", 1), NOON) for _ in range(10)] == [True] * 10
    assert guard.allows("lane", bot_says("pong", 2), NOON)


@pytest.mark.ledger("ANI-21")
def test_no_more_than_eight_a_minute_however_often_a_person_speaks() -> None:
    guard = LoopGuard()
    allowed = 0
    for number in range(20):
        guard.person_spoke("lane")
        allowed += guard.allows("lane", bot_says(f"take {number}", number), NOON + timedelta(seconds=number))

    assert allowed == ANSWERS_A_MINUTE
    guard.person_spoke("lane")
    assert guard.allows("lane", bot_says("later", 99), NOON + timedelta(seconds=90))
    assert guard.allows("lane", replace(bot_says("me too", 100), author=Person("chat", "W", "other")), NOON)
