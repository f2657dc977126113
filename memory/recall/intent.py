"""The intent of a question: what it is after decides how much its meaning and its words count, and what is done.

The numbers are RET-12's. Rules of the language packs, no model; who asks a model for the name has it by `named`.
"""

from __future__ import annotations

from dataclasses import dataclass

from memory.languages.analyser import fold
from memory.languages.tables import patterns

ROUTED = "routed"
"""The recipe that goes by them."""


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

_PATTERNS = {intent.name: patterns("words", f"intents.{intent.name}") for intent in INTENTS if intent is not GENERAL}


def intent(question: str) -> Intent:
    """The first intent of which the question has a sign; `GENERAL` where there is none."""
    text = " ".join(fold(question).replace("’", "'").split())
    return next((one for one in INTENTS if any(sign.search(text) for sign in _PATTERNS.get(one.name, ()))), GENERAL)


def named(name: str) -> Intent | None:
    """The intent of that name."""
    return next((known for known in INTENTS if known.name == name), None)
