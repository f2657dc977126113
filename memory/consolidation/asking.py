"""Asking in the night: a step in the night's own thread asks a model that lives on the fleet's event loop.

What was asked, what came of it and what it took goes to the operations log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import ContextVar
from datetime import timedelta

from memory.archive.operations_log import Operation
from memory.vocabulary.errors import JudgeFault
from memory.vocabulary.ports import Clock, Judge, Judged

_MS = timedelta(milliseconds=1)


#: Whether a judge is asked by a night: whoever counts what is spent wants to know.
in_sleep: ContextVar[bool] = ContextVar("in_sleep", default=False)


class JudgeOfNights:
    """A `Judge`."""

    def __init__(
        self, judge: Judge, loop: asyncio.AbstractEventLoop, note: Callable[[Operation], None], clock: Clock
    ) -> None:
        self._judge = judge
        self._loop = loop
        self._note = note
        self._clock = clock

    @property
    def name(self) -> str:
        return self._judge.name

    async def __call__(self, instructions: str, text: str, deadline_s: float) -> Judged:
        """Raises JudgeFault."""
        begun = self._clock()
        asked = asyncio.run_coroutine_threadsafe(_asked(self._judge, instructions, text, deadline_s), self._loop)
        try:
            answer = await asyncio.wrap_future(asked)
        except JudgeFault as fault:
            self._tell(text, Judged(text=str(fault), model=self.name), took_ms=(self._clock() - begun) / _MS, ok=False)
            raise
        self._tell(text, answer, took_ms=(self._clock() - begun) / _MS, ok=True)
        return answer

    def _tell(self, text: str, answer: Judged, *, took_ms: float, ok: bool) -> None:
        self._note(
            Operation(
                ts=self._clock(),
                op="sleep",
                input=text,
                output=answer.text,
                model=answer.model or self.name,
                latency_ms=round(took_ms),
                success=ok,
                fallback=not ok,
                input_tokens=answer.input_tokens,
                output_tokens=answer.output_tokens,
            )
        )


async def _asked(judge: Judge, instructions: str, text: str, deadline_s: float) -> Judged:
    in_sleep.set(True)  # of this task alone
    return await judge(instructions, text, deadline_s)
