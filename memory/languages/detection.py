"""The language of a text, as far as it takes to answer in its words: by script, by letters, by the commonest words."""

from __future__ import annotations

import re

from memory.languages.analyser import is_cjk, terms
from memory.languages.en import ENGLISH
from memory.languages.ja import JAPANESE
from memory.languages.pack import LanguagePack
from memory.languages.tr import TURKISH

_TURKISH_LETTERS = re.compile("[ğışİĞŞ]")


def language_of(text: str) -> LanguagePack:
    """The pack whose words the text has; English where nothing speaks for another."""
    if any(is_cjk(letter) for letter in text):
        return JAPANESE
    if _TURKISH_LETTERS.search(text):
        return TURKISH
    words = terms(text)
    shares = [sum(word in pack.stop_words | pack.question_words for word in words) for pack in (ENGLISH, TURKISH)]
    return TURKISH if shares[1] > shares[0] else ENGLISH
