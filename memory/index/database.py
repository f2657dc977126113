"""One SQLite file that may be deleted, damaged or closed at any time between two uses.

Blocking; call it from a thread. Nothing is opened before the first use, and `close` may be followed by use.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic

from memory.archive.files import make_private, make_private_file
from memory.index.errors import IndexDamaged, IndexUnreachable
from memory.index.manifest import Manifest, State
from memory.vocabulary.errors import MemoryFault

_log = logging.getLogger(__name__)

Prepare = Callable[[sqlite3.Connection], None]
"""Makes tables where there are none. Raises sqlite3.DatabaseError for a file of another version."""

Sound = Callable[[sqlite3.Connection], bool]
"""Whether every value is as it was written: SQLite sees broken pages, but no byte that changed inside a value."""

_LARGEST_CHECKED = 64_000_000

_LOOK_AGAIN_S = 0.05
"""A file that somebody deletes is missed so soon."""


class Database:
    """A file that is another version, no database, or not as it was closed is deleted and begun anew.

    It is signed in the manifest when it is closed and sound. After a kill there is no signature, and none is needed:
    SQLite goes back to its last transaction by itself, so only an error makes it suspect then.
    """

    def __init__(self, path: Path, prepare: Prepare, sound: Sound = lambda _: True) -> None:
        self.path = path
        self._prepare = prepare
        self._sound = sound
        self._manifest = Manifest(path.parent)
        self._database: sqlite3.Connection | None = None
        self._lock = threading.RLock()
        self._file = str(path)
        self._seen_at = 0.0

    @property
    def is_open(self) -> bool:
        return self._database is not None

    def touch(self) -> None:
        """Open it, or make it."""
        with self._lock, damage_told():
            self._seen_at = 0.0
            self._open()

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
        """Close it; a file in which something is wrong is deleted, for it must not be believed at the next start."""
        with self._lock:
            if self._database is None:
                return
            is_sound = self._is_sound(self._database)
            self._let_go()
            if is_sound is False:
                remove(self.path)
            elif is_sound:
                self._manifest.sign(self.path.name)

    def discard(self) -> None:
        """Delete the file; the next use begins an empty one."""
        with self._lock:
            self._let_go()
            self._manifest.withdraw(self.path.name)
            remove(self.path)

    def replace_with(self, other: Database) -> None:
        """Take the file of another over, also where nothing was written into it; the other is closed for good."""
        other.touch()
        other.close()
        with self._lock:
            self.discard()
            other._manifest.withdraw(other.path.name)
            for file in beside(other.path):
                file.replace(self.path.with_name(self.path.name + file.name.removeprefix(other.path.name)))
            other.path.replace(self.path)

    def is_sound(self) -> bool:
        """Whether everything in it is as it was written. Reads the whole file."""
        with self._lock, damage_told():
            return self._is_sound(self._open()) is not False

    def _is_sound(self, database: sqlite3.Connection) -> bool | None:
        """None where it would take too long to say."""
        try:
            if self.path.stat().st_size > _LARGEST_CHECKED:
                return None
            whole = [tuple(row) for row in database.execute("PRAGMA quick_check")] == [("ok",)]
            return whole and self._sound(database)
        except OSError:
            return None
        except sqlite3.Error as error:
            return False if is_damage(error) else None

    def _let_go(self) -> None:
        if self._database is not None:
            with suppress(sqlite3.Error):
                self._database.close()
            self._database = None

    def _open(self) -> sqlite3.Connection:
        if self._database is not None and self._is_there():
            return self._database
        self._let_go()
        if self._manifest.take(self.path.name) is State.CHANGED:
            _log.warning("an index is not as it was closed, and is made anew", extra={"file": self.path.name})
            remove(self.path)
        try:
            self._database = self._connect()
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise  # busy, or no way to open it: the file may be whole
            remove(self.path)
            self._database = self._connect()
        return self._database

    def _is_there(self) -> bool:
        """Whether the file is still there, as of a moment ago: a question is many statements."""
        now = monotonic()
        if now - self._seen_at > _LOOK_AGAIN_S:
            if not os.path.exists(self._file):
                return False
            self._seen_at = now
        return True

    def _connect(self) -> sqlite3.Connection:
        make_private(self.path.parent)
        make_private_file(self.path)
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
    except sqlite3.Error as error:
        raise (IndexDamaged if is_damage(error) else IndexUnreachable)(str(error)) from error
    except OSError as error:
        raise IndexUnreachable(str(error)) from error


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file is to blame. A disk that is full or a file that is locked, for one, is not."""
    if not isinstance(error, sqlite3.OperationalError):
        return isinstance(error, sqlite3.DatabaseError)
    # A missing table, text that is no UTF-8 (without a code), a file that ends too soon.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_IOERR_SHORT_READ)


def remove(path: Path) -> None:
    """Delete the database with all that is kept beside it."""
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    for file in beside(path):
        file.unlink(missing_ok=True)


def beside(path: Path) -> list[Path]:
    """Files of bytes that the database tells the meaning of."""
    return list(path.parent.glob(f"{path.name}-int8-*"))
