"""A line from the terminal as a Message: pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from adapters.console.commands import command
from bots.message import Kind, Message
from memory.vocabulary.address import Account, Audience, Person, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Who sits at the terminal, and where what they say is said."""

    account: Account
    place: Place
    person: Person
    person_name: str

    @property
    def is_direct(self) -> bool:
        return is_direct(self.place)

    @property
    def audience(self) -> Audience:
        return Audience.person(self.person) if self.is_direct else Audience.open(self.place)


def is_direct(place: Place) -> bool:
    """`console:dm/<person>` is between that person and the anima; every other place is a room."""
    return place.workspace == "dm"


def direct_place(person: Person) -> Place:
    """Where the person talks to an anima alone."""
    return Place(person.platform, "dm", person.id)


def heard(line: str, seat: Seat, message_id: str, at: datetime) -> Message | None:
    """None for a line without text. Several pasted lines are one message."""
    text = line.replace("\r\n", "\n").strip()
    if not text:
        return None
    words = command(text)
    return Message(
        kind=Kind.MESSAGE if words is None else Kind.COMMAND,
        account=seat.account,
        place=seat.place,
        id=message_id,
        order=message_id,
        author=seat.person,
        author_name=seat.person_name,
        at=at,
        audience=seat.audience,
        text=text if words is None else words,
        is_direct=seat.is_direct,
        mentions_app=seat.is_direct,
    )
