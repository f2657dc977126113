"""What a sentence is worth to memory: the category that the judge gives it, and how sure that is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from memory.encoding.said import Said
from memory.encoding.sentences import Sentence
from memory.encoding.worth import NOTHING, QUESTION, Worth, worth
from memory.languages.analyser import level
from memory.languages.catalogue import FIRST, LANGUAGES, language_of

CORRECTION, DECISION, PLAN, PREFERENCE, ENTITY, FACT = "correction", "decision", "plan", "preference", "entity", "fact"

BASE_CONFIDENCE = {CORRECTION: 0.4, PREFERENCE: 0.3, DECISION: 0.35, PLAN: 0.35, ENTITY: 0.3, FACT: 0.25}
LIKELY = 0.25
"""How likely the second category of a sentence is at least, for it to have that one."""

_NO_WORDS = frozenset({"ve", "o"})
"""Of "I've" and "o'clock"; by themselves they are of another language."""

_QUESTION = re.compile(r"(?<![?？])[?？]++[\s)\"”」\U0001F300-\U0001FAFF]*+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Classified:
    """A sentence, or a clause of it, with its category, none where nothing is kept; `share` is how likely that is.
    `otherwise` is its category where it corrects nothing."""

    sentence: Sentence
    category: str
    share: float
    otherwise: str = "fact"


def classify(sentence: Sentence, said: Said) -> Classified:
    """After the message before, where it begins the message."""
    found = judged(sentence.text, said) if sentence.start == 0 else worth(sentence.text)
    return as_category(sentence, "" if found.category == NOTHING else found.category, found)


def judged(text: str, said: Said) -> Worth:
    last = said.before[-1] if said.before else None
    return worth(text, last.text if last else "", is_before_own=last is not None and last.own)


def as_category(sentence: Sentence, category: str, found: Worth) -> Classified:
    share = found.categories[category or NOTHING]
    return Classified(sentence=sentence, category=category, share=share, otherwise=beside_correction(found))


def beside_correction(found: Worth) -> str:
    """The likeliest category of what corrects nothing; in doubt it is a fact."""
    likeliest = max(BASE_CONFIDENCE.keys() - {CORRECTION}, key=lambda name: (found.categories[name], name))
    return likeliest if found.categories[likeliest] >= LIKELY else FACT


def code_of(text: str) -> str:
    """Of the language of the text. A short text without letters of its own is known by its signs."""
    pack = language_of(text)
    words = {word.lower() if len(word) == 1 else word for word in text.split()} - _NO_WORDS  # others may be names
    if pack.code != FIRST or words & (pack.stop_words | pack.question_words):
        return pack.code
    folded = level(text)
    return next((one.code for one in LANGUAGES if says(one.marked, text) or says(one.sign, folded)), FIRST)


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def says(pattern: str, text: str) -> bool:
    return bool(pattern) and compiled(pattern).search(text) is not None


def confidence(category: str, share: float) -> float:
    """The base of the category and a little, more where it is surer."""
    return round(min(0.95, BASE_CONFIDENCE[category] + 0.1 + 0.3 * max(0.0, share - 0.5)), 3)


def is_question(text: str) -> bool:
    return bool(_QUESTION.search(text)) or worth(text).is_marked(QUESTION)
