"""An entry's vector, as it is stored and scanned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from memory.index.entry import Entry

Vector: TypeAlias = NDArray[np.float32]
"""Of length one."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Embedded:
    """A vector and what a search may be narrowed by. `hash` is that of the text which was embedded.

    `row` is its number in the store: a text that changes gets another one, and no number is given twice.
    """

    id: str
    hash: bytes
    audience: str
    kind: str
    stamp: float
    vector: Vector
    row: int = 0


def described(entry: Entry, vector: Vector) -> Embedded:
    """The entry's vector with what the entry says of itself."""
    return Embedded(
        id=entry.id,
        hash=text_hash(entry),
        audience=entry.audience,
        kind=entry.kind,
        stamp=stamp(entry),
        vector=vector,
    )


def text_hash(entry: Entry) -> bytes:
    return blake2b(entry.meaning.encode(errors="replace"), digest_size=12).digest()


def stamp(entry: Entry) -> float:
    return entry.at.timestamp() if entry.at else 0.0


def packed(vector: Vector) -> bytes:
    """Half the bytes; the cosine of two vectors moves by less than 0.001."""
    return vector.astype("<f2").tobytes()


def unpacked(blobs: Sequence[bytes]) -> NDArray[np.float32]:
    """Rows of length one. Raises ValueError for blobs of different lengths."""
    rows = np.frombuffer(b"".join(blobs), dtype="<f2").reshape(len(blobs), -1).astype(np.float32)
    wide = rows.astype(np.float64)  # in which it is the same for a row alone and among others
    lengths = np.sqrt(np.einsum("ij,ij->i", wide, wide))
    lengths[lengths == 0] = 1
    rows /= lengths.astype(np.float32)[:, np.newaxis]
    return rows


def joined(blobs: Sequence[bytes]) -> NDArray[np.float32]:
    """Rows whose lengths are one but for rounding. Raises ValueError for blobs of different lengths."""
    width = len(blobs[0]) // 2 if blobs else 0
    return np.frombuffer(b"".join(blobs), dtype="<f2").reshape(len(blobs), width).astype(np.float32)


def rounded(vector: Vector) -> Vector:
    """As it comes back from the store, so that a restart changes no cosine."""
    row: Vector = unpacked([packed(vector)])[0]
    return row
