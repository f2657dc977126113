"""How long work tells how far it is, wherever it was asked for: a bar in a terminal, an edited message in a chat.

Whoever carries out a command sets `progress`; a command that takes long hands it `(done, total)`, from any thread.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

Progress = Callable[[int, int], None]


def untold(done: int, total: int) -> None:
    """Nobody watches."""


progress: ContextVar[Progress] = ContextVar("progress", default=untold)
