"""What an anima has asked of people or promised them: append-only files below `state`, each request with what became
of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from memory.archive import json_lines
from memory.archive.files import DISK, Disk
from memory.archive.json_lines import Quarantine, Redact, redact_nothing
from memory.archive.state_records import Records
from memory.vocabulary.event import Json

_QUESTIONS_FILE = "questions.jsonl"
_QUESTION_ASKED, _QUESTION_ANSWERED, _QUESTION_TURNED_AWAY = "asked", "answered", "turned_away"
#: So long after its end a question is forgotten; its lines stay.
_QUESTIONS_KEPT = timedelta(days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonQuestion:
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


class PersonQuestions(Records[PersonQuestion]):
    """One anima's."""

    def __init__(
        self, directory: Path, quarantine: Quarantine | None = None, disk: Disk = DISK, redact: Redact = redact_nothing
    ) -> None:
        super().__init__(directory, _QUESTIONS_FILE, _question_of, _question_changed, quarantine, disk, redact)

    def asked_in(self, turn: str, kind: str) -> PersonQuestion | None:
        """What this turn has asked already, before a crash."""
        return next((one for one in self.all() if (one.turn, one.kind) == (turn, kind)), None)

    def answered_by(self, turn: str) -> PersonQuestion | None:
        """What this turn has answered already, before a crash."""
        return next((one for one in self.all() if one.answered_in == turn), None)

    def asked_since(self, moment: datetime, about: str, room: str) -> bool:
        """Whether it was asked in the room then or later."""
        return any(one.about == about and one.room == room and one.asked_at >= moment for one in self.all())

    def open_to(self, person: str, room: str, now: datetime) -> list[PersonQuestion]:
        """What the person may still answer in the room, the latest first."""
        return [one for one in self.all() if one.person == person and one.room == room and one.is_open(now)][::-1]

    def ask(self, question: PersonQuestion) -> None:
        """Put it on record, before it is posted. Raises StorageFault."""
        with self.lock:
            asked = {"type": _QUESTION_ASKED, "ts": question.asked_at.isoformat(), **_question_record(question)}
            self.add(question, asked)
            for id in [one.id for one in self.all() if one.expires_at + _QUESTIONS_KEPT < question.asked_at]:
                del self.known[id]

    def answer(self, id: str, choice: str, turn: str, now: datetime) -> PersonQuestion:
        """The first answer counts; the question as it stands then. Raises KeyError, StorageFault."""
        with self.lock:
            if self.known[id].chosen:
                return self.known[id]
            return self.note(id, {"type": _QUESTION_ANSWERED, "ts": now.isoformat(), "choice": choice, "turn": turn})

    def turn_away(self, id: str, person: str, turn: str, now: datetime) -> PersonQuestion:
        """Somebody else tried; the first time is on record. Raises KeyError, StorageFault."""
        with self.lock:
            if person in self.known[id].turned_away:
                return self.known[id]
            return self.note(id, {"type": _QUESTION_TURNED_AWAY, "ts": now.isoformat(), "person": person, "turn": turn})


def _question_changed(question: PersonQuestion, record: Mapping[str, Json]) -> PersonQuestion:
    turn = str(record.get("turn", ""))
    if record.get("type") == _QUESTION_ANSWERED:
        return replace(question, chosen=str(record.get("choice", "")), answered_in=turn)
    if record.get("type") == _QUESTION_TURNED_AWAY:
        return replace(question, turned_away={**question.turned_away, str(record.get("person", "")): turn})
    return question


def _question_record(question: PersonQuestion) -> dict[str, Json]:
    return {
        **{name: str(getattr(question, name)) for name in _QUESTION_TEXTS},
        "choices": dict(question.choices),
        "expires_at": question.expires_at.isoformat(),
    }


def _question_of(record: Mapping[str, Json]) -> PersonQuestion | None:
    asked_at, expires_at = json_lines.parse_moment(record.get("ts")), json_lines.parse_moment(record.get("expires_at"))
    choices = record.get("choices")
    if (
        record.get("type") != _QUESTION_ASKED
        or asked_at is None
        or expires_at is None
        or not isinstance(choices, Mapping)
    ):
        return None

    def text(name: str) -> str:
        return str(record.get(name, ""))

    return PersonQuestion(
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


_QUESTION_TEXTS = ("id", "kind", "about", "person", "place", "turn", "text")


# --- awaited --------------------------------------------------------------------------------------------------------
# What an anima waits for: `awaited.jsonl` below `state`, append-only. The turn that asked is over, or will be.


_AWAITED_FILE = "awaited.jsonl"
ANSWER_AWAITED, ANSWER_LEFT, ANSWER_GIVEN, ANSWER_EXPIRED = "asked", "left", "answered", "expired"
#: The kinds whose answer is what a tool gave, now that it is done or that a person has allowed it: nobody's own words.
AWAITED_IN_BACKGROUND, AWAITED_APPROVAL, AWAITED_BY_ROLE = "background", "approval", "approval by role"


@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedAnswer:
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
    state: str = ANSWER_AWAITED
    answer: str = ""
    by: str = ""
    trust: str = ""
    settled_at: datetime | None = None


class AwaitedAnswers(Records[AwaitedAnswer]):
    """One anima's."""

    def __init__(
        self, directory: Path, quarantine: Quarantine | None = None, disk: Disk = DISK, redact: Redact = redact_nothing
    ) -> None:
        super().__init__(directory, _AWAITED_FILE, _awaited_of, _awaited_after, quarantine, disk, redact)

    def all(self) -> list[AwaitedAnswer]:
        """Everything that was ever asked, the soonest end first."""
        return sorted(super().all(), key=lambda one: one.until)

    def ask(self, awaited: AwaitedAnswer) -> AwaitedAnswer:
        """Put it on record, the same one once; what is on record. Raises StorageFault."""
        return self.add(awaited, _awaited_record(awaited))

    def leave(self, id: str, now: datetime) -> AwaitedAnswer:
        """The turn that asked goes on without it; what is known of it by now. Raises KeyError, StorageFault."""
        with self.lock:
            known = self.known[id]
            is_new = known.state == ANSWER_AWAITED and not known.has_left
            return self.note(id, {"type": ANSWER_LEFT, "ts": now.isoformat()}) if is_new else known

    def settle(self, id: str, now: datetime, *, answer: str = "", by: str = "", trust: str = "") -> bool:
        """Its answer is there, or without `by` its time is over; False: it was settled before, or there is none.

        Raises StorageFault.
        """
        with self.lock:
            known = self.find(id)
            if known is None or known.state != ANSWER_AWAITED:
                return False
            state = ANSWER_GIVEN if by else ANSWER_EXPIRED
            self.note(id, {"type": state, "ts": now.isoformat(), "answer": answer, "by": by, "trust": trust})
            return True


def _awaited_after(known: AwaitedAnswer, record: Mapping[str, Json]) -> AwaitedAnswer:
    type = str(record.get("type", ""))
    if type == ANSWER_LEFT:
        return replace(known, has_left=True)
    if type not in (ANSWER_GIVEN, ANSWER_EXPIRED) or known.state != ANSWER_AWAITED:
        return known
    return replace(
        known,
        state=type,
        answer=str(record.get("answer", "")),
        by=str(record.get("by", "")),
        trust=str(record.get("trust", "")),
        settled_at=json_lines.parse_moment(record.get("ts")),
    )


def _awaited_record(awaited: AwaitedAnswer) -> dict[str, Json]:
    return {
        "type": ANSWER_AWAITED,
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


def _awaited_of(record: Mapping[str, Json]) -> AwaitedAnswer | None:
    asked_at, until = json_lines.parse_moment(record.get("ts")), json_lines.parse_moment(record.get("until"))
    origin = record.get("origin")
    if record.get("type") != ANSWER_AWAITED or asked_at is None or until is None or not isinstance(origin, Mapping):
        return None
    return AwaitedAnswer(
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


# --- calls ----------------------------------------------------------------------------------------------------------
# Calls of an anima to people: `calls.jsonl` below `state`, append-only: asked, tried, held, seen, answered.


_CALLS_FILE = "calls.jsonl"
CALL_OPEN, CALL_ANSWERED, CALL_OVER = "open", "answered", "over"
_CALL_TRIED, _CALL_HELD, _CALL_SEEN, _CALL_BEGUN = "tried", "held", "seen", "begun"
CALL_SENT, CALL_FAILED, CALL_IN_DOUBT = "sent", "failed", "in_doubt"


@dataclass(frozen=True, slots=True)
class EscalationStep:
    """Whom a call goes to, and by which platform."""

    person: str
    channel: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAttempt:
    """What became of one rung. `post` is the platform's id of what was posted in `place` by `account`."""

    at: datetime
    outcome: str
    account: str = ""
    place: str = ""
    post: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonCall:
    """One call. `state`: open, answered, or over (nobody has answered; whoever still does is heard).

    `rungs` are tried in their order; `tried` is what became of the first of them, `begun` whose turn it is now.
    `held_since`: its rung waits for the end of somebody's quiet hours. `turn` asked for it, in front of `audience`.
    """

    id: str
    anima: str
    text: str
    priority: str
    asked_at: datetime
    rungs: tuple[EscalationStep, ...]
    options: tuple[str, ...] = ()
    turn: str = ""
    audience: str = ""
    state: str = CALL_OPEN
    tried: tuple[CallAttempt, ...] = ()
    begun_at: datetime | None = None
    held_since: datetime | None = None
    seen_by: str = ""
    answer: str = ""
    by: str = ""

    @property
    def rung(self) -> EscalationStep | None:
        """Whose turn it is."""
        return self.rungs[len(self.tried)] if len(self.tried) < len(self.rungs) else None

    @property
    def is_waiting(self) -> bool:
        """Whether anybody may still be called for it."""
        return self.state == CALL_OPEN and not self.seen_by


class PersonCalls(Records[PersonCall]):
    """One anima's."""

    def __init__(
        self, directory: Path, quarantine: Quarantine | None = None, disk: Disk = DISK, redact: Redact = redact_nothing
    ) -> None:
        super().__init__(directory, _CALLS_FILE, _call_of, _call_after, quarantine, disk, redact)

    def ask(self, call: PersonCall) -> None:
        """Put it on record, the same one once."""
        self.add(call, _call_record(call))

    def begin(self, id: str, now: datetime) -> None:
        """Its rung is being called."""
        self._became(id, _CALL_BEGUN, now)

    def hold(self, id: str, now: datetime) -> None:
        self._became(id, _CALL_HELD, now)

    def tried(self, id: str, rung: int, tried: CallAttempt) -> None:
        """What became of the rung with this number; once."""
        known = self.find(id)
        if known is not None and len(known.tried) == rung:
            told: dict[str, Json] = {"outcome": tried.outcome, "account": tried.account, "place": tried.place}
            self._became(id, _CALL_TRIED, tried.at, **told, post=tried.post)

    def seen(self, id: str, person: str, now: datetime) -> None:
        self._became(id, _CALL_SEEN, now, person=person)

    def end(self, id: str, now: datetime) -> None:
        """Nobody is left to be called."""
        self._became(id, CALL_OVER, now)

    def answer(self, id: str, answer: str, person: str, now: datetime) -> bool:
        """The first answer counts; False: there was one."""
        with self.lock:
            known = self.find(id)
            if known is None or known.state not in (CALL_OPEN, CALL_OVER):
                return False
            self._became(id, CALL_ANSWERED, now, answer=answer, person=person)
            return True

    def _became(self, id: str, type: str, now: datetime, **more: Json) -> None:
        with self.lock:
            if id in self.known:
                self.note(id, {"type": type, "ts": now.isoformat(), **more})


def _call_after(call: PersonCall, record: Mapping[str, Json]) -> PersonCall:
    def text(name: str) -> str:
        return str(record.get(name, ""))

    type, at = text("type"), json_lines.parse_moment(record.get("ts")) or call.asked_at
    match type:
        case "begun":
            return replace(call, begun_at=at)
        case "held":
            return replace(call, held_since=call.held_since or at)
        case "tried":
            one = CallAttempt(
                at=at, outcome=text("outcome"), account=text("account"), place=text("place"), post=text("post")
            )
            return replace(call, tried=(*call.tried, one), begun_at=None, held_since=None)
        case "seen":
            return replace(call, seen_by=text("person"))
        case "answered":
            return replace(call, state=CALL_ANSWERED, answer=text("answer"), by=text("person"))
        case "over":
            return replace(call, state=type)
    return call


def _call_record(call: PersonCall) -> dict[str, Json]:
    return {
        "type": call.state,
        "ts": call.asked_at.isoformat(),
        "id": call.id,
        "anima": call.anima,
        "text": call.text,
        "priority": call.priority,
        "turn": call.turn,
        "audience": call.audience,
        "options": list(call.options),
        "rungs": [[rung.person, rung.channel] for rung in call.rungs],
    }


def _call_of(record: Mapping[str, Json]) -> PersonCall | None:
    if "rungs" not in record:
        return None
    at, rungs, options = json_lines.parse_moment(record.get("ts")), record.get("rungs"), record.get("options")
    if at is None or not isinstance(rungs, list) or not isinstance(options, list):
        return None
    return PersonCall(
        id=str(record.get("id", "")),
        anima=str(record.get("anima", "")),
        text=str(record.get("text", "")),
        priority=str(record.get("priority", "")),
        asked_at=at,
        rungs=tuple(
            EscalationStep(str(one[0]), str(one[1])) for one in rungs if isinstance(one, list) and len(one) == 2
        ),
        options=tuple(map(str, options)),
        turn=str(record.get("turn", "")),
        audience=str(record.get("audience", "")),
        state=str(record.get("type", CALL_OPEN)),
    )


# --- reminders ------------------------------------------------------------------------------------------------------
# Reminders that people wished for: `reminders.jsonl` below `state`, append-only; kept only once the person said so.


_REMINDERS_FILE = "reminders.jsonl"
REMINDER_WISHED, REMINDER_KEPT, REMINDER_DROPPED, REMINDER_FIRED = "wished", "kept", "dropped", "fired"
#: What may still become of it: who has dropped a reminder is not reminded.
_REMINDER_NEXT: Mapping[str, frozenset[str]] = {
    REMINDER_WISHED: frozenset({REMINDER_KEPT, REMINDER_DROPPED}),
    REMINDER_KEPT: frozenset({REMINDER_DROPPED, REMINDER_FIRED}),
    REMINDER_DROPPED: frozenset(),
    REMINDER_FIRED: frozenset(),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder:
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
    state: str = REMINDER_WISHED


class Reminders(Records[Reminder]):
    """One anima's."""

    def __init__(
        self, directory: Path, quarantine: Quarantine | None = None, disk: Disk = DISK, redact: Redact = redact_nothing
    ) -> None:
        super().__init__(directory, _REMINDERS_FILE, _reminder_of, _reminder_after, quarantine, disk, redact)

    def kept(self) -> list[Reminder]:
        """What is still to come: by time, and last what waits for somebody."""
        found = [one for one in self.all() if one.state == REMINDER_KEPT]
        return sorted(found, key=lambda one: (one.at is None, one.at or one.wished_at))

    def wish(self, intention: Reminder) -> None:
        """Put it on record; the same one once. Raises StorageFault."""
        self.add(intention, _reminder_record(intention))

    def change(self, id: str, state: str, now: datetime) -> bool:
        """False: there is none, or that cannot become of it any more. Raises StorageFault."""
        with self.lock:
            known = self.find(id)
            if known is None or state not in _REMINDER_NEXT[known.state]:
                return False
            self.note(id, {"type": state, "ts": now.isoformat()})
            return True


def _reminder_after(known: Reminder, record: Mapping[str, Json]) -> Reminder:
    state = str(record.get("type", ""))
    return replace(known, state=state) if state in _REMINDER_NEXT[known.state] else known


def _reminder_record(intention: Reminder) -> dict[str, Json]:
    return {
        "type": REMINDER_WISHED,
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


def _reminder_of(record: Mapping[str, Json]) -> Reminder | None:
    wished_at, origin = json_lines.parse_moment(record.get("ts")), record.get("origin")
    if record.get("type") != REMINDER_WISHED or wished_at is None or not isinstance(origin, Mapping):
        return None
    return Reminder(
        id=str(record.get("id", "")),
        text=str(record.get("text", "")),
        person=str(record.get("person", "")),
        place=str(record.get("place", "")),
        audience=str(record.get("audience", "")),
        wished_at=wished_at,
        at=json_lines.parse_moment(record.get("at")),
        joiner=str(record.get("joiner", "")),
        origin=origin,
    )
