"""Short answers, which have their sense from the question before: "Where do you live?" – "Porto"."""

from __future__ import annotations

from memory.encoding.classification import (
    CORRECTION,
    DECISION,
    FACT,
    PLAN,
    PREFERENCE,
    compiled,
    confidence,
    is_question,
    says,
    weight,
)
from memory.encoding.rewriting import shortened
from memory.encoding.said import Said, Statement, Understood
from memory.encoding.slots import cut_value
from memory.encoding.statements import SLOTS
from memory.languages.aligned import Aligned
from memory.languages.asking import ASKING
from memory.languages.forming import Forming
from memory.languages.said_dates import iso, said_dates

_LONG = 9
_BARE_NO = 6
_HALF = 0.5
_LONG_LETTERS = 22


def answer_of(said: Said, text: str, forming: Forming) -> Understood | None:
    """None where the message answers nothing, or stands alone."""
    if not said.before or said.own or "\n" in text.strip():
        return None
    question = Aligned.of(said.before[-1].text).text
    answer = Aligned.of(text).text.strip()
    if not answer or not _asks(question, forming) or is_question(answer, forming) or _is_long(answer, forming):
        return None
    category = _category(question, answer, forming)
    if not category:
        return Understood(because="it answers nothing that lasts")
    sure = confidence(category, 1.0)
    return Understood(
        category=category, confidence=sure, statements=(_statement(said, text.strip(), question, category, forming),)
    )


def _asks(question: str, forming: Forming) -> bool:
    return is_question(question, forming) or says(forming.tag, question)


def _category(question: str, answer: str, forming: Forming) -> str:
    if says(forming.unsure, answer):
        return ""
    if _contradicts(answer, forming) and _believes(question, forming):
        return CORRECTION
    if weight(forming.decision, answer) >= 1 or (says(forming.choice, question) and not says(forming.no, answer)):
        return DECISION
    if says(forming.offer, question):
        return ""
    if (says(forming.yes, answer) or says(forming.no, answer)) and not says(forming.yours, question):
        return ""
    if says(forming.taste, question) or weight(forming.preference, answer) >= 1:
        return PREFERENCE
    return PLAN if weight(forming.plan, question) >= 1 or weight(forming.plan, answer) >= 1 else FACT


def _contradicts(answer: str, forming: Forming) -> bool:
    return weight(forming.correction, answer) >= _HALF or (says(forming.no, answer) and len(answer) > _BARE_NO)


def _believes(question: str, forming: Forming) -> bool:
    """It says something, and asks whether that is so."""
    if says(forming.tag, question) or not says(forming.question, question):
        return True
    return not says(forming.yours, question) and not says(forming.offer, question) and says(forming.polar, question)


def _is_long(answer: str, forming: Forming) -> bool:
    return len(answer) > _LONG_LETTERS if forming.code == "ja" else len(answer.split()) > _LONG


def _statement(said: Said, text: str, question: str, category: str, forming: Forming) -> Statement:
    whole = Statement(
        text=shortened(f"{said.speaker}: {text} ({said.before[-1].text.strip()})"),
        category=category,
        subject=said.person,
        corrects=category == CORRECTION,
        confidence=confidence(category, 1.0),
        end=len(said.text),
        question=said.before[-1].message,
    )
    if category == CORRECTION or says(forming.yes, text.lower()) or says(forming.no, text.lower()):
        return whole
    return _told(whole, said, text, question, forming) or whole


def _told(whole: Statement, said: Said, text: str, question: str, forming: Forming) -> Statement | None:
    language = SLOTS[forming.code]
    for asked in ASKING[forming.code]:
        if match := compiled(asked.pattern).search(question):
            aligned = Aligned.of(text)
            value, start = cut_value(aligned.text, 0, language)
            first, last = aligned.span(start, start + len(value))
            days = [iso(one) for one in said_dates(text, said.at) if not one.unsure]
            what = next((found for found in match.groupdict().values() if found), "")
            slot = asked.attribute.replace("{what}", language.names.get(what, what))
            told = asked.told.format(who=said.speaker, value=text[first:last], what=what)
            return Statement(
                text=shortened(told),
                category=whole.category,
                subject=said.person,
                slot=f"{said.person} {slot}",
                value=days[0] if days else value,
                confidence=whole.confidence,
                end=whole.end,
            )
    return None
