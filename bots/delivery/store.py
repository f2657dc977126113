"""The SQLite file of delivery: its tables, every statement on them, and the one thread that writes.

Operations queue up while a commit (an fsync) is under way and share the next one; each has a savepoint of its own, so
that one that fails takes no other with it. A result is handed out only after the commit.

A row that goes (pruned, or erased) leaves a seal, a salted hash that tells nobody whose it was; in time the seals of
a lane become its boundary: up to where all of it was taken in. Both lie in the database, so that backups carry them.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeVar

from bots.delivery.contract import Out
from bots.errors import NotStored
from memory.archive.files import make_private_file

_SCHEMA = """
create table if not exists inbox (
    id integer primary key,
    lane text not null,
    key text not null,
    body blob not null,
    state text not null default 'waiting',   -- waiting, thinking, answering, halted, done, dead
    attempt integer not null default 0,      -- times it was begun
    failures integer not null default 0,     -- times it raised
    accepted_at text not null,
    reason text not null default '',
    unique (lane, key)
);
create table if not exists outbox (
    id integer primary key,
    turn integer not null references inbox (id) on delete cascade,
    slot text not null,
    body blob not null,
    nonce text not null unique,
    state text not null default 'new',       -- new, sending, posted, sent, in_doubt, failed
    platform_id text not null default '',
    told integer not null default 0,
    reason text not null default '',
    event text not null default '',
    repeatable integer not null default 0,
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
create table if not exists away (
    since text not null,
    until text not null
);
create table if not exists step (
    turn integer not null references inbox (id) on delete cascade,
    at text not null,
    what text not null,
    detail text not null default ''
);
create index if not exists step_turn on step (turn);
"""
#: (table, column, what it is): what a file of an earlier version lacks.
_ADDED = (
    ("outbox", "event", "text not null default ''"),
    ("outbox", "repeatable", "integer not null default 0"),
)
OPEN = "('waiting', 'thinking', 'answering', 'halted')"
_INDEXES = f"""
drop index if exists inbox_open;
create index if not exists inbox_lane on inbox (lane, key) where state in {OPEN};
create index if not exists inbox_key on inbox (key);
create index if not exists outbox_event on outbox (event) where event <> '';
"""


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


def prepare(db: sqlite3.Connection) -> None:
    """Make the tables, or what an earlier version's lack."""
    db.executescript(_SCHEMA)
    for table, column, definition in _ADDED:
        if not any(row["name"] == column for row in db.execute(f"pragma table_info({table})")):
            db.execute(f"alter table {table} add column {column} {definition}")
    db.executescript(_INDEXES)
    prepare_seals(db)


def nonce_of(lane: str, key: str, slot: str) -> str:
    """The same for the same chunk at every try: 24 characters, as Discord takes at most 25."""
    return hashlib.sha256(f"{lane}\n{key}\n{slot}".encode()).hexdigest()[:24]


def accept(
    db: sqlite3.Connection, lane: str, key: str, body: bytes, now: datetime, state: str = "waiting", reason: str = ""
) -> bool:
    if was_taken_in(db, lane, key):
        return False
    stamp = now.isoformat()
    added = db.execute(
        "insert or ignore into inbox (lane, key, body, accepted_at, state, reason) values (?, ?, ?, ?, ?, ?)",
        (lane, key, body, stamp, state, reason[:500]),
    )
    if added.rowcount == 0:
        return False
    step(db, int(added.lastrowid or 0), now, "accepted" if state == "waiting" else state, reason)
    return True


def accept_all(
    db: sqlite3.Connection,
    bodies: Mapping[str, bytes],
    key: str,
    now: datetime,
    state: str = "waiting",
    reason: str = "",
) -> list[str]:
    """The lanes to which the message is new."""
    return [lane for lane, body in bodies.items() if accept(db, lane, key, body, now, state, reason)]


def took(db: sqlite3.Connection, place: str, key: str) -> frozenset[str]:
    """Who in the place has seen the key."""
    lanes = (row[0].partition("@") for row in db.execute("select lane from inbox where key = ?", (key,)))
    return frozenset(who for who, _, where in lanes if where == place)


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


def behind(db: sqlite3.Connection, turn: TurnRow) -> list[bytes]:
    """What waits in the turn's lane, in its order."""
    waiting = "select body from inbox where lane = ? and state = 'waiting' and id <> ? order by key"
    return [bytes(row["body"]) for row in db.execute(waiting, (turn.lane, turn.id))]


def begin(db: sqlite3.Connection, turn: int, now: datetime) -> int:
    """The turn is being thought about; returns the attempt's number."""
    db.execute("update inbox set state = 'thinking', attempt = attempt + 1 where id = ?", (turn,))
    attempt = int(db.execute("select attempt from inbox where id = ?", (turn,)).fetchone()[0])
    step(db, turn, now, "thinking", f"attempt {attempt}")
    return attempt


def fail(db: sqlite3.Connection, turn: int, now: datetime, why: str) -> int:
    """The turn raised and waits to be tried again, an answer that is there already to be sent; how often it has."""
    db.execute(
        """update inbox set failures = failures + 1,
           state = case state when 'thinking' then 'waiting' else state end where id = ?""",
        (turn,),
    )
    step(db, turn, now, "waiting", why)
    return int(db.execute("select failures from inbox where id = ?", (turn,)).fetchone()[0])


def answer(db: sqlite3.Connection, turn: TurnRow, outs: Sequence[Out], now: datetime) -> None:
    """The turn's whole answer is durable before any of it is sent. What was begun to be shown and never was is gone."""
    db.execute("delete from outbox where turn = ? and state = 'new'", (turn.id,))
    for out in outs:
        add_out(db, turn, out)
    db.execute("update inbox set state = 'answering' where id = ?", (turn.id,))
    step(db, turn.id, now, "answering", f"{len(outs)} to send")


def halt(db: sqlite3.Connection, turn: int, now: datetime) -> int:
    """What is not sent yet never is; returns how much that was."""
    gone = db.execute("delete from outbox where turn = ? and state = 'new'", (turn,)).rowcount
    db.execute("update inbox set state = 'halted' where id = ?", (turn,))
    step(db, turn, now, "halted", f"{gone} not sent")
    return gone


def withdraw(db: sqlite3.Connection, out: OutRow) -> None:
    """It is as if it had never been meant to be sent."""
    db.execute("delete from outbox where id = ?", (out.id,))


def add_out(db: sqlite3.Connection, turn: TurnRow, out: Out) -> OutRow:
    """The row of this slot; made if it is new."""
    db.execute(
        "insert or ignore into outbox (turn, slot, body, nonce, event, repeatable) values (?, ?, ?, ?, ?, ?)",
        (turn.id, out.slot, out.body, nonce_of(turn.lane, turn.key, out.slot), out.event, out.repeatable),
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
    column = "platform_id" if state in ("posted", "sent") else "reason"
    db.execute(f"update outbox set state = ?, {column} = ? where id = ?", (state, detail, out.id))
    if state != "sent":  # that was told when it was posted
        step(db, out.turn, now, "sent" if state == "posted" else state, f"{out.out.slot} {detail}".strip())


def posts(db: sqlite3.Connection, event: str) -> dict[str, str]:
    rows = db.execute(
        """select slot, platform_id from outbox
           where event = ? and state in ('posted', 'sent') and platform_id <> '' order by id""",
        (event,),
    )
    return {row[0]: row[1] for row in rows}


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
    """Where something is still to be caught up nothing is forgotten: it may be older than what is known."""
    gone = db.execute(
        """select id, lane, key from inbox where state = 'done' and accepted_at < ?
           and key < coalesce(
               (select max(key) from inbox newer where newer.lane = inbox.lane and newer.key like '%:message'), '~')
           and not exists (select 1 from outbox where turn = inbox.id and state in ('in_doubt', 'failed'))
           and not exists (select 1 from gap where instr(lane || '#', '@' || gap.place || '#') > 0)""",
        (before.isoformat(),),
    ).fetchall()
    prune_seals(db, [(row["lane"], row["key"]) for row in gone], before.isoformat())
    db.executemany("delete from inbox where id = ?", [(row["id"],) for row in gone])
    db.execute("delete from away where until < ?", (before.isoformat(),))
    return len(gone)


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


def start(db: sqlite3.Connection, now: datetime) -> None:
    """Nobody was running since the last thing that was written down."""
    alive = db.execute("select at from step order by rowid desc limit 1").fetchone()
    if alive is not None and alive[0] < now.isoformat():
        db.execute("insert into away (since, until) values (?, ?)", (alive[0], now.isoformat()))


def away(db: sqlite3.Connection, since: datetime) -> timedelta:
    """How long nobody was running since then."""
    rows = db.execute("select since, until from away where until > ?", (since.isoformat(),))
    spans = ((max(since, datetime.fromisoformat(row[0])), datetime.fromisoformat(row[1])) for row in rows)
    return sum((until - begun for begun, until in spans), timedelta())


def waiting(db: sqlite3.Connection) -> dict[str, int]:
    rows = db.execute(f"select lane, count(*) from inbox where state in {OPEN} group by lane")
    return {row[0]: int(row[1]) for row in rows}


def _out(row: sqlite3.Row) -> OutRow:
    return OutRow(
        id=row["id"],
        turn=row["turn"],
        out=Out(slot=row["slot"], body=row["body"], event=row["event"], repeatable=bool(row["repeatable"])),
        nonce=row["nonce"],
        state=row["state"],
        platform_id=row["platform_id"],
    )


# --- past -----------------------------------------------------------------------------------------------------------
# What delivery knows of messages longer than it keeps their rows: that they were taken in, that they were answered.
#
# A row that goes (pruned, or erased) leaves a seal, a salted hash that tells nobody whose it was; in time the seals
# of a
# lane become its boundary: up to where all of it was taken in. Both lie in the database, so that backups carry them.


HEARD, ANSWERED = "heard", "answered"
_BOUNDED = ":message"  # other keys do not sort by the instant at which something was said
_SEAL_SCHEMA = """
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


def prepare_seals(db: sqlite3.Connection) -> None:
    """Make the tables, and the salt by which a home knows its other lives."""
    db.executescript(_SEAL_SCHEMA)
    db.execute("insert or ignore into home (name, value) values ('salt', ?)", (token_hex(8),))


def was_taken_in(db: sqlite3.Connection, lane: str, key: str) -> bool:
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


def keep_seal(db: sqlite3.Connection, lane: str, key: str, at: str, what: str = HEARD) -> None:
    """The row may go. What is no message of a platform (a time of the house) is answered for by other files."""
    row = (_seal(db, lane, key), what, _seal(db, lane), key if key.endswith(_BOUNDED) else "", at)
    db.execute("insert or ignore into past (seal, what, lane, key, at) values (?, ?, ?, ?, ?)", row)


def take_over_seals(db: sqlite3.Connection, other: sqlite3.Connection) -> None:
    """What another life of the same home (of the same salt) has kept was answered then."""
    for seal, lane, key, at in other.execute("select seal, lane, key, at from past"):
        db.execute("insert or ignore into past values (?, ?, ?, ?, ?)", (seal, ANSWERED, lane, key, at))


def prune_seals(db: sqlite3.Connection, rows: list[tuple[str, str]], before: str) -> None:
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


# --- writer ---------------------------------------------------------------------------------------------------------
# One thread, one connection, one transaction for all that waits: SQLite's writer.
#
# Operations queue up while a commit (an fsync) is under way and share the next one; each has a savepoint of its own, so
# that one that fails takes no other with it. A result is handed out only after the commit.


T = TypeVar("T")
Operation = Callable[[sqlite3.Connection], Any]
_WriteJob = tuple[Operation, asyncio.AbstractEventLoop, "asyncio.Future[Any]"]
#: More than this in one transaction only delays the first one's answer.
_MOST_AT_ONCE = 256


class SqliteWriter:
    """Runs operations on the file, in order, off the event loop."""

    def __init__(self, path: Path, prepare: Callable[[sqlite3.Connection], None]) -> None:
        """`prepare` makes what the file lacks. Raises NotStored when it cannot be opened or is no database."""
        try:
            self._connection = _open_for_writing(path, prepare)
        except (sqlite3.Error, OSError) as refused:
            raise NotStored(
                f"{path} cannot be used ({refused}): restore it from a backup, or move it away"
            ) from refused
        self._jobs: queue.SimpleQueue[_WriteJob | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="delivery-writer", daemon=True)
        self._thread.start()

    async def do(self, operation: Callable[[sqlite3.Connection], T]) -> T:
        """Run it and return its result once it is on disk. Raises NotStored when the disk refuses."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._jobs.put((operation, loop, done))
        return await asyncio.shield(done)

    async def close(self) -> None:
        """Finish what is queued, then close the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            jobs = [job]
            last = False
            while len(jobs) < _MOST_AT_ONCE:
                try:
                    more = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    last = True
                    break
                jobs.append(more)
            self._commit(jobs)
            if last:
                break
        self._connection.close()

    def _commit(self, jobs: list[_WriteJob]) -> None:
        try:
            self._connection.execute("begin immediate")
            outcomes = [self._run(operation) for operation, _, _ in jobs]
            self._connection.execute("commit")
        except sqlite3.Error as refused:
            self._roll_back()
            fault = NotStored(f"the inbox could not be written: {refused}")
            outcomes = [(None, fault)] * len(jobs)
        for (_, loop, future), (result, error) in zip(jobs, outcomes, strict=True):
            loop.call_soon_threadsafe(_settle_job, future, result, error)

    def _run(self, operation: Operation) -> tuple[Any, Exception | None]:
        self._connection.execute("savepoint one")
        try:
            result = operation(self._connection)
        except (sqlite3.OperationalError, sqlite3.DatabaseError) as refused:
            if not isinstance(refused, sqlite3.IntegrityError):
                raise  # the disk, not the operation: nothing of this transaction holds
            self._connection.execute("rollback to one")
            return None, refused
        except Exception as bug:
            self._connection.execute("rollback to one")
            return None, bug
        finally:
            if self._connection.in_transaction:
                self._connection.execute("release one")
        return result, None

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("rollback")


def _open_for_writing(path: Path, prepare: Callable[[sqlite3.Connection], None]) -> sqlite3.Connection:
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # its journals get the same rights
    path.chmod(0o600)
    make_private_file(path)  # what waits to be answered or sent holds people's words
    connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    connection.row_factory = sqlite3.Row
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-2000"):
        connection.execute(f"pragma {pragma}")
    prepare(connection)
    return connection


def _settle_job(future: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
