"""What was said in one place lately, word for word with a summary of what came before, and the files that came with
it.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Annotated

from pydantic import BeforeValidator

from memory.archive.files import DISK, Disk, Files, UnsafePath, path_components
from memory.archive.json_lines import PLAIN_STORAGE, Storage
from memory.archive.state_records import Codec, Moment, read_state
from memory.vocabulary.address import Place, file_name
from memory.vocabulary.event import Json

_FORGOTTEN_IDS = 500  # of compressed turns, so that a late redelivery does not bring one back


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationTurn:
    """One thing said. `role` is user or assistant, `name` as displayed, `id` the event's, `person` who said it.

    `derived_from` is, of what the anima said, the person whose words alone it had before it; empty: others' too.
    """

    role: str
    name: str = ""
    text: str
    at: Moment
    id: str = ""
    person: str = ""
    derived_from: str = ""


_TURNS = Codec(ConversationTurn)


def _whole_turns(turns: object) -> object:
    """A broken turn costs only itself."""
    return tuple(filter(None, map(_TURNS.load, turns))) if isinstance(turns, list) else turns


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """A place as one anima remembers it. `last_finalized_turn_index` counts in `turns`; -1: none is an episode yet.

    `audience` are those who read along last, who may all read what was said before; empty in homes of before.

    `summary_derived_from` is the person whose words alone the summary was made of; empty: others' too.
    """

    place: str
    compressed_summary: str = ""
    summary_derived_from: str = ""
    last_finalized_turn_index: int = -1
    turns: Annotated[tuple[ConversationTurn, ...], BeforeValidator(_whole_turns)] = ()
    compressed_ids: tuple[str, ...] = ()
    amends: tuple[str, ...] = ()  # the changes of compressed turns that the summary is abreast of
    audience: str = ""

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


_CONVERSATIONS = Codec(Conversation)


class Conversations:
    """The conversations below `directory` (`state/conversations`), a file a place. Thread-safe."""

    def __init__(self, directory: Path, storage: Storage = PLAIN_STORAGE) -> None:
        self._files, self._quarantine = storage.open(directory)
        self._redact = storage.redact
        self._lock = threading.RLock()

    def read(self, place: Place | str) -> Conversation:
        """The conversation; an empty one where nothing was said yet."""
        kept = _CONVERSATIONS.read(self._files, _file(place), self._quarantine, place=str(place))
        return kept or Conversation(place=str(place))

    def read_by(self, place: Place | str, audience: str, may_hear: Callable[[str], bool]) -> None:
        """From here on these read along. Where they may not hear what was said before, the talk begins anew.

        Raises StorageFault.
        """
        with self._lock:
            before = self.read(place)
            if before.audience != audience:
                is_heard = not before.audience or may_hear(before.audience)
                self._write(replace(before if is_heard else Conversation(place=str(place)), audience=audience))

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
        states = (read_state(self._files, name, self._quarantine) for name in names)
        return [place for state in states if state and isinstance(place := state.get("place"), str)]

    def _kept(self, turn: ConversationTurn) -> ConversationTurn:
        return replace(turn, text=self._redact(turn.text))

    def _write(self, conversation: Conversation) -> None:
        kept = replace(conversation, amends=conversation.amends[-_FORGOTTEN_IDS:])
        _CONVERSATIONS.write(self._files, _file(kept.place), kept)


def rough_tokens(text: str) -> int:
    """A quick estimate: four letters of ASCII a token, every other character one."""
    others = len(text) - len(text.encode("ascii", "ignore"))
    return (len(text) - others + 3) // 4 + others


def _file(place: Place | str) -> str:
    name = f"{file_name(place)}.json"
    try:
        path_components(name)
    except UnsafePath:
        return f"place-{sha256(str(place).encode(errors='replace')).hexdigest()[:24]}.json"
    return name


# --- attachments ----------------------------------------------------------------------------------------------------
# Files that came with messages: as they were sent, below `attachments/`, those of a message under one label.
#
# The label says who may read them, which is never more than those who read the message. It is there before the first
# byte of a file and goes after the last, so nothing lies here that a deletion does not find.


ATTACHMENTS_FOLDER = "attachments"
_LONGEST_SUFFIX = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """One file that is kept; `event` is the id of the event that records its message, `audience` who may read it."""

    name: str
    media_type: str
    path: Path
    at: str
    event: str
    audience: str


class Attachments:
    """Those of one anima. Blocking; writes raise StorageFault."""

    def __init__(self, anima: Path, disk: Disk = DISK) -> None:
        self._files = Files(anima, disk)

    def begin(
        self, place: Place, message: str, files: Sequence[tuple[str, str]], about: Mapping[str, Json]
    ) -> list[str]:
        """Label the message's files (name, type), in this order; where each is kept. What was begun begins anew.

        `about` has the message's `at`, `event` and `audience`.
        """
        stem = _stem(place, message)
        paths = [f"{stem}-{number}{_suffix(name)}" for number, (name, _) in enumerate(files, 1)]
        kept = [
            {"name": name, "type": media_type, "file": path.rpartition("/")[2]}
            for (name, media_type), path in zip(files, paths, strict=True)
        ]
        label = {"place": str(place), "message": message, **about, "files": kept}
        self._files.replace(f"{stem}.json", json.dumps(label, ensure_ascii=False).encode(errors="replace"))
        for path in paths:
            self._files.remove(path)
        return paths

    def append(self, path: str, content: bytes) -> None:
        """One more piece of a file."""
        self._files.append(path, content)

    def drop(self, path: str) -> None:
        """A file that is not wanted after all."""
        self._files.remove(path)

    def where(self, path: str) -> Path:
        """The path for a reader of its own."""
        return self._files.root / path

    def read(self, path: str) -> bytes:
        return self._files.read(path)

    def of_room(self, room: Place) -> list[Attachment]:
        """All that came there and lies here, the latest last."""
        found = []
        for name in self._files.names(ATTACHMENTS_FOLDER, ".json"):
            label = json.loads(self._files.read(f"{ATTACHMENTS_FOLDER}/{name}"))
            if label["place"].partition("#")[0] == str(room):
                found += [self._attachment(label, file) for file in label["files"]]
        return sorted((file for file in found if file.path.exists()), key=lambda file: file.at)

    def _attachment(self, label: Mapping[str, str], file: Mapping[str, str]) -> Attachment:
        return Attachment(
            name=file["name"],
            media_type=file["type"],
            path=self.where(f"{ATTACHMENTS_FOLDER}/{file['file']}"),
            at=label["at"],
            event=label["event"],
            audience=label["audience"],
        )

    def forget(self, place: Place, message: str, but: Sequence[str] = ()) -> None:
        """The message is gone, or stands with the files of these names alone: what was kept of the others goes."""
        stem = _stem(place, message)
        raw = self._files.read_or_none(f"{stem}.json")
        if raw is None:
            return
        label = json.loads(raw)
        for file in label["files"]:
            if file["name"] not in but:
                self._files.remove(f"{ATTACHMENTS_FOLDER}/{file['file']}")
        if left := [file for file in label["files"] if file["name"] in but]:
            self._files.replace(f"{stem}.json", json.dumps({**label, "files": left}, ensure_ascii=False).encode())
        else:
            self._files.remove(f"{stem}.json")


def _stem(place: Place, message: str) -> str:
    """A message's id is its room's: a deletion may not say in which thread it was."""
    return f"{ATTACHMENTS_FOLDER}/{attachment_stem(f'{place.room} {message}')}"


def attachment_stem(message: str) -> str:
    """How the names of the files begin that came with a message (its room, a space, its id)."""
    return sha256(message.encode(errors="replace")).hexdigest()[:32]


def _suffix(name: str) -> str:
    """`.pdf`, where that is what the name ends in: a file is not opened by its name, people look at the folder."""
    suffix = PurePath(name.replace("\\", "/")).suffix.lower()
    return suffix if suffix[1:].isascii() and suffix[1:].isalnum() and len(suffix) <= _LONGEST_SUFFIX else ""
