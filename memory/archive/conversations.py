"""Conversation memory: what was said in one place lately, word for word, and a summary of what came before."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from memory.archive import event_line, state_file
from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.archive.paths import UnsafePath, parts
from memory.archive.quarantine import Quarantine
from memory.archive.redaction import Redact, nothing
from memory.vocabulary.address import Place, file_name
from memory.vocabulary.event import Json

_FORGOTTEN_IDS = 500  # of compressed turns, so that a late redelivery does not bring one back


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationTurn:
    """One thing said. `role` is user or assistant, `name` as displayed, `id` the event's, `person` who said it.

    `derived_from` is, of what the anima said, the person whose words alone it had before it; empty: others' too.
    """

    role: str
    text: str
    at: datetime
    name: str = ""
    id: str = ""
    person: str = ""
    derived_from: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """A place as one anima remembers it. `last_finalized_turn_index` counts in `turns`; -1: none is an episode yet.

    `summary_derived_from` is the person whose words alone the summary was made of; empty: others' too.
    """

    place: str
    turns: tuple[ConversationTurn, ...] = ()
    compressed_summary: str = ""
    summary_derived_from: str = ""
    last_finalized_turn_index: int = -1
    compressed_ids: tuple[str, ...] = ()
    amends: tuple[str, ...] = ()  # the changes of compressed turns that the summary is abreast of

    @property
    def ids(self) -> list[str]:
        """The events of all that was said, compressed or not."""
        return [*self.compressed_ids, *(turn.id for turn in self.turns if turn.id)]

    def recent(self, limit_tokens: int, count: Callable[[str], int] | None = None) -> tuple[ConversationTurn, ...]:
        """The newest turns that fit, oldest first; the last one always."""
        tokens = count or rough_tokens
        first = len(self.turns)
        left = limit_tokens
        while first > 0:
            left -= tokens(self.turns[first - 1].text)
            if left < 0 and first < len(self.turns):
                break
            first -= 1
        return self.turns[first:]

    def tokens(self, count: Callable[[str], int] | None = None) -> int:
        """How much of a context window the conversation fills."""
        tokens = count or rough_tokens
        return tokens(self.compressed_summary) + sum(tokens(turn.text) for turn in self.turns)

    def derived_from(self, upto: int) -> str:
        """The person whose words alone the summary and the first turns are, the anima's answers to them included."""
        turns = self.turns[:upto]
        people = {turn.person if turn.role == "user" else turn.derived_from for turn in turns}
        if self.compressed_summary:
            people.add(self.summary_derived_from)
        return people.pop() if len(people) == 1 else ""

    def knows(self, event_id: str) -> bool:
        return event_id in self.compressed_ids or any(turn.id == event_id for turn in self.turns)


class Conversations:
    """The conversations below `directory` (`state/conversations`), a file a place. Thread-safe."""

    def __init__(
        self, directory: Path, quarantine: Quarantine | None = None, disk: Disk = DISK, redact: Redact = nothing
    ) -> None:
        self._files = Files(directory, disk)
        self._quarantine = quarantine or Quarantine(files=self._files)
        self._redact = redact
        self._lock = threading.RLock()

    def read(self, place: Place | str) -> Conversation:
        """The conversation; an empty one where nothing was said yet."""
        state = state_file.read(self._files, _file(place), self._quarantine)
        return _conversation(str(place), state or {})

    def append(self, place: Place | str, turn: ConversationTurn) -> bool:
        """Add a turn; False: its event is in there already. Raises StorageFault."""
        with self._lock:
            conversation = self.read(place)
            if turn.id and conversation.knows(turn.id):
                return False
            self._write(replace(conversation, turns=(*conversation.turns, self._kept(turn))))
            return True

    def compress(self, read: Conversation, summary: str, upto: int) -> Conversation:
        """Put `summary` in the place of the first `upto` turns that were `read` (it has to contain the summary before
        it); nothing is done where these were changed since."""
        with self._lock:
            before = self.read(read.place)
            if (before.turns[:upto], before.amends) != (read.turns[:upto], read.amends):
                return before
            gone = tuple(turn.id for turn in before.turns[:upto] if turn.id)
            after = replace(
                before,
                turns=before.turns[upto:],
                compressed_summary=self._redact(summary),
                summary_derived_from=before.derived_from(upto),
                last_finalized_turn_index=max(-1, before.last_finalized_turn_index - upto),
                compressed_ids=(*before.compressed_ids, *gone)[-_FORGOTTEN_IDS:],
            )
            self._write(after)
            return after

    def amend(self, read: Conversation, amended: Conversation) -> bool:
        """Keep what was `read` as `amended`; False: it was added to meanwhile, and has to be read again."""
        with self._lock:
            if self.read(read.place) != read:
                return False
            self._write(amended)
            return True

    def finalize(self, place: Place | str, index: int) -> None:
        """The turns up to and with `index` have become an episode."""
        with self._lock:
            self._write(replace(self.read(place), last_finalized_turn_index=index))

    def places(self) -> list[str]:
        """The places that have a conversation."""
        names = self._files.names(suffix=".json")
        states = (state_file.read(self._files, name, self._quarantine) for name in names)
        return [place for state in states if state and isinstance(place := state.get("place"), str)]

    def _kept(self, turn: ConversationTurn) -> ConversationTurn:
        return replace(turn, text=self._redact(turn.text))

    def _write(self, conversation: Conversation) -> None:
        state_file.write(self._files, _file(conversation.place), _state(conversation))


def rough_tokens(text: str) -> int:
    """A quick estimate: four letters of ASCII a token, every other character one."""
    others = len(text) - len(text.encode("ascii", "ignore"))
    return (len(text) - others + 3) // 4 + others


def _file(place: Place | str) -> str:
    name = f"{file_name(place)}.json"
    try:
        parts(name)
    except UnsafePath:
        return f"place-{sha256(str(place).encode(errors='replace')).hexdigest()[:24]}.json"
    return name


def _state(conversation: Conversation) -> dict[str, Json]:
    return {
        "place": conversation.place,
        "compressed_summary": conversation.compressed_summary,
        "summary_derived_from": conversation.summary_derived_from,
        "last_finalized_turn_index": conversation.last_finalized_turn_index,
        "turns": [
            {
                "role": turn.role,
                "name": turn.name,
                "text": turn.text,
                "at": turn.at.isoformat(),
                "id": turn.id,
                "person": turn.person,
                "derived_from": turn.derived_from,
            }
            for turn in conversation.turns
        ],
        "compressed_ids": list(conversation.compressed_ids),
        "amends": list(conversation.amends[-_FORGOTTEN_IDS:]),
    }


def _conversation(place: str, state: Mapping[str, Json]) -> Conversation:
    turns, ids, index = state.get("turns"), state.get("compressed_ids"), state.get("last_finalized_turn_index")
    return Conversation(
        place=place,
        turns=tuple(turn for item in _items(turns) if (turn := _turn(item))),
        compressed_summary=str(state.get("compressed_summary") or ""),
        summary_derived_from=str(state.get("summary_derived_from") or ""),
        last_finalized_turn_index=index if isinstance(index, int) else -1,
        compressed_ids=tuple(str(item) for item in _items(ids)),
        amends=tuple(str(item) for item in _items(state.get("amends"))),
    )


def _items(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _turn(item: Json) -> ConversationTurn | None:
    if not isinstance(item, Mapping):
        return None
    at = event_line.moment(item.get("at"))
    role, text = item.get("role"), item.get("text")
    if at is None or not isinstance(role, str) or not isinstance(text, str):
        return None
    name, id, person, origin = (str(item.get(field, "")) for field in ("name", "id", "person", "derived_from"))
    return ConversationTurn(role=role, text=text, at=at, name=name, id=id, person=person, derived_from=origin)
