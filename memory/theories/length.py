"""Length: a longer turn tells more; the tenth word adds less than the first.

Formula  min(1, ln(1 + characters) / ln(1 + full))
Params   full = 2000 characters (> 0)
Source   the project's own measurement: +2.4 points on the development chats.
"""

from __future__ import annotations

from math import log

FULL_CHARACTERS = 2000


def length(characters: int, full: int = FULL_CHARACTERS) -> float:
    """0 for nothing, 1 for a full page and everything longer."""
    return min(1.0, log(1 + max(0, characters)) / log(1 + full))
