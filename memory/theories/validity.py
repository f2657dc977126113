"""Validity: when something was so, and when it was believed, are two times.

Formula  so at t: valid_from ≤ t < valid_until; current: so now and now < invalidated_at;
         believed on d: recorded_at ≤ d < invalidated_at; an end that is None lies in infinity
Source   Snodgrass & Ahn (1985), SIGMOD.

Nothing is deleted: what is replaced ends when its successor begins; what was never so gets an empty span. The
timeline says so of facts, their heads of documents.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Validity:
    """Aware instants. `valid_*` is the time of the world, the others that of the memory."""

    valid_from: datetime
    recorded_at: datetime
    valid_until: datetime | None = None
    invalidated_at: datetime | None = None


def is_current(validity: Validity, now: datetime) -> bool:
    return _spans(validity, now) and not _ended(validity.invalidated_at, now)


def was_so(validity: Validity, at: datetime) -> bool:
    """As far as is known today. What was invalidated without an end in the world was an error, and never so."""
    return _spans(validity, at) and (validity.invalidated_at is None or validity.valid_until is not None)


def was_believed(validity: Validity, on: datetime) -> bool:
    """Whether the memory held it for true on that day, rightly or not."""
    return validity.recorded_at <= on and not _ended(validity.invalidated_at, on)


def _spans(validity: Validity, at: datetime) -> bool:
    return validity.valid_from <= at and not _ended(validity.valid_until, at)


def _ended(end: datetime | None, at: datetime) -> bool:
    return end is not None and end <= at
