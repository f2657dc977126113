"""Belief: what of that which came to mind is held to be so, now or on a day of the past, and how far.

A document's head tells it (see `memory.index.standing`); what somebody said stays said. A fact that sleeps comes to
mind by the one cue that names it, where nothing awake comes near (cue-dependent forgetting, Tulving, 1974).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from memory.archive.activity_log import ActivityLog
from memory.archive.event_line import moment
from memory.index.entry import FACTS
from memory.index.standing import Standing
from memory.index.strengths import Strengths
from memory.theories import source_confidence
from memory.theories.validity import is_current, was_believed
from memory.vocabulary.recall import Recollection

LITTLE_TRUST = 0.6
"""What a document from a guest, another bot, the web or a file is worth of its confidence."""


NAMED_FROM, AHEAD = 0.6, 0.1
"""So sure must the fit of a fact be that sleeps, so much surer than that of every note that is awake, and as sure as
that of what was said."""


class Belief:
    """Blocking; call it from a thread."""

    def __init__(self, strengths: Strengths, log: Callable[[], ActivityLog]) -> None:
        self._strengths = strengths
        self._standings = strengths.standings
        self._log = log

    def now(self, found: Iterable[Recollection], now: datetime, dormant: bool) -> list[Recollection]:
        """Those that are believed now, as confident as their sources; `dormant` ones where they are asked for."""
        return [self._modulated(one) for one in found if one.kind == "turn" or self._is_believed(one, now, dormant)]

    def coming(self, found: Sequence[Recollection], now: datetime) -> list[Recollection]:
        """Those that come to mind by themselves: what is awake, and the facts that sleep which the cue alone names."""
        awake = self.now(found, now, dormant=False)
        ahead = [one.confidence + (AHEAD if one.kind in FACTS else 0.0) for one in awake]
        bound = max([NAMED_FROM, *ahead])
        known = {one.id for one in awake}
        each = self.now(found, now, dormant=True)
        return [one for one in each if one.id in known or (one.kind in FACTS and one.confidence >= bound)]

    def on(self, found: Iterable[Recollection], day: datetime) -> list[Recollection]:
        """Those that had been recorded by then and were not taken back by then."""
        return [one for one in found if self._was_believed(one, day)]

    def _is_believed(self, found: Recollection, now: datetime, dormant: bool) -> bool:
        standing = self._standings.of(found.path)
        return is_current(standing.validity, now) and (dormant or self._is_awake(found, standing))

    def _is_awake(self, found: Recollection, standing: Standing) -> bool:
        """Neither its head nor the memory log has laid it to rest, or it was used since."""
        strength = self._strengths.of(found.id)
        return strength.asleep_since is None and standing.is_awake(strength.last_access)

    def _was_believed(self, found: Recollection, day: datetime) -> bool:
        if found.kind != "turn":
            return was_believed(self._standings.of(found.path).validity, day)
        events = (event for event in self._log().pointed_at(found.path) if event.id == found.id)
        recorded = (moment(event.meta.get("recorded_at")) or event.ts for event in events)
        return all(at <= day for at in recorded)

    def _modulated(self, found: Recollection) -> Recollection:
        if found.kind == "turn":
            return found
        standing = self._standings.of(found.path)
        share = source_confidence.factor(standing.confidence) * (LITTLE_TRUST if standing.trust else 1.0)
        return found if share == 1.0 else replace(found, confidence=round(found.confidence * share, 4))
