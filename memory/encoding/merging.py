"""Merging: one text of two, which keeps every fact; the old one stays in the log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from memory.encoding.birth import LONGEST
from memory.languages.analyser import query_terms
from memory.vocabulary.fact import Fact

SEPARATOR = " · "


def parts(fact: Fact) -> list[str]:
    """What each of the messages told that it was understood from."""
    return fact.text.split(SEPARATOR)


def own_parts(fact: Fact, merged: Iterable[Fact]) -> list[str]:
    """What its own message told: all but what it has of those that it was `merged` of."""
    others = {part for one in merged for part in parts(one)}
    return [part for part in parts(fact) if part not in others] or parts(fact)


def merged(known: Fact, fact: Fact) -> Fact | None:
    """The new fact with what the old one tells besides; None where both together are too long for one."""
    is_told = set(query_terms(known.text)) <= set(query_terms(fact.text))
    text = fact.text if is_told else f"{known.text}{SEPARATOR}{fact.text}"
    if len(text) > LONGEST:
        return None
    return replace(
        fact,
        text=text,
        valid_from=min(known.valid_from, fact.valid_from),
        sources=tuple(dict.fromkeys((*fact.sources, *known.sources))),
        entities=tuple(dict.fromkeys((*known.entities, *fact.entities))),
        importance=max(known.importance, fact.importance),
        confidence=max(known.confidence, fact.confidence),
        pinned=known.pinned or fact.pinned,
        flashbulb=known.flashbulb or fact.flashbulb,
    )
