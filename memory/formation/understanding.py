"""What is worth keeping of a message, without a language model: what it is, what it states, what it takes back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from memory.formation.classification import (
    CORRECTION,
    FACT,
    HYPOTHETICAL,
    NO_CATEGORY,
    PLAN,
    QUESTION,
    QUOTED,
    Classified,
    Worth,
    as_category,
    beside_correction,
    category_confidence,
    classify,
    code_of,
    compiled_pattern,
    is_question,
    judge_sentence,
)
from memory.formation.entities import find_entities
from memory.formation.message_filter import is_dense, why_filtered
from memory.formation.statements import StatementContext, state, stated_value
from memory.formation.typed_values import correct_value
from memory.formation.utterances import Statement, Understood, Utterance
from memory.language.analyser import has_cjk, level
from memory.language.attribute_cues import ATTRIBUTE_CUES
from memory.language.dating.said_dates import iso_date, said_dates
from memory.language.language_packs import ANSWERING_WORDS
from memory.language.pack_tables import pattern_of_any_language
from memory.language.prose import LONGEST_LEGIBLE, Sentence, sentences, spoken
from memory.language.retelling import shorten

_UNSURE = pattern_of_any_language("forming", "unsure")
_LONG = 9
_LONG_LETTERS = 22


def understand_answer(said: Utterance, text: str, code: str) -> Understood | None:
    """None where the message answers nothing, or stands alone."""
    if not said.before or said.own or "\n" in text.strip():
        return None
    question, answer = said.before[-1].text, text.strip()
    if not answer or not is_question(question) or is_question(answer) or _is_long(answer):
        return None
    found = judge_sentence(answer, said)
    whole = _whole(said, answer, found)
    told = _told_answer(whole, said, answer, level(question), code)
    if _UNSURE.search(level(answer)) or (told is None and found.category == NO_CATEGORY):
        return Understood(because="it answers nothing that lasts")
    return Understood(category=whole.category, statements=(told or whole,))


def _is_long(answer: str) -> bool:
    return len(answer) > _LONG_LETTERS if has_cjk(answer) else len(answer.split()) > _LONG


def _whole(said: Utterance, answer: str, found: Worth) -> Statement:
    category = found.kept_as
    return Statement(
        text=shorten(f"{said.speaker}: {answer} ({said.before[-1].text.strip()})"),
        category=category,
        otherwise=beside_correction(found),
        subject=said.person,
        corrects=category == CORRECTION,
        confidence=category_confidence(category, found.categories[category]),
        end=len(said.text),
        question=said.before[-1].message,
    )


def _told_answer(whole: Statement, said: Utterance, text: str, question: str, code: str) -> Statement | None:
    for asked in ANSWERING_WORDS[code].asked:
        if match := compiled_pattern(asked.pattern).search(question):
            folded = level(text)
            start, end = ANSWERING_WORDS[code].span(folded)
            days = [iso_date(said_date) for said_date in said_dates(text, said.at) if not said_date.unsure]
            what = next((found for found in match.groupdict().values() if found), "")
            slot = asked.attribute.replace("{what}", ATTRIBUTE_CUES[code].kinds.get(what, what))
            told = asked.told.format(who=said.speaker, value=text[start:end], what=what)
            return replace(
                whole,
                text=shorten(told),
                slot=f"{said.person} {slot}",
                value=days[0] if days else folded[start:end],
                corrects=False,
                question="",
            )
    return None


# --- understanding --------------------------------------------------------------------------------------------------


_A_SENTENCE = 5
TOO_THIN = "it tells too little"
IDLE = "nothing in it is stated that lasts"
NOT_SO = (QUESTION, QUOTED, HYPOTHETICAL)
"""How a message is meant that gives no value, though it seems to."""

_HOSTILE = pattern_of_any_language("forming", "hostile")
_REMEMBERS = pattern_of_any_language("marks", "keeps")
"""That it keeps what it was told is no plan of the anima's."""


def understand(said: Utterance) -> Understood:
    text = spoken(said.text, quotes=not said.own)  # what the anima quotes is known already
    code = code_of(text if text.strip() else said.text)
    if _HOSTILE.search(level(said.text)):
        return Understood(because="it commands, or wants to be believed")
    if amended := correct_value(said, text, code, _stated):
        return amended
    found, dates = find_entities(said.text, said.workspace), said_dates(text, said.at)
    alone = _alone(StatementContext(said=said, code=code, dates=dates, entities=found), text)
    if not said.before or _stands(alone, text) or (answer := understand_answer(said, text, code)) is None:
        return alone
    return answer


def understand_by_rules(said: Utterance) -> Understood:
    """What is kept of it where no model helps."""
    if reason := why_filtered(said):
        return Understood(because=reason)
    understood = understand(said)
    return understood if not understood.category or is_dense(understood) else Understood(because=TOO_THIN)


def understand_request_to_remember(said: Utterance, wish: str) -> Understood:
    """ "Remember that …" keeps what is said, whatever it looks like, unless it must not be kept. A stranger's wish is a
    message like any other."""
    asked = replace(said, text=wish)
    if reason := why_filtered(asked):
        return Understood(because=reason)
    understood = understand(asked)
    if understood.category or said.trust:
        return understood
    whole = Statement(text=f"{said.speaker}: {wish}", category=FACT, subject=said.person, confidence=0.6)
    return Understood(category=FACT, because="they asked to remember it", statements=(whole,))


def _alone(context: StatementContext, text: str) -> Understood:
    told = sentences(text)
    if not told:
        return Understood(because=IDLE)
    whole = judge_sentence(text, context.said)
    is_idle = whole.category == NO_CATEGORY
    if is_idle and any(map(whole.is_marked, NOT_SO)):
        return Understood(because=IDLE)
    sure = [item for item in told if stated_value(item, context)] if is_idle or len(told) > 1 else ()
    if is_idle and not sure:
        return Understood(because=IDLE)
    return _understood(context, _kept(told, sure, whole, context.said), whole.kept_as)


def _kept(told: Sequence[Sentence], sure: Sequence[Sentence], whole: Worth, said: Utterance) -> Sequence[Classified]:
    """The sentences that tell something, the likeliest of which is what the whole message is."""
    if len(told) == 1:
        return [as_category(told[0], whole.kept_as, whole)]
    each = [classify(item, said) for item in told]
    kept = [replace(item, category=item.category or FACT) for item in each if item.category or item.sentence in sure]
    if any(item.category == whole.kept_as for item in kept):
        return kept
    best = max(kept or each, key=lambda item: item.share if item.category else -item.share)
    chosen = replace(best, category=whole.kept_as)
    return [chosen if item is best else item for item in kept] or [chosen]


def _stands(alone: Understood, text: str) -> bool:
    """It says enough by itself, whatever was asked before."""
    return any(statement.slot for statement in alone.statements) or (
        bool(alone.category) and len(text.split()) >= _A_SENTENCE
    )


def _understood(context: StatementContext, kept: Sequence[Classified], category: str) -> Understood:
    stated = tuple(state(kept, context))
    if context.said.own and not (stated := tuple(item for item in stated if _is_of_anima(item, context.said))):
        return Understood(because="the anima says it of others")
    return Understood(category=category, statements=stated, entities=tuple(entity.uri for entity in context.entities))


def _is_of_anima(statement: Statement, said: Utterance) -> bool:
    """What it says about itself, and what it promises."""
    if statement.subject != said.person:
        return False
    told = level(said.text[statement.start : statement.end])
    return bool(statement.slot) or (statement.category == PLAN and not _REMEMBERS.search(told))


@lru_cache(maxsize=128)
def _stated(earlier: Utterance) -> Sequence[Statement]:
    """By the same rules, of a message alone; it is asked again by those that follow."""
    if len(earlier.text) > LONGEST_LEGIBLE:
        return ()
    return understand(replace(earlier, before=())).statements
