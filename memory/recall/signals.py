"""Signals: what speaks for a candidate (or, with a weight below zero, against it), each in 0 … 1."""

from __future__ import annotations

from collections.abc import Callable

from memory.recall.candidate import Candidate
from memory.recall.query import Query
from memory.theories import source_confidence
from memory.theories.date_match import date_match
from memory.theories.length import length
from memory.theories.open_question import open_question

Signal = Callable[[Query, Candidate], float | None]
"""None: nothing is known of this candidate, which then is an average one."""


def lexical(query: Query, candidate: Candidate) -> float:
    """How well the words fit."""
    return candidate.lexical


def similarity(query: Query, candidate: Candidate) -> float | None:
    """How near the meaning is."""
    return None if candidate.similarity is None else max(0.0, min(1.0, candidate.similarity))


def closeness(query: Query, candidate: Candidate) -> float | None:
    """How near the meaning of the nearest thing is that it states."""
    return None if candidate.closeness is None else max(0.0, min(1.0, candidate.closeness))


def context(query: Query, candidate: Candidate) -> float:
    """How much of what is asked stands in it and in the turns beside it."""
    return candidate.context


def detail(query: Query, candidate: Candidate) -> float:
    """How much it tells."""
    return length(len(candidate.entry.text))


def session(query: Query, candidate: Candidate) -> float:
    """How well the whole conversation fits in which it was said."""
    return candidate.session


def speaker(query: Query, candidate: Candidate) -> float:
    """Said by the one person whom the question names, or by the one who asks about themselves."""
    if query.asker:
        return float(candidate.entry.person == query.asker)
    return float(len(query.named) == 1 and candidate.entry.speaker in query.named)


def day(query: Query, candidate: Candidate) -> float:
    """Said when the question asks about."""
    at = candidate.entry.at
    return date_match(at.astimezone(query.zone).date(), query.days) if at and query.days else 0.0


def tells_when(query: Query, candidate: Candidate) -> float:
    """Names a time, where the question wants one."""
    return candidate.offered.time if query.wanted.time else 0.0


def tells_number(query: Query, candidate: Candidate) -> float:
    """Has a number, where the question wants one."""
    return candidate.offered.number if query.wanted.number else 0.0


def tells_names(query: Query, candidate: Candidate) -> float:
    """Names people, places and titles, where the question asks who, where, which or what."""
    return candidate.offered.names if query.wanted.name else 0.0


def of_self(query: Query, candidate: Candidate) -> float:
    """The speaker speaks of themselves: what is asked of people, they told."""
    return candidate.offered.myself


def asks(query: Query, candidate: Candidate) -> float:
    """Ends by asking."""
    return open_question(candidate.entry.text)


def own_words(query: Query, candidate: Candidate) -> float:
    """Said by the anima itself, who mostly says what it was told; no matter when that is asked for."""
    return float(candidate.entry.own and not query.of_listener)


def stranger(query: Query, candidate: Candidate) -> float:
    """Said by one who is little trusted: where a friend said something too, the friend is heard first."""
    return float(bool(candidate.entry.trust))


def doubtful(query: Query, candidate: Candidate) -> float:
    """Its source is not to be relied on."""
    return source_confidence.doubt(candidate.entry.confidence)


SIGNALS: tuple[Signal, ...] = (
    *(lexical, similarity, closeness, context, detail, session, speaker, day),
    *(tells_when, tells_number, tells_names, of_self, asks, own_words, stranger, doubtful),
)
