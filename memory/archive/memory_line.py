"""One line of the memory log: a use or a change of memories as JSON; empty fields are left out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime, tzinfo
from sys import intern
from typing import TypeAlias

from memory.archive.event_line import dump, moment
from memory.vocabulary.event import Json
from memory.vocabulary.fact import BRINGING, CALM, CHANGES, Fact, FactChange, Feeling
from memory.vocabulary.strength import Use

Note: TypeAlias = Use | FactChange
"""What a line holds."""

_USE_TEXTS = ("key", "type", "how", "audience")
_CHANGE_TEXTS = ("key", "type", "because", "how", "person", "source", "audience")
_FACT_TEXTS = (
    *("id", "text", "category", "subject", "slot", "value", "person", "speaker", "addressee", "reported"),
    *("place", "message", "question", "audience", "trust", "written_by", "told_by"),
)
_FACT_LISTS = ("sources", "entities")
_FACT_CLAIMS = ("flashbulb", "pinned", "immutable", "corrects")
_FACT_SHARES = ("confidence", "importance")
_BORN = {"written_by": "observer", "told_by": "user_message"}


def encode(note: Note, zone: tzinfo) -> bytes:
    """The line without its newline."""
    record: dict[str, Json] = {"ts": note.ts.astimezone(zone).isoformat(), "type": note.type, "key": note.key}
    record["ids"] = list(note.ids)
    if isinstance(note, Use):
        record |= {"how": note.how, "audience": note.audience}
    else:
        record |= {name: getattr(note, name) for name in _CHANGE_TEXTS if name not in ("key", "type")}
        record |= {"turns": list(note.turns), "left": dict(note.left)}
        record |= {"confidence": note.confidence, "fact": encoded(note.fact, zone) if note.fact else None}
    return dump({name: value for name, value in record.items() if value})


def decode(line: bytes) -> Note | None:
    """The note that a line holds; None where it holds none that is known."""
    try:
        record = json.loads(line.decode())
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict) or (ts := moment(record.get("ts"))) is None:
        return None
    listed, type = record.get("ids", []), str(record.get("type", ""))
    ids = _listed(listed)
    if type in CHANGES:
        return _change(record, ts, ids)
    if not isinstance(record.get("ids"), list):
        return None
    return Use(ts=ts, ids=ids, **_texts(record, _USE_TEXTS))


def encoded(fact: Fact, zone: tzinfo) -> dict[str, Json]:
    """The fields of a fact that say something."""
    record: dict[str, Json] = {name: getattr(fact, name) for name in _FACT_TEXTS if getattr(fact, name)}
    record |= {name: list(getattr(fact, name)) for name in _FACT_LISTS if getattr(fact, name)}
    record |= {name: True for name in _FACT_CLAIMS if getattr(fact, name)}
    record |= {name: getattr(fact, name) for name in _FACT_SHARES}
    record |= {"order": fact.order} if fact.order else {}
    for name in ("recorded_at", "valid_from", "valid_until", "observed_at"):
        if at := getattr(fact, name):
            record[name] = at.astimezone(zone).isoformat()
    if fact.feeling != CALM:
        record["feeling"] = {
            "valence": fact.feeling.valence,
            "arousal": fact.feeling.arousal,
            "name": fact.feeling.name,
        }
    return {name: value for name, value in record.items() if value != _BORN.get(name)}


def decoded(record: Json) -> Fact | None:
    """The fact of such fields; None where something is missing that a fact must have."""
    if not isinstance(record, Mapping):
        return None
    recorded_at, valid_from = moment(record.get("recorded_at")), moment(record.get("valid_from"))
    texts = _texts(record, _FACT_TEXTS) | {name: str(record.get(name) or born) for name, born in _BORN.items()}
    if recorded_at is None or valid_from is None or not texts["id"] or not texts["text"]:
        return None
    given: dict[str, object] = {**texts, "recorded_at": recorded_at, "valid_from": valid_from}
    given |= {name: moment(record.get(name)) for name in ("valid_until", "observed_at")}
    given |= {"order": int(_number(record.get("order"), 0)), "feeling": _feeling(record.get("feeling"))}
    given |= {name: record.get(name) is True for name in _FACT_CLAIMS}
    given |= {name: _number(record.get(name), 0.5) for name in _FACT_SHARES}
    given |= {name: _listed(record.get(name)) for name in _FACT_LISTS}
    return Fact(**given)  # type: ignore[arg-type]  # each by the kind of its field


def _change(record: Mapping[str, Json], ts: datetime, ids: tuple[str, ...]) -> FactChange | None:
    confidence = _number(record.get("confidence"), 0.0)
    fact = decoded(record.get("fact"))
    if fact is None and record.get("type") in BRINGING:
        return None
    turns, left = _listed(record.get("turns")), record.get("left")
    stays = {event: str(words) for event, words in left.items()} if isinstance(left, Mapping) else {}
    texts = _texts(record, _CHANGE_TEXTS)
    return FactChange(ts=ts, ids=ids, confidence=confidence, fact=fact, turns=turns, left=stays, **texts)


def _feeling(record: Json) -> Feeling:
    if not isinstance(record, Mapping):
        return CALM
    valence = min(1.0, max(-1.0, _number(record.get("valence"), 0.0)))
    arousal = min(1.0, max(0.0, _number(record.get("arousal"), 0.0)))
    return Feeling(valence=valence, arousal=arousal, name=str(record.get("name") or ""))


def _texts(record: Mapping[str, Json], names: tuple[str, ...]) -> dict[str, str]:
    return {name: intern(str(record.get(name) or "")) for name in names}


def _listed(value: Json) -> tuple[str, ...]:
    return tuple(intern(str(one)) for one in value) if isinstance(value, list) else ()


def _number(value: Json, otherwise: float) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and value == value
    return float(value) if is_number else otherwise  # type: ignore[arg-type]
