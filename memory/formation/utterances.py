"""Utterances: messages as formation sees them, with what was said before in the same place, and what is understood.

They are read from the events of the activity log.
"""

from __future__ import annotations

import re
from collections import OrderedDict, deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from typing import TypeVar

from memory.archive.json_lines import parse_moment
from memory.index.entry import OWN_TYPES, SPOKEN_TYPES, TRUSTED_TYPES, low_trust, message_key, one_line
from memory.language.analyser import fold
from memory.language.prose import legible
from memory.vocabulary.event import Event, Json, author_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """Who said what to whom. `at` is aware, in the zone that the house counts its days in; `person` is an address,
    `speaker` a label.

    `own`: the anima's own words. `is_trusted`: an owner, admin or member, as the event says; `trust` is a label where
    the speaker is not much to be trusted. `heard_at` is when the anima came to know of it, where that was later.
    `message` is room and platform id, `source` the event of the message that this is an edit of. `before` are the
    messages said before it in the same place, oldest first, without theirs. `people` are the addresses of those who
    have spoken to the same readers, by folded name, where only one goes by it.
    """

    id: str
    text: str
    at: datetime
    person: str
    speaker: str
    place: str = ""
    message: str = ""
    audience: str = ""
    addressee: str = ""
    trust: str = ""
    own: bool = False
    is_trusted: bool = False
    heard_at: datetime | None = None
    source: str = ""
    before: tuple[Utterance, ...] = ()
    people: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def workspace(self) -> str:
        """What stands before the id in the address of whoever is mentioned here: `slack:T01/`, `discord:`."""
        platform, _, rest = self.person.partition(":")
        workspace, slash, _ = rest.partition("/")
        return f"{platform}:{workspace}/" if slash else f"{platform}:"


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidPeriod:
    """Aware instants, in the speaker's zone; `from_` is None where it is so since it was said, or longer."""

    from_: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenValue:
    """A value that a clause gives an attribute. `subject` is a person's address or a folded name; `start` and `end`
    are where the value stands; `valid` is None where only the whole clause tells.

    `is_new`: it says that it was otherwise before. `is_reported`: the speaker has it from hearsay.
    """

    subject: str
    attribute: str
    value: str
    start: int
    end: int
    valid: ValidPeriod | None = None
    is_new: bool = False
    is_reported: bool = False

    @property
    def slot(self) -> str:
        return f"{self.subject} {self.attribute}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One thing that the message states, as it may stand alone: names for pronouns, days as ISO.

    `subject` is whom or what it is about: a person's address, else a folded name. `slot` and `value` are given, both
    folded, where it answers a question that has one answer at a time ("home" of a person, "release date" of a
    project): the slot is `<subject> <attribute>`. `start` and `end` are where it stands in the message. `question` is
    the `message` before it, whose words it holds too. `otherwise` is the category of a correction where
    nothing is known that it corrects.
    """

    text: str
    category: str
    otherwise: str = "fact"
    subject: str = ""
    slot: str = ""
    value: str = ""
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    reported: str = ""
    entities: tuple[str, ...] = ()
    corrects: bool = False
    confidence: float = 0.5
    start: int = 0
    end: int = 0
    question: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """What is worth keeping of a message. No `category`: nothing is, `because` of this."""

    category: str = ""
    because: str = ""
    statements: tuple[Statement, ...] = ()
    entities: tuple[str, ...] = ()


# --- hearing --------------------------------------------------------------------------------------------------------
# Hearing: from events of the activity log to what was said, with what was said before it in the same place.


CONTEXT_MESSAGES = 6
"""So many earlier messages of a place are kept in mind; the others are in the log."""

T = TypeVar("T")

PLACES = 64
MOST_PEOPLE = 1000

OWN_WORDS = "anima"
"""The trust of what the anima says itself: it mostly says what it was told, and must not outdo who told it."""


class UtteranceReader:
    """What was said last in each place and by whom, as far as it has been heard."""

    def __init__(self, zone: tzinfo) -> None:
        self._zone = zone
        self._last: OrderedDict[str, deque[Utterance]] = OrderedDict()
        self._people: OrderedDict[str, dict[str, str]] = OrderedDict()

    def heard(self, event: Event) -> Utterance | None:
        """What the event says; None for one in which nothing is said. It is what comes before the next one.

        What was deleted or edited is no longer before anything, or is so with its new words.
        """
        if event.type in ("message_deleted", "message_edited"):
            self._change(event)
        if event.type not in SPOKEN_TYPES or not event.content.strip() or author_of(event).is_mute:
            return None
        # What others could not read explains nothing to them.
        earlier = _latest(self._last, _where(event), deque[Utterance](maxlen=CONTEXT_MESSAGES))
        said = replace(self._said(event), before=tuple(earlier), people=self._met(event))
        earlier.append(replace(said, before=()))
        return said

    def knows(self, event: Event) -> bool:
        """Whether something was heard in its place, by its readers."""
        return _where(event) in self._last

    def said_anew(self, event: Event, source: str) -> Utterance:
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
        if event.type not in OWN_TYPES and len(people) < MOST_PEOPLE:
            name, person = fold(one_line(str(event.meta.get("name") or ""))), str(event.meta.get("person") or "")
            if name and person and people.setdefault(name, person) != person:
                people[name] = ""
        return people

    def _said(self, event: Event) -> Utterance:
        meta, own = event.meta, event.type in OWN_TYPES
        return Utterance(
            id=event.id,
            text=_without_call(legible(event.content), meta.get("addressed")),
            at=event.ts.astimezone(self._zone),
            heard_at=parse_moment(meta.get("recorded_at")) or event.ts,
            person=event.sender if own else str(meta.get("person") or event.sender),
            speaker=one_line(event.sender if own else str(meta.get("name") or event.sender)),
            place=event.channel,
            message=message_key(event),
            audience=event.audience,
            addressee=event.recipient or ", ".join(map(str, _called(meta.get("addressed")))),
            trust=OWN_WORDS if own else low_trust(meta.get("trust")),
            own=own,
            is_trusted=not own and meta.get("trust") in TRUSTED_TYPES,
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
