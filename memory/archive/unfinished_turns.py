"""What a turn has come to so far: the state of a tool loop for the session that goes on with it, and a write-ahead
file for each reply in the making.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from memory.archive import json_lines
from memory.archive.files import Files
from memory.archive.json_lines import PLAIN_STORAGE, Redact, Storage, record_of_line
from memory.archive.state_records import Codec, Moment, StoredJson
from memory.vocabulary.event import Json

ARCHIVED_SESSIONS = 100

_STATE = "session_state.json"
_PROMPT = "session_state.md"
_ARCHIVE = "archive"


@dataclass(frozen=True, slots=True, kw_only=True)
class InterruptedSession:
    """What the next session begins from. `chain` counts the continuations so far."""

    session: str
    at: Moment
    trigger: str = ""
    place: str = ""
    request: str = ""
    answer_so_far: str = ""
    tools_used: tuple[str, ...] = ()
    notes: str = ""
    chain: int = 0

    def markdown(self) -> str:
        """As the next prompt has it."""
        tools = "\n".join(f"- {line}" for line in self.tools_used)
        parts = {
            "What was asked": self.request,
            "What was said so far": self.answer_so_far,
            "What was done": tools,
            "Notes": self.notes,
        }
        head = f"# Session {self.session}, continued ({self.chain})"
        return "\n\n".join([head, *(f"## {title}\n\n{text}" for title, text in parts.items() if text)]) + "\n"


_SESSIONS = Codec(InterruptedSession)


class ShortTermMemory:
    """One open session below `directory` (`shortterm`), and the last hundred before it in `archive/`."""

    def __init__(self, directory: Path, storage: Storage = PLAIN_STORAGE) -> None:
        self._files, self._quarantine = storage.open(directory)
        self._redact = storage.redact
        self._lock = threading.RLock()

    def save(self, state: InterruptedSession) -> None:
        """Keep the state; one that lies there of another session is archived first. Raises StorageFault."""
        with self._lock:
            before = self.load()
            if before and before.session != state.session:
                self.archive()
            kept = _redacted(state, self._redact)
            self._files.replace(_PROMPT, kept.markdown().encode(errors="replace"))
            _SESSIONS.write(self._files, _STATE, kept)

    def load(self) -> InterruptedSession | None:
        return _SESSIONS.read(self._files, _STATE, self._quarantine)

    def markdown(self) -> str:
        """The text for the next prompt; empty when no session waits."""
        return (self._files.read_or_none(_PROMPT) or b"").decode(errors="replace")

    def take(self) -> InterruptedSession | None:
        """The waiting session, which is archived: it is continued once."""
        with self._lock:
            state = self.load()
            if state:
                self.archive()
            return state

    def archive(self) -> None:
        """Move the state to `archive/`; the oldest of more than a hundred go."""
        with self._lock:
            state = self.load()
            if state is None:
                return
            name = self._free(state.at.astimezone(UTC).strftime("%Y%m%dT%H%M%S.%fZ"))
            for current, suffix in ((_PROMPT, "md"), (_STATE, "json")):
                if self._files.read_or_none(current) is not None:
                    self._files.move(current, f"{_ARCHIVE}/{name}.{suffix}")
            for old in self.archived()[:-ARCHIVED_SESSIONS]:
                self._files.remove(f"{_ARCHIVE}/{old}.md")
                self._files.remove(f"{_ARCHIVE}/{old}.json")

    def archived(self) -> list[str]:
        """Names of the archived sessions, oldest first."""
        return [name.removesuffix(".json") for name in self._files.names(_ARCHIVE, ".json")]

    def _free(self, name: str) -> str:
        taken = self.archived()
        while name in taken:
            name += "-2"
        return name


def _redacted(state: InterruptedSession, redact: Redact) -> InterruptedSession:
    return replace(
        state,
        request=redact(state.request),
        answer_so_far=redact(state.answer_so_far),
        tools_used=tuple(redact(tool) for tool in state.tools_used),
        notes=redact(state.notes),
    )


# --- journal --------------------------------------------------------------------------------------------------------
# The streaming journal: a write-ahead file for each reply in the making, so that a crash costs a second of it.


FLUSH_AFTER_S = 1.0
FLUSH_AFTER_CHARS = 500

_SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,98}[A-Za-z0-9]")


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalStart:
    """What has to be known to go on after a crash. `facts` may carry more (the message's key, the place, …)."""

    turn: str
    trigger: str
    sender: str = ""
    session: str = ""
    started_at: Moment
    facts: Mapping[str, StoredJson] = field(default_factory=dict)


_STARTS = Codec(JournalStart)


@dataclass(frozen=True, slots=True, kw_only=True)
class JournaledTool:
    """A tool call: without `ended` nobody knows whether it had its effect."""

    id: str
    name: str
    arguments: str = ""
    ended: bool = False
    ok: bool = True
    result: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalRecovery:
    """What a dead process left of a turn. `complete`: the whole answer is there, only the file was not removed yet.

    `started_at` is None where the start line itself is broken; `turn` is the file's name then.
    """

    turn: str
    text: str = ""
    tools: tuple[JournaledTool, ...] = ()
    trigger: str = ""
    sender: str = ""
    session: str = ""
    started_at: datetime | None = None
    facts: Mapping[str, Json] = field(default_factory=dict)
    complete: bool = False
    broken_lines: int = 0


class TurnJournal:
    """The journal of one running turn. Every method may raise StorageFault; unwritten text is then kept for later."""

    def __init__(
        self, files: Files, name: str, clock: Callable[[], float], on_end: Callable[[str], None], storage: Storage
    ) -> None:
        self._files = files
        self._name = name
        self._clock = clock
        self._on_end = on_end
        self._redacted = storage.redacted
        self._pending = ""
        self._pending_since = 0.0
        self._lock = threading.Lock()

    def text(self, piece: str) -> None:
        """Take a piece of the reply; it reaches the disk after 500 characters or one second, whichever is first."""
        with self._lock:
            if not self._pending:
                self._pending_since = self._clock()
            self._pending += piece
            if self._is_due():
                self._flush()

    def tick(self) -> None:
        """Write what has waited for a second: to be called while the model is silent."""
        with self._lock:
            if self._pending and self._is_due():
                self._flush()

    def tool_start(self, id: str, name: str, arguments: str = "") -> None:
        self._event({"type": "tool_start", "id": id, "name": name, "arguments": arguments})

    def tool_end(self, id: str, result: str = "", ok: bool = True) -> None:
        self._event({"type": "tool_end", "id": id, "result": result, "ok": ok})

    def finalize(self) -> None:
        """The reply is whole and stored elsewhere: say so, then remove the file."""
        self._event({"type": "done"})
        self._files.remove(self._name)
        self._on_end(self._name)

    def _is_due(self) -> bool:
        waited = self._clock() - self._pending_since
        return len(self._pending) >= FLUSH_AFTER_CHARS or waited >= FLUSH_AFTER_S

    def _event(self, event: Mapping[str, Json]) -> None:
        with self._lock:
            self._flush()
            self._write(event)

    def _flush(self) -> None:
        if self._pending:
            self._write({"type": "text", "text": self._pending})
            self._pending = ""

    def _write(self, event: Mapping[str, Json]) -> None:
        self._files.append(self._name, json_lines.dump_json(self._redacted(event)) + b"\n")


class StreamingJournal:
    """The journals below `directory` (`shortterm/streaming_journal`), a file a turn. `clock` is monotonic seconds."""

    def __init__(self, directory: Path, clock: Callable[[], float], storage: Storage = PLAIN_STORAGE) -> None:
        self._files, _ = storage.open(directory)
        self._clock = clock
        self._storage = storage
        self._running: set[str] = set()

    def open(self, start: JournalStart) -> TurnJournal:
        """Begin a turn. What an earlier attempt at the same turn left is replaced: recover it first."""
        name = _file(start.turn)
        line = {"type": "start", **_STARTS.dump(start)}
        self._files.replace(name, json_lines.dump_json(line) + b"\n")
        self._running.add(name)
        return TurnJournal(self._files, name, self._clock, self._running.discard, self._storage)

    def has_orphan(self) -> bool:
        """Whether a turn is there that this process did not begin."""
        return bool(self._orphans())

    def recover(self) -> list[JournalRecovery]:
        """What dead processes left, oldest first. Nothing is removed: discard a turn once it is dealt with."""
        found = [_recover(name, self._files.read(name)) for name in self._orphans()]
        return sorted(found, key=lambda turn: turn.started_at.timestamp() if turn.started_at else 0.0)

    def recover_turn(self, turn: str) -> JournalRecovery | None:
        """What is on disk of one turn, also of one that this process began and gave up; None: nothing."""
        content = self._files.read_or_none(_file(turn))
        return None if content is None else _recover(_file(turn), content)

    def discard(self, turn: str) -> None:
        """Remove the journal of a turn that was recovered; one that is not there is no error."""
        self._files.remove(_file(turn))
        self._running.discard(_file(turn))

    def _orphans(self) -> list[str]:
        return [name for name in self._files.names(suffix=".jsonl") if name not in self._running]


def _file(turn: str) -> str:
    if _SAFE.fullmatch(turn):
        return f"{turn}.jsonl"
    readable = re.sub(r"[^A-Za-z0-9]+", ".", turn).strip(".")[:80] or "turn"
    return f"{readable}-{sha256(turn.encode(errors='surrogatepass')).hexdigest()[:12]}.jsonl"


def _recover(name: str, content: bytes) -> JournalRecovery:
    turn = JournalRecovery(turn=name.removesuffix(".jsonl"))
    for event in _events(content):
        turn = replace(turn, broken_lines=turn.broken_lines + 1) if event is None else _fold(turn, event)
    return turn


def _events(content: bytes) -> Iterator[dict[str, Json] | None]:
    """The events; None for a line that is none. A last line that lacks only its newline counts as whole."""
    return (record_of_line(line) for line in content.split(b"\n") if line)


def _fold(turn: JournalRecovery, event: Mapping[str, Json]) -> JournalRecovery:
    match event:
        case {"type": "start"}:
            return _started(turn, event)
        case {"type": "text", "text": str(text)}:
            return replace(turn, text=turn.text + text)
        case {"type": "tool_start", "id": str(id), "name": str(name)}:
            call = JournaledTool(id=id, name=name, arguments=str(event.get("arguments", "")))
            return replace(turn, tools=(*turn.tools, call))
        case {"type": "tool_end", "id": str(id)}:
            return replace(turn, tools=tuple(_ended(call, event) if call.id == id else call for call in turn.tools))
        case {"type": "done"}:
            return replace(turn, complete=True)
    return replace(turn, broken_lines=turn.broken_lines + 1)


def _started(turn: JournalRecovery, event: Mapping[str, Json]) -> JournalRecovery:
    facts = event.get("facts")
    return replace(
        turn,
        turn=str(event.get("turn") or turn.turn),
        trigger=str(event.get("trigger", "")),
        sender=str(event.get("sender", "")),
        session=str(event.get("session", "")),
        started_at=json_lines.parse_moment(event.get("started_at")),
        facts=facts if isinstance(facts, Mapping) else {},
    )


def _ended(call: JournaledTool, event: Mapping[str, Json]) -> JournaledTool:
    return replace(call, ended=True, ok=event.get("ok") is not False, result=str(event.get("result", "")))
