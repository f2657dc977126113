"""One SQLite file that may be deleted, damaged or closed at any time, with a manifest of what files were when they
were last closed in order.

Blocking; call it from a thread. Nothing is opened before the first use, and `close` may be followed by use.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from hashlib import blake2b
from pathlib import Path
from time import monotonic

from memory.archive.files import make_private, make_private_file
from memory.vocabulary.errors import IndexDamaged, IndexUnreachable, MemoryFault

MANIFEST_NAME = "manifest.json"

LARGEST_HASHED = 256_000_000
"""Bytes of a part; hashing more would hold up a stop. It is left unsigned."""

ManifestFiles = dict[str, list[int | str]]


_LOCK = threading.Lock()
"""The parts of an index are opened and closed by threads that do not know each other."""


class ManifestState(Enum):
    """How a part is found."""

    SIGNED = "as it was closed"
    UNSIGNED = "not closed in order, or never there"
    CHANGED = "not as it was closed"


class IndexManifest:
    """Of one folder. Failing to read or write it leaves everything unsigned, which is always safe."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / MANIFEST_NAME
        self._folder = folder

    def sign(self, part: str) -> None:
        """The part is closed and whole."""
        found = _files(self._folder / part)
        if found is None:
            return
        with _LOCK:
            self._write({**self._read(), part: found})

    def take(self, part: str) -> ManifestState:
        """How the part is found by whoever opens it now; the signature is gone then."""
        expected = self.withdraw(part)
        if expected is None:
            return ManifestState.UNSIGNED
        return ManifestState.SIGNED if _files(self._folder / part) == expected else ManifestState.CHANGED

    def withdraw(self, part: str) -> ManifestFiles | None:
        """The part is another one from now on; what was signed of it, if anything was."""
        with _LOCK:
            signed = self._read()
            expected = signed.pop(part, None)
            if expected is not None:
                self._write(signed)
        return expected

    def _read(self) -> dict[str, ManifestFiles]:
        try:
            signed = json.loads(self._file.read_bytes())
            # A manifest that was damaged itself says nothing.
            if signed.pop("whole") == _whole(signed):
                return dict(signed)
        except (OSError, ValueError, AttributeError, KeyError, TypeError):
            pass
        return {}

    def _write(self, signed: dict[str, ManifestFiles]) -> None:
        draft = self._file.with_suffix(".new")
        with suppress(OSError):
            draft.write_text(json.dumps({**signed, "whole": _whole(signed)}))
            os.replace(draft, self._file)


def _whole(signed: dict[str, ManifestFiles]) -> str:
    return blake2b(json.dumps(signed, sort_keys=True).encode(), digest_size=16).hexdigest()


def _files(part: Path) -> ManifestFiles | None:
    """Name → size and hash of each file of the part; None where it cannot be read, or is too large."""
    try:
        if part.is_dir():
            files = sorted(file for file in part.rglob("*") if file.is_file())
        else:  # SQLite's journals belong to the file; a clean close leaves none
            files = [file for end in ("", "-wal", "-journal") if (file := Path(f"{part}{end}")).exists()]
        if sum(file.stat().st_size for file in files) > LARGEST_HASHED:
            return None
        return {str(file.relative_to(part.parent)): _hashed(file) for file in files}
    except OSError:
        return None


def _hashed(file: Path) -> list[int | str]:
    hashed = blake2b(digest_size=16)
    size = 0
    with file.open("rb") as stream:
        while block := stream.read(1 << 20):
            hashed.update(block)
            size += len(block)
    return [size, hashed.hexdigest()]


# --- database -------------------------------------------------------------------------------------------------------


_log = logging.getLogger(__name__)

PrepareTables = Callable[[sqlite3.Connection], None]
"""Makes tables where there are none. Raises sqlite3.DatabaseError for a file of another version."""

SoundCheck = Callable[[sqlite3.Connection], bool]
"""Whether every value is as it was written: SQLite sees broken pages, but no byte that changed inside a value."""

_LARGEST_CHECKED = 64_000_000

_LOOK_AGAIN_S = 0.05
"""A file that somebody deletes is missed so soon."""


class IndexDatabase:
    """A file that is another version, no database, or not as it was closed is deleted and begun anew.

    It is signed in the manifest when it is closed and sound. After a kill there is no signature, and none is needed:
    SQLite goes back to its last transaction by itself, so only an error makes it suspect then.
    """

    def __init__(self, path: Path, prepare: PrepareTables, sound: SoundCheck = lambda _: True) -> None:
        self.path = path
        self._prepare = prepare
        self._sound = sound
        self._manifest = IndexManifest(path.parent)
        self._database: sqlite3.Connection | None = None
        self._lock = threading.RLock()
        self._file = str(path)
        self._seen_at = 0.0

    @property
    def is_open(self) -> bool:
        return self._database is not None

    def touch(self) -> None:
        """Open it, or make it."""
        with self._lock, raising_damage():
            self._seen_at = 0.0
            self._open()

    def run(self, sql: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        with self._lock, raising_damage():
            return self._open().execute(sql, values)

    def run_each(self, sql: str, rows: Iterable[Sequence[object]]) -> None:
        with self._lock, raising_damage():
            self._open().executemany(sql, rows)

    def all(self, sql: str, values: Sequence[object] = ()) -> list[sqlite3.Row]:
        with self._lock, raising_damage():
            return self._open().execute(sql, values).fetchall()

    def one(self, sql: str, values: Sequence[object] = ()) -> sqlite3.Row | None:
        with self._lock, raising_damage():
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
                remove_database(self.path)
            elif is_sound:
                self._manifest.sign(self.path.name)

    def discard(self) -> None:
        """Delete the file; the next use begins an empty one."""
        with self._lock:
            self._let_go()
            self._manifest.withdraw(self.path.name)
            remove_database(self.path)

    def replace_with(self, other: IndexDatabase) -> None:
        """Take the file of another over, also where nothing was written into it; the other is closed for good."""
        other.touch()
        other.close()
        with self._lock:
            self.discard()
            other._manifest.withdraw(other.path.name)
            for file in database_files(other.path):
                file.replace(self.path.with_name(self.path.name + file.name.removeprefix(other.path.name)))
            other.path.replace(self.path)

    def is_sound(self) -> bool:
        """Whether everything in it is as it was written. Reads the whole file."""
        with self._lock, raising_damage():
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
            return False if is_database_damage(error) else None

    def _let_go(self) -> None:
        if self._database is not None:
            with suppress(sqlite3.Error):
                self._database.close()
            self._database = None

    def _open(self) -> sqlite3.Connection:
        if self._database is not None and self._is_there():
            return self._database
        self._let_go()
        if self._manifest.take(self.path.name) is ManifestState.CHANGED:
            _log.warning("an index is not as it was closed, and is made anew", extra={"file": self.path.name})
            remove_database(self.path)
        try:
            self._database = self._connect()
        except sqlite3.DatabaseError as error:
            if not is_database_damage(error):
                raise  # busy, or no way to open it: the file may be whole
            remove_database(self.path)
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
def raising_damage() -> Iterator[None]:
    """SQLite's words for a broken file and for one that cannot be reached."""
    try:
        yield
    except sqlite3.Error as error:
        raise (IndexDamaged if is_database_damage(error) else IndexUnreachable)(str(error)) from error
    except OSError as error:
        raise IndexUnreachable(str(error)) from error


def is_database_damage(error: sqlite3.Error) -> bool:
    """Whether the file is to blame. A disk that is full or a file that is locked, for one, is not."""
    if not isinstance(error, sqlite3.OperationalError):
        return isinstance(error, sqlite3.DatabaseError)
    # A missing table, text that is no UTF-8 (without a code), a file that ends too soon.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return code in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_IOERR_SHORT_READ)


def remove_database(path: Path) -> None:
    """Delete the database with all that is kept beside it."""
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    for file in database_files(path):
        file.unlink(missing_ok=True)


def database_files(path: Path) -> list[Path]:
    """Files of bytes that the database tells the meaning of."""
    return list(path.parent.glob(f"{path.name}-int8-*"))
