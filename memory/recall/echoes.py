"""Echoes: the same question asked before is no answer, and who quotes does not stand before the quoted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory.languages.analyser import query_terms, terms
from memory.recall.candidate import Candidate
from memory.recall.query import Query
from memory.recall.ranking import Ranked
from memory.theories.open_question import open_question

ALIKE = 0.8
"""Share of common terms (Jaccard) from which a question is the same question."""


def is_echo(query: Query, candidate: Candidate) -> bool:
    """Whether the candidate merely asks what is asked now."""
    if not open_question(candidate.entry.text):
        return False
    asked, said = set(query.terms), set(query_terms(candidate.entry.text))
    return len(asked & said) >= ALIKE * len(asked | said) > 0


def quotes_last(query: Query, ranked: Sequence[Ranked]) -> list[Ranked]:
    """The anima's own words go behind the last earlier thing said to it that has all of the question they have."""
    asked = set(query.terms)
    others = [(found, _held(found, asked)) for found in ranked if not found.candidate.entry.own]
    moved = [_behind(found, asked, others) if found.candidate.entry.own else found for found in ranked]
    return sorted(moved, key=lambda found: -found.score)


def _behind(own: Ranked, asked: set[str], others: Sequence[tuple[Ranked, set[str]]]) -> Ranked:
    held = _held(own, asked)
    sources = [found.score for found, theirs in others if held and held <= theirs and _is_earlier(found, own)]
    best = max(sources, default=own.score)
    return replace(own, score=min(own.score, best - 1e-6)) if sources else own


def _held(found: Ranked, asked: set[str]) -> set[str]:
    return asked & set(terms(found.candidate.entry.text))


def _is_earlier(found: Ranked, own: Ranked) -> bool:
    theirs, ours = found.candidate.entry.at, own.candidate.entry.at
    return theirs is not None and ours is not None and theirs <= ours
