"""Validity: when something was so, and when it was believed, are two times.

Formula  so at t: valid_from ≤ t < valid_until; current: so now and now < invalidated_at;
         believed on d: recorded_at ≤ d < invalidated_at; an end that is None lies in infinity
Source   Snodgrass & Ahn (1985), SIGMOD; the arithmetic of late arrivals after Rasmussen et al. (2025), Zep.

Nothing is deleted: what is replaced ends when its successor begins; what was never so gets an empty span.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

T = TypeVar("T")


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


def timeline(memories: Iterable[T], of: Callable[[T], Validity]) -> list[T]:
    """All of them, replaced ones too, in the order in which they came to be so."""
    return sorted(memories, key=lambda memory: (of(memory).valid_from, of(memory).recorded_at))


def superseded(old: Validity, since: datetime, now: datetime) -> Validity:
    """The old one, ended where its successor begins; it stays current until a successor of the future begins."""
    invalidated = max(since, now)
    return replace(
        old,
        valid_until=max(old.valid_from, min(since, old.valid_until or since)),
        invalidated_at=min(invalidated, old.invalidated_at or invalidated),
    )


def retracted(validity: Validity, now: datetime) -> Validity:
    """What turned out never to have been so."""
    return replace(validity, valid_until=validity.valid_from, invalidated_at=validity.invalidated_at or now)


def arrived(arriving: Validity, known: Sequence[Validity], now: datetime) -> tuple[Validity, list[Validity]]:
    """What says the same thing anew, and what was known of it, each ended by what came after it in the world.

    The order of arrival decides nothing, except between two of one instant: there the later word holds.
    """
    after = [old.valid_from for old in known if old.valid_from > arriving.valid_from and _overlap(arriving, old)]
    earlier = [
        superseded(old, arriving.valid_from, now)
        if old.valid_from <= arriving.valid_from and _overlap(old, arriving)
        else old
        for old in known
    ]
    return (superseded(arriving, min(after), now) if after else arriving), earlier


def _spans(validity: Validity, at: datetime) -> bool:
    return validity.valid_from <= at and not _ended(validity.valid_until, at)


def _ended(end: datetime | None, at: datetime) -> bool:
    return end is not None and end <= at


def _overlap(earlier: Validity, later: Validity) -> bool:
    return not _ended(earlier.valid_until, later.valid_from)
