"""The language of a text, as far as it takes to answer in its words: by script, by letters, by the commonest words."""

from __future__ import annotations

import re
from functools import lru_cache

from memory.languages.analyser import has_cjk, terms
from memory.languages.en import ENGLISH
from memory.languages.ja import JAPANESE
from memory.languages.pack import LanguagePack
from memory.languages.tr import TURKISH

_TURKISH_LETTERS = re.compile("[ğışİĞŞ]")

_ENGLISH_WORDS, _TURKISH_WORDS = (pack.stop_words | pack.question_words for pack in (ENGLISH, TURKISH))


@lru_cache(maxsize=256)  # one text is asked about again and again within a recall
def language_of(text: str) -> LanguagePack:
    """The pack whose words the text has; English where nothing speaks for another."""
    if has_cjk(text):
        return JAPANESE
    if _TURKISH_LETTERS.search(text):
        return TURKISH
    words = terms(text)
    english, turkish = (sum(word in common for word in words) for common in (_ENGLISH_WORDS, _TURKISH_WORDS))
    return TURKISH if turkish > english else ENGLISH
