"""Recipes: named tables of weights over signals. Data, no code."""

from __future__ import annotations

from dataclasses import dataclass

from memory.recall import signals
from memory.recall.signals import Signal
from memory.theories import neighbours


@dataclass(frozen=True, slots=True)
class Weight:
    """A signal and what it counts; `standardised` signals count in deviations from the candidates' mean."""

    signal: Signal
    weight: float
    standardised: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """`own` is what a memory's neighbours get a share of; `further` is added after that."""

    name: str
    own: tuple[Weight, ...]
    further: tuple[Weight, ...]
    before: float = neighbours.BEFORE
    after: float = neighbours.AFTER


DEFAULT = Recipe(
    name="default",
    own=(
        Weight(signals.lexical, 1.0, standardised=True),
        Weight(signals.detail, 0.3, standardised=True),
    ),
    further=(
        Weight(signals.session, 0.3, standardised=True),
        Weight(signals.speaker, 1.0),
        Weight(signals.day, 1.5),
        Weight(signals.asks, -0.5),
        Weight(signals.own_words, -1.5),
    ),
)

RECIPES: tuple[Recipe, ...] = (DEFAULT,)


def recipe(name: str) -> Recipe:
    """The recipe of that name. Raises KeyError, which names those that exist."""
    for known in RECIPES:
        if known.name == name:
            return known
    raise KeyError(f"{name!r} is no recipe; there are: {', '.join(known.name for known in RECIPES)}")
