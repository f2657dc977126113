"""How a memory stands by its use (Strength), and one note of the memory log by which that is counted (Use)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

EPISODIC, SEMANTIC, ASLEEP = "episodic", "semantic", "dormant"
"""Tiers of memories."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """What use has made of a memory. A memory that nothing is known of has the defaults, those of a first review.

    `utility` is the earned one. How near it is now is the retention since it was last `reviewed` (used, or said
    again), or `born`. `captured`: something strong came soon after, and holds it. `tier` is one of `tiers`;
    `asleep_since`: it was laid to rest then, and has not been used since.
    """

    access_count: int = 0
    last_access: datetime | None = None
    utility: float = 0.5
    importance: float = 0.5
    pinned: bool = False
    storage: float = 1.0
    stability_days: float = 2.3065
    difficulty: float = 2.1181
    born: datetime | None = None
    reviewed: datetime | None = None
    captured: bool = False
    tier: str = EPISODIC
    asleep_since: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """One moment in which memories took part; `key` names it, so that it is noted once.

    `type` is used (found by a search, read, in a reply, confirmed: see `how`), primed (it stood in a prompt),
    withheld (it came to mind, but was too unsure to be said) or refuted. Only the first and the last teach anything.
    """

    ts: datetime
    key: str
    type: str
    ids: tuple[str, ...]
    how: str = ""  # search, read, reply, confirmed
    audience: str = ""


USED, PRIMED, WITHHELD = "used", "primed", "withheld"
REFUTED = "refuted"
"""A person said that it was wrong, or no help; that is no use."""


def memory_of(id: str) -> str:
    """The memory that an id belongs to: a note is one memory, each entry of a day of episodes is one of its own."""
    path, mark, number = id.rpartition("#")
    if mark and number.isdigit() and path.endswith(".md") and not path.startswith("episodes/"):
        return path
    return id
