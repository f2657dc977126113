"""Chroma's client, without telemetry or an embedder of its own, and whether its files can be used, asked of a child
process.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Protocol, TypedDict, cast

import numpy as np
from numpy.typing import NDArray

CHROMA_COLLECTION = "memories"


class ChromaRows(TypedDict):
    """What Chroma has, in rows of like order."""

    ids: list[str]
    embeddings: NDArray[np.float32]


class ChromaHits(TypedDict):
    """What Chroma finds, for each question."""

    ids: list[list[str]]
    distances: list[list[float]]


class ChromaCollection(Protocol):
    """What is asked of a collection of Chroma's."""

    metadata: dict[str, str]

    def count(self) -> int: ...
    def upsert(self, *, ids: list[str], embeddings: NDArray[np.float32]) -> None: ...
    def get(self, *, limit: int, offset: int = 0, include: list[str]) -> ChromaRows: ...
    def delete(self, *, ids: list[str]) -> object: ...
    def query(self, *, query_embeddings: NDArray[np.float32], n_results: int, include: list[str]) -> ChromaHits: ...


class ChromaClient(Protocol):
    """What is asked of a client of Chroma's."""

    def get_or_create_collection(self, name: str, **settings: object) -> ChromaCollection: ...
    def close(self) -> None: ...


def open_chroma_client(folder: Path) -> ChromaClient:
    os.environ.setdefault("ANONYMIZED_TELEMETRY", "False")
    chromadb = importlib.import_module("chromadb")  # half a second and 67 MB: not before it is needed
    settings = chromadb.config.Settings(anonymized_telemetry=False)
    return cast("ChromaClient", chromadb.PersistentClient(path=str(folder), settings=settings))


# --- health ---------------------------------------------------------------------------------------------------------
# Whether Chroma's files can be used, asked of a child process: a broken one may crash or hang who opens it.
#
# `python -m memory.index.chroma_client FOLDER` reads all of it and ends with 0. It is run only where the files were
# not closed
# in order, for it takes two seconds.


HEALTH_TIMEOUT_S = 60.0

_SAMPLE = 500
"""Vectors that are looked for: a broken link is met on the way to one of them."""

_LOST = 0.02
"""So many of them an approximate index may miss."""

_SAME = 0.001


def is_chroma_well(folder: Path, timeout_s: float = HEALTH_TIMEOUT_S) -> bool:
    """False also for a child that crashes or takes too long."""
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH", ""))))
    try:
        child = subprocess.Popen(
            [sys.executable, "-m", "memory.index.chroma_client", str(folder)],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,  # it closes when we are gone, and the child with it
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return False
    with child:
        try:
            return child.wait(timeout_s) == 0
        except subprocess.TimeoutExpired:
            child.kill()
            return False


def examine_chroma(folder: Path) -> None:
    """Read everything there is. Raises what Chroma or SQLite raises."""
    import sqlite3

    import numpy as np

    with sqlite3.connect(f"file:{folder / 'chroma.sqlite3'}?mode=ro", uri=True) as database:
        if database.execute("PRAGMA quick_check").fetchall() != [("ok",)]:
            raise sqlite3.DatabaseError("broken pages")
    database.close()
    collection = open_chroma_client(folder).get_or_create_collection(CHROMA_COLLECTION, embedding_function=None)
    size = collection.count()
    for first in range(0, size, _SAMPLE):
        collection.get(limit=_SAMPLE, offset=first, include=[])
    some = collection.get(limit=_SAMPLE, include=["embeddings"])
    lost = 0
    for id, vector in zip(some["ids"], np.asarray(some["embeddings"], np.float32), strict=True):
        near = collection.query(query_embeddings=vector[np.newaxis], n_results=10, include=["distances"])
        # A text that was said eleven times need not be among its own ten nearest.
        lost += id not in near["ids"][0] and near["distances"][0][-1] > _SAME
    if lost > _LOST * len(some["ids"]):
        raise ValueError(f"{lost} vectors do not find themselves")


def _end_with_the_parent() -> None:
    """Two processes in one directory of Chroma's lose vectors: nobody else may find us there."""
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    examine_chroma(Path(sys.argv[1]))
    os._exit(0)  # without a farewell of the threads that Chroma keeps
