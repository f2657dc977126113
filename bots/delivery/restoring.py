"""Delivery's part in a restore: what the home does not know of the life that it has lost is not done once more."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from bots.delivery import past, store
from bots.delivery.copying import copied
from memory.archive.files import make_private_file

_ANSWERED = f"""
select lane, key, accepted_at from inbox where state not in {store.OPEN} or exists (
    select 1 from outbox where turn = inbox.id and state in ('sending', 'posted', 'sent', 'in_doubt'))
"""


def restored(database: Path, before: Path | None, at: datetime) -> None:
    """`database` is brought back at this instant, in the place of that of the home `before`. Nobody has it open.

    What the other life has answered is known, if it was a life of the same home. Unless that life went on from where
    this one is, another may have been between them: then what was said until now is in doubt. What was about to be
    sent may have been sent: it is looked up first. Blocking; raises sqlite3.Error, OSError.
    """
    database.touch(mode=0o600)
    make_private_file(database)
    with closing(_opened(database)) as db:
        store.prepare(db)
        is_known = before is not None and before.exists() and _take_over(db, before)
        if not is_known:
            past.set_restored(db, at)
        db.execute("update outbox set state = 'sending' where state = 'new'")
        db.commit()


def _take_over(db: sqlite3.Connection, before: Path) -> bool:
    """Whether all is known that the other life has done."""
    with closing(sqlite3.connect(":memory:")) as other:
        other.row_factory = sqlite3.Row
        content = copied(before)
        other.deserialize(content[:18] + b"\x01\x01" + content[20:])  # in memory there is no log beside it
        store.prepare(other)
        for lane, key, accepted_at in other.execute(_ANSWERED).fetchall():
            past.keep(db, lane, key, accepted_at, past.ANSWERED)
        if past.salt_of(db) != past.salt_of(other):
            return False
        past.take_over(db, other)
        if (doubted := past.restored_at(other)) is not None:
            past.set_restored(db, max(doubted, past.restored_at(db) or doubted))
        return _last_step(other) >= _last_step(db)


def _last_step(db: sqlite3.Connection) -> str:
    return str(db.execute("select coalesce(max(at), '') from step").fetchone()[0])


def _opened(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path)
    db.row_factory = sqlite3.Row
    return db
