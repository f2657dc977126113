"""What judges whether texts agree: entailment by a model (Entailment), and a learned judge of pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Entailed:
    """Shares 0 … 1 that a text follows from another, or contradicts it."""

    entailment: float
    contradiction: float


class Entailment(Protocol):
    """A model of natural language inference. Blocking; raises JudgeFault where it cannot be asked."""

    @property
    def name(self) -> str: ...

    def __call__(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Entailed]:
        """Of each pair (premise, hypothesis)."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Aids:
    """What helps a night to decide, beside its judge; each where there is one."""

    entailment: Entailment | None = None


UNAIDED = Aids()
