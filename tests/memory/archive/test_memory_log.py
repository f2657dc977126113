"""The memory log: noted once, kept through a torn tail, a file a month."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from memory.archive.json_lines import Storage
from memory.archive.memory_log import MemoryLog
from memory.vocabulary.fact import (
    DEMOTED,
    DORMANT,
    INVALIDATED,
    PROMOTED,
    REHEARSED,
    UNDONE,
    WOKEN,
    FactChange,
    Use,
    memory_of,
)
from tests.each import each

NOW = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)


def use(key="k", at=NOW, ids=("knowledge/tea.md",), **more):
    return Use(ts=at, key=key, type=more.pop("type", "used"), ids=ids, how="search", audience="org", **more)


@pytest.mark.ledger("RET-19")
def test_a_use_is_noted_once_by_its_key_also_by_another_process(tmp_path):
    assert len(MemoryLog(tmp_path).append([use(), use(), use("other")])) == 2
    assert len(MemoryLog(tmp_path).append([use(ids=("else",)), use("third")])) == 1

    assert [one.key for one in MemoryLog(tmp_path).read("2026-11.jsonl")] == ["k", "other", "third"]


@pytest.mark.ledger("RET-19")
def test_what_was_noted_is_read_as_it_was(tmp_path):
    log = MemoryLog(tmp_path)
    log.append([use(ids=("slack:T01/C01/17.1", "episodes/2026-11-20.md#2"))])

    assert list(log.read("2026-11.jsonl")) == [use(ids=("slack:T01/C01/17.1", "episodes/2026-11-20.md#2"))]


def test_the_month_is_that_of_the_anima_and_a_retry_after_its_end_is_still_the_same_use(tmp_path):
    log = MemoryLog(tmp_path, Storage(zone=ZoneInfo("Asia/Tokyo")))
    last = datetime(2026, 11, 30, 14, 59, tzinfo=UTC)

    assert len(log.append([use(at=last)])) == 1
    assert len(log.append([use(at=last + timedelta(minutes=2))])) == 0
    assert len(log.append([use("next", at=last + timedelta(minutes=2))])) == 1
    assert log.months() == ["2026-11.jsonl", "2026-12.jsonl"]


def test_a_torn_tail_costs_the_torn_note_alone(tmp_path):
    log = MemoryLog(tmp_path)
    log.append([use("a"), use("b")])
    file = tmp_path / "2026-11.jsonl"
    file.write_bytes(file.read_bytes()[:-9])

    again = MemoryLog(tmp_path)
    assert len(again.append([use("a"), use("b"), use("c")])) == 2
    assert [one.key for one in again.read("2026-11.jsonl")] == ["a", "b", "c"]


def test_notes_of_another_kind_and_broken_lines_are_passed_over(tmp_path):
    file = tmp_path / "2026-11.jsonl"
    file.write_text('{"ts": "2026-11-20T10:00:00+00:00", "type": "formed"}\n[1]\nnonsense\n{"ids": ["a"]}\n')

    log = MemoryLog(tmp_path)

    assert list(log.read("2026-11.jsonl")) == []
    assert len(log.append([use()])) == 1


@each(
    ("id", "memory"),
    [
        ("knowledge/tea.md#2", "knowledge/tea.md"),
        ("shared/common_knowledge/tea.md#1", "shared/common_knowledge/tea.md"),
        ("episodes/2026-11-20.md#2", "episodes/2026-11-20.md#2"),
        ("activity_log/2026-11-20.jsonl#L3", "activity_log/2026-11-20.jsonl#L3"),
        ("slack:T01/C01#17.1/99", "slack:T01/C01#17.1/99"),
        ("discord:1/2#5", "discord:1/2#5"),
        ("knowledge/tea.md", "knowledge/tea.md"),
    ],
)
def test_a_note_is_one_memory_and_each_entry_of_a_day_is_one(id, memory):
    assert memory_of(id) == memory


@pytest.mark.ledger("LOG-12")
@pytest.mark.parametrize("type", [DORMANT, WOKEN, PROMOTED, DEMOTED, REHEARSED, INVALIDATED, UNDONE])
def test_what_a_night_does_to_a_memory_is_noted_like_any_other_change(tmp_path, type):
    log = MemoryLog(tmp_path)
    change = FactChange(ts=NOW, key=f"night 1/{type}", type=type, ids=("knowledge/tea.md", "fact:1"), because="idle")

    log.append([change])

    assert list(log.read("2026-11.jsonl")) == [change]
