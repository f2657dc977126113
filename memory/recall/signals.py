"""Signals: what speaks for a candidate (or, with a weight below zero, against it), each in 0 … 1.

A signal looks at all candidates of a question at once: to be asked for each of them would take four times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memory.recall.candidate import Candidate
from memory.recall.query import Query
from memory.theories.date_match import date_match
from memory.theories.length import length
from memory.theories.open_question import open_question
from memory.theories.source_confidence import doubt

Column = Sequence[float | None]
"""A value for each candidate, in their order; nothing at all where the signal says nothing of any."""

Signal = Callable[[Query, Sequence[Candidate]], Column]
"""None: nothing is known of this candidate, which then is an average one."""


def lexical(query: Query, candidates: Sequence[Candidate]) -> Column:
    """How well the words fit."""
    return [one.lexical for one in candidates]


def similarity(query: Query, candidates: Sequence[Candidate]) -> Column:
    """How near the meaning is."""
    return [_bounded(one.similarity) for one in candidates]


def closeness(query: Query, candidates: Sequence[Candidate]) -> Column:
    """How near the meaning of the nearest thing is that it states."""
    return [_bounded(one.closeness) for one in candidates]


def context(query: Query, candidates: Sequence[Candidate]) -> Column:
    """How much of what is asked stands in it and in the turns beside it."""
    return [one.context for one in candidates]


def detail(query: Query, candidates: Sequence[Candidate]) -> Column:
    """How much it tells."""
    return [length(len(one.entry.text)) for one in candidates]


def session(query: Query, candidates: Sequence[Candidate]) -> Column:
    """How well the whole conversation fits in which it was said."""
    return [one.session for one in candidates]


def speaker(query: Query, candidates: Sequence[Candidate]) -> Column:
    """Said by the one person whom the question names, or by the one who asks about themselves."""
    if query.asker:
        return [float(one.entry.person == query.asker) for one in candidates]
    if len(query.named) != 1:
        return ()
    return [query.named_surely * (one.entry.speaker in query.named) for one in candidates]


def day(query: Query, candidates: Sequence[Candidate]) -> Column:
    """Said when the question asks about."""
    if not query.days:
        return ()
    moments = (one.entry.at for one in candidates)
    return [date_match(at.astimezone(query.zone).date(), query.days) if at else 0.0 for at in moments]


def tells_when(query: Query, candidates: Sequence[Candidate]) -> Column:
    """Names a time, where the question wants one."""
    return [one.offered.time for one in candidates] if query.wanted.time else ()


def tells_number(query: Query, candidates: Sequence[Candidate]) -> Column:
    """Has a number, where the question wants one."""
    return [one.offered.number for one in candidates] if query.wanted.number else ()


def tells_names(query: Query, candidates: Sequence[Candidate]) -> Column:
    """Names people, places and titles, where the question asks who, where, which or what."""
    return [one.offered.names for one in candidates] if query.wanted.name else ()


def of_self(query: Query, candidates: Sequence[Candidate]) -> Column:
    """The speaker speaks of themselves: what is asked of people, they told."""
    return [one.offered.myself for one in candidates]


def asks(query: Query, candidates: Sequence[Candidate]) -> Column:
    """Ends by asking."""
    return [open_question(one.entry.text) for one in candidates]


def own_words(query: Query, candidates: Sequence[Candidate]) -> Column:
    """Said by the anima itself, who mostly says what it was told; no matter when that is asked for."""
    return () if query.of_listener else [float(one.entry.own) for one in candidates]


def stranger(query: Query, candidates: Sequence[Candidate]) -> Column:
    """Said by one who is little trusted: where a friend said something too, the friend is heard first."""
    return [1.0 if one.entry.trust else 0.0 for one in candidates]


def doubtful(query: Query, candidates: Sequence[Candidate]) -> Column:
    """Its source is not to be relied on."""
    return [doubt(one.entry.confidence) for one in candidates]


SIGNALS: tuple[Signal, ...] = (
    *(lexical, similarity, closeness, context, detail, session, speaker, day),
    *(tells_when, tells_number, tells_names, of_self, asks, own_words, stranger, doubtful),
)


def _bounded(cosine: float | None) -> float | None:
    return None if cosine is None else max(0.0, min(1.0, cosine))
