"""Routing: a question is ranked as what it is after wants it (RET-12): meaning against words, and what goes first.

On trial: `default` finds more, so this is a recipe of its own that has to be asked for (see docs/sleep.md).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Protocol

from memory.recall.candidate import Candidate
from memory.recall.intent import Intent
from memory.recall.query import Query
from memory.recall.ranking import Ranked, in_order
from memory.vocabulary.strength import Strength

_BEGINNING = datetime.min.replace(tzinfo=UTC)


class Understood(Protocol):
    """What was understood of turns and facts, by their ids."""

    def categories(self, ids: Collection[str]) -> Mapping[str, Collection[str]]: ...

    def linked(self, ids: Collection[str], kinds: Collection[str], hops: int) -> Collection[str]: ...


def rank_routed(
    query: Query,
    candidates: Sequence[Candidate],
    intent: Intent,
    strengths: Mapping[str, Strength],
    understood: Understood | None,
) -> list[Ranked]:
    """The best for such a question, as many as it wants."""
    names = ("meaning", "words", "utility")
    scored = [
        Ranked(one, sum(parts), names, parts)
        for one in candidates
        for parts in (
            (
                intent.vector * max(0.0, one.coverage if one.similarity is None else one.similarity),
                intent.lexical * one.lexical,
                intent.utility * strengths[one.entry.id].utility if intent.utility else 0.0,
            ),
        )
    ]
    ranked = in_order(scored)
    if intent.by_valid_from:
        return sorted(ranked[: intent.limit], key=_came_true, reverse=True)
    first = _first(query, ranked, intent, understood)
    return sorted(ranked, key=lambda one: one.candidate.entry.id not in first)[: intent.limit]


def _first(query: Query, ranked: Sequence[Ranked], intent: Intent, understood: Understood | None) -> Collection[str]:
    """What goes before all else: linked to the best, said by whom is asked for, or of these categories."""
    ids = [one.candidate.entry.id for one in ranked]
    if intent.entity_hub:
        return {one.candidate.entry.id for one in ranked if one.candidate.entry.speaker in query.named}
    if understood is None:
        return ()
    if intent.relations:
        return understood.linked(ids[: intent.limit], intent.relations, intent.hops)
    if intent.categories:
        return {id for id, held in understood.categories(ids).items() if set(held) & set(intent.categories)}
    return ()


def _came_true(ranked: Ranked) -> datetime:
    entry = ranked.candidate.entry
    return entry.valid_from or entry.at or _BEGINNING
