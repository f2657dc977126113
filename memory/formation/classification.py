"""What a message or a sentence is worth to memory: its category, how sure that is, and how it is meant.

The judge has learned from labelled examples of every language; `python -m training.messages` makes the weights.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from memory.formation.utterances import Utterance
from memory.language.analyser import level
from memory.language.folders import FALLBACK
from memory.language.language_packs import PACKS, language_of
from memory.language.linear_judge import fitted_judge, text_features
from memory.language.prose import Sentence

NO_CATEGORY = "none"
_PACKAGE = "memory.formation"
CATEGORY, MARK = "category", "mark"
MARKS = ("personal", "question", "quoted", "reported", "hypothetical")
PERSONAL, QUESTION, QUOTED, REPORTED, HYPOTHETICAL = MARKS
"""About somebody's own life; asks; mostly another's words; hearsay; wished or dreamed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """How likely each category is (with NOTHING they add up to one), and each of the MARKS."""

    categories: Mapping[str, float]
    marks: Mapping[str, float]

    def is_marked(self, mark: str) -> bool:
        return self.marks[mark] > 0.5

    @property
    def category(self) -> str:
        """The likeliest; NOTHING where nothing is to be kept."""
        return max(self.categories, key=lambda name: self.categories[name])

    @property
    def kept_as(self) -> str:
        """The likeliest of those that are kept, whether it is or not."""
        return max(self.categories.keys() - {NO_CATEGORY}, key=lambda name: (self.categories[name], name))


@lru_cache(maxsize=512)
def message_worth(text: str, before: str = "", *, is_before_own: bool = False) -> Worth:
    """Of a message, or a sentence of it, after the message `before`, which may be the anima's own."""
    blocks = text_features(text, before, is_before_own=is_before_own)
    categories = fitted_judge(_PACKAGE, CATEGORY).shares(blocks)
    return Worth(categories=categories, marks=fitted_judge(_PACKAGE, MARK).shares(blocks))


# --- classification -------------------------------------------------------------------------------------------------


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


def classify(sentence: Sentence, said: Utterance) -> Classified:
    """After the message before, where it begins the message."""
    found = judge_sentence(sentence.text, said) if sentence.start == 0 else message_worth(sentence.text)
    return as_category(sentence, "" if found.category == NO_CATEGORY else found.category, found)


def judge_sentence(text: str, said: Utterance) -> Worth:
    last = said.before[-1] if said.before else None
    return message_worth(text, last.text if last else "", is_before_own=last is not None and last.own)


def as_category(sentence: Sentence, category: str, found: Worth) -> Classified:
    share = found.categories[category or NO_CATEGORY]
    return Classified(sentence=sentence, category=category, share=share, otherwise=beside_correction(found))


def beside_correction(found: Worth) -> str:
    """The likeliest category of what corrects nothing; in doubt it is a fact."""
    likeliest = max(BASE_CONFIDENCE.keys() - {CORRECTION}, key=lambda name: (found.categories[name], name))
    return likeliest if found.categories[likeliest] >= LIKELY else FACT


def code_of(text: str) -> str:
    """Of the language of the text. A short text without letters of its own is known by its signs."""
    pack = language_of(text)
    words = {word.lower() if len(word) == 1 else word for word in text.split()} - _NO_WORDS  # others may be names
    if pack.code != FALLBACK or words & (pack.stop_words | pack.question_words):
        return pack.code
    folded = level(text)
    for code, pack in PACKS.items():
        if matches_pattern(pack.marked, text) or matches_pattern(pack.sign, folded):
            return code
    return FALLBACK


@cache
def compiled_pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def matches_pattern(pattern: str, text: str) -> bool:
    return bool(pattern) and compiled_pattern(pattern).search(text) is not None


def category_confidence(category: str, share: float) -> float:
    """The base of the category and a little, more where it is surer."""
    return round(min(0.95, BASE_CONFIDENCE[category] + 0.1 + 0.3 * max(0.0, share - 0.5)), 3)


def is_question(text: str) -> bool:
    return bool(_QUESTION.search(text)) or message_worth(text).is_marked(QUESTION)
