"""What each part of a recipe is worth: the same candidates ranked with and without it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bench.asking import cue_of
from bench.conversations import Conversation
from bench.score import MEASURES, Item, Result, interval, mean
from memory.engine import MemoryEngine
from memory.priming.catalogue import KNOWN
from memory.recall.ranking import rank
from memory.recall.recipes import DEFAULT, NEIGHBOURS, Recipe, Weight

FIGURES = ("recall@10", "all@10", "tokens@700")


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """How many points a figure loses without the part, with the 95 % interval of the paired difference."""

    points: float
    low: float
    high: float


Scored = Mapping[str, Sequence[Result]]
"""Results by the part that was left out; the whole under no name."""


def parts() -> tuple[str, ...]:
    """Of the recipe in both its forms, each once."""
    by_words = DEFAULT.by_words.names() if DEFAULT.by_words else ()
    return tuple(dict.fromkeys((*DEFAULT.names(), *by_words)))


def without(recipe: Recipe, name: str) -> Recipe:
    """The recipe that lacks one part, in both its forms. Raises KeyError where it never had it."""
    if name not in parts():
        raise KeyError(f"{name!r} is no part of the recipe; there are: {', '.join(parts())}")
    lends = name != NEIGHBOURS
    return replace(
        recipe,
        own=_others(recipe.own, name),
        further=_others(recipe.further, name),
        before=recipe.before if lends else 0.0,
        after=recipe.after if lends else 0.0,
        by_words=recipe.by_words and without(recipe.by_words, name),
    )


def _others(weights: Sequence[Weight], name: str) -> tuple[Weight, ...]:
    return tuple(weight for weight in weights if weight.signal.__name__ != name)


async def scored(engine: MemoryEngine, conversation: Conversation) -> dict[str, list[Result]]:
    """Every question that counts, ranked by the whole recipe and without each of its parts."""
    turns = {turn.id: turn for turn in conversation.turns}
    found: dict[str, list[Result]] = {name: [] for name in ("", *parts())}
    for query in conversation.queries:
        evidence = query.evidence & turns.keys()
        if not query.counts or not evidence:
            continue
        question = engine.parts.surroundings.question(cue_of(conversation, query), KNOWN)
        understood, candidates = await asyncio.to_thread(engine.parts.recall.considered, question)
        has_meaning = any(one.similarity is not None for one in candidates)
        for name, results in found.items():
            recipe = _form(without(DEFAULT, name) if name else DEFAULT, has_meaning=has_meaning)
            best = rank(understood, candidates, recipe)[:50]
            items = tuple(
                Item(ids=(one.candidate.entry.id,), characters=len(f"{entry.speaker}: {entry.text}"))
                for one in best
                for entry in (one.candidate.entry,)
            )
            results.append(Result(id=query.id, category=query.category, evidence=evidence, ranking=items))
    return found


def worth(results: Scored) -> dict[str, dict[str, Worth]]:
    """By part and figure."""
    whole = results[""]
    return {
        name: {figure: _worth(figure, whole, without) for figure in FIGURES}
        for name, without in results.items()
        if name
    }


def _worth(figure: str, whole: Sequence[Result], without: Sequence[Result]) -> Worth:
    of = MEASURES[figure]
    lost = [of(one) - of(two) for one, two in zip(whole, without, strict=True)]
    low, high = interval(lost)
    return Worth(points=100 * mean(lost), low=100 * low, high=100 * high)


def _form(recipe: Recipe, *, has_meaning: bool) -> Recipe:
    return recipe if has_meaning or recipe.by_words is None else recipe.by_words
