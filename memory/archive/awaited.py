"""What an anima waits for: `awaited.jsonl` below `state`, append-only. The turn that asked is over, or will be."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from memory.archive import event_line
from memory.archive.disk import DISK, Disk
from memory.archive.quarantine import Quarantine
from memory.archive.redaction import Redact, nothing
from memory.archive.state_lines import StateLines
from memory.vocabulary.event import Json

_FILE = "awaited.jsonl"
ASKED, LEFT, ANSWERED, EXPIRED = "asked", "left", "answered", "expired"


@dataclass(frozen=True, slots=True, kw_only=True)
class Awaited:
    """An answer that is waited for: `of` whom, to what `text`, `until` when.

    `turn` asked; `origin` is what woke it, as whoever runs the conversation keeps it. `has_left`: that turn does not
    wait any more and is to be taken up again. `state` is asked, answered or expired; `by` is who answered, `trust` how
    far they are trusted.
    """

    id: str
    kind: str
    turn: str
    of: str
    text: str
    asked_at: datetime
    until: datetime
    origin: Mapping[str, Json]
    has_left: bool = False
    state: str = ASKED
    answer: str = ""
    by: str = ""
    trust: str = ""
    settled_at: datetime | None = None


class AwaitedAnswers:
    """One anima's. Thread-safe; read once, for nobody else writes the file."""

    def __init__(
        self, directory: Path, quarantine: Quarantine | None = None, disk: Disk = DISK, redact: Redact = nothing
    ) -> None:
        self._lines = StateLines(directory, _FILE, quarantine, disk, redact)
        self._lock = threading.RLock()
        self._known: dict[str, Awaited] | None = None

    def find(self, id: str) -> Awaited | None:
        with self._lock:
            return self._all().get(id)

    def all(self) -> list[Awaited]:
        """Everything that was ever asked, the soonest end first."""
        with self._lock:
            return sorted(self._all().values(), key=lambda one: one.until)

    def ask(self, awaited: Awaited) -> Awaited:
        """Put it on record, the same one once; what is on record. Raises StorageFault."""
        with self._lock:
            if awaited.id not in self._all():
                self._lines.append(_record(awaited))
                self._all()[awaited.id] = awaited
            return self._all()[awaited.id]

    def leave(self, id: str, now: datetime) -> Awaited:
        """The turn that asked goes on without it; what is known of it by now. Raises KeyError, StorageFault."""
        with self._lock:
            known = self._all()[id]
            if known.state == ASKED and not known.has_left:
                self._lines.append({"type": LEFT, "ts": now.isoformat(), "id": id})
                self._all()[id] = replace(known, has_left=True)
            return self._all()[id]

    def settle(self, id: str, now: datetime, *, answer: str = "", by: str = "", trust: str = "") -> bool:
        """Its answer is there, or without `by` its time is over; False: it was settled before, or there is none.

        Raises StorageFault.
        """
        with self._lock:
            known = self._all().get(id)
            if known is None or known.state != ASKED:
                return False
            state = ANSWERED if by else EXPIRED
            line: dict[str, Json] = {"answer": answer, "by": by, "trust": trust}
            self._lines.append({"type": state, "ts": now.isoformat(), "id": id, **line})
            self._all()[id] = _after(known, state, {"ts": now.isoformat(), **line})
            return True

    def _all(self) -> dict[str, Awaited]:
        if self._known is None:
            known: dict[str, Awaited] = {}
            for record in self._lines.read():
                id, type = str(record.get("id", "")), str(record.get("type", ""))
                if type == ASKED and (asked := _awaited(record)) is not None:
                    known[id] = asked
                elif id in known:
                    known[id] = _after(known[id], type, record)
            self._known = known
        return self._known


def _after(known: Awaited, type: str, record: Mapping[str, Json]) -> Awaited:
    if type == LEFT:
        return replace(known, has_left=True)
    if type not in (ANSWERED, EXPIRED) or known.state != ASKED:
        return known
    return replace(
        known,
        state=type,
        answer=str(record.get("answer", "")),
        by=str(record.get("by", "")),
        trust=str(record.get("trust", "")),
        settled_at=event_line.moment(record.get("ts")),
    )


def _record(awaited: Awaited) -> dict[str, Json]:
    return {
        "type": ASKED,
        "ts": awaited.asked_at.isoformat(),
        "id": awaited.id,
        "kind": awaited.kind,
        "turn": awaited.turn,
        "of": awaited.of,
        "text": awaited.text,
        "until": awaited.until.isoformat(),
        "has_left": awaited.has_left,
        "origin": awaited.origin,
    }


def _awaited(record: Mapping[str, Json]) -> Awaited | None:
    asked_at, until = event_line.moment(record.get("ts")), event_line.moment(record.get("until"))
    origin = record.get("origin")
    if asked_at is None or until is None or not isinstance(origin, Mapping):
        return None
    return Awaited(
        id=str(record.get("id", "")),
        kind=str(record.get("kind", "")),
        turn=str(record.get("turn", "")),
        of=str(record.get("of", "")),
        text=str(record.get("text", "")),
        asked_at=asked_at,
        until=until,
        origin=origin,
        has_left=record.get("has_left") is True,
    )
