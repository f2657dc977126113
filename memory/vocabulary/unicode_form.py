"""Unicode's compatible form, in time in line with the text's length.

To sort the marks on a letter takes the square of their number; nobody but an attacker puts more on it than `MOST_MARKS`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

MOST_MARKS = 30
"""Marks on one letter that stay: as many as in Unicode's own stream-safe form (UAX 15)."""

_HEAP = re.compile(rf"[^\w\s\x00-\x7f]{{{MOST_MARKS + 1}}}")


def normal(text: str) -> str:
    """Unicode's compatible form (NFKC), in time in line with the text's length."""
    if text.isascii():
        return text
    return _heaped(text) if _HEAP.search(text) else unicodedata.normalize("NFKC", text)


@lru_cache(maxsize=8)  # letter by letter; one message is looked at several times
def _heaped(text: str) -> str:
    return unicodedata.normalize("NFKC", "".join(_safe(text)))


def _safe(text: str) -> Iterator[str]:
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.combining(letter) else 0
        if marks <= MOST_MARKS:
            yield letter
