"""What comes in, and what is asked of it before it is taken in or answered.

Whether a platform hands it over, catch-up fetches it, an export brings it or a backup brings it back:

    it is of somebody who was erased since it was said, or was erased by itself   it is not taken in
    it was taken in before                                                        it is not taken in again
    it was answered before                                                        it is not answered again

An export of a platform becomes the animas' activity logs, as if it had been heard then: nothing is answered, and what
is there already stays as it is, for an event's id is the message's identity on its platform.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from tenacity import AsyncRetrying, retry_if_exception_type, wait_exponential

from bots.delivery.answer_parts import STREAM_SLOT
from bots.delivery.contract import Delivery, Turn
from bots.delivery.items import InboxItem
from bots.delivery.store import nonce_of
from bots.errors import BotFault, InDoubt, SendFault, Unreachable
from bots.message import Message
from bots.ports import Adapter
from memory.archive.shared_logs import ErasedList
from memory.vocabulary.address import Place

if TYPE_CHECKING:
    from memory.engine import MemoryEngine
    from memory.vocabulary.event import Event

_FIRST_SLOTS = (STREAM_SLOT, "0", "file/1", "stopped")
"""In one of these an answer begins."""

_LONGEST_PAUSE_S = 60.0
_BRIEF = 4_000


class IntakeGate:
    """Of one home. `redact` takes secrets out of a text."""

    def __init__(self, home: Path, delivery: Delivery, redact: Callable[[str], str] = str) -> None:
        self._erased = ErasedList(home)
        self._delivery = delivery
        self._redact = redact

    def admitted(self, message: Message) -> Message | None:
        """The message as it may be kept; None: it was erased. Blocking, briefly."""
        erased = self._erased.now()
        if erased:
            until = [at for who in {message.author, message.writer} if (at := erased.person(str(who))) is not None]
            if any(message.at <= at for at in until) or erased.message(*_names_of_outbox(message)):
                return None
        return self._without_secrets(message)

    async def let_in(self, message: Message) -> Message | None:
        """The same off the loop where the text is long: to look a message of 40,000 letters through takes 15 ms."""
        if len(message.text) <= _BRIEF:
            return self.admitted(message)
        return await asyncio.to_thread(self.admitted, message)

    async def was_answered(self, turn: Turn, heard: InboxItem, adapter: Adapter, place: Place) -> bool:
        """Whether the turn's message was answered before a restore: by what is known of then, else by whether our post
        stands in the `place` of the answer. Where the platform cannot tell, it may have been."""
        known = await self._delivery.was_answered(turn.lane, turn.key, heard.message.at)
        if known is not None or heard.occasion is not None or not heard.answers:
            return bool(known)

        async def ask() -> str:
            nonces = [nonce_of(turn.lane, turn.key, slot) for slot in _FIRST_SLOTS]
            stands = await _patiently(turn, lambda: adapter.posted(place, nonces, heard.message.id))
            return "no" if stands is False else "yes"

        return await turn.once("answered", ask) == "yes"

    def _without_secrets(self, message: Message) -> Message:
        """Mentions stay where they are in the text."""
        text, spans, at = "", list[tuple[int, int]](), 0
        for start, end in sorted(message.people):
            text += self._redact(message.text[at:start])
            spans.append((len(text), len(text) + end - start))
            text, at = text + message.text[start:end], end
        text += self._redact(message.text[at:])
        return message if text == message.text else replace(message, text=text, people=tuple(spans), is_masked=True)


async def _patiently(turn: Turn, ask: Callable[[], Awaitable[bool | None]]) -> bool | None:
    """Asked as long as it takes; None where it is not told."""
    asking = AsyncRetrying(
        retry=retry_if_exception_type((Unreachable, InDoubt)),
        wait=wait_exponential(max=_LONGEST_PAUSE_S),
        before_sleep=lambda _: turn.rest(),
    )
    with suppress(SendFault):
        async for attempt in asking:
            with attempt:
                return await ask()
    return None


def _names_of_outbox(message: Message) -> Sequence[str]:
    """By which an erased message may be known: its event, and the message that it is or concerns."""
    room, of = message.place.room, message.target or message.id
    return f"{message.place}/{message.key}", f"{room} {of}"


# --- importing ------------------------------------------------------------------------------------------------------
# History that people bring along: an export of a platform → the activity logs, as if it had been heard then.
#
# Nothing is answered, and what is there already, from an earlier import or from the platform itself, stays as it is: an
# event's id is the message's identity on its platform. Who can read it is as narrow as the export tells.


IMPORTED_AT_ONCE = 500
"""Messages that are written with one fsync a day."""


DAYS_AT_ONCE = 31
"""So many days to which something was added after they were over are slept over at once."""

IMPORT_SILENCE = timedelta(minutes=10)
"""A talk in an export is over after it."""


class UnreadableExport(BotFault):
    """The export cannot be read; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class LeftOutMessages:
    """Something in an export that is no message for us. `why` is a kind, the same words for all of it."""

    why: str


_ERASED = LeftOutMessages(why="somebody was forgotten who said it, or it was forgotten itself")

Exported: TypeAlias = Message | LeftOutMessages
Export = Callable[[Path], Iterator[Exported]]
"""Reads an export in the order of its files. Raises Unreadable where it is none."""


@dataclass(slots=True)
class ImportTally:
    """What became of it."""

    messages: int = 0
    new: int = 0
    known: int = 0
    first: datetime | None = None
    last: datetime | None = None
    places: set[str] = field(default_factory=set)
    left_out: Counter[str] = field(default_factory=Counter)


async def import_history(
    engines: dict[str, MemoryEngine],
    found: Iterable[Exported],
    admitted: Callable[[Message], Message | None] = lambda message: message,
    told: Callable[[int], None] = lambda _: None,
) -> ImportTally:
    """Into the log of each anima what is `admitted`. `told` hears how many messages are in.

    Raises Unreadable, StorageFault.
    """
    tally, rest = ImportTally(), iter(found)
    while some := list(islice(rest, IMPORTED_AT_ONCE)):
        asked = [admitted(item) or _ERASED if isinstance(item, Message) else item for item in some]
        said = [item for item in asked if isinstance(item, Message)]
        tally.left_out.update(item.why for item in asked if isinstance(item, LeftOutMessages))
        new = [False] * len(said)
        for anima, engine in engines.items():
            stored = await engine.record_all([_imported_event(anima, item) for item in said])
            new = [a or b for a, b in zip(new, stored, strict=True)]
        _count_imported(tally, said, new)
        told(tally.messages)
    return tally


def _imported_event(anima: str, message: Message) -> Event:
    from bots.delivery.answer_parts import (
        received_event,  # a command line that brings nothing in begins sooner without it
    )
    from bots.delivery.items import InboxItem

    is_known = message.member and not message.author_is_bot
    return received_event(InboxItem(anima=anima, message=message, trust="member" if is_known else "guest"))


def _count_imported(tally: ImportTally, said: Sequence[Message], new: Sequence[bool]) -> None:
    tally.messages += len(said)
    tally.new += sum(new)
    tally.known += len(said) - sum(new)
    for item in said:
        tally.first = min(tally.first or item.at, item.at)
        tally.last = max(tally.last or item.at, item.at)
        tally.places.add(str(item.place.room))
