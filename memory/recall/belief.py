"""Belief: which of two memories holds, judged over what was found, when it is asked.

A linear judge over its letters and words says whether the later one changes anything. Boosted trees weigh that with
what the two share, their distance, and, where a question asks, how well each answers. Nothing of it is stored, and no
list of any language is asked; numpy alone. `python -m training belief` makes the weights.

Source   gradient boosted trees, Friedman (2001), Annals of Statistics 29; the choice among what was found, when it is
         asked, is the project's own (docs/research/belief.md).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from math import log1p
from typing import IO, TYPE_CHECKING, Any, NamedTuple, Protocol

from memory.formation.message_intent import asks_former
from memory.index.entry import IndexEntry
from memory.language.analyser import query_terms
from memory.language.linear_judge import bring_numpy, fitted_judge, letter_features, normalised, text_features
from memory.recall.candidate_search import RecallCandidate
from memory.theories.ranking_signals import open_question

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

PACKAGE, CHANGING, TREES = "memory.recall", "changing", "belief.npz"
"""What the fitting writes: the linear judge of the later message, and the trees with their bounds."""

NOTHING = "nothing"
CHANGES = ("replaces", "corrects", "denies")
"""What a message may do to an earlier one, beside nothing."""

LOOKED_AT = 4
"""Of what answers a question so many of the best are weighed."""

_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_MINUTES = 300.0
_A_DAY, _A_MINUTE = 86400.0, 60.0
_UNKNOWN, _NONE = -1.0, -5.0


class FoundAnswer(NamedTuple):
    """What recall found for a question. `before` is what was said right before it, `named` what it gets for who said
    it."""

    candidate: RecallCandidate
    score: float
    before: IndexEntry | None = None
    named: float = 0.0


class ToldMemory(NamedTuple):
    """A memory by itself, with what was said right before it and the vector of its meaning, where there is one."""

    entry: IndexEntry
    before: IndexEntry | None = None
    vector: Floats | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BeliefQuestion:
    """`asker` is an address, empty where nobody asks."""

    text: str
    asker: str


class BeliefJudge(Protocol):
    """Says of what was found for a question which is told first, and of a memory what took its place.

    Of what was found the best, so many at `most`, are weighed. From `sure` on a memory is told as past.
    """

    @property
    def most(self) -> int: ...

    @property
    def sure(self) -> float: ...

    def chosen(self, question: BeliefQuestion, found: Sequence[FoundAnswer]) -> int:
        """The place of the one that answers what is so now; 0: as they are ranked."""
        ...

    def replaced(self, memory: ToldMemory, later: Sequence[ToldMemory]) -> Sequence[float]:
        """How likely each of the later ones holds in the place of the memory, whatever is asked."""
        ...


class LearnedBelief:
    """A BeliefJudge, loaded when it is first asked."""

    most = LOOKED_AT

    @property
    def sure(self) -> float:
        return read_weights().sure

    def chosen(self, question: BeliefQuestion, found: Sequence[FoundAnswer]) -> int:
        if len(found) < 2:
            return 0
        weights = read_weights()
        sums = weights.choice.sums(answer_signals(question, found)) + matrix([item.score for item in found])
        best = int(sums.argmax())
        return best if sums[best] - sums[0] > weights.lead else 0

    def replaced(self, memory: ToldMemory, later: Sequence[ToldMemory]) -> list[float]:
        if not later or open_question(memory.entry.text):
            return [0.0] * len(later)
        import numpy as np

        sums = read_weights().change.sums(matrix([pair_signals(memory, item) for item in later]))
        return [float(share) for share in 1 / (1 + np.exp(-sums))]


# --- signals --------------------------------------------------------------------------------------------------------


ANSWER_SIGNALS = (
    *("age_rank", "nothing", "replaces", "corrects", "denies", "asks", "asked_terms", "asked_letters"),
    *("of_asker", "named"),
    *("newer_lead", "newer_shared", "newer_same_speaker", "newer_changes"),
    *("older_lead", "older_shared", "older_same_speaker", "goes_on", "answers", "asks_former"),
)
"""Of one of those that were found for a question, in the order of the columns; none that grows with the memory or with
how somebody writes, for such a one says nothing in another chat. `newer` and `older` are of the best of
those that were said later, or earlier; `goes_on`: how the words before it answer, where the same person said them."""

PAIR_SIGNALS = (
    *("earlier_changes", "nothing", "replaces", "corrects", "denies", "asks", "earlier_length", "later_length"),
    *("shared_terms", "shared_share", "shared_letters", "earlier_numbers", "later_numbers", "shared_numbers"),
    *("new_numbers", "same_speaker", "days", "minutes", "likeness"),
)
"""Of a memory and a later one, in the order of the columns; days and minutes as logarithms of one more."""


def answer_signals(question: BeliefQuestion, found: Sequence[FoundAnswer]) -> Floats:
    """A row for each of those that were found, a column one of ANSWER_SIGNALS."""
    entries = [item.candidate.entry for item in found]
    latest = sorted(range(len(found)), key=lambda place: (-_seconds(entries[place]), place))
    places = {entry.id: place for place, entry in enumerate(entries)}
    best = found[0].score
    letters, asked, former = _letters(question.text), _terms(question.text), float(asks_former(question.text))
    rows = []
    for place, item in enumerate(found):
        candidate, entry = item.candidate, entries[place]
        newer = next((at for at in range(len(found)) if _seconds(entries[at]) > _seconds(entry)), None)
        older = next((at for at in range(len(found)) if _seconds(entries[at]) < _seconds(entry)), None)
        before = places.get(candidate.previous or "")
        rows.append(
            [
                latest.index(place),
                *_changing(entry.text, item.before.text if item.before else ""),
                *(open_question(entry.text), len(_terms(entry.text) & asked), _overlap(letters, _letters(entry.text))),
                *(float(entry.person == question.asker), item.named),
                *_beside(found, place, newer),
                _UNKNOWN if newer is None else -_changing(entries[newer].text, _text(found[newer].before))[0],
                *_beside(found, place, older),
                _NONE if before is None or entries[before].person != entry.person else found[before].score - best,
                _UNKNOWN if before is None else open_question(entries[before].text),
                former,
            ]
        )
    return matrix(rows)


def _beside(found: Sequence[FoundAnswer], place: int, other: int | None) -> tuple[float, float, float]:
    """How far the other one is ahead, what it shares, and whether one person said both."""
    if other is None:
        return _NONE, _UNKNOWN, _UNKNOWN
    entry, beside = found[place].candidate.entry, found[other].candidate.entry
    shared = _overlap(_terms(entry.text), _terms(beside.text))
    return found[other].score - found[place].score, shared, float(beside.person == entry.person)


def pair_signals(earlier: ToldMemory, later: ToldMemory) -> list[float]:
    """One row of PAIR_SIGNALS."""
    first, second = earlier.entry, later.entry
    ours, theirs = _terms(first.text), _terms(second.text)
    numbers, others = _numbers(first.text), _numbers(second.text)
    seconds = max(0.0, _seconds(second) - _seconds(first))
    return [
        -_changing(first.text, _text(earlier.before))[0],
        *_changing(second.text, _text(later.before)),
        open_question(second.text),
        log1p(len(first.text)),
        log1p(len(second.text)),
        len(ours & theirs),
        _overlap(ours, theirs),
        _overlap(_letters(first.text), _letters(second.text)),
        len(numbers),
        len(others),
        len(numbers & others),
        len(others - numbers) if numbers else 0,
        float(first.person == second.person),
        log1p(seconds / _A_DAY),
        log1p(min(seconds / _A_MINUTE, _MINUTES)),
        _UNKNOWN if earlier.vector is None or later.vector is None else float(earlier.vector @ later.vector),
    ]


def matrix(rows: Sequence[Sequence[float]] | Sequence[float]) -> Floats:
    """As the trees take them."""
    bring_numpy()
    import numpy as np

    return np.array(rows, np.float32)


@lru_cache(maxsize=2048)
def _changing(text: str, before: str) -> tuple[float, ...]:
    """What speaks for NOTHING and for each of CHANGES, of a message after another."""
    return tuple(map(float, fitted_judge(PACKAGE, CHANGING).sums(text_features(text, before))))


@lru_cache(maxsize=2048)
def _terms(text: str) -> frozenset[str]:
    return frozenset(query_terms(text))


@lru_cache(maxsize=2048)
def _letters(text: str) -> frozenset[int]:
    """The runs of four letters and more."""
    plain = normalised(text)
    return frozenset(letter_features(plain)[3 * len(plain) + 3 :].tolist())


@lru_cache(maxsize=2048)
def _numbers(text: str) -> frozenset[str]:
    return frozenset(_NUMBER.findall(text))


def _overlap(ours: frozenset[Any], theirs: frozenset[Any]) -> float:
    return len(ours & theirs) / max(1, min(len(ours), len(theirs)))


def _text(entry: IndexEntry | None) -> str:
    return entry.text if entry else ""


def _seconds(entry: IndexEntry) -> float:
    return entry.at.timestamp() if entry.at else 0.0


# --- trees ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class BoostedTrees:
    """Complete binary trees, a row each: node n leads to 2n + 1 where its column's signal is at most its bound, else to
    2n + 2; `value` is what each leaf adds to `base`."""

    column: NDArray[Any]
    bound: Floats
    value: Floats
    base: float

    def sums(self, signals: Floats) -> Floats:
        """What speaks for each row."""
        import numpy as np

        trees, inner = np.arange(len(self.column))[None, :], self.column.shape[1]
        rows, at = np.arange(len(signals))[:, None], np.zeros((len(signals), len(self.column)), np.int64)
        for _ in range(int(inner).bit_length()):
            at = 2 * at + 1 + (signals[rows, self.column[trees, at]] > self.bound[trees, at])
        sums: Floats = self.base + self.value[trees, at - inner].sum(axis=1, dtype=np.float64)
        return sums


@dataclass(frozen=True, slots=True, kw_only=True)
class BeliefWeights:
    """`lead` is by how much one has to be ahead of the first in rank, to be told before it."""

    choice: BoostedTrees
    change: BoostedTrees
    lead: float
    sure: float


@cache
def read_weights() -> BeliefWeights:
    """What the fitting wrote. Raises OSError where it is missing."""
    with files(PACKAGE).joinpath(TREES).open("rb") as file:
        return load_weights(file)


def load_weights(file: IO[bytes]) -> BeliefWeights:
    """Two sets of trees and the two bounds."""
    bring_numpy()
    import numpy as np

    with np.load(file) as kept:
        return BeliefWeights(
            choice=_trees(kept, "choice"),
            change=_trees(kept, "change"),
            lead=float(kept["lead"]),
            sure=float(kept["sure"]),
        )


def _trees(kept: Mapping[str, Any], name: str) -> BoostedTrees:
    return BoostedTrees(
        column=kept[f"{name}_column"].astype("int64"),
        bound=kept[f"{name}_bound"],
        value=kept[f"{name}_value"],
        base=float(kept[f"{name}_base"]),
    )
