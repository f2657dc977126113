"""Questions that were put to one person and wait for a tap: `questions.jsonl` below `state`, append-only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from memory.archive import event_line
from memory.archive.disk import DISK, Disk
from memory.archive.quarantine import Quarantine
from memory.archive.records import Records
from memory.archive.redaction import Redact, nothing
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

    @property
    def room(self) -> str:
        return self.place.partition("#")[0]

    def is_open(self, now: datetime) -> bool:
        return not self.chosen and now < self.expires_at


class Questions(Records[Question]):
    """One anima's."""

    def __init__(
        self, directory: Path, quarantine: Quarantine | None = None, disk: Disk = DISK, redact: Redact = nothing
    ) -> None:
        super().__init__(directory, _FILE, _question, _changed, quarantine, disk, redact)

    def asked_in(self, turn: str, kind: str) -> Question | None:
        """What this turn has asked already, before a crash."""
        return next((one for one in self.all() if (one.turn, one.kind) == (turn, kind)), None)

    def answered_by(self, turn: str) -> Question | None:
        """What this turn has answered already, before a crash."""
        return next((one for one in self.all() if one.answered_in == turn), None)

    def asked_since(self, moment: datetime, about: str, room: str) -> bool:
        """Whether it was asked in the room then or later."""
        return any(one.about == about and one.room == room and one.asked_at >= moment for one in self.all())

    def open_to(self, person: str, room: str, now: datetime) -> list[Question]:
        """What the person may still answer in the room, the latest first."""
        return [one for one in self.all() if one.person == person and one.room == room and one.is_open(now)][::-1]

    def ask(self, question: Question) -> None:
        """Put it on record, before it is posted. Raises StorageFault."""
        with self.lock:
            asked = {"type": _ASKED, "ts": question.asked_at.isoformat(), **_record(question)}
            self.add(question, asked)
            for id in [one.id for one in self.all() if one.expires_at + _KEPT < question.asked_at]:
                del self.known[id]

    def answer(self, id: str, choice: str, turn: str, now: datetime) -> Question:
        """The first answer counts; the question as it stands then. Raises KeyError, StorageFault."""
        with self.lock:
            if self.known[id].chosen:
                return self.known[id]
            return self.note(id, {"type": _ANSWERED, "ts": now.isoformat(), "choice": choice, "turn": turn})

    def turn_away(self, id: str, person: str, turn: str, now: datetime) -> Question:
        """Somebody else tried; the first time is on record. Raises KeyError, StorageFault."""
        with self.lock:
            if person in self.known[id].turned_away:
                return self.known[id]
            return self.note(id, {"type": _TURNED_AWAY, "ts": now.isoformat(), "person": person, "turn": turn})


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
    if record.get("type") != _ASKED or asked_at is None or expires_at is None or not isinstance(choices, Mapping):
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
