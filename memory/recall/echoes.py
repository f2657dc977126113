"""Echoes: the same question asked before is no answer, and who quotes does not stand before the quoted."""

from __future__ import annotations

from collections.abc import Sequence

from memory.languages.analyser import query_terms
from memory.recall.candidate import Candidate
from memory.recall.query import Query, stems
from memory.recall.ranking import Ranked
from memory.theories.open_question import open_question

ALIKE = 0.8
"""Share of common terms (Jaccard) from which a question is the same question."""

_A_LITTLE = 1e-6


def is_echo(query: Query, candidate: Candidate) -> bool:
    """Whether the candidate merely asks what is asked now."""
    if not open_question(candidate.entry.text):
        return False
    asked = set(query.terms)
    said = set(stems(query_terms(candidate.entry.text), query.text))
    return len(asked & said) >= ALIKE * len(asked | said) > 0


def quotes_last(ranked: Sequence[Ranked]) -> list[Ranked]:
    """The anima's own words go behind the best earlier thing said to it that has all of the question they have."""
    others = [found for found in ranked if not found.candidate.entry.own]
    moved = [_behind(found, others) if found.candidate.entry.own else found for found in ranked]
    return sorted(moved, key=lambda found: -found.score)


def _behind(own: Ranked, others: Sequence[Ranked]) -> Ranked:
    held = own.candidate.held
    sources = [found.score for found in others if held and held <= found.candidate.held and _is_earlier(found, own)]
    return own._replace(score=min(own.score, max(sources) - _A_LITTLE)) if sources else own


def _is_earlier(found: Ranked, own: Ranked) -> bool:
    theirs, ours = found.candidate.entry.at, own.candidate.entry.at
    return theirs is not None and ours is not None and theirs <= ours
