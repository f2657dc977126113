"""The gate: whether a fact is new, says more of a known one, says it again, or says otherwise.

Two that say more of each other become one text, which keeps every fact; the old one stays in the log.

Contradiction is looked for first, by slots and their values: what is similar need not contradict, and what
contradicts need not be similar.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from memory.encoding.birth import LONGEST
from memory.languages.analyser import query_terms
from memory.theories.prediction_error import Decision, decision
from memory.vocabulary.fact import Fact

SEPARATOR = " · "


@dataclass(frozen=True, slots=True)
class Near:
    """A known fact and how similar it is, 0 … 1, calibrated."""

    fact: Fact
    similarity: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a fact, and the known one that decided it."""

    decision: Decision
    known: Fact | None = None


def judged(fact: Fact, of_slot: Sequence[Fact], near: Sequence[Near]) -> Verdict:
    """`of_slot` are known facts of its slot, the latest first; `near` those that are most similar, best first."""
    if fact.slot and of_slot:
        return _by_value(fact, of_slot)
    closest = next((one for one in near if _is_of_the_same(fact, one.fact)), None)
    if closest is None:
        return Verdict("create")
    found = decision(closest.similarity, fact.importance, contradicts=False)
    if found == "update" and not _can_be_joined(fact, closest.fact):
        found = "create"
    return Verdict(found, closest.fact)


def _by_value(fact: Fact, of_slot: Sequence[Fact]) -> Verdict:
    """The same value of the same one is said again; from somebody else it is a word of its own."""
    latest = of_slot[0]
    if latest.value != fact.value or latest.valid_until != fact.valid_until:
        return Verdict("supersede", next((one for one in of_slot if one.value != fact.value), latest))
    same = next((one for one in of_slot if one.value == fact.value and _is_of_the_same(fact, one)), None)
    is_again = same is not None and same.valid_from <= fact.valid_from
    return Verdict("reinforce", same) if is_again else Verdict("create", latest)


def _is_of_the_same(fact: Fact, known: Fact) -> bool:
    """Whose words they are, about whom, and to whom: what two people say alike are two facts, and so is what one says
    here and there. Nothing that is counted or told of a fact comes from where others could not hear it."""
    return all(getattr(fact, one) == getattr(known, one) for one in ("person", "audience", "subject", "slot"))


def _can_be_joined(fact: Fact, known: Fact) -> bool:
    """One text with one span and one audience can be made of them."""
    same = fact.trust == known.trust and not known.immutable
    return same and fact.category == known.category and fact.valid_until == known.valid_until and not fact.corrects


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
