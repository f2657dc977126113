"""A small student of an English model: words and letters of other languages, in the model's own space; and the
embedder that asks the model for English, its student for the languages that the student has learned.

Source   Reimers & Gurevych (2020), arXiv 2004.09813 (a student learns the vectors of translations).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from memory.language import linear_judge
from memory.language.language_id import guess_language
from memory.language.linear_judge import bring_numpy, feature_places
from memory.vocabulary.ports import Embedder, Matrix

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

WEIGHTS = Path(__file__).with_name("student.npz")
FITTED = Path(__file__).with_name("fitted.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Student:
    """`keys` are the known features, ascending; `table` has an int8 row for each, which its `scales` makes what was
    fitted."""

    keys: linear_judge.Keys
    table: NDArray[Any]
    scales: Floats
    projection: Floats
    offset: Floats

    @classmethod
    def load(cls, path: Path = WEIGHTS) -> Self:
        """Raises OSError where the weights are missing."""
        bring_numpy()
        import numpy as np

        with np.load(path) as kept:
            return cls(
                keys=np.cumsum(kept["steps"], dtype=np.uint32),
                table=kept["table"],
                scales=kept["scales"].astype(np.float32),
                projection=kept["projection"].astype(np.float32),
                offset=kept["offset"].astype(np.float32),
            )

    def vector(self, text: str) -> Floats:
        """Of length one."""
        import numpy as np

        at, is_known = feature_places(features_of(text), self.keys)
        at = at[is_known]
        total = (self.table[at] * self.scales[at, None]).sum(axis=0) / np.float32(max(1, len(at))) ** 0.5
        row = total @ self.projection + self.offset
        found: Floats = row / max(1e-9, float(np.linalg.norm(row)))
        return found


def features_of(text: str) -> linear_judge.Keys:
    """One to six letters in a row, and each word, as often as they occur."""
    import numpy as np

    plain = linear_judge.normalised(text)
    return np.concatenate(
        (linear_judge.letter_features(plain), linear_judge.hash_features(f"w {word}" for word in plain.split()))
    )


@cache
def student_version() -> str:
    """Names the weights: vectors of two versions never mix."""
    return str(_fitted()["version"])


@cache
def student_languages() -> frozenset[str]:
    """Those that the weights were fitted to, and measured in."""
    return frozenset(_fitted()["blind"])


def _fitted() -> Mapping[str, Any]:
    record: Mapping[str, Any] = json.loads(FITTED.read_text(encoding="utf-8"))
    return record


# --- embedder -------------------------------------------------------------------------------------------------------
# An English model for English, its student for the languages that the student has learned.


STUDENT_MARK = "+student-"


def multilingual_name(english: str) -> str:
    return f"{english}{STUDENT_MARK}{student_version()}"


class Multilingual:
    """An Embedder: one space for all its languages. Any thread may ask it, as far as any may ask the English one."""

    def __init__(self, english: Embedder, student: Student) -> None:
        self.name = multilingual_name(english.name)
        self._english = english
        self._student = student

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Matrix:
        """What is in none of the student's languages goes to the English one."""
        import numpy as np

        if not texts:
            return self._english.embed(())
        known = [self._student.vector(text) if guess_language(text) in student_languages() else None for text in texts]
        others = [text for text, row in zip(texts, known, strict=True) if row is None]
        rest = iter(self._english.embed(others, query=query) if others else ())
        return np.stack([next(rest) if row is None else row for row in known]).astype(np.float32, copy=False)
