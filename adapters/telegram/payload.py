"""Reading JSON of which nothing is certain: what is missing or of another type is empty."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

JsonObject = Mapping[str, object]


def object_at(body: JsonObject, name: str) -> JsonObject:
    found = body.get(name)
    return found if isinstance(found, Mapping) else {}


def objects_at(body: JsonObject, name: str) -> list[JsonObject]:
    found = body.get(name)
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


def number_at(body: JsonObject, name: str) -> int:
    found = body.get(name)
    return found if isinstance(found, int) and not isinstance(found, bool) else 0


def text_at(body: JsonObject, name: str) -> str:
    found = body.get(name)
    return found if isinstance(found, str) else ""


def time_at(body: JsonObject, name: str) -> datetime | None:
    """A Unix time as an aware datetime."""
    seconds = number_at(body, name)
    try:
        return datetime.fromtimestamp(seconds, UTC) if seconds > 0 else None
    except (OverflowError, OSError, ValueError):
        return None
