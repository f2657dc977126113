"""One SQLite file that may be deleted, damaged or closed at any time between two uses.

Blocking; call it from a thread. Nothing is opened before the first use, and `close` may be followed by use.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from memory.index.errors import IndexDamaged, IndexUnreachable
from memory.vocabulary.errors import MemoryFault

Prepare = Callable[[sqlite3.Connection], None]
"""Makes tables where there are none. Raises sqlite3.DatabaseError for a file of another version."""


class Database:
    """A file that is another version or no database is deleted and begun anew."""

    def __init__(self, path: Path, prepare: Prepare) -> None:
        self.path = path
        self._prepare = prepare
        self._database: sqlite3.Connection | None = None
        self._lock = threading.RLock()

    @property
    def is_open(self) -> bool:
        return self._database is not None

    def run(self, sql: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        with self._lock, damage_told():
            return self._open().execute(sql, values)

    def run_each(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        with self._lock, damage_told():
            self._open().executemany(sql, rows)

    def all(self, sql: str, values: Sequence[object] = ()) -> list[sqlite3.Row]:
        with self._lock, damage_told():
            return self._open().execute(sql, values).fetchall()

    def one(self, sql: str, values: Sequence[object] = ()) -> sqlite3.Row | None:
        with self._lock, damage_told():
            row: sqlite3.Row | None = self._open().execute(sql, values).fetchone()
            return row

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Everything inside happens wholly or not at all."""
        with self._lock:
            self.run("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                with suppress(MemoryFault):
                    self.run("ROLLBACK")
                raise
            self.run("COMMIT")

    def close(self) -> None:
        with self._lock:
            if self._database is not None:
                with suppress(sqlite3.Error):
                    self._database.close()
                self._database = None

    def discard(self) -> None:
        """Delete the file; the next use begins an empty one."""
        with self._lock:
            self.close()
            remove(self.path)

    def _open(self) -> sqlite3.Connection:
        if self._database is not None and self.path.exists():
            return self._database
        self.close()
        try:
            self._database = self._connect()
        except sqlite3.OperationalError:
            raise  # busy, or no way to open it: the file may be whole
        except sqlite3.DatabaseError:
            remove(self.path)
            self._database = self._connect()
        return self._database

    def _connect(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(self.path, timeout=10, isolation_level=None, check_same_thread=False)
        database.row_factory = sqlite3.Row
        try:
            self._prepare(database)
        except sqlite3.DatabaseError:
            database.close()
            raise
        return database


@contextmanager
def damage_told() -> Iterator[None]:
    """SQLite's words for a broken file and for one that cannot be reached."""
    try:
        yield
    except (sqlite3.OperationalError, OSError) as error:
        raise IndexUnreachable(str(error)) from error
    except sqlite3.DatabaseError as error:
        raise IndexDamaged(str(error)) from error


def remove(path: Path) -> None:
    """Delete the database with all that SQLite keeps beside it."""
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
