"""Compression: of days that lie a month back only the lines are kept that say something; the log has all of it.

An entry loses the lines that say "None" and a result that its title tells already. What is marked as important stays
whole, and so does what a person has written. Entries stay as many as they were, for each is a memory of its own.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from memory.archive import shelves
from memory.consolidation.sessions import NONE
from memory.consolidation.view import View
from memory.forgetting.protection import IMPORTANT
from memory.vocabulary.change import Change
from memory.vocabulary.ports import Judge

AFTER = timedelta(days=30)

_DAY = re.compile(r"/(\d{4}-\d{2}-\d{2})\.md$")
_EMPTY = {f"- {name}: {NONE}" for name in ("Decision", "Result", "Lesson")}
_RESULT = "- Result: "
_HEADING = re.compile(r"## \d{2}:\d{2} ")


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    last = f"{(now - AFTER).astimezone(view.zone):%Y-%m-%d}"
    changes = []
    for path in view.paths("episode"):
        day = _DAY.search(path)
        if not shelves.shelf_of(path) or day is None or day[1] > last or (document := view.document(path)) is None:
            continue
        if document.problem or document.meta.get("protected") is True or document.meta.get("pinned") is True:
            continue
        if (text := shorter(document.body)) != document.body:
            why = f"{len(document.body) - len(text)} characters that say nothing more"
            changes.append(Change(kind="write", path=path, text=text, because=why, expects=document.version))
    return changes


def shorter(body: str) -> str:
    """The day without what says nothing; the same again changes nothing."""
    entries = re.split(r"^(?=## )", body, flags=re.MULTILINE)
    return "".join(one if IMPORTANT in one else _shorter(one) for one in entries)


def _shorter(entry: str) -> str:
    lines = entry.split("\n")
    title = _HEADING.sub("", lines[0]) if _HEADING.match(lines[0]) else ""
    if not title:
        return entry
    said = {*_EMPTY, f"{_RESULT}{title}"}
    return "\n".join(one for one in lines if one not in said)
