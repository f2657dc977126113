"""What a message did to memory, so that whoever answers says just that and nothing more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

EffectKind = Literal["forgot", "nothing_to_forget", "which_to_forget", "corrected", "unclear_correction", "left_out"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryEffect:
    """`told` are the words concerned, as they now stand: what may be meant, the corrected sentence, what is left out
    of answers from now on. Of a correction `old` became `new`."""

    kind: EffectKind
    told: tuple[str, ...] = ()
    old: str = ""
    new: str = ""
