"""What is worth keeping of a message, by rules: what it is, what it states, what it takes back. No model is asked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from memory.encoding.answers import answer_of
from memory.encoding.classification import (
    ENOUGH,
    FACT,
    ORDER,
    PLAN,
    Around,
    Classified,
    classify,
    confidence,
    forming_of,
    is_hostile,
    says,
)
from memory.encoding.corrections import completed
from memory.encoding.cued_amends import amends
from memory.encoding.entities import Entity, entities
from memory.encoding.said import Said, Statement, Understood
from memory.encoding.sentences import sentences, spoken
from memory.encoding.statements import Context, is_told, statements, told_by_cue, told_by_slot
from memory.encoding.worth import NOTHING, Features, features, shares
from memory.languages.aligned import Aligned
from memory.languages.forming import Forming
from memory.languages.legible import LONGEST
from memory.languages.said_dates import said_dates

_LATIN_NAME = re.compile(r"[A-Z][A-Za-z0-9.+#]+(?: [A-Z][A-Za-z0-9.+#]+)*")
_A_SENTENCE = 5
_FEW_WORDS = 4
_OPEN = 0.0
IDLE = "nothing in it is stated that lasts"
IDLE_FROM, SURELY_IDLE_FROM = 0.5, 0.85
"""So likely must it be that nothing is to be kept; and where it seems to give the value of an attribute."""

_PERSON = "entity://person/"
_REMEMBERS = re.compile(
    r"\b(?:i will|i'll|i'm going to|i shall) (?:remember|note|keep|write|make a note)|覚えて|覚えます|メモして"
    r"|\b(?:hatirlayaca|unutmayaca|not al|aklimda)\w*"
)
"""That it keeps what it was told is no plan of the anima's."""


def understand(said: Said) -> Understood:
    """By the rules of the languages alone."""
    text = spoken(said.text, quotes=not said.own)  # what the anima quotes is known already
    forming = _forming(said, text)
    if at_once := _at_once(said, text, forming):
        return at_once
    alone = _alone(_read(said, text, forming), text)
    if not said.before or _stands(alone, text, forming) or (answer := answer_of(said, text, forming)) is None:
        return alone
    return completed(answer, said, forming, _stated)


def evidence(said: Said) -> Features | None:
    """What the worth of a message is judged by; None where it is not judged: it commands, amends or answers."""
    text = spoken(said.text, quotes=not said.own)
    forming = _forming(said, text)
    if _at_once(said, text, forming) or answer_of(said, text, forming):
        return None
    context = _read(said, text, forming)
    return features(text, *sighted(context, text), context)


def _at_once(said: Said, text: str, forming: Forming) -> Understood | None:
    """Of what commands, and of what only amends something said before."""
    if is_hostile(Aligned.of(said.text).text, forming):
        return Understood(because="it commands, or wants to be believed")
    return amends(said, text, forming.code, _stated)


def _forming(said: Said, text: str) -> Forming:
    """A word or two may be of any language: then the question before tells."""
    if said.before and len(text.split()) < _FEW_WORDS:
        text = f"{text} {said.before[-1].text}"
    return forming_of(text if text.strip() else said.text)


def _read(said: Said, text: str, forming: Forming) -> Context:
    found, dates = entities(said.text, said.workspace), said_dates(text, said.at)
    around = Around(
        names=_names(text, found, forming),
        ahead=[one.start for one in dates if one.first and one.first > said.at.date()],
        quotes=text != said.text and said.text.lstrip().startswith(">"),
    )
    return Context(said=said, forming=forming, around=around, dates=dates, entities=found)


def _names(text: str, found: Sequence[Entity], forming: Forming) -> list[int]:
    names = {one.start for one in found if not one.uri.startswith(_PERSON)}
    if forming.code == "ja":  # names of products stand out among its letters
        names.update(match.start() for match in _LATIN_NAME.finditer(text))
    return sorted(names)


def _alone(context: Context, text: str) -> Understood:
    judged, kept = sighted(context, text)
    if not judged:
        return Understood(because=IDLE)
    if asked := [one for one in kept if one.is_question]:  # what it tells by the way is hard to see among its words
        return _understood(context, kept, asked[0].category)
    worth = shares(features(text, judged, kept, context))
    category = _category(worth, is_sure=any(is_told(one.sentence, context) for one in kept))
    return _understood(context, _as(category, kept, judged), category) if category else Understood(because=IDLE)


def sighted(context: Context, text: str) -> tuple[list[Classified], list[Classified]]:
    """All sentences, and those that the rules would keep."""
    judged = [classify(one, context.around, context.forming) for one in sentences(text)]
    found = [_by_slot(_by_cue(each, context), context) for each in judged]
    return judged, [one for one in found if one.category]


def _category(worth: Mapping[str, float], *, is_sure: bool) -> str:
    """Empty where nothing is to be kept."""
    if worth[NOTHING] > (SURELY_IDLE_FROM if is_sure else IDLE_FROM):
        return ""
    return max(ORDER, key=lambda category: worth[category])


def _as(category: str, kept: Sequence[Classified], judged: Sequence[Classified]) -> Sequence[Classified]:
    """The sentences to keep, one of which at least is of the category."""
    if any(one.category == category for one in kept):
        return kept
    among = kept or judged
    best = max(among, key=lambda one: (one.weights.get(category, 0.0), one.weight))
    chosen = replace(best, category=category, weight=max(ENOUGH, best.weight))
    return [chosen if one is best else one for one in among] if kept else [chosen]


def _stands(alone: Understood, text: str, forming: Forming) -> bool:
    """It says enough by itself, whatever was asked before."""
    folded = Aligned.of(text).text.strip()
    if any(one.slot and not one.corrects for one in alone.statements) and len(text.split()) >= _FEW_WORDS:
        return True
    if says(forming.yes, folded) or says(forming.no, folded):
        return False
    return any(one.slot for one in alone.statements) or (bool(alone.category) and len(text.split()) >= _A_SENTENCE)


def _by_cue(judged: Classified, context: Context) -> Classified:
    """What tells an attribute for certain is a fact, whatever its words weigh."""
    if judged.category or not told_by_cue(judged.sentence, context):
        return judged
    return replace(judged, category=FACT, weight=ENOUGH)


def _by_slot(judged: Classified, context: Context) -> Classified:
    """What gives the value of an attribute is a fact, if nothing speaks against it."""
    if judged.category or judged.weight < _OPEN:
        return judged
    return replace(judged, category=FACT, weight=ENOUGH) if told_by_slot(judged.sentence, context) else judged


def _understood(context: Context, kept: Sequence[Classified], category: str) -> Understood:
    weight = max(one.weight for one in kept if one.category == category)
    stated = tuple(statements(kept, context))
    if context.said.own and not (stated := tuple(one for one in stated if _is_of_anima(one, context.said))):
        return Understood(because="the anima says it of others")
    understood = Understood(
        category=category,
        confidence=confidence(category, weight),
        statements=stated,
        entities=tuple(one.uri for one in context.entities),
    )
    return completed(understood, context.said, context.forming, _stated)


def _is_of_anima(statement: Statement, said: Said) -> bool:
    """What it says about itself, and what it promises."""
    if statement.subject != said.person:
        return False
    told = Aligned.of(said.text[statement.start : statement.end]).text
    return bool(statement.slot) or (statement.category == PLAN and not _REMEMBERS.search(told))


@lru_cache(maxsize=128)
def _stated(earlier: Said) -> Sequence[Statement]:
    """By the same rules, of a message alone; it is asked again by those that follow."""
    if len(earlier.text) > LONGEST:
        return ()
    return understand(replace(earlier, before=())).statements
