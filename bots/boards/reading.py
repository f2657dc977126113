"""A board as one may read it: its last posts as they now stand, oldest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import tzinfo

from memory.archive.channels import POST
from memory.vocabulary.event import DELETED, EDITED, Event
from memory.vocabulary.quoting import quoted


def standing(lines: Iterable[Event], may_read: Callable[[str], bool]) -> list[Event]:
    """The posts among these lines of a board's log: as they were edited, without what was deleted or is for others."""
    posts: dict[str, Event] = {}
    for line in lines:
        of = str(line.meta.get("of", ""))
        if line.type == POST and may_read(line.audience):
            posts[line.id] = line
        elif line.type == EDITED and of in posts:
            posts[of] = replace(posts[of], content=line.content)
        elif line.type == DELETED:
            posts.pop(of, None)
    return list(posts.values())


def shown(posts: Iterable[Event], zone: tzinfo) -> str:
    """`- [Mon 8 May 2023 13:56] Ada (slack): text`; further lines of a text stand behind a bar."""
    return "\n".join(_line(post, zone) for post in posts)


def _line(post: Event, zone: tzinfo) -> str:
    at, name = post.ts.astimezone(zone), " ".join(str(post.meta.get("name", "")).split())
    platform = "" if post.meta.get("anima") else f" ({post.channel.partition(':')[0]})"
    files = post.meta.get("files")
    held = f" (files: {', '.join(map(str, files))})" if isinstance(files, list) and files else ""
    return f"- [{at:%a} {at.day} {at:%b %Y %H:%M}] {name}{platform}: {quoted(post.content.strip())}{held}"
