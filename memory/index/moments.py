"""Moments: the uses of a memory as whole numbers in the order of time, for there are more of them than of all else.

A moment is microseconds since 1970 · 2^64, then 62 bits of its note's key, then what it was: two uses of one instant
have an order, and one that is read twice is one.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import blake2b

from memory.theories import coactivation
from memory.vocabulary.strength import REFUTED as CALLED_WRONG
from memory.vocabulary.strength import USED, Use, memory_of

ALONE, TOGETHER, REFUTED = 0, 1, 2
"""What it was: used, used together with others, called wrong."""

REPLY = "reply"
"""How a memory was used that stands in an answer."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_KINDS = 2
_MARK = (1 << 64) - (1 << _KINDS)


@dataclass(frozen=True, slots=True)
class Used:
    """A use as it counts: the first `together` of the memories were used together; `reply` is the note's key where the
    use was a reply. `audience` saw it."""

    moment: int
    memories: tuple[str, ...]
    together: int = 0
    reply: str = ""
    audience: str = ""


def counted(use: Use) -> Used | None:
    """None where it teaches nothing."""
    if use.type not in (USED, CALLED_WRONG):
        return None
    memories = tuple(dict.fromkeys(map(memory_of, use.ids)))
    if use.type == CALLED_WRONG:
        return Used(moment(use.ts, use.key, REFUTED), memories, audience=use.audience)
    is_reply = use.how == REPLY
    together = coactivation.together(memories) if is_reply else 0
    return Used(moment(use.ts, use.key, ALONE), memories, together, use.key if is_reply else "", use.audience)


def microseconds(at: datetime) -> int:
    return (at - _EPOCH) // _MICROSECOND


def mark(key: str) -> int:
    """What tells the notes of one instant apart."""
    return int.from_bytes(blake2b(key.encode(errors="surrogatepass"), digest_size=8).digest()) & _MARK


def moment(at: datetime, key: str, kind: int) -> int:
    return microseconds(at) << 64 | mark(key) | kind


def instant(moment: int) -> datetime:
    """When it was, in UTC."""
    return _EPOCH + timedelta(microseconds=moment >> 64)


def mark_of(moment: int) -> int:
    """The mark of its note's key."""
    return moment & _MARK


def kind_of(moment: int) -> int:
    return moment & ((1 << _KINDS) - 1)


def same(moment: int) -> int:
    """Equal for what one note says of several memories."""
    return moment >> _KINDS


def insert(moments: list[int], moment: int) -> None:
    """Into its place; at the end where it is the latest, as nearly all are."""
    if not moments or moments[-1] < moment:
        moments.append(moment)
    elif moments[at := bisect_left(moments, moment)] != moment:
        moments.insert(at, moment)
