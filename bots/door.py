"""The door: what is asked of everything that comes in, before it is taken in or answered.

Whether a platform hands it over, catch-up fetches it, an export brings it or a backup brings it back:

    it is of somebody who was erased since it was said, or was erased by itself   it is not taken in
    it was taken in before (bots.delivery.past)                                    it is not taken in again
    it was answered, perhaps in a life of the home that a restore has ended        it is recorded, and not answered

What tokens stand in it are taken out before anything is kept of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path

from bots.answering import STREAM_SLOT
from bots.delivery.seam import Delivery, Turn
from bots.delivery.store import nonce_of
from bots.errors import InDoubt, SendFault, Unreachable
from bots.message import Message
from bots.parcel import Heard
from bots.ports import Adapter
from memory.archive.erased import ErasedList
from memory.vocabulary.address import Place

_FIRST_SLOTS = (STREAM_SLOT, "0", "file/1", "stopped")
"""In one of these an answer begins."""

_LONGEST_PAUSE_S = 60.0
_BRIEF = 4_000


class Door:
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
            if any(message.at <= at for at in until) or erased.message(*_names(message)):
                return None
        return self._without_secrets(message)

    async def let_in(self, message: Message) -> Message | None:
        """The same off the loop where the text is long: to look a message of 40,000 letters through takes 15 ms."""
        if len(message.text) <= _BRIEF:
            return self.admitted(message)
        return await asyncio.to_thread(self.admitted, message)

    async def was_answered(self, turn: Turn, heard: Heard, adapter: Adapter, place: Place) -> bool:
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
        return message if text == message.text else replace(message, text=text, people=tuple(spans))


async def _patiently(turn: Turn, ask: Callable[[], Awaitable[bool | None]]) -> bool | None:
    """Asked as long as it takes; None where it is not told."""
    pause_s = 1.0
    while True:
        try:
            return await ask()
        except (Unreachable, InDoubt):
            turn.rest()
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, _LONGEST_PAUSE_S)
        except SendFault:
            return None


def _names(message: Message) -> Sequence[str]:
    """By which an erased message may be known: its event, and the message that it is or concerns."""
    room, of = message.place.room, message.target or message.id
    return f"{message.place}/{message.key}", f"{room} {of}"
