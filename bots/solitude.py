"""One anima's attention: its talks go on side by side; its own work has it alone and keeps no talk waiting.

A talk that comes while it is at such work ends that work, which is done again after the talk; what has been interrupted
too often is done to its end, and the talk waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeVar

_Result = TypeVar("_Result")
#: So often work gives way to a talk.
INTERRUPTIONS = 3


@dataclass(slots=True)
class _Attention:
    """`work` is what may be ended for a talk; `changed` is told whenever somebody leaves."""

    talks: int = 0
    is_alone: bool = False
    work: asyncio.Task[object] | None = None
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)


class Solitude:
    """Of all animas, by name."""

    def __init__(self) -> None:
        self._of: dict[str, _Attention] = {}

    @asynccontextmanager
    async def talking(self, anima: str, *, urgently: bool = True) -> AsyncIterator[None]:
        """Beside other talks, never beside work; with a person (`urgently`) the work gives way."""
        mind = self._of.setdefault(anima, _Attention())
        async with mind.changed:
            while mind.is_alone:
                if urgently and mind.work is not None:
                    mind.work.cancel()
                await mind.changed.wait()
            mind.talks += 1
        try:
            yield
        finally:
            async with mind.changed:
                mind.talks -= 1
                mind.changed.notify_all()

    async def alone(self, anima: str, work: Callable[[], Awaitable[_Result]]) -> _Result:
        """Do the work while no talk and no other work goes on. It begins anew after each interruption."""
        mind, interrupted = self._of.setdefault(anima, _Attention()), 0
        while True:
            async with mind.changed:
                await mind.changed.wait_for(lambda: not mind.is_alone and not mind.talks)
                mind.is_alone = True
            task = asyncio.ensure_future(work())
            mind.work = task if interrupted < INTERRUPTIONS else None
            try:
                await asyncio.wait({task})
            finally:
                task.cancel()  # nothing, where it has ended
                await asyncio.shield(self._leave(mind))
            if not task.cancelled():
                return task.result()
            interrupted += 1

    async def _leave(self, mind: _Attention) -> None:
        async with mind.changed:
            mind.is_alone, mind.work = False, None
            mind.changed.notify_all()
