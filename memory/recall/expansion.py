"""Expansion: a question is also searched for as the beginnings of its answers, which have other words (RET-11).

Templates of the language packs, no model. Whether it is done by default, an ablation says: the centroid of the
variants may as well lead away from the question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import sqrt

from memory.languages.analyser import fold, is_silent, terms
from memory.languages.catalogue import language_of
from memory.languages.tables import patterns

WISHES = ("howto", "reasoning", "technical", "preference", "lookup", "definition")
"""In the order in which they are tried; what is none of them is `general`."""

GENERAL = "general"

_SIGNS = {wish: patterns("words", f"wishes.{wish}") for wish in WISHES}
_EDGES = " \t\n?？！!.。、,"


def wish(question: str) -> str:
    """What kind of answer is hoped for: one of `WISHES`, or general."""
    text = fold(question).replace("’", "'")
    return next((known for known in WISHES if any(sign.search(text) for sign in _SIGNS[known])), GENERAL)


def variants(question: str) -> tuple[str, ...]:
    """Two or three beginnings of answers in the language of the question; none where it has no topic."""
    about = topic(question)
    templates = language_of(question).templates.get(wish(question), ())
    return tuple(template.replace("{topic}", about) for template in templates) if about else ()


def topic(question: str) -> str:
    """The question without what only makes it one."""
    bare = question.strip(_EDGES)
    pack = language_of(question)
    if not pack.has_spaces:
        return re.sub(pack.topic_frame, "", bare).strip(_EDGES) or bare
    hoped = wish(question)
    signs = () if hoped == "technical" else _SIGNS.get(hoped, ())  # what is technical is the topic itself
    return " ".join(word.strip(_EDGES) for word in bare.split() if _says_something(word, signs))


def centroid(vectors: Sequence[Sequence[float]]) -> list[float]:
    """The direction between the vectors, of length one; nought where they cancel out. Raises ValueError for none."""
    if not vectors:
        raise ValueError("there are no vectors to find the middle of")
    middle = [sum(column) / len(vectors) for column in zip(*vectors, strict=True)]
    length = sqrt(sum(value * value for value in middle))
    return [value / length for value in middle] if length > 1e-12 else [0.0] * len(middle)


def _says_something(word: str, signs: Sequence[re.Pattern[str]]) -> bool:
    """Neither a word that every question has nor the one that shows the wish."""
    return any(not is_silent(term) for term in terms(word)) and not any(sign.search(fold(word)) for sign in signs)
