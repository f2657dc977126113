"""Threads: what answers a person and what works behind the talk never wait for one another's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")


class Threads:
    """So many threads of the process at most, for all animas together; there is none before the first use."""

    def __init__(self, name: str, most: int) -> None:
        self._name = name
        self._most = most
        self._executor: ThreadPoolExecutor | None = None

    async def run(self, function: Callable[Given, Result], /, *given: Given.args, **named: Given.kwargs) -> Result:
        """What the function returns or raises, called in one of the threads. Call it on an event loop."""
        if self._executor is None:
            self._executor = ThreadPoolExecutor(self._most, thread_name_prefix=self._name)
        called = partial(copy_context().run, function, *given, **named)
        return await asyncio.get_running_loop().run_in_executor(self._executor, called)


ANSWERING = Threads("memory-answering", 8)
"""Of priming, searches and reading: short, and somebody waits."""

BEHIND = Threads("memory-behind", 3)
"""Of forming, folding and indexing: long, and nobody waits."""

ASLEEP = Threads("memory-asleep", 1)
"""Of nights: one anima after the other."""
