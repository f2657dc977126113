"""The audit log: who did what in the house, one line an act, each line holding the hash of the line before.

What stands in it can be read by whoever owns the home, and so could be written over by them; that nobody has done so
by the way is what `verify` tells. A seal beside the file holds number and hash of the line that is written next to it,
and is put down first: so lines that were cut off at the end or added by another hand are found, too. The same stands
once more outside the folder (`audit.head` of the home), put down last: the end cannot be cut for an act that a dying
process has begun, nor log and seal be removed together.

An erasure takes who and what out of a line and leaves the hash that the whole line had (`own`), so that the chain goes
on; the random `salt` goes with them, so that nobody can try out what the line may have said. Such a line counts only
if a later, whole line of the act `erase` names its number, and the hash that this line gives of what is left of such
lines still fits.
"""

from __future__ import annotations

import fcntl
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

from memory.archive import json_lines
from memory.archive.files import DISK, Disk, Files, lock_of
from memory.archive.json_lines import Lines, Quarantine, Redact, record_of_line, redact_nothing
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock

if TYPE_CHECKING:
    from memory.archive.data_subject import DataSubject

MOST_LETTERS = 300
"""Of each field."""

FIRST = "0" * 64
"""What stands for the hash of the line before the first."""

GAP, BROKEN = "audit gap", "audit broken"
"""Acts of the log itself: the last line was begun and never written · the end of the file is not as it was left."""

ERASE = "erase"
_OUTLIVES = ("n", "ts", "act", "before", "own")

_FILE, _SEAL, _LOCK = "audit.jsonl", "audit.seal", "audit.lock"
HEAD = "audit.head"
"""Beside the folder of logs."""

_LEFT = " left "


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """One act. `who` is a person's or an anima's address, `place` where it was asked."""

    number: int
    at: datetime | None
    who: str
    act: str
    what: str
    outcome: str
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """What `verify` found. `problems` say that the log was touched, `notes` that a process died while writing it.

    `head` is the hash of the last line: kept elsewhere, it proves later that nothing up to there was written anew.
    """

    entries: int
    head: str
    problems: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Seal:
    number: int = 0
    own: str = FIRST
    before: str = FIRST
    is_headed: bool = False


class AuditLog:
    """`audit.jsonl` below `directory` (the home's `logs`). Processes and threads take turns. Blocking."""

    def __init__(self, directory: Path, clock: Clock, redact: Redact = redact_nothing, disk: Disk = DISK) -> None:
        self._files = Files(directory, disk)
        self._lines = Lines(self._files, Quarantine(files=self._files))
        self._outside = Files(directory.parent, disk) if directory.name == "logs" else None
        self._clock = clock
        self._redact = redact

    def record(self, who: str, act: str, what: str = "", outcome: str = "", *, place: str = "") -> None:
        """Durable when it returns. Raises StorageFault; then nothing is recorded."""
        told = {"who": who, "act": act, "what": what, "outcome": outcome, "place": place}
        with self._alone():
            self._lines.mend(_FILE)
            last, seal, head = self._last(), self._seal(), self._head()
            if last.own != seal.own or (head is not None and head.number > last.number):
                last = self._add(last, _finding(last, seal, head))
            self._add(last, {name: self._redact(text)[:MOST_LETTERS] for name, text in told.items() if text})

    def newest(self) -> Iterator[AuditEntry]:
        """As the lines say, the last one first."""
        return (_entry(record) for record in self._lines.records_backwards(_FILE))

    def verify(self) -> Audited:
        """Every line against the one before, and the last one against the seal."""
        check = _ChainCheck()
        with self._alone():
            head = self._head()
            for _, line in self._lines.read(_FILE):
                check.take(line, head)
            seal = self._seal()
            check.close(seal, head)
            if self._outside is not None and head is None and seal.is_headed:
                check.problems.append(f"{HEAD} is missing: nothing outside tells where the log ends")
        return Audited(
            entries=check.entries, head=check.before, problems=tuple(check.problems), notes=tuple(check.notes)
        )

    def _add(self, last: _Seal, told: Mapping[str, Json]) -> _Seal:
        """The seal goes first. Where the line cannot follow, the seal is taken back, or the next line tells of it."""
        number = last.number + 1
        head: dict[str, Json] = {"n": number, "ts": self._clock().isoformat(), "salt": token_hex(8)}
        line = json_lines.dump_json({**head, **told, "before": last.own})
        seal, old = _Seal(number, _hash(line), last.own), self._files.read_or_none(_SEAL)
        put: dict[str, Json] = {"n": seal.number, "hash": seal.own}
        headed: dict[str, Json] = {"headed": True} if self._outside is not None else {}
        self._files.replace(_SEAL, json_lines.dump_json({**put, "before": seal.before, **headed}))
        try:
            self._lines.append(_FILE, [line])
        except StorageFault:
            with suppress(StorageFault):
                self._files.remove(_SEAL) if old is None else self._files.replace(_SEAL, old)
            raise
        if self._outside is not None:
            with suppress(StorageFault):  # an earlier end is no problem
                self._outside.replace(HEAD, json_lines.dump_json(put))
        return seal

    def _last(self) -> _Seal:
        line = next(self._lines.backwards(_FILE), None)
        if line is None:
            return _Seal()
        record = record_of_line(line) or {}
        return _Seal(_number(record) or self._seal().number, _own(record, line), str(record.get("before", "")))

    def _seal(self) -> _Seal:
        record = record_of_line(self._files.read_or_none(_SEAL) or b"") or {}
        own, before = str(record.get("hash", FIRST)), str(record.get("before", FIRST))
        return _Seal(_number(record), own, before, record.get("headed") is True)

    def _head(self) -> _Seal | None:
        record = record_of_line((self._outside.read_or_none(HEAD) if self._outside else None) or b"")
        return _Seal(_number(record), str(record.get("hash", FIRST))) if record else None

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """A command beside a fleet writes the same file."""
        root = self._files.root
        with lock_of(root):
            self._files.replace(_LOCK, b"") if self._files.read_or_none(_LOCK) is None else None
            with self._files.opened(_LOCK) as fd:
                fcntl.flock(fd, fcntl.LOCK_EX)
                try:
                    yield
                finally:
                    fcntl.flock(fd, fcntl.LOCK_UN)


class _ChainCheck:
    """Goes along the lines."""

    def __init__(self) -> None:
        self.entries, self.before, self._number = 0, FIRST, 0
        self.problems: list[str] = []
        self.notes: list[str] = []
        self._erased: dict[int, bytes] = {}  # what is left of entries of which no erasure was read yet
        self._left: dict[int, bytes] = {}

    def take(self, line: bytes, head: _Seal | None = None) -> None:
        self.entries += 1
        record = record_of_line(line)
        if record is None:
            self.problems.append(f"line {self.entries} cannot be read")
            self._number += 1
        else:
            self._compare(record, line)
        self.before = _own(record or {}, line)
        if head is not None and head.number == self._number and head.own != self.before:
            self.problems.append(f"entry {self._number} is not the one that {HEAD} tells of")

    def close(self, seal: _Seal, head: _Seal | None = None) -> None:
        """What should be the last line."""
        if self._erased:
            self.problems.append(f"who and what are missing of entries {sorted(self._erased)}, and no erasure says so")
        if head is not None and head.number > self._number:
            gone = _entries(self._number + 1, head.number)
            self.problems.append(f"{gone} not there: removed at the end, as {HEAD} tells")
            return
        if seal.own == self.before:
            return
        if seal.number == self._number + 1 and seal.before == self.before:
            self.notes.append(f"entry {seal.number} is not there: the process died while it was written, or it was cut")
        elif not seal.number:
            self.problems.append("the seal is missing or cannot be read: nothing tells where the log ends")
        elif seal.number > self._number:
            self.problems.append(f"{_entries(self._number + 1, seal.number)} not there: removed at the end")
        elif seal.number < self._number:
            self.problems.append(f"{_entries(seal.number + 1, self._number)} of another hand: appended after the end")
        else:
            self.problems.append(f"entry {self._number} was changed after it was written")

    def _compare(self, record: Mapping[str, Json], line: bytes) -> None:
        number, expected = _number(record), self._number + 1
        if number > expected:
            self.problems.append(f"{_entries(expected, number - 1)} not there: removed before entry {number}")
        elif number < expected:
            self.problems.append(f"entry {number} stands in the wrong place (line {self.entries})")
        elif record.get("before") != self.before:
            what = f"entry {number - 1} was changed after it was written" if number > 1 else "the first entry is not it"
            self.problems.append(what)
        self._number = max(self._number, number)
        act = record.get("act")
        if "own" in record:
            self._erased[number] = self._left[number] = line
        elif act == ERASE:
            self._take_erasure(number, record)
        if act == GAP:
            self.notes.append(f"entry {number}: {record.get('what', '')}")
        elif act == BROKEN:
            self.problems.append(f"entry {number}: {record.get('what', '')}")

    def _take_erasure(self, number: int, record: Mapping[str, Json]) -> None:
        if self._erased:
            self.notes.append(f"entry {number}: who and what were erased from {len(self._erased)} earlier entries")
        named = list(_numbers(str(record.get("what", ""))))
        _, told, left = str(record.get("outcome", "")).rpartition(_LEFT)
        if told and left != hash_of_left(self._left.get(item, b"") for item in named):
            self.problems.append(f"what is left of erased entries is not what entry {number} tells of it")
        for item in named:
            self._erased.pop(item, None)


def hash_of_left(lines: Iterable[bytes]) -> str:
    """Of what an erasure has left of lines, in their order: it stands in the line that tells of the erasure."""
    return _hash(b"\n".join(lines))


def outcome_of(receipt: str, numbers: str, content: bytes) -> str:
    """What the line that tells of an erasure says: the receipt, and of the log's `content` what is left of lines."""
    lines = {_number(record_of_line(line) or {}): line for line in content.split(b"\n") if line}
    return f"receipt {receipt}{_LEFT}{hash_of_left(lines.get(number, b'') for number in _numbers(numbers))}"


def _finding(last: _Seal, seal: _Seal, head: _Seal | None) -> dict[str, Json]:
    """What the log says of its own end, so that the next line hides nothing."""
    if head is not None and head.number > last.number:
        what = f"the log ended with entry {head.number} ({head.own[:12]}), now with {last.number} ({last.own[:12]})"
        return {"who": "fleet", "act": BROKEN, "what": what}
    if last.number + 1 == seal.number and last.own == seal.before:
        return {"who": "fleet", "act": GAP, "what": f"entry {seal.number} ({seal.own[:12]}) was begun and is not there"}
    what = f"the log ended with entry {seal.number} ({seal.own[:12]}), now with {last.number} ({last.own[:12]})"
    return {"who": "fleet", "act": BROKEN, "what": what}


def _entries(first: int, last: int) -> str:
    return f"entry {first} is" if first == last else f"entries {first} to {last} are"


def _entry(record: Mapping[str, Json]) -> AuditEntry:
    texts = {name: str(record.get(name, "")) for name in ("who", "act", "what", "outcome", "place")}
    return AuditEntry(number=_number(record), at=json_lines.parse_moment(record.get("ts")), **texts)


def _number(record: Mapping[str, Json]) -> int:
    number = record.get("n")
    return number if isinstance(number, int) and not isinstance(number, bool) else 0


def without(path: str, content: bytes, whom: DataSubject) -> bytes | None:
    """The log without who and what in the lines that name somebody; each keeps its number, hour, act and hash."""
    lines = [line for line in content.split(b"\n") if line]
    # The lines that tell of erasures name nobody, and without them nothing would say why others are bare.
    return b"".join((_without(line) if _is_told(line, whom) else line) + b"\n" for line in lines)


def erased_numbers(content: bytes) -> list[int]:
    """Of the lines that who and what were taken out of."""
    records = (record_of_line(line) or {} for line in content.split(b"\n") if line)
    return [_number(record) for record in records if "own" in record]


def _is_told(line: bytes, whom: DataSubject) -> bool:
    record = record_of_line(line) or {}
    told = {name: record.get(name, "") for name in ("who", "what", "outcome", "place")}
    if record.get("act") == ERASE and record.get("who") == "fleet":
        return False
    return any(isinstance(item, str) and (whom.owns(item) or whom.scrub(item) != item) for item in told.values())


def _without(line: bytes) -> bytes:
    record = {**(record_of_line(line) or {}), "own": _hash(line)}
    return json_lines.dump_json({name: record[name] for name in _OUTLIVES if name in record})


def _own(record: Mapping[str, Json], line: bytes) -> str:
    """The hash that the line had when it was written."""
    return str(record["own"]) if "own" in record else _hash(line)


def _numbers(text: str) -> Iterator[int]:
    """Of a list such as `3 7-9`."""
    for word in text.split():
        first, _, last = word.strip(",;.").partition("-")
        if first.isdigit() and (last or first).isdigit():
            yield from range(int(first), int(last or first) + 1)


def _hash(line: bytes) -> str:
    return sha256(line).hexdigest()
