"""Text into the terms that it is found by: folded words, and bigrams where a script has no spaces.

The index stores `" ".join(terms(text))`; stemming is the index's own (Porter). Both sides of a search go through
here, so a two-character word of Japanese and a Turkish İ are found however they were typed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from memory.language.pack_tables import words_of
from memory.vocabulary.scripts import HIRAGANA, LENGTH_MARK, UNSPACED
from memory.vocabulary.text_form import normal

_RUN = re.compile(rf"[{UNSPACED}]+|[^\W_{UNSPACED}]+")
_ASCII = re.compile("[a-z0-9]+")
_IS_CJK = re.compile(rf"[{UNSPACED}]")
_APOSTROPHES = dict.fromkeys(map(ord, "’‘ʼ＇"), "'")
_HIRAGANA = re.compile(f"[{HIRAGANA}{LENGTH_MARK}]+")
FOLDED_LETTERS = str.maketrans(dict(row.split("=") for row in words_of("words", "folded")))
_SILENT = frozenset[str]().union(
    *(words_of(table, field) for table in ("words", "silent") for field in ("stop_words", "question_words"))
)


def fold(text: str) -> str:
    """Lower case without width and accents, a dotless i with its dot: what looks alike to a searcher is alike."""
    if text.isascii():
        return text.lower()
    wide = normal(text).translate(FOLDED_LETTERS).lower()
    return "".join(_bare(letter) for letter in wide)


@lru_cache(maxsize=256)  # the same message is asked for by many rules, one after the other
def level(text: str) -> str:
    """Folded letter by letter, with one kind of apostrophe: what a pattern finds in it stands there in the text."""
    return text.lower() if text.isascii() else "".join(map(_leveled, text))


@lru_cache(maxsize=4096)
def _leveled(letter: str) -> str:
    """A letter that folds into several, or none, stays as it is."""
    folded = fold(letter.translate(_APOSTROPHES))
    return folded if len(folded) == 1 else letter


@lru_cache(maxsize=4096)
def _bare(letter: str) -> str:
    if _IS_CJK.match(letter):
        return letter  # the marks of kana make other letters
    return "".join(part for part in unicodedata.normalize("NFD", letter) if not unicodedata.combining(part))


def terms(text: str) -> list[str]:
    """All terms, in order, repeated as often as they occur."""
    if text.isascii():
        return _ASCII.findall(text.lower())
    return [term for run in _RUN.findall(fold(text)) for term in _of_run(run)]


def query_terms(text: str) -> list[str]:
    """The terms that say something, each once, in order; all of them if none does."""
    every = list(dict.fromkeys(terms(text)))
    return [term for term in every if not is_silent(term)] or every


def is_silent(term: str) -> bool:
    """A word that every question has: articles, question words, endings of Japanese verbs."""
    return term in _SILENT or bool(_HIRAGANA.fullmatch(term))


def is_cjk(character: str) -> bool:
    return bool(_IS_CJK.match(character))


def has_cjk(text: str) -> bool:
    return _IS_CJK.search(text) is not None


def _of_run(run: str) -> Iterator[str]:
    if not _IS_CJK.match(run) or len(run) == 1:
        yield run
    else:
        yield from (run[at : at + 2] for at in range(len(run) - 1))
