"""Questions that were put to one person and wait for a tap: `questions.jsonl` below `state`, append-only."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from memory.archive import event_line
from memory.archive.disk import DISK, Disk
from memory.archive.quarantine import Quarantine
from memory.archive.redaction import Redact, nothing
from memory.archive.state_lines import StateLines
from memory.vocabulary.event import Json

_FILE = "questions.jsonl"
_ASKED, _ANSWERED, _TURNED_AWAY = "asked", "answered", "turned_away"
#: So long after its end a question is forgotten; its lines stay.
_KEPT = timedelta(days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Bound to one person and one matter until it expires; nobody else's answer counts.

    `kind` and `about` say what it decides ("doubt" and the key of one), `choices` are value -> word. `turn` asked it;
    `chosen` was answered in `answered_in`. `text` is what was posted. `turned_away` are others who tried, with the
    turn in which they were told.
    """

    id: str
    kind: str
    about: str
    person: str
    place: str
    turn: str
    text: str
    choices: Mapping[str, str]
    asked_at: datetime
    expires_at: datetime
    chosen: str = ""
    answered_in: str = ""
    turned_away: Mapping[str, str] = field(default_factory=dict)

    def is_open(self, now: datetime) -> bool:
        return not self.chosen and now < self.expires_at


class Questions:
    """One anima's questions. Thread-safe; read once, for nobody else writes the file."""

    def __init__(
        self, directory: Path, quarantine: Quarantine | None = None, disk: Disk = DISK, redact: Redact = nothing
    ) -> None:
        self._lines = StateLines(directory, _FILE, quarantine, disk, redact)
        self._lock = threading.RLock()
        self._known: dict[str, Question] | None = None

    def find(self, id: str) -> Question | None:
        with self._lock:
            return self._all().get(id)

    def asked_in(self, turn: str, kind: str) -> Question | None:
        """What this turn has asked already, before a crash."""
        with self._lock:
            return next((one for one in self._all().values() if (one.turn, one.kind) == (turn, kind)), None)

    def answered_by(self, turn: str) -> Question | None:
        """What this turn has answered already, before a crash."""
        with self._lock:
            return next((one for one in self._all().values() if one.answered_in == turn), None)

    def asked_since(self, moment: datetime, about: str, room: str) -> bool:
        """Whether it was asked in the room then or later."""
        with self._lock:
            return any(
                one.about == about and one.place.partition("#")[0] == room and one.asked_at >= moment
                for one in self._all().values()
            )

    def open_to(self, person: str, room: str, now: datetime) -> list[Question]:
        """What the person may still answer in the room, the latest first."""
        with self._lock:
            found = [
                one
                for one in self._all().values()
                if one.person == person and one.place.partition("#")[0] == room and one.is_open(now)
            ]
            return found[::-1]

    def ask(self, question: Question) -> None:
        """Put it on record, before it is posted. Raises StorageFault."""
        with self._lock:
            known = self._all()
            self._lines.append({"type": _ASKED, "ts": question.asked_at.isoformat(), **_record(question)})
            known[question.id] = question
            self._forget(question.asked_at)

    def answer(self, id: str, choice: str, turn: str, now: datetime) -> Question:
        """The first answer counts; the question as it stands then. Raises KeyError, StorageFault."""
        return self._note(id, _ANSWERED, {"choice": choice, "turn": turn}, now, is_new=lambda one: not one.chosen)

    def turn_away(self, id: str, person: str, turn: str, now: datetime) -> Question:
        """Somebody else tried; the first time is on record. Raises KeyError, StorageFault."""
        fields: dict[str, Json] = {"person": person, "turn": turn}
        return self._note(id, _TURNED_AWAY, fields, now, is_new=lambda one: person not in one.turned_away)

    def _note(
        self, id: str, type: str, fields: dict[str, Json], now: datetime, is_new: Callable[[Question], bool]
    ) -> Question:
        with self._lock:
            known = self._all()
            if is_new(known[id]):
                record: dict[str, Json] = {"type": type, "ts": now.isoformat(), "id": id, **fields}
                self._lines.append(record)
                known[id] = _changed(known[id], record)
            return known[id]

    def _all(self) -> dict[str, Question]:
        if self._known is None:
            known: dict[str, Question] = {}
            for record in self._lines.read():
                id = str(record.get("id", ""))
                if record.get("type") == _ASKED and (asked := _question(record)) is not None:
                    known[id] = asked
                elif id in known:
                    known[id] = _changed(known[id], record)
            self._known = known
        return self._known

    def _forget(self, now: datetime) -> None:
        known = self._all()
        for id in [one.id for one in known.values() if one.expires_at + _KEPT < now]:
            del known[id]


def _changed(question: Question, record: Mapping[str, Json]) -> Question:
    turn = str(record.get("turn", ""))
    if record.get("type") == _ANSWERED:
        return replace(question, chosen=str(record.get("choice", "")), answered_in=turn)
    if record.get("type") == _TURNED_AWAY:
        return replace(question, turned_away={**question.turned_away, str(record.get("person", "")): turn})
    return question


def _record(question: Question) -> dict[str, Json]:
    return {
        **{name: str(getattr(question, name)) for name in _TEXTS},
        "choices": dict(question.choices),
        "expires_at": question.expires_at.isoformat(),
    }


def _question(record: Mapping[str, Json]) -> Question | None:
    asked_at, expires_at = event_line.moment(record.get("ts")), event_line.moment(record.get("expires_at"))
    choices = record.get("choices")
    if asked_at is None or expires_at is None or not isinstance(choices, Mapping):
        return None

    def text(name: str) -> str:
        return str(record.get(name, ""))

    return Question(
        id=text("id"),
        kind=text("kind"),
        about=text("about"),
        person=text("person"),
        place=text("place"),
        turn=text("turn"),
        text=text("text"),
        choices={str(value): str(label) for value, label in choices.items()},
        asked_at=asked_at,
        expires_at=expires_at,
    )


_TEXTS = ("id", "kind", "about", "person", "place", "turn", "text")
