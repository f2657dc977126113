"""Calls of an anima to people: `calls.jsonl` below `state`, append-only: asked, tried, held, seen, answered."""

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

_FILE = "calls.jsonl"
OPEN, ANSWERED, OVER = "open", "answered", "over"
_TRIED, _HELD, _SEEN, _BEGUN = "tried", "held", "seen", "begun"
SENT, FAILED, IN_DOUBT = "sent", "failed", "in_doubt"


@dataclass(frozen=True, slots=True)
class Rung:
    """Whom a call goes to, and by which platform."""

    person: str
    channel: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What became of one rung. `post` is the platform's id of what was posted in `place` by `account`."""

    at: datetime
    outcome: str
    account: str = ""
    place: str = ""
    post: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call. `state`: open, answered, or over (nobody has answered; whoever still does is heard).

    `rungs` are tried in their order; `tried` is what became of the first of them, `begun` whose turn it is now.
    `held_since`: its rung waits for the end of somebody's quiet hours. `turn` asked for it, in front of `audience`.
    """

    id: str
    anima: str
    text: str
    priority: str
    asked_at: datetime
    rungs: tuple[Rung, ...]
    options: tuple[str, ...] = ()
    turn: str = ""
    audience: str = ""
    state: str = OPEN
    tried: tuple[Tried, ...] = ()
    begun_at: datetime | None = None
    held_since: datetime | None = None
    seen_by: str = ""
    answer: str = ""
    by: str = ""

    @property
    def rung(self) -> Rung | None:
        """Whose turn it is."""
        return self.rungs[len(self.tried)] if len(self.tried) < len(self.rungs) else None

    @property
    def is_waiting(self) -> bool:
        """Whether anybody may still be called for it."""
        return self.state == OPEN and not self.seen_by


class Calls(Records[Call]):
    """One anima's."""

    def __init__(
        self, directory: Path, quarantine: Quarantine | None = None, disk: Disk = DISK, redact: Redact = nothing
    ) -> None:
        super().__init__(directory, _FILE, _call, _after, quarantine, disk, redact)

    def ask(self, call: Call) -> None:
        """Put it on record, the same one once."""
        self.add(call, _record(call))

    def begin(self, id: str, now: datetime) -> None:
        """Its rung is being called."""
        self._became(id, _BEGUN, now)

    def hold(self, id: str, now: datetime) -> None:
        self._became(id, _HELD, now)

    def tried(self, id: str, rung: int, tried: Tried) -> None:
        """What became of the rung with this number; once."""
        known = self.find(id)
        if known is not None and len(known.tried) == rung:
            told: dict[str, Json] = {"outcome": tried.outcome, "account": tried.account, "place": tried.place}
            self._became(id, _TRIED, tried.at, **told, post=tried.post)

    def seen(self, id: str, person: str, now: datetime) -> None:
        self._became(id, _SEEN, now, person=person)

    def end(self, id: str, now: datetime) -> None:
        """Nobody is left to be called."""
        self._became(id, OVER, now)

    def answer(self, id: str, answer: str, person: str, now: datetime) -> bool:
        """The first answer counts; False: there was one."""
        with self.lock:
            known = self.find(id)
            if known is None or known.state not in (OPEN, OVER):
                return False
            self._became(id, ANSWERED, now, answer=answer, person=person)
            return True

    def _became(self, id: str, type: str, now: datetime, **more: Json) -> None:
        with self.lock:
            if id in self.known:
                self.note(id, {"type": type, "ts": now.isoformat(), **more})


def _after(call: Call, record: Mapping[str, Json]) -> Call:
    def text(name: str) -> str:
        return str(record.get(name, ""))

    type, at = text("type"), event_line.moment(record.get("ts")) or call.asked_at
    match type:
        case "begun":
            return replace(call, begun_at=at)
        case "held":
            return replace(call, held_since=call.held_since or at)
        case "tried":
            one = Tried(at=at, outcome=text("outcome"), account=text("account"), place=text("place"), post=text("post"))
            return replace(call, tried=(*call.tried, one), begun_at=None, held_since=None)
        case "seen":
            return replace(call, seen_by=text("person"))
        case "answered":
            return replace(call, state=ANSWERED, answer=text("answer"), by=text("person"))
        case "over":
            return replace(call, state=type)
    return call


def _record(call: Call) -> dict[str, Json]:
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


def _call(record: Mapping[str, Json]) -> Call | None:
    if "rungs" not in record:
        return None
    at, rungs, options = event_line.moment(record.get("ts")), record.get("rungs"), record.get("options")
    if at is None or not isinstance(rungs, list) or not isinstance(options, list):
        return None
    return Call(
        id=str(record.get("id", "")),
        anima=str(record.get("anima", "")),
        text=str(record.get("text", "")),
        priority=str(record.get("priority", "")),
        asked_at=at,
        rungs=tuple(Rung(str(one[0]), str(one[1])) for one in rungs if isinstance(one, list) and len(one) == 2),
        options=tuple(map(str, options)),
        turn=str(record.get("turn", "")),
        audience=str(record.get("audience", "")),
        state=str(record.get("type", OPEN)),
    )
