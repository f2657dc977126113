"""Append-only logs that all animas share: what was erased, what was said on boards, which issues are resolved.

A line names its salt; a home keeps one, so that a look-up costs one hash however long the list is. Lists of several
homes may be laid together line by line. Lines of older homes (`salt:hash` for each entry) are read as well.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from itertools import islice
from pathlib import Path
from secrets import token_hex
from threading import Lock

from memory.archive import json_lines
from memory.archive.json_lines import PLAIN_STORAGE, Storage, record_of_line
from memory.archive.state_records import Codec, Moment, StateLines
from memory.vocabulary.event import Event, Json

ERASED_LIST_FILE = "shared/erased.jsonl"
"""Below a home."""

_EVER = datetime.max.replace(tzinfo=UTC)
"""Of a line that tells no instant: whatever is said of them was said before."""

_Seals = dict[str, dict[str, datetime]]  # salt → hash → the latest instant at which it was asked for


class Erased:
    """What lists of erasures say."""

    def __init__(self, contents: Iterable[bytes] = (), since: datetime | None = None) -> None:
        """`contents` of files; of these the lines since an instant."""
        self.salt = ""
        self._people: _Seals = defaultdict(dict)
        self._messages: _Seals = defaultdict(dict)
        for content in contents:
            for line in content.splitlines():
                self._take(record_of_line(line) or {}, since)

    def __bool__(self) -> bool:
        return bool(self._people or self._messages)

    def person(self, address: str) -> datetime | None:
        """When this person was last erased: what they said until then is not to be taken in again. None: never."""
        return _found(self._people, address)

    def message(self, *ids: str) -> bool:
        """Whether this message was erased by itself; `ids` are what it is known by: its event's id, and room and
        platform id as `message_of` has them."""
        return any(_found(self._messages, id) is not None for id in ids)

    def has(self, event: Event) -> bool:
        """Whether what an event says was erased: it is its sender's, or its message's."""
        until = self.person(event.sender) if self._people else None
        return (until is not None and event.ts <= until) or (bool(self._messages) and self.message(event.id))

    def line(self, receipt: str, at: datetime, people: Iterable[str], messages: Iterable[str]) -> bytes:
        """What is to be appended to the list, sealed with the salt of its home."""
        salt = self.salt or token_hex(8)
        sealed: dict[str, Json] = {
            "people": [_hash(salt, address) for address in people],
            "messages": [_hash(salt, id) for id in messages],
        }
        return json_lines.dump_json({"receipt": receipt, "at": at.isoformat(), "salt": salt, **sealed}) + b"\n"

    def _take(self, record: Mapping[str, Json], since: datetime | None) -> None:
        at, salt = json_lines.parse_moment(record.get("at")), str(record.get("salt") or "")
        if at is not None and since is not None and at < since:
            return
        self.salt = salt or self.salt
        for name, seals in (("people", self._people), ("messages", self._messages)):
            listed = record.get(name)
            for sealed in listed if isinstance(listed, list) else ():
                own, _, old = str(sealed).partition(":")
                which, hashed = (own, old) if old else (salt, own)
                seals[which][hashed] = max(at or _EVER, seals[which].get(hashed, at or _EVER))


class ErasedList:
    """The list of a home, read again when it has grown. Thread-safe; blocking, one `stat` where nothing changed."""

    def __init__(self, home: Path) -> None:
        self._path = home / ERASED_LIST_FILE
        self._lock = Lock()
        self._seen = (-1, -1)
        self._erased = Erased()

    def now(self) -> Erased:
        """As the list now stands; of a home without one: nothing was erased."""
        try:
            stat = self._path.stat()
        except FileNotFoundError:
            return Erased()
        with self._lock:
            if (seen := (stat.st_mtime_ns, stat.st_size)) != self._seen:
                self._erased, self._seen = Erased([self._path.read_bytes()]), seen
            return self._erased


def _found(seals: _Seals, text: str) -> datetime | None:
    found = (hashes.get(_hash(salt, text)) for salt, hashes in seals.items())
    return max((at for at in found if at is not None), default=None)


def _hash(salt: str, text: str) -> str:
    return sha256(f"{salt}{text}".encode(errors="replace")).hexdigest()


# --- channels -------------------------------------------------------------------------------------------------------
# The boards' own logs: `shared/channels/<board>.jsonl`, what was said on any side of a board, only ever appended to.
#
# A line is an event. `channel_post` is something said; `channel_copied` tells which post of another side is its copy;
# `channel_withdrawn` tells that we are about to remove a part of a copy, because an edit has made the post shorter;
# `message_edited`, `message_deleted` and `reaction_added` are what became of it; `error` is what could not be carried
# over. `meta.of` names the post that they concern.


BOARD_POST, BOARD_COPIED, BOARD_WITHDRAWN = "channel_post", "channel_copied", "channel_withdrawn"


class BoardLogs:
    """The logs of all boards, in `directory`. Thread-safe."""

    def __init__(self, directory: Path, storage: Storage = PLAIN_STORAGE) -> None:
        self._lines = storage.lines(directory)
        self._redact = storage.redact
        self._erased = ErasedList(directory.parent.parent)
        self._lock = threading.Lock()

    def append(self, board: str, event: Event) -> None:
        """Durable when it returns. Raises StorageFault; then nothing is stored."""
        kept = replace(event, content=self._redact(event.content), summary=self._redact(event.summary))
        with self._lock:
            self._lines.append(_file(board), [json_lines.encode_event(kept, UTC)])

    def read(self, board: str) -> Iterator[Event]:
        """All of it in the order of recording; a broken line is copied to quarantine and left out."""
        for _, line in self._lines.read(_file(board)):
            try:
                yield json_lines.decode_event(line, UTC)
            except ValueError:
                self._lines.keep_broken(_file(board), line)

    def tail(self, board: str, most: int) -> list[Event]:
        """The last lines that can be read, oldest first, without reading what comes before; what is to be erased is
        not told."""
        erased = self._erased.now()
        events = (event for event in self._backwards(board) if not erased.has(event))
        return list(islice(events, most))[::-1]

    def _backwards(self, board: str) -> Iterator[Event]:
        for line in self._lines.backwards(_file(board)):
            try:
                yield json_lines.decode_event(line, UTC)
            except ValueError:
                continue


def _file(board: str) -> str:
    return f"{board}.jsonl"


# --- resolutions ----------------------------------------------------------------------------------------------------
# The registry of resolved issues, shared by all animas: `shared/resolutions.jsonl`, append-only.


_RESOLUTIONS_FILE = "resolutions.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """An issue that is settled. `audience` decides whose prompts it may appear in; empty: nobody's."""

    ts: Moment
    anima: str
    issue: str
    resolution: str = ""
    audience: str = ""
    id: str = ""


_RESOLUTIONS = Codec(Resolution)


class Resolutions:
    """The registry below `shared` (the home's folder of that name). Thread-safe."""

    def __init__(self, shared: Path, storage: Storage = PLAIN_STORAGE) -> None:
        self._lines = StateLines(shared, _RESOLUTIONS_FILE, storage)
        self._lock = threading.Lock()

    def append(self, resolution: Resolution) -> bool:
        """False: one of this id is there already. Raises StorageFault."""
        with self._lock:
            if resolution.id and any(earlier.id == resolution.id for earlier in self._newest()):
                return False
            self._lines.append(_RESOLUTIONS.dump(resolution, is_brief=True))
            return True

    def latest(self, n: int, may_tell: Callable[[str], bool] = lambda _: True) -> list[Resolution]:
        """The last `n` of those whose audience may be told, newest first."""
        return list(islice((resolution for resolution in self._newest() if may_tell(resolution.audience)), n))

    def _newest(self) -> Iterator[Resolution]:
        return filter(None, map(_RESOLUTIONS.load, self._lines.newest()))
