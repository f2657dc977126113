"""Threads: what answers a person and what works behind the talk never wait for one another's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial, wraps
from time import monotonic, sleep
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")


def in_thread(function: Callable[Given, Result]) -> Callable[Given, Coroutine[object, object, Result]]:
    """The blocking function, to be awaited: it is called in a thread of the event loop's own."""

    @wraps(function)
    async def awaited(*given: Given.args, **named: Given.kwargs) -> Result:
        return await asyncio.to_thread(function, *given, **named)

    return awaited


class Threads:
    """So many threads of the process at most, for all animas together; there is none before the first use."""

    def __init__(self, name: str, most: int) -> None:
        self._name = name
        self._most = most
        self._executor: ThreadPoolExecutor | None = None
        self._open = 0

    async def run(self, function: Callable[Given, Result], /, *given: Given.args, **named: Given.kwargs) -> Result:
        """What the function returns or raises, called in one of the threads. Call it on an event loop."""
        if self._executor is None:
            self._executor = ThreadPoolExecutor(self._most, thread_name_prefix=self._name)
        called = partial(copy_context().run, function, *given, **named)
        self._open += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, called)
        finally:
            self._open -= 1

    @property
    def is_at_work(self) -> bool:
        """Whether somebody waits for one of these threads."""
        return self._open > 0


ANSWERING_THREADS = Threads("memory-answering", 8)
"""Of priming, searches and reading: short, and somebody waits."""

BEHIND_THREADS = Threads("memory-behind", 3)
"""Of forming, folding and indexing: long, and nobody waits."""

SLEEPING_THREADS = Threads("memory-asleep", 1)
"""Of nights: one anima after the other."""

WORKED_S, WAITED_S, BREATH_S = 0.005, 0.05, 0.001


class Politeness:
    """Of long work in a thread of its own: it lets go for a moment now and again, for as long as somebody waits for an
    answer, and for so long at most."""

    def __init__(self) -> None:
        self._since = monotonic()

    def breathe(self) -> None:
        """Call it often; it does nothing where it was called just before."""
        if monotonic() - self._since < WORKED_S:
            return
        until = monotonic() + WAITED_S
        sleep(0)  # the event loop may go on
        while ANSWERING_THREADS.is_at_work and monotonic() < until:
            sleep(BREATH_S)
        self._since = monotonic()
