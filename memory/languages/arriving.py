"""Who is waited for in "when Ben joins", as data; patterns read folded text, `who` is the group of the name."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.languages.tables import read_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Arriving:
    """`unsaid` are words for somebody whom only the talk before could name."""

    joining: re.Pattern[str]
    anybody: frozenset[str]
    unsaid: frozenset[str]


_ALL = read_tables(Arriving, "arriving")
JOINING = tuple(one.joining for one in _ALL)
ANYBODY = frozenset().union(*(one.anybody for one in _ALL))
UNSAID = frozenset().union(*(one.unsaid for one in _ALL))
