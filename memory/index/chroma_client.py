"""Chroma's client and what is asked of it. No telemetry, no embedder of its own."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import Protocol, TypedDict, cast

import numpy as np
from numpy.typing import NDArray

COLLECTION = "memories"


class Found(TypedDict):
    """What Chroma has, in rows of like order."""

    ids: list[str]
    embeddings: NDArray[np.float32]


class Hits(TypedDict):
    """What Chroma finds, for each question."""

    ids: list[list[str]]
    distances: list[list[float]]


class Collection(Protocol):
    """What is asked of a collection of Chroma's."""

    metadata: dict[str, str]

    def count(self) -> int: ...
    def upsert(self, *, ids: list[str], embeddings: NDArray[np.float32]) -> None: ...
    def get(self, *, limit: int, offset: int = 0, include: list[str]) -> Found: ...
    def delete(self, *, ids: list[str]) -> object: ...
    def query(self, *, query_embeddings: NDArray[np.float32], n_results: int, include: list[str]) -> Hits: ...


class Client(Protocol):
    """What is asked of a client of Chroma's."""

    def get_or_create_collection(self, name: str, **settings: object) -> Collection: ...
    def close(self) -> None: ...


def open_client(folder: Path) -> Client:
    os.environ.setdefault("ANONYMIZED_TELEMETRY", "False")
    chromadb = importlib.import_module("chromadb")  # half a second and 67 MB: not before it is needed
    settings = chromadb.config.Settings(anonymized_telemetry=False)
    return cast("Client", chromadb.PersistentClient(path=str(folder), settings=settings))
