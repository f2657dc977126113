"""Pieces of a Markdown document: the sections that are found and read one by one.

A piece is for whom its shelf is, or the head of a file that lies on none; without either nobody reads it. A comment
`<!-- audience: group:slack:T01/C01 -->` in a file that lies on no shelf narrows that for its section, and never widens
it; on a shelf, where code puts the words of people and models, it is text like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, tzinfo
from itertools import pairwise

from memory.archive import frontmatter, shelves
from memory.index.entry import Entry
from memory.index.standing import recorded_at, share
from memory.index.turns import low_trust
from memory.vocabulary.event import Json

LONGEST = 1200
"""Characters of a piece; longer sections are cut between paragraphs."""

KINDS: Mapping[str, str] = {
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


def pieces(path: str, kind: str, content: str, zone: tzinfo) -> list[Entry]:
    """The pieces of a document, in order. What cannot be read of its head leaves them without an audience."""
    try:
        head, body = frontmatter.split(content)
        meta = frontmatter.parse(head) if head else {}
    except frontmatter.FrontmatterError:
        meta, body = {"audience": "unreadable"}, content
    audience = _audience(path, str(meta.get("audience") or ""))
    described = []
    if kind == "procedure" and meta.get("description"):
        # What it is for, found before how it is done.
        described = [(f"{_stem(path)}: {meta['description']}", audience)]
    if kind == "skill":
        body = f"{meta.get('name') or _stem(path)}: {meta.get('description') or body[:LONGEST]}"
    told = labelled(body, audience) if not shelves.shelf_of(path) else ((text, audience) for text in _texts(body))
    return [
        Entry(
            id=f"{path}#{number}",
            kind=kind,
            text=text,
            path=path,
            audience=readers,
            at=_at(path, text, meta, zone),
            trust=low_trust(meta.get("trust")),
            confidence=share(meta.get("confidence")),
        )
        for number, (text, readers) in enumerate([*described, *told], start=1)
    ]


def labelled(body: str, audience: str) -> Iterator[tuple[str, str]]:
    """The texts of a body that is for `audience`, each with its own, which labels in it may narrow."""
    for section in _sections(body):
        named = set(_AUDIENCE.findall(section)) or {audience}
        # Two labels in one section: nobody can tell which sentence is whose.
        readers = shelves.narrowed(audience, named.pop() or "nobody") if len(named) == 1 else ""
        yield from ((text, readers) for text in _parts(_AUDIENCE.sub("", section).strip()) if text)


def problem(content: bytes) -> str:
    """Why the document's head cannot be read as it is meant; empty where it can."""
    try:
        head, _ = frontmatter.split(content.decode())
        label = str(frontmatter.parse(head).get("audience") or "") if head else ""
    except UnicodeDecodeError:
        return "it is no UTF-8"
    except frontmatter.FrontmatterError as error:
        return str(error)
    return "" if not label or shelves.narrowed(label, label) else f"{label[:80]!r} is no audience"


def _audience(path: str, head: str) -> str:
    """Empty: nobody."""
    if folder := shelves.shelf_of(path):
        return shelves.narrowed(str(shelves.audience_of(folder) or ""), head)
    return shelves.narrowed(head or ("org" if path.startswith(_BY_OPERATOR) else ""), "")


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
        if part and len(part) + len(paragraph) > LONGEST:
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
