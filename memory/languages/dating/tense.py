"""Where a speaker looks from the clause in which a day is named: judged by what labelled examples taught.

A day that lies before the message was told of the past, one behind it of what is coming. `python -m
training.messages tense` makes the weights.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from memory.judges.features import hashed, letters, normal
from memory.judges.linear import fitted
from memory.languages.dating.form import Tense

if TYPE_CHECKING:
    from memory.judges.features import Keys

NAME = "tense"
LABELS = ("past", "coming", "doubt")
SURE = 0.65
"""A share from which a tense is believed; else it is in doubt."""
SURELY = 0.95
"""A share from which it is believed though a day on the other side of the message lies far nearer."""

_NEAR = 70
"""Letters on either side of the day that are looked at, of its sentence alone."""

_DAY = "◊"
_STOP = re.compile(r"[.!?。！？\n]+")
_ENDS = range(1, 6)


def tense(text: str, start: int, end: int) -> tuple[Tense, bool]:
    """Of the sentence around the characters from `start` to `end`, and whether that is beyond doubt."""
    shares = fitted("memory.languages.dating", NAME).shares(blocks(text, start, end))
    best = max(shares, key=lambda label: shares[label])
    return (Tense[best.upper()] if shares[best] >= SURE else Tense.DOUBT), shares[best] >= SURELY


def blocks(text: str, start: int, end: int) -> tuple[Keys, Keys]:
    before = _STOP.split(text[max(0, start - _NEAR) : start])[-1]
    after = _STOP.split(text[end : end + _NEAR])[0]
    left, right = normal(before), normal(after)
    return letters(f"{left} {_DAY} {right}"), hashed(_sided(left, right, normal(text[start:end])))


def _sided(left: str, right: str, day: str) -> Iterator[str]:
    for side, words in (("<", left.split()[::-1]), (">", right.split())):
        yield from (f"{side} {word}" for word in words)
        yield from (f"{side} {one} {two}" for one, two in pairwise(words))
    yield f"< {left[-1:]} {_DAY} {right[:2]}"
    yield from (f"$ {right[-length:]}" for length in _ENDS)
    yield from (f"> {right[:length]}" for length in _ENDS)
    yield from (f"day {word}" for word in day.split())
