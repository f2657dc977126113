"""What a message wants by what it means: a regression on its embedding.

Formula  share of c = e^(s_c) / Σ e^s, with s = row · weights + bias
It holds in the space of the embedder that it was fitted in, whatever precision that runs with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from memory.index.numpy_once import bring_numpy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Row = NDArray[Any]
    """Of length one."""

WEIGHTS = "meant.npz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """`weights` has a row a dimension and a column a label. Fitted to messages of `language`, in `space`."""

    labels: tuple[str, ...]
    space: str
    language: str
    weights: NDArray[Any]
    bias: NDArray[Any]

    def shares(self, row: Row) -> Mapping[str, float]:
        """How likely each label is, 0 … 1; together 1."""
        import numpy as np

        sums = row @ self.weights + self.bias
        each = np.exp(sums - sums.max())
        return dict(zip(self.labels, (each / each.sum()).tolist(), strict=True))


def space_of(embedder: str) -> str:
    """The part of an embedder's name that says in which space its rows lie."""
    return embedder.partition("/")[0]


@cache
def meant() -> Meant:
    """What the fitting wrote. Raises OSError where it is missing."""
    bring_numpy()
    import numpy as np

    with files(__package__).joinpath(WEIGHTS).open("rb") as file, np.load(file) as kept:
        return Meant(
            labels=tuple(map(str, kept["labels"])),
            space=str(kept["space"]),
            language=str(kept["language"]),
            weights=kept["weights"].astype(np.float32),
            bias=kept["bias"],
        )
