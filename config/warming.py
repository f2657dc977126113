"""A model's library is large: it is imported in the background, so that neither start nor first answer waits."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Iterable, Iterator
from typing import NoReturn, Protocol, runtime_checkable

from adapters.models.embedders.lazy import LazyEmbedder
from bots.errors import ModelFault
from bots.ports import ChatModel
from bots.spending.guarded import GuardedModel
from bots.thinking.fallback import FallbackModel

logger = logging.getLogger(__name__)


@runtime_checkable
class Prepared(Protocol):
    """A model with something to get ready, and to close."""

    async def prepare(self) -> None: ...

    async def close(self) -> None: ...


class Warming:
    """One model after the other, from `begin` on, and the embedder beside them."""

    def __init__(self, models: Iterable[ChatModel], embedder: LazyEmbedder | None = None) -> None:
        self._models = list(_all(models))
        self._embedder = embedder
        self._task: asyncio.Task[None] | None = None
        self._is_importing = False

    def begin(self) -> None:
        if self._embedder is not None:
            self._embedder.begin()
        self._task = asyncio.create_task(self._prepare())

    async def close(self) -> None:
        """Stop, and close the models' connections."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
        for model in self._models:
            await model.close()
        if self._embedder is not None:
            await asyncio.to_thread(self._embedder.close)

    def leave(self, code: int) -> None:
        """End the process here if an import is still running: it cannot be stopped, and the end would wait for it."""
        if self._is_importing or (self._embedder is not None and self._embedder.is_loading):
            end_process(code)

    async def _prepare(self) -> None:
        for model in self._models:
            self._is_importing = True
            try:
                await model.prepare()
                logger.info("a model can be asked", extra={"model": getattr(model, "name", "")})
            except ModelFault as fault:  # the person who asks it is told
                logger.warning("a model cannot be asked: %s", fault)
            self._is_importing = False


def end_process(code: int) -> NoReturn:
    """Without a model library's farewell, which takes a second of the ten that a stop may take.

    Everything of ours is closed by now, and the kernel lets go of the home's lock.
    """
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _all(models: Iterable[ChatModel]) -> Iterator[Prepared]:
    for model in models:
        if isinstance(model, FallbackModel | GuardedModel):
            yield from _all(model.models)
        elif isinstance(model, Prepared):
            yield model
