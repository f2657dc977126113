"""One line of the activity log: an Event as JSON with the names that stand on disk."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta, timezone, tzinfo
from functools import cache

from memory.vocabulary.event import Event, Json

_FIELDS = {
    "type": "type",
    "content": "content",
    "summary": "summary",
    "from": "sender",
    "to": "recipient",
    "channel": "channel",
    "tool": "tool",
    "via": "via",
}
_START = b'{"ts":'  # how every line begins; inside a JSON string the quote would be escaped
_LATE = timedelta(minutes=1)


def encode(event: Event, zone: tzinfo, now: datetime | None = None) -> bytes:
    """The line without its newline. Empty fields are left out; `meta.recorded_at` tells a late recording."""
    record: dict[str, Json] = {"ts": event.ts.astimezone(zone).isoformat()}
    record |= {name: value for name, field in _FIELDS.items() if (value := getattr(event, field))}
    meta = dict(event.meta)
    if now is not None and abs(now - event.ts) > _LATE:
        meta.setdefault("recorded_at", now.astimezone(zone).isoformat())
    if meta:
        record["meta"] = meta
    return dump(record)


def decode(line: bytes, zone: tzinfo) -> Event:
    """The event of a line. Raises ValueError when it is none; unknown types and fields are fine."""
    try:
        record = json.loads(line.decode())
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return _event(record, zone)


def salvage(line: bytes, zone: tzinfo) -> Iterator[Event]:
    """Events that are whole inside a broken line, as when a record was glued to a torn one."""
    decoder = json.JSONDecoder()
    text = line.decode(errors="surrogateescape")
    start = text.find(_START.decode())
    while start >= 0:
        end = start + len(_START)
        try:
            record, end = decoder.raw_decode(text, start)
            text[start:end].encode()  # bytes that are no UTF-8 make the record a broken one
            yield _event(record, zone)
        except (ValueError, RecursionError):
            pass
        start = text.find(_START.decode(), end)


def dump(record: Mapping[str, Json]) -> bytes:
    """Compact JSON in UTF-8; half of a surrogate pair, which UTF-8 does not have, is escaped."""
    try:
        return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(record, separators=(",", ":")).encode()


def moment(value: object) -> datetime | None:
    """The aware time that a field holds; None when it holds none."""
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return found.replace(tzinfo=_offset(found.utcoffset())) if found and found.tzinfo else None


@cache  # each parsed time brings one of its own, and a log has hardly more than two
def _offset(east: timedelta) -> timezone:
    return timezone(east)


def _event(record: object, zone: tzinfo) -> Event:
    if not isinstance(record, dict) or not isinstance(record.get("ts"), str) or not isinstance(record.get("type"), str):
        raise ValueError("no event: ts and type are needed")
    ts = datetime.fromisoformat(record["ts"])
    meta = record.get("meta")
    return Event(
        ts=ts if ts.tzinfo else ts.replace(tzinfo=zone),
        meta=meta if isinstance(meta, dict) else {},
        **{_FIELDS[name]: _text(value) for name, value in record.items() if name in _FIELDS},
    )


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False)
