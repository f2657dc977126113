"""The language of a short message: by its script, else by a linear judge of its letters; empty where it is in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from memory.language import linear_judge
from memory.language.analyser import has_cjk
from memory.language.linear_judge import fitted_judge

SURE = 0.8
ENOUGH, EARLIER = 2, 5
"""Words that tell a language by themselves; earlier messages that tell it together."""


def language_spoken(text: str, earlier: Sequence[str]) -> str:
    """The language somebody speaks now: one foreign word changes it no more than a picture does."""
    code = guess_language(text)
    if has_cjk(text) or (code and sum(map(_is_word, text.split())) >= ENOUGH):
        return code
    return guess_language("\n".join(earlier[-EARLIER:])) or code


def _is_word(part: str) -> bool:
    return any(map(str.isalpha, part))


@lru_cache(maxsize=256)
def guess_language(text: str) -> str:
    """A code, or nothing where it is in doubt."""
    if has_cjk(text):
        from memory.language.language_packs import language_of  # whoever only starts does not pay for their tables

        return language_of(text).code
    if not any(letter.isalpha() for letter in text):
        return ""
    shares = fitted_judge("memory.language", "tongue").shares(
        (linear_judge.letter_features(linear_judge.normalised(text)),)
    )
    best = max(shares, key=lambda code: shares[code])
    return best if shares[best] >= SURE else ""
