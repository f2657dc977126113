"""One message, one turn, one answer of each who was called, in order; the others listen."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.people.roster import Roster
from bots.ports import ChatMessage, Chunk, ToolSpec
from tests.bots.house import House, board, own, until
from tests.bots.platform import MAIN, MemoryAdapter


class Parrot:
    """Says the question again, so that it is seen which one was answered."""

    name = "parrot"
    context_tokens = 32_000

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        yield Chunk(text=f"You said: {messages[-1].content}")
        yield Chunk(end="stop")


def house(tmp_path: Path, *animas: str, **more: object) -> House:
    return House(home=tmp_path, models={name: Parrot() for name in animas}, **more)  # type: ignore[arg-type]


@pytest.mark.ledger("ANI-03", "PLT-11")
async def test_each_message_has_one_answer_in_the_order_in_which_they_were_said(tmp_path: Path) -> None:
    place = house(tmp_path, "alice")
    talk = place.world.direct("ada")
    async with place.open():
        for number in range(6):
            await place.world.say("ada", talk, f"number {number}")
        await place.settled()

    assert [post.text for post in place.world.posts] == [f"You said: number {n}" for n in range(6)]
    assert [event.content for event in place.log("alice", "message_received")] == [f"number {n}" for n in range(6)]
    assert len(place.log("alice", "response_sent")) == 6


@pytest.mark.ledger("PLT-11")
async def test_what_the_platform_hands_over_twice_is_answered_once(tmp_path: Path) -> None:
    place = house(tmp_path, "alice")
    talk = place.world.direct("ada")
    async with place.open() as fleet:
        await place.ask("ada", talk, "once")
        again = place.adapter.as_heard(place.world.said[0])
        assert not await fleet.sink.deliver(again)
        await place.settled()
    async with place.open() as fleet:
        assert not await fleet.sink.deliver(again)
        await place.settled()

    assert [post.text for post in place.world.posts] == ["You said: once"]
    assert len(place.log("alice", "message_received")) == 1


@pytest.mark.ledger("PLT-07")
async def test_two_names_in_a_mention_have_two_answers(tmp_path: Path) -> None:
    place = house(tmp_path, "alice", "bob", "carol")
    room = place.world.add_room("talk", "ada")
    async with place.open():
        posts = await place.ask("ada", room, "alice, bob: what is new?", mentions=MAIN)

    assert sorted(post.face for post in posts) == ["alice", "bob"]


@pytest.mark.ledger("PLT-07")
async def test_a_mention_without_a_name_is_answered_by_the_first_of_the_board(tmp_path: Path) -> None:
    place = house(tmp_path, "alice", "bob", "carol", boards=(board("bob", "alice", rooms=["talk"]),))
    room = place.world.add_room("talk", "ada")
    async with place.open():
        posts = await place.ask("ada", room, "what is new?", mentions=MAIN)

    assert [post.face for post in posts] == ["bob"]


@pytest.mark.ledger("PLT-07")
async def test_a_mention_without_a_name_is_for_whom_this_person_last_talked_to_here(tmp_path: Path) -> None:
    place = house(tmp_path, "alice", "bob")
    room = place.world.add_room("talk", "ada", "bea")
    async with place.open():
        await place.ask("ada", room, "bob, hello", mentions=MAIN)
        hers = await place.ask("ada", room, "and now?", mentions=MAIN)
        another = await place.ask("bea", room, "and for me?", mentions=MAIN)

    assert [post.face for post in hers] == ["bob"]
    assert [post.face for post in another] == ["alice"]


@pytest.mark.ledger("PLT-07", "LOG-03")
async def test_whom_a_person_talked_to_and_who_wrote_what_is_known_after_a_restart(tmp_path: Path) -> None:
    place = house(tmp_path, "alice", "bob")
    room = place.world.add_room("talk", "ada", "bea")
    async with place.open():
        (answer,) = await place.ask("ada", room, "bob, hello", mentions=MAIN)
    async with place.open():
        partner = await place.ask("ada", room, "and now?", mentions=MAIN)
        replied = await place.ask("bea", room, "why so?", reply_to=answer.id)

    assert [post.face for post in partner] == ["bob"]
    assert [post.face for post in replied] == ["bob"]


@pytest.mark.ledger("PLT-07")
async def test_a_reply_in_the_thread_of_a_question_goes_to_whom_the_question_addressed(tmp_path: Path) -> None:
    place = house(tmp_path, "alice", "bob")
    place.adapter.answers_in_threads = True
    room = place.world.add_room("talk", "ada")
    async with place.open():
        (answer,) = await place.ask("ada", room, "bob, hello", mentions=MAIN)
        posts = await place.ask("ada", answer.place, "tell me more", reply_to=answer.place.thread)

    assert answer.place.thread == place.world.said[0].id
    assert [(post.face, post.place) for post in posts] == [("bob", answer.place)]


@pytest.mark.ledger("PLT-07")
async def test_ambient_talk_is_recorded_by_each_anima_of_the_board_and_answered_by_none(tmp_path: Path) -> None:
    place = house(tmp_path, "alice", "bob", "carol", boards=(board("alice", "bob", rooms=["talk"]),))
    room = place.world.add_room("talk", "ada")
    async with place.open():
        posts = await place.ask("ada", room, "I told bob that the soup is ready")

    assert posts == []
    assert [one.content for one in place.log("alice")] == ["I told bob that the soup is ready"]
    assert [one.content for one in place.log("bob")] == ["I told bob that the soup is ready"]
    assert place.log("carol") == []
    assert not place.adapter.acts


@pytest.mark.ledger("PLT-07")
async def test_a_room_in_no_board_belongs_to_all_animas_of_its_account(tmp_path: Path) -> None:
    place = house(tmp_path, "alice", "bob", boards=(board("bob", rooms=["elsewhere"]),))
    room = place.world.add_room("talk", "ada")
    async with place.open():
        posts = await place.ask("ada", room, "hello?", mentions=MAIN)

    assert [post.face for post in posts] == ["alice"]
    assert len(place.log("bob", "message_received")) == 1


@pytest.mark.ledger("PLT-06", "PLT-07")
async def test_an_anima_with_an_account_of_its_own_hears_and_speaks_by_it_and_wears_no_other_face(
    tmp_path: Path,
) -> None:
    place = house(tmp_path, "alice", "bob", own={own("bob"): "bob"})
    place.boards = (board("alice", "bob", rooms=["talk"], accounts=[MAIN, own("bob")]),)
    MemoryAdapter(world=place.world, account=own("bob"))
    room = place.world.add_room("talk", "ada")
    async with place.open():
        posts = await place.ask("ada", room, "@alice @bob hello", mentions=MAIN)
        to_bob = await place.ask("ada", room, "are you there?", mentions=own("bob"))

    assert {(post.account, post.persona.name if post.persona else "") for post in posts} == {
        (MAIN, "alice"),
        (own("bob"), ""),
    }
    assert [post.account for post in to_bob] == [own("bob")]
    assert len(place.log("bob", "message_received")) == len(place.log("alice", "message_received")) == 2


@pytest.mark.ledger("PLT-07")
async def test_a_thread_is_its_addressees_also_where_two_accounts_heard_the_question(tmp_path: Path) -> None:
    place = house(tmp_path, "alice", "bob", own={own("bob"): "bob"})
    place.boards = (board("alice", "bob", rooms=["talk"], accounts=[MAIN, own("bob")]),)
    place.world.adapters.clear()
    # Bob's own account hears everything first, the shared one after it.
    for account in (own("bob"), MAIN):
        place.adapter = MemoryAdapter(world=place.world, account=account, answers_in_threads=True)
    room = place.world.add_room("talk", "ada")
    async with place.open():
        (answer,) = await place.ask("ada", room, "@bob hello")
        posts = await place.ask("ada", answer.place, "go on", reply_to=answer.place.thread)
    async with place.open():
        later = await place.ask("ada", answer.place, "and on", reply_to=answer.place.thread)

    assert [post.account for post in (*posts, *later)] == [own("bob"), own("bob")]


@pytest.mark.ledger("PLT-06")
def test_a_shared_account_wears_the_animas_face_and_its_picture() -> None:
    roster = Roster(animas=("alice",), avatars={"alice": "https://example.org/a.png"}, own={own("bob"): "bob"})

    persona = roster.persona(MAIN, "alice")
    assert persona is not None
    assert (persona.name, persona.avatar) == ("alice", "https://example.org/a.png")
    assert roster.persona(own("bob"), "bob") is None


@pytest.mark.ledger("PLT-09")
async def test_the_typing_sign_comes_at_once_even_while_the_lane_is_busy(tmp_path: Path) -> None:
    from bots.message import Typing

    place = House(home=tmp_path, models={"alice": ScriptedModel([[30.0]])}, grace_s=0.0)
    talk = place.world.direct("ada")
    async with place.open():
        await place.world.say("ada", talk, "first")
        second = await place.world.say("ada", talk, "second")
        await until(lambda: any(act.reply_to == second for act in place.adapter.shown(Typing)), 1.0)


@pytest.mark.ledger("PLT-07")
async def test_where_all_talk_is_answered_it_is_answered_by_one_also_with_two_accounts_in_the_room(
    tmp_path: Path,
) -> None:
    place = house(tmp_path, "alice", "bob", own={own("bob"): "bob"})
    place.boards = (replace(board("alice", "bob", rooms=["talk"], accounts=[MAIN, own("bob")]), ambient="all"),)
    MemoryAdapter(world=place.world, account=own("bob"))
    room = place.world.add_room("talk", "ada", "bea")
    async with place.open():
        unnamed = await place.ask("ada", room, "what a day")
        to_bob = await place.ask("ada", room, "@bob hello")
        replied = await place.ask("bea", room, "indeed", reply_to=to_bob[0].id)
        after = await place.ask("ada", room, "and what an evening")

    assert [post.account for post in unnamed] == [MAIN]
    assert [post.account for post in to_bob] == [own("bob")]
    assert [post.account for post in replied] == [own("bob")]
    assert [post.account for post in after] == [own("bob")]


@pytest.mark.ledger("PLT-07")
async def test_in_a_smart_room_only_a_question_of_who_is_talking_to_an_anima_is_answered(tmp_path: Path) -> None:
    place = house(tmp_path, "alice", boards=(replace(board("alice", rooms=["talk"]), ambient="smart"),))
    room = place.world.add_room("talk", "ada", "bea")
    async with place.open():
        cold = await place.ask("ada", room, "is it late?")
        await place.ask("ada", room, "alice, hello", mentions=MAIN)
        warm = await place.ask("ada", room, "is it late?")
        remark = await place.ask("ada", room, "it is late")
        other = await place.ask("bea", room, "is it late?")
        place.clock.pass_(minutes=6)
        gone_cold = await place.ask("ada", room, "is it late now?")

    assert [len(posts) for posts in (cold, warm, remark, other, gone_cold)] == [0, 1, 0, 0, 0]
