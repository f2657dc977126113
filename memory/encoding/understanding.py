"""What is worth keeping of a message, without a language model: what it is, what it states, what it takes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from memory.encoding.answers import answer_of
from memory.encoding.classification import (
    FACT,
    PLAN,
    Classified,
    as_category,
    classify,
    code_of,
    judged,
)
from memory.encoding.density import is_dense
from memory.encoding.entities import entities
from memory.encoding.observer import filtered
from memory.encoding.said import Said, Statement, Understood
from memory.encoding.sentences import Sentence, sentences, spoken
from memory.encoding.statements import Context, statements, value_in
from memory.encoding.value_corrections import corrected
from memory.encoding.worth import HYPOTHETICAL, NOTHING, QUESTION, QUOTED, Worth
from memory.languages.analyser import level
from memory.languages.legible import LONGEST
from memory.languages.said_dates import said_dates
from memory.languages.tables import any_of

_A_SENTENCE = 5
TOO_THIN = "it tells too little"
IDLE = "nothing in it is stated that lasts"
NOT_SO = (QUESTION, QUOTED, HYPOTHETICAL)
"""How a message is meant that gives no value, though it seems to."""

_HOSTILE = any_of("forming", "hostile")
_REMEMBERS = any_of("marks", "keeps")
"""That it keeps what it was told is no plan of the anima's."""


def understand(said: Said) -> Understood:
    text = spoken(said.text, quotes=not said.own)  # what the anima quotes is known already
    code = code_of(text if text.strip() else said.text)
    if _HOSTILE.search(level(said.text)):
        return Understood(because="it commands, or wants to be believed")
    if amended := corrected(said, text, code, _stated):
        return amended
    found, dates = entities(said.text, said.workspace), said_dates(text, said.at)
    alone = _alone(Context(said=said, code=code, dates=dates, entities=found), text)
    if not said.before or _stands(alone, text) or (answer := answer_of(said, text, code)) is None:
        return alone
    return answer


def by_rules(said: Said) -> Understood:
    """What is kept of it where no model helps."""
    if reason := filtered(said):
        return Understood(because=reason)
    understood = understand(said)
    return understood if not understood.category or is_dense(understood) else Understood(because=TOO_THIN)


def remembered(said: Said, wish: str) -> Understood:
    """ "Remember that …" keeps what is said, whatever it looks like, unless it must not be kept. A stranger's wish is a
    message like any other."""
    asked = replace(said, text=wish)
    if reason := filtered(asked):
        return Understood(because=reason)
    understood = understand(asked)
    if understood.category or said.trust:
        return understood
    whole = Statement(text=f"{said.speaker}: {wish}", category=FACT, subject=said.person, confidence=0.6)
    return Understood(category=FACT, because="they asked to remember it", statements=(whole,))


def _alone(context: Context, text: str) -> Understood:
    told = sentences(text)
    if not told:
        return Understood(because=IDLE)
    whole = judged(text, context.said)
    is_idle = whole.category == NOTHING
    if is_idle and any(map(whole.is_marked, NOT_SO)):
        return Understood(because=IDLE)
    sure = [one for one in told if value_in(one, context)] if is_idle or len(told) > 1 else ()
    if is_idle and not sure:
        return Understood(because=IDLE)
    return _understood(context, _kept(told, sure, whole, context.said), whole.kept_as)


def _kept(told: Sequence[Sentence], sure: Sequence[Sentence], whole: Worth, said: Said) -> Sequence[Classified]:
    """The sentences that tell something, the likeliest of which is what the whole message is."""
    if len(told) == 1:
        return [as_category(told[0], whole.kept_as, whole)]
    each = [classify(one, said) for one in told]
    kept = [replace(one, category=one.category or FACT) for one in each if one.category or one.sentence in sure]
    if any(one.category == whole.kept_as for one in kept):
        return kept
    best = max(kept or each, key=lambda one: one.share if one.category else -one.share)
    chosen = replace(best, category=whole.kept_as)
    return [chosen if one is best else one for one in kept] or [chosen]


def _stands(alone: Understood, text: str) -> bool:
    """It says enough by itself, whatever was asked before."""
    return any(one.slot for one in alone.statements) or (bool(alone.category) and len(text.split()) >= _A_SENTENCE)


def _understood(context: Context, kept: Sequence[Classified], category: str) -> Understood:
    stated = tuple(statements(kept, context))
    if context.said.own and not (stated := tuple(one for one in stated if _is_of_anima(one, context.said))):
        return Understood(because="the anima says it of others")
    return Understood(category=category, statements=stated, entities=tuple(one.uri for one in context.entities))


def _is_of_anima(statement: Statement, said: Said) -> bool:
    """What it says about itself, and what it promises."""
    if statement.subject != said.person:
        return False
    told = level(said.text[statement.start : statement.end])
    return bool(statement.slot) or (statement.category == PLAN and not _REMEMBERS.search(told))


@lru_cache(maxsize=128)
def _stated(earlier: Said) -> Sequence[Statement]:
    """By the same rules, of a message alone; it is asked again by those that follow."""
    if len(earlier.text) > LONGEST:
        return ()
    return understand(replace(earlier, before=())).statements
