"""Overfull: above so many active memories the least useful ones sleep; counted for an anima and audience.

Formula  more than 500 active: down to nine tenths of that, by rising (earned utility, last use)
Source   SLP-13. What is protected does not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from memory.forgetting.protection import protected
from memory.vocabulary.memory import Memory
from memory.vocabulary.strength import Strength

MOST_ACTIVE = 500
LEFT = 0.9

_NEVER = datetime.min.replace(tzinfo=UTC)


def overfull(
    held: Sequence[tuple[Memory, Strength]], now: datetime, most: int = MOST_ACTIVE
) -> list[tuple[Memory, str]]:
    """Those that sleep, the least useful first, and why."""
    counted = [(memory, strength) for memory, strength in held if not protected(memory, strength, now)]
    if len(counted) <= most:
        return []
    counted.sort(key=lambda one: (one[1].utility, one[1].importance, _last(*one), one[0].id))
    why = f"{len(counted)} active memories, more than {most}"
    return [(memory, why) for memory, _ in counted[: len(counted) - int(LEFT * most)]]


def _last(memory: Memory, strength: Strength) -> datetime:
    return strength.last_access or memory.at or _NEVER
