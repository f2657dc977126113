"""Erasing: plan over all files of a home, then one staged change; counted before, verified after.

The home is owned and nothing of it is open. `stores` are the catalogue with what outer layers add to it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex

from memory.archive import json_lines
from memory.archive.audit_log import ERASE, AuditLog, erased_numbers, outcome_of
from memory.archive.data_subject import DataSubject
from memory.archive.files import DISK, Disk, Files
from memory.archive.json_lines import record_of_line
from memory.archive.shared_logs import ERASED_LIST_FILE, Erased
from memory.archive.staging import STAGING_FOLDER, StagedChange
from memory.archive.state_records import Codec
from memory.erasure.findings import ErasureRequest, addresses_in, data_subject_of, events_in
from memory.erasure.rewriting import FILE_KINDS, FileKind, file_kind_of
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock, Progress, unwatched

_REQUESTS = Codec(ErasureRequest)

_FORMATION = "formation.json"
_TOLD = ("receipt", "at", "counted", "left")
_OF_A_LINE = 250


@dataclass(slots=True)
class ErasureCount:
    """Per store: lines (of what has lines) or files that go or change."""

    lines: Counter[str] = field(default_factory=Counter)
    files: Counter[str] = field(default_factory=Counter)

    def data(self) -> dict[str, Json]:
        return {name: {"files": self.files[name], "lines": self.lines[name]} for name in sorted(self.files)}


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureReceipt:
    """That it was done, without the data: `left` are files that still name them, which only the operator may change."""

    id: str
    at: datetime
    counted: Mapping[str, Json]
    left: tuple[str, ...] = ()


class Erasure:
    """Of one home."""

    def __init__(self, home: Path, clock: Clock, stores: Sequence[FileKind] = FILE_KINDS, disk: Disk = DISK) -> None:
        self._home, self._clock, self._stores = home, clock, tuple(stores)
        self._staging, self._files = StagedChange(home, disk), Files(home, disk)
        self._disk = disk

    def count(self, asked: ErasureRequest, progress: Progress = unwatched) -> ErasureCount:
        """What would go. Nothing is touched, and the home may be in use."""
        counted, theirs = ErasureCount(), data_subject_of(self._home, asked)
        for path, before, after in self._changes(theirs, progress):
            self._count(counted, path, before, after)
        return counted

    def ask(self, asked: ErasureRequest, tell: Mapping[str, Json] | None = None) -> str:
        """Durable when it returns, and in the list of what was erased; the receipt's id. One that waits already goes
        along, under the same receipt. `tell` is kept until somebody has told by it that it is done.
        Raises StorageFault."""
        before, waiting, at = self._staging.asked() or {}, self.pending() or ErasureRequest(), self._clock()
        id, tells = str(before.get("id") or token_hex(6)), before.get("tell")
        self._staging.ask(
            {
                "addresses": [*dict.fromkeys((*waiting.addresses, *asked.addresses))],
                "events": [*dict.fromkeys((*waiting.events, *asked.events))],
                "by": waiting.by or asked.by,
                "id": id,
                "at": before.get("at") or at.isoformat(),
                "tell": [*(tells if isinstance(tells, list) else ()), *([tell] if tell else ())],
            }
        )
        self._files.append(ERASED_LIST_FILE, self._erased().line(id, at, asked.addresses, asked.events))
        return id

    def pending(self) -> ErasureRequest | None:
        """What is asked for and not done."""
        record = self._staging.asked()
        return None if record is None else _REQUESTS.load(record) or ErasureRequest()

    def waits_since(self) -> datetime | None:
        """When the first was asked for of what is asked for and not done."""
        record = self._staging.asked()
        return None if record is None else json_lines.parse_moment(record.get("at")) or datetime.min.replace(tzinfo=UTC)

    def to_tell(self) -> tuple[str, Sequence[Json]]:
        """A receipt, and by what those are to be told of it who asked; empty where nobody is."""
        record = self._staging.to_tell() or {}
        tells = record.get("tell")
        return str(record.get("receipt") or ""), tells if isinstance(tells, list) else ()

    def told(self) -> None:
        """They know. Raises StorageFault."""
        self._staging.told()

    def carry_out(
        self, then: Callable[[ErasureRequest], Sequence[str]] = lambda _: (), *, tells: bool = False
    ) -> ErasureReceipt | None:
        """Do what is asked for, or go on with it; None: nothing is. `then` sees to the copies outside, and says which
        could not be reached. `tells`: this is the home where it was asked for, and who asked is told when it is open
        again. Raises StorageFault; then it goes on the next time."""
        asked, record = self.pending(), self._staging.asked()
        if asked is None or record is None:
            if self._staging.decided() is not None:
                self._staging.close()
            return None
        about = self._staging.decided()
        if about is None:
            about = self._decide(asked, str(record.get("id")))
        self._staging.carry_out()
        unreached = then(asked)
        receipt = self._receipt(about, asked, unreached)
        self._record(receipt)
        if tells and record.get("tell"):
            self._staging.tell({"receipt": receipt.id, "tell": record["tell"]})
        self._staging.close()
        return receipt

    def _decide(self, asked: ErasureRequest, id: str) -> dict[str, Json]:
        counted, theirs, at = ErasureCount(), data_subject_of(self._home, asked), self._clock()
        changes: list[tuple[str, bytes | None]] = []
        for path, before, after in self._changes(theirs):
            self._count(counted, path, before, after)
            changes.append((path, after))
        about: dict[str, Json] = {"id": id, "at": at.isoformat(), "counted": counted.data()}
        # Once more: what was said since it was asked for goes, too, and is not to be taken in again.
        lines = self._erased().line(id, at, asked.addresses, asked.events) + json_lines.dump_json(
            {"receipt": id, "at": at.isoformat(), "counted": counted.data()}
        )
        changes.append((ERASED_LIST_FILE, (self._files.read_or_none(ERASED_LIST_FILE) or b"") + lines + b"\n"))
        self._staging.decide(changes, about)
        return about

    def _erased(self) -> Erased:
        return Erased([self._files.read_or_none(ERASED_LIST_FILE) or b""])

    def _changes(
        self, theirs: DataSubject, progress: Progress = unwatched
    ) -> Iterator[tuple[str, bytes, bytes | None]]:
        """Path, content, what is to be there: of every file that is not to stay as it is."""
        every = [*self._everything()]
        for number, (path, store) in enumerate(every, start=1):
            progress(number, len(every))
            try:
                before = store.read(self._home / path)
            except OSError:
                continue
            after: bytes | None
            if path.endswith(f"/state/{_FORMATION}"):
                after = self._formation(path, before, theirs)
            else:
                after = store.rewrite(path, before, theirs)
            if after != before:
                yield path, before, after

    def _everything(self) -> Iterator[tuple[str, FileKind]]:
        for file in sorted(self._home.rglob("*")):
            path = file.relative_to(self._home).as_posix()
            if file.is_file() and not file.is_symlink() and not path.startswith(f"{STAGING_FOLDER}/"):
                yield path, file_kind_of(path, self._stores)

    def _formation(self, path: str, content: bytes, theirs: DataSubject) -> bytes:
        """How far each day was read, where the day is now shorter before that."""
        record = record_of_line(content)
        read = record.get("read") if record else None
        if record is None or not isinstance(read, dict):
            return content
        logs = f"{path.partition('/state/')[0]}/activity_log"
        now: dict[str, Json] = {}
        for name, size in read.items():
            before = (self._files.read_or_none(f"{logs}/{name}") or b"")[: size if isinstance(size, int) else 0]
            after = file_kind_of(f"{logs}/{name}", self._stores).rewrite(f"{logs}/{name}", before, theirs)
            now[name] = len(after or b"")
        return content if now == read else json_lines.dump_json({**record, "read": now}) + b"\n"

    def _count(self, counted: ErasureCount, path: str, before: bytes, after: bytes | None) -> None:
        name = file_kind_of(path, self._stores).name
        counted.files[name] += 1
        if not path.startswith("index/"):
            counted.lines[name] += (Counter(before.split(b"\n")) - Counter((after or b"").split(b"\n"))).total()

    def _receipt(self, about: Mapping[str, Json], asked: ErasureRequest, unreached: Sequence[str]) -> ErasureReceipt:
        counted, at = about.get("counted"), json_lines.parse_moment(about.get("at"))
        return ErasureReceipt(
            id=str(about.get("id")),
            at=at or self._clock(),
            counted=counted if isinstance(counted, dict) else {},
            left=(*self._still(asked), *unreached),
        )

    def _still(self, asked: ErasureRequest) -> Iterator[str]:
        """Files that name them yet: the operator's own."""
        wanted = [name.encode() for name in (*asked.addresses, *asked.events)]
        for path, _ in self._everything():
            content = (self._home / path).read_bytes()
            if any(name in content for name in wanted):
                yield path

    def _record(self, receipt: ErasureReceipt) -> None:
        """Once, also where the process died right after it."""
        audit = AuditLog(self._home / "logs", self._clock, disk=self._disk)
        if any(entry.act == ERASE and receipt.id in entry.outcome for entry in audit.newest()):
            return
        logged = self._files.read_or_none("logs/audit.jsonl") or b""
        if receipt.left:
            line = json_lines.dump_json({"receipt": receipt.id, "left": [*receipt.left]})
            self._files.append(ERASED_LIST_FILE, line + b"\n")
        for what in _spans(erased_numbers(logged)) or [""]:
            audit.record("fleet", ERASE, what, outcome_of(receipt.id, what, logged))


def erasures_since(home: Path, lists: Sequence[bytes], since: datetime | None = None) -> ErasureRequest | None:
    """Who of a home stands in lists of erasures (of those later than `since`); None: nobody."""
    if not (erased := Erased(lists, since)):
        return None
    addresses = tuple(sorted(filter(erased.person, addresses_in(home))))
    events = tuple(sorted(filter(erased.message, events_in(home))))
    return ErasureRequest(addresses=addresses, events=events, by="restore") if addresses or events else None


def _spans(numbers: Sequence[int]) -> list[str]:
    """`3 7-9`, in pieces that a line of the audit log takes whole."""
    spans: list[list[int]] = []
    for number in sorted(numbers):
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    lines = [""]
    for first, last in spans:
        word = str(first) if first == last else f"{first}-{last}"
        if len(lines[-1]) + len(word) > _OF_A_LINE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return [line for line in lines if line]


def erasure_receipts(home: Path) -> list[dict[str, Json]]:
    """What stands in the list, without the seals; `left` are files that only the operator may change, and copies that
    could not be reached."""
    content = Files(home).read_or_none(ERASED_LIST_FILE) or b""
    found: dict[str, dict[str, Json]] = {}
    for line in content.splitlines():
        record = record_of_line(line) or {}
        receipt = found.setdefault(str(record.get("receipt")), {})
        receipt |= {name: record[name] for name in _TOLD if name in record}
    return list(found.values())


def receipt_text(counted: Mapping[str, Json]) -> str:
    """The counts as lines for people."""
    shown = (
        f"{of['lines']} lines in {of['files']} files" if isinstance(of, Mapping) else json.dumps(of)
        for of in counted.values()
    )
    return "\n".join(f"- {name}: {text}" for name, text in zip(counted, shown, strict=True)) or "- nothing"
