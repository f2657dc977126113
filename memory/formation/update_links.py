"""Linking: which earlier messages a later one replaces, corrects or denies, as notes of the memory log.

A link is between two messages, so nothing has to be understood of either. It holds while both say what they said when
it was judged (`key_of`), and only for those who may read the later one (see `memory.recall.supersession`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from hashlib import blake2b

from memory.formation.update_judge import CORRECTS, FARTHEST, MessagePair, RelationJudge, update_of
from memory.index.entry import IndexEntry, SearchScope
from memory.index.keeper import IndexKeeper
from memory.index.strengths import Strengths
from memory.language.analyser import query_terms
from memory.theories.ranking_signals import open_question
from memory.vocabulary.address import Audience, Membership, readable_sources
from memory.vocabulary.errors import AddressError, EmbedderFault, EmbedderNotReady
from memory.vocabulary.fact import SUPERSEDED, FactChange

BY_WORDS, BY_MEANING = 3, 3
"""Earlier messages that are looked at from farther back: those that are nearest."""
FEWEST_TERMS, MOST_TERMS = 2, 6
SURELY = "sure"
"""What a note says of a link that holds by itself."""


def key_of(later: IndexEntry, earlier: IndexEntry) -> str:
    """Names the link between the two as they are worded now."""
    words = blake2b(f"{earlier.text}\0{later.text}".encode(), digest_size=8).hexdigest()
    return f"{later.id}/{SUPERSEDED}/{earlier.id}/{words}"


class UpdateLinking:
    """Blocking; call it from a thread."""

    def __init__(
        self, judge: RelationJudge, keeper: IndexKeeper, strengths: Strengths, membership: Membership | None
    ) -> None:
        self._judge = judge
        self._keeper = keeper
        self._strengths = strengths
        self._membership = membership

    def links(self, id: str, now: datetime) -> Iterator[FactChange]:
        """What the message of this event does to earlier ones, and what was said to be done to it before it was
        edited."""
        said = self._entry(id)
        if said is None or said.own or said.kind != "turn" or said.at is None:
            return
        yield from self._chosen(said, now)
        for later in self._later(said):
            yield from self._chosen(later, now, only=said.id)

    def _entry(self, id: str) -> IndexEntry | None:
        found = self._keeper.index.entries([id]).get(id)
        if found is None:
            self._keeper.keep_abreast()
            found = self._keeper.index.entries([id]).get(id)
        return found

    def _chosen(self, later: IndexEntry, now: datetime, only: str = "") -> Iterator[FactChange]:
        """A correction is of one statement: the surest, of two alike the latest. `only`: of that message alone."""
        offered = self._offered(later)
        judged = self._judge([pair for _, pair in offered]) if offered else ()
        found = [(*update_of(item), earlier) for (earlier, _), item in zip(offered, judged, strict=True)]
        found = [item for item in found if item[0] >= self._judge.unsure]
        corrected = max((item for item in found if item[1] == CORRECTS), key=_surest, default=None)
        for share, how, earlier in found:
            if only not in ("", earlier.id) or (how == CORRECTS and (share, how, earlier) != corrected):
                continue
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
                because=SURELY if share >= self._judge.sure else "unsure",
            )

    def _offered(self, later: IndexEntry) -> list[tuple[IndexEntry, MessagePair]]:
        """Earlier messages that it may change, the latest first, each beside it. Who is little trusted does not replace
        the words of others."""
        if later.at is None or (open_question(later.text) and len(query_terms(later.text)) < FEWEST_TERMS):
            return []
        index = self._keeper.index
        there = [
            each_item
            for each_item in index.said_before(later.place, later.audience, later.at, FARTHEST)
            if not each_item.own
        ]
        back = {each_item.id: at for at, each_item in enumerate(there, 1)}
        found = {
            each_item.id: each_item
            for each_item in (*there, *self._nearest(later))
            if _may_be_replaced(each_item, later)
        }
        alike = self._likeness(later, found)
        before = there[0].text if there else ""
        return [
            (
                each_item,
                MessagePair(
                    speaker=each_item.person,
                    earlier=each_item.text,
                    by=later.person,
                    later=later.text,
                    before=before,
                    back=back.get(id, FARTHEST),
                    own=sum(each.person == later.person for each in there[: back.get(id, FARTHEST)]),
                    likeness=alike.get(id),
                ),
            )
            for id, each_item in sorted(found.items(), key=lambda item: _time(item[1]), reverse=True)
        ]

    def _likeness(self, later: IndexEntry, earlier: Collection[str]) -> dict[str, float]:
        """Cosines of meanings, as far as they are known."""
        vectors, embedder = self._keeper.vectors(), self._keeper.embedder
        if vectors is None or embedder is None or not earlier:
            return {}
        try:
            own = embedder.embed([later.meaning], query=True)[0]  # which waits for no loading
        except (EmbedderNotReady, EmbedderFault):
            return {}
        return vectors.cosines(earlier, own)

    def _nearest(self, said: IndexEntry) -> Iterator[IndexEntry]:
        """By words and by meaning, among what those may read who hear it."""
        asked = sorted(query_terms(said.text), key=len, reverse=True)[:MOST_TERMS]
        if len(asked) < FEWEST_TERMS:
            return
        within = SearchScope(
            audiences=self._audiences(said.audience), kinds=("turn",), until=said.at, without=(said.id,)
        )
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

    def _later(self, said: IndexEntry) -> list[IndexEntry]:
        """The messages by which it was once said to be replaced."""
        notes = self._strengths.asked(lambda state: list(state.counting(said.id)))
        found = self._keeper.index.entries({note.source for note in notes if note.type == SUPERSEDED})
        known = {note.key for note in notes}
        return [item for item in found.values() if key_of(item, said) not in known]

    def _audiences(self, audience: str) -> frozenset[str]:
        try:
            return readable_sources(self._keeper.index.audiences(), Audience.parse(audience), self._membership)
        except AddressError:
            return frozenset()


def _may_be_replaced(earlier: IndexEntry, said: IndexEntry) -> bool:
    if earlier.at is None or said.at is None or earlier.own or earlier.id == said.id or earlier.kind != "turn":
        return False
    if open_question(earlier.text):
        return False  # it states nothing
    return earlier.at < said.at and (not said.trust or earlier.person == said.person)


def _surest(found: tuple[float, str, IndexEntry]) -> tuple[float, float]:
    return round(found[0], 1), _time(found[2])


def _time(entry: IndexEntry) -> float:
    return entry.at.timestamp() if entry.at else 0.0
