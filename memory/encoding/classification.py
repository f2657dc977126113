"""What a message is worth to memory: patterns of its language weigh what speaks for each category, and against all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from memory.encoding.sentences import Sentence, sentence_of
from memory.languages.aligned import Aligned
from memory.languages.detection import language_of
from memory.languages.en_forming import ENGLISH
from memory.languages.forming import Forming, Signs
from memory.languages.ja_forming import JAPANESE
from memory.languages.tr_forming import TURKISH

CORRECTION, DECISION, PLAN, PREFERENCE, ENTITY, FACT = "correction", "decision", "plan", "preference", "entity", "fact"
ORDER = (CORRECTION, DECISION, PLAN, PREFERENCE, ENTITY, FACT)
"""Of those that weigh the same the first."""

STANDING = (CORRECTION, DECISION, PREFERENCE)
"""What may be put as if it were an errand: "please never call me before nine"."""

BASE_CONFIDENCE: Mapping[str, float] = {
    CORRECTION: 0.4,
    PREFERENCE: 0.3,
    DECISION: 0.35,
    PLAN: 0.35,
    ENTITY: 0.3,
    FACT: 0.25,
}
ENOUGH = 0.95
NOTHING = -9.0
"""The weight of a question, or of an errand."""

_HARD = 0.9
_QUOTING = 0.4
_AT_ONCE = 12
_A_WORD = 0.11
_MOST_OF_WORDS = 0.8
_LETTERS_A_WORD = 2.4

_LANGUAGES = {forming.code: forming for forming in (ENGLISH, JAPANESE, TURKISH)}
_CLAUSE = re.compile(r"[,;、–—]\s*|\s-\s|\s(?=(?:and|but|so|ama|peki)\s)")
_QUESTION = re.compile(r"[?？]+[\s)\"”」\U0001F300-\U0001FAFF]*$")
_MARKED = re.compile("[çöüÇÖÜ]")
_ENGLISH_SPELLING = re.compile(r"[qwx]|th|sh|ck|gh|ph|ing$|tion|ed$|ly$|ee|oo")
_TURKISH_END = re.compile(r"(?:[aiu]|yor|mis|mus|lar|ler|dan|den|lik|luk|siz|suz|in|un|im|um)[.!?,]*$")
_A_FEW = 3
_LETTERS = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Classified:
    """A sentence, or the clause of it that states something, with its category; none where nothing is kept.

    `weights` are what speaks for each category, `against` what speaks against all of them and against a fact alone.
    `corrects`: it takes back what was said before, whatever it is besides.
    """

    sentence: Sentence
    category: str
    weight: float
    weights: Mapping[str, float] = field(default_factory=dict)
    against: tuple[float, float] = (0.0, 0.0)
    corrects: bool = False
    is_question: bool = False
    is_request: bool = False


def forming_of(text: str) -> Forming:
    """Of the language of the text. Short Turkish without its own letters is known by its endings."""
    pack = language_of(text)
    if pack.code == "en":
        words = text.lower().split()
        is_english = any(word in pack.stop_words or word in pack.question_words for word in _in_small_letters(text))
        if not is_english and (
            _MARKED.search(text) or says(TURKISH.sign, Aligned.of(text).text) or _ends_in_turkish(words)
        ):
            return TURKISH
    return _LANGUAGES[pack.code]


def _in_small_letters(text: str) -> list[str]:
    """Can is a name where it has its capital amid a sentence, "ve" no end of "I've", and "o" no "of"."""
    first, *others = text.split() or [""]
    small = (first, *(word for word in others if word[0] == "I" or word == word.lower()))
    return [word for word in map(str.lower, small) if word not in ("ve", "o")]


def _ends_in_turkish(words: Sequence[str]) -> bool:
    """Words that end as few of English do, and none that is spelled as only English is."""
    if len(words) < _A_FEW or any(_ENGLISH_SPELLING.search(word) for word in words):
        return False
    return sum(bool(_TURKISH_END.search(word)) for word in words) * 2 >= len(words)


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def says(pattern: str, text: str) -> bool:
    return bool(pattern) and compiled(pattern).search(text) is not None


def weight(signs: Signs, text: str) -> float:
    return sum(each for each, pattern in signs if compiled(pattern).search(text))


def confidence(category: str, weight: float) -> float:
    """The base of the category, more where more than enough speaks for it."""
    return round(min(0.95, BASE_CONFIDENCE[category] + 0.15 * max(0.0, weight - ENOUGH) + 0.1), 3)


def is_hostile(text: str, forming: Forming) -> bool:
    return says(forming.hostile, text)


def is_question(folded: str, forming: Forming) -> bool:
    return bool(_QUESTION.search(folded)) or says(forming.question, folded)


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What is known of a message beside its words: where it names products and organisations, and days ahead.

    `quotes`: it answers lines that it quotes.
    """

    names: Sequence[int] = ()
    ahead: Sequence[int] = ()
    quotes: bool = False


def classify(sentence: Sentence, around: Around, forming: Forming) -> Classified:
    if is_question(sentence.folded, forming):
        return replace(_carried(sentence, around, forming), is_question=True)
    found = _weighed(sentence, around, forming)
    if found.category not in STANDING and says(forming.request, sentence.folded):
        return replace(_carried(sentence, around, forming), is_request=True)
    return found


def _weighed(sentence: Sentence, around: Around, forming: Forming) -> Classified:
    text = (says(forming.keep, sentence.folded) and compiled(forming.keep).sub("", sentence.folded)) or sentence.folded
    hard, soft = _against(text, forming)
    weights = dict(_for(text, sentence, around, forming))
    found = {category: for_it - hard for category, for_it in weights.items()}
    found[FACT] -= soft
    best = _best(found)
    return Classified(
        sentence=sentence,
        category=best if found[best] >= ENOUGH else "",
        weight=found[best],
        weights=weights,
        against=(hard, soft),
        corrects=found[CORRECTION] >= ENOUGH,
    )


def _best(found: Mapping[str, float]) -> str:
    """What is corrected or decided is that, whatever else it is; what is nothing else may be a fact."""
    for first in (CORRECTION, DECISION):
        if found[first] >= ENOUGH:
            return first
    best = max(ORDER[2:-1], key=lambda category: (found[category], -ORDER.index(category)))
    return best if found[best] >= ENOUGH else FACT


def _against(text: str, forming: Forming) -> tuple[float, float]:
    """What speaks against keeping anything, and what only against taking it for a fact."""
    found = [each for each, pattern in forming.against if compiled(pattern).search(text)]
    return sum(each for each in found if each >= _HARD), sum(each for each in found if each < _HARD)


def _for(text: str, sentence: Sentence, around: Around, forming: Forming) -> Iterator[tuple[str, float]]:
    yield CORRECTION, weight(forming.correction, text) + (_QUOTING if around.quotes else 0.0)
    yield DECISION, weight(forming.decision, text)
    is_ahead = any(sentence.start <= place < sentence.end for place in around.ahead)
    planned = weight(forming.plan, text)
    yield PLAN, planned + (1.0 if is_ahead and planned >= 0 else 0.0)
    yield PREFERENCE, weight(forming.preference, text)
    yield ENTITY, _related(text, sentence, around, forming)
    fact = weight(forming.fact, text)
    yield FACT, min(0.98, fact) + _length(text, forming) if fact else _length(text, forming)


def _related(text: str, sentence: Sentence, around: Around, forming: Forming) -> float:
    """Products and firms with each other: by the words between them, or because the sentence begins with one."""
    names = [place - sentence.start for place in around.names if sentence.start <= place < sentence.end]
    if len(names) < 2 or says(forming.personal, text):
        return 0.0
    if related := weight(forming.relation, text):
        return related + 0.3 * (len(names) - 1)
    return 1.0 if names[0] <= _AT_ONCE else 0.0


def _length(text: str, forming: Forming) -> float:
    """A long sentence says something, whatever its words are."""
    words = len(_LETTERS.findall(text)) / _LETTERS_A_WORD if forming.code == "ja" else len(text.split())
    return min(_MOST_OF_WORDS, max(0.0, _A_WORD * (words - 2)))


def _carried(sentence: Sentence, around: Around, forming: Forming) -> Classified:
    """What a question or an errand says by the way: "since I moved to Ghent, do you know a dentist?"."""
    for clause in clauses(sentence):
        if len(clause.text) < len(sentence.text) and not (
            is_question(clause.folded, forming) or says(forming.request, clause.folded)
        ):
            found = _weighed(clause, around, forming)
            if found.category and weight(forming.fact, clause.folded) + found.weight >= ENOUGH + 0.3:
                return found
    return Classified(sentence=sentence, category="", weight=NOTHING)


def clauses(sentence: Sentence) -> Sequence[Sentence]:
    found, start = [], 0
    for match in _CLAUSE.finditer(sentence.text):
        found.append((start, match.start()))
        start = match.end()
    found.append((start, len(sentence.text)))
    return [_part(sentence, start, end) for start, end in found if sentence.text[start:end].strip()]


def _part(sentence: Sentence, start: int, end: int) -> Sentence:
    part = sentence_of(sentence.text, start, end)
    return Sentence(
        text=part.text, folded=part.folded, start=sentence.start + part.start, end=sentence.start + part.end
    )
