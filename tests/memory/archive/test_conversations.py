from __future__ import annotations

from datetime import timedelta

import pytest

from memory.archive.conversations import Conversations, ConversationTurn, rough_tokens
from memory.archive.json_lines import Storage
from memory.vocabulary.address import Place
from tests.each import each
from tests.memory.archive.stage import NOON, FailingDisk

PLACE = Place.parse("slack:T01/C01#1700.1")


def turn(number: int, text: str = "") -> ConversationTurn:
    at = NOON + timedelta(minutes=number)
    return ConversationTurn(role="user", text=text or f"word {number}", at=at, name="Ada", id=f"e{number}")


def filled(folder, count: int = 6) -> Conversations:
    conversations = Conversations(folder)
    for number in range(count):
        conversations.append(PLACE, turn(number))
    return conversations


@pytest.mark.ledger("LOG-09")
def test_a_conversation_reads_back_after_a_restart(tmp_path) -> None:
    filled(tmp_path, 3)

    conversation = Conversations(tmp_path).read(PLACE)

    assert conversation.turns == (turn(0), turn(1), turn(2))
    assert (conversation.compressed_summary, conversation.last_finalized_turn_index) == ("", -1)
    assert [path.name for path in tmp_path.iterdir()] == ["slack.T01.C01.1700.1.json"]
    assert Conversations(tmp_path).places() == [str(PLACE)]


@pytest.mark.ledger("LOG-09")
def test_a_turn_of_the_same_event_is_added_once_also_after_compression(tmp_path) -> None:
    conversations = filled(tmp_path, 3)

    assert conversations.append(PLACE, turn(1)) is False
    conversations.compress(conversations.read(PLACE), "summary", upto=2)
    assert conversations.append(PLACE, turn(1)) is False
    assert [found.id for found in conversations.read(PLACE).turns] == ["e2"]


@pytest.mark.ledger("LOG-09")
def test_compression_replaces_the_oldest_turns_and_keeps_the_count_right(tmp_path) -> None:
    conversations = filled(tmp_path)
    conversations.finalize(PLACE, 3)

    after = conversations.compress(conversations.read(PLACE), "They talked.", upto=2)

    assert after == conversations.read(PLACE)
    assert after.turns == tuple(turn(number) for number in (2, 3, 4, 5))
    assert (after.compressed_summary, after.last_finalized_turn_index) == ("They talked.", 1)
    assert conversations.compress(conversations.read(PLACE), "All.", upto=4).last_finalized_turn_index == -1


@pytest.mark.ledger("LOG-09")
@pytest.mark.parametrize(("limit", "ids"), [(100, ["e0", "e1", "e2"]), (4, ["e1", "e2"]), (3, ["e2"]), (0, ["e2"])])
def test_recent_turns_stay_word_for_word_within_the_budget(tmp_path, limit, ids) -> None:
    conversation = filled(tmp_path, 3).read(PLACE)  # two tokens each

    assert [found.id for found in conversation.recent(limit)] == ids


@each(("text", "tokens"), [("", 0), ("abcd", 1), ("abcde", 2), ("日本語", 3), ("abcd日", 2)])
def test_tokens_are_estimated(text, tokens) -> None:
    assert rough_tokens(text) == tokens


@pytest.mark.ledger("LOG-09")
@pytest.mark.parametrize(
    "content", [b"{", b"[]", b"\xff", b'{"turns": [{"role": 1}, 7, {"role": "user", "text": "x", "at": "?"}]}']
)
def test_a_broken_file_is_an_empty_conversation_and_its_bytes_are_kept(tmp_path, content) -> None:
    (tmp_path / "slack.T01.C01.1700.1.json").write_bytes(content)

    assert Conversations(tmp_path).read(PLACE).turns == ()
    kept = [path.read_bytes() for path in tmp_path.glob("*.quarantine")]
    assert kept == ([] if content.startswith(b'{"turns') else [content])


@pytest.mark.ledger("LOG-09")
def test_an_odd_place_has_a_file_too(tmp_path) -> None:
    for place in ("console:..", "x:" + "y" * 400, "telegram:-100555#7", "telegram:-100555.7 "):
        Conversations(tmp_path).append(place, turn(1))

    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.ledger("LOG-09")
def test_a_full_disk_leaves_the_conversation_as_it_was(tmp_path) -> None:
    filled(tmp_path, 2)

    for at in range(1, 4):
        with pytest.raises(Exception, match="could not be written"):
            Conversations(tmp_path, Storage(disk=FailingDisk(at, lasts=99))).append(PLACE, turn(9))
        if at < 4:
            assert Conversations(tmp_path).read(PLACE).turns[:2] == (turn(0), turn(1))
