"""The rim: whatever comes out of a platform's code is one of the faults that bots know.

Libraries raise more than their documentation says: a proxy's HTML page with status 200 is a KeyError, a TypeError or an
AttributeError somewhere inside. All that a fleet asks of an adapter goes through here, so nothing of it ends a lane, an
account or an answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Mapping, Sequence
from contextlib import aclosing
from datetime import datetime
from typing import TypeVar

from bots.errors import Broken, SendFault
from bots.message import Act, File, Message, Receipt
from bots.ports import Adapter, Capabilities, Sink
from memory.vocabulary.address import Person, Place

log = logging.getLogger(__name__)
T = TypeVar("T")


async def known(call: Awaitable[T]) -> T:
    """The call's result. Raises children of SendFault only, and CancelledError when somebody cancels us."""
    try:
        return await call
    except SendFault:
        raise
    except BaseException as odd:
        if is_end(odd):
            raise
        log.warning("a platform's code broke", exc_info=odd)
        raise Broken(name_of(odd)) from odd


def is_cancelled(odd: BaseException) -> bool:
    """Whether it is the cancellation of this very task, not one that a library let out by mistake."""
    task = asyncio.current_task()
    return isinstance(odd, asyncio.CancelledError) and task is not None and task.cancelling() > 0


def is_end(odd: BaseException) -> bool:
    """No fault at all: this task is cancelled, or the process ends."""
    return is_cancelled(odd) or isinstance(odd, KeyboardInterrupt | SystemExit | GeneratorExit)


def name_of(odd: BaseException) -> str:
    """What may be shown of it: its text can hold an address, and the address a token."""
    kind = type(odd)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


class Rim:
    """An Adapter of which each verb raises its known faults only."""

    def __init__(self, adapter: Adapter) -> None:
        self.account = adapter.account
        self._inner = adapter

    def capabilities(self, place: Place) -> Capabilities:
        return self._inner.capabilities(place)

    async def run(self, sink: Sink) -> None:
        await self._inner.run(sink)

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        return await known(self._inner.perform(act, nonce, in_doubt))

    async def history(self, place: Place, after: str) -> list[Message]:
        return await known(self._inner.history(place, after))

    async def posted(self, place: Place, nonces: Sequence[str], question: str) -> bool | None:
        return await known(self._inner.posted(place, nonces, question))

    async def rooms(self, since: datetime) -> Mapping[Place, str]:
        return await known(self._inner.rooms(since))

    async def fetch(self, file: File) -> AsyncGenerator[bytes]:
        async with aclosing(self._inner.fetch(file)) as pieces:
            while piece := await known(anext(pieces, b"")):
                yield piece

    async def find(self, query: str) -> list[Person | Place]:
        return await known(self._inner.find(query))

    async def direct(self, person: Person) -> Place:
        return await known(self._inner.direct(person))

    async def readable(self, present: Person | Place, rooms: Sequence[Place]) -> frozenset[Place]:
        return await known(self._inner.readable(present, rooms))
