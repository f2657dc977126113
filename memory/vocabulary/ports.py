"""What memory needs from outside: a clock, an embedder, a judge, and the aids of a night."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Matrix: TypeAlias = "NDArray[np.float32]"
"""Rows of 32-bit floats."""

Progress: TypeAlias = Callable[[int, int], None]
"""Hears how much of how much is done, from any thread."""


def unwatched(done: int, total: int) -> None:
    """Nobody watches."""


class Clock(Protocol):
    """The time, always aware."""

    def __call__(self) -> datetime: ...


class Embedder(Protocol):
    """Turns texts into unit vectors. `name` identifies model, revision and form: vectors of two names never mix."""

    @property
    def name(self) -> str: ...

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Matrix:
        """One row of length one for each text. Blocking.

        Raises EmbedderNotReady for a query while the model is being loaded: a question is never made to wait.
        Passages wait, for they are embedded in the background.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeAnswer:
    """A model's whole answer, whoever `model` was, and what it cost."""

    text: str
    model: str = ""
    input_tokens: int = 0
    output_tokens: int = 0


class Judge(Protocol):
    """A model that is asked once for a decision of memory. Its answer is material to check, never to obey."""

    @property
    def name(self) -> str: ...

    async def __call__(self, instructions: str, text: str, deadline_s: float) -> JudgeAnswer:
        """`text` is data about which `instructions` ask. Raises JudgeFault for all that goes wrong, lateness too."""
        ...


# --- ports ----------------------------------------------------------------------------------------------------------
# What judges whether texts agree: entailment by a model (Entailment), and a learned judge of pairs.


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
class NightAids:
    """What helps a night to decide, beside its judge; each where there is one."""

    entailment: Entailment | None = None


UNAIDED = NightAids()
