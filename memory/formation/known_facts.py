"""What is known already: the view that formation has of the facts, through the index and the folded memory log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache, lru_cache
from itertools import takewhile

from memory.archive.memory_log import MemoryNote
from memory.formation.fact_maker import NearFact, RestingFact
from memory.index.entry import FACT_KINDS, IndexEntry, SearchScope, message_key
from memory.index.fact_fold import FoldedFacts
from memory.index.keeper import IndexKeeper
from memory.index.strengths import Strengths, strength_of
from memory.language.analyser import query_terms, terms
from memory.theories.text_retrieval import count_cosine
from memory.theories.truth import testimony_order
from memory.vocabulary.address import Audience, Membership, audience_covers, readable_sources
from memory.vocabulary.errors import AddressError
from memory.vocabulary.event import Event
from memory.vocabulary.fact import MERGED, QUARANTINED, REINFORCED, RELEASED, RETRACTED, Fact, FactChange, Strength

NEAR = 6
TERMS = 14
"""So many words of a statement are compared."""

TURNS = 200
"""So many of a person's turns are looked through for what they want forgotten."""

LOOKED_FOR = 6
"""So many of them are looked for, the longest: they choose best, and to count how rare they are costs more."""


class KnownFacts:
    """Blocking; call it from a thread. `pending` are facts of a batch that is not written yet.

    Nothing that is retracted, quarantined or merged into another is shown.
    """

    def __init__(
        self,
        keeper: IndexKeeper,
        strengths: Strengths,
        membership: Membership | None,
        find: Callable[[str], Event | None],
    ) -> None:
        """`find` looks an event up by its id."""
        self._find = find
        self._keeper = keeper
        self._strengths = strengths
        self._membership = membership
        self.pending: list[Fact] = []
        self._batch: list[FactChange] = []  # all changes that are not written yet
        self._gone: set[str] = set()
        self._readable: dict[str, frozenset[str]] = {}  # during one batch

    def refresh(self) -> None:
        """Have the index abreast of the logs: until the first recall nobody else sees to that."""
        self._keeper.keep_abreast()

    def expect(self, note: MemoryNote) -> None:
        """A note of the batch that is not written yet: what it brings is known already, what it takes away no more."""
        if isinstance(note, FactChange):
            self._batch.append(note)
            if note.type in (MERGED, RETRACTED, QUARANTINED):
                self.pending = [item for item in self.pending if item.id not in note.ids]
                self._gone |= set(note.ids)
            if note.type == RELEASED:
                self._gone -= set(note.ids)
            if note.fact:
                self.pending.append(note.fact)

    def written(self) -> None:
        """The batch is in the log now, or will never be."""
        self.pending, self._batch, self._gone = [], [], set()
        self._readable.clear()

    def has(self, id: str) -> bool:
        """Whether there is, or ever was, a fact with this id."""
        return self._strengths.asked(lambda state: id in state.facts)

    def person_called(self, name: str, audience: str) -> str:
        """The address of the one person who spoke to these readers and is called that; empty where that is open."""
        wanted = set(terms(name))
        index = self._keeper.index
        spoke = index.persons(self._audiences(audience)) if wanted else []
        found = {person for speaker, person in spoke if person and wanted <= set(terms(speaker))}
        return found.pop() if len(found) == 1 else ""

    def near(self, text: str, audience: str) -> Sequence[NearFact]:
        """The most similar facts that the audience may read, best first."""
        asked = query_terms(text)[:TERMS]
        found = [*self._matched(asked, audience), *(item for item in self.pending if item.audience == audience)]
        counted = Counter(asked)
        measured = [NearFact(fact, count_cosine(counted, _words(fact.text))) for fact in found]
        return sorted(measured, key=lambda item: (-item.similarity, item.fact.id))[:NEAR]

    def of_slot(self, slot: str, audience: str) -> Sequence[Fact]:
        """What is known of a slot, the latest (in the world) first."""
        known = self._strengths.asked(lambda state: list(self._shown(state, state.of_slot.get(slot, ()))))
        readable_here = [fact for fact in known if self._is_readable(fact, audience)]
        pending = [item for item in self.pending if item.slot == slot and item.audience == audience]
        return sorted([*readable_here, *pending], key=testimony_order, reverse=True)

    def of_sources(self, events: Sequence[str]) -> Sequence[Fact]:
        """What was understood from these events, or said again in them."""
        again = [id for note in self._of_type(REINFORCED) if note.source in events for id in note.ids]
        pending = [item for item in self.pending if set(item.sources) & set(events) or item.id in again]
        found = self._strengths.asked(
            lambda state: [
                fact for event in events for fact in self._shown(state, (*state.of_source.get(event, ()), *again))
            ]
        )
        return list({fact.id: fact for fact in (*found, *pending)}.values())

    def said_in(self, facts: Sequence[Fact]) -> Sequence[str]:
        """The events in which these were told, and told again."""
        ids = [fact.id for fact in facts]
        again = self._strengths.asked(lambda state: [event for id in ids for event in state.said_again.get(id, ())])
        lately = [note.source for note in self._of_type(REINFORCED) if set(note.ids) & set(ids)]
        return [*(source for fact in facts for source in fact.sources), *again, *lately]

    def turns_of(self, person: str, words: Sequence[str]) -> Sequence[IndexEntry]:
        """What this person said in which any of the words occurs, the most fitting first."""
        index = self._keeper.index
        within = SearchScope(audiences=index.audiences(), kinds=("turn",), person=person)
        return index.match([term for word in words for term in terms(word)], within, TURNS)

    def words(self, event: str) -> str:
        """What was said by this event, as it now stands; empty where nothing does."""
        left = [note.left.get(event, "") for note in self._of_type(RETRACTED) if event in note.turns]
        entry = self._keeper.index.entries([event]).get(event)
        return left[-1] if left else entry.text if entry else ""

    def speaker(self, event: str) -> str:
        """The address of the person who said it."""
        entry = self._keeper.index.entries([event]).get(event)
        return entry.person if entry else ""

    def resting_on(self, message: str) -> Sequence[RestingFact]:
        """The facts that hold words of this message (room and platform id), and then those that they were merged into;
        what was put aside or merged too, but nothing that was taken back."""
        return self._strengths.asked(lambda state: list(self._resting(state, message)))

    def told(self, message: str) -> str:
        """The event by which this message was said, where it still stands; else empty."""
        entry = self._keeper.index.of_message(message)
        return entry.id if entry else ""

    def answered_by(self, reply: str) -> str:
        """The event that this one answers; empty where that cannot be told."""
        event = self._find(reply)
        asked = event.meta.get("reply_to") if event else None
        return self.told(message_key(replace(event, meta={"message_id": asked}))) if event and asked else ""

    def has_taken_back(self, event: str) -> bool:
        """Whether something was taken back by this event already."""
        return self._strengths.asked(lambda state: any(note.source == event for note in state.retracted.values()))

    def of_person(self, person: str, since: datetime) -> Sequence[Fact]:
        """What a person said since then, the latest first; what they said before it is not looked at."""
        recent = [note.fact for note in reversed(self._batch) if note.fact and note.fact.person == person]
        return recent + self._strengths.asked(lambda state: list(_since(state, person, since)))

    def of_reply(self, question: str) -> Sequence[str]:
        """The memories that the answer to this event made use of."""
        return self._strengths.asked(lambda state: state.replies.get(question, ()))

    def together(self, memories: Sequence[str]) -> Sequence[str]:
        """These, the messages that told them and all that was understood of those: what stands or falls as one."""
        facts = self._strengths.asked(lambda state: [state.facts[id] for id in memories if id in state.facts])
        events = dict.fromkeys(
            [*(id for id in memories if id not in {fact.id for fact in facts}), *self.said_in(facts)]
        )
        return list(dict.fromkeys([*memories, *events, *(fact.id for fact in self.of_sources(list(events)))]))

    def strength(self, id: str, audience: str) -> Strength:
        told = cache(lambda seen: bool(readable_sources([seen], Audience.parse(audience), self._membership)))
        return self._strengths.asked(lambda state: strength_of(state, id, self._strengths.curve, told))

    def _of_type(self, type: str) -> list[FactChange]:
        return [note for note in self._batch if note.type == type]

    def _resting(self, state: FoldedFacts, message: str) -> Iterator[RestingFact]:
        lately = {note.fact.id: note.fact for note in self._batch if note.fact}
        facts = state.facts | lately
        heirs = state.merged | {id: note.fact.id for note in self._of_type(MERGED) if note.fact for id in note.ids}
        gone = {*state.retracted, *(id for note in self._of_type(RETRACTED) for id in note.ids)}
        told = (id for id, item in lately.items() if message and message in (item.message, item.question))
        found = dict.fromkeys([*state.of_message.get(message, ()), *told])
        for id in (each := list(found)):  # grows while it is gone through
            if (heir := heirs.get(id)) and heir not in found:
                found[heir] = None
                each.append(heir)
        for fact in (facts[id] for id in found if id not in gone):
            merged = tuple(
                facts[id] for id, heir in heirs.items() if heir == fact.id and id in facts and id not in gone
            )
            again = state.said_again.get(fact.id, ())
            yield RestingFact(fact=fact, merged=merged, again=self._again_in(fact, again, message))

    def _again_in(self, fact: Fact, events: Sequence[str], message: str) -> tuple[str, str, str]:
        """The first of the events, its message and audience, that is of the same person and still says what it said."""
        for id in events:
            entry = self._keeper.index.entries([id]).get(id)
            if entry is None or entry.person != fact.person or not entry.message or entry.message == message:
                continue
            if (event := self._find(id)) is not None and event.content == entry.text:
                return id, entry.message, entry.audience
        return "", "", ""

    def _matched(self, asked: Sequence[str], audience: str) -> list[Fact]:
        index = self._keeper.index
        within = SearchScope(audiences=self._audiences(audience), kinds=FACT_KINDS)
        entries = index.match(sorted(asked, key=len, reverse=True)[:LOOKED_FOR], within, NEAR)
        ids = [entry.id for entry in entries]
        return self._strengths.asked(lambda state: list(self._shown(state, ids)))

    def _audiences(self, audience: str) -> frozenset[str]:
        """Whose memories those may read who hear this."""
        if audience not in self._readable:
            try:
                kept = self._keeper.index.audiences()
                self._readable[audience] = readable_sources(kept, Audience.parse(audience), self._membership)
            except AddressError:
                self._readable[audience] = frozenset()
        return self._readable[audience]

    def _shown(self, state: FoldedFacts, ids: Sequence[str]) -> Iterator[Fact]:
        shown = (id for id in ids if id in state.facts and state.is_shown(id) and id not in self._gone)
        return (state.facts[id] for id in shown)

    def _is_readable(self, fact: Fact, audience: str) -> bool:
        try:
            return fact.audience == audience or audience_covers(
                fact.audience, Audience.parse(audience), self._membership
            )
        except AddressError:
            return False


@lru_cache(maxsize=2048)
def _words(text: str) -> Counter[str]:
    """What is said lately is compared with again and again."""
    return Counter(query_terms(text))


def _since(state: FoldedFacts, person: str, since: datetime) -> Iterator[Fact]:
    facts = (state.facts[id] for id in reversed(state.of_person.get(person, [])))
    return takewhile(lambda fact: fact.recorded_at >= since, facts)
