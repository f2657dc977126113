"""A board of closed rooms is closed, and what its readers may know is looked up on its platforms."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.delivery.items import InboxItem
from bots.message import Kind, Message
from bots.trust.exposure import exposure_of
from memory.archive.conversations import Conversation
from memory.vocabulary.address import Audience, Person, Place
from memory.vocabulary.cue import Cue, Primed
from tests.bots.house import House, board
from tests.bots.platform import MAIN, Clock
from tests.bots.test_who_answers import Parrot

_CLOSED, _OTHER, _OPEN = "group:chat:W/den", "group:discord:1/2", "open:chat:W/hall"


@pytest.mark.parametrize(
    ("audience", "is_closed", "platforms"),
    [
        ("person:chat:W/ada", True, set()),
        (_CLOSED, True, {"chat"}),
        (_OPEN, False, {"chat"}),
        ("org", False, set()),
        (f"any:{_CLOSED}+{_OTHER}", True, {"chat", "discord"}),
        (f"any:{_CLOSED}+{_OPEN}", True, {"chat"}),
        ("any:open:chat:W/a+open:chat:W/b", False, {"chat"}),
    ],
)
def test_a_board_is_as_closed_as_one_of_its_rooms(audience: str, is_closed: bool, platforms: set[str]) -> None:
    present = Audience.parse(audience)

    assert present.is_closed is is_closed
    assert present.platforms == platforms


@pytest.mark.audit("A5")
@pytest.mark.ledger("AUD-05")
def test_a_turn_on_a_board_of_closed_rooms_holds_private_data() -> None:
    author = Person("chat", "W", "ada")
    message = Message(
        kind=Kind.MESSAGE,
        account=MAIN,
        place=Place("chat", "W", "den"),
        id="1",
        order="1",
        author=author,
        author_name="Ada",
        at=Clock()(),
        audience=Audience.parse(f"any:{_CLOSED}+{_OTHER}"),
        text="Look it up, please.",
    )

    cue = Cue(text=message.text, audience=message.audience, now=message.at, place=message.place, key=message.key)
    met = exposure_of(InboxItem(anima="alice", message=message), cue, Primed(), Conversation(place="chat:W/den"), ())

    assert met.is_private


@pytest.mark.audit("A5")
@pytest.mark.ledger("AUD-01")
async def test_who_reads_other_rooms_is_looked_up_for_those_who_are_on_a_board(tmp_path: Path) -> None:
    rooms = ("den", "lab")
    house = House(home=tmp_path, models={"alice": Parrot()}, boards=(board("alice", rooms=rooms),))
    den, _ = (house.world.add_room(room, "ada", "bob") for room in rooms)
    hall = house.world.add_room("hall", "ada", "bob", "cem")
    async with house.open():
        await house.world.say("cem", hall, "the launch is on Friday")
        await house.settled()
        house.adapter.looked_up.clear()
        await house.ask("ada", den, "@alice when is the launch?")

    assert hall in house.adapter.looked_up


@pytest.mark.ledger("AUD-01")
async def test_what_was_said_in_a_room_before_it_was_a_side_of_a_board_is_not_in_mind_on_the_board(
    tmp_path: Path,
) -> None:
    model = ScriptedModel(["Noted."] * 3)
    house = House(home=tmp_path, models={"alice": model})
    den, _ = (house.world.add_room(room, person) for room, person in (("den", "ada"), ("lab", "bob")))
    async with house.open():
        await house.ask("ada", den, "alice, the code is 4711", mentions=MAIN)
    house.boards = (board("alice", rooms=("den", "lab")),)
    async with house.open():
        await house.ask("ada", den, "alice, what did I say?", mentions=MAIN)
        await house.ask("ada", den, "alice, and before?", mentions=MAIN)
    _, asked, again = ["\n".join(one.content for one in told.messages) for told in model.asked]

    assert "4711" not in asked + again
    assert "what did I say?" in again


@pytest.mark.ledger("LOG-09")
async def test_a_talk_on_a_board_goes_on_where_the_room_is_a_board_no_more(tmp_path: Path) -> None:
    model = ScriptedModel(["Noted."] * 3)
    house = House(home=tmp_path, models={"alice": model}, boards=(board("alice", rooms=("den", "lab")),))
    den, _ = (house.world.add_room(room, "ada") for room in ("den", "lab"))
    async with house.open():
        await house.ask("ada", den, "alice, the code is 4711", mentions=MAIN)
    house.boards = ()
    async with house.open():
        await house.ask("ada", den, "alice, what did I say?", mentions=MAIN)

    assert "4711" in "\n".join(one.content for one in model.asked[-1].messages[1:-1])


@pytest.mark.ledger("AUD-01", "FLT-02")
async def test_what_was_heard_in_a_room_before_it_was_a_side_of_a_board_is_not_carried_to_the_others(
    tmp_path: Path,
) -> None:
    house = House(home=tmp_path, models={"alice": Parrot()})
    den, lab = (house.world.add_room(room, person) for room, person in (("den", "ada"), ("lab", "bob")))
    async with house.open():
        await house.world.say("ada", den, "the code is 4711")
        await house.world.say("ada", den, "hello", mentions=MAIN)
        await house.settled()
    house.boards = (board("alice", rooms=("den", "lab")),)
    async with house.open():
        await house.settled()
        await house.world.say("ada", den, "now we are a board")
        await house.settled()

    assert [post.text for post in house.world.posts if post.place.room == lab] == ["now we are a board"]


@pytest.mark.audit("A8")
@pytest.mark.ledger("AUD-01")
async def test_how_much_was_said_on_a_board_is_told_to_its_readers_alone(tmp_path: Path) -> None:
    house = House(home=tmp_path, models={"alice": Parrot()}, boards=(board("alice", rooms=("den", "lab")),))
    house.admins = frozenset({str(Person("chat", "W", "ada"))})
    den, _ = (house.world.add_room(room, "ada") for room in ("den", "lab"))
    hall = house.world.add_room("hall", "ada", "cem")
    async with house.open():
        await house.world.say("ada", den, "good morning")
        await house.settled()
        beside, there = [(await house.command("ada", room, "board list")).text for room in (hall, den)]

    assert "1 posts" in there
    assert "**board**" in beside
    assert "posts" not in beside
