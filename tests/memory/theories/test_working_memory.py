"""Nine things in mind."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.theories.tiers import WORKING_CAPACITY, HeldItem, WorkingMemory, hold_strength, is_promoted_from_session

NOW = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)


def item(id, importance=0.5, minutes=0.0, accesses=0, text=""):
    return HeldItem(
        id=id,
        text=text,
        importance=importance,
        last_access=NOW - timedelta(minutes=minutes),
        access_count=accesses,
    )


def test_the_hold_is_importance_times_freshness_times_use():
    assert hold_strength(item("a", 0.5), NOW) == 0.5
    assert hold_strength(item("a", 0.5, minutes=30), NOW) == pytest.approx(0.5 * exp(-1))
    assert hold_strength(item("a", 0.8, minutes=60, accesses=5), NOW) == pytest.approx(0.8 * exp(-2) * 1.5)


def test_the_tenth_item_puts_out_the_one_that_is_held_least():
    memory = WorkingMemory()
    for number in range(9):
        memory.take(item(str(number), minutes=90 if number == 4 else number), NOW)

    evicted = memory.take(item("new", 0.01), NOW)

    assert evicted is not None
    assert evicted.id == "4"
    assert [held.id for held in memory] == ["0", "1", "2", "3", "5", "6", "7", "8", "new"]


def test_what_is_in_mind_already_is_renewed_in_its_place():
    memory = WorkingMemory()
    for number in range(9):
        memory.take(item(str(number)), NOW)

    evicted = memory.take(item("3", text="again"), NOW)

    assert evicted is None
    assert [held.text for held in memory] == ["", "", "", "again", "", "", "", "", ""]


def test_two_uses_or_some_importance_promote():
    assert not is_promoted_from_session(item("a", 0.59, accesses=1))
    assert is_promoted_from_session(item("a", 0.6))
    assert is_promoted_from_session(item("a", 0.1, accesses=2))

    memory = WorkingMemory()
    memory.take(item("a", 0.1), NOW)
    memory.access("a", NOW)
    memory.access("nobody", NOW)
    assert memory.promoted() == []
    memory.access("a", NOW + timedelta(minutes=1))
    assert [(held.access_count, held.last_access) for held in memory.promoted()] == [(2, NOW + timedelta(minutes=1))]


def test_the_end_of_a_session_empties_it_whatever_happens():
    memory = WorkingMemory()

    with pytest.raises(RuntimeError, match="lost"), memory:
        memory.take(item("a"), NOW)
        raise RuntimeError("lost")

    assert len(memory) == 0


@given(st.lists(st.tuples(st.integers(0, 20), st.floats(0, 1), st.floats(0, 300)), max_size=40))
def test_there_are_never_more_than_nine_and_the_last_one_is_always_in(taken):
    memory = WorkingMemory()

    for id, importance, minutes in taken:
        memory.take(item(str(id), importance, minutes), NOW)
        assert str(id) in {held.id for held in memory}

    assert len(memory) == min(WORKING_CAPACITY, len({id for id, _, _ in taken}))
