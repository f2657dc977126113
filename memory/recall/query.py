"""A question as recall understands it: its terms, the people and the days that it names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, tzinfo

from memory.languages import dates
from memory.languages.analyser import query_terms, terms
from memory.theories.date_match import Span

MAX_TERMS = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """`named` are the speakers, as displayed, whom the text names; `days` what it says about the time."""

    text: str
    terms: tuple[str, ...]
    named: frozenset[str]
    days: tuple[Span, ...]
    zone: tzinfo


def understand(text: str, now: datetime, zone: tzinfo, speakers: Iterable[str]) -> Query:
    """Look at the text alone; nothing is asked of a model."""
    words = set(terms(text))
    return Query(
        text=text,
        terms=tuple(query_terms(text)[:MAX_TERMS]),
        named=frozenset(name for name in speakers if is_named(name, words)),
        days=dates.spans(text, now.astimezone(zone).date()),
        zone=zone,
    )


def is_named(name: str, words: set[str]) -> bool:
    """Whether the name, or the first part of it, stands among the words."""
    parts = terms(name)
    return bool(parts) and len(parts[0]) > 1 and parts[0] in words
