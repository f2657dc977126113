"""Signals: what speaks for a candidate (or, with a weight below zero, against it), each in 0 … 1."""

from __future__ import annotations

from collections.abc import Callable

from memory.recall.candidate import Candidate
from memory.recall.query import Query
from memory.theories.date_match import date_match
from memory.theories.length import length
from memory.theories.open_question import open_question

Signal = Callable[[Query, Candidate], float]


def lexical(query: Query, candidate: Candidate) -> float:
    """How well the words fit."""
    return candidate.lexical


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


def asks(query: Query, candidate: Candidate) -> float:
    """Ends by asking."""
    return open_question(candidate.entry.text)


def own_words(query: Query, candidate: Candidate) -> float:
    """Said by the anima itself, who mostly says what it was told; no matter when that is asked for."""
    return float(candidate.entry.own and not query.of_listener)


SIGNALS: tuple[Signal, ...] = (lexical, detail, session, speaker, day, asks, own_words)
