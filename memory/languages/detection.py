"""The language of a text, as far as it takes to answer in its words: by script, by letters, by the commonest words."""

from __future__ import annotations

import re
from functools import lru_cache

from memory.languages.analyser import has_cjk, terms
from memory.languages.catalogue import LANGUAGES, LanguagePack

_UNSPACED = next(pack for pack in LANGUAGES if not pack.has_spaces)
_SPACED = tuple(pack for pack in LANGUAGES if pack.has_spaces)
_LETTERS = tuple((pack, re.compile(pack.letters)) for pack in _SPACED)
_WORDS = {pack.code: pack.stop_words | pack.question_words for pack in _SPACED}


@lru_cache(maxsize=256)  # one text is asked about again and again within a recall
def language_of(text: str) -> LanguagePack:
    """The pack whose words the text has; the first where nothing speaks for another."""
    if has_cjk(text):
        return _UNSPACED
    if found := next((pack for pack, letters in _LETTERS if letters.search(text)), None):
        return found
    words = terms(text)
    return max(_SPACED, key=lambda pack: sum(word in _WORDS[pack.code] for word in words))
