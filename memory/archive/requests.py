"""What an anima has asked of people or promised them: append-only files below `state`, each request with what became
of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Annotated, NamedTuple

from pydantic import BeforeValidator

from memory.archive.json_lines import parse_moment
from memory.archive.state_records import Codec, Line, LineMoment, Moment, Records, StoredJson

_QUESTION_ANSWERED, _QUESTION_TURNED_AWAY = "answered", "turned_away"
#: So long after its end a question is forgotten; its lines stay.
_QUESTIONS_KEPT = timedelta(days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonQuestion:
    """Bound to one person and one matter until it expires; nobody else's answer counts.

    `kind` and `about` say what it decides ("doubt" and the key of one), `choices` are value -> word. `turn` asked it;
    `chosen` was answered in `answered_in`. `text` is what was posted. `turned_away` are others who tried, with the
    turn in which they were told.
    """

    asked_at: LineMoment
    id: str
    kind: str
    about: str
    person: str
    place: str
    turn: str
    text: str
    choices: Mapping[str, str]
    expires_at: Moment
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

    file, begun, codec = "questions.jsonl", "asked", Codec(PersonQuestion)

    def asked_in(self, turn: str, kind: str) -> PersonQuestion | None:
        """What this turn has asked already, before a crash."""
        return next((asked for asked in self.all() if (asked.turn, asked.kind) == (turn, kind)), None)

    def answered_by(self, turn: str) -> PersonQuestion | None:
        """What this turn has answered already, before a crash."""
        return next((asked for asked in self.all() if asked.answered_in == turn), None)

    def asked_since(self, moment: datetime, about: str, room: str) -> bool:
        """Whether it was asked in the room then or later."""
        return any((asked.about, asked.room) == (about, room) and asked.asked_at >= moment for asked in self.all())

    def open_to(self, person: str, room: str, now: datetime) -> list[PersonQuestion]:
        """What the person may still answer in the room, the latest first."""
        asked_of = [asked for asked in self.all() if (asked.person, asked.room) == (person, room)]
        return [asked for asked in reversed(asked_of) if asked.is_open(now)]

    def ask(self, question: PersonQuestion) -> None:
        """Put it on record, before it is posted. Raises StorageFault."""
        with self.lock:
            self.add(question)
            for asked in self.all():
                if asked.expires_at + _QUESTIONS_KEPT < question.asked_at:
                    del self.by_id[asked.id]

    def answer(self, id: str, choice: str, turn: str, now: datetime) -> PersonQuestion:
        """The first answer counts; the question as it stands then. Raises KeyError, StorageFault."""
        with self.lock:
            if self.by_id[id].chosen:
                return self.by_id[id]
            return self.note(id, _QUESTION_ANSWERED, now, choice=choice, turn=turn)

    def turn_away(self, id: str, person: str, turn: str, now: datetime) -> PersonQuestion:
        """Somebody else tried; the first time is on record. Raises KeyError, StorageFault."""
        with self.lock:
            if person in self.by_id[id].turned_away:
                return self.by_id[id]
            return self.note(id, _QUESTION_TURNED_AWAY, now, person=person, turn=turn)

    def after(self, question: PersonQuestion, type: str, line: Line, /) -> PersonQuestion:
        turn = _text(line, "turn")
        if type == _QUESTION_ANSWERED:
            return replace(question, chosen=_text(line, "choice"), answered_in=turn)
        if type == _QUESTION_TURNED_AWAY:
            return replace(question, turned_away={**question.turned_away, _text(line, "person"): turn})
        return question


def _text(line: Line, name: str) -> str:
    return str(line.get(name, ""))


# --- awaited --------------------------------------------------------------------------------------------------------
# What an anima waits for: `awaited.jsonl` below `state`, append-only. The turn that asked is over, or will be.


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

    asked_at: LineMoment
    id: str
    kind: str
    turn: str
    of: str
    text: str
    until: Moment
    has_left: bool
    origin: Mapping[str, StoredJson]
    state: str = ANSWER_AWAITED
    answer: str = ""
    by: str = ""
    trust: str = ""
    settled_at: Moment | None = None


class AwaitedAnswers(Records[AwaitedAnswer]):
    """One anima's."""

    file, begun, codec = "awaited.jsonl", ANSWER_AWAITED, Codec(AwaitedAnswer)

    def all(self) -> list[AwaitedAnswer]:
        """Everything that was ever asked, the soonest end first."""
        return sorted(super().all(), key=lambda awaited: awaited.until)

    def ask(self, awaited: AwaitedAnswer) -> AwaitedAnswer:
        """Put it on record, the same one once; what is on record. Raises StorageFault."""
        return self.add(awaited)

    def leave(self, id: str, now: datetime) -> AwaitedAnswer:
        """The turn that asked goes on without it; what is known of it by now. Raises KeyError, StorageFault."""
        with self.lock:
            awaited = self.by_id[id]
            is_new = awaited.state == ANSWER_AWAITED and not awaited.has_left
            return self.note(id, ANSWER_LEFT, now) if is_new else awaited

    def settle(self, id: str, now: datetime, *, answer: str = "", by: str = "", trust: str = "") -> bool:
        """Its answer is there, or without `by` its time is over; False: it was settled before, or there is none.

        Raises StorageFault.
        """
        with self.lock:
            awaited = self.find(id)
            if awaited is None or awaited.state != ANSWER_AWAITED:
                return False
            self.note(id, ANSWER_GIVEN if by else ANSWER_EXPIRED, now, answer=answer, by=by, trust=trust)
            return True

    def after(self, awaited: AwaitedAnswer, type: str, line: Line, /) -> AwaitedAnswer:
        if type == ANSWER_LEFT:
            return replace(awaited, has_left=True)
        if type not in (ANSWER_GIVEN, ANSWER_EXPIRED) or awaited.state != ANSWER_AWAITED:
            return awaited
        answer, by, trust = (_text(line, name) for name in ("answer", "by", "trust"))
        settled_at = parse_moment(line.get("ts"))
        return replace(awaited, state=type, answer=answer, by=by, trust=trust, settled_at=settled_at)


# --- calls ----------------------------------------------------------------------------------------------------------
# Calls of an anima to people: `calls.jsonl` below `state`, append-only: asked, tried, held, seen, answered.


CALL_OPEN, CALL_ANSWERED, CALL_OVER = "open", "answered", "over"
_CALL_TRIED, _CALL_HELD, _CALL_SEEN, _CALL_BEGUN = "tried", "held", "seen", "begun"
CALL_SENT, CALL_FAILED, CALL_IN_DOUBT = "sent", "failed", "in_doubt"


class EscalationStep(NamedTuple):
    """Whom a call goes to, and by which platform."""

    person: str
    channel: str


def _whole_steps(steps: object) -> object:
    """Without those that an erasure has left half of."""
    return [step for step in steps if isinstance(step, list) and len(step) == 2] if isinstance(steps, list) else steps


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

    asked_at: LineMoment
    id: str
    anima: str
    text: str
    priority: str
    turn: str
    audience: str
    options: tuple[str, ...]
    rungs: Annotated[tuple[EscalationStep, ...], BeforeValidator(_whole_steps)]
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

    file, begun, codec = "calls.jsonl", CALL_OPEN, Codec(PersonCall)

    def ask(self, call: PersonCall) -> None:
        """Put it on record, the same one once."""
        self.add(call)

    def begin(self, id: str, now: datetime) -> None:
        """Its rung is being called."""
        self._became(id, _CALL_BEGUN, now)

    def hold(self, id: str, now: datetime) -> None:
        self._became(id, _CALL_HELD, now)

    def tried(self, id: str, rung: int, tried: CallAttempt) -> None:
        """What became of the rung with this number; once."""
        call = self.find(id)
        if call is not None and len(call.tried) == rung:
            texts = {name: getattr(tried, name) for name in ("outcome", "account", "place", "post")}
            self._became(id, _CALL_TRIED, tried.at, **texts)

    def seen(self, id: str, person: str, now: datetime) -> None:
        self._became(id, _CALL_SEEN, now, person=person)

    def end(self, id: str, now: datetime) -> None:
        """Nobody is left to be called."""
        self._became(id, CALL_OVER, now)

    def answer(self, id: str, answer: str, person: str, now: datetime) -> bool:
        """The first answer counts; False: there was one."""
        with self.lock:
            call = self.find(id)
            if call is None or call.state not in (CALL_OPEN, CALL_OVER):
                return False
            self._became(id, CALL_ANSWERED, now, answer=answer, person=person)
            return True

    def _became(self, id: str, type: str, now: datetime, **texts: str) -> None:
        with self.lock:
            if id in self.by_id:
                self.note(id, type, now, **texts)

    def after(self, call: PersonCall, type: str, line: Line, /) -> PersonCall:
        at = parse_moment(line.get("ts")) or call.asked_at
        match type:
            case "begun":
                return replace(call, begun_at=at)
            case "held":
                return replace(call, held_since=call.held_since or at)
            case "tried":
                texts = {name: _text(line, name) for name in ("outcome", "account", "place", "post")}
                return replace(call, tried=(*call.tried, CallAttempt(at=at, **texts)), begun_at=None, held_since=None)
            case "seen":
                return replace(call, seen_by=_text(line, "person"))
            case "answered":
                return replace(call, state=CALL_ANSWERED, answer=_text(line, "answer"), by=_text(line, "person"))
            case "over":
                return replace(call, state=type)
        return call


# --- reminders ------------------------------------------------------------------------------------------------------
# Reminders that people wished for: `reminders.jsonl` below `state`, append-only; kept only once the person said so.


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

    wished_at: LineMoment
    id: str
    text: str
    person: str
    place: str
    audience: str
    at: Moment | None = None
    joiner: str = ""
    origin: Mapping[str, StoredJson]
    state: str = REMINDER_WISHED


class Reminders(Records[Reminder]):
    """One anima's."""

    file, begun, codec = "reminders.jsonl", REMINDER_WISHED, Codec(Reminder)

    def kept(self) -> list[Reminder]:
        """What is still to come: by time, and last what waits for somebody."""
        kept = [reminder for reminder in self.all() if reminder.state == REMINDER_KEPT]
        return sorted(kept, key=lambda reminder: (reminder.at is None, reminder.at or reminder.wished_at))

    def wish(self, reminder: Reminder) -> None:
        """Put it on record; the same one once. Raises StorageFault."""
        self.add(reminder)

    def change(self, id: str, state: str, now: datetime) -> bool:
        """False: there is none, or that cannot become of it any more. Raises StorageFault."""
        with self.lock:
            reminder = self.find(id)
            if reminder is None or state not in _REMINDER_NEXT[reminder.state]:
                return False
            self.note(id, state, now)
            return True

    def after(self, reminder: Reminder, type: str, line: Line, /) -> Reminder:
        return replace(reminder, state=type) if type in _REMINDER_NEXT[reminder.state] else reminder
