"""What an anima waits for: `awaited.jsonl` below `state`, append-only. The turn that asked is over, or will be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from memory.archive import event_line
from memory.archive.disk import DISK, Disk
from memory.archive.quarantine import Quarantine
from memory.archive.records import Records
from memory.archive.redaction import Redact, nothing
from memory.vocabulary.event import Json

_FILE = "awaited.jsonl"
ASKED, LEFT, ANSWERED, EXPIRED = "asked", "left", "answered", "expired"
#: The kinds whose answer is what a tool gave, now that it is done or that a person has allowed it: nobody's own words.
BACKGROUND, APPROVAL, BY_ROLE = "background", "approval", "approval by role"


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


class AwaitedAnswers(Records[Awaited]):
    """One anima's."""

    def __init__(
        self, directory: Path, quarantine: Quarantine | None = None, disk: Disk = DISK, redact: Redact = nothing
    ) -> None:
        super().__init__(directory, _FILE, _awaited, _after, quarantine, disk, redact)

    def all(self) -> list[Awaited]:
        """Everything that was ever asked, the soonest end first."""
        return sorted(super().all(), key=lambda one: one.until)

    def ask(self, awaited: Awaited) -> Awaited:
        """Put it on record, the same one once; what is on record. Raises StorageFault."""
        return self.add(awaited, _record(awaited))

    def leave(self, id: str, now: datetime) -> Awaited:
        """The turn that asked goes on without it; what is known of it by now. Raises KeyError, StorageFault."""
        with self.lock:
            known = self.known[id]
            is_new = known.state == ASKED and not known.has_left
            return self.note(id, {"type": LEFT, "ts": now.isoformat()}) if is_new else known

    def settle(self, id: str, now: datetime, *, answer: str = "", by: str = "", trust: str = "") -> bool:
        """Its answer is there, or without `by` its time is over; False: it was settled before, or there is none.

        Raises StorageFault.
        """
        with self.lock:
            known = self.find(id)
            if known is None or known.state != ASKED:
                return False
            state = ANSWERED if by else EXPIRED
            self.note(id, {"type": state, "ts": now.isoformat(), "answer": answer, "by": by, "trust": trust})
            return True


def _after(known: Awaited, record: Mapping[str, Json]) -> Awaited:
    type = str(record.get("type", ""))
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
    if record.get("type") != ASKED or asked_at is None or until is None or not isinstance(origin, Mapping):
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
