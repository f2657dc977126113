"""The log as it now stands: messages with their edits, without what was deleted and what the anima made of that.

Everything that shows the log asks here: prompts, histories, tools, commands. The cost is a look-up for each event that
is shown; nothing is read through.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeVar

from memory.archive.activity_log import ActivityLog
from memory.index.entry import OWN_TYPES, message_key
from memory.index.ingestion import ACTIVITY_FOLDER
from memory.index.keeper import IndexKeeper
from memory.index.text_index import TextIndex
from memory.index.text_tables import Amendment, amendment_of, latest_amendment
from memory.language.analyser import query_terms
from memory.vocabulary.address import Audience, Membership, audience_covers
from memory.vocabulary.errors import AddressError, IndexDamaged, MemoryFault
from memory.vocabulary.event import AMENDING, EDITED, Event

_log = logging.getLogger(__name__)

T = TypeVar("T")

MADE_OF_MESSAGES = OWN_TYPES | {"tool_use", "error"}
"""What the anima does because of a message (`meta.reply_to`): it says the message's words again."""


class AmendedLog:
    """Blocking; call it from a thread."""

    def __init__(self, keeper: IndexKeeper, log: Callable[[], ActivityLog], membership: Membership | None) -> None:
        self._keeper = keeper
        self._membership = membership
        self._log = log

    def stand(self, events: Sequence[Event]) -> list[Event]:
        """The events as they now stand, without those that are gone."""
        return [event for event in self.each(events) if event is not None]

    def each(self, events: Sequence[Event]) -> list[Event | None]:
        """The same event for event: None for one that is gone, or was said in distress."""
        subjects = {subject for event in events for subject in _subjects(event)}
        try:
            amends: Mapping[str, Amendment] = (
                self._asked(lambda index: index.amends.latest(subjects)) if subjects else {}
            )
        except MemoryFault:
            _log.warning("the index cannot be reached; what was edited or deleted is looked for in the log")
            amends = self._read_through(min(event.ts for event in events))
        standing = [self._now(event, amends) for event in events] if amends else list(events)
        return self._unquoted([None if event is None or event.is_confided else event for event in standing])

    def of_events(self, ids: Collection[str]) -> Mapping[str, str | None]:
        """The words as they now are, of those that were said by these events and changed since; None: gone."""
        amends = self._asked(lambda index: index.amends.of_events(ids)) if ids else {}
        return {id: amend.text for id, amend in amends.items()}

    def event(self, id: str) -> Event | None:
        """As it now stands; None where it is gone, or never was."""
        found = self._log().find(id)
        return next(iter(self.stand([found])), None) if found else None

    def before(self, event: Event, limit: int) -> list[Event]:
        """What was said last before it in its place and to its readers, as it now stands, oldest first."""
        there = self._asked(lambda index: index.said_before(event.channel, event.audience, event.ts, limit))
        log, ids = self._log(), {entry.id for entry in there}
        days = sorted({entry.at.astimezone(log.zone).date() for entry in there if entry.at})
        return self.stand([item for day in days for _, item in log.read(day) if item.id in ids])

    def unquoted(self, texts: Sequence[str], audience: str) -> list[str]:
        """What the anima said to this audience, without the lines that quote words which are gone."""

        def could_hear(source: str) -> bool:
            try:
                return audience_covers(source, Audience.parse(audience), self._membership)
            except AddressError:
                return True

        return self._asked(lambda index: index.gone_words.without(texts, could_hear)) if any(texts) else list(texts)

    def texts(self, ids: Sequence[str]) -> Mapping[str, str]:
        """The words of these entries, of those that are there."""
        return {id: entry.text for id, entry in self._asked(lambda index: index.entries(ids)).items()}

    def said(self, ids: Sequence[str], audience: str) -> list[tuple[str, str]]:
        """Speaker and words of the turns that were said by these events, as they now stand, in their order."""
        entries = self._asked(lambda index: index.entries(ids))
        told = [entries[id] for id in ids if id in entries]
        own = self.unquoted([entry.text if entry.own else "" for entry in told], audience)
        return [(entry.speaker, text or entry.text) for entry, text in zip(told, own, strict=True)]

    def _unquoted(self, events: Sequence[Event | None]) -> list[Event | None]:
        made = list(events)
        own = {at: event for at, event in enumerate(events) if event is not None and event.type in MADE_OF_MESSAGES}
        for audience in {event.audience for event in own.values()}:
            here = {at: event for at, event in own.items() if event.audience == audience}
            texts = [text for event in here.values() for text in (event.content, event.summary)]
            told = iter(self._unquoted_or_none(texts, audience))
            made_here = {at: replace(event, content=next(told), summary=next(told)) for at, event in here.items()}
            for at, event in made_here.items():
                made[at] = event
        return made

    def _unquoted_or_none(self, texts: Sequence[str], audience: str) -> list[str]:
        try:
            return self.unquoted(texts, audience)
        except MemoryFault:
            return [""] * len(texts)  # what cannot be looked at is not told

    def _asked(self, ask: Callable[[TextIndex], T]) -> T:
        """A damaged index is thrown away and made anew, once."""
        for is_last in (False, True):
            try:
                self._keeper.keep_abreast()
                return ask(self._keeper.index)
            except IndexDamaged:
                if is_last:
                    raise
                _log.warning("the text index is damaged and is made anew")
                self._keeper.discard()
        raise AssertionError("unreachable")

    def _read_through(self, since: datetime) -> Mapping[str, Amendment]:
        """What became of messages of that day and later: nobody can change a message before it is said."""
        log = self._log()
        first = since.astimezone(log.zone).date() - timedelta(days=1)
        return latest_amendment(
            amend
            for day in log.days()
            if day >= first
            for line, event in log.read(day)
            if (amend := amendment_of(event, f"{day}", line))
        )

    def _now(self, event: Event, amends: Mapping[str, Amendment]) -> Event | None:
        own = amends.get(message_key(event)) or amends.get(event.id)
        asked = amends.get(_answered(event))
        if event.type in AMENDING:
            return _amending(event, own)
        if asked is not None and self._repeats(event, asked):
            return None
        if own is None or event.type.startswith("reaction"):
            return event
        return replace(event, content=own.text, summary="") if own.text and own.text.strip() else None

    def _repeats(self, event: Event, asked: Amendment) -> bool:
        """Whether it has words of the message that it answers which are there no more."""
        if asked.text is None:
            return True
        before = " ".join(self._said_before(asked))
        return not before or says_again(f"{event.content} {event.summary}", before, asked.text)

    def _said_before(self, amend: Amendment) -> Iterator[str]:
        """All that the message ever said."""
        try:
            places = self._asked(lambda index: index.amends.places(amend.subject))
        except MemoryFault:
            return
        for path, line in places:
            if path.startswith(ACTIVITY_FOLDER):  # what a note has left of a message was said before
                yield from (event.content for event in self._log().line(path, line))


def says_again(text: str, gone: str, now: str) -> bool:
    """Whether the text has a word that tells something, of those that are gone."""
    return bool((set(query_terms(gone)) - set(query_terms(now))) & set(query_terms(text)))


def _subjects(event: Event) -> Iterator[str]:
    yield from filter(None, (message_key(event), event.id, _answered(event)))


def _answered(event: Event) -> str:
    """The message that the anima did this because of."""
    if event.type not in MADE_OF_MESSAGES or not event.meta.get("reply_to"):
        return ""
    return message_key(replace(event, meta={"message_id": event.meta["reply_to"]}))


def _amending(event: Event, own: Amendment | None) -> Event | None:
    """Of edits the last one, of a message that is there still; a deletion says nothing but that."""
    if event.type == EDITED:
        return event if own is not None and own.event == event.id else None
    return replace(event, content="", summary="")
