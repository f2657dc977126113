"""What delivery knows of messages longer than it keeps their rows: that they were taken in, that they were answered.

A row that goes (pruned, or erased) leaves a seal, a salted hash that tells nobody whose it was; in time the seals of a
lane become its boundary: up to where all of it was taken in. Both lie in the database, so that backups carry them.
"""

from __future__ import annotations

import hashlib
import sqlite3
from datetime import datetime
from secrets import token_hex

HEARD, ANSWERED = "heard", "answered"
_BOUNDED = ":message"  # other keys do not sort by the instant at which something was said
_SCHEMA = """
create table if not exists home (name text primary key, value text not null);
create table if not exists past (
    seal text not null,
    what text not null,          -- heard: never taken in again; answered: taken in, and not answered again
    lane text not null,          -- its seal
    key text not null,
    at text not null,
    primary key (seal, what)
);
create table if not exists boundary (lane text primary key, key text not null);
"""


def prepare(db: sqlite3.Connection) -> None:
    """Make the tables, and the salt by which a home knows its other lives."""
    db.executescript(_SCHEMA)
    db.execute("insert or ignore into home (name, value) values ('salt', ?)", (token_hex(8),))


def is_heard(db: sqlite3.Connection, lane: str, key: str) -> bool:
    """Whether the message was taken in, though its row is gone."""
    sealed = _seal(db, lane)
    bound = db.execute("select key from boundary where lane = ?", (sealed,)).fetchone()
    if bound is not None and key.endswith(_BOUNDED) and key <= bound[0]:
        return True
    return _is_sealed(db, lane, key, HEARD)


def was_answered(db: sqlite3.Connection, lane: str, key: str, at: datetime) -> bool | None:
    """Whether another life of this home has answered it; None: it may have, and only the platform can tell."""
    if _is_sealed(db, lane, key, ANSWERED):
        return True
    restored = restored_at(db)
    return None if restored is not None and at <= restored else False


def restored_at(db: sqlite3.Connection) -> datetime | None:
    """What was said until then may have been answered by a life of which nothing is known."""
    row = db.execute("select value from home where name = 'restored'").fetchone()
    return None if row is None else datetime.fromisoformat(row[0])


def set_restored(db: sqlite3.Connection, at: datetime) -> None:
    db.execute("insert or replace into home (name, value) values ('restored', ?)", (at.isoformat(),))


def salt_of(db: sqlite3.Connection) -> str:
    return str(db.execute("select value from home where name = 'salt'").fetchone()[0])


def keep(db: sqlite3.Connection, lane: str, key: str, at: str, what: str = HEARD) -> None:
    """The row may go. What is no message of a platform (a time of the house) is answered for by other files."""
    row = (_seal(db, lane, key), what, _seal(db, lane), key if key.endswith(_BOUNDED) else "", at)
    db.execute("insert or ignore into past (seal, what, lane, key, at) values (?, ?, ?, ?, ?)", row)


def take_over(db: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """What another life of the same home (of the same salt) has kept was answered then."""
    for seal, lane, key, at in other.execute("select seal, lane, key, at from past"):
        db.execute("insert or ignore into past values (?, ?, ?, ?, ?)", (seal, ANSWERED, lane, key, at))


def prune(db: sqlite3.Connection, rows: list[tuple[str, str]], before: str) -> None:
    """The boundaries take the place of rows (lane, key) that go, and of old seals."""
    found = [(_seal(db, lane), key) for lane, key in rows if key.endswith(_BOUNDED)]
    found += db.execute(
        "select lane, key from past where at < ? and what = ? and key <> ''", (before, HEARD)
    ).fetchall()
    for lane, key in found:
        db.execute(
            "insert into boundary values (?, ?) on conflict (lane) do update set key = max(key, excluded.key)",
            (lane, key),
        )
    db.execute("delete from past where at < ?", (before,))


def _is_sealed(db: sqlite3.Connection, lane: str, key: str, what: str) -> bool:
    found = db.execute("select 1 from past where seal = ? and what = ?", (_seal(db, lane, key), what))
    return found.fetchone() is not None


def _seal(db: sqlite3.Connection, *parts: str) -> str:
    return hashlib.sha256("\n".join((salt_of(db), *parts)).encode(errors="replace")).hexdigest()
