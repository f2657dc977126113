"""The language of a short message: by its script, else by a linear judge of its letters; empty where it is in doubt."""

from __future__ import annotations

from functools import lru_cache

from memory.judges import features
from memory.judges.linear import fitted
from memory.languages.analyser import has_cjk

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
    shares = fitted("memory.wants", "tongue").shares((features.letters(features.normal(text)),))
    best = max(shares, key=lambda code: shares[code])
    return best if shares[best] >= SURE else ""
