"""The activity log: what happened to one anima, a file a local day, an event a line, only ever appended to."""

from __future__ import annotations

import logging
import mmap
import os
import re
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import islice
from pathlib import Path

from memory.archive import json_lines
from memory.archive.files import UnsafePath, lock_of
from memory.archive.json_lines import PLAIN_STORAGE, Storage
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.event import Event

_log = logging.getLogger(__name__)

_FOLDER = "activity_log"
_DAY_FILE = re.compile(r"\d{4}-\d{2}-\d{2}\.jsonl")
_POINTER = re.compile(r"(?:activity_log/)?(\d{4}-\d{2}-\d{2})\.jsonl(?:#L(\d{6})(?:-L?(\d{6}))?)?")
_AUDIENCE = re.compile(rb'"audience":"([^"\\]+)"')
"""As a key: within a text of JSON the quotation marks have backslashes before them."""

_LATE = (-1, 1, -2, -3)
"""Days beside an event's own in which it may stand already: it is told again within this time, by another clock too."""

_KNOWN_DAYS = 6


@dataclass(slots=True)
class _KnownDay:
    """Which ids a day file holds and where; good as long as the file has this size."""

    lines: dict[str, int]
    count: int
    size: int


class ActivityLog:
    """The log below `directory` (`animas/<name>/activity_log`).

    `broken` counts the lines of each day file that no event could be read from. Secrets are taken out of content and
    summary. `late` hears of a day that is over, and of the audiences to whose talk something is about to be added
    there. Safe to use from several threads.
    """

    def __init__(
        self,
        directory: Path,
        storage: Storage = PLAIN_STORAGE,
        late: Callable[[date, Collection[str]], None] = lambda day, audiences: None,
    ) -> None:
        self.zone = storage.zone
        self.broken: dict[date, int] = {}
        self._lines = storage.lines(directory)
        self._known: OrderedDict[date, _KnownDay] = OrderedDict()
        self._redact = storage.redact
        self._late = late
        self._lock = lock_of(directory)
        for day in self.days():
            self._mend(day)

    def append(self, event: Event, now: datetime | None = None) -> bool:
        """Store the event durably; False: an event of this id is there already. Raises StorageFault."""
        return self.append_many([event], now)[0]

    def append_many(self, events: Sequence[Event], now: datetime | None = None) -> list[bool]:
        """Store several with one fsync a day file. Raises StorageFault; a retry stores only what is missing."""
        stored = [False] * len(events)
        with self._lock:
            for day, positions in self._by_day(events).items():
                for position in self._append_to_day(day, events, positions, now):
                    stored[position] = True
        return stored

    def days(self) -> list[date]:
        """The days that have a file, oldest first."""
        return [date.fromisoformat(name[:10]) for name in self._lines.files.names(suffix=".jsonl") if _is_day(name)]

    def day_of(self, event: Event) -> date:
        return event.ts.astimezone(self.zone).date()

    def file_of(self, event: Event) -> str:
        """The name of the file that the event belongs to."""
        return _file(self.day_of(event))

    def read(self, day: date) -> Iterator[tuple[int, Event]]:
        """Line numbers and events of a day in the order of recording. Broken lines are skipped, kept and counted."""
        for number, events in self._numbered(day):
            yield from ((number, event) for event in events)

    def tail(self, n: int, before: datetime | None = None) -> list[Event]:
        """The last `n` events (said before `before`), oldest first, without reading what comes earlier."""
        newest = islice(self._backwards(before), n)
        return sorted(newest, key=lambda event: event.ts) if n > 0 else []

    def latest(self, n: int, since: datetime, until: datetime, may_tell: Callable[[str], bool]) -> list[Event]:
        """The last `n` events with since <= ts <= until whose audience may be told, oldest first.

        What is between them for other audiences is passed over unread, however much it is, and counts for nothing.
        """
        asked: dict[str, bool] = {}

        def is_for_them(audience: str) -> bool:
            return asked[audience] if audience in asked else asked.setdefault(audience, may_tell(audience))

        found = (
            event
            for day in reversed(self.days())
            if self._date(since) <= day <= self._date(until)
            for line in self._lines.backwards(_file(day))
            if not (told := _AUDIENCE.findall(line)) or any(is_for_them(item.decode(errors="replace")) for item in told)
            for event in reversed(self._events(line))
            if since <= event.ts <= until and is_for_them(event.audience)
        )
        return sorted(islice(found, n), key=lambda event: event.ts)

    def latest_in(
        self, room: str, n: int, since: datetime | None, wanted: Callable[[Event], bool] = lambda event: True
    ) -> list[Event]:
        """The last `n` events of a room and its threads that are wanted, oldest first.

        What is between them in other rooms is passed over unread, however much it is, and counts for nothing.
        """
        named = room.encode() if room.isascii() else b""  # what is not ASCII may be written in two ways
        found = (
            event
            for day in reversed(self.days())
            if since is None or self._date(since) <= day
            for line in self._lines.backwards(_file(day))
            if named in line
            for event in reversed(self._events(line))
            if event.channel.partition("#")[0] == room and (since is None or since <= event.ts) and wanted(event)
        )
        return sorted(islice(found, n), key=lambda event: event.ts)

    def between(self, since: datetime, until: datetime) -> list[Event]:
        """Events with since <= ts < until, oldest first."""
        first, last = self._date(since), self._date(until)
        days = (day for day in self.days() if first <= day <= last)
        found = (event for day in days for _, event in self.read(day) if since <= event.ts < until)
        return sorted(found, key=lambda event: event.ts)

    def since(
        self, read: Mapping[str, int], files: Collection[str] | None = None
    ) -> Iterator[tuple[str, int, list[Event]]]:
        """What each day file holds beyond the bytes that were `read`: its name, where that ends, and the events.

        Of these `files` only; None: of all.
        """
        for name in map(_file, self.days()) if files is None else sorted(files):
            start, size = read.get(name, 0), self._lines.files.size(name)
            if start < size:
                with self._lines.files.opened(name) as fd:
                    data = os.pread(fd, size - start, start)
                data = data[: data.rfind(b"\n") + 1]
                yield name, start + len(data), [item for line in data.splitlines() for item in self._events(line)]

    def find(self, event_id: str) -> Event | None:
        """The event with this id, wherever it is."""
        if not event_id:
            return None
        return next(filter(None, (self._find_in(day, event_id) for day in reversed(self.days()))), None)

    def pointer(self, event: Event) -> str:
        """`activity_log/2026-11-20.jsonl#L090412`: when it happened on its day, by the log's zone."""
        return f"{_FOLDER}/{self.file_of(event)}#{mark_of(event.ts.astimezone(self.zone))}"

    def pointed_at(self, path: str) -> list[Event]:
        """The events that a pointer names, in the order of recording. Raises UnsafePath when it is none."""
        day, first, last = parse_pointer(path)
        return [event for _, event in self.read(day) if first <= mark_of(event.ts.astimezone(self.zone)) <= last]

    def line(self, path: str, number: int) -> list[Event]:
        """The events of one line of a day file. Raises UnsafePath when the path is none."""
        day, _, _ = parse_pointer(path)
        return [event for at, event in self._up_to(day, number) if at == number]

    def _mend(self, day: date) -> None:
        try:
            if self._lines.mend(_file(day)):
                _log.warning("the torn tail of %s was mended", _file(day))
        except StorageFault:
            _log.exception("the torn tail of %s waits for space; it is mended before the next append", _file(day))

    def _by_day(self, events: Sequence[Event]) -> dict[date, list[int]]:
        days: dict[date, list[int]] = {}
        for position, event in enumerate(events):
            if event.ts.tzinfo is None:
                raise ValueError("an event's ts must be aware")
            days.setdefault(self.day_of(event), []).append(position)
        return days

    def _append_to_day(
        self, day: date, events: Sequence[Event], positions: list[int], now: datetime | None
    ) -> list[int]:
        beside = list(self._beside(day))
        known = self._known_day(day)
        fresh: dict[str, int] = {}
        new: list[int] = []
        for position in positions:
            event_id = events[position].id
            if event_id in fresh or any(event_id in item.lines for item in (known, *beside)):
                continue
            new.append(position)
            if event_id:
                fresh[event_id] = known.count + len(new)
        if new:
            if now is not None and day < self._date(now):
                self._late(day, {item.audience for item in map(events.__getitem__, new) if item.audience})
            self._write(day, [self._line(events[position], now) for position in new])
            known.lines.update(fresh)
            known.count += len(new)
            known.size = self._lines.files.size(_file(day))
        return new

    def _beside(self, day: date) -> Iterator[_KnownDay]:
        for days in _LATE:
            with suppress(OverflowError):
                other = day + timedelta(days=days)
                if self._lines.files.size(_file(other)):
                    yield self._known_day(other)

    def _line(self, event: Event, now: datetime | None) -> bytes:
        kept = replace(event, content=self._redact(event.content), summary=self._redact(event.summary))
        return json_lines.encode_event(kept, self.zone, now)

    def _write(self, day: date, lines: list[bytes]) -> None:
        try:
            self._lines.append(_file(day), lines)
        except BaseException:
            # What the disk holds now is uncertain: the ids are read from it again before the next append.
            self._known.pop(day, None)
            raise

    def _known_day(self, day: date) -> _KnownDay:
        name = _file(day)
        known = self._known.get(day)
        if known is None or known.size != self._lines.files.size(name):
            self._lines.mend(name)
            known = self._known[day] = self._learn(day)
        self._known.move_to_end(day)
        while len(self._known) > _KNOWN_DAYS:
            self._known.popitem(last=False)
        return known

    def _learn(self, day: date) -> _KnownDay:
        size = self._lines.files.size(_file(day))
        known = _KnownDay(lines={}, count=0, size=size)
        for number, events in self._numbered(day):
            known.count = number
            for event in events:
                if event.id:
                    known.lines.setdefault(event.id, number)
        return known

    def _numbered(self, day: date) -> Iterator[tuple[int, list[Event]]]:
        """Every line with its events: one, none when it is broken, more when lines were glued together."""
        broken = 0
        for number, line in self._lines.read(_file(day)):
            try:
                events = [json_lines.decode_event(line, self.zone)]
            except ValueError:
                broken += 1
                self._lines.keep_broken(_file(day), line)
                events = list(json_lines.salvage_events(line, self.zone))
            yield number, events
        self.broken[day] = broken

    def _backwards(self, before: datetime | None) -> Iterator[Event]:
        last = self._date(before) if before else None
        for day in reversed(self.days()):
            if last is None or day <= last:
                for event in self._backwards_in(day):
                    if before is None or event.ts < before:
                        yield event

    def _backwards_in(self, day: date) -> Iterator[Event]:
        for line in self._lines.backwards(_file(day)):
            yield from reversed(self._events(line))

    def _events(self, line: bytes) -> list[Event]:
        try:
            return [json_lines.decode_event(line, self.zone)]
        except ValueError:
            return list(json_lines.salvage_events(line, self.zone))

    def _find_in(self, day: date, event_id: str) -> Event | None:
        # Another writer may have escaped what is not ASCII: then every line is read.
        quoted = json_lines.dump_json({"": event_id})[4:-1] if event_id.isascii() else b""
        if not self._mentions(day, quoted):
            return None
        lines = (line for _, line in self._lines.read(_file(day)) if quoted in line)
        found = (event for line in lines for event in self._events(line))
        return next((event for event in found if event.id == event_id), None)

    def _mentions(self, day: date, quoted: bytes) -> bool:
        """Whether the bytes occur at all: far quicker than looking at every line."""
        with self._lines.files.opened(_file(day)) as fd:
            if not os.fstat(fd).st_size:
                return False
            with mmap.mmap(fd, 0, access=mmap.ACCESS_READ) as content:
                return content.find(quoted) >= 0

    def _up_to(self, day: date, last: int | None) -> Iterator[tuple[int, Event]]:
        for number, event in self.read(day):
            if last is not None and number > last:
                return
            yield number, event

    def _date(self, moment: datetime) -> date:
        return moment.astimezone(self.zone).date()


def mark_of(at: datetime) -> str:
    """Which line of a day something is: when it happened, for a number would tell how many others there are."""
    return f"L{at.hour:02}{at.minute:02}{at.second:02}"


def parse_pointer(path: str) -> tuple[date, str, str]:
    """Day, first and last mark of a pointer; all of the day where none are named. Raises UnsafePath when it is none."""
    match = _POINTER.fullmatch(path)
    if not match:
        raise UnsafePath(f"{path[:120]!r} is no pointer: expected activity_log/2026-11-20.jsonl#L090000-L093000")
    first = match[2] or "000000"
    try:
        return date.fromisoformat(match[1]), f"L{first}", f"L{match[3] or match[2] or '999999'}"
    except ValueError as error:
        raise UnsafePath(f"{path[:120]!r} names no day") from error


def _file(day: date) -> str:
    return f"{day.isoformat()}.jsonl"


def _is_day(name: str) -> bool:
    if not _DAY_FILE.fullmatch(name):
        return False
    try:
        date.fromisoformat(name[:10])
    except ValueError:
        return False
    return True
