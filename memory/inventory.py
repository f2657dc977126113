"""Overview: what an anima holds for some readers: how much, as a graph of what is linked and why, week by week.

Only what these readers may read is in it, and only what they may know of makes it fade: nothing else is counted.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from functools import cache
from itertools import pairwise
from typing import Literal

from memory.archive.documents import Documents
from memory.index.fact_fold import FoldedFacts
from memory.index.keeper import IndexKeeper
from memory.index.strengths import Strengths
from memory.vocabulary.address import Audience, Membership, audience_covers, readable_sources
from memory.vocabulary.errors import AddressError
from memory.vocabulary.fact import Fact

MOST_NODES = 120
"""So many nodes are drawn at most: those with the most links, the latest first."""

_WEEK = timedelta(days=7)
_NOTES = ("knowledge", "procedure", "skill")


@dataclass(frozen=True, slots=True, kw_only=True)
class OverviewNode:
    """A fact, a note, or a thing that several facts name."""

    id: str
    kind: Literal["fact", "note", "thing"]
    text: str
    at: datetime | None = None
    is_asleep: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OverviewEdge:
    """From one node to another, by their ids, and why."""

    source: str
    target: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OverviewGraph:
    """`left_out` tells how many nodes are not shown."""

    nodes: tuple[OverviewNode, ...]
    edges: tuple[OverviewEdge, ...]
    left_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class OverviewWeek:
    """What was learned, replaced or taken back, and let fade in a week, and how much was awake at its end."""

    begin: date
    learned: int
    ended: int
    faded: int
    awake: int


@dataclass(frozen=True, slots=True, eq=False)
class MemoryOverview:
    """Of one anima. Blocking; call it from a thread."""

    strengths: Strengths
    keeper: IndexKeeper
    documents: Documents
    membership: Membership | None
    zone: tzinfo

    def counted(self, audience: Audience, now: datetime) -> Mapping[str, int]:
        """How much of each kind is kept that these may read."""
        index = self.keeper.refresh(now)
        return index.count_kinds(readable_sources(index.audiences(), audience, self.membership))

    def audiences(self, now: datetime) -> list[Audience]:
        """For whom something is kept."""
        found = []
        for audience in self.keeper.refresh(now).audiences():
            with suppress(AddressError):  # what no file or line should say is nobody's
                found.append(Audience.parse(audience))
        return found

    def graph(self, present: Sequence[Audience], now: datetime, most: int = MOST_NODES) -> OverviewGraph:
        """What is believed now and the notes made of it, with what links them."""
        facts = {fact.id: fact for fact in self._facts(present, shown=True)}
        asleep = self._asleep(facts, present)
        edges = [*self._related(facts), *_replaced(facts.values()), *_about(facts.values())]
        notes = dict(self._notes(present, now))
        edges += _made_of(notes, facts)
        nodes = {
            id: OverviewNode(id=id, kind="fact", text=fact.text, at=fact.said_at, is_asleep=id in asleep)
            for id, fact in facts.items()
        }
        nodes |= {path: OverviewNode(id=path, kind="note", text=path) for path in notes}
        nodes |= {edge.target: _thing(edge.target) for edge in edges if edge.target.startswith("thing:")}
        linked = Counter(end for edge in edges for end in (edge.source, edge.target))
        stamps = {id: node.at.timestamp() if node.at else 0.0 for id, node in nodes.items()}
        best = sorted(nodes.values(), key=lambda node: (-linked[node.id], -stamps[node.id], node.id))
        kept = {node.id for node in best[:most]}
        return OverviewGraph(
            nodes=tuple(best[:most]),
            edges=tuple(edge for edge in edges if {edge.source, edge.target} <= kept),
            left_out=max(0, len(best) - most),
        )

    def weeks(self, present: Sequence[Audience], now: datetime, since: datetime | None = None) -> list[OverviewWeek]:
        """Week by week since the first fact; what slept and was woken since counts as awake all the time."""
        facts = self._facts(present, shown=False)
        if not facts:
            return []
        asleep = self._asleep({fact.id: fact for fact in facts}, present)
        ended = self.strengths.asked(lambda state: {fact.id: at for fact in facts if (at := _ended(state, fact.id))})
        begin = max(filter(None, (min(fact.recorded_at for fact in facts), since)))
        day = begin.astimezone(self.zone).date()
        monday = day - timedelta(days=day.weekday())
        found = []
        while monday <= now.astimezone(self.zone).date():
            first = datetime(monday.year, monday.month, monday.day, tzinfo=self.zone)
            last = first + _WEEK
            here = [fact for fact in facts if fact.recorded_at < last]
            gone = {fact.id for fact in here if min(ended.get(fact.id, last), asleep.get(fact.id, last)) < last}
            found.append(
                OverviewWeek(
                    begin=monday,
                    learned=sum(fact.recorded_at >= first for fact in here),
                    ended=sum(first <= at < last for at in ended.values()),
                    faded=sum(first <= at < last for id, at in asleep.items() if id not in ended),
                    awake=len(here) - len(gone),
                )
            )
            monday += _WEEK
        return found

    # ---------------------------------------------------------------------------------------------------------

    def _facts(self, present: Sequence[Audience], *, shown: bool) -> list[Fact]:
        self.strengths.refresh()
        every = self.strengths.asked(
            lambda state: [
                fact
                for id, fact in state.facts.items()
                if id not in state.quarantined and (not shown or (state.is_shown(id) and id not in state.invalidated))
            ]
        )
        may = self._gate(present)
        return [fact for fact in every if may(fact.audience)]

    def _gate(self, present: Sequence[Audience]) -> Callable[[str], bool]:
        """What any of these may read: an operator asks as everybody, who owns the files anyway."""
        return cache(
            lambda seen: any(
                seen == str(audience) or audience_covers(seen, audience, self.membership) for audience in present
            )
        )

    def _asleep(self, facts: Mapping[str, Fact], present: Sequence[Audience]) -> dict[str, datetime]:
        may_know = self._gate(present)
        found = ((id, self.strengths.told_to(id, may_know).asleep_since) for id in facts)
        return {id: at for id, at in found if at is not None}

    def _related(self, facts: Mapping[str, Fact]) -> Iterator[OverviewEdge]:
        for link in self.strengths.asked(lambda state: state.links()):
            relation = link.relation
            if relation.source in facts and relation.target in facts:
                yield OverviewEdge(source=relation.source, target=relation.target, why=relation.kind.replace("_", " "))

    def _notes(self, present: Sequence[Audience], now: datetime) -> Iterator[tuple[str, Sequence[str]]]:
        index = self.keeper.refresh(now)
        for audience in sorted(filter(self._gate(present), index.audiences())):
            for path in index.paths(audience, _NOTES):
                document = self.documents.read(path) if not path.startswith("shared/") else None
                sources = document.meta.get("sources") if document and not document.problem else None
                yield path, [str(source) for source in sources] if isinstance(sources, list) else []


def _replaced(facts: Iterable[Fact]) -> Iterator[OverviewEdge]:
    """Of one slot, one after the other."""
    of_slot: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in facts:
        if fact.slot:
            of_slot[fact.audience, fact.slot].append(fact)
    for those in of_slot.values():
        those.sort(key=lambda fact: (fact.valid_from, fact.id))
        for before, after in pairwise(those):
            if before.value != after.value:
                yield OverviewEdge(source=after.id, target=before.id, why=f"replaces what was so before ({after.slot})")


def _about(facts: Iterable[Fact]) -> Iterator[OverviewEdge]:
    """The things that more than one fact names."""
    named: dict[str, list[str]] = defaultdict(list)
    for fact in facts:
        for name in dict.fromkeys(fact.entities):
            named[name].append(fact.id)
    for name, ids in named.items():
        if len(ids) > 1:
            yield from (OverviewEdge(source=id, target=f"thing:{name}", why=f"names {name}") for id in ids)


def _made_of(notes: Mapping[str, Sequence[str]], facts: Mapping[str, Fact]) -> Iterator[OverviewEdge]:
    facts_of: dict[str, list[str]] = defaultdict(list)
    for fact in facts.values():
        for event in fact.sources:
            facts_of[event].append(fact.id)
    for path, sources in notes.items():
        held = (id for source in sources for id in ([source] if source in facts else facts_of[source]))
        for id in dict.fromkeys(held):
            yield OverviewEdge(source=path, target=id, why="is made of it")


def _thing(id: str) -> OverviewNode:
    return OverviewNode(id=id, kind="thing", text=id.removeprefix("thing:"))


def _ended(state: FoldedFacts, id: str) -> datetime | None:
    note = state.retracted.get(id) or state.invalidated.get(id)
    return note.ts if note else None
