"""Keeping: what people do to single facts by hand: look at one, add, pin, forget, release. Public beside the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeVar

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
from memory.recall.holding import Holding
from memory.threads import in_thread
from memory.vocabulary.address import Audience, Membership, audience_covers
from memory.vocabulary.errors import NotAllowed
from memory.vocabulary.fact import FORMED, PINNED, RELEASED, RETRACTED, SETTLED, UNPINNED, Fact, FactChange
from memory.vocabulary.ports import Clock

Answer = TypeVar("Answer")

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


@dataclass(eq=False)
class FactKeeping:
    """One anima's facts, each within what the given audience may read.

    `known` is asked in which words facts were told; `redact` takes secrets out of what is added by hand.
    """

    strengths: Strengths
    explaining: Explaining
    append: Callable[[Sequence[MemoryNote]], None]
    formation: FormationWorker | None
    known: KnownFacts
    holding: Holding
    membership: Membership | None
    clock: Clock
    redact: Redact = redact_nothing

    @in_thread
    def explain(self, id: str, audience: Audience) -> Explanation | None:
        """Everything about one fact; None where there is none that may be read."""
        return self.explaining(id, audience, self.clock())

    @in_thread
    def of(self, event: str, audience: Audience) -> list[Fact]:
        """What was understood from one event."""
        return self._of(event, audience)

    @in_thread
    def add(self, text: str, person: str, audience: Audience, speaker: str = "") -> Fact:
        """Keep what somebody who may says, as it is. Raises StorageFault."""
        now, text = self.clock(), self.redact(text)
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
        self.append(
            [FactChange(ts=now, key=f"{now.isoformat()}/{fact.id}", type=FORMED, fact=fact, because=NOTE_BY_HAND)]
        )
        return fact

    @in_thread
    def share(self, id: str, audience: Audience, person: str, to: Audience) -> Fact:
        """The same fact, without what it was understood from, for these readers too: its person's own act.

        Raises NotAllowed where the person has not told it themselves, StorageFault.
        """
        now, fact = self.clock(), self._own(id, audience)
        if not audience_covers(f"person:{fact.person}", Audience.parse(f"person:{person}"), self.membership):
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
        self.append(
            [FactChange(ts=now, key=f"shared/{copy.id}", type=FORMED, fact=copy, because=NOTE_BY_HAND, person=person)]
        )
        return copy

    @in_thread
    def pin(self, id: str, audience: Audience, person: str, *, pinned: bool = True, immutable: bool = False) -> Fact:
        """Hold it against all forgetting, or let it go again; what is `immutable` is not merged with others either.

        Raises NotAllowed, StorageFault.
        """
        type, how = PINNED if pinned else UNPINNED, IMMUTABLE if immutable else ""
        return self._change(id, audience, person, type, how=how)

    @in_thread
    def forget(
        self, id: str, audience: Audience, person: str, because: str = "asked to", *, with_words: bool = True
    ) -> Fact:
        """Take it back: neither it nor, `with_words`, the clauses that told it are told any more; the log keeps them.

        Raises NotAllowed, StorageFault.
        """
        if not with_words:
            return self._change(id, audience, person, RETRACTED, because)
        fact, now = self._own(id, audience), self.clock()
        self.known.refresh()
        taken = take_out([fact], self.known)
        note = FactChange(
            ts=now,
            key=f"{now.isoformat()}/{RETRACTED}/{id}",
            type=RETRACTED,
            ids=tuple(fact.id for fact in taken.facts),
            because=because,
            person=person,
            turns=taken.turns,
            left=taken.left,
        )
        self.append([note])
        return fact

    @in_thread
    def forget_said(self, event: str, audience: Audience, person: str) -> list[Fact]:
        """Tell the words of this event no more, nor what was understood from them; those facts.

        For those who may read all. Raises StorageFault.
        """
        now, facts = self.clock(), self._of(event, audience)
        key, ids = f"{now.isoformat()}/{RETRACTED}/{event}", tuple(fact.id for fact in facts)
        self.append(
            [FactChange(ts=now, key=key, type=RETRACTED, ids=ids, because=NOTE_BY_HAND, person=person, turns=(event,))]
        )
        return facts

    @in_thread
    def withhold(self, events: Sequence[str], facts: Sequence[str], audience: str, person: str) -> None:
        """Tell these events and facts to nobody any more, whoever may read them: they are to be erased.

        Raises StorageFault.
        """
        now = self.clock()
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
        self.append([note])

    @in_thread
    def release(self, id: str, audience: Audience, person: str) -> Fact:
        """Believe what had been put aside and was not taken back since. Raises NotAllowed, StorageFault."""
        return self._change(id, audience, person, RELEASED, "looked at")

    @in_thread
    def aside(self, audience: Audience) -> list[Fact]:
        """What was put aside for a person to look at, the oldest first."""
        put_aside = self._asked(
            lambda state: [
                state.facts[id] for id in state.quarantined if id in state.facts and id not in state.retracted
            ]
        )
        return [fact for fact in put_aside if self._may_read(audience, fact)]

    @in_thread
    def doubts(self, person: str, audience: Audience) -> list[FactDoubt]:
        """What this person should be asked, as far as all who read along may read both sides; the oldest first."""
        doubts = self._asked(lambda state: list(_open(state, person)))
        return [doubt for doubt in doubts if self._may_read(audience, doubt.known, doubt.other)]

    @in_thread
    def settle(self, key: str, choice: str, person: str) -> FactDoubt | None:
        """The person's answer, one of CHOICES; None where they were not asked this, or have answered already.

        Raises ValueError for another choice, StorageFault.
        """
        if choice not in DOUBT_CHOICES:
            raise ValueError(f"{choice!r} is no answer; there are: {', '.join(DOUBT_CHOICES)}")
        doubts = self._asked(lambda state: list(_open(state, person)))
        doubt = next((doubt for doubt in doubts if doubt.key == key), None)
        if doubt is not None:
            known, other = doubt.known.id, doubt.other.id
            ids, now = (other, known) if choice == "replace" else (known, other), self.clock()
            note_key = f"settled/{key}"
            self.append(
                [FactChange(ts=now, key=note_key, type=SETTLED, ids=ids, how=choice, because=key, person=person)]
            )
        return doubt

    @in_thread
    def believed(self, audience: Audience) -> list[Fact]:
        """What people have told and is believed now, of the latest that may be read; the latest first."""
        may_read = cache(lambda readers: audience_covers(readers, audience, self.membership))
        every, now = self._asked(lambda state: list(state.facts.values())), self.clock()
        readable = sorted((fact for fact in every if may_read(fact.audience)), key=lambda fact: fact.recorded_at)
        of_people = [fact.id for fact in readable[-MOST_LATEST_FACTS:] if fact.told_by == "user_message"]
        return list(reversed(self.holding.facts(of_people, audience, now)))

    @in_thread
    def counted(self) -> Mapping[str, int]:
        """What formation heard, left out, kept and decided since it began; and how many facts there are of a kind."""
        kinds = self._asked(
            lambda state: {
                "facts": sum(state.is_shown(id) for id in state.facts),
                "facts put aside": len(state.quarantined),
                "facts taken back": len(state.retracted),
                "facts merged": len(state.merged),
                "relations": len(state.links()),
            }
        )
        return {**(self.formation.counted if self.formation else {}), **kinds}

    def _of(self, event: str, audience: Audience) -> list[Fact]:
        facts = self._asked(
            lambda state: [state.facts[id] for id in state.of_source.get(event, ()) if state.is_shown(id)]
        )
        return [fact for fact in facts if self._may_read(audience, fact)]

    def _change(
        self, id: str, audience: Audience, person: str, type: str, because: str = NOTE_BY_HAND, how: str = ""
    ) -> Fact:
        fact, now = self._own(id, audience), self.clock()
        note = FactChange(
            ts=now,
            key=f"{now.isoformat()}/{type}/{id}",
            type=type,
            ids=(id,),
            because=because or NOTE_BY_HAND,
            how=how,
            person=person,
            fact=fact if type == RELEASED else None,
        )
        self.append([note])
        return fact

    def _own(self, id: str, audience: Audience) -> Fact:
        fact = self._asked(lambda state: None if id in state.retracted else state.facts.get(id))
        if fact is None or not self._may_read(audience, fact):
            raise NotAllowed(f"{id}: there is no such memory that may be changed from here")
        return fact

    def _asked(self, ask: Callable[[FoldedFacts], Answer]) -> Answer:
        """What the facts answer as the log has them now."""
        self.strengths.refresh()
        return self.strengths.asked(ask)

    def _may_read(self, audience: Audience, *facts: Fact) -> bool:
        return all(audience_covers(fact.audience, audience, self.membership) for fact in facts)


def _open(state: FoldedFacts, person: str) -> Iterator[FactDoubt]:
    for key, note in state.asked.items():
        facts = [state.facts[id] for id in note.ids if id in state.facts and state.is_shown(id)]
        if note.person == person and len(facts) == 2:
            yield FactDoubt(key=key, person=person, known=facts[0], other=facts[1])
