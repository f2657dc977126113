"""The judge of updates: which earlier messages a later one replaces, corrects or denies.

A linear judge over its letters and words says whether the later message changes anything. Boosted trees weigh that
with what the two messages share beside what the others offered share: rare words, numbers, meaning, speaker, distance.
No list of any language; numpy alone. `python -m training.updates` makes the weights.

Source   gradient boosted trees, Friedman (2001), Annals of Statistics 29; change detection as a decision among
         candidates is the project's own.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING, Any

from memory.formation.pairs import FARTHEST, UNRELATED, UPDATES, Pair
from memory.index.numpy_once import bring_numpy
from memory.judges.features import hashed, of_text
from memory.judges.linear import fitted, places
from memory.languages.analyser import fold, terms

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

UPDATE, TREES = "update", "relating.npz"
"""What the fitting writes: the linear judge of the later message, and the trees with the rarity of terms."""

NOTHING = "nothing"
LABELS = (NOTHING, *UPDATES)

SIGNALS = (
    *("changes", "likeness", "shared", "shared_of_later", "shared_of_earlier", "terms_shared", "later_terms"),
    *("earlier_terms", "later_numbers", "earlier_numbers", "numbers_shared", "numbers_new", "numbers_alike"),
    *("same_speaker", "back", "own", "liker", "sharing_more", "likeness_lead", "shared_lead", "offered"),
)
"""Of a pair, in the order of the columns; `liker` and `sharing_more` count the offered that are more so, a `lead` is by
how much it is more so than the best of the others."""

_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trees:
    """Each row is a tree, each column one of its nodes, the first its root; a leaf leads to itself.

    `column` and `bound` say which signal is compared: at most the bound goes `left`, more `right`, one that is unknown
    left where `unknown_left`. `value` is what a leaf adds to `base`. `terms` are ascending hashes with their `rarity`.
    """

    column: NDArray[Any]
    bound: Floats
    left: NDArray[Any]
    right: NDArray[Any]
    unknown_left: NDArray[Any]
    value: Floats
    base: float
    depth: int
    terms: NDArray[Any]
    rarity: Floats
    sure: float
    unsure: float

    def shares(self, signals: Floats) -> Floats:
        """How probable an update is, of each row of signals."""
        import numpy as np

        trees = np.arange(len(self.column))[None, :]
        at = np.zeros((len(signals), len(self.column)), np.int64)
        rows = np.arange(len(signals))[:, None]
        for _ in range(self.depth):
            seen = signals[rows, self.column[trees, at]]
            unknown = np.isnan(seen)
            goes_left = np.where(unknown, self.unknown_left[trees, at], seen <= self.bound[trees, at])
            at = np.where(goes_left, self.left[trees, at], self.right[trees, at])
        sums: Floats = self.base + self.value[trees, at].sum(axis=1)
        return 1 / (1 + np.exp(-sums))


class Relating:
    """A RelationJudge, loaded when it is first asked."""

    @property
    def sure(self) -> float:
        return trees().sure

    @property
    def unsure(self) -> float:
        return trees().unsure

    def __call__(self, pairs: Sequence[Pair]) -> list[Mapping[str, float]]:
        found: list[Mapping[str, float]] = []
        for (later, before, _), offered in groupby(pairs, key=lambda pair: (pair.later, pair.before, pair.by)):
            of_later = changes(later, before)
            told = trees().shares(signals(list(offered), -of_later[0]))
            found += [_judgement(float(share), of_later[1:]) for share in told]
        return found


def changes(later: str, before: str) -> Floats:
    """What speaks for each of LABELS of a message after another."""
    return fitted(__package__, UPDATE).sums(of_text(later, before))


def signals(offered: Sequence[Pair], changed: float, rarity: Mapping[str, float] | None = None) -> Floats:
    """A row a pair, a column one of SIGNALS; the pairs have one later message. `rarity` is that of terms while it is
    fitted, else the one that was kept."""
    import numpy as np

    rows = np.array([list(_signals(pair, changed, rarity)) for pair in offered], np.float32)
    for of, more, lead in (("likeness", "liker", "likeness_lead"), ("shared", "sharing_more", "shared_lead")):
        values = rows[:, SIGNALS.index(of)]
        rows[:, SIGNALS.index(more)] = [np.nan if np.isnan(one) else np.sum(values > one) for one in values]
        rows[:, SIGNALS.index(lead)] = [one - _best(np.delete(values, at)) for at, one in enumerate(values)]
    rows[:, SIGNALS.index("offered")] = len(offered)
    return rows


def _best(others: Floats) -> float:
    import numpy as np

    known = others[~np.isnan(others)]
    return float(known.max()) if len(known) else 0.0


def _signals(pair: Pair, changed: float, rarity: Mapping[str, float] | None) -> Iterator[float]:
    later, earlier = _terms(pair.later), _terms(pair.earlier)
    shared = later & earlier
    all_of_later, all_of_earlier, all_shared = (_rarity(some, rarity) for some in (later, earlier, shared))
    numbers, told = _numbers(pair.later), _numbers(pair.earlier)
    new, alike = numbers - told, {_DIGIT.sub("0", one) for one in told - numbers}
    yield changed
    yield float("nan") if pair.likeness is None else pair.likeness
    yield from (all_shared, all_shared / (all_of_later or 1.0), all_shared / (all_of_earlier or 1.0), len(shared))
    yield from (len(later), len(earlier), len(numbers), len(told), len(numbers & told), len(new))
    yield len({_DIGIT.sub("0", one) for one in new} & alike)
    yield from (pair.speaker == pair.by, min(pair.back, FARTHEST), min(pair.own, FARTHEST), 0, 0, 0, 0, 0)


@lru_cache(maxsize=512)
def _terms(text: str) -> frozenset[str]:
    return frozenset(terms(text))


@lru_cache(maxsize=512)
def _numbers(text: str) -> frozenset[str]:
    return frozenset(_NUMBER.findall(fold(text)))


def _rarity(some: Collection[str], rarity: Mapping[str, float] | None) -> float:
    if rarity is not None:
        return sum(rarity.get(term, rarity[""]) for term in some)
    return sum(map(_rare, some))


@lru_cache(maxsize=8192)
def _rare(term: str) -> float:
    """Of a term that no example had it is the highest."""
    kept = trees()
    (at,), (is_known,) = places(hashed([term]), kept.terms)
    return float(kept.rarity[at] if is_known else kept.rarity.max())


def _judgement(share: float, sums: Floats) -> Mapping[str, float]:
    """The share of an update, parted among its kinds by what the later message looks like."""
    import numpy as np

    each = np.exp(sums - sums.max())
    return {**dict(zip(UPDATES, (share * each / each.sum()).tolist(), strict=True)), UNRELATED: 1.0 - share}


@cache
def trees() -> Trees:
    """What the fitting wrote. Raises OSError where it is missing."""
    bring_numpy()
    import numpy as np

    with files(__package__).joinpath(TREES).open("rb") as file, np.load(file) as kept:
        return Trees(
            column=kept["column"].astype(np.int64),
            bound=kept["bound"],
            left=kept["left"].astype(np.int64),
            right=kept["right"].astype(np.int64),
            unknown_left=kept["unknown_left"],
            value=kept["value"],
            base=float(kept["base"]),
            depth=int(kept["depth"]),
            terms=np.cumsum(kept["steps"], dtype=np.uint32),
            rarity=kept["rarity"].astype(np.float32),
            sure=float(kept["sure"]),
            unsure=float(kept["unsure"]),
        )
