"""Opening what a pointer or a path names, entry by entry within what the people present may read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import tzinfo

from memory.archive import frontmatter
from memory.archive.activity_log import ActivityLog
from memory.archive.files import Files
from memory.archive.paths import UnsafePath
from memory.audience import covers
from memory.index.location import Location
from memory.index.pieces import KINDS, pieces
from memory.index.turns import SPOKEN, one_line
from memory.vocabulary.address import Audience
from memory.vocabulary.errors import NotAllowed
from memory.vocabulary.event import Event
from memory.vocabulary.ports import Membership

_NOTES = {**KINDS, "state": "state", "shared/users": "profile"}


class Reading:
    """Blocking; call it from a thread."""

    def __init__(
        self, location: Location, zone: tzinfo, log: Callable[[], ActivityLog], membership: Membership | None
    ) -> None:
        self._location = location
        self._zone = zone
        self._log = log
        self._membership = membership

    def __call__(self, path: str, present: Audience) -> str:
        """The text. Raises NotAllowed where there is nothing that may be read, whether or not anything is there."""
        try:
            found = "\n".join(self._entries(path.strip(), present))
        except (UnsafePath, OSError, ValueError):
            found = ""
        if not found:
            raise NotAllowed(f"there is nothing at {path[:120]!r} that may be read here")
        return found

    def _entries(self, path: str, present: Audience) -> Iterator[str]:
        if path.startswith("activity_log/"):
            for number, event in self._log().lines(path):
                if covers(event.audience, present, self._membership):
                    yield f"L{number} {_told(event, self._zone)}"
            return
        path = path.partition("#")[0]
        for piece in pieces(path, _kind(path), self._content(path), self._zone):
            if covers(piece.audience, present, self._membership):
                yield piece.text

    def _content(self, path: str) -> str:
        root, name = self._location.directory, path
        if path.startswith("shared/"):
            root, name = self._location.shared, path.removeprefix("shared/")
        return Files(root).read(name).decode(errors="replace")


def audience_of(content: str) -> str:
    """What the head of a document says; empty where it says nothing that can be read."""
    try:
        head, _ = frontmatter.split(content)
        return str(frontmatter.parse(head).get("audience") or "") if head else ""
    except frontmatter.FrontmatterError:
        return ""


def _kind(path: str) -> str:
    for folder, kind in _NOTES.items():
        if path.startswith(f"{folder}/") and path.endswith(".md"):
            return "text" if kind == "skill" else kind
    raise UnsafePath(f"{path[:120]!r} is no memory")


def _told(event: Event, zone: tzinfo) -> str:
    at = event.ts.astimezone(zone)
    when = f"[{at:%a} {at.day} {at:%b %Y %H:%M}]"
    said = event.content or event.summary
    if event.type in SPOKEN:
        return f"{when} {one_line(str(event.meta.get('name') or event.sender))}: {said}"
    return f"{when} {event.label} {said}"
