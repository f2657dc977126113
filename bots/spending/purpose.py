"""What a model is asked for, and for whom: told around the call, kept with what it took.

Tasks made inside inherit it, so work that outlives a turn says anew what it is for.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

TALK = "talk"


@dataclass(frozen=True, slots=True)
class Purpose:
    """`name` is a word such as talk, summary, formation, night; `person` the one whose words began it, if one did."""

    name: str = "other"
    person: str = ""


_NONE = Purpose()
purpose: ContextVar[Purpose] = ContextVar("purpose", default=_NONE)


@contextmanager
def asked_for(name: str, person: str = "") -> Iterator[None]:
    """Calls inside are counted under the name."""
    before = purpose.set(Purpose(name, person))
    try:
        yield
    finally:
        purpose.reset(before)
