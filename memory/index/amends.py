"""Amends: what became of messages after they were said, as the logs tell it: edited, deleted, asked to be forgotten.

They may be read in any order and before the message itself: what counts is the message as it stands now. What is gone
is gone for good; of several edits the latest counts.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from memory.index.database import Database
from memory.index.turns import message_key
from memory.vocabulary.event import AMENDING, EDITED, Event

TABLES = """
CREATE TABLE amends (
    subject TEXT, event TEXT, stamp REAL, text TEXT, path TEXT, line INTEGER, offset INTEGER,
    PRIMARY KEY (subject, event)) WITHOUT ROWID;
CREATE INDEX amends_of_file ON amends (path);
CREATE TABLE amended (id TEXT PRIMARY KEY, message TEXT, path TEXT, line INTEGER, offset INTEGER) WITHOUT ROWID;
CREATE INDEX amended_message ON amended (message);
"""
_FIELDS = ("subject", "event", "stamp", "text", "path", "line", "offset")


@dataclass(frozen=True, slots=True, kw_only=True)
class Amend:
    """`subject` is the message (room and platform id), or the id of the event by which it was said; `text` its new
    words, None where it is gone. `event` tells of it, at `stamp` (seconds), and stands at `path`, `line`, `offset`."""

    subject: str
    event: str
    stamp: float
    text: str | None
    path: str
    line: int
    offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Original:
    """Where a message that was amended stands as it was said: event `id`, message, file, line, bytes."""

    id: str
    message: str
    path: str
    line: int
    offset: int


class Amends:
    """The tables of one text index. Blocking."""

    def __init__(self, database: Database) -> None:
        self._run, self._all = database.run, database.all

    def add(self, amend: Amend) -> None:
        """Once an event."""
        values = (amend.subject, amend.event, amend.stamp, amend.text, amend.path, amend.line, amend.offset)
        self._run("INSERT OR IGNORE INTO amends VALUES (?, ?, ?, ?, ?, ?, ?)", values)

    def keep(self, original: Original) -> None:
        values = (original.id, original.message, original.path, original.line, original.offset)
        self._run("INSERT OR IGNORE INTO amended VALUES (?, ?, ?, ?, ?)", values)

    def originals(self, subject: str) -> list[Original]:
        """Those that are known of this message or event."""
        rows = self._all(
            "SELECT id, message, path, line, offset FROM amended WHERE id = ?1 OR message = ?1", (subject,)
        )
        return [Original(**dict(row)) for row in rows]

    def latest(self, subjects: Collection[str]) -> dict[str, Amend]:
        """What holds of each of these, by subject."""
        rows = self._all(
            f"SELECT {', '.join(_FIELDS)} FROM amends WHERE subject IN (SELECT value FROM json_each(?))",
            (_list(subjects),),
        )
        return latest(Amend(**dict(row)) for row in rows)

    def of_events(self, ids: Collection[str]) -> dict[str, Amend]:
        """What holds of the messages that were said by these events, by event."""
        rows = self._all(
            "SELECT o.id AS said, a.* FROM amended o JOIN amends a ON a.subject IN (o.id, o.message) "
            "WHERE o.id IN (SELECT value FROM json_each(?))",
            (_list(ids),),
        )
        return _standing((row["said"], Amend(**{name: row[name] for name in _FIELDS})) for row in rows)

    def words(self, subjects: Collection[str]) -> list[str]:
        """All that the edits of these ever said."""
        rows = self._all(
            "SELECT text FROM amends WHERE text IS NOT NULL AND subject IN (SELECT value FROM json_each(?))",
            (_list(subjects),),
        )
        return [row["text"] for row in rows]

    def places(self, subject: str) -> list[tuple[str, int]]:
        """Files and lines at which the words of this message stand, old and new."""
        rows = self._all(
            "SELECT path, line FROM amends WHERE subject = ?1 AND text IS NOT NULL "
            "UNION SELECT path, line FROM amended WHERE id = ?1 OR message = ?1",
            (subject,),
        )
        return [(row["path"], row["line"]) for row in rows]

    def forget(self, events: Collection[str]) -> list[str]:
        """Drop what these events told; the subjects."""
        rows = self._all(
            "DELETE FROM amends WHERE event IN (SELECT value FROM json_each(?)) RETURNING subject", (_list(events),)
        )
        return list(dict.fromkeys(row["subject"] for row in rows))

    def forget_file(self, path: str) -> list[str]:
        """Drop what was read from it; the subjects."""
        rows = self._all("DELETE FROM amends WHERE path = ? RETURNING subject", (path,))
        self._run("DELETE FROM amended WHERE path = ?", (path,))
        return list(dict.fromkeys(row["subject"] for row in rows))


def amend_of(event: Event, path: str, line: int, offset: int = 0) -> Amend | None:
    """What the event tells of a message that was said before; None where it tells of none."""
    if event.type not in AMENDING or not (subject := message_key(event)):
        return None
    return Amend(
        subject=subject,
        event=event.id or f"{path}#L{line}",
        stamp=event.ts.timestamp(),
        text=event.content if event.type == EDITED else None,
        path=path,
        line=line,
        offset=offset,
    )


def standing(amends: Iterable[Amend]) -> Amend:
    """The one of them that holds."""
    return max(amends, key=_order)


def latest(amends: Iterable[Amend]) -> dict[str, Amend]:
    """What holds of each subject."""
    return _standing((amend.subject, amend) for amend in amends)


def _standing(amends: Iterable[tuple[str, Amend]]) -> dict[str, Amend]:
    found: dict[str, Amend] = {}
    for of, amend in amends:
        found[of] = standing((amend, found.get(of, amend)))
    return found


def _order(amend: Amend) -> tuple[bool, float, str, int]:
    return amend.text is None, amend.stamp, amend.path, amend.line


def _list(values: Collection[str]) -> str:
    return json.dumps([value for value in values if value])
