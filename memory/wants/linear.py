"""A linear judge: which label a set of features has, and how sure that is.

Formula  share of c = e^(s_c / T) / Σ e^(s / T);  s_c = bias_c + Σ value(f) weight(f, c)
Source   logistic regression, Cox (1958); temperature, Guo et al. (2017), arXiv 1706.04599.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Linear:
    """`weights` are int8, a row a feature, a column a label; `scales` of each column make them what was fitted."""

    labels: tuple[str, ...]
    weights: NDArray[Any]
    scales: NDArray[Any]
    bias: NDArray[Any]
    temperature: float

    def shares(self, features: Mapping[int, float]) -> Mapping[str, float]:
        """How likely each label is; they add up to one."""
        import numpy as np

        values = np.fromiter(features.values(), dtype=np.float64, count=len(features))
        sums = (self.bias + values @ self.weights[list(features)] * self.scales) / self.temperature
        each = np.exp(sums - sums.max())
        return dict(zip(self.labels, (each / each.sum()).tolist(), strict=True))


@cache
def fitted(name: str) -> Linear:
    """What `memory.wants.fitting` wrote as `name`.npz. Raises OSError where it is missing."""
    bring_numpy()
    import numpy as np

    with files("memory.wants").joinpath(f"{name}.npz").open("rb") as file, np.load(file) as kept:
        return Linear(
            labels=tuple(map(str, kept["labels"])),
            weights=kept["weights"],
            scales=kept["scales"],
            bias=kept["bias"],
            temperature=float(kept["temperature"]),
        )
