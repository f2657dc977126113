"""Reminders that people wished for: `reminders.jsonl` below `state`, append-only; kept only once the person said so."""

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

_FILE = "reminders.jsonl"
WISHED, KEPT, DROPPED, FIRED = "wished", "kept", "dropped", "fired"
#: What may still become of it: who has dropped a reminder is not reminded.
_NEXT: Mapping[str, frozenset[str]] = {
    WISHED: frozenset({KEPT, DROPPED}),
    KEPT: frozenset({DROPPED, FIRED}),
    DROPPED: frozenset(),
    FIRED: frozenset(),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Intention:
    """Of what `person` is to be reminded: `at` a time, or when `joiner` (a name, `*` anybody) joins the place.

    `origin` is the message of the wish as whoever runs the conversation keeps it; `state` is the last of wished, kept,
    dropped and fired.
    """

    id: str
    text: str
    person: str
    place: str
    audience: str
    wished_at: datetime
    at: datetime | None = None
    joiner: str = ""
    origin: Mapping[str, Json]
    state: str = WISHED


class Reminders(Records[Intention]):
    """One anima's."""

    def __init__(
        self, directory: Path, quarantine: Quarantine | None = None, disk: Disk = DISK, redact: Redact = nothing
    ) -> None:
        super().__init__(directory, _FILE, _intention, _after, quarantine, disk, redact)

    def kept(self) -> list[Intention]:
        """What is still to come: by time, and last what waits for somebody."""
        found = [one for one in self.all() if one.state == KEPT]
        return sorted(found, key=lambda one: (one.at is None, one.at or one.wished_at))

    def wish(self, intention: Intention) -> None:
        """Put it on record; the same one once. Raises StorageFault."""
        self.add(intention, _record(intention))

    def change(self, id: str, state: str, now: datetime) -> bool:
        """False: there is none, or that cannot become of it any more. Raises StorageFault."""
        with self.lock:
            known = self.find(id)
            if known is None or state not in _NEXT[known.state]:
                return False
            self.note(id, {"type": state, "ts": now.isoformat()})
            return True


def _after(known: Intention, record: Mapping[str, Json]) -> Intention:
    state = str(record.get("type", ""))
    return replace(known, state=state) if state in _NEXT[known.state] else known


def _record(intention: Intention) -> dict[str, Json]:
    return {
        "type": WISHED,
        "ts": intention.wished_at.isoformat(),
        "id": intention.id,
        "text": intention.text,
        "person": intention.person,
        "place": intention.place,
        "audience": intention.audience,
        **({"at": intention.at.isoformat()} if intention.at else {}),
        **({"joiner": intention.joiner} if intention.joiner else {}),
        "origin": intention.origin,
    }


def _intention(record: Mapping[str, Json]) -> Intention | None:
    wished_at, origin = event_line.moment(record.get("ts")), record.get("origin")
    if record.get("type") != WISHED or wished_at is None or not isinstance(origin, Mapping):
        return None
    return Intention(
        id=str(record.get("id", "")),
        text=str(record.get("text", "")),
        person=str(record.get("person", "")),
        place=str(record.get("place", "")),
        audience=str(record.get("audience", "")),
        wished_at=wished_at,
        at=event_line.moment(record.get("at")),
        joiner=str(record.get("joiner", "")),
        origin=origin,
    )
