"""A tagger: which words of a sentence are what, and how the whole of it is meant; by one linear model.

Formula  score of tags = Σ over tokens Σ weight(feature, tag) + Σ transition(tag, next tag); the best by Viterbi
Source   averaged structured perceptron, Collins (2002), EMNLP.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from memory.index.numpy_once import bring_numpy
from memory.judges.tokens import Token, features

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

OUTSIDE, BEGINS, GOES_ON, MEANT = "O", "B ", "I ", "M "
BONUS = 25.0
_NEVER = -1e6


@dataclass(frozen=True, slots=True, kw_only=True)
class Tagger:
    """`labels` are "O", "B x" and "I x" of spans, "M x" of the sentence; `weights` of features (rows) for labels."""

    labels: tuple[str, ...]
    weights: Floats
    transitions: Floats
    scale: float

    def tags(self, told: Sequence[Token], favoured: str = "") -> tuple[list[str], float]:
        """What the sentence is and what its tokens are; by how much that is surer than that they are nothing. A label
        that is `favoured` is taken for much likelier."""
        sums = scores(features(told), self.weights) * self.scale
        if favoured:
            sums[:, self.labels.index(favoured)] += BONUS
        sums[0] += starts(self.labels)
        sums[1:] += inside(self.labels)
        path, best = viterbi(sums, self.transitions)
        outside = self.labels.index(OUTSIDE)
        nothing = float(sums[0].max()) + float(sums[1:, outside].sum())
        nothing += float(self.transitions[int(sums[0].argmax()), outside])
        nothing += float(self.transitions[outside, outside]) * max(0, len(told) - 1)
        return [self.labels[one] for one in path], best - nothing


def scores(ids: tuple[Any, Any, Any], weights: Floats) -> Floats:
    """A row a token, a column a label."""
    import numpy as np

    own, ahead, behind = ids
    total = weights[own].sum(axis=1, dtype=np.float32)
    lent = weights[ahead].sum(axis=1, dtype=np.float32)
    total[1:] += np.cumsum(lent, axis=0)[:-1]
    lent = weights[behind].sum(axis=1, dtype=np.float32)
    total[:-1] += np.cumsum(lent[::-1], axis=0)[::-1][1:]
    return np.asarray(total)


def viterbi(sums: Floats, transitions: Floats) -> tuple[list[int], float]:
    import numpy as np

    best, back = sums[0], []
    for row in sums[1:]:
        each = best[:, None] + transitions
        chosen = each.argmax(axis=0)
        back.append(chosen)
        best = each[chosen, np.arange(len(row))] + row
    path = [int(best.argmax())]
    for chosen in reversed(back):
        path.append(int(chosen[path[-1]]))
    return path[::-1], float(best.max())


@cache
def starts(labels: tuple[str, ...]) -> Floats:
    """Forbids all but what a whole sentence can be."""
    import numpy as np

    return np.array([0.0 if one.startswith(MEANT) else _NEVER for one in labels], dtype=np.float32)


@cache
def inside(labels: tuple[str, ...]) -> Floats:
    import numpy as np

    return np.array([_NEVER if one.startswith(MEANT) else 0.0 for one in labels], dtype=np.float32)


def allowed(labels: tuple[str, ...]) -> Floats:
    """Nothing goes on that has not begun."""
    import numpy as np

    found = np.zeros((len(labels), len(labels)), dtype=np.float32)
    for column, label in enumerate(labels):
        if label.startswith(GOES_ON):
            of = label.removeprefix(GOES_ON)
            may = [one in (f"{BEGINS}{of}", label) for one in labels]
            found[~np.array(may), column] = _NEVER
    return found


@cache
def fitted(package: str, name: str) -> Tagger:
    """What a fitting wrote as `name`.npz into the package. Raises OSError where it is missing."""
    bring_numpy()
    import numpy as np

    with files(package).joinpath(f"{name}.npz").open("rb") as file, np.load(file) as kept:
        labels = tuple(map(str, kept["labels"]))
        return Tagger(
            labels=labels,
            weights=kept["weights"],
            transitions=kept["transitions"] + allowed(labels),
            scale=float(kept["scale"]),
        )
