"""The list of what was erased: whom and which messages, as salted hashes, and when. It outlives rows and backups.

A line names its salt; a home keeps one, so that a look-up costs one hash however long the list is. Lists of several
homes may be laid together line by line. Lines of older homes (`salt:hash` for each entry) are read as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from threading import Lock

from memory.archive import event_line
from memory.archive.lines import record_of
from memory.vocabulary.event import Event, Json

LIST = "shared/erased.jsonl"
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
                self._take(record_of(line) or {}, since)

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
            "people": [_hash(salt, one) for one in people],
            "messages": [_hash(salt, one) for one in messages],
        }
        return event_line.dump({"receipt": receipt, "at": at.isoformat(), "salt": salt, **sealed}) + b"\n"

    def _take(self, record: Mapping[str, Json], since: datetime | None) -> None:
        at, salt = event_line.moment(record.get("at")), str(record.get("salt") or "")
        if at is not None and since is not None and at < since:
            return
        self.salt = salt or self.salt
        for name, seals in (("people", self._people), ("messages", self._messages)):
            listed = record.get(name)
            for one in listed if isinstance(listed, list) else ():
                own, _, old = str(one).partition(":")
                which, hashed = (own, old) if old else (salt, own)
                seals[which][hashed] = max(at or _EVER, seals[which].get(hashed, at or _EVER))


class ErasedList:
    """The list of a home, read again when it has grown. Thread-safe; blocking, one `stat` where nothing changed."""

    def __init__(self, home: Path) -> None:
        self._path = home / LIST
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
