"""Features of a short text for a linear judge: its n-grams of letters and of words, hashed. No list of any language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from math import sqrt
from zlib import crc32

from memory.languages.analyser import fold
from memory.wants.signs import signs

SIZE = 1 << 14
"""Places that features are hashed to."""

LONGEST = 240
"""Characters that are looked at, of a longer text its beginning and its end."""

_LETTERS = range(1, 6)
_DIGIT = re.compile(r"\d")
_SPACES = re.compile(r"\s+")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?|[^\w\s]")
_LENGTHS = (2, 4, 8, 16, 32, 64, 128)


SIGNS = 0.3
"""What a sign weighs beside all n-grams together."""


def of_text(text: str) -> Mapping[int, float]:
    """Places and values: n-grams as a vector of length one, and beside it the signs."""
    return {**{place(f"sign {name}"): SIGNS * value for name, value in signs(text).items()}, **letters(text)}


def letters(text: str) -> Mapping[int, float]:
    """Of its n-grams alone."""
    return hashed(_features(text))


def hashed(features: Iterable[str]) -> Mapping[int, float]:
    places = {place(feature) for feature in features}
    return dict.fromkeys(places, 1 / sqrt(max(1, len(places))))


def place(feature: str) -> int:
    return crc32(feature.encode(errors="replace")) % SIZE


def normal(text: str) -> str:
    """Folded, with one digit for all and single spaces."""
    short = text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} {text[-LONGEST // 2 :]}"
    return _SPACES.sub(" ", _DIGIT.sub("0", fold(short.replace("’", "'")))).strip()


def _features(text: str) -> Iterator[str]:
    plain = normal(text)
    framed = f"^{plain}$"
    for length in _LETTERS:
        yield from (framed[at : at + length] for at in range(len(framed) - length + 1))
    words = ["^", *_WORD.findall(plain), "$"]
    yield from (f"w {word}" for word in words)
    yield from (f"w {' '.join(words[at : at + 2])}" for at in range(len(words) - 1))
    yield from (f"w {' '.join(words[at : at + 3])}" for at in range(len(words) - 2))
    yield from (f"s {words[at]} _ {words[at + 2]}" for at in range(len(words) - 2))
    yield f"longer than {sum(len(plain) > length for length in _LENGTHS)}"
