"""A short text as n-grams of letters and of words, for a linear judge. No list of any language.

A feature is known by 24 bits of a hash; a judge keeps those that its examples had.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from zlib import crc32

from memory.index.numpy_once import bring_numpy
from memory.languages.analyser import fold

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Keys = NDArray[Any]
    """Hashes of features, uint32, as often as they occur."""

BITS = 24
LONGEST = 400
"""Characters that are looked at, of a longer text its beginning and its end."""

_MOST_LETTERS = 6
_FEW = 8
"""Words of the message before that are looked at."""

_DIGIT = re.compile(r"\d")
_SPACES = re.compile(r"\s+")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?|[^\w\s]")
_ALIKE = str.maketrans({**dict.fromkeys("“”„«»「」『』‹›", '"'), **dict.fromkeys("’‘ʼ", "'"), "？": "?", "！": "!"})
_LENGTHS = (4, 8, 16, 24, 32, 48, 64, 96, 128, 200)
_ODD, _MIX = 0x9E3779B1, 0x85EBCA6B


def of_text(text: str, before: str = "", *, is_before_own: bool = False) -> tuple[Keys, Keys]:
    """n-grams of letters, and of words; among these those of the message `before`, which may be the listener's own."""
    plain = normal(text)
    return letters(plain), hashed((*_words(plain), *_context(normal(before), is_own=is_before_own)))


def normal(text: str) -> str:
    """Folded, with one digit for all, one kind of each mark and single spaces."""
    short = text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} {text[-LONGEST // 2 :]}"
    return _SPACES.sub(" ", _DIGIT.sub("0", fold(short.translate(_ALIKE)))).strip()


@lru_cache(maxsize=64)  # a text is judged alone, too, and after the message before it
def letters(plain: str) -> Keys:
    """One to six letters in a row, of a normal text with its two ends."""
    bring_numpy()
    import numpy as np

    codes = np.frombuffer(f"^{plain}$".encode("utf-32-le", "replace"), dtype=np.uint32)
    hashes, found = np.zeros_like(codes), []
    for length in range(1, min(_MOST_LETTERS, len(codes)) + 1):
        ahead = codes[length - 1 :]
        hashes = hashes[: len(ahead)] * np.uint32(_ODD) + ahead * np.uint32(_MIX) + np.uint32(length)
        mixed = (hashes ^ (hashes >> np.uint32(15))) * np.uint32(_ODD)
        found.append(mixed >> np.uint32(32 - BITS))
    return np.concatenate(found)


def hashed(features: Iterable[str]) -> Keys:
    bring_numpy()
    import numpy as np

    return np.array([crc32(one.encode(errors="replace")) >> (32 - BITS) for one in features], dtype=np.uint32)


def _words(plain: str) -> Iterator[str]:
    words = ["^", *_WORD.findall(plain), "$"]
    yield from (f"w {word}" for word in words)
    yield from (f"w {one} {two}" for one, two in pairwise(words))
    yield from (f"w {' '.join(three)}" for three in zip(words, words[1:], words[2:], strict=False))
    yield from (f"s {one} _ {three}" for one, three in zip(words, words[2:], strict=False))
    yield f"longer than {sum(len(plain) > length for length in _LENGTHS)}"


def _context(before: str, *, is_own: bool) -> Iterator[str]:
    if not before:
        yield "after nothing"
        return
    yield f"after {'own' if is_own else 'another'}"
    yield f"after {'a question' if '?' in before else 'a statement'}"
    yield from (f"before {word}" for word in before.split()[-_FEW:])
