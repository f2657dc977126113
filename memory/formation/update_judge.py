"""The judge of updates: which earlier messages a later one replaces, corrects or denies, pair by pair."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING, Any, Protocol

from memory.language.analyser import fold, terms
from memory.language.linear_judge import bring_numpy, feature_places, fitted_judge, hash_features, text_features

CORRECTS = "corrects"
UPDATES = ("replaces", CORRECTS, "denies")
UNRELATED = "unrelated"
"""Whatever else the later one is to the earlier: an addition, the same again, of another thing."""

FARTHEST = 24
"""Messages between two are counted so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MessagePair:
    """Two messages of one place in their order. `before` is the message right before the later one.

    `back` counts the messages from the earlier one on to the later, `own` those among them of who said the later.
    `likeness` is the cosine of their meanings, None where that is not known.
    """

    speaker: str
    earlier: str
    by: str
    later: str
    before: str = ""
    back: int = 1
    own: int = 0
    likeness: float | None = None


class RelationJudge(Protocol):
    """Judges how a later message relates to earlier ones. From `sure` on an earlier one gives its place to the later,
    from `unsure` on it is said that it may be so."""

    @property
    def sure(self) -> float: ...

    @property
    def unsure(self) -> float: ...

    def __call__(self, pairs: Sequence[MessagePair]) -> Sequence[Mapping[str, float]]:
        """The probability of each of UPDATES and of UNRELATED, pair for pair. Pairs that have one later message are
        looked at together: it changes those that it fits best."""
        ...


def update_of(judgement: Mapping[str, float]) -> tuple[float, str]:
    """How probable it is that the earlier message holds no more, and how so most likely."""
    return sum(judgement[update] for update in UPDATES), max(UPDATES, key=lambda update: judgement[update])


# --- relating -------------------------------------------------------------------------------------------------------
# The judge of updates: which earlier messages a later one replaces, corrects or denies.
#
# A linear judge over its letters and words says whether the later message changes anything. Boosted trees weigh that
# with what the two messages share beside what the others offered share: rare words, numbers, meaning, speaker,
# distance. No list of any language; numpy alone. `python -m training.updates` makes the weights.
#
# Source   gradient boosted trees, Friedman (2001), Annals of Statistics 29; change detection as a decision among
#          candidates is the project's own.


if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

UPDATE, TREES = "update", "relating.npz"
"""What the fitting writes: the linear judge of the later message, and the trees with the rarity of terms."""

NOTHING = "nothing"
UPDATE_LABELS = (NOTHING, *UPDATES)

PAIR_SIGNALS = (
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


class UpdateJudge:
    """A RelationJudge, loaded when it is first asked."""

    @property
    def sure(self) -> float:
        return read_trees().sure

    @property
    def unsure(self) -> float:
        return read_trees().unsure

    def __call__(self, pairs: Sequence[MessagePair]) -> list[Mapping[str, float]]:
        found: list[Mapping[str, float]] = []
        for (later, before, _), offered in groupby(pairs, key=lambda pair: (pair.later, pair.before, pair.by)):
            of_later = change_sums(later, before)
            told = read_trees().shares(pair_signals(list(offered), -of_later[0]))
            found += [_judgement(float(share), of_later[1:]) for share in told]
        return found


def change_sums(later: str, before: str) -> Floats:
    """What speaks for each of LABELS of a message after another."""
    return fitted_judge(__package__, UPDATE).sums(text_features(later, before))


def pair_signals(offered: Sequence[MessagePair], changed: float, rarity: Mapping[str, float] | None = None) -> Floats:
    """A row a pair, a column one of SIGNALS; the pairs have one later message. `rarity` is that of terms while it is
    fitted, else the one that was kept."""
    import numpy as np

    rows = np.array([list(_signal_rows(pair, changed, rarity)) for pair in offered], np.float32)
    for of, more, lead in (("likeness", "liker", "likeness_lead"), ("shared", "sharing_more", "shared_lead")):
        values = rows[:, PAIR_SIGNALS.index(of)]
        rows[:, PAIR_SIGNALS.index(more)] = [np.nan if np.isnan(value) else np.sum(values > value) for value in values]
        rows[:, PAIR_SIGNALS.index(lead)] = [value - _best(np.delete(values, at)) for at, value in enumerate(values)]
    rows[:, PAIR_SIGNALS.index("offered")] = len(offered)
    return rows


def _best(others: Floats) -> float:
    import numpy as np

    known = others[~np.isnan(others)]
    return float(known.max()) if len(known) else 0.0


def _signal_rows(pair: MessagePair, changed: float, rarity: Mapping[str, float] | None) -> Iterator[float]:
    later, earlier = _terms(pair.later), _terms(pair.earlier)
    shared = later & earlier
    all_of_later, all_of_earlier, all_shared = (_rarity(some, rarity) for some in (later, earlier, shared))
    numbers, told = _numbers(pair.later), _numbers(pair.earlier)
    new, alike = numbers - told, {_DIGIT.sub("0", item) for item in told - numbers}
    yield changed
    yield float("nan") if pair.likeness is None else pair.likeness
    yield from (all_shared, all_shared / (all_of_later or 1.0), all_shared / (all_of_earlier or 1.0), len(shared))
    yield from (len(later), len(earlier), len(numbers), len(told), len(numbers & told), len(new))
    yield len({_DIGIT.sub("0", item) for item in new} & alike)
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
    kept = read_trees()
    (at,), (is_known,) = feature_places(hash_features([term]), kept.terms)
    return float(kept.rarity[at] if is_known else kept.rarity.max())


def _judgement(share: float, sums: Floats) -> Mapping[str, float]:
    """The share of an update, parted among its kinds by what the later message looks like."""
    import numpy as np

    each = np.exp(sums - sums.max())
    return {**dict(zip(UPDATES, (share * each / each.sum()).tolist(), strict=True)), UNRELATED: 1.0 - share}


@cache
def read_trees() -> Trees:
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
