"""How long work tells how far it is, wherever it was asked for: a bar in a terminal, an edited message in a chat.

Whoever carries out a command sets `progress`; a command that takes long hands it `(done, total)`, from any thread.
"""

from __future__ import annotations

from contextvars import ContextVar

from memory.vocabulary.ports import Progress, unwatched

progress: ContextVar[Progress] = ContextVar("progress", default=unwatched)
