"""What is worth keeping of a message, by rules: what it is, what it states, what it takes back. No model is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from memory.encoding.answers import answer_of
from memory.encoding.classification import (
    CORRECTION,
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
)
from memory.encoding.corrections import amended, corrected
from memory.encoding.entities import Entity, entities
from memory.encoding.said import Said, Statement, Understood
from memory.encoding.sentences import sentences, spoken
from memory.encoding.slots import Speaking, first_slot
from memory.encoding.stated_value import clock
from memory.encoding.statements import SLOTS, Context, statements
from memory.languages.aligned import Aligned
from memory.languages.forming import Forming
from memory.languages.said_dates import SaidDate, iso, said_dates
from memory.languages.telling import TELLING

_LATIN_NAME = re.compile(r"[A-Z][A-Za-z0-9.+#]+(?: [A-Z][A-Za-z0-9.+#]+)*")
_A_SENTENCE = 5
_OPEN = 0.0
_PERSON = "entity://person/"


def understand(said: Said) -> Understood:
    """By the rules of the languages alone."""
    text = spoken(said.text)
    forming = _forming(said, text)
    if is_hostile(Aligned.of(said.text).text, forming):
        return Understood(because="it commands, or wants to be believed")
    alone = _alone(said, text, forming)
    if _stands(alone, text) or (answer := answer_of(said, text, forming)) is None:
        return alone
    return _amended(said, answer, forming)


def _stands(alone: Understood, text: str) -> bool:
    """It says enough by itself, whatever was asked before."""
    return any(one.slot for one in alone.statements) or (bool(alone.category) and len(text.split()) >= _A_SENTENCE)


def _alone(said: Said, text: str, forming: Forming) -> Understood:
    found = entities(said.text, said.workspace)
    dates = said_dates(said.text, said.at)
    around = _around(said, text, found, dates, forming)
    judged = [_by_slot(classify(each, around, forming), said, forming) for each in sentences(text)]
    kept = [one for one in judged if one.category]
    return _understood(said, kept, found, forming) if kept else Understood(because="nothing in it is stated that lasts")


def remembered(said: Said, wish: str) -> Understood:
    """What somebody asked to remember is kept, whatever it is worth."""
    asked = replace(said, text=wish)
    understood = understand(asked)
    if understood.category or is_hostile(Aligned.of(said.text).text, _forming(said, said.text)):
        return understood
    every = [Classified(sentence=one, category=FACT, weight=1.0) for one in sentences(wish)]
    return _understood(asked, every, entities(wish, said.workspace), _forming(said, wish)) if every else understood


def _forming(said: Said, text: str) -> Forming:
    """A word or two may be of any language: then the question before tells."""
    if said.before and len(text.split()) < 4:
        text = f"{text} {said.before[-1].text}"
    return forming_of(text if text.strip() else said.text)


def _by_slot(judged: Classified, said: Said, forming: Forming) -> Classified:
    """What gives the value of an attribute is a fact, if nothing speaks against it."""
    if judged.category or judged.weight < _OPEN:
        return judged
    speaking = Speaking(person=said.person, workspace=said.workspace)
    found = first_slot(judged.sentence.folded, speaking, SLOTS[forming.code], TELLING[forming.code].denied)
    return replace(judged, category=FACT, weight=ENOUGH) if found else judged


def _around(said: Said, text: str, found: Sequence[Entity], dates: Sequence[SaidDate], forming: Forming) -> Around:
    names = [one.start for one in found if not one.uri.startswith(_PERSON)]
    if forming.code == "ja":  # names of products stand out among its letters
        names = sorted({*names, *(match.start() for match in _LATIN_NAME.finditer(text))})
    ahead = [one.start for one in dates if one.first and one.first > said.at.date()]
    return Around(names=names, ahead=ahead, quotes=text != said.text and said.text.lstrip().startswith(">"))


def _understood(said: Said, kept: Sequence[Classified], found: Sequence[Entity], forming: Forming) -> Understood:
    first = min(kept, key=lambda one: (ORDER.index(one.category), -one.weight))
    dates = said_dates(said.text, said.at)
    context = Context(
        said=said, forming=forming, around=_around(said, said.text, found, dates, forming), dates=dates, entities=found
    )
    stated = tuple(statements(kept, context))
    if said.own and not (stated := tuple(one for one in stated if _is_of_anima(one, said))):
        return Understood(because="the anima says it of others")
    understood = Understood(
        category=first.category,
        confidence=confidence(first.category, first.weight),
        statements=stated,
        entities=tuple(one.uri for one in found),
    )
    return _amended(said, understood, forming)


def _is_of_anima(statement: Statement, said: Said) -> bool:
    """What it says about itself, and what it promises."""
    return statement.subject == said.person and (bool(statement.slot) or statement.category == PLAN)


def _amended(said: Said, understood: Understood, forming: Forming) -> Understood:
    """A correction without a subject of its own takes that of what was said before."""
    if understood.category != CORRECTION:
        return understood
    return replace(understood, statements=tuple(_of_before(one, said, forming) for one in understood.statements))


def _of_before(statement: Statement, said: Said, forming: Forming) -> Statement:
    if not statement.corrects or statement.slot or not said.before:
        return statement
    context = Context(said=said, forming=forming)
    folded = Aligned.of(said.text[statement.start : statement.end]).text
    value = amended(folded, context.telling)
    earlier = corrected(value, said, context.telling, _stated) if value else None
    if earlier is None:
        return statement
    days = [one for one in said_dates(said.text, said.at) if not one.unsure and Aligned.of(one.text).text in value]
    return replace(
        statement,
        text=f"{statement.text} ({earlier.slot.removeprefix(earlier.subject).strip() or earlier.slot}: {value})",
        subject=earlier.subject,
        slot=earlier.slot,
        value=iso(days[0]) if days else clock(value),
    )


def _stated(earlier: Said) -> Sequence[Statement]:
    """By the same rules, of a message alone."""
    return understand(replace(earlier, before=())).statements
