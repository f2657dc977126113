"""The tables of delivery and every statement on them, each a small function of a connection."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bots.delivery.seam import DeadLetter, Doubt, Out, Step

SCHEMA = """
create table if not exists inbox (
    id integer primary key,
    lane text not null,
    key text not null,
    body blob not null,
    state text not null default 'waiting',   -- waiting, thinking, answering, done, dead
    attempt integer not null default 0,      -- times it was begun
    failures integer not null default 0,     -- times it raised
    accepted_at text not null,
    reason text not null default '',
    unique (lane, key)
);
create index if not exists inbox_open on inbox (lane, key) where state in ('waiting', 'thinking', 'answering');
create table if not exists outbox (
    id integer primary key,
    turn integer not null references inbox (id) on delete cascade,
    slot text not null,
    body blob not null,
    nonce text not null unique,
    state text not null default 'new',       -- new, sending, sent, in_doubt, failed
    platform_id text not null default '',
    told integer not null default 0,
    reason text not null default '',
    unique (turn, slot)
);
create table if not exists journal (
    turn integer not null references inbox (id) on delete cascade,
    name text not null,
    result text not null,
    primary key (turn, name)
);
create table if not exists gap (
    account text not null,
    place text not null,
    cursor text not null,
    primary key (account, place)
);
create table if not exists step (
    turn integer not null references inbox (id) on delete cascade,
    at text not null,
    what text not null,
    detail text not null default ''
);
create index if not exists step_turn on step (turn);
"""
OPEN = "('waiting', 'thinking', 'answering')"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRow:
    """One accepted message."""

    id: int
    lane: str
    key: str
    body: bytes
    state: str
    attempt: int
    accepted_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class OutRow:
    """One thing to be sent."""

    id: int
    turn: int
    out: Out
    nonce: str
    state: str
    platform_id: str


def nonce_of(lane: str, key: str, slot: str) -> str:
    """The same for the same chunk at every try: 24 characters, as Discord takes at most 25."""
    return hashlib.sha256(f"{lane}\n{key}\n{slot}".encode()).hexdigest()[:24]


def accept(db: sqlite3.Connection, lane: str, key: str, body: bytes, now: datetime) -> bool:
    stamp = now.isoformat()
    added = db.execute(
        "insert or ignore into inbox (lane, key, body, accepted_at) values (?, ?, ?, ?)", (lane, key, body, stamp)
    )
    if added.rowcount == 0:
        return False
    step(db, int(added.lastrowid or 0), now, "accepted")
    return True


def accept_all(db: sqlite3.Connection, bodies: Mapping[str, bytes], key: str, now: datetime) -> list[str]:
    """The lanes to which the message is new."""
    return [lane for lane, body in bodies.items() if accept(db, lane, key, body, now)]


def step(db: sqlite3.Connection, turn: int, now: datetime, what: str, detail: str = "") -> None:
    db.execute(
        "insert into step (turn, at, what, detail) values (?, ?, ?, ?)", (turn, now.isoformat(), what, detail[:500])
    )


def open_lanes(db: sqlite3.Connection) -> list[str]:
    return [row[0] for row in db.execute(f"select distinct lane from inbox where state in {OPEN}")]


def next_turn(db: sqlite3.Connection, lane: str) -> TurnRow | None:
    """What has begun goes first; else the smallest key."""
    row = db.execute(
        f"select * from inbox where lane = ? and state in {OPEN} order by state = 'waiting', key limit 1", (lane,)
    ).fetchone()
    if row is None:
        return None
    return TurnRow(
        id=row["id"],
        lane=row["lane"],
        key=row["key"],
        body=row["body"],
        state=row["state"],
        attempt=row["attempt"],
        accepted_at=datetime.fromisoformat(row["accepted_at"]),
    )


def begin(db: sqlite3.Connection, turn: int, now: datetime) -> int:
    """The turn is being thought about; returns the attempt's number."""
    db.execute("update inbox set state = 'thinking', attempt = attempt + 1 where id = ?", (turn,))
    attempt = int(db.execute("select attempt from inbox where id = ?", (turn,)).fetchone()[0])
    step(db, turn, now, "thinking", f"attempt {attempt}")
    return attempt


def fail(db: sqlite3.Connection, turn: int, now: datetime, why: str) -> int:
    """The turn raised and waits to be tried again; returns how often it has."""
    db.execute("update inbox set state = 'waiting', failures = failures + 1 where id = ?", (turn,))
    step(db, turn, now, "waiting", why)
    return int(db.execute("select failures from inbox where id = ?", (turn,)).fetchone()[0])


def answer(db: sqlite3.Connection, turn: TurnRow, outs: Sequence[Out], now: datetime) -> None:
    """The turn's whole answer is durable before any of it is sent."""
    for out in outs:
        add_out(db, turn, out)
    db.execute("update inbox set state = 'answering' where id = ?", (turn.id,))
    step(db, turn.id, now, "answering", f"{len(outs)} to send")


def add_out(db: sqlite3.Connection, turn: TurnRow, out: Out) -> OutRow:
    """The row of this slot; made if it is new."""
    db.execute(
        "insert or ignore into outbox (turn, slot, body, nonce) values (?, ?, ?, ?)",
        (turn.id, out.slot, out.body, nonce_of(turn.lane, turn.key, out.slot)),
    )
    row = db.execute("select * from outbox where turn = ? and slot = ?", (turn.id, out.slot)).fetchone()
    return _out(row)


def outs(db: sqlite3.Connection, turn: int) -> list[OutRow]:
    return [_out(row) for row in db.execute("select * from outbox where turn = ? order by id", (turn,))]


def begun_outs(db: sqlite3.Connection, turn: int) -> list[OutRow]:
    """The sends that an earlier attempt began; what it only meant to send is forgotten."""
    db.execute("delete from outbox where turn = ? and state = 'new'", (turn,))
    return outs(db, turn)


def settle(db: sqlite3.Connection, out: OutRow, state: str, now: datetime, *, detail: str = "") -> None:
    """Move one send to a state; `detail` is the platform id of a sent one, else the reason."""
    column = "platform_id" if state == "sent" else "reason"
    db.execute(f"update outbox set state = ?, {column} = ? where id = ?", (state, detail, out.id))
    step(db, out.turn, now, state, f"{out.out.slot} {detail}".strip())


def finish(db: sqlite3.Connection, turn: int, state: str, now: datetime, why: str = "") -> None:
    """The turn is done, or dead."""
    db.execute("update inbox set state = ?, reason = ? where id = ?", (state, why[:500], turn))
    step(db, turn, now, state, why)


def journaled(db: sqlite3.Connection, turn: int, name: str) -> str | None:
    row = db.execute("select result from journal where turn = ? and name = ?", (turn, name)).fetchone()
    return None if row is None else str(row[0])


def journal(db: sqlite3.Connection, turn: int, name: str, result: str) -> None:
    db.execute("insert or replace into journal (turn, name, result) values (?, ?, ?)", (turn, name, result))


def prune(db: sqlite3.Connection, before: datetime) -> int:
    gone = db.execute(
        """delete from inbox where state = 'done' and accepted_at < ?
           and key < (select max(key) from inbox newer where newer.lane = inbox.lane and newer.key like '%:message')
           and not exists (select 1 from outbox where turn = inbox.id and state in ('in_doubt', 'failed'))""",
        (before.isoformat(),),
    )
    return gone.rowcount


def latest(db: sqlite3.Connection, before: datetime | None) -> dict[str, str]:
    until = before.isoformat() if before else "9999"
    rows = db.execute(
        """select lane, coalesce(max(case when accepted_at < ? then key end), min(key)) from inbox
           where key like '%:message' group by lane""",
        (until,),
    )
    return {row[0]: row[1] for row in rows}


def open_gaps(db: sqlite3.Connection, account: str, cursors: Mapping[str, str]) -> None:
    rows = [(account, place, cursor) for place, cursor in cursors.items()]
    db.executemany("insert or ignore into gap (account, place, cursor) values (?, ?, ?)", rows)


def gaps(db: sqlite3.Connection, account: str) -> dict[str, str]:
    rows = db.execute("select place, cursor from gap where account = ? order by place", (account,))
    return {row[0]: row[1] for row in rows}


def close_gap(db: sqlite3.Connection, account: str, place: str) -> None:
    db.execute("delete from gap where account = ? and place = ?", (account, place))


def last_accepted(db: sqlite3.Connection) -> datetime | None:
    row = db.execute("select accepted_at from inbox order by id desc limit 1").fetchone()
    return None if row is None else datetime.fromisoformat(row[0])


def waiting(db: sqlite3.Connection) -> dict[str, int]:
    rows = db.execute(f"select lane, count(*) from inbox where state in {OPEN} group by lane")
    return {row[0]: int(row[1]) for row in rows}


def doubts(db: sqlite3.Connection, untold: bool) -> list[Doubt]:
    rows = db.execute(
        """select lane, key, slot, nonce, outbox.body, inbox.body, accepted_at from outbox join inbox on inbox.id = turn
           where outbox.state = 'in_doubt' and told <= ? order by outbox.id""",
        (0 if untold else 1,),
    )
    return [
        Doubt(
            lane=r[0],
            key=r[1],
            slot=r[2],
            nonce=r[3],
            body=r[4],
            turn=r[5],
            accepted_at=datetime.fromisoformat(r[6]),
        )
        for r in rows
    ]


def told(db: sqlite3.Connection, nonce: str) -> None:
    db.execute("update outbox set told = 1 where nonce = ?", (nonce,))


def dead(db: sqlite3.Connection) -> list[DeadLetter]:
    """Turns have even numbers, single sends odd ones."""
    turns = db.execute("select 2 * id, lane, key, '', reason from inbox where state = 'dead'")
    sends = db.execute(
        """select 2 * outbox.id + 1, lane, key, slot, outbox.reason from outbox join inbox on inbox.id = turn
           where outbox.state = 'failed'"""
    )
    return [DeadLetter(id=r[0], lane=r[1], key=r[2], slot=r[3], reason=r[4]) for r in [*turns, *sends]]


def revive(db: sqlite3.Connection, letter: int, now: datetime) -> str | None:
    """Put a dead letter back; returns its lane, None if there is no such letter."""
    number, is_send = divmod(letter, 2)
    if is_send:
        row = db.execute("select turn from outbox where id = ? and state = 'failed'", (number,)).fetchone()
        if row is None:
            return None
        db.execute("update outbox set state = 'new', reason = '' where id = ?", (number,))
        turn, state = int(row[0]), "answering"
    else:
        turn, state = number, "waiting"
        if db.execute("select 1 from inbox where id = ? and state = 'dead'", (turn,)).fetchone() is None:
            return None
    db.execute("update inbox set state = ?, attempt = 0, failures = 0, reason = '' where id = ?", (state, turn))
    step(db, turn, now, "resent", "by hand")
    return str(db.execute("select lane from inbox where id = ?", (turn,)).fetchone()[0])


def trace(db: sqlite3.Connection, text: str, room: str = "") -> list[Step]:
    """A room has the lanes of its threads, too."""
    rows = db.execute(
        """select at, what, step.detail, lane, key from step join inbox on inbox.id = turn
           where instr(lane || ' ' || key, :text) > 0
           and (:room = '' or instr(substr(lane, instr(lane, '@') + 1) || '#', :room || '#') = 1)
           order by step.rowid limit 500""",
        {"text": text, "room": room},
    )
    return [Step(at=datetime.fromisoformat(r[0]), what=r[1], detail=f"{r[3]} {r[4]} {r[2]}".strip()) for r in rows]


def _out(row: sqlite3.Row) -> OutRow:
    return OutRow(
        id=row["id"],
        turn=row["turn"],
        out=Out(slot=row["slot"], body=row["body"]),
        nonce=row["nonce"],
        state=row["state"],
        platform_id=row["platform_id"],
    )
