"""The language of a short message: by its script, else by a linear judge of its letters; empty where it is in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from memory.judges import features
from memory.judges.linear import fitted
from memory.languages.analyser import has_cjk

SURE = 0.8
JAPANESE = "ja"
LANGUAGES = ("en", JAPANESE, "tr", "de")


ENOUGH, EARLIER = 2, 5
"""Words that tell a language by themselves; earlier messages that tell it together."""


def spoken(text: str, earlier: Sequence[str]) -> str:
    """The language somebody speaks now: one foreign word changes it no more than a picture does."""
    code = tongue(text)
    if code == JAPANESE or (code and len(text.split()) >= ENOUGH):
        return code
    return tongue("\n".join(earlier[-EARLIER:])) or code


@lru_cache(maxsize=256)
def tongue(text: str) -> str:
    """A code of LANGUAGES, or nothing."""
    if has_cjk(text):
        return JAPANESE
    if not any(letter.isalpha() for letter in text):
        return ""
    shares = fitted("memory.wants", "tongue").shares((features.letters(features.normal(text)),))
    best = max(shares, key=lambda code: shares[code])
    return best if shares[best] >= SURE else ""
