"""Pieces of a Markdown document: the sections that are found and read one by one, and how the document stands."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from itertools import pairwise

from memory.archive import documents
from memory.archive.anima_directory import AnimaLocation
from memory.index.entry import IndexEntry, low_trust
from memory.theories.truth import Validity
from memory.vocabulary.event import Json

_HEAD_BYTES = documents.MAX_HEAD_BYTES + 512


BEGINNING_OF_TIME = datetime.min.replace(tzinfo=UTC)
"""Since when what has no date is known, and so."""

ALWAYS_STANDING = Validity(valid_from=BEGINNING_OF_TIME, recorded_at=BEGINNING_OF_TIME)


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentStanding:
    """`confidence` is that of the source, 0 … 1; `trust` a label where its source is not much to be trusted."""

    status: str = "active"
    asleep_since: datetime | None = None
    pinned: bool = False
    utility: float = 0.5
    importance: float = 0.5
    access_count: int = 0
    last_access: datetime | None = None
    confidence: float = 0.5
    trust: str = ""
    validity: Validity = ALWAYS_STANDING

    def is_awake(self, last_access: datetime | None) -> bool:
        """Active, or used again since it was laid to rest: that wakes it up."""
        if self.status != "dormant":
            return True
        return last_access is not None and self.asleep_since is not None and last_access > self.asleep_since


def document_standing(meta: Mapping[str, Json], zone: tzinfo) -> DocumentStanding:
    """What the fields of a head say; what cannot be read stands at its default."""
    trust = low_trust(meta.get("trust"))
    return DocumentStanding(
        status=str(meta.get("status") or "active"),
        asleep_since=_moment(meta, zone, "dormant_since", "updated_at"),
        pinned=meta.get("pinned") is True and not trust,  # shouting of strangers pins nothing
        utility=share_of_field(meta.get("utility")),
        importance=share_of_field(meta.get("importance")),
        access_count=_count(meta.get("access_count")),
        last_access=_moment(meta, zone, "last_access"),
        confidence=share_of_field(meta.get("confidence")),
        trust=trust,
        validity=_validity(meta, zone),
    )


def recorded_at(meta: Mapping[str, Json], zone: tzinfo) -> datetime | None:
    """When this text became known: an update is new knowledge, being replaced is not."""
    written = ("created_at", "updated_at") if meta.get("superseded_by") else ("updated_at", "created_at")
    return _moment(meta, zone, "recorded_at", *written)


class DocumentStandings:
    """The standing of documents by their paths; a head is read again when its file has changed. Thread-safe."""

    def __init__(self, location: AnimaLocation, zone: tzinfo) -> None:
        self._location = location
        self._zone = zone
        self._known: dict[str, tuple[tuple[int, int], DocumentStanding]] = {}
        self._lock = threading.Lock()

    def of(self, path: str) -> DocumentStanding:
        """Blocking. The defaults for what is no document or is gone."""
        if not path.endswith(".md"):
            return _UNKNOWN
        root = self._location.shared.parent if path.startswith("shared/") else self._location.directory
        file = f"{root}/{path}"
        try:
            status = os.stat(file)
            seen = (status.st_mtime_ns, status.st_size)
            with self._lock:
                known = self._known.get(path)
            if known is None or known[0] != seen:
                with open(file, "rb") as stream:
                    known = (seen, self._read(stream.read(_HEAD_BYTES).decode(errors="replace")))
                with self._lock:
                    self._known[path] = known
            return known[1]
        except OSError:
            return _UNKNOWN

    def forget(self) -> None:
        """Read every head again when it is asked for."""
        with self._lock:
            self._known.clear()

    def _read(self, content: str) -> DocumentStanding:
        try:
            head, _ = documents.split_frontmatter(content)
            return (
                document_standing(documents.parse_frontmatter(head), self._zone)
                if head and _TELLS.search(head)
                else _UNKNOWN
            )
        except documents.FrontmatterError:
            return _UNKNOWN


_UNKNOWN = DocumentStanding()
_TELLS = re.compile(
    r"^(status|pinned|utility|importance|access_count|last_access|confidence|trust|superseded_by|recorded_at|"
    r"created_at|updated_at|dormant_since|invalidated_at|valid_from|valid_until)\s*:",
    re.MULTILINE,
)


def _validity(meta: Mapping[str, Json], zone: tzinfo) -> Validity:
    """Without a date of its own, what is replaced was taken back when its file was last written."""
    taken_back = ("invalidated_at", "updated_at") if meta.get("superseded_by") else ("invalidated_at",)
    return Validity(
        valid_from=_moment(meta, zone, "valid_from") or BEGINNING_OF_TIME,
        recorded_at=recorded_at(meta, zone) or BEGINNING_OF_TIME,
        valid_until=_moment(meta, zone, "valid_until"),
        invalidated_at=_moment(meta, zone, *taken_back) or (BEGINNING_OF_TIME if meta.get("superseded_by") else None),
    )


def _moment(meta: Mapping[str, Json], zone: tzinfo, *names: str) -> datetime | None:
    for name in names:
        try:
            value = meta.get(name)
            found = datetime.fromisoformat(str(value)) if value else None
        except ValueError:
            continue
        if found:
            return found if found.tzinfo else found.replace(tzinfo=zone)
    return None


def share_of_field(value: Json) -> float:
    """Of a field of a head, 0 … 1; one half where it says none."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return min(1.0, max(0.0, float(value))) if is_number and value == value else 0.5  # type: ignore[arg-type]


def _count(value: Json) -> int:
    return max(0, value) if isinstance(value, int) and not isinstance(value, bool) else 0


# --- pieces ---------------------------------------------------------------------------------------------------------
# Pieces of a Markdown document: the sections that are found and read one by one.
#
# A piece is for whom its shelf is, or the head of a file that lies on none; without either nobody reads it. A comment
# `<!-- audience: group:slack:T01/C01 -->` in a file that lies on no shelf narrows that for its section, and never
# widens it; on a shelf, where code puts the words of people and models, it is text like any other.


LONGEST_PIECE = 1200
"""Characters of a piece; longer sections are cut between paragraphs."""

PIECE_KINDS: Mapping[str, str] = {
    "knowledge": "knowledge",
    "procedures": "procedure",
    "episodes": "episode",
    "skills": "skill",
    "shared/common_knowledge": "knowledge",
    "shared/common_skills": "skill",
}
"""Folder -> kind of memory."""

_BY_OPERATOR = ("skills/", "shared/common_knowledge/", "shared/common_skills/")
"""What the operator puts there is for everyone, unless it says otherwise."""

_HEADING = re.compile(r"^#{1,3} ", re.MULTILINE)
_AUDIENCE = re.compile(r"<!--\s*+audience:\s*+([^\s<]*?)\s*+-->\n?")
_TIME = re.compile(r"^#+\s*(\d{1,2}):(\d{2})\b")
_DATE = re.compile(r"(\d{4}-\d{2}-\d{2})\.md$")


def document_pieces(path: str, kind: str, content: str, zone: tzinfo) -> list[IndexEntry]:
    """The pieces of a document, in order. What cannot be read of its head leaves them without an audience."""
    try:
        head, body = documents.split_frontmatter(content)
        meta = documents.parse_frontmatter(head) if head else {}
    except documents.FrontmatterError:
        meta, body = {"audience": "unreadable"}, content
    audience = _audience(path, str(meta.get("audience") or ""))
    described = []
    if kind == "procedure" and meta.get("description"):
        # What it is for, found before how it is done.
        described = [(f"{_stem(path)}: {meta['description']}", audience)]
    if kind == "skill":
        body = f"{meta.get('name') or _stem(path)}: {meta.get('description') or body[:LONGEST_PIECE]}"
    told = (
        labelled_audience(body, audience)
        if not documents.shelf_of(path)
        else ((text, audience) for text in _texts(body))
    )
    return [
        IndexEntry(
            id=f"{path}#{number}",
            kind=kind,
            text=text,
            path=path,
            audience=readers,
            at=_at(path, text, meta, zone),
            trust=low_trust(meta.get("trust")),
            confidence=share_of_field(meta.get("confidence")),
        )
        for number, (text, readers) in enumerate([*described, *told], start=1)
    ]


def labelled_audience(body: str, audience: str) -> Iterator[tuple[str, str]]:
    """The texts of a body that is for `audience`, each with its own, which labels in it may narrow."""
    for section in _sections(body):
        named = set(_AUDIENCE.findall(section)) or {audience}
        # Two labels in one section: nobody can tell which sentence is whose.
        readers = documents.narrowed(audience, named.pop() or "nobody") if len(named) == 1 else ""
        yield from ((text, readers) for text in _parts(_AUDIENCE.sub("", section).strip()) if text)


def piece_problem(content: bytes) -> str:
    """Why the document's head cannot be read as it is meant; empty where it can."""
    try:
        head, _ = documents.split_frontmatter(content.decode())
        label = str(documents.parse_frontmatter(head).get("audience") or "") if head else ""
    except UnicodeDecodeError:
        return "it is no UTF-8"
    except documents.FrontmatterError as error:
        return str(error)
    return "" if not label or documents.narrowed(label, label) else f"{label[:80]!r} is no audience"


def _audience(path: str, head: str) -> str:
    """Empty: nobody."""
    if folder := documents.shelf_of(path):
        return documents.narrowed(str(documents.audience_of(folder) or ""), head)
    return documents.narrowed(head or ("org" if path.startswith(_BY_OPERATOR) else ""), "")


def _texts(body: str) -> Iterator[str]:
    for section in _sections(body):
        yield from (part for part in _parts(section.strip()) if part)


def _sections(body: str) -> list[str]:
    starts = [match.start() for match in _HEADING.finditer(body)]
    edges = [0, *(start for start in starts if start), len(body)]
    return [body[first:last] for first, last in pairwise(edges) if body[first:last].strip()]


def _parts(text: str) -> Iterator[str]:
    part = ""
    for paragraph in re.split(r"\n\s*\n", text):
        if part and len(part) + len(paragraph) > LONGEST_PIECE:
            yield part
            part = ""
        part = f"{part}\n\n{paragraph}" if part else paragraph
    yield part


def _at(path: str, text: str, meta: Mapping[str, Json], zone: tzinfo) -> datetime | None:
    day = _DATE.search(path)
    hour = _TIME.match(text)
    written = f"{day[1]}T{int(hour[1]):02}:{hour[2]}" if day and hour else day[1] if day else ""
    try:
        moment = datetime.fromisoformat(written) if written else None
    except ValueError:
        moment = None
    if moment:
        return moment.astimezone(zone) if moment.tzinfo else moment.replace(tzinfo=zone)
    known = recorded_at(meta, zone)
    return known.astimezone(zone) if known else None


def _stem(path: str) -> str:
    folder, _, name = path.removesuffix(".md").rpartition("/")
    return folder.rpartition("/")[2] if name == "SKILL" else name
