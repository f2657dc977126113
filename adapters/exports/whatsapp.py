"""A WhatsApp chat as its app exports it: one text file a chat, alone or in a zip with the files that were sent.

    20/11/2026, 09:15 - Ada: text               [20.11.26, 09:15:03] Ada: text

The app tells names only, so that a person is known within their chat and never by name elsewhere; times are those of
the exporting phone, taken as UTC. Which of two numbers is the day, the whole file tells: one above twelve, else the
order in which the lines stand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from itertools import pairwise
from pathlib import Path, PurePath

from adapters.exports.export_files import files
from bots.delivery.intake import Exported, LeftOutMessages, UnreadableExport
from bots.message import File, Kind, Message
from memory.archive.files import slug
from memory.vocabulary.address import Account, Audience, Person, Place

OURS = Account("whatsapp", "export")
_MARKS = str.maketrans("", "", "\u200e\u200f\u202a\u202c\ufeff")
_LINE = re.compile(
    r"\[?(\d{1,4})[./-](\d{1,2})[./-](\d{1,4}),? {1,2}(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?: ?([AaPp])\.?[Mm]\.?)?"
    r"(?:\]| -) (.*)"
)
_FILE = re.compile(r"<[^<>:]{1,40}: ([^<>]{1,200}\.\w{1,5})>|([^\s<>]{1,200}\.\w{1,5}) \([^()]{1,40}\)")
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class _ExportLine:
    """One message as it stands: three numbers of a day, hour, minute, second, and the rest."""

    day: tuple[int, int, int]
    time: tuple[int, int, int]
    rest: str


def read(path: Path) -> Iterator[Exported]:
    """Chat by chat. Raises Unreadable."""
    is_one = False
    for name, data in files(path, ".txt"):
        lines = list(_lines(data.decode("utf-8-sig", "replace")))
        if lines:
            is_one = True
            yield from _messages(_chat(path, name), lines)
        else:
            yield LeftOutMessages("a file that holds no chat")
    if not is_one:
        raise UnreadableExport(f"{path} is no chat that WhatsApp has exported")


def _chat(path: Path, name: str) -> str:
    """`_chat.txt` is called by its zip or folder."""
    stem = PurePath(name).stem
    return slug(path.stem if stem == "_chat" else stem, "chat")


def _lines(text: str) -> Iterator[_ExportLine]:
    """What begins with a time, with the lines below it that do not."""
    begun: _ExportLine | None = None
    more: list[str] = []
    for line in text.translate(_MARKS).replace("\u202f", " ").splitlines():
        match = _LINE.fullmatch(line)
        if match is None:
            more.append(line)
            continue
        if begun is not None:
            yield _whole(begun, more)
        begun, more = _begun(match), []
    if begun is not None:
        yield _whole(begun, more)


def _begun(match: re.Match[str]) -> _ExportLine:
    first, second, third, hour, minute = (int(match[number]) for number in range(1, 6))
    if match[7]:
        hour = hour % 12 + (12 if match[7] in "Pp" else 0)
    return _ExportLine(day=(first, second, third), time=(hour, minute, int(match[6] or 0)), rest=match[8])


def _whole(line: _ExportLine, more: Sequence[str]) -> _ExportLine:
    return _ExportLine(day=line.day, time=line.time, rest="\n".join([line.rest, *more])) if more else line


def _messages(chat: str, lines: Sequence[_ExportLine]) -> Iterator[Exported]:
    place, is_day_first = Place("whatsapp", "", chat), _is_day_first(lines)
    again: Counter[str] = Counter()
    for line in lines:
        name, colon, text = line.rest.partition(": ")
        if not colon or len(name) > _LONGEST_NAME or "\n" in name:
            yield LeftOutMessages("service lines")
            continue
        try:
            at = _moment(line, is_day_first)
        except ValueError:
            yield LeftOutMessages("a message that is damaged")
            continue
        key = sha256(f"{chat}\n{at.isoformat()}\n{name}\n{text}".encode(errors="replace")).hexdigest()[:20]
        again[key] += 1
        yield _said(place, f"{key}.{again[key]}", at, name, text)


def _said(place: Place, id: str, at: datetime, name: str, text: str) -> Message:
    named = [bracketed or plain for bracketed, plain in _FILE.findall(text[:2000])]
    return Message(
        kind=Kind.MESSAGE,
        account=OURS,
        place=place,
        id=id,
        order=f"{at:%Y%m%d%H%M%S}.{id}",
        author=Person("whatsapp", place.channel, slug(name, "somebody")),
        author_name=" ".join(name.split()),
        at=at,
        audience=Audience.group(place),
        text=text.strip(),
        files=tuple(File(name=name, media_type="application/octet-stream") for name in named),
    )


def _is_day_first(lines: Sequence[_ExportLine]) -> bool:
    if any(line.day[0] > 12 for line in lines):
        return True
    if any(line.day[1] > 12 for line in lines):
        return False
    return _steps_back(lines, is_day_first=True) <= _steps_back(lines, is_day_first=False)


def _steps_back(lines: Sequence[_ExportLine], *, is_day_first: bool) -> int:
    days = [_day(line.day, is_day_first) for line in lines]
    return sum(later < earlier for earlier, later in pairwise(days))


def _day(numbers: tuple[int, int, int], is_day_first: bool) -> tuple[int, int, int]:
    first, second, third = numbers
    if first > 31:
        return first, second, third
    year = third if third > 99 else 2000 + third
    return (year, second, first) if is_day_first else (year, first, second)


def _moment(line: _ExportLine, is_day_first: bool) -> datetime:
    """Raises ValueError."""
    return datetime(*_day(line.day, is_day_first), *line.time, tzinfo=UTC)
