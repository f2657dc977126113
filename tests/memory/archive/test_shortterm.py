from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from memory.archive.unfinished_turns import InterruptedSession, ShortTermMemory
from tests.memory.archive.stage import NOON

STATE = InterruptedSession(
    session="s1",
    at=NOON,
    trigger="message",
    place="slack:T01/C01",
    request="Plan the trip",
    answer_so_far="First,",
    tools_used=("search: trains",),
    notes="two left",
    chain=1,
)


@pytest.mark.ledger("LOG-10")
def test_the_next_session_begins_where_the_last_one_stood(tmp_path) -> None:
    ShortTermMemory(tmp_path).save(STATE)

    memory = ShortTermMemory(tmp_path)

    assert memory.load() == STATE
    assert memory.markdown() == STATE.markdown()
    assert "Plan the trip" in memory.markdown()
    assert "- search: trains" in memory.markdown()


@pytest.mark.ledger("LOG-10")
def test_a_session_is_taken_once_and_archived(tmp_path) -> None:
    memory = ShortTermMemory(tmp_path)
    memory.save(STATE)

    assert [memory.take(), memory.take()] == [STATE, None]
    assert memory.markdown() == ""
    assert len(memory.archived()) == 1


@pytest.mark.ledger("LOG-10")
def test_the_archive_keeps_a_hundred_sessions(tmp_path) -> None:
    memory = ShortTermMemory(tmp_path)
    for number in range(104):
        memory.save(replace(STATE, session=f"s{number}", at=NOON + timedelta(seconds=number)))

    memory.archive()

    names = memory.archived()
    assert (len(names), names[0][:15], names[-1][:15]) == (100, "20261120T120004", "20261120T120143")
    assert len(list((tmp_path / "archive").iterdir())) == 200


@pytest.mark.ledger("LOG-10")
def test_a_broken_state_is_no_state_and_its_bytes_are_kept(tmp_path) -> None:
    (tmp_path / "session_state.json").write_bytes(b'{"session"')

    assert ShortTermMemory(tmp_path).load() is None
    assert [path.read_bytes() for path in tmp_path.glob("*.quarantine")] == [b'{"session"']
