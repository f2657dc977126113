"""Recall: from a question to recollections with their reasons, within what the people present may read."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from itertools import islice

from memory.audience import readable
from memory.index.entry import FACT, FACTS, KEPT
from memory.index.errors import IndexDamaged
from memory.index.keeper import Keeper
from memory.index.location import Location
from memory.index.strengths import Strengths
from memory.index.text import TextIndex
from memory.index.within import Within
from memory.languages.analyser import query_terms
from memory.languages.catalogue import language_of
from memory.languages.legible import legible
from memory.recall.associations import Associations, Spreading
from memory.recall.candidate import Candidate
from memory.recall.candidates import POOL, gather
from memory.recall.context import in_context
from memory.recall.decomposition import decomposed
from memory.recall.echoes import is_echo, quotes_last
from memory.recall.facts import Facts, Instant, both
from memory.recall.hydrate import Hydration
from memory.recall.meaning import Meaning
from memory.recall.mood import Congruence, in_mood
from memory.recall.past import asked_about
from memory.recall.query import Query, understand
from memory.recall.question import Question
from memory.recall.ranking import Ranked, current_first, former_first, joined, rank
from memory.recall.recipes import DEFAULT
from memory.recall.updates import Updates
from memory.vocabulary.address import Audience, Membership
from memory.vocabulary.quoting import Names
from memory.vocabulary.recall import Recollection
from memory.wants.former import asks_former

_log = logging.getLogger(__name__)

EVERY_KIND = ("turn", "episode", "knowledge", "procedure", "skill", FACT)

LOOKED_AT = 20
"""So many of the best are looked at for whether what they tell still holds."""

Scale = Callable[[float], float]
"""A cosine of the embedder in use -> a similarity that means the same for every model."""

ScaleOf = Callable[[str], Scale]
"""A language's code -> its scale."""


class Recall:
    """Blocking; call it from a thread. Nothing of a question is kept.

    What it is compared with overrides how a question is embedded and how candidates are ordered.
    """

    def __init__(
        self,
        *,
        keeper: Keeper,
        location: Location,
        zone: tzinfo,
        membership: Membership | None,
        strengths: Strengths,
        facts: Facts,
        scale_of: ScaleOf,
        spreading: Spreading | None,
        mood: Congruence,
    ) -> None:
        self._keeper = keeper
        self._location = location
        self._zone = zone
        self._membership = membership
        self._strengths = strengths
        self._facts = facts
        self._updates = Updates(strengths)
        self._mood = mood
        self._scale_of = scale_of
        self._associations = Associations(keeper, scale_of, spreading) if spreading else None

    def __call__(self, question: Question) -> list[Recollection]:
        """The best recollections, best first. A damaged index is thrown away and made anew, once."""
        question = replace(question, text=legible(question.text))
        try:
            return self._recollections(question)
        except IndexDamaged:
            _log.warning("the text index is damaged and is made anew")
            self._keeper.discard()
            return self._recollections(question)

    def _recollections(self, question: Question) -> list[Recollection]:
        index = self._keeper.refresh(question.now)
        if question.kinds and "turn" not in question.kinds and not index.has_documents(_kinds(question.kinds)):
            return []
        audiences = self._readable(index, question.present)
        ranked = self._ranked(question, index, audiences)
        if not ranked:
            return []
        ranked, outdated = self._in_time(question, ranked, index, audiences)
        hydration = Hydration(self._location, self._zone, question.present, self._membership, index.amends)
        scale = self._scale_of(language_of(question.text).code)
        held = (found for found in ranked if hydration.holds(found.candidate.entry))
        names = Names.of(index.persons(audiences))
        recollections = [_recollection(found, scale, outdated, names) for found in islice(held, question.limit)]
        if not question.in_context:
            return recollections
        entries = {found.candidate.entry.id: found.candidate for found in ranked}
        return [in_context(one, entries, hydration.holds) for one in recollections]

    def _in_time(
        self, question: Question, ranked: list[Ranked], index: TextIndex, audiences: Collection[str]
    ) -> tuple[list[Ranked], dict[str, str]]:
        """What holds stands before what it replaced, and what was replaced is told with what holds instead."""
        best = [found.candidate.entry for found in ranked[: max(LOOKED_AT, question.limit)]]
        ids, instant = [entry.id for entry in best], self._instant(question)
        replaced = both(
            self._facts.replaced(ids, audiences, instant, query_terms(question.text)),
            self._updates.replaced(best, index, audiences, instant),
        )
        if not replaced:
            return ranked, {}
        there = {found.candidate.entry.id for found in ranked} | set(question.without)
        outdated = {id: "; ".join(map(str, successors)) for id, successors in replaced.items()}
        whole = {id: [one for one in successors if not one.is_of_part] for id, successors in replaced.items()}
        wanted = {one.entry for successors in whole.values() for one in successors} - there
        instead = {id: entry for id, entry in index.entries(wanted).items() if not entry.own} if wanted else {}
        is_of_past = asks_former(question.text)
        ranked = former_first(ranked, whole) if is_of_past else current_first(ranked, whole, instead)
        is_whole = question.whole or is_of_past
        over = {id for id, successors in replaced.items() if not (is_whole or successors[0].is_undecided)}
        return [one for one in ranked if one.candidate.entry.kind not in FACTS or one.candidate.entry.id not in over], (
            outdated
        )

    def _instant(self, question: Question) -> Instant:
        """The end of the first past day or span that the question names, else now; as it was known then, or as of."""
        known = (question.as_of or question.now).astimezone(self._zone)
        return Instant(valid_at=asked_about(question.text, known), recorded_at=known)

    def replaced(self, facts: Collection[str], present: Audience, now: datetime) -> set[str]:
        """Of these facts those whose message a later one has replaced, corrected or denied, or perhaps."""
        index = self._keeper.refresh(now)
        entries = list(index.entries(facts).values())
        instant = Instant(valid_at=now, recorded_at=now)
        return set(self._updates.replaced(entries, index, self._readable(index, present), instant))

    def names(self, present: Audience) -> Names:
        """Who is called what, among all whom these people could hear."""
        index = self._keeper.index
        return Names.of(index.persons(self._readable(index, present)))

    def _readable(self, index: TextIndex, present: Audience) -> frozenset[str]:
        """Whose memories may be used in front of these people."""
        return readable(index.audiences(), present, self._membership)

    def considered(self, question: Question) -> tuple[Query, list[Candidate]]:
        """The question as it is understood, and all that is ranked for it."""
        index = self._keeper.refresh(question.now)
        within = self._within(question, self._readable(index, question.present))
        query = self._understood(question, index, within)
        meaning = self._meaning(query)
        return query, self._gathered(index, query, within, meaning, question.limit)

    def _ranked(self, question: Question, index: TextIndex, audiences: Collection[str]) -> list[Ranked]:
        """A question that asks several things is ranked for each of them."""
        asked = decomposed(question.text)
        parts = [
            in_mood(part, self._ranked_whole(replace(question, text=part), index, audiences), self._mood)
            for part in asked
        ]
        return parts[0] if len(parts) == 1 else joined(parts)

    def _ranked_whole(self, question: Question, index: TextIndex, audiences: Collection[str]) -> list[Ranked]:
        within = self._within(question, audiences)
        query = self._understood(question, index, within)
        if not query.terms and (question.since or question.until):
            latest = index.latest(within, 2 * question.limit)
            return [Ranked(Candidate(entry=entry), 0.0, (), ()) for entry in latest if not entry.own][: question.limit]
        meaning = self._meaning(query)
        gathered = self._gathered(index, query, within, meaning, question.limit)
        return self._ordered(query, [found for found in gathered if _answers(query, found)], question.now)

    def _ordered(self, query: Query, candidates: Sequence[Candidate], now: datetime) -> list[Ranked]:
        """Best first."""
        recipe = DEFAULT if any(found.similarity is not None for found in candidates) else DEFAULT.by_words
        return quotes_last(rank(query, candidates, recipe or DEFAULT))

    def _gathered(
        self, index: TextIndex, query: Query, within: Within, meaning: Meaning | None, limit: int
    ) -> list[Candidate]:
        return gather(index, query, within, meaning, pool=max(POOL, limit), associations=self._associations)

    def _meaning(self, query: Query) -> Meaning | None:
        return Meaning.of(query.topic, self._keeper.embedder, self._keeper.vectors())

    def _within(self, question: Question, audiences: Collection[str]) -> Within:
        instant = self._instant(question)
        return Within(
            audiences=audiences,
            kinds=_kinds(question.kinds),
            since=question.since,
            until=question.until,
            without=question.without,
            known_at=instant.recorded_at,
            valid_at=instant.valid_at,
            whole=question.whole,
        )

    def _understood(self, question: Question, index: TextIndex, within: Within) -> Query:
        return understand(
            question.text,
            question.now,
            self._zone,
            index.speakers(within.audiences),
            asker=question.asker,
            listener=self._location.directory.name,
            is_said=lambda word: bool(index.match([word], within, 1)),
        )


def _answers(query: Query, found: Candidate) -> bool:
    """The question itself does not, asked before; nor does what the anima said, but where it is asked of itself: it is
    evidence of nothing about others."""
    return not is_echo(query, found) and (query.of_listener or not found.entry.own)


def _recollection(ranked: Ranked, scale: Scale, outdated: Mapping[str, str], names: Names) -> Recollection:
    entry = ranked.candidate.entry
    speaker = names.shown(entry.speaker, entry.person) if entry.speaker else ""
    return Recollection(
        id=entry.id,
        kind=FACT if entry.kind == KEPT else entry.kind,
        text=entry.text,
        score=round(ranked.score, 6),
        confidence=round(_confidence(ranked.candidate, scale), 4),
        reasons=ranked.reasons,
        path=entry.pointer,
        at=entry.at,
        speaker=f"{speaker} ({entry.trust})".strip() if entry.trust else speaker,
        place=entry.place,
        audience=entry.audience,
        ids=(entry.id,) if entry.kind == "turn" else (),
        outdated=outdated.get(entry.id, ""),
        valid_from=entry.valid_from,
        valid_until=entry.valid_until,
        invalidated_at=entry.invalidated_at,
        own=entry.own,
    )


def _kinds(wanted: Collection[str]) -> Collection[str]:
    """Facts are ways to find the turns that told them; where more than facts is asked, those come by themselves alone
    that have no turn."""
    if tuple(wanted) == (FACT,):
        return FACTS
    return [KEPT if kind == FACT else kind for kind in wanted or EVERY_KIND]


def _confidence(candidate: Candidate, scale: Scale) -> float:
    """By meaning or by words, whichever is surer: a name that is said needs no likeness."""
    alike = 0.0 if candidate.similarity is None else scale(candidate.similarity)
    return max(0.0, min(1.0, max(alike, candidate.coverage)))
