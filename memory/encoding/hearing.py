"""Hearing: from events of the activity log to what was said, with what was said before it in the same place."""

from __future__ import annotations

import re
from collections import OrderedDict, deque
from collections.abc import Mapping
from dataclasses import replace
from datetime import tzinfo
from typing import TypeVar

from memory.archive.event_line import moment
from memory.encoding.said import Said
from memory.index.turns import OWN, SPOKEN, TRUSTED, low_trust, message_key, one_line
from memory.languages.analyser import fold
from memory.languages.legible import legible
from memory.vocabulary.author import author_of
from memory.vocabulary.event import Event, Json

BEFORE = 6
"""So many earlier messages of a place are kept in mind; the others are in the log."""

T = TypeVar("T")

PLACES = 64
MOST_PEOPLE = 1000

OWN_WORDS = "anima"
"""The trust of what the anima says itself: it mostly says what it was told, and must not outdo who told it."""


class Hearing:
    """What was said last in each place and by whom, as far as it has been heard."""

    def __init__(self, zone: tzinfo) -> None:
        self._zone = zone
        self._last: OrderedDict[str, deque[Said]] = OrderedDict()
        self._people: OrderedDict[str, dict[str, str]] = OrderedDict()

    def heard(self, event: Event) -> Said | None:
        """What the event says; None for one in which nothing is said. It is what comes before the next one.

        What was deleted or edited is no longer before anything, or is so with its new words.
        """
        if event.type in ("message_deleted", "message_edited"):
            self._change(event)
        if event.type not in SPOKEN or not event.content.strip() or author_of(event).is_mute:
            return None
        # What others could not read explains nothing to them.
        earlier = _latest(self._last, _where(event), deque[Said](maxlen=BEFORE))
        said = replace(self._said(event), before=tuple(earlier), people=self._met(event))
        earlier.append(replace(said, before=()))
        return said

    def knows(self, event: Event) -> bool:
        """Whether something was heard in its place, by its readers."""
        return _where(event) in self._last

    def said_anew(self, event: Event, source: str) -> Said:
        """What a message says after it was edited; `source` is the event by which it was said first."""
        return replace(self._said(event), source=source)

    def _change(self, event: Event) -> None:
        message, text = message_key(event), event.content if event.type == "message_edited" else ""
        for earlier in self._last.values() if message else ():
            for place in reversed([at for at, said in enumerate(earlier) if said.message == message]):
                if text.strip():
                    earlier[place] = replace(earlier[place], text=text)
                else:
                    del earlier[place]

    def _met(self, event: Event) -> Mapping[str, str]:
        """By the names of those who spoke to these readers; a name that two go by is nobody's."""
        people = _latest(self._people, event.audience, dict[str, str]())
        if event.type not in OWN and len(people) < MOST_PEOPLE:
            name, person = fold(one_line(str(event.meta.get("name") or ""))), str(event.meta.get("person") or "")
            if name and person and people.setdefault(name, person) != person:
                people[name] = ""
        return people

    def _said(self, event: Event) -> Said:
        meta, own = event.meta, event.type in OWN
        return Said(
            id=event.id,
            text=_without_call(legible(event.content), meta.get("addressed")),
            at=event.ts.astimezone(self._zone),
            heard_at=moment(meta.get("recorded_at")) or event.ts,
            person=event.sender if own else str(meta.get("person") or event.sender),
            speaker=one_line(event.sender if own else str(meta.get("name") or event.sender)),
            place=event.channel,
            message=message_key(event),
            audience=event.audience,
            addressee=event.recipient or ", ".join(map(str, _called(meta.get("addressed")))),
            trust=OWN_WORDS if own else low_trust(meta.get("trust")),
            own=own,
            is_trusted=not own and meta.get("trust") in TRUSTED,
        )


def _latest(kept: OrderedDict[str, T], place: str, new: T) -> T:
    """What is kept of a place, which is the latest now; of more than PLACES the oldest goes."""
    found = kept.setdefault(place, new)
    kept.move_to_end(place)
    while len(kept) > PLACES:
        kept.popitem(last=False)
    return found


def _where(event: Event) -> str:
    return f"{event.channel} {event.audience}"


def _called(addressed: Json) -> list[Json]:
    return addressed if isinstance(addressed, list) else []


def _without_call(text: str, addressed: Json) -> str:
    """Who is called at the beginning is no part of what is told."""
    for name in _called(addressed):
        text = re.sub(rf"^\s*@?{re.escape(str(name))}\b[\s,:、，]*", "", text, flags=re.IGNORECASE) or text
    return text
