"""The view: what a step of sleep sees. All of it is for one audience, so nothing that is made of it is for more.

Read-only, and blocking: it is asked in the night's own thread. It comes from the indexes and the fold of the memory
log; documents come through the archive.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from functools import cache

from memory.archive.activity_log import ActivityLog, parse_pointer
from memory.archive.documents import Documents, MarkdownDocument, audience_of, shelf_of
from memory.index.entry import FACT_KINDS, IndexEntry, SearchScope, message_key
from memory.index.keeper import IndexKeeper
from memory.index.log_now import AmendedLog
from memory.index.pieces import BEGINNING_OF_TIME, recorded_at
from memory.index.strengths import Strengths
from memory.language.analyser import query_terms
from memory.language.language_packs import language_of
from memory.recall.holding import Holding, Instant
from memory.recall.query import RecallQuestion
from memory.sleep.forgetting_rules import MOST_ACTIVE
from memory.theories.text_retrieval import count_cosine
from memory.threads import Politeness
from memory.vocabulary.address import Audience, Membership, audience_covers
from memory.vocabulary.change import Memory, MemoryKind, NearMemory
from memory.vocabulary.cue import Recollection
from memory.vocabulary.errors import EmbedderFault, EmbedderNotReady
from memory.vocabulary.event import Event
from memory.vocabulary.fact import Fact, FactChange, Relation, Strength
from memory.vocabulary.ports import UNAIDED, NightAids

_KIND_OF: Mapping[str, MemoryKind] = {"knowledge": "knowledge", "procedures": "procedure", "skills": "skill"}


def memory_of_document(document: MarkdownDocument, audience: Audience, zone: tzinfo) -> Memory:
    """A note of an audience."""
    return Memory(
        id=document.path,
        kind=_KIND_OF[document.kind],
        text=document.body,
        audience=str(audience),
        category=str(document.meta.get("category") or document.meta.get("type") or ""),
        at=recorded_at(document.meta, zone),
        path=document.path,
        version=document.version,
        meta=document.meta,
    )


def memory_of_fact(fact: Fact) -> Memory:
    """What was understood."""
    return Memory(
        id=fact.id,
        kind="fact",
        text=fact.text,
        audience=fact.audience,
        category=fact.category,
        at=fact.recorded_at,
        fact=fact,
    )


def memory_of_episode(entry: IndexEntry) -> Memory:
    """An entry of a day."""
    return Memory(id=entry.id, kind="episode", text=entry.text, audience=entry.audience, at=entry.at, path=entry.path)


# --- view -----------------------------------------------------------------------------------------------------------


MOST_SIMILAR = 500
"""So many memories are looked at at once."""

LONGEST_LOOK_BACK = timedelta(days=30)
"""Of a night before which many were left out."""

MOST_NEAR = 6
TERMS = 14
"""So many words are compared where there are no vectors."""

_DOCUMENTS: tuple[MemoryKind, ...] = ("knowledge", "procedure", "skill")
_FILES: tuple[MemoryKind, ...] = (*_DOCUMENTS, "episode")


@dataclass(frozen=True, slots=True, kw_only=True)
class NightHoldings:
    """All that an anima has, for the program itself: views are made of it."""

    keeper: IndexKeeper
    strengths: Strengths
    documents: Documents
    log: Callable[[], ActivityLog]
    log_now: AmendedLog
    recall: Callable[[RecallQuestion], Sequence[Recollection]]
    holding: Holding
    scale_of: Callable[[str], Callable[[float], float]]
    zone: tzinfo
    membership: Membership | None
    most_active: int = MOST_ACTIVE
    aids: NightAids = UNAIDED

    def refresh(self, now: datetime) -> None:
        """Have all of it abreast of the files."""
        self.strengths.refresh()
        self.keeper.refresh(now)

    def audiences(self) -> list[str]:
        """Those for whom something is kept, in one order."""
        facts = self.strengths.asked(lambda state: {fact.audience for fact in state.facts.values()})
        return sorted(filter(None, {*self.keeper.index.audiences(), *facts}))


class NightView:
    """What one audience has, as of `now`. `may_vanish` tells how many memories more may be put away or laid to rest
    in this night; above `most_active` the least useful ones are. `day` is looked at where a day is looked at again;
    `last_night` is when its like was slept before."""

    def __init__(
        self,
        holdings: NightHoldings,
        audience: Audience,
        now: datetime,
        may_vanish: int = MOST_SIMILAR,
        night: str = "",
    ) -> None:
        self._holdings = holdings
        self._index = holdings.keeper.index
        self.audience = audience
        self.now = now
        self.zone = holdings.zone
        self.may_vanish = may_vanish
        self.most_active = holdings.most_active
        self.aids = holdings.aids
        self.name = holdings.documents.owner
        self.idle = timedelta()
        self.day = now.astimezone(self.zone).date()
        self.last_night: datetime | None = None
        self.night = night
        self.curve = holdings.strengths.curve
        self.beginning = BEGINNING_OF_TIME
        self._politeness = Politeness()
        self._known_paths: dict[str, list[str]] = {}
        self._strengths: dict[str, Strength] = {}
        self._may_know = cache(
            lambda seen: seen == str(audience) or audience_covers(seen, audience, holdings.membership)
        )

    # ------------------------------------------------------------------------------------------- what there is

    def pages(self, *kinds: MemoryKind, dormant: bool = False) -> Iterator[list[Memory]]:
        """All memories of these kinds, at most 500 at once, in one order; `dormant`: those too that are asleep.

        Of facts those that are believed: nobody took them back, put them aside, merged or invalidated them.
        """
        page: list[Memory] = []
        for memory in self._all(kinds, dormant=dormant):
            self._politeness.breathe()
            if dormant or not self.is_dormant(memory):
                page.append(memory)
            if len(page) == MOST_SIMILAR:
                yield page
                page = []
        if page:
            yield page

    def count(self, *kinds: MemoryKind) -> int:
        """How many of these are awake."""
        return sum(map(len, self.pages(*kinds)))

    def memory(self, id: str) -> Memory | None:
        """The one of this id, dormant or not; None where this audience has none."""
        if id.startswith("fact:"):
            fact = self._holdings.strengths.asked(
                lambda state: state.facts.get(id) if state.holds(id, self._may_know) else None
            )
            return memory_of_fact(fact) if fact and fact.audience == str(self.audience) else None
        path, mark, _ = id.partition("#")
        if mark:
            entry = self._index.entries([id], self._within(("episode",))).get(id)
            return memory_of_episode(entry) if entry else None
        return self._of_document(path) if path in self._paths(_DOCUMENTS) else None

    def paths(self, *kinds: MemoryKind) -> list[str]:
        """The documents of these kinds, in one order."""
        return self._paths(kinds)

    def document(self, path: str) -> MarkdownDocument | None:
        """A document of this audience with its head and version; None where there is none."""
        folder = shelf_of(path)
        is_own = audience_of(folder) == self.audience if folder else path in self._paths(_FILES)
        return self._holdings.documents.read(path) if is_own else None

    def knows(self, id: str) -> bool:
        """Whether a memory or an event of this id is this audience's, whatever became of it."""
        if id.startswith("fact:"):
            fact = self._holdings.strengths.asked(lambda state: state.facts.get(id))
            return fact is not None and fact.audience == str(self.audience)
        return self.memory(id) is not None if ".md" in id else self.event(id) is not None

    def strength(self, id: str) -> Strength:
        """What use has made of a memory, as far as this audience may know of the use."""
        self._politeness.breathe()
        if id not in self._strengths:
            self._strengths[id] = self._holdings.strengths.told_to(id, self._may_know)
        return self._strengths[id]

    def question_of(self, memory: Memory) -> str:
        """How it is asked for: the question in the log whose answer made use of it, else that which it answers, else
        what its slot is about; empty where nobody can ask for it without telling it."""
        if memory.fact is None:
            return ""
        told = {memory.id, *memory.fact.sources}
        replies = self._holdings.strengths.asked(lambda state: list(state.replies.items()))
        asked = [event for event, ids in reversed(replies) if told & set(ids)]
        for event in filter(None, (*asked, memory.fact.question)):
            if (found := self.event(event)) is not None and found.content:
                return found.content
        subject, _, what = memory.fact.slot.rpartition(" ")
        return f"{memory.fact.speaker or subject} {what}" if what else ""

    def is_dormant(self, memory: Memory) -> bool:
        """Whether it is asleep: it comes to mind by itself no more, and wakes when it is used."""
        strength = self.strength(memory.id)
        if strength.asleep_since is not None:
            return True
        return not self._holdings.strengths.standings.of(memory.path).is_awake(strength.last_access)

    def relations(self, id: str) -> list[Relation]:
        """The links of a memory, the oldest first."""
        return self._holdings.strengths.asked(lambda state: [link.relation for link in state.links_of(id)])

    def replaced(self, memories: Sequence[Memory]) -> Mapping[str, str]:
        """Which of these facts hold no more, and what took the place of each."""
        self._politeness.breathe()
        instant = Instant(valid_at=self.now, recorded_at=self.now)
        found = self._holdings.holding([item.id for item in memories if item.fact], {str(self.audience)}, instant)
        return {id: holds[0].entry for id, holds in found.items() if not holds[0].is_undecided}

    # --------------------------------------------------------------------------------------------- what is near

    def near(self, memory: Memory, *kinds: MemoryKind, limit: int = MOST_NEAR) -> list[NearMemory]:
        """The memories of this audience that are most like it, best first, without itself."""
        self._politeness.breathe()
        vectors = self._holdings.keeper.vectors()
        id = memory.id if memory.fact or memory.kind == "episode" else f"{memory.path}#1"
        own = vectors.of([id]).get(id) if vectors is not None else None
        found = self._by_vector(own, memory.text, kinds, limit + 1) if own is not None else None
        found = found if found is not None else self._by_words(memory.text, kinds, limit + 1)
        return [item for item in found if item.memory.id != memory.id][:limit]

    def similar(self, text: str, *kinds: MemoryKind, limit: int = MOST_NEAR) -> list[NearMemory]:
        """The memories of this audience that are most like a text, best first."""
        embedder = self._holdings.keeper.embedder
        try:
            vector = embedder.embed([text])[0] if embedder is not None else None
        except (EmbedderFault, EmbedderNotReady):
            vector = None
        if vector is None:
            return self._by_words(text, kinds, limit)
        return self._by_vector(vector, text, kinds, limit) or []

    # ---------------------------------------------------------------------------------------------- what was said

    def said(self, since: datetime, until: datetime) -> list[Event]:
        """What happened before this audience in since <= ts < until, as it now stands: with edits, without what is
        gone."""
        events = self._holdings.log().between(since, until)
        return self._holdings.log_now.stand([item for item in events if item.audience == str(self.audience)])

    def said_on(self, day: date) -> list[Event]:
        """The same of one day."""
        begin, end = (datetime.combine(item, time(), self.zone) for item in (day, day + timedelta(days=1)))
        return self.said(begin, end)

    def since(self, look_back: timedelta) -> datetime:
        """From where on this night looks: as far back as nights do, or to the last one where some were left out."""
        usual = self.now - look_back
        return max(min(usual, self.last_night or usual), self.now - LONGEST_LOOK_BACK)

    def told(self, id: str) -> tuple[Fact, FactChange | None] | None:
        """A fact of this audience whatever became of it, and what invalidated it."""
        known = self._holdings.strengths.asked(lambda state: (state.facts.get(id), state.invalidated.get(id)))
        fact, ended = known
        return (fact, ended) if fact is not None and fact.audience == str(self.audience) else None

    def facts_of(self, event: str) -> list[Fact]:
        """What was understood of an event, as far as it is for this audience and believed."""
        facts = self._holdings.strengths.asked(
            lambda state: [state.facts[id] for id in state.of_source.get(event, ()) if state.holds(id, self._may_know)]
        )
        return [fact for fact in facts if fact.audience == str(self.audience)]

    def days_of(self, amending: Event) -> set[date]:
        """The days on which what was edited or deleted by this event had been said."""
        originals = self._index.amends.originals(message_key(amending))
        return {parse_pointer(original.path)[0] for original in originals}

    def event(self, id: str) -> Event | None:
        """One event of this audience as it now stands; None where it is gone."""
        found = self._holdings.log().find(id)
        if found is None or found.audience != str(self.audience):
            return None
        return next(iter(self._holdings.log_now.stand([found])), None)

    def replies(self, events: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """The memories that answers to these events made use of, as far as they are among the latest answers."""
        known = self._holdings.strengths.asked(lambda state: state.replies)
        return {id: known[id] for id in events if id in known}

    def recalled(self, question: str, limit: int = 10) -> list[Recollection]:
        """What the real recall finds for these words before this audience; it counts as no use."""
        self._politeness.breathe()
        return list(
            self._holdings.recall(
                RecallQuestion(text=question, present=self.audience, now=self.now, limit=limit, whole=True)
            )
        )

    # ---------------------------------------------------------------------------------------------------------

    def _all(self, kinds: Sequence[MemoryKind], *, dormant: bool) -> Iterator[Memory]:
        if not kinds or "fact" in kinds:
            yield from map(
                memory_of_fact, self._facts() if dormant else self._holdings.strengths.awake(str(self.audience))
            )
        for path in self._paths([kind for kind in _DOCUMENTS if not kinds or kind in kinds]):
            if memory := self._of_document(path):
                yield memory
        for path in self._paths(["episode"] if not kinds or "episode" in kinds else []):
            yield from map(memory_of_episode, self._index.of_file(path))

    def _facts(self) -> list[Fact]:
        mine = str(self.audience)
        return self._holdings.strengths.asked(
            lambda state: sorted(
                (fact for id, fact in state.facts.items() if fact.audience == mine and state.holds(id, self._may_know)),
                key=lambda fact: (fact.recorded_at, fact.id),
            )
        )

    def _paths(self, kinds: Sequence[MemoryKind]) -> list[str]:
        for kind in kinds:
            if kind not in self._known_paths:
                found = self._index.paths(str(self.audience), [kind])
                self._known_paths[kind] = [path for path in found if not path.startswith("shared/")]
        return [path for kind in kinds for path in self._known_paths[kind]]

    def _of_document(self, path: str) -> Memory | None:
        document = self._holdings.documents.read(path)
        return memory_of_document(document, self.audience, self.zone) if document and not document.problem else None

    def _within(self, kinds: Sequence[str]) -> SearchScope:
        stored = [*(kind for kind in kinds if kind != "fact"), *(FACT_KINDS if "fact" in kinds else ())]
        return SearchScope(
            audiences={str(self.audience)}, kinds=stored or (*FACT_KINDS, "knowledge", "procedure", "episode")
        )

    def _by_vector(self, vector: object, text: str, kinds: Sequence[str], limit: int) -> list[NearMemory] | None:
        vectors = self._holdings.keeper.vectors()
        if vectors is None:
            return None
        scale = self._holdings.scale_of(language_of(text).code)
        hits = vectors.nearest(vector, self._within(kinds), 2 * limit)  # type: ignore[arg-type]
        return self._nears(((id, scale(measured)) for id, measured in hits), limit)

    def _by_words(self, text: str, kinds: Sequence[str], limit: int) -> list[NearMemory]:
        asked = query_terms(text)[:TERMS]
        counted = Counter(asked)
        found = self._index.match(asked, self._within(kinds), 2 * limit)
        measured = ((entry.id, count_cosine(counted, Counter(query_terms(entry.text)))) for entry in found)
        return self._nears(sorted(measured, key=lambda item: (-item[1], item[0])), limit)

    def _nears(self, hits: Iterator[tuple[str, float]] | Sequence[tuple[str, float]], limit: int) -> list[NearMemory]:
        found: dict[str, NearMemory] = {}
        for id, similarity in hits:
            known = id if id.startswith(("fact:", "episodes/")) else id.partition("#")[0]
            if known not in found and (memory := self.memory(known)):
                found[known] = NearMemory(memory, similarity)
        return list(found.values())[:limit]
