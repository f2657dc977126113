"""The id of the turn that is being thought about: it ties the lines of the program's log together.

Set it around a turn (`turn_id.set(message.id)`); tasks made inside inherit it.
"""

from __future__ import annotations

from contextvars import ContextVar

turn_id: ContextVar[str] = ContextVar("turn_id", default="")
