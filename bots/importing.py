"""History that people bring along: an export of a platform → the activity logs, as if it had been heard then.

Nothing is answered, and what is there already, from an earlier import or from the platform itself, stays as it is: an
event's id is the message's identity on its platform. Who can read it is as narrow as the export tells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from bots.errors import BotFault
from bots.message import Message

if TYPE_CHECKING:  # a command line that asks a running fleet needs no memory of its own
    from memory.engine import MemoryEngine
    from memory.vocabulary.event import Event

AT_ONCE = 500
"""Messages that are written with one fsync a day."""


DAYS_AT_ONCE = 31
"""So many days to which something was added after they were over are slept over at once."""

SILENCE = timedelta(minutes=10)
"""A talk in an export is over after it."""


class Unreadable(BotFault):
    """The export cannot be read; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something in an export that is no message for us. `why` is a kind, the same words for all of it."""

    why: str


_ERASED = LeftOut(why="somebody was forgotten who said it, or it was forgotten itself")

Exported: TypeAlias = Message | LeftOut
Export = Callable[[Path], Iterator[Exported]]
"""Reads an export in the order of its files. Raises Unreadable where it is none."""


@dataclass(slots=True)
class Tally:
    """What became of it."""

    messages: int = 0
    new: int = 0
    known: int = 0
    first: datetime | None = None
    last: datetime | None = None
    places: set[str] = field(default_factory=set)
    left_out: Counter[str] = field(default_factory=Counter)


async def bring_in(
    engines: dict[str, MemoryEngine],
    found: Iterable[Exported],
    admitted: Callable[[Message], Message | None] = lambda message: message,
    told: Callable[[int], None] = lambda _: None,
) -> Tally:
    """Into the log of each anima what is `admitted` (bots.door). `told` hears how many messages are in. Raises
    Unreadable, StorageFault."""
    tally, rest = Tally(), iter(found)
    while some := list(islice(rest, AT_ONCE)):
        asked = [admitted(one) or _ERASED if isinstance(one, Message) else one for one in some]
        said = [one for one in asked if isinstance(one, Message)]
        tally.left_out.update(one.why for one in asked if isinstance(one, LeftOut))
        new = [False] * len(said)
        for anima, engine in engines.items():
            stored = await engine.record_all([_received(anima, one) for one in said])
            new = [a or b for a, b in zip(new, stored, strict=True)]
        _count(tally, said, new)
        told(tally.messages)
    return tally


def _received(anima: str, message: Message) -> Event:
    from bots.answering import received  # a command line that brings nothing in begins sooner without it
    from bots.parcel import Heard

    is_known = message.member and not message.author_is_bot
    return received(Heard(anima=anima, message=message, trust="member" if is_known else "guest"))


def _count(tally: Tally, said: Sequence[Message], new: Sequence[bool]) -> None:
    tally.messages += len(said)
    tally.new += sum(new)
    tally.known += len(said) - sum(new)
    for one in said:
        tally.first = min(tally.first or one.at, one.at)
        tally.last = max(tally.last or one.at, one.at)
        tally.places.add(str(one.place.room))
