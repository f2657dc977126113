"""What a question is after (RET-12), and the beginnings of its answers (RET-11), by rules of the language packs.

The product asks neither: ranked by what it is after, or searched for as its answers begin, a question finds less.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt

from memory.language.analyser import fold, is_silent, terms
from memory.language.language_packs import language_of
from memory.language.pack_tables import NEVER, patterns_of_each_language, tables_of_each_language

# ------------------------------------------------------------------------------------------------ intents


@dataclass(frozen=True, slots=True, kw_only=True)
class Intent:
    """How such a question is searched for.

    `vector` and `lexical` are the weights of the two lists, `limit` how many memories are wanted. `utility` is the
    weight of usefulness. `by_valid_from`: the latest to come true goes first.
    `with_superseded`: what has been replaced is found too. `relations` and `hops`: the graph is walked first, along
    these. `entity_hub`: all that is known of the entity. `categories`: only these; none: all.
    """

    name: str
    vector: float
    lexical: float
    limit: int
    utility: float = 0.0
    by_valid_from: bool = False
    with_superseded: bool = False
    relations: tuple[str, ...] = ()
    hops: int = 0
    entity_hub: bool = False
    categories: tuple[str, ...] = ()


CAUSAL = Intent(name="causal", vector=0.3, lexical=0.3, limit=20, relations=("causes", "elaborates"), hops=2)
TEMPORAL = Intent(name="temporal", vector=0.4, lexical=0.6, limit=15, by_valid_from=True, with_superseded=True)
PREFERENCE = Intent(name="preference", vector=0.5, lexical=0.5, limit=10, categories=("preference", "correction"))
ENTITY_PROFILE = Intent(name="entity_profile", vector=0.5, lexical=0.5, limit=15, utility=0.3, entity_hub=True)
FACTUAL = Intent(name="factual", vector=0.6, lexical=0.4, limit=10, utility=0.2)
GENERAL = Intent(name="general", vector=0.5, lexical=0.5, limit=10)

INTENTS: tuple[Intent, ...] = (CAUSAL, TEMPORAL, PREFERENCE, ENTITY_PROFILE, FACTUAL, GENERAL)
"""In the order in which they are tried: "why does Ada like tea" is after the reason."""

_PATTERNS = {
    intent.name: patterns_of_each_language("words", f"intents.{intent.name}")
    for intent in INTENTS
    if intent is not GENERAL
}


def intent(question: str) -> Intent:
    """The first intent of which the question has a sign; `GENERAL` where there is none."""
    text = " ".join(fold(question).replace("’", "'").split())
    return next((one for one in INTENTS if any(sign.search(text) for sign in _PATTERNS.get(one.name, ()))), GENERAL)


# ------------------------------------------------------------------------------------------------ beginnings of answers

WISHES = ("howto", "reasoning", "technical", "preference", "lookup", "definition")
"""In the order in which they are tried; what is none of them is `general`."""

_SIGNS = {wish: patterns_of_each_language("words", f"wishes.{wish}") for wish in WISHES}
_EDGES = " \t\n?？!！.。、,"


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginnings:
    """Of answers in a language, by wish and with {topic}, and what frames a topic where there are no spaces."""

    templates: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    topic_frame: str = NEVER


BEGINNINGS = tables_of_each_language(Beginnings, "words")


def wish(question: str) -> str:
    """What kind of answer is hoped for: one of `WISHES`, or general."""
    text = fold(question).replace("’", "'")
    return next((known for known in WISHES if any(sign.search(text) for sign in _SIGNS[known])), GENERAL.name)


def variants(question: str) -> tuple[str, ...]:
    """Two or three beginnings of answers in the language of the question; none where it has no topic."""
    about = topic(question)
    templates = BEGINNINGS[language_of(question).code].templates.get(wish(question), ())
    return tuple(template.replace("{topic}", about) for template in templates) if about else ()


def topic(question: str) -> str:
    """The question without what only makes it one."""
    bare = question.strip(_EDGES)
    language = language_of(question)
    if not language.has_spaces:
        return re.sub(BEGINNINGS[language.code].topic_frame, "", bare).strip(_EDGES) or bare
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
