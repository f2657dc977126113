"""Pairs of messages, an earlier and a later one, and the judge that says how the later relates to the earlier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

CORRECTS = "corrects"
UPDATES = ("replaces", CORRECTS, "denies")
UNRELATED = "unrelated"
"""Whatever else the later one is to the earlier: an addition, the same again, of another thing."""

FARTHEST = 24
"""Messages between two are counted so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two messages of one place in their order. `before` is the message right before the later one.

    `back` counts the messages from the earlier one on to the later, `own` those among them of who said the later.
    `likeness` is the cosine of their meanings, None where that is not known.
    """

    speaker: str
    earlier: str
    by: str
    later: str
    before: str = ""
    back: int = 1
    own: int = 0
    likeness: float | None = None


class RelationJudge(Protocol):
    """Judges how a later message relates to earlier ones. From `sure` on an earlier one gives its place to the later,
    from `unsure` on it is said that it may be so."""

    @property
    def sure(self) -> float: ...

    @property
    def unsure(self) -> float: ...

    def __call__(self, pairs: Sequence[Pair]) -> Sequence[Mapping[str, float]]:
        """The probability of each of UPDATES and of UNRELATED, pair for pair. Pairs that have one later message are
        looked at together: it changes those that it fits best."""
        ...


def update_of(judgement: Mapping[str, float]) -> tuple[float, str]:
    """How probable it is that the earlier message holds no more, and how so most likely."""
    return sum(judgement[one] for one in UPDATES), max(UPDATES, key=lambda one: judgement[one])
