"""Pieces of a Markdown document: the sections that are found and read one by one.

Each piece has its own audience: a comment `<!-- audience: group:slack:T01/C01 -->` inside a section speaks for that
section, the frontmatter's `audience` for all others. A day of episodes may so hold what different people said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, tzinfo
from itertools import pairwise

from memory.archive import frontmatter
from memory.index.entry import Entry
from memory.index.standing import recorded_at
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
_AUDIENCE = re.compile(r"<!--\s*audience:\s*(\S*)\s*-->\n?")
_TIME = re.compile(r"^#+\s*(\d{1,2}):(\d{2})\b")
_DATE = re.compile(r"(\d{4}-\d{2}-\d{2})\.md$")


def pieces(path: str, kind: str, content: str, zone: tzinfo) -> list[Entry]:
    """The pieces of a document, in order. A head that cannot be read leaves them without an audience."""
    try:
        head, body = frontmatter.split(content)
        meta = frontmatter.parse(head) if head else {}
    except frontmatter.FrontmatterError:
        meta, body = {"audience": "unreadable"}, content
    described = []
    if kind == "procedure" and meta.get("description"):
        described = [(f"{_stem(path)}: {meta['description']}", "")]  # what it is for, found before how it is done
    if kind == "skill":
        body = f"{meta.get('name') or _stem(path)}: {meta.get('description') or body[:LONGEST]}"
    audience = str(meta.get("audience") or ("org" if path.startswith(_BY_OPERATOR) else ""))
    return [
        Entry(
            id=f"{path}#{number}",
            kind=kind,
            text=text,
            path=path,
            audience=own_audience or audience,
            at=_at(path, text, meta, zone),
            trust=low_trust(meta.get("trust")),
        )
        for number, (text, own_audience) in enumerate([*described, *_texts(body)], start=1)
    ]


def _texts(body: str) -> Iterator[tuple[str, str]]:
    for section in _sections(body):
        named = _AUDIENCE.findall(section)
        text = _AUDIENCE.sub("", section).strip()
        # Two audiences in one section: nobody can tell which sentence is whose.
        audience = "" if not named else named[0] if len(set(named)) == 1 else "unclear"
        yield from ((part, audience) for part in _parts(text) if part)


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
