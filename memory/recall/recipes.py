"""Recipes: named tables of weights over signals, which are what speaks for a candidate. Data, no code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memory.recall.candidate_search import RecallCandidate
from memory.recall.query import Query
from memory.theories import ranking_signals
from memory.theories.ranking_signals import date_match, length, open_question, source_doubt

Column = Sequence[float | None]
"""A value for each candidate, in their order; nothing at all where the signal says nothing of any."""

Signal = Callable[[Query, Sequence[RecallCandidate]], Column]
"""None: nothing is known of this candidate, which then is an average one."""


def lexical(query: Query, candidates: Sequence[RecallCandidate]) -> Column:
    """How well the words fit."""
    return [candidate.lexical for candidate in candidates]


def similarity(query: Query, candidates: Sequence[RecallCandidate]) -> Column:
    """How near the meaning is."""
    return [_bounded(candidate.similarity) for candidate in candidates]


def closeness(query: Query, candidates: Sequence[RecallCandidate]) -> Column:
    """How near the meaning of the nearest thing is that it states."""
    return [_bounded(candidate.closeness) for candidate in candidates]


def context(query: Query, candidates: Sequence[RecallCandidate]) -> Column:
    """How much of what is asked stands in it and in the turns beside it."""
    return [candidate.context for candidate in candidates]


def detail(query: Query, candidates: Sequence[RecallCandidate]) -> Column:
    """How much it tells."""
    return [length(len(candidate.entry.text)) for candidate in candidates]


def session(query: Query, candidates: Sequence[RecallCandidate]) -> Column:
    """How well the whole conversation fits in which it was said."""
    return [candidate.session for candidate in candidates]


def speaker(query: Query, candidates: Sequence[RecallCandidate]) -> Column:
    """Said by the one person whom the question names, or by the one who asks about themselves."""
    if query.asker:
        return [float(candidate.entry.person == query.asker) for candidate in candidates]
    if len(query.named) != 1:
        return ()
    return [query.named_surely * (candidate.entry.speaker in query.named) for candidate in candidates]


def day(query: Query, candidates: Sequence[RecallCandidate]) -> Column:
    """Said when the question asks about."""
    if not query.days:
        return ()
    moments = (candidate.entry.at for candidate in candidates)
    return [date_match(at.astimezone(query.zone).date(), query.days) if at else 0.0 for at in moments]


def tells_when(query: Query, candidates: Sequence[RecallCandidate]) -> Column:
    """Names a time, where the question wants one."""
    return [candidate.offered.time for candidate in candidates] if query.wanted.time else ()


def tells_number(query: Query, candidates: Sequence[RecallCandidate]) -> Column:
    """Has a number, where the question wants one."""
    return [candidate.offered.number for candidate in candidates] if query.wanted.number else ()


def tells_names(query: Query, candidates: Sequence[RecallCandidate]) -> Column:
    """Names people, places and titles, where the question asks who, where, which or what."""
    return [candidate.offered.names for candidate in candidates] if query.wanted.name else ()


def of_self(query: Query, candidates: Sequence[RecallCandidate]) -> Column:
    """The speaker speaks of themselves: what is asked of people, they told."""
    return [candidate.offered.myself for candidate in candidates]


def asks(query: Query, candidates: Sequence[RecallCandidate]) -> Column:
    """Ends by asking."""
    return [open_question(candidate.entry.text) for candidate in candidates]


def own_words(query: Query, candidates: Sequence[RecallCandidate]) -> Column:
    """Said by the anima itself, who mostly says what it was told; no matter when that is asked for."""
    return () if query.of_listener else [float(candidate.entry.own) for candidate in candidates]


def stranger(query: Query, candidates: Sequence[RecallCandidate]) -> Column:
    """Said by one who is little trusted: where a friend said something too, the friend is heard first."""
    return [1.0 if candidate.entry.trust else 0.0 for candidate in candidates]


def doubtful(query: Query, candidates: Sequence[RecallCandidate]) -> Column:
    """Its source is not to be relied on."""
    return [source_doubt(candidate.entry.confidence) for candidate in candidates]


SIGNALS: tuple[Signal, ...] = (
    *(lexical, similarity, closeness, context, detail, session, speaker, day),
    *(tells_when, tells_number, tells_names, of_self, asks, own_words, stranger, doubtful),
)


def _bounded(cosine: float | None) -> float | None:
    return None if cosine is None else max(0.0, min(1.0, cosine))


# --- recipes --------------------------------------------------------------------------------------------------------


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
    before: float = ranking_signals.PREVIOUS_TURN_SHARE
    after: float = ranking_signals.NEXT_TURN_SHARE
    by_words: Recipe | None = None

    def names(self) -> tuple[str, ...]:
        """Of its parts, in order."""
        return (*(weight.signal.__name__ for weight in (*self.own, *self.further)), NEIGHBOURS)


_BY_WORDS = Recipe(
    own=(Weight(lexical, 0.3, standardised=True),),
    further=(
        Weight(context, 2.4),
        Weight(detail, 0.3, standardised=True),
        Weight(session, 0.4, standardised=True),
        Weight(speaker, 1.3),
        Weight(day, 0.8),
        Weight(tells_when, 1.2),
        Weight(tells_number, 0.3),
        Weight(tells_names, 0.5),
        Weight(of_self, 0.25),
        Weight(asks, -0.35),
        Weight(own_words, -1.5),
        Weight(stranger, -1.0),
        Weight(doubtful, -1.0),
    ),
)

DEFAULT = Recipe(
    own=(
        Weight(lexical, 0.1, standardised=True),
        Weight(similarity, 0.25, standardised=True),
        Weight(closeness, 0.2, standardised=True),
    ),
    further=(
        Weight(context, 1.2),
        Weight(detail, 0.1, standardised=True),
        Weight(session, 0.25, standardised=True),
        Weight(speaker, 1.3),
        Weight(day, 1.0),
        Weight(tells_when, 1.3),
        Weight(tells_number, 0.2),
        Weight(tells_names, 0.5),
        Weight(of_self, 0.25),
        Weight(asks, -0.35),
        Weight(own_words, -1.5),
        Weight(stranger, -1.0),
        Weight(doubtful, -1.0),
    ),
    by_words=_BY_WORDS,
)
