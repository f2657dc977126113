"""Keeping: what people do to single facts by hand: look at one, add, pin, forget, release. Public beside the engine."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from memory.archive.json_lines import Redact, redact_nothing
from memory.archive.memory_log import MemoryNote
from memory.formation.corrections import take_out
from memory.formation.fact_maker import FactCircumstances, fact_id, make_fact
from memory.formation.known_facts import KnownFacts
from memory.formation.utterances import Statement, Utterance
from memory.formation.worker import FormationWorker
from memory.index.fact_fold import IMMUTABLE, FoldedFacts
from memory.index.strengths import Strengths
from memory.recall.explaining import Explaining, Explanation
from memory.recall.supersession import RecalledFacts
from memory.vocabulary.address import Audience, Membership, audience_covers
from memory.vocabulary.errors import NotAllowed
from memory.vocabulary.fact import FORMED, PINNED, RELEASED, RETRACTED, SETTLED, UNPINNED, Fact, FactChange
from memory.vocabulary.ports import Clock

NOTE_BY_HAND = "a change by hand"

MOST_LATEST_FACTS = 500
"""Facts that are looked at for whether they are believed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactDoubt:
    """Two people's words about one person, and nothing that decides: only they know. `key` names the question."""

    key: str
    person: str
    known: Fact
    other: Fact


DOUBT_CHOICES = ("keep", "replace", "both")
"""What may be answered to a doubt: what was known holds, what was said against it, or both do."""


class FactKeeping:
    """One anima's facts, each within what the given audience may read."""

    def __init__(
        self,
        strengths: Strengths,
        explaining: Explaining,
        append: Callable[[Sequence[MemoryNote]], None],
        formation: FormationWorker | None,
        known: KnownFacts,
        replaced: Callable[[Collection[str], Audience, datetime], Collection[str]],
        membership: Membership | None,
        clock: Clock,
        redact: Redact = redact_nothing,
    ) -> None:
        """`known` is asked in which words facts were told; `replaced` tells which facts a later message has changed,
        or perhaps; `redact` takes secrets out of what is added by hand."""
        self._strengths = strengths
        self._explaining = explaining
        self._append = append
        self._formation = formation
        self._known = known
        self._replaced = replaced
        self._membership = membership
        self._clock = clock
        self._redact = redact

    async def explain(self, id: str, audience: Audience) -> Explanation | None:
        """Everything about one fact; None where there is none that may be read."""
        return await asyncio.to_thread(self._explaining, id, audience, self._clock())

    async def of(self, event: str, audience: Audience) -> list[Fact]:
        """What was understood from one event."""
        return await asyncio.to_thread(self._of, event, audience)

    async def add(self, text: str, person: str, audience: Audience, speaker: str = "") -> Fact:
        """Keep what somebody who may says, as it is. Raises StorageFault."""
        return await asyncio.to_thread(self._add, text, person, audience, speaker)

    async def share(self, id: str, audience: Audience, person: str, to: Audience) -> Fact:
        """The same fact, without what it was understood from, for these readers too: its person's own act.

        Raises NotAllowed where the person has not told it themselves, StorageFault.
        """
        return await asyncio.to_thread(self._share, id, audience, person, to)

    async def pin(
        self, id: str, audience: Audience, person: str, *, pinned: bool = True, immutable: bool = False
    ) -> Fact:
        """Hold it against all forgetting, or let it go again; what is `immutable` is not merged with others either.

        Raises NotAllowed, StorageFault.
        """
        type, how = PINNED if pinned else UNPINNED, IMMUTABLE if immutable else ""
        return await asyncio.to_thread(self._change, id, audience, person, type, "", how)

    async def forget(
        self, id: str, audience: Audience, person: str, because: str = "asked to", *, with_words: bool = True
    ) -> Fact:
        """Take it back: neither it nor, `with_words`, the clauses that told it are told any more; the log keeps them.

        Raises NotAllowed, StorageFault.
        """
        if not with_words:
            return await asyncio.to_thread(self._change, id, audience, person, RETRACTED, because)
        return await asyncio.to_thread(self._forget, id, audience, person, because)

    async def forget_said(self, event: str, audience: Audience, person: str) -> list[Fact]:
        """Tell the words of this event no more, nor what was understood from them; those facts.

        For those who may read all. Raises StorageFault.
        """
        return await asyncio.to_thread(self._forget_said, event, audience, person)

    async def withhold(self, events: Sequence[str], facts: Sequence[str], audience: str, person: str) -> None:
        """Tell these events and facts to nobody any more, whoever may read them: they are to be erased.

        Raises StorageFault.
        """
        await asyncio.to_thread(self._withhold, events, facts, audience, person)

    async def release(self, id: str, audience: Audience, person: str) -> Fact:
        """Believe what had been put aside and was not taken back since. Raises NotAllowed, StorageFault."""
        return await asyncio.to_thread(self._change, id, audience, person, RELEASED, "looked at")

    async def aside(self, audience: Audience) -> list[Fact]:
        """What was put aside for a person to look at, the oldest first."""
        return await asyncio.to_thread(self._aside, audience)

    async def doubts(self, person: str, audience: Audience) -> list[FactDoubt]:
        """What this person should be asked, as far as all who read along may read both sides; the oldest first."""
        return await asyncio.to_thread(self._doubts, person, audience)

    async def settle(self, key: str, choice: str, person: str) -> FactDoubt | None:
        """The person's answer, one of CHOICES; None where they were not asked this, or have answered already.

        Raises ValueError for another choice, StorageFault.
        """
        return await asyncio.to_thread(self._settle, key, choice, person)

    async def believed(self, audience: Audience) -> list[Fact]:
        """What people have told and is believed now, of the latest that may be read; the latest first. What a later
        message has perhaps changed is left out: to say less is better than to say what is over."""
        return await asyncio.to_thread(self._believed, audience)

    async def counted(self) -> Mapping[str, int]:
        """What formation heard, left out, kept and decided since it began; and how many facts there are of a kind."""
        return await asyncio.to_thread(self._counted)

    def _of(self, event: str, audience: Audience) -> list[Fact]:
        self._strengths.refresh()
        facts = self._strengths.asked(
            lambda state: [state.facts[id] for id in state.of_source.get(event, ()) if state.is_shown(id)]
        )
        return [fact for fact in facts if audience_covers(fact.audience, audience, self._membership)]

    def _believed(self, audience: Audience) -> list[Fact]:
        self._strengths.refresh()
        may = cache(lambda readers: audience_covers(readers, audience, self._membership))
        told = self._strengths.asked(lambda state: list(state.facts.values()))
        latest = sorted((fact for fact in told if may(fact.audience)), key=lambda fact: fact.recorded_at)[
            -MOST_LATEST_FACTS:
        ]
        now = self._clock()
        facts = RecalledFacts(self._strengths).among([fact.id for fact in latest], now)
        told = [fact for fact in reversed(facts) if fact.told_by == "user_message"]
        over = self._replaced([fact.id for fact in told], audience, now)
        return [fact for fact in told if fact.id not in over]

    def _add(self, text: str, person: str, audience: Audience, speaker: str) -> Fact:
        now, text = self._clock(), self._redact(text)
        said = Utterance(
            id=f"by hand {now.isoformat()} {person} {audience} {text}",
            text=text,
            at=now,
            person=person,
            speaker=speaker,
            audience=str(audience),
        )
        statement = Statement(text=text, category="fact", confidence=0.9)
        fact = replace(make_fact(statement, said, 0, FactCircumstances(is_asked=True)), sources=())
        self._append(
            [FactChange(ts=now, key=f"{now.isoformat()}/{fact.id}", type=FORMED, fact=fact, because=NOTE_BY_HAND)]
        )
        return fact

    def _share(self, id: str, audience: Audience, person: str, to: Audience) -> Fact:
        now, fact = self._clock(), self._own(id, audience)
        if not audience_covers(f"person:{fact.person}", Audience.parse(f"person:{person}"), self._membership):
            raise NotAllowed(f"{id}: only who has told it may share it")
        copy = replace(
            fact,
            id=fact_id(f"{id} shared with {to} {now.isoformat()}", 0),
            audience=str(to),
            recorded_at=now,
            sources=(),
            question="",
            pinned=False,
        )
        self._append(
            [FactChange(ts=now, key=f"shared/{copy.id}", type=FORMED, fact=copy, because=NOTE_BY_HAND, person=person)]
        )
        return copy

    def _forget_said(self, event: str, audience: Audience, person: str) -> list[Fact]:
        now, facts = self._clock(), self._of(event, audience)
        key, ids = f"{now.isoformat()}/{RETRACTED}/{event}", tuple(fact.id for fact in facts)
        self._append(
            [FactChange(ts=now, key=key, type=RETRACTED, ids=ids, because=NOTE_BY_HAND, person=person, turns=(event,))]
        )
        return facts

    def _forget(self, id: str, audience: Audience, person: str, because: str) -> Fact:
        fact, now = self._own(id, audience), self._clock()
        self._known.refresh()
        taken = take_out([fact], self._known)
        note = FactChange(
            ts=now,
            key=f"{now.isoformat()}/{RETRACTED}/{id}",
            type=RETRACTED,
            ids=tuple(one.id for one in taken.facts),
            because=because,
            person=person,
            turns=taken.turns,
            left=taken.left,
        )
        self._append([note])
        return fact

    def _withhold(self, events: Sequence[str], facts: Sequence[str], audience: str, person: str) -> None:
        now = self._clock()
        note = FactChange(
            ts=now,
            key=f"{now.isoformat()}/{RETRACTED}/{audience}",
            type=RETRACTED,
            ids=tuple(facts),
            because="it is to be erased",
            person=person,
            audience=audience,
            turns=tuple(events),
        )
        self._append([note])

    def _change(self, id: str, audience: Audience, person: str, type: str, because: str, how: str = "") -> Fact:
        fact = self._own(id, audience)
        now: datetime = self._clock()
        self._append(
            [
                FactChange(
                    ts=now,
                    key=f"{now.isoformat()}/{type}/{id}",
                    type=type,
                    ids=(id,),
                    because=because or NOTE_BY_HAND,
                    how=how,
                    person=person,
                    fact=fact if type == RELEASED else None,
                )
            ]
        )
        return fact

    def _own(self, id: str, audience: Audience) -> Fact:
        self._strengths.refresh()
        fact = self._strengths.asked(lambda state: None if id in state.retracted else state.facts.get(id))
        if fact is None or not audience_covers(fact.audience, audience, self._membership):
            raise NotAllowed(f"{id}: there is no such memory that may be changed from here")
        return fact

    def _doubts(self, person: str, audience: Audience) -> list[FactDoubt]:
        self._strengths.refresh()
        found = self._strengths.asked(lambda state: list(_open(state, person)))
        return [
            doubt
            for doubt in found
            if all(audience_covers(fact.audience, audience, self._membership) for fact in (doubt.known, doubt.other))
        ]

    def _settle(self, key: str, choice: str, person: str) -> FactDoubt | None:
        if choice not in DOUBT_CHOICES:
            raise ValueError(f"{choice!r} is no answer; there are: {', '.join(DOUBT_CHOICES)}")
        self._strengths.refresh()
        found = self._strengths.asked(lambda state: list(_open(state, person)))
        doubt = next((one for one in found if one.key == key), None)
        if doubt is not None:
            known, other = doubt.known.id, doubt.other.id
            ids = (other, known) if choice == "replace" else (known, other)
            now = self._clock()
            self._append(
                [
                    FactChange(
                        ts=now, key=f"settled/{key}", type=SETTLED, ids=ids, how=choice, because=key, person=person
                    )
                ]
            )
        return doubt

    def _aside(self, audience: Audience) -> list[Fact]:
        self._strengths.refresh()
        facts = self._strengths.asked(
            lambda state: [
                state.facts[id] for id in state.quarantined if id in state.facts and id not in state.retracted
            ]
        )
        return [fact for fact in facts if audience_covers(fact.audience, audience, self._membership)]

    def _counted(self) -> Mapping[str, int]:
        self._strengths.refresh()
        kinds = self._strengths.asked(
            lambda state: {
                "facts": sum(state.is_shown(id) for id in state.facts),
                "facts put aside": len(state.quarantined),
                "facts taken back": len(state.retracted),
                "facts merged": len(state.merged),
                "relations": len(state.links()),
            }
        )
        return {**(self._formation.counted if self._formation else {}), **kinds}


def _open(state: FoldedFacts, person: str) -> Iterator[FactDoubt]:
    for key, note in state.asked.items():
        facts = [state.facts[id] for id in note.ids if id in state.facts and state.is_shown(id)]
        if note.person == person and len(facts) == 2:
            yield FactDoubt(key=key, person=person, known=facts[0], other=facts[1])
