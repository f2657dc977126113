"""The recipe: a table of weights over signals. Data, no code; others to compare are in bench/recipes.py."""

from __future__ import annotations

from dataclasses import dataclass

from memory.recall import signals
from memory.recall.signals import Signal
from memory.theories import neighbours

NEIGHBOURS = "neighbours"
"""What a memory gets of the turns beside it, as a reason's name."""


@dataclass(frozen=True, slots=True)
class Weight:
    """A signal and what it counts; `standardised` signals count in deviations from the candidates' mean."""

    signal: Signal
    weight: float
    standardised: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """`own` is what a memory's neighbours get a share of; `further` is added after that.

    `by_words` is the recipe for a moment without vectors, where that needs other weights.
    """

    own: tuple[Weight, ...]
    further: tuple[Weight, ...]
    before: float = neighbours.BEFORE
    after: float = neighbours.AFTER
    by_words: Recipe | None = None

    def names(self) -> tuple[str, ...]:
        """Of its parts, in order."""
        return (*(weight.signal.__name__ for weight in (*self.own, *self.further)), NEIGHBOURS)


_BY_WORDS = Recipe(
    own=(Weight(signals.lexical, 0.3, standardised=True),),
    further=(
        Weight(signals.context, 2.4),
        Weight(signals.detail, 0.3, standardised=True),
        Weight(signals.session, 0.4, standardised=True),
        Weight(signals.speaker, 1.3),
        Weight(signals.day, 0.8),
        Weight(signals.tells_when, 1.2),
        Weight(signals.tells_number, 0.3),
        Weight(signals.tells_names, 0.5),
        Weight(signals.of_self, 0.25),
        Weight(signals.asks, -0.35),
        Weight(signals.own_words, -1.5),
        Weight(signals.stranger, -1.0),
        Weight(signals.doubtful, -1.0),
    ),
)

DEFAULT = Recipe(
    own=(
        Weight(signals.lexical, 0.1, standardised=True),
        Weight(signals.similarity, 0.25, standardised=True),
        Weight(signals.closeness, 0.2, standardised=True),
    ),
    further=(
        Weight(signals.context, 1.2),
        Weight(signals.detail, 0.1, standardised=True),
        Weight(signals.session, 0.25, standardised=True),
        Weight(signals.speaker, 1.3),
        Weight(signals.day, 1.0),
        Weight(signals.tells_when, 1.3),
        Weight(signals.tells_number, 0.2),
        Weight(signals.tells_names, 0.5),
        Weight(signals.of_self, 0.25),
        Weight(signals.asks, -0.35),
        Weight(signals.own_words, -1.5),
        Weight(signals.stranger, -1.0),
        Weight(signals.doubtful, -1.0),
    ),
    by_words=_BY_WORDS,
)
