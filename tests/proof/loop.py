"""An event loop on which nothing waits: threads' work is done at once, and time leaps to the next timer.

Two fleets that are told the same so do the same, in the same order, as quickly as the machine can.
"""

from __future__ import annotations

import asyncio
import selectors
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextvars import Context
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")


class _AtOnce(ThreadPoolExecutor):
    """Work handed over is done by who hands it over; what has a loop of its own, in a thread of its own meanwhile."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        future: Future[T] = Future()
        if isinstance(fn, partial) and asyncio.run in fn.args:
            with ThreadPoolExecutor(1) as alone:
                return alone.submit(fn, *args, **kwargs)
        try:
            future.set_result(fn(*args, **kwargs))
        except BaseException as error:
            future.set_exception(error)
        return future


class _Leaping(selectors.DefaultSelector):  # type: ignore[misc, valid-type]
    """Instead of waiting it moves the time on."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("everything waits, and nothing will ever happen")
        self.now += max(timeout, 0.0)
        return super().select(0)


class LeapingLoop(asyncio.SelectorEventLoop):
    """Its time is that of its timers."""

    def __init__(self) -> None:
        self._leaping = _Leaping()
        super().__init__(self._leaping)
        self._home = threading.get_ident()
        self.set_default_executor(_AtOnce(max_workers=1))

    def time(self) -> float:
        return self._leaping.now

    def run_in_executor(self, executor: Executor | None, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        """Whoever's threads are meant."""
        return super().run_in_executor(None, func, *args)

    def call_soon_threadsafe(
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        if threading.get_ident() == self._home:
            return self.call_soon(callback, *args, context=context)
        return super().call_soon_threadsafe(callback, *args, context=context)

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:
        """It has no threads that could be waited for, and the thread that would wait is none of this loop's."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run it to its end on such a loop."""
    with asyncio.Runner(loop_factory=LeapingLoop) as runner:
        return runner.run(work)
