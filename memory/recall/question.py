"""What recall is asked."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from memory.vocabulary.address import Audience

SCOPES: dict[str, tuple[str, ...]] = {
    "all": (),
    "activity": ("turn",),
    "episodes": ("episode",),
    "facts": ("fact",),
    "knowledge": ("knowledge",),
    "procedures": ("procedure", "skill"),
}
"""What a search may be narrowed to -> kinds of memory; none: all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What recall is asked, by whom (an address). `without` are ids of events that are no memories of this moment.

    `as_of`: what was known and believed then, else now. `in_context`: short answers come with the question that they
    answer. `whole`: facts are told that hold no more, too. Without words, a span of time is enough.
    """

    text: str
    present: Audience
    now: datetime
    kinds: Collection[str] = ()
    since: datetime | None = None
    until: datetime | None = None
    as_of: datetime | None = None
    without: Collection[str] = ()
    asker: str = ""
    in_context: bool = False
    whole: bool = False
    limit: int = 10


def kinds_of(scope: str) -> Collection[str]:
    """Raises ValueError for a scope that there is not."""
    if scope not in SCOPES:
        raise ValueError(f"{scope!r} is no scope; there are: {', '.join(SCOPES)}")
    return SCOPES[scope]
