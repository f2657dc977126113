"""Short answers, which have their sense from the question before: "Where do you live?" – "Porto"."""

from __future__ import annotations

from dataclasses import replace

from memory.encoding.classification import CORRECTION, beside_correction, compiled, confidence, is_question, judged
from memory.encoding.said import Said, Statement, Understood
from memory.encoding.worth import NOTHING, Worth
from memory.languages.analyser import has_cjk, level
from memory.languages.catalogue import ANSWERING
from memory.languages.cues import CUES
from memory.languages.retelling import shortened
from memory.languages.said_dates import iso, said_dates
from memory.languages.tables import any_of

_UNSURE = any_of("forming", "unsure")
_LONG = 9
_LONG_LETTERS = 22


def answer_of(said: Said, text: str, code: str) -> Understood | None:
    """None where the message answers nothing, or stands alone."""
    if not said.before or said.own or "\n" in text.strip():
        return None
    question, answer = said.before[-1].text, text.strip()
    if not answer or not is_question(question) or is_question(answer) or _is_long(answer):
        return None
    found = judged(answer, said)
    whole = _whole(said, answer, found)
    told = _told(whole, said, answer, level(question), code)
    if _UNSURE.search(level(answer)) or (told is None and found.category == NOTHING):
        return Understood(because="it answers nothing that lasts")
    return Understood(category=whole.category, statements=(told or whole,))


def _is_long(answer: str) -> bool:
    return len(answer) > _LONG_LETTERS if has_cjk(answer) else len(answer.split()) > _LONG


def _whole(said: Said, answer: str, found: Worth) -> Statement:
    category = found.kept_as
    return Statement(
        text=shortened(f"{said.speaker}: {answer} ({said.before[-1].text.strip()})"),
        category=category,
        otherwise=beside_correction(found),
        subject=said.person,
        corrects=category == CORRECTION,
        confidence=confidence(category, found.categories[category]),
        end=len(said.text),
        question=said.before[-1].message,
    )


def _told(whole: Statement, said: Said, text: str, question: str, code: str) -> Statement | None:
    for asked in ANSWERING[code].asked:
        if match := compiled(asked.pattern).search(question):
            folded = level(text)
            start, end = ANSWERING[code].span(folded)
            days = [iso(one) for one in said_dates(text, said.at) if not one.unsure]
            what = next((found for found in match.groupdict().values() if found), "")
            slot = asked.attribute.replace("{what}", CUES[code].kinds.get(what, what))
            told = asked.told.format(who=said.speaker, value=text[start:end], what=what)
            return replace(
                whole,
                text=shortened(told),
                slot=f"{said.person} {slot}",
                value=days[0] if days else folded[start:end],
                corrects=False,
                question="",
            )
    return None
