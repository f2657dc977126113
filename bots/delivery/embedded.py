"""The embedded engine: delivery on one SQLite file, with one thread that writes."""

from __future__ import annotations

import asyncio
import os
import queue
import random
import sqlite3
import threading
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from secrets import token_hex
from typing import Any

from bots.delivery import DATABASE
from bots.delivery.contract import RetryPatience
from bots.delivery.delivery_engine import DeliveryEngine
from bots.delivery.store import OPEN, Database, T
from bots.errors import NotStored
from memory.archive.files import make_private_file
from memory.vocabulary.ports import Clock


class EmbeddedDelivery(DeliveryEngine):
    """Delivery on one SQLite file, one owner."""

    def __init__(
        self, path: Path, clock: Clock, *, patience: RetryPatience | None = None, rng: random.Random | None = None
    ) -> None:
        """Raises NotStored when the file cannot be opened."""
        super().__init__(SqliteWriter(path, prepare), clock, patience, rng)
        self._path = path

    async def snapshot(self) -> Mapping[str, bytes]:
        return {DATABASE: await asyncio.to_thread(copy_database, self._path)}


def copy_database(path: Path) -> bytes:
    """The whole database at one instant; empty where there is none. Blocking."""
    if not path.exists():
        return b""
    with (
        closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(":memory:")) as copy,
    ):
        source.backup(copy)
        return copy.serialize()


# --- tables ---------------------------------------------------------------------------------------------------------


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
_INDEXES = f"""
drop index if exists inbox_open;
create index if not exists inbox_lane on inbox (lane, key) where state in {OPEN};
create index if not exists inbox_key on inbox (key);
create index if not exists outbox_event on outbox (event) where event <> '';
"""
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


def prepare(db: sqlite3.Connection) -> None:
    """Make the tables, or what an earlier version's lack."""
    db.executescript(_SCHEMA)
    for table, column, definition in _ADDED:
        if not any(row[1] == column for row in db.execute(f"pragma table_info({table})")):
            db.execute(f"alter table {table} add column {column} {definition}")
    db.executescript(_INDEXES)
    prepare_seals(db)


def prepare_seals(db: sqlite3.Connection) -> None:
    """Make the tables, and the salt by which a home knows its other lives."""
    db.executescript(_SEAL_SCHEMA)
    db.execute("insert or ignore into home (name, value) values ('salt', ?)", (token_hex(8),))


# --- writer ---------------------------------------------------------------------------------------------------------
# One thread, one connection, one transaction for all that waits: SQLite's writer.
#
# Operations queue up while a commit (an fsync) is under way and share the next one; each has a savepoint of its own, so
# that one that fails takes no other with it. A result is handed out only after the commit.


Operation = Callable[[Database], Any]
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

    async def do(self, operation: Callable[[Database], T]) -> T:
        """Run it and return its result once it is on disk. Raises NotStored when the disk refuses."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._jobs.put((operation, loop, done))
        return await asyncio.shield(done)

    def check(self) -> None:
        """The file is this process's: its home is locked."""

    async def bring_along(self) -> None:
        """They lie beside it."""

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
