"""How a memory stands by its use (Strength), and one note of the memory log by which that is counted (Use)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """What use has made of a memory. A memory that nothing is known of has the defaults."""

    access_count: int = 0
    last_access: datetime | None = None
    utility: float = 0.5
    importance: float = 0.5
    pinned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """One moment in which memories took part; `key` names it, so that it is noted once.

    `type` is used (found by a search, read, in a reply, confirmed: see `how`), primed (it stood in a prompt) or
    withheld (it came to mind, but was too unsure to be said). Only what is used counts.
    """

    ts: datetime
    key: str
    type: str
    ids: tuple[str, ...]
    how: str = ""  # search, read, reply, confirmed
    audience: str = ""


USED, PRIMED, WITHHELD = "used", "primed", "withheld"


def memory_of(id: str) -> str:
    """The memory that an id belongs to: a note is one memory, each entry of a day of episodes is one of its own."""
    path, mark, number = id.rpartition("#")
    if mark and number.isdigit() and path.endswith(".md") and not path.startswith("episodes/"):
        return path
    return id
