"""One thread, one connection, one transaction for all that waits: SQLite's writer.

Operations queue up while a commit (an fsync) is under way and share the next one; each has a savepoint of its own, so
that one that fails takes no other with it. A result is handed out only after the commit.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from bots.errors import NotStored
from memory.archive.files import make_private_file

T = TypeVar("T")
Operation = Callable[[sqlite3.Connection], Any]
_Job = tuple[Operation, asyncio.AbstractEventLoop, "asyncio.Future[Any]"]
#: More than this in one transaction only delays the first one's answer.
_BATCH = 256


class Writer:
    """Runs operations on the file, in order, off the event loop."""

    def __init__(self, path: Path, prepare: Callable[[sqlite3.Connection], None]) -> None:
        """`prepare` makes what the file lacks. Raises NotStored when it cannot be opened or is no database."""
        try:
            self._connection = _opened(path, prepare)
        except (sqlite3.Error, OSError) as refused:
            raise NotStored(
                f"{path} cannot be used ({refused}): restore it from a backup, or move it away"
            ) from refused
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
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
            while len(jobs) < _BATCH:
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

    def _commit(self, jobs: list[_Job]) -> None:
        try:
            self._connection.execute("begin immediate")
            outcomes = [self._run(operation) for operation, _, _ in jobs]
            self._connection.execute("commit")
        except sqlite3.Error as refused:
            self._roll_back()
            fault = NotStored(f"the inbox could not be written: {refused}")
            outcomes = [(None, fault)] * len(jobs)
        for (_, loop, future), (result, error) in zip(jobs, outcomes, strict=True):
            loop.call_soon_threadsafe(_settle, future, result, error)

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


def _opened(path: Path, prepare: Callable[[sqlite3.Connection], None]) -> sqlite3.Connection:
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # its journals get the same rights
    path.chmod(0o600)
    make_private_file(path)  # what waits to be answered or sent holds people's words
    connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
    connection.row_factory = sqlite3.Row
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "cache_size=-2000"):
        connection.execute(f"pragma {pragma}")
    prepare(connection)
    return connection


def _settle(future: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
