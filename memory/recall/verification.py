"""A hit is believed only if the truth still says it, to these people, and if it is held to be so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from functools import cache

from memory.archive.activity_log import ActivityLog
from memory.archive.anima_directory import AnimaLocation
from memory.archive.json_lines import parse_moment
from memory.index import ingestion
from memory.index.entry import FACT_KINDS, IndexEntry, message_key
from memory.index.ingestion import document_content
from memory.index.pieces import document_pieces
from memory.index.strengths import Strengths
from memory.index.text_tables import AmendmentTables
from memory.theories import ranking_signals
from memory.theories.truth import is_current, was_believed
from memory.vocabulary.address import Audience, Membership, audience_covers
from memory.vocabulary.cue import Recollection


class Hydration:
    """One recall's look at the files; every document is read once."""

    def __init__(
        self,
        location: AnimaLocation,
        zone: tzinfo,
        present: Audience,
        membership: Membership | None,
        amends: AmendmentTables | None = None,
    ) -> None:
        """`amends` tell where the note stands that left only some words of a turn."""
        self._amends = amends
        self._location = location
        self._zone = zone
        self._present = present
        self._membership = membership
        self._documents: dict[str, list[IndexEntry]] = {}
        self._covered: dict[str, bool] = {}

    def holds(self, entry: IndexEntry) -> bool:
        """Whether the file has this text, readable for those who are present."""
        return any(text == entry.text and self._is_readable(audience) for text, audience in self._written(entry))

    def _is_readable(self, audience: str) -> bool:
        if audience not in self._covered:
            self._covered[audience] = audience_covers(audience, self._present, self._membership)
        return self._covered[audience]

    def _written(self, entry: IndexEntry) -> Iterator[tuple[str, str]]:
        if entry.kind in FACT_KINDS:
            if fact := ingestion.fact_at(self._location.directory, entry.path, entry.offset):
                yield fact.text, fact.audience
            return
        if entry.kind != "turn":
            yield from ((piece.text, piece.audience) for piece in self._pieces(entry) if piece.id == entry.id)
            return
        for event in ingestion.event_at(self._location.directory, entry.path, entry.offset, self._zone):
            same = event.id == entry.id or not event.id or (entry.message and message_key(event) == entry.message)
            if same:
                yield event.content, event.audience
                yield from ((words, event.audience) for words in self._left(entry))

    def _left(self, entry: IndexEntry) -> Iterator[str]:
        amends = self._amends.latest([entry.id]) if self._amends else {}
        for amend in amends.values():
            yield from filter(None, [ingestion.left_at(self._location.directory, amend.path, amend.offset, entry.id)])

    def _pieces(self, entry: IndexEntry) -> list[IndexEntry]:
        if entry.path not in self._documents:
            root = self._location.shared.parent if entry.path.startswith("shared/") else self._location.directory
            text = document_content(root / entry.path)
            self._documents[entry.path] = document_pieces(entry.path, entry.kind, text, self._zone)
        return self._documents[entry.path]


# --- belief ---------------------------------------------------------------------------------------------------------
# Belief: what of that which came to mind is held to be so, now or on a day of the past, and how far.
#
# A document's head tells it (see `memory.index.pieces`); what somebody said stays said. A fact that sleeps comes to
# mind by the one cue that names it, where nothing awake comes near (cue-dependent forgetting, Tulving, 1974).


LITTLE_TRUST = 0.6
"""What a document from a guest, another bot, the web or a file is worth of its confidence."""


NAMED_FROM, AHEAD = 0.6, 0.1
"""So sure must the fit of a fact be that sleeps, so much surer than that of every note that is awake, and as sure as
that of what was said."""


class Belief:
    """Blocking; call it from a thread."""

    def __init__(self, strengths: Strengths, log: Callable[[], ActivityLog], membership: Membership | None) -> None:
        self._strengths = strengths
        self._standings = strengths.standings
        self._log = log
        self._membership = membership

    def now(self, found: Iterable[Recollection], now: datetime) -> list[Recollection]:
        """Those that are believed now, dormant or not, as confident as their sources."""
        return [self._modulated(item) for item in found if item.kind == "turn" or self._is_believed(item, now)]

    def coming(self, found: Sequence[Recollection], present: Audience, now: datetime) -> list[Recollection]:
        """Those that come to mind by themselves before these people: what is awake, by the uses alone that they may
        know of, and the facts that sleep which the cue alone names."""
        believed = self.now(found, now)
        may_know = cache(lambda seen: audience_covers(seen, present, self._membership))
        awake = [item for item in believed if item.kind == "turn" or self._is_awake(item, may_know)]
        ahead = [item.confidence + (AHEAD if item.kind in FACT_KINDS else 0.0) for item in awake]
        bound = max([NAMED_FROM, *ahead])
        known = {item.id for item in awake}
        return [item for item in believed if item.id in known or (item.kind in FACT_KINDS and item.confidence >= bound)]

    def on(self, found: Iterable[Recollection], day: datetime) -> list[Recollection]:
        """Those that had been recorded by then and were not taken back by then."""
        return [item for item in found if self._was_believed(item, day)]

    def _is_believed(self, found: Recollection, now: datetime) -> bool:
        return is_current(self._standings.of(found.path).validity, now)

    def _is_awake(self, found: Recollection, may_know: Callable[[str], bool]) -> bool:
        """Neither its head nor the memory log has laid it to rest, or it was used since and they `may_know` of that."""
        strength = self._strengths.told_to(found.id, may_know)
        return strength.asleep_since is None and self._standings.of(found.path).is_awake(strength.last_access)

    def _was_believed(self, found: Recollection, day: datetime) -> bool:
        if found.kind != "turn":
            return was_believed(self._standings.of(found.path).validity, day)
        events = (event for event in self._log().pointed_at(found.path) if event.id == found.id)
        recorded = (parse_moment(event.meta.get("recorded_at")) or event.ts for event in events)
        return all(at <= day for at in recorded)

    def _modulated(self, found: Recollection) -> Recollection:
        if found.kind == "turn":
            return found
        standing = self._standings.of(found.path)
        share = ranking_signals.source_factor(standing.confidence) * (LITTLE_TRUST if standing.trust else 1.0)
        return found if share == 1.0 else replace(found, confidence=round(found.confidence * share, 4))
