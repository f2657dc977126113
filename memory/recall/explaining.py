"""Explaining one memory: what it was understood from, how it stands now and why, what it replaced, its links.

Only what those who ask may read is told, of every part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, partial

from memory.index.fact_fold import FoldedFacts
from memory.index.strengths import Strengths, retrieval_now, strength_of
from memory.recall.holding import ended_since
from memory.theories.truth import FactFate, SettledDispute, Timeline, Validity, testimony_order
from memory.vocabulary.address import Audience, Membership, audience_covers
from memory.vocabulary.event import Event
from memory.vocabulary.fact import Fact, Strength

MOST_SOURCES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedLink:
    """How the memory is related to another one; `is_from_it`: it is the one that elaborates, supersedes …"""

    kind: str
    fact: Fact
    is_from_it: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """`sources` are the first messages that say it, at most MOST_SOURCES; `retrieval` is how near it is now, 0 … 1.

    `fate` is what has become of it, `validity` since when and until when it is believed, in the world and here;
    `instead` are facts of its slot that hold now, `replaced` those that it came after; `notes` tell what was done with
    it. Of what was taken back nothing is told but that: no words, no sources.
    """

    fact: Fact
    sources: tuple[Event, ...]
    strength: Strength
    retrieval: float
    fate: FactFate
    validity: Validity
    instead: tuple[Fact, ...]
    replaced: tuple[Fact, ...]
    links: tuple[ExplainedLink, ...]
    notes: tuple[str, ...] = ()


class Explaining:
    """Blocking; call it from a thread."""

    def __init__(
        self, strengths: Strengths, find: Callable[[str], Event | None], membership: Membership | None
    ) -> None:
        """`find` looks an event up by its id."""
        self._strengths = strengths
        self._find = find
        self._membership = membership

    def __call__(self, id: str, present: Audience, now: datetime) -> Explanation | None:
        """None where there is no such fact that these people may read."""
        self._strengths.refresh()
        known = self._strengths.asked(lambda state: self._known(state, id, present))
        if known is None:
            return None
        timeline = Timeline(known.of_slot, recorded_at=now, retracted_at=known.ended, settled=known.settled)
        others = [item for item in timeline.history(known.fact.slot) if item.value != known.fact.value]
        events = [event for source in known.sources[:MOST_SOURCES] if (event := self._find(source))]
        return Explanation(
            fact=known.fact,
            sources=tuple(event for event in events if self._may_read(event.audience, present)),
            strength=known.strength,
            retrieval=retrieval_now(known.strength, now, self._strengths.curve),
            fate=timeline.fate(id, now),
            validity=timeline.validity(id, now),
            instead=tuple(item for item in timeline.believed(now) if item in others),
            replaced=tuple(other for other in others if testimony_order(other) < testimony_order(known.fact)),
            links=known.links,
            notes=known.notes,
        )

    def _known(self, state: FoldedFacts, id: str, present: Audience) -> _ExplainedFact | None:
        fact = state.facts.get(id)
        if fact is None or not self._may_read(fact.audience, present):
            return None
        if taken := state.retracted.get(id):
            fact = replace(fact, text="", value="", sources=(), entities=())
        of_slot = [
            state.facts[other] for other in state.of_slot.get(fact.slot, ()) if other != id and state.is_shown(other)
        ]
        return _ExplainedFact(
            fact=fact,
            strength=strength_of(state, id, self._strengths.curve, cache(partial(self._may_read, present=present))),
            sources=() if taken else (*fact.sources, *state.said_again.get(id, ())),
            of_slot=(fact, *(item for item in of_slot if self._may_read(item.audience, present))),
            ended={id: taken.ts} if taken else ended_since(state, [fact]),
            settled=state.settled,
            links=tuple(link for link in _links(state, id) if self._may_read(link.fact.audience, present)),
            notes=tuple(_notes(state, id)),
        )

    def _may_read(self, audience: str, present: Audience) -> bool:
        return audience_covers(audience, present, self._membership)


@dataclass(frozen=True, slots=True, kw_only=True)
class _ExplainedFact:
    """What the folded log says of a fact and of its slot."""

    fact: Fact
    strength: Strength
    sources: tuple[str, ...]
    of_slot: tuple[Fact, ...]
    ended: Mapping[str, datetime]
    settled: Sequence[SettledDispute]
    links: tuple[ExplainedLink, ...]
    notes: tuple[str, ...]


def _links(state: FoldedFacts, id: str) -> Iterator[ExplainedLink]:
    for relation in (link.relation for link in state.links_of(id)):
        other = relation.target if relation.source == id else relation.source
        if other not in state.retracted and (fact := state.facts.get(other)):
            yield ExplainedLink(kind=relation.kind, fact=fact, is_from_it=relation.source == id)


def _notes(state: FoldedFacts, id: str) -> Iterator[str]:
    """What was done with it, in words."""
    if kept := state.quarantined.get(id):
        yield f"put aside for a person to look at: {kept.because}"
    if taken := state.retracted.get(id):
        yield f"taken back: {taken.because}"
    if id in state.merged:
        yield f"part of {state.merged[id]} now"
    if again := state.said_again.get(id):
        yield f"said again {len(again)} times"
