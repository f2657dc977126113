"""Intervals in plain words: since when something is known, when it is so, and until when it was believed."""

from __future__ import annotations

from datetime import datetime, tzinfo

from memory.recall.explaining import Explanation
from memory.vocabulary.recall import Recollection


def interval(memory: Recollection, zone: tzinfo | None) -> str:
    """The day of a recollection; of a fact that begins or ends on others, those too, and what holds instead."""
    known = day(memory.at, zone) if memory.at else ""
    begins = day(memory.valid_from, zone) if memory.valid_from else known
    parts = [
        known,
        f"true from {begins}" if begins != known else "",
        f"until {day(memory.valid_until, zone)}" if memory.valid_until else "",
        f"believed until {day(memory.invalidated_at, zone)}" if memory.invalidated_at else "",
        " ".join(memory.outdated.split()),
    ]
    return ", ".join(part for part in parts if part)


def of_fact(found: Explanation, now: datetime) -> str:
    """Since when it is so, as far as that is told, and until when; and then since when it is known."""
    fact, zone, ended = found.fact, now.tzinfo, found.validity.invalidated_at
    is_told = fact.valid_from != fact.said_at
    begins = f"true from {day(fact.valid_from, zone)}" if is_told else f"seen on {day(fact.said_at, zone)}"
    until = f" until {day(fact.valid_until, zone)}" if fact.valid_until else ""
    believed = f", believed until {day(ended, zone)}" if ended and ended <= now else ""
    return f"{begins}{until}; known since {day(fact.recorded_at, zone)}{believed}"


def has_ended(found: Explanation, now: datetime) -> bool:
    """Whether it is so no more, or believed no more."""
    return any(at is not None and at <= now for at in (found.fact.valid_until, found.validity.invalidated_at))


def day(at: datetime, zone: tzinfo | None) -> str:
    return f"{at.astimezone(zone):%Y-%m-%d}"
