"""The two times of a memory, held against a plain account of who said what when."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.theories.validity import (
    Validity,
    arrived,
    is_current,
    retracted,
    superseded,
    timeline,
    was_believed,
    was_so,
)

START = datetime(2026, 1, 1, tzinfo=UTC)


def day(number):
    return START + timedelta(days=number)


def fact(since, recorded=None, until=None, invalidated=None):
    return Validity(
        valid_from=day(since),
        recorded_at=day(since if recorded is None else recorded),
        valid_until=None if until is None else day(until),
        invalidated_at=None if invalidated is None else day(invalidated),
    )


def told(tellings):
    """(begins, told later by) in the order of telling, one a day, as the memory keeps them."""
    kept = []
    for today, begins in enumerate(tellings):
        new, kept = arrived(fact(begins, recorded=today), kept, day(today))
        kept = [*kept, new]
    return kept


@pytest.mark.ledger("RET-18")
@pytest.mark.parametrize(
    ("one", "today", "expected"),
    [
        (fact(3), 2, False),
        (fact(3), 3, True),
        (fact(3, until=9), 8, True),
        (fact(3, until=9), 9, False),
        (fact(3, invalidated=5), 4, True),
        (fact(3, invalidated=5), 5, False),
    ],
)
def test_what_is_current_has_begun_not_ended_and_not_been_taken_back(one, today, expected):
    assert is_current(one, day(today)) is expected


@pytest.mark.ledger("RET-18")
def test_a_fact_until_a_day_to_come_is_current():
    assert is_current(fact(0, until=100), day(1))


@pytest.mark.ledger("RET-18")
def test_a_replaced_fact_was_so_in_its_time_and_an_error_never_was():
    moved = superseded(fact(0), day(10), day(12))
    mistaken = retracted(fact(0), day(12))

    assert [was_so(moved, day(n)) for n in (0, 9, 10)] == [True, True, False]
    assert not any(was_so(mistaken, day(n)) for n in range(20))
    assert not was_so(fact(0, invalidated=12), day(5))


@pytest.mark.ledger("RET-18")
def test_what_was_believed_on_a_day_is_what_was_recorded_and_not_yet_taken_back():
    mistaken = retracted(fact(0, recorded=2), day(12))

    assert [was_believed(mistaken, day(n)) for n in (1, 2, 11, 12)] == [False, True, True, False]


@pytest.mark.ledger("FOR-17")
def test_an_older_fact_that_arrives_late_is_stored_as_already_superseded():
    new, (known,) = arrived(fact(2, recorded=9), [fact(5)], day(9))

    assert known == fact(5)
    assert new == fact(2, recorded=9, until=5, invalidated=9)


@pytest.mark.ledger("FOR-17")
def test_what_begins_in_the_future_leaves_the_present_as_it_is_until_then():
    new, (old,) = arrived(fact(20, recorded=3), [fact(0)], day(3))

    assert is_current(old, day(19))
    assert not is_current(new, day(19))
    assert is_current(new, day(20))
    assert not is_current(old, day(20))


@pytest.mark.ledger("FOR-17")
def test_what_had_ended_before_is_left_alone():
    ended = fact(0, until=4)

    assert arrived(fact(6), [ended], day(6)) == (fact(6), [ended])


@pytest.mark.ledger("RET-18")
def test_the_whole_timeline_has_replaced_facts_too_in_the_order_of_the_world():
    kept = told([4, 2, 6, 3])

    assert [one.valid_from for one in timeline(kept, of=lambda one: one)] == [day(n) for n in (2, 3, 4, 6)]


@pytest.mark.ledger("RET-18", "FOR-17")
@given(st.lists(st.integers(0, 12), min_size=1, max_size=7))
def test_at_each_instant_exactly_the_latest_beginning_holds_whatever_the_order_of_telling(tellings):
    kept = told(tellings)

    for at in range(14):
        begun = [(begins, order) for order, begins in enumerate(tellings) if begins <= at]
        expected = [max(begun)[1]] if begun else []
        assert [order for order, one in enumerate(kept) if was_so(one, day(at))] == expected
        if at >= len(tellings):
            assert [order for order, one in enumerate(kept) if is_current(one, day(at))] == expected


@pytest.mark.ledger("RET-18", "FOR-17")
@given(st.lists(st.integers(-9, 0), min_size=1, max_size=7))
def test_on_each_day_what_was_believed_is_the_latest_beginning_told_by_then(tellings):
    kept = told(tellings)

    for today in range(len(tellings)):
        expected = max((begins, order) for order, begins in enumerate(tellings[: today + 1]))[1]
        assert [order for order, one in enumerate(kept) if was_believed(one, day(today))] == [expected]


@pytest.mark.ledger("FOR-17")
@given(st.lists(st.integers(0, 12), min_size=1, max_size=7))
def test_nothing_is_deleted_and_only_ends_are_written(tellings):
    kept = told(tellings)

    assert [replace(one, valid_until=None, invalidated_at=None) for one in kept] == [
        fact(begins, recorded=today) for today, begins in enumerate(tellings)
    ]
