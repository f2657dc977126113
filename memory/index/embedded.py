"""An entry's vector, as it is stored and scanned."""

from __future__ import annotations

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
    """A vector and what a search may be narrowed by. `hash` is that of the text which was embedded."""

    id: str
    hash: bytes
    audience: str
    kind: str
    stamp: float
    vector: Vector


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
