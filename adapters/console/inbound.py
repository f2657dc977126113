"""A line from the terminal as a Message: pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from adapters.console.commands import command
from adapters.console.screen import Show
from bots.message import Kind, Message
from memory.vocabulary.address import Account, Audience, Person, Place


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Seat:
    """Who sits at a terminal, where what they say is said, and how they are shown what is said there."""

    person: Person
    place: Place
    show: Show

    @property
    def name(self) -> str:
        return self.person.id


def is_direct(place: Place) -> bool:
    """`console:dm/<person>` is between that person and the anima; every other place is a room."""
    return place.workspace == "dm"


def direct_place(person: Person) -> Place:
    """Where the person talks to an anima alone."""
    return Place(person.platform, "dm", person.id)


def said(text: str, account: Account, seat: Seat, message_id: str, at: datetime) -> Message:
    """The text as talk, whatever it says."""
    direct = is_direct(seat.place)
    return Message(
        kind=Kind.MESSAGE,
        account=account,
        place=seat.place,
        id=message_id,
        order=message_id,
        author=seat.person,
        author_name=seat.name,
        at=at,
        audience=Audience.person(seat.person) if direct else Audience.open(seat.place),
        text=text,
        is_direct=direct,
        mentions_app=direct,
    )


def heard(line: str, account: Account, seat: Seat, message_id: str, at: datetime) -> Message | None:
    """None for a line without text. Several pasted lines are one message."""
    text = line.replace("\r\n", "\n").strip()
    if not text:
        return None
    words = command(text)
    message = said(text, account, seat, message_id, at)
    return message if words is None else replace(message, kind=Kind.COMMAND, text=words)
