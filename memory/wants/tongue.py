"""The language of a short message: by its script, else by a linear judge of its letters; empty where it is in doubt."""

from __future__ import annotations

from functools import lru_cache

from memory.languages.analyser import has_cjk
from memory.wants import features
from memory.wants.linear import fitted

SURE = 0.8
JAPANESE = "ja"
LANGUAGES = ("en", JAPANESE, "tr")


@lru_cache(maxsize=256)
def tongue(text: str) -> str:
    """A code of LANGUAGES, or nothing."""
    if has_cjk(text):
        return JAPANESE
    if not any(letter.isalpha() for letter in text):
        return ""
    shares = fitted("tongue").shares(features.letters(text))
    best = max(shares, key=lambda code: shares[code])
    return best if shares[best] >= SURE else ""
