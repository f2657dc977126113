"""A group that becomes a supergroup stays what it was: in boards, lanes, audiences, after a restart too."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.telegram.moves import Moves
from bots.message import Message, Send
from config.fleet.anima_assembly import roster_of
from config.settings.config_schema import Config
from memory.vocabulary.address import Account, Place
from tests.adapters.telegram.stage import TelegramStage, place, staged
from tests.contracts.adapter import RecordingSink, running


@pytest.fixture
async def stage() -> AsyncIterator[TelegramStage]:
    async with staged() as made:
        made.group = made.server.add_group("small", basic=True)
        made.place = place(made.group)
        yield made


async def heard(stage: TelegramStage, chat: object, text: str) -> Message:
    said = await stage.server.say(chat, stage.ada, text)  # type: ignore[arg-type]
    while True:
        for message in await stage.sink.heard(1):
            if message.text == text and message.id == str(said):
                return message
        await stage.sink.heard(len(stage.sink.messages) + 1)


@pytest.mark.ledger("PLT-04")
@pytest.mark.parametrize("is_told", [True, False])
async def test_a_group_that_moved_is_the_same_place_in_both_directions_and_after_a_restart(
    stage: TelegramStage, tmp_path: Path, is_told: bool
) -> None:
    """F5: the board mapped it no more, and everybody was refused."""
    path = tmp_path / "moves.json"
    stage.adapter = stage.another(moves=Moves(path))
    async with running(stage):
        before = await heard(stage, stage.group, "before")
        new = await stage.server.migrate(stage.group, quiet=not is_told)
        await stage.adapter.perform(Send(place=stage.place, text="found you"), "n1")
        after = await heard(stage, new, "after")
    stage.sink, stage.adapter = RecordingSink(), stage.another(moves=Moves(path))
    async with running(stage):
        again = await heard(stage, new, "again")
        await stage.adapter.perform(Send(place=again.place, text="and again", reply_to=again.id), "n2")
        rooms = await stage.adapter.find(str(new.id))

    assert [str(one.place) for one in (before, after, again)] == [str(stage.place)] * 3
    assert [str(one.audience) for one in (before, after, again)] == [f"group:{stage.place}"] * 3
    assert before.key < after.key < again.key
    assert [(post.text, str(post.reply_to)) for post in stage.server.posts(new)] == [
        ("found you", "0"),
        ("and again", again.id),
    ]
    assert rooms == [stage.place]


@pytest.mark.ledger("PLT-04")
@pytest.mark.parametrize("named", ["-100", "-1009"])
def test_the_board_maps_the_group_by_its_old_id_and_by_its_new_one(tmp_path: Path, named: str) -> None:
    """F5."""
    moves = Moves(tmp_path / "moves.json")
    moves.moved("-100", "-1009")
    board = {"animas": ["alice"], "channels": [f"telegram:main/{named}"]}
    config = Config.model_validate({"version": 1, "animas": {"alice": {}}, "boards": {"lab": board}})
    roster = roster_of(config, ("alice",), Moves(tmp_path / "moves.json"))

    assert roster.is_mapped(Place("telegram", "", moves.home("-1009")))
    assert roster.here(Account("telegram", "main"), Place("telegram", "", "-100")) == ("alice",)


def test_chains_and_circles_of_moves_end(tmp_path: Path) -> None:
    moves = Moves(tmp_path / "moves.json")

    assert [moves.moved(*one) for one in (("1", "2"), ("2", "3"), ("1", "2"), ("3", "1"), ("4", "4"), ("5", "3"))] == [
        True,
        True,
        False,
        False,
        False,
        False,
    ]
    assert (moves.today("1"), moves.home("3"), moves.today("9")) == ("3", "1", "9")


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff", b"[" * 100_000])
def test_a_table_that_cannot_be_read_is_an_empty_one(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "moves.json").write_bytes(content)
    moves = Moves(tmp_path / "moves.json")

    assert moves.home("-1009") == "-1009"
    assert moves.moved("-100", "-1009")


@pytest.mark.ledger("PLT-11")
async def test_small_groups_number_their_messages_for_each_bot_apart(stage: TelegramStage) -> None:
    async with running(stage):
        small, large = await heard(stage, stage.group, "small"), stage.server.add_group("large")
        big = await heard(stage, large, "big")

    assert small.order.endswith(f".{stage.bot.id}")
    assert "." not in big.order
