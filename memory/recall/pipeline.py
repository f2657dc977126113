"""Recall: from a question to recollections with their reasons, within what the people present may read."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from functools import partial
from itertools import islice

from memory.archive.anima_directory import AnimaLocation
from memory.archive.derived_notes import is_derived
from memory.formation.message_intent import asks_former
from memory.index.entry import FACT_KIND, FACT_KINDS, KEPT_KIND, IndexEntry, SearchScope
from memory.index.keeper import IndexKeeper
from memory.index.strengths import Strengths
from memory.index.text_index import TextIndex
from memory.language.analyser import query_terms
from memory.language.language_packs import language_of
from memory.language.prose import legible
from memory.recall.associations import Associations, Spreading
from memory.recall.belief import BeliefJudge, BeliefQuestion, FoundAnswer, ToldMemory
from memory.recall.candidate_search import POOL, QuestionMeaning, RecallCandidate, gather_candidates
from memory.recall.decomposition import decompose
from memory.recall.holding import Holding, Instant, may_replace
from memory.recall.query import Query, RecallQuestion, asked_instant, understand_query
from memory.recall.ranking import (
    MoodCongruence,
    RankedCandidate,
    current_first,
    former_first,
    is_echo,
    join_rankings,
    quotes_last,
    raise_by_mood,
    rank,
)
from memory.recall.recipes import DEFAULT, speaker
from memory.recall.verification import Hydration
from memory.theories.ranking_signals import open_question
from memory.vocabulary.address import Audience, Membership, audience_covers, readable_sources
from memory.vocabulary.cue import Recollection
from memory.vocabulary.errors import IndexDamaged
from memory.vocabulary.fact import memory_of
from memory.vocabulary.text_form import Names

SHORT_ANSWER = 60
"""Characters up to which an answer needs its question."""

LONGEST_CONTEXT = 300
"""Characters of a question that are told; the question itself stands at the end."""


def with_question(
    recollection: Recollection, candidates: Mapping[str, RecallCandidate], may_be_told: Callable[[IndexEntry], bool]
) -> Recollection:
    """The recollection, with the turn before it where that asks and may be told."""
    if recollection.kind != "turn" or len(recollection.text) > SHORT_ANSWER or open_question(recollection.text):
        return recollection
    before = candidates.get(candidates[recollection.id].previous or "")
    if before is None or not open_question(before.entry.text) or not may_be_told(before.entry):
        return recollection
    context = f"after {before.entry.speaker} had asked: {_ending(before.entry.text)}"
    return replace(recollection, context=context, ids=(before.entry.id, *recollection.ids))


def _ending(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= LONGEST_CONTEXT else f"…{words[-LONGEST_CONTEXT:].lstrip()}"


# --- recall ---------------------------------------------------------------------------------------------------------


_log = logging.getLogger(__name__)

EVERY_KIND = ("turn", "episode", "knowledge", "procedure", "skill", FACT_KIND)

LOOKED_AT = 20
"""So many of the best are looked at for whether what they tell still holds."""

SimilarityScale = Callable[[float], float]
"""A cosine of the embedder in use -> a similarity that means the same for every model."""

SimilarityScaleOf = Callable[[str], SimilarityScale]
"""A language's code -> its scale."""


class Recall:
    """Blocking; call it from a thread. Nothing of a question is kept.

    What it is compared with overrides how a question is embedded and how candidates are ordered.
    """

    def __init__(
        self,
        *,
        keeper: IndexKeeper,
        location: AnimaLocation,
        zone: tzinfo,
        membership: Membership | None,
        strengths: Strengths,
        holding: Holding,
        scale_of: SimilarityScaleOf,
        spreading: Spreading | None,
        mood: MoodCongruence,
    ) -> None:
        self._keeper = keeper
        self._location = location
        self._zone = zone
        self._membership = membership
        self._strengths = strengths
        self.holding = holding
        self._mood = mood
        self._scale_of = scale_of
        self._associations = Associations(keeper, scale_of, spreading) if spreading else None

    def __call__(self, question: RecallQuestion) -> list[Recollection]:
        """The best recollections, best first. A damaged index is thrown away and made anew, once."""
        question = replace(question, text=legible(question.text))
        try:
            return self._recollections(question)
        except IndexDamaged:
            _log.warning("the text index is damaged and is made anew")
            self._keeper.discard()
            return self._recollections(question)

    def _recollections(self, question: RecallQuestion) -> list[Recollection]:
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
        refuted = self._refuted(ranked, question.present) if not question.whole else frozenset()
        held = (
            found
            for found in ranked
            if found.candidate.entry.id not in refuted and hydration.holds(found.candidate.entry)
        )
        names = Names.of(index.persons(audiences))
        told = [_recollection(found, scale, outdated, names) for found in islice(held, question.limit)]
        recollections = [item if item.kind == "turn" else self._current(item, question) for item in told]
        if not question.in_context:
            return recollections
        entries = {found.candidate.entry.id: found.candidate for found in ranked}
        return [with_question(recollection, entries, hydration.holds) for recollection in recollections]

    def _current(self, told: Recollection, question: RecallQuestion) -> Recollection:
        """A note that was made of facts, without the lines of those that hold no more."""
        if question.as_of is not None or not is_derived(told.path):
            return told
        return replace(told, text=self.holding.lines(told.text, question.present, question.now))

    def _refuted(self, ranked: Sequence[RankedCandidate], present: Audience) -> frozenset[str]:
        """What a person called wrong: who may know of that is not told of it before it is said or confirmed again."""
        ids = [found.candidate.entry.id for found in ranked]
        told = partial(audience_covers, present=present, membership=self._membership)
        return self._strengths.asked(lambda state: frozenset(id for id in ids if state.is_refuted(memory_of(id), told)))

    def _in_time(
        self, question: RecallQuestion, ranked: list[RankedCandidate], index: TextIndex, audiences: Collection[str]
    ) -> tuple[list[RankedCandidate], dict[str, str]]:
        """What holds stands before what it replaced, and what was replaced is told with what holds instead."""
        instant = self._instant(question)
        ranked, doubted = self._chosen(question, ranked, instant)
        best = [found.candidate.entry.id for found in ranked[: max(LOOKED_AT, question.limit)]]
        replaced = self.holding(best, audiences, instant, query_terms(question.text), doubted)
        if not replaced:
            return ranked, {}
        is_of_past = asks_former(question.text)
        there = {found.candidate.entry.id for found in ranked} | set(question.without)
        outdated = {id: "; ".join(map(str, successors)) for id, successors in replaced.items()}
        whole = {
            id: [successor for successor in successors if not successor.is_of_part]
            for id, successors in replaced.items()
        }
        wanted = {successor.entry for successors in whole.values() for successor in successors} - there
        instead = {id: entry for id, entry in index.entries(wanted).items() if not entry.own} if wanted else {}
        ranked = former_first(ranked, whole) if is_of_past else current_first(ranked, whole, instead)
        is_whole = question.whole or is_of_past
        over = {id for id, successors in replaced.items() if not (is_whole or successors[0].is_undecided)}
        return [
            item
            for item in ranked
            if item.candidate.entry.kind not in FACT_KINDS or item.candidate.entry.id not in over
        ], outdated

    def _chosen(
        self, question: RecallQuestion, ranked: list[RankedCandidate], instant: Instant
    ) -> tuple[list[RankedCandidate], list[str]]:
        """With what answers what is so now in the first place; and the ids of those that are in doubt."""
        judge = self.holding.judge
        if judge is None:
            return ranked, []
        best = [found for found in ranked if _was_said_by(found.candidate.entry, instant)][: judge.most]
        if not best or question.since or question.until:
            return ranked, []
        asked = BeliefQuestion(text=question.text, asker=question.asker)
        answers = _answers_of(best, ranked)
        first = best[judge.chosen(asked, answers)]
        others = [found for found in ranked if found is not first]
        if first is not best[0]:
            ranked = [first._replace(score=max(first.score, best[0].score)), *others]
        return ranked, list(self._doubted(judge, answers))

    def _doubted(self, judge: BeliefJudge, answers: Sequence[FoundAnswer]) -> Iterator[str]:
        """Those that another one of them surely replaces; among all that was said since they are looked at again."""
        vectors = self._keeper.vectors()
        meanings = vectors.of([item.candidate.entry.id for item in answers]) if vectors is not None else {}
        told = [
            ToldMemory(item.candidate.entry, item.before, meanings.get(item.candidate.entry.id)) for item in answers
        ]
        for memory in told:
            later = [other for other in told if may_replace(memory.entry, other.entry)]
            if later and max(judge.replaced(memory, later)) >= judge.sure:
                yield memory.entry.id

    def _instant(self, question: RecallQuestion) -> Instant:
        """The end of the first past day or span that the question names, else now; as it was known then, or as of."""
        known = (question.as_of or question.now).astimezone(self._zone)
        return Instant(valid_at=asked_instant(question.text, known), recorded_at=known)

    def names(self, present: Audience) -> Names:
        """Who is called what, among all whom these people could hear."""
        index = self._keeper.index
        return Names.of(index.persons(self._readable(index, present)))

    def _readable(self, index: TextIndex, present: Audience) -> frozenset[str]:
        """Whose memories may be used in front of these people."""
        return readable_sources(index.audiences(), present, self._membership)

    def answers(self, question: RecallQuestion) -> list[FoundAnswer]:
        """What is found, best first, whether it holds or not."""
        index = self._keeper.refresh(question.now)
        ranked = self._ranked(question, index, self._readable(index, question.present))
        return _answers_of(ranked, ranked)

    def considered(self, question: RecallQuestion) -> tuple[Query, list[RecallCandidate]]:
        """The question as it is understood, and all that is ranked for it."""
        index = self._keeper.refresh(question.now)
        within = self._within(question, self._readable(index, question.present))
        query = self._understood(question, index, within)
        meaning = self._meaning(query)
        return query, self._gathered(index, query, within, meaning, question.limit)

    def _ranked(self, question: RecallQuestion, index: TextIndex, audiences: Collection[str]) -> list[RankedCandidate]:
        """A question that asks several things is ranked for each of them."""
        asked = decompose(question.text)
        parts = [
            raise_by_mood(part, self._ranked_whole(replace(question, text=part), index, audiences), self._mood)
            for part in asked
        ]
        return parts[0] if len(parts) == 1 else join_rankings(parts)

    def _ranked_whole(
        self, question: RecallQuestion, index: TextIndex, audiences: Collection[str]
    ) -> list[RankedCandidate]:
        within = self._within(question, audiences)
        query = self._understood(question, index, within)
        if not query.terms and (question.since or question.until):
            latest = index.latest(within, 2 * question.limit)
            return [RankedCandidate(RecallCandidate(entry=entry), 0.0, (), ()) for entry in latest if not entry.own][
                : question.limit
            ]
        meaning = self._meaning(query)
        gathered = self._gathered(index, query, within, meaning, question.limit)
        return self._ordered(query, [found for found in gathered if _answers(query, found)], question.now)

    def _ordered(self, query: Query, candidates: Sequence[RecallCandidate], now: datetime) -> list[RankedCandidate]:
        """Best first."""
        recipe = DEFAULT if any(found.similarity is not None for found in candidates) else DEFAULT.by_words
        return quotes_last(rank(query, candidates, recipe or DEFAULT))

    def _gathered(
        self, index: TextIndex, query: Query, within: SearchScope, meaning: QuestionMeaning | None, limit: int
    ) -> list[RecallCandidate]:
        return gather_candidates(index, query, within, meaning, pool=max(POOL, limit), associations=self._associations)

    def _meaning(self, query: Query) -> QuestionMeaning | None:
        return QuestionMeaning.of(query.topic, self._keeper.embedder, self._keeper.vectors())

    def _within(self, question: RecallQuestion, audiences: Collection[str]) -> SearchScope:
        instant = self._instant(question)
        return SearchScope(
            audiences=audiences,
            kinds=_kinds(question.kinds),
            since=question.since,
            until=question.until,
            without=question.without,
            known_at=instant.recorded_at,
            valid_at=instant.valid_at,
            whole=question.whole,
        )

    def _understood(self, question: RecallQuestion, index: TextIndex, within: SearchScope) -> Query:
        return understand_query(
            question.text,
            question.now,
            self._zone,
            index.speakers(within.audiences),
            asker=question.asker,
            listener=self._location.directory.name,
            is_said=lambda word: bool(index.match([word], within, 1)),
        )


def _was_said_by(entry: IndexEntry, instant: Instant) -> bool:
    return entry.at is not None and entry.at <= min(instant.valid_at, instant.recorded_at)


def _answers_of(best: Sequence[RankedCandidate], ranked: Sequence[RankedCandidate]) -> list[FoundAnswer]:
    """As they are weighed."""
    entries = {found.candidate.entry.id: found.candidate.entry for found in ranked}
    return [
        FoundAnswer(
            found.candidate,
            found.score,
            entries.get(found.candidate.previous or ""),
            dict(zip(found.names, found.parts, strict=True)).get(speaker.__name__, 0.0),
        )
        for found in best
    ]


def _answers(query: Query, found: RecallCandidate) -> bool:
    """The question itself does not, asked before; nor does what the anima said, but where it is asked of itself: it is
    evidence of nothing about others."""
    return not is_echo(query, found) and (query.of_listener or not found.entry.own)


def _recollection(
    ranked: RankedCandidate, scale: SimilarityScale, outdated: Mapping[str, str], names: Names
) -> Recollection:
    entry = ranked.candidate.entry
    speaker = names.shown(entry.speaker, entry.person) if entry.speaker else ""
    return Recollection(
        id=entry.id,
        kind=FACT_KIND if entry.kind == KEPT_KIND else entry.kind,
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
    if tuple(wanted) == (FACT_KIND,):
        return FACT_KINDS
    return [KEPT_KIND if kind == FACT_KIND else kind for kind in wanted or EVERY_KIND]


def _confidence(candidate: RecallCandidate, scale: SimilarityScale) -> float:
    """By meaning or by words, whichever is surer: a name that is said needs no likeness."""
    alike = 0.0 if candidate.similarity is None else scale(candidate.similarity)
    return max(0.0, min(1.0, max(alike, candidate.coverage)))
