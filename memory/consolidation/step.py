"""A step of sleep: it looks at what one audience may read, and plans what is to become of it.

A step changes nothing itself and reads no file: all that it sees comes through the View, all that it wants is a list
of Changes, each with its `because`, which one writer applies when the step is done. It is called once for each
audience, and what it plans may concern that audience alone; the night throws away what does not. The same view and
the same `now` plan the same, so that a night that was cut off ends as it would have.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias, get_args

from memory.consolidation.view import View
from memory.vocabulary.change import Change
from memory.vocabulary.ports import Judge

Cadence: TypeAlias = Literal["session", "past", "daily", "weekly", "monthly"]
CADENCES: tuple[Cadence, ...] = get_args(Cadence)

Plan: TypeAlias = Callable[[View, Judge | None, datetime], Awaitable[list[Change]]]
"""Called in a thread of the night's own: a view may be asked at once, and a judge is awaited. Without a model the
judge is None, and rules decide. Two steps must not change one file in the same plan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """`name` is shown to people and is part of the names of batches: lower case, words joined by dashes.

    What `forgets` is left out of a night whose clock cannot be trusted.
    """

    name: str
    cadence: Cadence
    plan: Plan
    forgets: bool = False
