"""Linking: which earlier messages a later one replaces, corrects or denies, as notes of the memory log.

A link is between two messages, so nothing has to be understood of either. It holds while both say what they said when
it was judged (`key_of`), and only for those who may read the later one (see `memory.recall.updates`).
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import blake2b

from memory.audience import readable
from memory.formation.pairs import Pair, RelationJudge, gap_of
from memory.index.entry import Entry
from memory.index.keeper import Keeper
from memory.index.strengths import Strengths
from memory.index.within import Within
from memory.languages.analyser import query_terms
from memory.theories.open_question import open_question
from memory.vocabulary.address import Audience
from memory.vocabulary.errors import AddressError, EmbedderFault, EmbedderNotReady, JudgeFault
from memory.vocabulary.fact import SUPERSEDED, FactChange
from memory.vocabulary.ports import Membership

UPDATES = ("replaces", "corrects", "denies")
CORRECTS = "corrects"

LATELY, OF_SPEAKER, BY_WORDS, BY_MEANING = 4, 3, 3, 3
"""Earlier messages that are looked at: the last ones of the place, of its speaker among these, and the nearest ones."""
LOOKED_BACK = 24
FEWEST_TERMS, MOST_TERMS = 2, 6

_log = logging.getLogger(__name__)


def key_of(later: Entry, earlier: Entry) -> str:
    """Names the link between the two as they are worded now."""
    words = blake2b(f"{earlier.text}\0{later.text}".encode(), digest_size=8).hexdigest()
    return f"{later.id}/{SUPERSEDED}/{earlier.id}/{words}"


class Linking:
    """Blocking; call it from a thread."""

    def __init__(
        self, judge: RelationJudge, keeper: Keeper, strengths: Strengths, membership: Membership | None
    ) -> None:
        self._judge = judge
        self._keeper = keeper
        self._strengths = strengths
        self._membership = membership
        self._fault = ""

    def links(self, id: str, now: datetime) -> Iterator[FactChange]:
        """What the message of this event does to earlier ones, and what was said to be done to it before it was
        edited."""
        said = self._entry(id)
        if said is None or said.own or said.kind != "turn" or said.at is None:
            return
        yield from self._chosen([(earlier, said) for earlier in self._earlier(said)], now)
        yield from self._chosen([(said, later) for later in self._later(said)], now)

    def _entry(self, id: str) -> Entry | None:
        found = self._keeper.index.entries([id]).get(id)
        if found is None:
            self._keeper.keep_abreast()
            found = self._keeper.index.entries([id]).get(id)
        return found

    def _chosen(self, pairs: Sequence[tuple[Entry, Entry]], now: datetime) -> Iterator[FactChange]:
        """A correction is of one statement: the surest, of two alike the latest."""
        judged = zip(pairs, self._judged([_pair(*pair) for pair in pairs]), strict=False)
        found = [(share, how, *pair) for pair, judgement in judged for share, how in [_update(judgement)]]
        found = [one for one in found if one[0] >= self._judge.unsure]
        corrected = max((one for one in found if one[1] == CORRECTS), key=_surest, default=None)
        for share, how, earlier, later in found:
            if how != CORRECTS or (share, how, earlier, later) == corrected:
                yield FactChange(
                    ts=now,
                    key=key_of(later, earlier),
                    type=SUPERSEDED,
                    ids=(earlier.id,),
                    how=how,
                    confidence=round(share, 3),
                    person=later.person,
                    source=later.id,
                    audience=later.audience,
                    because="sure" if share >= self._judge.sure else "unsure",
                )

    def _judged(self, pairs: Sequence[Pair]) -> Sequence[Mapping[str, float]]:
        try:
            return self._judge(pairs) if pairs else ()
        except JudgeFault as fault:
            if str(fault) != self._fault:
                self._fault = str(fault)
                _log.warning("no later statement replaces an earlier one for now: %s", fault)
            return ()

    def _earlier(self, said: Entry) -> list[Entry]:
        """Candidates, latest first. Who is little trusted does not replace the words of others."""
        if open_question(said.text) and len(query_terms(said.text)) < FEWEST_TERMS:
            return []
        assert said.at is not None
        there = self._keeper.index.said_before(said.place, said.audience, said.at, LOOKED_BACK)
        there = [one for one in there if not one.own]
        own = [one for one in there if one.person == said.person]
        found = {one.id: one for one in (*there[:LATELY], *own[:OF_SPEAKER], *self._nearest(said))}
        return sorted((one for one in found.values() if _may_be_replaced(one, said)), key=_time, reverse=True)

    def _nearest(self, said: Entry) -> Iterator[Entry]:
        """By words and by meaning, among what those may read who hear it."""
        asked = sorted(query_terms(said.text), key=len, reverse=True)[:MOST_TERMS]
        if len(asked) < FEWEST_TERMS:
            return
        within = Within(audiences=self._audiences(said.audience), kinds=("turn",), until=said.at, without=(said.id,))
        index = self._keeper.index
        yield from index.match(asked, within, BY_WORDS)
        vectors, embedder = self._keeper.vectors(), self._keeper.embedder
        if vectors is None or embedder is None:
            return
        try:
            vector = embedder.embed([said.meaning], query=True)[0]
        except (EmbedderNotReady, EmbedderFault):
            return
        hits = vectors.nearest(vector, within, BY_MEANING)
        yield from index.entries([id for id, _ in hits]).values()

    def _later(self, said: Entry) -> list[Entry]:
        """The messages by which it was once said to be replaced."""
        notes = self._strengths.asked(lambda state: list(state.counting(said.id)))
        found = self._keeper.index.entries({note.source for note in notes if note.type == SUPERSEDED})
        known = {note.key for note in notes}
        return [one for one in found.values() if key_of(one, said) not in known]

    def _audiences(self, audience: str) -> frozenset[str]:
        try:
            return readable(self._keeper.index.audiences(), Audience.parse(audience), self._membership)
        except AddressError:
            return frozenset()


def _may_be_replaced(earlier: Entry, said: Entry) -> bool:
    if earlier.at is None or said.at is None or earlier.own or earlier.id == said.id or earlier.kind != "turn":
        return False
    if open_question(earlier.text):
        return False  # it states nothing
    return earlier.at < said.at and (not said.trust or earlier.person == said.person)


def _pair(earlier: Entry, later: Entry) -> Pair:
    assert earlier.at is not None
    assert later.at is not None
    return Pair(
        speaker=earlier.speaker,
        earlier=earlier.text,
        gap=gap_of(later.at - earlier.at),
        by=later.speaker,
        later=later.text,
    )


def _update(judgement: Mapping[str, float]) -> tuple[float, str]:
    """How probable it is that the earlier message holds no more, and how so most likely."""
    return sum(judgement[one] for one in UPDATES), max(UPDATES, key=lambda one: judgement[one])


def _surest(found: tuple[float, str, Entry, Entry]) -> tuple[float, float]:
    return round(found[0], 1), _time(found[2])


def _time(entry: Entry) -> float:
    return entry.at.timestamp() if entry.at else 0.0
