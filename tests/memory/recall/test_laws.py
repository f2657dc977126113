"""Laws that every signal obeys, whichever there are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.recall.candidate_search import RecallCandidate
from memory.recall.query import Query
from memory.recall.recipes import SIGNALS
from memory.theories.ranking_signals import DaySpan

NOW = datetime(2026, 11, 20, tzinfo=UTC)
TOLD_APART = 0.05

words = st.sampled_from(
    ["", "ada", "bob", "tea", "in May", "where?", "I like tea", "会議", "Ada moved to Paris in 2019. " * 9]
)
spans = st.builds(
    lambda first, days: DaySpan(first, first + timedelta(days=days)),
    st.dates(date(2026, 8, 1), date(2026, 12, 31)),
    st.integers(0, 40),
)

BY_TYPE: dict[Any, st.SearchStrategy[Any]] = {
    float: st.floats(0, 1),
    int: st.integers(0, 50),
    bool: st.booleans(),
    str: words,
    datetime: st.integers(0, 120).map(lambda days: NOW - timedelta(days=days)),
    date: st.dates(date(2024, 1, 1), date(2026, 11, 20)),
    tzinfo: st.just(UTC),
    NoneType: st.none(),
    DaySpan: spans,
}


def anything(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a type: the one factory of queries and candidates, from the fields that they have at present."""
    if kind in BY_TYPE:
        return BY_TYPE[kind]
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        hints = get_type_hints(kind)
        return st.builds(kind, **{name: anything(hints[name]) for name in named(kind)})
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return st.one_of([anything(one) for one in inner])
    if origin is frozenset:
        return st.frozensets(anything(inner[0]), max_size=3)
    if origin is tuple and inner[1:] == (...,):
        return st.lists(anything(inner[0]), max_size=3).map(tuple)
    if hasattr(origin, "keys"):
        return st.dictionaries(anything(inner[0]), anything(inner[1]), max_size=3)
    return st.from_type(kind)


def named(kind: Any) -> Iterable[str]:
    """The fields of a dataclass or of a tuple with names."""
    return getattr(kind, "_fields", None) or [field.name for field in fields(kind)]


def aged(memory: Any, by: timedelta) -> Any:
    """The same value with every instant in it moved back."""
    changed = {}
    for name in named(memory):
        value = getattr(memory, name)
        if isinstance(value, datetime):
            changed[name] = value - by
        elif name in ("age_days", "age_seconds"):
            changed[name] = value + by / timedelta(**{name.removeprefix("age_"): 1})
        elif is_dataclass(value) or hasattr(value, "_fields"):
            changed[name] = aged(value, by)
    return memory._replace(**changed) if hasattr(memory, "_fields") else replace(memory, **changed)


def value_of(signal: Any, query: Query, candidate: RecallCandidate) -> float | None:
    """Of one candidate alone; nought where the signal says nothing of any."""
    return next(iter(signal(query, [candidate])), 0.0)


queries = anything(Query)
candidates = anything(RecallCandidate)


@pytest.mark.ledger("RET-07")
@given(query=queries, candidate=candidates)
@settings(max_examples=60)
def test_every_signal_stays_between_nought_and_one_or_knows_nothing(query, candidate):
    for signal in SIGNALS:
        value = value_of(signal, query, candidate)

        assert value is None or 0 <= value <= 1, signal.__name__


@pytest.mark.ledger("RET-07")
@given(query=queries, candidate=candidates, days=st.integers(1, 2000))
@settings(max_examples=60)
def test_no_signal_scores_an_older_memory_higher_where_no_day_is_named(query, candidate, days):
    undated, aged_by_days = replace(query, days=()), aged(candidate, timedelta(days=days))
    for signal in SIGNALS:
        older, younger = value_of(signal, undated, aged_by_days), value_of(signal, undated, candidate)

        assert (younger is None and older is None) or older <= younger, signal.__name__


@pytest.mark.ledger("RET-07")
def test_every_signal_tells_some_two_memories_apart():
    most = {signal.__name__: 0.0 for signal in SIGNALS}

    @given(query=queries, candidate=candidates, other=candidates)
    @settings(max_examples=200, database=None, derandomize=True)
    def look(query, candidate, other):
        for signal in SIGNALS:
            values = value_of(signal, query, candidate), value_of(signal, query, other)
            if None not in values:
                most[signal.__name__] = max(most[signal.__name__], abs(values[0] - values[1]))

    look()

    assert [name for name, apart in most.items() if apart < TOLD_APART] == []
