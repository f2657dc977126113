"""Short-term memory: where a tool loop stood when its context was full, for the session that goes on with it."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from memory.archive import event_line, state_file
from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.archive.quarantine import Quarantine
from memory.archive.redaction import Redact, nothing
from memory.vocabulary.event import Json

ARCHIVED_SESSIONS = 100

_STATE = "session_state.json"
_PROMPT = "session_state.md"
_ARCHIVE = "archive"


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionState:
    """What the next session begins from. `chain` counts the continuations so far."""

    session: str
    at: datetime
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


class ShortTermMemory:
    """One open session below `directory` (`shortterm`), and the last hundred before it in `archive/`."""

    def __init__(
        self, directory: Path, quarantine: Quarantine | None = None, disk: Disk = DISK, redact: Redact = nothing
    ) -> None:
        self._files = Files(directory, disk)
        self._quarantine = quarantine or Quarantine(files=self._files)
        self._redact = redact
        self._lock = threading.RLock()

    def save(self, state: SessionState) -> None:
        """Keep the state; one that lies there of another session is archived first. Raises StorageFault."""
        with self._lock:
            before = self.load()
            if before and before.session != state.session:
                self.archive()
            kept = _redacted(state, self._redact)
            self._files.replace(_PROMPT, kept.markdown().encode(errors="replace"))
            state_file.write(self._files, _STATE, _record(kept))

    def load(self) -> SessionState | None:
        return _state(state_file.read(self._files, _STATE, self._quarantine) or {})

    def markdown(self) -> str:
        """The text for the next prompt; empty when no session waits."""
        return (self._files.read_or_none(_PROMPT) or b"").decode(errors="replace")

    def take(self) -> SessionState | None:
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


def _redacted(state: SessionState, redact: Redact) -> SessionState:
    return replace(
        state,
        request=redact(state.request),
        answer_so_far=redact(state.answer_so_far),
        tools_used=tuple(redact(tool) for tool in state.tools_used),
        notes=redact(state.notes),
    )


def _record(state: SessionState) -> dict[str, Json]:
    return {
        "session": state.session,
        "at": state.at.isoformat(),
        "trigger": state.trigger,
        "place": state.place,
        "request": state.request,
        "answer_so_far": state.answer_so_far,
        "tools_used": list(state.tools_used),
        "notes": state.notes,
        "chain": state.chain,
    }


def _state(record: dict[str, Json]) -> SessionState | None:
    match record | {"at": event_line.moment(record.get("at"))}:
        case {"session": str(session), "at": datetime() as at, "tools_used": [*tools], "chain": int(chain)}:
            texts = {name: str(record.get(name, "")) for name in ("trigger", "place", "request", "notes")}
            return SessionState(
                session=session,
                at=at,
                answer_so_far=str(record.get("answer_so_far", "")),
                tools_used=tuple(str(tool) for tool in tools),
                chain=chain,
                **texts,
            )
    return None
