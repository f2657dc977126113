"""A line from the terminal, read without blocking the event loop, as a Message or a command."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TextIO

from adapters.console.outbound import Show
from bots.message import Kind, Message
from memory.vocabulary.address import Account, Audience, Person, Place

#: Commands that need no `/anima` before them.
_SHORT = ("/stop", "/help")


def command_words(text: str) -> str | None:
    """The command's words without `/anima`; None where the text is talk."""
    first, _, words = text.partition(" ")
    if first == "/anima":
        return words.strip() or "help"
    if first in _SHORT:
        return text[1:].strip()
    return None


# --- lines ----------------------------------------------------------------------------------------------------------
# Lines from standard input, read by a thread: the event loop never waits, and no shutdown waits for a person.


async def lines_of(stream: TextIO) -> AsyncIterator[str]:
    """What is piped in, line by line. Ends at end of file."""
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[str | None] = asyncio.Queue()

    def put(line: str | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens any more
            loop.call_soon_threadsafe(queue.put_nowait, line)

    # A daemon, because nothing can wake a thread that waits for a terminal.
    threading.Thread(target=_read, args=(stream, put), name="console-input", daemon=True).start()
    while (line := await queue.get()) is not None:
        yield line


def _read(stream: TextIO, put: Callable[[str | None], None]) -> None:
    try:
        while line := stream.readline():
            put(line.rstrip("\n"))
    except (OSError, ValueError):  # the stream was closed under us: the end of it
        pass
    finally:
        put(None)


# --- inbound --------------------------------------------------------------------------------------------------------
# A line from the terminal as a Message: pure.


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
    words = command_words(text)
    message = said(text, account, seat, message_id, at)
    return message if words is None else replace(message, kind=Kind.COMMAND, text=words)
