"""Whether a question is after what was so before ("the old door code"), and not after what is so now."""

from __future__ import annotations

from functools import lru_cache

from memory.judges.features import of_text
from memory.judges.linear import fitted

FORMER, NOW = "former", "now"
SURE = 0.6
"""A share from which a question is taken for one of the past: of ordinary questions to memory one in 500 reaches it."""


@lru_cache(maxsize=256)
def asks_former(question: str) -> bool:
    return fitted("memory.wants", FORMER).shares(of_text(question))[FORMER] >= SURE
