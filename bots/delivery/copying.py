"""A copy of a database that is in use, as SQLite itself makes it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def copied(path: Path) -> bytes:
    """The whole database at one instant; empty where there is none. Blocking."""
    if not path.exists():
        return b""
    with (
        closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(":memory:")) as copy,
    ):
        source.backup(copy)
        return copy.serialize()
