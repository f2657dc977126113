"""A small student of an English model: words and letters of other languages, in the model's own space.

Formula  x = Σ table[f] / √n over the n known features f of a text, v = x · projection + offset, of length one
Source   Reimers & Gurevych (2020), arXiv 2004.09813 (a student learns the vectors of translations);
         Bojanowski et al. (2017), TACL 5 (a word is the sum of its letters in a row).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from memory.index.numpy_once import bring_numpy
from memory.judges import features
from memory.judges.linear import places

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

WEIGHTS = Path(__file__).with_name("student.npz")
FITTED = Path(__file__).with_name("fitted.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Student:
    """`keys` are the known features, ascending; `table` has an int8 row for each, which its `scales` makes what was
    fitted."""

    keys: features.Keys
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

        at, is_known = places(features_of(text), self.keys)
        at = at[is_known]
        total = (self.table[at] * self.scales[at, None]).sum(axis=0) / np.float32(max(1, len(at))) ** 0.5
        row = total @ self.projection + self.offset
        found: Floats = row / max(1e-9, float(np.linalg.norm(row)))
        return found


def features_of(text: str) -> features.Keys:
    """One to six letters in a row, and each word, as often as they occur."""
    import numpy as np

    plain = features.normal(text)
    return np.concatenate((features.letters(plain), features.hashed(f"w {word}" for word in plain.split())))


@cache
def version() -> str:
    """Names the weights: vectors of two versions never mix."""
    return str(json.loads(FITTED.read_text(encoding="utf-8"))["version"])
