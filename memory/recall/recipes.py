"""Recipes: named tables of weights over signals. Data, no code."""

from __future__ import annotations

from dataclasses import dataclass, replace

from memory.recall import signals
from memory.recall.intent import ROUTED
from memory.recall.signals import Signal
from memory.recall.source_recipes import SOURCE_RECIPES
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

    name: str
    own: tuple[Weight, ...]
    further: tuple[Weight, ...]
    before: float = neighbours.BEFORE
    after: float = neighbours.AFTER
    by_words: Recipe | None = None

    def names(self) -> tuple[str, ...]:
        """Of its parts, in order."""
        return (*(weight.signal.__name__ for weight in (*self.own, *self.further)), NEIGHBOURS)

    def without(self, name: str) -> Recipe:
        """The recipe that lacks one part, for an ablation. Raises KeyError where it never had it."""
        if name not in self.names() and (self.by_words is None or name not in self.by_words.names()):
            raise KeyError(f"{name!r} is no part of {self.name}; there are: {', '.join(self.names())}")
        lends = name != NEIGHBOURS
        return replace(
            self,
            own=tuple(weight for weight in self.own if weight.signal.__name__ != name),
            further=tuple(weight for weight in self.further if weight.signal.__name__ != name),
            before=self.before if lends else 0.0,
            after=self.after if lends else 0.0,
            by_words=self.by_words and _lacking(self.by_words, name),
        )


def _lacking(recipe: Recipe, name: str) -> Recipe:
    return recipe.without(name) if name in recipe.names() else recipe


_BY_WORDS = Recipe(
    name="default, by words",
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
    name="default",
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

NAMES: tuple[str, ...] = (DEFAULT.name, ROUTED, *SOURCE_RECIPES)
"""What may be asked for."""


def checked(name: str) -> str:
    """The name, if there is such a recipe. Raises ValueError, which tells those that there are."""
    if name not in NAMES:
        raise ValueError(f"{name!r} is no recipe; there are: {', '.join(NAMES)}")
    return name
