"""Whether Chroma's files can be used, asked of a child process: a broken one may crash or hang who opens it.

`python -m memory.index.health FOLDER` reads all of it and ends with 0. It is run only where the files were not closed
in order, for it takes two seconds.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TIMEOUT_S = 60.0

_SAMPLE = 500
"""Vectors that are looked for: a broken link is met on the way to one of them."""


def is_well(folder: Path, timeout_s: float = TIMEOUT_S) -> bool:
    """False also for a child that crashes or takes too long."""
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH", ""))))
    try:
        child = subprocess.run(
            [sys.executable, "-m", "memory.index.health", str(folder)],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout_s,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return child.returncode == 0


def examine(folder: Path) -> None:
    """Read everything there is. Raises what Chroma or SQLite raises."""
    import sqlite3

    import numpy as np

    from memory.index.chroma import COLLECTION, open_client

    with sqlite3.connect(f"file:{folder / 'chroma.sqlite3'}?mode=ro", uri=True) as database:
        if database.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
            raise sqlite3.DatabaseError("broken pages")
    database.close()
    collection = open_client(folder).get_or_create_collection(COLLECTION, embedding_function=None)
    size = collection.count()
    for first in range(0, size, _SAMPLE):
        collection.get(limit=_SAMPLE, offset=first, include=["metadatas"])
    some = collection.get(limit=_SAMPLE, include=["embeddings"])["embeddings"]
    for vector in np.asarray(some, np.float32):
        collection.query(query_embeddings=vector[np.newaxis], n_results=10, where=None, include=["distances"])


if __name__ == "__main__":
    examine(Path(sys.argv[1]))
