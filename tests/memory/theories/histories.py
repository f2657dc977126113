"""Small histories of what was said of a thing, and what a timeline makes of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from memory.theories.truth import Timeline
from memory.vocabulary.fact import Fact

START = datetime(2026, 1, 1, tzinfo=UTC)
DAYS = 6

ADA, BOB, GUEST = "slack:T01/U01", "slack:T01/U02", "slack:T01/U03"


def day(number):
    return START + timedelta(days=number)


def number(at):
    return (at - START).days


def said(id, value, since, recorded=None, until=None, at=None, **more):
    """Bob's word about Ada's home, unless it is said otherwise: said when it becomes known, or `at` a day before."""
    return Fact(
        **{
            "id": id,
            "text": f"Ada lives in {value}.",
            "category": "fact",
            "recorded_at": day(since if recorded is None else recorded),
            "valid_from": day(since),
            "valid_until": None if until is None else day(until),
            "observed_at": None if at is None else day(at),
            "subject": ADA,
            "slot": f"{ADA} home",
            "value": value,
            "person": BOB,
            **more,
        }
    )


def known(*facts, on=30, **more):
    return Timeline(facts, recorded_at=day(on), **more)


def ids(facts):
    return [fact.id for fact in facts]


def believed(timeline, at=30):
    return ids(timeline.believed(day(at)))


def disputed(timeline, at=30):
    return [(pair.believed.id, pair.other.id) for pair in timeline.contradictions(day(at))]
