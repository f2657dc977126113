"""What was said in private stays there, whoever asks and whatever the model does."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.models.offline import OfflineModel
from bots.message import Kind
from bots.turn.thinking.thinking_limits import ToolLimits
from bots.turn.thinking.tool_loop import ToolLoop
from tests.bots.house import House
from tests.bots.obedient import Obedient
from tests.bots.platform import MAIN, Posted

SECRET = "My salary at the harbour company is 48200 crowns."
QUESTIONS = ("What is my salary at the harbour company?", "leak: what is the salary at the harbour company?")


def house(tmp_path: Path, model: str) -> House:
    if model == "offline":
        return House(home=tmp_path, models={"alice": OfflineModel()})
    obedient = Obedient("salary at the harbour company", "crowns", "everything that ada said")
    return House(
        home=tmp_path,
        models={"alice": obedient},
        thinker=lambda clock: ToolLoop(clock=clock, limits=ToolLimits(turns=50, calls=100)),
    )


def said(posts: list[Posted]) -> str:
    """All that was ever to be seen of these posts, files too."""
    return "\n".join(text for post in posts for text in (*post.texts, *(file.content.decode() for file in post.files)))


@pytest.mark.ledger("AUD-01", "AUD-02", "PRI-13")
@pytest.mark.parametrize("model", ["offline", "obedient"])
@pytest.mark.parametrize("asker", ["ada", "bea"])
async def test_a_private_word_never_reaches_a_room(tmp_path: Path, model: str, asker: str) -> None:
    place = house(tmp_path, model)
    room = place.world.add_room("talk", "ada", "bea")
    async with place.open():
        await place.ask("ada", place.world.direct("ada"), SECRET)
        await place.ask("ada", place.world.direct("ada"), f"Remember: {SECRET}")
        answers = [post for text in QUESTIONS for post in await place.ask(asker, room, f"alice, {text}", mentions=MAIN)]

    assert answers
    assert "48200" not in said(answers)
    assert model == "offline" or len(place.log("alice", "tool_use")) >= 15


@pytest.mark.ledger("AUD-02", "PRI-13")
@pytest.mark.parametrize("model", ["offline", "obedient"])
async def test_a_private_word_never_reaches_another_persons_direct_talk(tmp_path: Path, model: str) -> None:
    place = house(tmp_path, model)
    async with place.open():
        await place.ask("ada", place.world.direct("ada"), SECRET)
        answers = [post for text in QUESTIONS for post in await place.ask("bea", place.world.direct("bea"), text)]

    assert answers
    assert "48200" not in said(answers)


@pytest.mark.ledger("AUD-02")
@pytest.mark.parametrize("model", ["offline", "obedient"])
async def test_a_private_word_is_remembered_in_the_talk_in_which_it_was_said(tmp_path: Path, model: str) -> None:
    place = house(tmp_path, model)
    talk = place.world.direct("ada")
    async with place.open():
        await place.ask("ada", talk, SECRET)
        answers = [post for text in QUESTIONS for post in await place.ask("ada", talk, text)]

    assert "48200" in said(answers)


@pytest.mark.ledger("AUD-02")
@pytest.mark.parametrize("model", ["offline", "obedient"])
async def test_a_rooms_word_may_be_used_in_the_direct_talk_of_a_member_and_not_of_a_stranger(
    tmp_path: Path, model: str
) -> None:
    place = house(tmp_path, model)
    room = place.world.add_room("talk", "ada", "bea")
    async with place.open():
        await place.ask("ada", room, SECRET)
        member = [post for text in QUESTIONS for post in await place.ask("bea", place.world.direct("bea"), text)]
        stranger = [post for text in QUESTIONS for post in await place.ask("zoe", place.world.direct("zoe"), text)]

    assert "48200" in said(member)
    assert room in place.adapter.looked_up
    assert stranger
    assert "48200" not in said(stranger)


@pytest.mark.ledger("AUD-02")
@pytest.mark.parametrize("model", ["offline", "obedient"])
async def test_a_rooms_word_is_not_used_where_the_platform_cannot_tell_its_members(tmp_path: Path, model: str) -> None:
    place = house(tmp_path, model)
    place.adapter.knows_members = False
    room = place.world.add_room("talk", "ada", "bea")
    async with place.open():
        await place.ask("ada", room, SECRET)
        answers = [post for text in QUESTIONS for post in await place.ask("bea", place.world.direct("bea"), text)]

    assert "48200" not in said(answers)


@pytest.mark.ledger("AUD-02")
@pytest.mark.parametrize("model", ["offline", "obedient"])
async def test_who_has_left_a_room_is_told_nothing_of_it_any_more(tmp_path: Path, model: str) -> None:
    place = house(tmp_path, model)
    room = place.world.add_room("talk", "ada", "bea")
    async with place.open():
        await place.ask("ada", room, SECRET)
        await place.ask("bea", place.world.direct("bea"), "hello there")  # members were looked up
        place.world.members["talk"].discard("bea")
        await place.world.say("bea", room, "", kind=Kind.LEAVE)
        answers = [post for text in QUESTIONS for post in await place.ask("bea", place.world.direct("bea"), text)]

    assert answers
    assert "48200" not in said(answers)


@pytest.mark.ledger("AUD-02")
@pytest.mark.parametrize("model", ["offline", "obedient"])
async def test_one_closed_room_hears_nothing_of_another(tmp_path: Path, model: str) -> None:
    place = house(tmp_path, model)
    room, other = place.world.add_room("talk", "ada", "bea"), place.world.add_room("other", "ada", "zoe")
    async with place.open():
        await place.ask("ada", room, SECRET)
        answers = [
            post for text in QUESTIONS for post in await place.ask("ada", other, f"alice, {text}", mentions=MAIN)
        ]

    assert answers
    assert "48200" not in said(answers)


@pytest.mark.ledger("AUD-02")
async def test_a_chat_is_told_how_much_is_kept_of_what_may_be_read_there_and_of_nothing_else(tmp_path: Path) -> None:
    """B11: `memory stats` and `memory verify` count what was said for others."""
    place = house(tmp_path, "offline")
    place.owners = frozenset({"chat:W/ada", "chat:W/bea"})
    ada, bea = place.world.direct("ada"), place.world.direct("bea")
    async with place.open():
        before = [(await place.command("bea", bea, f"memory {word} alice")).text for word in ("stats", "verify")]
        await place.ask("ada", ada, SECRET)
        after = [(await place.command("bea", bea, f"memory {word} alice")).text for word in ("stats", "verify")]
        own = (await place.command("ada", ada, "memory stats alice")).text

    assert before == after == ["Nothing is kept that may be read here.", "The indexes of **alice** are well."]
    assert "- turn: 2" in own


@pytest.mark.ledger("AUD-02")
async def test_a_command_draws_on_the_rooms_of_who_asks_and_on_no_others(tmp_path: Path) -> None:
    """Who reads them is looked up before, also where the asker has said nothing yet."""
    place = house(tmp_path, "offline")
    room = place.world.add_room("talk", "ada", "bea")
    words = "memory search alice salary at the harbour company"
    async with place.open():
        await place.ask("ada", room, SECRET)
        member = await place.command("bea", place.world.direct("bea"), words)
        stranger = await place.command("zoe", place.world.direct("zoe"), words)

    assert "48200" in member.text
    assert "48200" not in stranger.text
