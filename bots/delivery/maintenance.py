"""Delivery's database file as an erasure leaves it, and as a restore brings it back."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from bots.delivery import DATABASE, store
from bots.delivery.embedded import copy_database, prepare, prepare_seals
from memory.archive.data_subject import DataSubject, Gone
from memory.archive.files import make_private_file
from memory.erasure.rewriting import FileKind
from memory.vocabulary.event import Json

# --- erasing --------------------------------------------------------------------------------------------------------
# Delivery's part in an erasure: its database without the rows that hold what is somebody's, written anew.


_TABLES = {"outbox": ("body", "event"), "journal": ("name", "result"), "step": ("what", "detail"), "gap": ("place",)}


def fold_write_ahead_log(home: Path) -> None:
    """What stands beside the database comes into it. Nobody else has it open."""
    if (home / DATABASE).exists():
        with closing(sqlite3.connect(home / DATABASE)) as db:
            db.execute("pragma wal_checkpoint(truncate)")
            db.execute("pragma journal_mode = delete")


def database_without(path: str, content: bytes, whom: DataSubject) -> bytes | None:
    """The database's bytes. Of what is theirs a seal stays, of a room's last message the key: nothing is heard
    twice."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(content[:18] + b"\x01\x01" + content[20:])  # in memory there is no log beside it
        db.execute("pragma foreign_keys = on")
        prepare_seals(db)
        if (
            not _erase_retold(db, whom)
            + _erase_inbox(db, whom)
            + sum(_erase_from_table(db, table, fields, whom) for table, fields in _TABLES.items())
        ):
            return content
        db.commit()
        db.execute("vacuum")
        return db.serialize()


def _erase_inbox(db: sqlite3.Connection, whom: DataSubject) -> int:
    # Only the key of a message says nothing; others hold an address or words.
    heard = "select id from inbox where key like '%:message' group by lane having key = max(key)"
    last = {row[0] for row in db.execute(heard)}
    changed = 0
    for id, lane, key, body, reason, at in db.execute(
        "select id, lane, key, body, reason, accepted_at from inbox"
    ).fetchall():
        left, is_direct = _value_left(body, whom), whom.owns(lane.partition("@")[2])
        if is_direct or whom.scrub(key) != key or (left is None and id not in last):
            store.keep_seal(db, lane, key, at)
            db.execute("delete from inbox where id = ?", (id,))
        elif left is None:
            for table in ("outbox", "journal", "step"):
                db.execute(f"delete from {table} where turn = ?", (id,))
            db.execute("update inbox set body = x'7b7d', state = 'done', reason = '' where id = ?", (id,))
        elif left != body or whom.scrub(reason) != reason:
            db.execute("update inbox set body = ?, reason = ? where id = ?", (left, whom.scrub(reason), id))
        else:
            continue
        changed += 1
    return changed


def _erase_retold(db: sqlite3.Connection, whom: DataSubject) -> int:
    """Answers to others that come from theirs lose what the log loses of them, in what is sent and in what the turn
    has journaled: that goes wholly where the turn is over."""
    rows = db.execute("select rowid, turn, body, event from outbox").fetchall()
    rows = [row for row in rows if row[3] in whom.derived]
    for rowid, turn, body, event in rows:
        over = "turn in (select id from inbox where id = ? and state in ('done', 'dead'))"
        db.execute(f"delete from journal where {over}", (turn,))
        for name, result in db.execute("select name, result from journal where turn = ?", (turn,)).fetchall():
            if name == "answer":
                left = whom.retold(event, result)
                db.execute("update journal set result = ? where turn = ? and name = ?", (left, turn, name))
        parcel = json.loads(body)
        for part, name in (("act", "text"), ("event", "content")):
            if (record := parcel.get(part)) and record.get(name):
                record[name] = whom.retold(event, record[name])
        packed = json.dumps(parcel, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")
        db.execute("update outbox set body = ? where rowid = ?", (packed, rowid))
    return len(rows)


def _erase_from_table(db: sqlite3.Connection, table: str, fields: tuple[str, ...], whom: DataSubject) -> int:
    changed = 0
    for rowid, *values in db.execute(f"select rowid, {', '.join(fields)} from {table}").fetchall():
        left = [_value_left(value, whom) for value in values]
        if any(item is None for item in left):
            db.execute(f"delete from {table} where rowid = ?", (rowid,))
        elif left != values:
            which = ", ".join(f"{field} = ?" for field in fields)
            db.execute(f"update {table} set {which} where rowid = ?", (*left, rowid))
        else:
            continue
        changed += 1
    return changed


def _value_left(value: bytes | str, whom: DataSubject) -> bytes | str | None:
    """JSON as a record, other texts as they are; None: it is theirs."""
    try:
        record: Json = json.loads(value)
    except ValueError:
        text = value.decode(errors="replace") if isinstance(value, bytes) else value
        return None if whom.owns(text) or whom.says(text) else whom.scrub(text) if isinstance(value, str) else value
    left = whom.left(record)
    if isinstance(left, Gone):
        return None
    if left == record:
        return value
    text = json.dumps(left, ensure_ascii=False, separators=(",", ":"))
    return text.encode(errors="replace") if isinstance(value, bytes) else text


def _database_kept(path: str, content: bytes, whom: DataSubject) -> bytes | None:
    return content


STORES = (
    FileKind(name="inbox and outbox", paths=(DATABASE,), rewrite=database_without, read=copy_database),
    FileKind(
        name="log of the inbox", paths=(f"{DATABASE}-*",), rewrite=_database_kept
    ),  # comes into the database before
)


# --- restoring ------------------------------------------------------------------------------------------------------
# Delivery's part in a restore: what the home does not know of the life that it has lost is not done once more.


_ANSWERED = f"""
select lane, key, accepted_at from inbox where state not in {store.OPEN} or exists (
    select 1 from outbox where turn = inbox.id and state in ('sending', 'posted', 'sent', 'in_doubt'))
"""


def restore_database(database: Path, before: bytes, at: datetime) -> None:
    """`database` is brought back at this instant, in the place of what `before` copied. Nobody has it open.

    What the other life has answered is known, if it was a life of the same home. Unless that life went on from where
    this one is, another may have been between them: then what was said until now is in doubt. What was about to be
    sent may have been sent: it is looked up first. Blocking; raises sqlite3.Error, OSError.
    """
    database.touch(mode=0o600)
    make_private_file(database)
    with closing(sqlite3.connect(database)) as db:
        prepare(db)
        is_known = bool(before) and _take_over_other_life(db, before)
        if not is_known:
            store.set_restored(db, at)
        db.execute("update outbox set state = 'sending' where state = 'new'")
        db.commit()


def _take_over_other_life(db: sqlite3.Connection, content: bytes) -> bool:
    """Whether all is known that the other life has done."""
    with closing(sqlite3.connect(":memory:")) as other:
        other.deserialize(content[:18] + b"\x01\x01" + content[20:])  # in memory there is no log beside it
        prepare(other)
        for lane, key, accepted_at in other.execute(_ANSWERED).fetchall():
            store.keep_seal(db, lane, key, accepted_at, store.ANSWERED)
        if store.salt_of(db) != store.salt_of(other):
            return False
        store.take_over_seals(db, other)
        if (doubted := store.restored_at(other)) is not None:
            store.set_restored(db, max(doubted, store.restored_at(db) or doubted))
        return _last_trace_step(other) >= _last_trace_step(db)


def _last_trace_step(db: sqlite3.Connection) -> str:
    return str(db.execute("select coalesce(max(at), '') from step").fetchone()[0])
