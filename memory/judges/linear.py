"""A linear judge: which labels a text has, and how sure that is.

Formula  v(f) = (1 + ln count) · rarity, of a length of one in each block of features
         s_c = bias_c + Σ v(f) weight(f, c)
         share of c = e^(s_c / T) / Σ e^(s / T) where labels exclude each other, else 1 / (1 + e^(-s_c / T))
Source   tf-idf, Salton & Buckley (1988); linear support vectors, Fan et al. (2008), JMLR 9; temperature, Guo et al.
         (2017), arXiv 1706.04599.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import IO, TYPE_CHECKING, Any

from memory.index.numpy_once import bring_numpy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from memory.judges.features import Keys

    Floats = NDArray[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Linear:
    """`keys` are the known features, ascending; `rarity` weighs each. `weights` are int8, a row a feature, a column a
    label; `scales` of each column make them what was fitted."""

    labels: tuple[str, ...]
    is_exclusive: bool
    keys: Keys
    rarity: Floats
    weights: NDArray[Any]
    scales: Floats
    bias: Floats
    temperature: float

    def shares(self, blocks: Sequence[Keys]) -> Mapping[str, float]:
        """How likely each label is, 0 … 1."""
        import numpy as np

        sums = np.clip(self.sums(blocks) / self.temperature, -50, 50)
        each = np.exp(sums - sums.max()) if self.is_exclusive else 1 / (1 + np.exp(-sums))
        shares = each / each.sum() if self.is_exclusive else each
        return dict(zip(self.labels, shares.tolist(), strict=True))

    def sums(self, blocks: Sequence[Keys]) -> Floats:
        """What speaks for each label; about 1 and more for, -1 and less against."""
        import numpy as np

        total: Floats = self.bias.astype(np.float64)
        for block in blocks:
            at, values = known(block, self.keys, self.rarity)
            total = total + values @ self.weights[at] * self.scales
        return total


def places(features: Keys, keys: Keys) -> tuple[NDArray[Any], NDArray[Any]]:
    """Where each feature stands among the keys, which are ascending, and whether it does."""
    import numpy as np

    at = np.minimum(np.searchsorted(keys, features), len(keys) - 1)
    return at, keys[at] == features


def known(block: Keys, keys: Keys, rarity: Floats) -> tuple[NDArray[Any], Floats]:
    """Places among the keys, and values, of a length of one together; empty where nothing is known."""
    import numpy as np

    each, counts = _counted(block.tobytes())
    at = np.minimum(np.searchsorted(keys, each), len(keys) - 1)
    is_known = keys[at] == each
    at, values = at[is_known], (1 + np.log(counts[is_known])) * rarity[at[is_known]]
    return at, values / max(1e-9, float(np.sqrt(values @ values)))


@lru_cache(maxsize=8)
def _counted(block: bytes) -> tuple[Keys, NDArray[Any]]:
    """The features of a block, ascending, and how often each occurs: several judges read one text."""
    import numpy as np

    ordered = np.sort(np.frombuffer(block, dtype=np.uint32))
    first = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))[: len(ordered)]
    return ordered[first], np.diff(first, append=len(ordered))


@cache
def fitted(package: str, name: str) -> Linear:
    """What a fitting wrote as `name`.npz into the package. Raises OSError where it is missing."""
    with files(package).joinpath(f"{name}.npz").open("rb") as file:
        return read(file)


def read(file: IO[bytes]) -> Linear:
    bring_numpy()
    import numpy as np

    with np.load(file) as kept:
        return Linear(
            labels=tuple(map(str, kept["labels"])),
            is_exclusive=bool(kept["is_exclusive"]),
            keys=np.cumsum(kept["steps"], dtype=np.uint32),
            rarity=kept["rarity"].astype(np.float32),
            weights=kept["weights"],
            scales=kept["scales"],
            bias=kept["bias"],
            temperature=float(kept["temperature"]),
        )
