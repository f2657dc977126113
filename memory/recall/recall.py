"""Recall: from a question to recollections with their reasons, within what the people present may read."""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, tzinfo
from itertools import islice

from memory.audience import readable
from memory.index.errors import IndexDamaged
from memory.index.keeper import Keeper
from memory.index.location import Location
from memory.index.within import Within
from memory.recall.candidate import Candidate
from memory.recall.candidates import lexical_candidates
from memory.recall.context import in_context
from memory.recall.echoes import is_echo, quotes_last
from memory.recall.hydrate import Hydration
from memory.recall.query import understand
from memory.recall.ranking import Ranked, rank
from memory.recall.recipes import DEFAULT, Recipe
from memory.vocabulary.address import Audience
from memory.vocabulary.ports import Membership
from memory.vocabulary.recall import Recollection

_log = logging.getLogger(__name__)

SCOPES: dict[str, tuple[str, ...]] = {
    "all": (),
    "activity": ("turn",),
    "episodes": ("episode",),
    "facts": ("fact",),
    "knowledge": ("knowledge",),
    "procedures": ("procedure", "skill"),
}
"""What a search may be narrowed to -> kinds of memory; none: all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What recall is asked, by whom (an address). `without` are ids of events that are no memories of this moment.

    `in_context`: short answers come with the question that they answer. Without words, a span of time is enough.
    """

    text: str
    present: Audience
    now: datetime
    kinds: Collection[str] = ()
    since: datetime | None = None
    until: datetime | None = None
    without: Collection[str] = ()
    asker: str = ""
    in_context: bool = False
    limit: int = 10


class Recall:
    """Blocking; call it from a thread."""

    def __init__(
        self, keeper: Keeper, location: Location, zone: tzinfo, membership: Membership | None, recipe: Recipe = DEFAULT
    ) -> None:
        self._keeper = keeper
        self._location = location
        self._zone = zone
        self._membership = membership
        self._recipe = recipe

    def __call__(self, question: Question) -> list[Recollection]:
        """The best recollections, best first. A damaged index is thrown away and made anew, once."""
        try:
            return self._recollections(question)
        except IndexDamaged:
            _log.warning("the text index is damaged and is made anew")
            self._keeper.discard()
            return self._recollections(question)

    def _recollections(self, question: Question) -> list[Recollection]:
        ranked = self._ranked(question)
        hydration = Hydration(self._location, self._zone, question.present, self._membership)
        held = (found for found in ranked if hydration.holds(found.candidate.entry))
        recollections = [_recollection(found) for found in islice(held, question.limit)]
        if not question.in_context:
            return recollections
        entries = {found.candidate.entry.id: found.candidate for found in ranked}
        return [in_context(one, entries, hydration.holds) for one in recollections]

    def _ranked(self, question: Question) -> list[Ranked]:
        index = self._keeper.refresh(question.now)
        if question.kinds and "turn" not in question.kinds and not index.has_documents(question.kinds):
            return []
        audiences = readable(index.audiences(), question.present, self._membership)
        within = Within(
            audiences=audiences,
            kinds=question.kinds,
            since=question.since,
            until=question.until,
            without=question.without,
        )
        query = understand(
            question.text,
            question.now,
            self._zone,
            index.speakers(audiences),
            asker=question.asker,
            listener=self._location.directory.name,
        )
        if not query.terms and (question.since or question.until):
            return [Ranked(Candidate(entry=entry), 0.0, ()) for entry in index.latest(within, question.limit)]
        candidates = [found for found in lexical_candidates(index, query, within) if not is_echo(query, found)]
        return quotes_last(rank(query, candidates, self._recipe))


def _recollection(ranked: Ranked) -> Recollection:
    entry = ranked.candidate.entry
    return Recollection(
        id=entry.id,
        kind=entry.kind,
        text=entry.text,
        score=round(ranked.score, 6),
        confidence=round(min(1.0, ranked.candidate.coverage), 4),
        reasons=ranked.reasons,
        path=entry.pointer,
        at=entry.at,
        speaker=f"{entry.speaker} ({entry.trust})".strip() if entry.trust else entry.speaker,
        place=entry.place,
        audience=entry.audience,
        ids=(entry.id,) if entry.kind == "turn" else (),
    )
