"""Where the channels draw from: one anima's files and its recall, everything through the audience gate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo

from memory.archive.activity_log import ActivityLog
from memory.archive.anima_directory import AnimaLocation
from memory.archive.contacts import ProfileShelf
from memory.archive.derived_notes import is_derived
from memory.archive.shared_logs import Resolution, Resolutions
from memory.index.entry import OWN_TYPES, SPOKEN_TYPES
from memory.index.log_now import AmendedLog
from memory.index.pieces import labelled_audience
from memory.recall.holding import Holding
from memory.recall.hot_tier import HotTier
from memory.recall.pipeline import Recall
from memory.recall.pointers import PointerReader
from memory.recall.priming.activity_format import EventPointer
from memory.recall.priming.injection_rules import is_idle
from memory.recall.query import RecallQuestion
from memory.recall.verification import Belief
from memory.threads import ANSWERING_THREADS
from memory.vocabulary.address import Audience, Membership, Person, audience_covers
from memory.vocabulary.cue import Cue, Recollection
from memory.vocabulary.errors import MemoryFault, NotAllowed
from memory.vocabulary.event import Event
from memory.vocabulary.text_form import Names

ABILITIES = ("skill", "procedure")

POOL = 50
"""Recollections that priming chooses from."""

LATELY = timedelta(days=14)
"""What is longer ago is no recent activity. Told by the calendar, for a count of all events would tell of others'."""

MOST_EVENTS = 100

RESOLUTIONS = 20

EPISODES = 3
"""Days whose notes stand in for an empty log."""

CLOCK_SKEW = timedelta(minutes=1)
"""A platform's clock may be ahead of ours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """The Sources of the channels. Nothing of a question is kept: two conversations never meet here."""

    location: AnimaLocation
    zone: tzinfo
    log: Callable[[], ActivityLog]
    log_now: AmendedLog
    recall: Recall
    reading: PointerReader
    belief: Belief
    hot_tier: HotTier
    holding: Holding
    membership: Membership | None
    profiles: ProfileShelf
    resolutions: Resolutions

    async def recalled(self, cue: Cue, kinds: Sequence[str]) -> Sequence[Recollection]:
        """Recollections of these kinds for the cue, as far as they are believed now, best first."""
        return await ANSWERING_THREADS.run(self._recalled, cue, kinds)

    async def able(self, cue: Cue) -> Sequence[Recollection]:
        """Skills and procedures for the cue, best first."""
        return await ANSWERING_THREADS.run(self._recalled, cue, ABILITIES)

    async def important(self, cue: Cue) -> Sequence[Recollection]:
        """What is always in mind, as far as the cue's audience may read it."""
        return await ANSWERING_THREADS.run(self.hot_tier, cue.audience, cue.now)

    async def happened(self, cue: Cue) -> tuple[Sequence[Event], EventPointer]:
        """The latest events that the cue's audience may read, and where they stand."""
        return await ANSWERING_THREADS.run(self._happened, cue)

    async def noted(self, cue: Cue) -> Sequence[str]:
        """The notes of the latest days that the cue's audience may read, newest first."""
        return await ANSWERING_THREADS.run(self._noted, cue)

    async def profile(self, person: Person, present: Audience, now: datetime) -> str:
        """What is kept of the person, holds now, and may be said in front of those who are present."""
        return await ANSWERING_THREADS.run(self._profile, person, present, now)

    async def resolved(self, cue: Cue) -> Sequence[Resolution]:
        """The latest resolutions that the cue's audience may read, newest first."""
        return await ANSWERING_THREADS.run(self._resolved, cue)

    def question(self, cue: Cue, kinds: Sequence[str]) -> RecallQuestion:
        """What the cue asks of recall."""
        return RecallQuestion(
            text=cue.text,
            present=cue.audience,
            now=cue.now,
            kinds=kinds,
            without=(*cue.shown, *filter(None, [cue.key])),
            asker=str(cue.sender or ""),
            in_context=True,
            limit=POOL,
        )

    def _recalled(self, cue: Cue, kinds: Sequence[str]) -> Sequence[Recollection]:
        found = [item for item in self.recall(self.question(cue, kinds)) if not is_derived(item.path)]
        return self.belief.coming(found, cue.audience, cue.now)

    def _happened(self, cue: Cue) -> tuple[Sequence[Event], EventPointer]:
        log, shown = self.log(), {cue.key, *cue.shown}
        latest = log.latest(
            MOST_EVENTS + len(shown),
            cue.now - LATELY,
            cue.now + CLOCK_SKEW,
            lambda audience: audience_covers(audience, cue.audience, self.membership),
        )
        events = [event for event in latest if not event.id or event.id not in shown][-MOST_EVENTS:]
        told = [event for event in self.log_now.stand(events) if not _is_idle(event, cue)]
        return self._named(told, cue.audience), log.pointer

    def _named(self, events: Sequence[Event], present: Audience) -> list[Event]:
        """With names that mean one person each."""
        with suppress(MemoryFault):
            names = self.recall.names(present)
            return [_by_name(event, names) for event in events]
        return list(events)

    def _noted(self, cue: Cue) -> Sequence[str]:
        days = sorted((self.location.directory / "episodes").glob("*.md"), reverse=True)[:EPISODES]
        notes = []
        for day in days:
            with suppress(NotAllowed):
                notes.append(self.reading(f"episodes/{day.name}", cue.audience).strip())
        return [note for note in notes if note]

    def _profile(self, person: Person, present: Audience, now: datetime) -> str:
        profile = self.profiles.find(person)
        if profile is None:
            return ""
        entries = labelled_audience(profile.text, str(profile.meta.get("audience") or ""))
        told = (text for text, readers in entries if audience_covers(readers, present, self.membership))
        return self.holding.lines("\n".join(told), present, now)

    def _resolved(self, cue: Cue) -> Sequence[Resolution]:
        return self.resolutions.latest(
            RESOLUTIONS, lambda audience: audience_covers(audience, cue.audience, self.membership)
        )


def _is_idle(event: Event, cue: Cue) -> bool:
    """Chatter, and questions, which tell nothing to who answers; a heartbeat looks for what waits for an answer."""
    return cue.activation == "message" and event.type in SPOKEN_TYPES and is_idle(event.content)


def _by_name(event: Event, names: Names) -> Event:
    if event.type in OWN_TYPES or not event.meta.get("name"):
        return event
    person = str(event.meta.get("person") or event.sender)
    return replace(event, meta={**event.meta, "name": names.shown(str(event.meta["name"]), person)})
