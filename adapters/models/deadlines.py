"""How long a model may take: until its first word, between two pieces, in all.

A library's own timeout is measured per packet and does not stop a stream that drips or sends only keep-alives, so
the pieces that mean something are timed here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TypeVar

from bots.errors import ModelFault

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadlines:
    """Seconds. `total_s` holds even where the caller's own deadline is later."""

    first_token_s: float = 30.0
    gap_s: float = 20.0
    total_s: float = 180.0


class Pace:
    """The limits of one answer while it comes."""

    def __init__(self, limits: Deadlines, total_s: float) -> None:
        self._limits = limits
        self._began = asyncio.get_running_loop().time()
        self._last = self._began
        self.is_talking = False
        self._end = self._began + max(0.0, min(total_s, limits.total_s))

    def progress(self) -> None:
        """Something arrived that brings the answer on."""
        self.is_talking = True
        self._last = asyncio.get_running_loop().time()

    async def prepare(self, step: Awaitable[None]) -> None:
        """Our own preparation: it takes from the whole, not from the model's time for a first word."""
        try:
            async with asyncio.timeout_at(self._end):
                await step
        except TimeoutError:
            raise ModelFault("too_long", "the model library was not ready in time") from None
        self._last = asyncio.get_running_loop().time()

    @property
    def left_s(self) -> float:
        """Of the whole."""
        return self._end - asyncio.get_running_loop().time()

    async def rest(self, seconds: float) -> None:
        """Between two tries; the next one has the whole patience for a first word again."""
        await asyncio.sleep(seconds)
        self._last = asyncio.get_running_loop().time()

    async def wait(self, step: Awaitable[T]) -> T:
        """The step's result within what is left. Raises ModelFault: no_first_token, stalled or too_long."""
        limit = asyncio.timeout_at(self._until())
        try:
            async with limit:
                return await step
        except TimeoutError:
            if limit.expired():
                raise self._fault() from None
            raise

    def _until(self) -> float:
        patience = self._limits.gap_s if self.is_talking else self._limits.first_token_s
        return min(self._end, self._last + patience)

    def _fault(self) -> ModelFault:
        if self._until() >= self._end:
            return ModelFault("too_long", f"no whole answer within {self._end - self._began:g} s")
        if self.is_talking:
            return ModelFault("stalled", f"nothing came for {self._limits.gap_s:g} s")
        return ModelFault("no_first_token", f"no first word within {self._limits.first_token_s:g} s")
