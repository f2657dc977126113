"""The two times of a memory, held against a plain account of when it was so and when it was known."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory.theories.truth import Validity, is_current, was_believed, was_true
from tests.each import each

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


@pytest.mark.ledger("RET-18")
@each(
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


def test_a_replaced_fact_was_so_in_its_time_and_an_error_never_was():
    moved = fact(0, until=10, invalidated=12)
    mistaken = fact(0, until=0, invalidated=12)

    assert [was_true(moved, day(n)) for n in (0, 9, 10)] == [True, True, False]
    assert not any(was_true(mistaken, day(n)) for n in range(20))
    assert not was_true(fact(0, invalidated=12), day(5))


@pytest.mark.ledger("RET-18")
def test_what_was_believed_on_a_day_is_what_was_recorded_and_not_yet_taken_back():
    mistaken = fact(0, recorded=2, until=0, invalidated=12)

    assert [was_believed(mistaken, day(n)) for n in (1, 2, 11, 12)] == [False, True, True, False]
