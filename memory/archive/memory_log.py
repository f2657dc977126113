"""The memory log: what was used, formed or changed of the memories, a file a month, only ever appended to; one note a
line.
"""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from sys import intern
from typing import TypeAlias

from memory.archive.files import lock_of
from memory.archive.json_lines import PLAIN_STORAGE, Storage, dump_json, parse_moment
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.event import Json
from memory.vocabulary.fact import BRINGING, CALM_FEELING, FACT_CHANGES, Fact, FactChange, Feeling, Use

MemoryNote: TypeAlias = Use | FactChange
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


def encode_note(note: MemoryNote, zone: tzinfo) -> bytes:
    """The line without its newline."""
    record: dict[str, Json] = {"ts": note.ts.astimezone(zone).isoformat(), "type": note.type, "key": note.key}
    record["ids"] = list(note.ids)
    if isinstance(note, Use):
        record |= {"how": note.how, "audience": note.audience}
    else:
        record |= {name: getattr(note, name) for name in _CHANGE_TEXTS if name not in ("key", "type")}
        record |= {"turns": list(note.turns), "left": dict(note.left)}
        record |= {"confidence": note.confidence, "fact": note_as_json(note.fact, zone) if note.fact else None}
    return dump_json({name: value for name, value in record.items() if value})


def decode_note(line: bytes) -> MemoryNote | None:
    """The note that a line holds; None where it holds none that is known."""
    try:
        record = json.loads(line.decode())
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict) or (ts := parse_moment(record.get("ts"))) is None:
        return None
    listed, type = record.get("ids", []), str(record.get("type", ""))
    ids = _listed(listed)
    if type in FACT_CHANGES:
        return _change(record, ts, ids)
    if not isinstance(record.get("ids"), list):
        return None
    return Use(ts=ts, ids=ids, **_texts(record, _USE_TEXTS))


def note_as_json(fact: Fact, zone: tzinfo) -> dict[str, Json]:
    """The fields of a fact that say something."""
    record: dict[str, Json] = {name: getattr(fact, name) for name in _FACT_TEXTS if getattr(fact, name)}
    record |= {name: list(getattr(fact, name)) for name in _FACT_LISTS if getattr(fact, name)}
    record |= {name: True for name in _FACT_CLAIMS if getattr(fact, name)}
    record |= {name: getattr(fact, name) for name in _FACT_SHARES}
    record |= {"order": fact.order} if fact.order else {}
    for name in ("recorded_at", "valid_from", "valid_until", "observed_at"):
        if at := getattr(fact, name):
            record[name] = at.astimezone(zone).isoformat()
    if fact.feeling != CALM_FEELING:
        record["feeling"] = {
            "valence": fact.feeling.valence,
            "arousal": fact.feeling.arousal,
            "name": fact.feeling.name,
        }
    return {name: value for name, value in record.items() if value != _BORN.get(name)}


def note_of_json(record: Json) -> Fact | None:
    """The fact of such fields; None where something is missing that a fact must have."""
    if not isinstance(record, Mapping):
        return None
    recorded_at, valid_from = parse_moment(record.get("recorded_at")), parse_moment(record.get("valid_from"))
    texts = _texts(record, _FACT_TEXTS) | {name: str(record.get(name) or born) for name, born in _BORN.items()}
    if recorded_at is None or valid_from is None or not texts["id"] or not texts["text"]:
        return None
    given: dict[str, object] = {**texts, "recorded_at": recorded_at, "valid_from": valid_from}
    given |= {name: parse_moment(record.get(name)) for name in ("valid_until", "observed_at")}
    given |= {"order": int(_number(record.get("order"), 0)), "feeling": _feeling(record.get("feeling"))}
    given |= {name: record.get(name) is True for name in _FACT_CLAIMS}
    given |= {name: _number(record.get(name), 0.5) for name in _FACT_SHARES}
    given |= {name: _listed(record.get(name)) for name in _FACT_LISTS}
    return Fact(**given)  # type: ignore[arg-type]  # each by the kind of its field


def _change(record: Mapping[str, Json], ts: datetime, ids: tuple[str, ...]) -> FactChange | None:
    confidence = _number(record.get("confidence"), 0.0)
    fact = note_of_json(record.get("fact"))
    if fact is None and record.get("type") in BRINGING:
        return None
    turns, left = _listed(record.get("turns")), record.get("left")
    stays = {event: str(words) for event, words in left.items()} if isinstance(left, Mapping) else {}
    texts = _texts(record, _CHANGE_TEXTS)
    return FactChange(ts=ts, ids=ids, confidence=confidence, fact=fact, turns=turns, left=stays, **texts)


def _feeling(record: Json) -> Feeling:
    if not isinstance(record, Mapping):
        return CALM_FEELING
    valence = min(1.0, max(-1.0, _number(record.get("valence"), 0.0)))
    arousal = min(1.0, max(0.0, _number(record.get("arousal"), 0.0)))
    return Feeling(valence=valence, arousal=arousal, name=str(record.get("name") or ""))


def _texts(record: Mapping[str, Json], names: tuple[str, ...]) -> dict[str, str]:
    return {name: intern(str(record.get(name) or "")) for name in names}


def _listed(value: Json) -> tuple[str, ...]:
    return tuple(intern(str(item)) for item in value) if isinstance(value, list) else ()


def _number(value: Json, otherwise: float) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and value == value
    return float(value) if is_number else otherwise  # type: ignore[arg-type]


# --- memory log -----------------------------------------------------------------------------------------------------
# The memory log: what was used, formed or changed of the memories, a file a month, only ever appended to.


MEMORY_LOG_FOLDER = "memory_log"

_MONTH_FILE = re.compile(r"\d{4}-\d{2}\.jsonl")
_LATE = timedelta(days=3)
"""A turn is tried again within this time, also across the end of a month."""

_KNOWN_MONTHS = 2


@dataclass(slots=True)
class _KnownMonth:
    """The keys that a month's file holds; good as long as the file has this size."""

    keys: set[str]
    size: int


class MemoryLog:
    """The log below `directory` (`animas/<name>/memory_log`). Thread-safe."""

    def __init__(self, directory: Path, storage: Storage = PLAIN_STORAGE) -> None:
        self._zone = storage.zone
        self._lines = storage.lines(directory)
        self._known: OrderedDict[str, _KnownMonth] = OrderedDict()
        self._lock = lock_of(directory)

    def append(self, notes: Sequence[MemoryNote]) -> list[MemoryNote]:
        """Note what is not noted yet, durably, a month at a time; what of it that is. Raises StorageFault."""
        noted: list[MemoryNote] = []
        try:
            with self._lock:
                for month in dict.fromkeys(map(self.month_of, notes)):
                    noted += self._append(month, [note for note in notes if self.month_of(note) == month])
        except OSError as error:
            raise StorageFault(f"the memory log cannot be read: {error.strerror or error}") from error
        return noted

    def months(self) -> list[str]:
        """The files, oldest first."""
        return [name for name in self._lines.files.names(suffix=".jsonl") if _MONTH_FILE.fullmatch(name)]

    def read(self, month: str) -> Iterator[MemoryNote]:
        """What a month's file holds, in order; broken lines and notes of unknown kinds are passed over."""
        for _, line in self._lines.read(month):
            if note := decode_note(line):
                yield note

    def month_of(self, note: MemoryNote, before: timedelta = timedelta()) -> str:
        """The file that the note belongs to, or would `before` its time."""
        return f"{(note.ts - before).astimezone(self._zone):%Y-%m}.jsonl"

    def _append(self, month: str, notes: Sequence[MemoryNote]) -> list[MemoryNote]:
        fresh: dict[str, MemoryNote] = {}
        for number, note in enumerate(notes):
            if note.ts.tzinfo is None:
                raise ValueError("a note's ts must be aware")
            if not note.key or not self._is_known(note, month):
                fresh.setdefault(note.key or f"{number}", note)
        known = self._known_month(month)
        try:
            if fresh:
                self._lines.append(month, [encode_note(note, self._zone) for note in fresh.values()])
        except BaseException:
            self._known.pop(month, None)  # what the disk holds now is uncertain
            raise
        known.keys.update(note.key for note in fresh.values())
        known.size = self._lines.files.size(month)
        return list(fresh.values())

    def _is_known(self, note: MemoryNote, month: str) -> bool:
        return any(note.key in self._known_month(name).keys for name in {month, self.month_of(note, _LATE)})

    def _known_month(self, month: str) -> _KnownMonth:
        size = self._lines.files.size(month)
        known = self._known.get(month)
        if known is None or known.size != size:
            self._lines.mend(month)
            keys = {note.key for note in self.read(month)}
            known = self._known[month] = _KnownMonth(keys, self._lines.files.size(month))
        self._known.move_to_end(month)
        while len(self._known) > _KNOWN_MONTHS:
            self._known.popitem(last=False)
        return known
