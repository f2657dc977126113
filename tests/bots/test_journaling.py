"""The journal of an answer: text within a second on disk also while the model is silent, tools with their ends."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bots.ports import Thought, ToolResult
from bots.turn.live_answer import AnswerJournal
from memory.archive.unfinished_turns import JournalRecovery, JournalStart, StreamingJournal

pytestmark = pytest.mark.ledger("LOG-07")
START = JournalStart(turn="t", trigger="message", started_at=datetime(2026, 11, 16, 9, 0, tzinfo=UTC))


class Seconds:
    """A monotonic clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def on_disk(journals: StreamingJournal) -> JournalRecovery:
    found = journals.recover_turn("t")
    assert found is not None
    return found


async def test_text_is_on_disk_a_second_later_although_the_model_is_silent(tmp_path: Path) -> None:
    seconds = Seconds()
    journals = StreamingJournal(tmp_path, seconds)
    async with AnswerJournal(journals.open(START), flush_after_s=0.02) as journal:
        await journal.take(Thought(text="The beginning"))
        assert on_disk(journals).text == ""
        seconds.now = 1.0
        await asyncio.sleep(0.06)

        assert on_disk(journals).text == "The beginning"


async def test_a_later_piece_waits_no_longer_than_the_first(tmp_path: Path) -> None:
    seconds = Seconds()
    journals = StreamingJournal(tmp_path, seconds)
    async with AnswerJournal(journals.open(START), flush_after_s=0.04) as journal:
        await journal.take(Thought(text="x" * 500))
        await asyncio.sleep(0.025)
        await journal.take(Thought(text="late"))
        seconds.now = 1.0
        await asyncio.sleep(0.06)

        assert on_disk(journals).text == "x" * 500 + "late"


async def test_a_tool_is_journaled_when_it_starts_and_when_it_ends(tmp_path: Path) -> None:
    journals = StreamingJournal(tmp_path, Seconds())
    async with AnswerJournal(journals.open(START)) as journal:
        await journal.take(Thought(tool="search_memory", arguments='{"query": "keys"}'))
        begun = on_disk(journals).tools
        await journal.take(Thought(tool="search_memory", result=ToolResult(text="nothing", ok=False)))
        await journal.take(Thought(tool="search_memory", arguments='{"query": "doors"}'))
        both = on_disk(journals).tools

    assert [(tool.name, tool.arguments, tool.ended) for tool in begun] == [
        ("search_memory", '{"query": "keys"}', False)
    ]
    assert [(tool.ended, tool.ok) for tool in both] == [(True, False), (False, True)]


async def test_a_closed_journal_leaves_nothing(tmp_path: Path) -> None:
    journals = StreamingJournal(tmp_path, Seconds())
    async with AnswerJournal(journals.open(START)) as journal:
        await journal.take(Thought(text="All of it."))
    await journal.close()

    assert list(tmp_path.iterdir()) == []
