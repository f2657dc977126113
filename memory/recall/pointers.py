"""Opening what a pointer or a path names, entry by entry within what the people present may read."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import tzinfo

from memory.archive import documents
from memory.archive.activity_log import ActivityLog, mark_of
from memory.archive.anima_directory import AnimaLocation
from memory.archive.files import Files, UnsafePath
from memory.index.entry import SPOKEN_TYPES, speaker_name
from memory.index.ingestion import LARGEST_DOCUMENT
from memory.index.log_now import AmendedLog
from memory.index.pieces import PIECE_KINDS, document_pieces
from memory.vocabulary.address import Audience, Membership, audience_covers
from memory.vocabulary.errors import NotAllowed
from memory.vocabulary.event import Event
from memory.vocabulary.text_form import quoted

_NOTES = {**PIECE_KINDS, "state": "state", "shared/users": "profile"}


_LOG = "activity_log/"
_TASKS = ("current_task.md", "pending.md")
_LINES = re.compile(r"L(\d{1,9})(?:-L?(\d{1,9}))?")

MOST_LINES = 500
"""Of the log, read at once; the marks before the lines tell where to go on."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Text as it may be read, and the id of the memory that it is."""

    id: str
    text: str


class PointerReader:
    """Blocking; call it from a thread."""

    def __init__(
        self,
        location: AnimaLocation,
        zone: tzinfo,
        log: Callable[[], ActivityLog],
        log_now: AmendedLog,
        membership: Membership | None,
    ) -> None:
        self._location = location
        self._zone = zone
        self._log = log
        self._log_now = log_now
        self._membership = membership

    def __call__(self, path: str, present: Audience) -> str:
        """The text. Raises NotAllowed where there is nothing that may be read, whether or not anything is there."""
        return "\n".join(passage.text for passage in self.passages(path, present))

    def passages(self, path: str, present: Audience) -> list[Passage]:
        """As a call, passage by passage."""
        path = path.strip()
        try:
            found = list(self._of_log(path, present)) if path.startswith(_LOG) else self._of_named(path, present)
        except (UnsafePath, OSError, ValueError):
            found = []
        if not found:
            raise NotAllowed(f"there is nothing at {path[:120]!r} that may be read here")
        return found

    def in_hand(self) -> list[Audience]:
        """For whom there are tasks: those whose list says more than headings."""
        shelved = [f"state/{name}" for name in Files(self._location.directory).folders("state")]
        found = set[Audience]()
        for path in (f"{folder}/{name}" for folder in ["state", *shelved] for name in _TASKS):
            with suppress(UnsafePath, OSError):
                listed = [
                    piece
                    for piece in document_pieces(path, "state", self._content(path), self._zone)
                    if _says(piece.text)
                ]
                found.update(filter(None, (Audience.find(piece.audience) for piece in listed)))
        return sorted(found)

    def _of_log(self, path: str, present: Audience) -> Iterator[Passage]:
        """From the first line that is asked for on, at most MOST_LINES; as it now stands."""
        pointed_at = self._log().pointed_at(path)
        told = self._log_now.stand(
            [item for item in pointed_at if audience_covers(item.audience, present, self._membership)]
        )
        for event in told[:MOST_LINES]:
            mark = mark_of(event.ts.astimezone(self._zone))
            yield Passage(event.id or f"{path.partition('#')[0]}#{mark}", f"{mark} {_told(event, self._zone)}")

    def _of_named(self, path: str, present: Audience) -> list[Passage]:
        """Of the first note of this name that may be read: on their own shelf, on none, on others."""
        for candidate in self._candidates(path, present):
            with suppress(UnsafePath, OSError):
                if found := list(self._of_note(candidate, present)):
                    return found
        return []

    def _candidates(self, path: str, present: Audience) -> Iterator[str]:
        folder, _, rest = path.partition("/")
        if folder not in documents.SHELVED_FOLDERS or documents.shelf_of(path):
            yield path
            return
        yield documents.on_shelf(path, present)
        yield path
        if folder == "state":  # what is in hand elsewhere is not in hand here
            return
        for name in Files(self._location.directory).folders(folder):
            audience = documents.audience_of(name)
            if audience and audience != present and audience_covers(str(audience), present, self._membership):
                yield f"{folder}/{name}/{rest}"

    def _of_note(self, path: str, present: Audience) -> Iterator[Passage]:
        """The pieces that may be read; of a range, those of their lines that it names."""
        path, _, named = path.partition("#")
        lines = _range(named)
        number = 0
        for piece in document_pieces(path, _kind(path), self._content(path), self._zone):
            if audience_covers(piece.audience, present, self._membership):
                held = [line for at, line in enumerate(piece.text.splitlines(), number + 1) if at in lines]
                number += len(piece.text.splitlines())
                if held:
                    yield Passage(piece.id, "\n".join(held))

    def _content(self, path: str) -> str:
        root, name = self._location.directory, path
        if path.startswith("shared/"):
            root, name = self._location.shared, path.removeprefix("shared/")
        files = Files(root)
        if files.size(name) > LARGEST_DOCUMENT:
            raise UnsafePath(f"{path[:120]!r} is larger than a note")
        return files.read(name).decode(errors="replace")


def _says(text: str) -> bool:
    """Headings alone are an empty list."""
    return any(line.strip() and not line.lstrip().startswith("#") for line in text.splitlines())


def _range(named: str) -> range:
    """Lines of the text that may be read, from 1; all of it where none are named."""
    if not named:
        return range(1, sys.maxsize)
    match = _LINES.fullmatch(named)
    if not match:
        raise UnsafePath(f"{named[:120]!r} names no lines; they are written #L3-L9")
    first = int(match[1])
    return range(first, int(match[2] or first) + 1)


def _kind(path: str) -> str:
    for folder, kind in _NOTES.items():
        if path.startswith(f"{folder}/") and path.endswith(".md"):
            return "text" if kind in ("skill", "procedure") else kind
    raise UnsafePath(f"{path[:120]!r} is no memory")


def _told(event: Event, zone: tzinfo) -> str:
    at = event.ts.astimezone(zone)
    when = f"[{at:%a} {at.day} {at:%b %Y %H:%M}]"
    said = event.content or event.summary
    if event.type in SPOKEN_TYPES:
        return f"{when} {speaker_name(event)}: {quoted(said)}"
    return f"{when} {event.label} {quoted(said)}"
