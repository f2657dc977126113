"""The words of a message that say what is meant: "vergiss, dass ⟦ich Pit 20 Euro schulde⟧".

Each place between two words (between two letters, where words run into one another) may be the begin or the end; a
linear judge looks at the letters and words on both of its sides, given what the message wants.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from memory.language import linear_judge
from memory.language.linear_judge import fitted_judge
from memory.vocabulary.scripts import UNSPACED

if TYPE_CHECKING:
    from memory.language.linear_judge import Keys

SPAN = "span"
BEGIN, END, INSIDE = "begin", "end", "inside"
SPANNED = frozenset(("remind", "reminders", "forget", "correct", "tell"))
"""Wishes of whose words it matters which say what is meant."""

INSIDE_COUNTS = 0.25
"""What a token counts that is within, or is not, beside the two ends."""

FAINTEST, SURELY_MEANT = -2.5, -0.6
"""A begin and an end that speak against themselves more than that are none."""

LONGEST_LOOKED_AT = 240
"""Characters."""
_SIDE = 16
_NEAR = 3
_TOKEN = re.compile(rf"\d+(?:[.,:]\d+)*(?!\w)|[{UNSPACED}]|[^\W_{UNSPACED}]+(?:['’][^\W_{UNSPACED}]+)*|[^\w\s]|_")


@lru_cache(maxsize=256)
def meant_span(text: str, wish: str, faintest: float = FAINTEST) -> tuple[int, int] | None:
    """Where the words stand, for a message of that label of the examples; None where none of it says what is meant."""
    found = list(places(text))
    if len(found) < 2:
        return None
    judge = fitted_judge("memory.formation", SPAN)
    sums = [dict(zip(judge.labels, judge.sums(place_features(text, at, wish)).tolist(), strict=True)) for at in found]
    best, span = faintest, None
    for first, start in enumerate(found[:-1]):
        within = 0.0
        for last in range(first + 1, len(found)):
            within += sums[last - 1][INSIDE]
            told = sums[first][BEGIN] + sums[last][END] + INSIDE_COUNTS * within
            if told > best and text[start : found[last]].strip():
                best, span = told, (start, found[last])
    return span


def meant(text: str, wish: str) -> str:
    """The words themselves; empty where there are none."""
    span = meant_span(text, wish)
    return text[slice(*span)].strip() if span else ""


def places(text: str) -> Iterator[int]:
    """Ascending: where a token begins, or ends."""
    tokens = list(_TOKEN.finditer(text[:LONGEST_LOOKED_AT]))
    yield from sorted({place for token in tokens for place in token.span()})


def place_features(text: str, at: int, wish: str) -> tuple[Keys, Keys]:
    plain = list(_features(text[:LONGEST_LOOKED_AT], at))
    return linear_judge.hash_features(plain), linear_judge.hash_features(f"{wish} {each}" for each in plain)


def _features(text: str, at: int) -> Iterator[str]:
    before, after = text[:at], text[at:]
    left = f"^{linear_judge.normalised(before)}{' ' if before[-1:].isspace() else ''}"[-_SIDE:]
    right = f"{' ' if after[:1].isspace() else ''}{linear_judge.normalised(after)}$"[:_SIDE]
    for length in range(1, _SIDE + 1):
        yield f"< {left[-length:]}"
        yield f"> {right[:length]}"
    yield from (f"<> {left[-few:]}|{right[:more]}" for few in (1, 2, 3) for more in (1, 2, 3))
    words = [token.group().lower() for token in _TOKEN.finditer(before)][-_NEAR:]
    following = [token.group().lower() for token in _TOKEN.finditer(after)][:_NEAR]
    yield from (f"<w {' '.join(words[-count:])}" for count in range(1, _NEAR + 1))
    yield from (f"w> {' '.join(following[:count])}" for count in range(1, _NEAR + 1))
    yield from (f"<near {word}" for word in words)
    yield from (f"near> {word}" for word in following)
    yield f"is {'first' if not before.strip() else 'last' if not after.strip() else 'amid'}"
