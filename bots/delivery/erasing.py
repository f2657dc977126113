"""Delivery's part in an erasure: its database without the rows that hold what is somebody's, written anew."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from bots.delivery import DATABASE, past
from bots.delivery.copying import copied
from memory.erasure.catalogue import Store
from memory.erasure.whom import Gone, Whom
from memory.vocabulary.event import Json

_TABLES = {"outbox": ("body", "event"), "journal": ("name", "result"), "step": ("what", "detail"), "gap": ("place",)}


def folded(home: Path) -> None:
    """What stands beside the database comes into it. Nobody else has it open."""
    if (home / DATABASE).exists():
        with closing(sqlite3.connect(home / DATABASE)) as db:
            db.execute("pragma wal_checkpoint(truncate)")
            db.execute("pragma journal_mode = delete")


def without(path: str, content: bytes, whom: Whom) -> bytes | None:
    """The database's bytes. Of what is theirs a seal stays, of a room's last message the key: nothing is heard
    twice."""
    with closing(sqlite3.connect(":memory:")) as db:
        db.deserialize(content[:18] + b"\x01\x01" + content[20:])  # in memory there is no log beside it
        db.execute("pragma foreign_keys = on")
        past.prepare(db)
        if (
            not _retold(db, whom)
            + _inbox(db, whom)
            + sum(_table(db, table, fields, whom) for table, fields in _TABLES.items())
        ):
            return content
        db.commit()
        db.execute("vacuum")
        return db.serialize()


def _inbox(db: sqlite3.Connection, whom: Whom) -> int:
    # Only the key of a message says nothing; others hold an address or words.
    heard = "select id from inbox where key like '%:message' group by lane having key = max(key)"
    last = {row[0] for row in db.execute(heard)}
    changed = 0
    for id, lane, key, body, reason, at in db.execute(
        "select id, lane, key, body, reason, accepted_at from inbox"
    ).fetchall():
        left, is_direct = _left(body, whom), whom.owns(lane.partition("@")[2])
        if is_direct or whom.scrub(key) != key or (left is None and id not in last):
            past.keep(db, lane, key, at)
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


def _retold(db: sqlite3.Connection, whom: Whom) -> int:
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


def _table(db: sqlite3.Connection, table: str, fields: tuple[str, ...], whom: Whom) -> int:
    changed = 0
    for rowid, *values in db.execute(f"select rowid, {', '.join(fields)} from {table}").fetchall():
        left = [_left(value, whom) for value in values]
        if any(one is None for one in left):
            db.execute(f"delete from {table} where rowid = ?", (rowid,))
        elif left != values:
            which = ", ".join(f"{field} = ?" for field in fields)
            db.execute(f"update {table} set {which} where rowid = ?", (*left, rowid))
        else:
            continue
        changed += 1
    return changed


def _left(value: bytes | str, whom: Whom) -> bytes | str | None:
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


def _kept(path: str, content: bytes, whom: Whom) -> bytes | None:
    return content


STORES = (
    Store(name="inbox and outbox", paths=(DATABASE,), rewrite=without, read=copied),
    Store(name="log of the inbox", paths=(f"{DATABASE}-*",), rewrite=_kept),  # comes into the database before
)
