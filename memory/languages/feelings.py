"""What a text shows of feelings, counted: words of every language, exclamation marks, capitals. No judgement of it.

A negation turns the words beside it ("not good", "iyi değil", "楽しくない"), an intensifier counts for one more.
Code and links show nothing. What the counts mean is `theories.emotion`'s.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from memory.languages.analyser import fold, has_cjk, level
from memory.languages.catalogue import LANGUAGES
from memory.languages.tables import ANY, any_of, records_of, words_of
from memory.theories.emotion import CATEGORIES, Signs

POSITIVE, NEGATIVE, URGENT, PROFANE = "positive", "negative", "urgent", "profane"
INTENSIFIER, NEGATION = "intensifier", "negation"
_KINDS = (POSITIVE, NEGATIVE, URGENT, PROFANE, INTENSIFIER, NEGATION, *CATEGORIES)

_SILENT = re.compile(
    r"(?s:```.*?(?:```|\Z))|`[^`\n]*`|https?://\S+|www\.\S+|<[@#!:][^>\s]{1,80}>|!=|\b[\w.+-]{1,64}@[\w-]{1,64}\.\w+"
)
_TOKEN = re.compile(r"[^\W\d_]+(?:['.-][^\W_]+)*|[a-z]\d\b")
_WORD = re.compile(r"[^\W\d_]+")
_LONG = 5
"""Letters; abbreviations mostly have fewer."""
_KATAKANA = re.compile("[ァ-ヶー]+")
_OPPOSITE = {POSITIVE: NEGATIVE, NEGATIVE: POSITIVE}
_REACH = 3
"""Words that a negation before them turns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cues:
    """`signs` are what the theory of emotion reckons with, `words` how many speak for each of Ekman's categories."""

    signs: Signs
    words: Mapping[str, int]
    intensifiers: int = 0


@dataclass(frozen=True, slots=True)
class _Word:
    kinds: frozenset[str]
    negated: bool = False
    stronger: bool = False


def felt(text: str) -> Cues:
    spoken = _SILENT.sub(" ", text)
    folded = level(spoken)
    is_unspaced = has_cjk(spoken)
    signs = (_Word(_SIGNS[letter]) for letter in spoken if letter in _SIGNS)
    found = [*_of_words(folded), *signs, *(_of_phrases(folded) if is_unspaced else ())]
    counted = Counter(_counts(found))
    letters = [] if is_unspaced else list(_cased(spoken))
    return Cues(
        signs=Signs(
            positive_words=counted[POSITIVE],
            negative_words=counted[NEGATIVE],
            urgent_words=counted[URGENT],
            profane_words=counted[PROFANE],
            exclamation_marks=folded.count("!"),
            capital_share=sum(map(str.isupper, letters)) / len(letters) if letters else 0.0,
            letters=len(letters),
        ),
        words={name: counted[name] for name in CATEGORIES if counted[name]},
        intensifiers=counted[INTENSIFIER],
    )


def _cased(text: str) -> Iterator[str]:
    """Letters that have a case; those of abbreviations count only where somebody shouts."""
    words = [match[0] for match in _WORD.finditer(text)]
    capital = [word for word in words if len(word) > 1 and word.isupper()]
    shouted = len(capital) == len(words) > 2 or any(len(word) >= _LONG or fold(word) in _WHOLE for word in capital)
    for word in words:
        if shouted or word not in capital:
            yield from (letter for letter in word if letter.lower() != letter.upper())


def _counts(found: Iterable[_Word]) -> Iterator[str]:
    for word in found:
        for kind in word.kinds:
            if kind in _OPPOSITE:
                yield from [_OPPOSITE[kind] if word.negated else kind] * (1 + word.stronger)
            elif not word.negated:
                yield kind


def phrases(*codes: str) -> Mapping[str, frozenset[str]]:
    """The kinds of every phrase of the languages, folded; a `*` at the end of one is any ending."""
    found: dict[str, set[str]] = {}
    for entry in (entry for code in codes for entry in records_of(code, "feelings")[0].entries):
        for phrase in entry.rows if entry.name in _KINDS else ():
            found.setdefault(phrase, set()).add(entry.name)
    return {phrase: frozenset(kinds) for phrase, kinds in found.items()}


_SPACED = phrases(*(pack.code for pack in LANGUAGES if pack.has_spaces))
_WHOLE = {phrase: kinds for phrase, kinds in _SPACED.items() if not phrase.endswith("*")}
_STEMS = {phrase.rstrip("*"): kinds for phrase, kinds in _SPACED.items() if phrase.endswith("*")}
"""Languages with spaces in one, for people mix them."""

_SIGNS = phrases(ANY)
_LONGEST = max(phrase.count(" ") + 1 for phrase in (*_WHOLE, *_STEMS))
_SHORTEST, _LONGEST_STEM = min(map(len, _STEMS)), max(map(len, _STEMS))
_FIRST_WORDS = frozenset(phrase.split()[0] for phrase in (*_WHOLE, *_STEMS) if " " in phrase)
_NEGATED_AFTER = re.compile(rf"\W{{0,2}}(?:\w+ )?(?:{any_of('feelings', 'negation_after').pattern})\w*")
_NEGATIVE_ENDING = any_of("feelings", "negative_ending")
_BREAK = re.compile(rf"[,.;:!?\n()]|\b(?:{'|'.join(sorted(words_of('feelings', 'breaks')))})\b")
_NO_TURN = words_of("feelings", "turns_nothing")
"""After "never been so happy" and "not only good" nothing is turned."""


def _of_words(text: str) -> Iterator[_Word]:
    """Words of languages with spaces, longer phrases before shorter."""
    tokens = list(_TOKEN.finditer(text))
    at = 0
    while at < len(tokens):
        length, kinds, stem = _looked_up(tokens, at)
        if kinds:
            yield _Word(
                kinds - {NEGATION},
                negated=_is_negated(text, tokens, at, at + length - 1, stem),
                stronger=at > 0 and INTENSIFIER in _WHOLE.get(tokens[at - 1][0], ()),
            )
        at += length


def _looked_up(tokens: list[re.Match[str]], at: int) -> tuple[int, frozenset[str], str]:
    """How many words the phrase has that begins here, its kinds, and its stem where it has an ending."""
    longest = min(_LONGEST, len(tokens) - at) if tokens[at][0] in _FIRST_WORDS else 1
    for length in range(longest, 0, -1):
        phrase = " ".join(token[0] for token in tokens[at : at + length])
        if phrase in _WHOLE:
            return length, _WHOLE[phrase], ""
        if stem := _stem(phrase):
            return length, _STEMS[stem], stem
    return 1, frozenset(), ""


def _stem(phrase: str) -> str:
    """The longest that the phrase begins with, of as many words; empty without one."""
    for length in range(min(len(phrase), _LONGEST_STEM), max(_SHORTEST, phrase.rfind(" ") + 1) - 1, -1):
        if phrase[:length] in _STEMS:
            return phrase[:length]
    return ""


def _is_negated(text: str, tokens: list[re.Match[str]], first: int, last: int, stem: str) -> bool:
    if stem and _NEGATIVE_ENDING.match(text, tokens[first].start() + len(stem)):
        return True
    if _NEGATED_AFTER.match(text, tokens[last].end()):
        return True
    before = tokens[max(0, first - _REACH) : first]
    for token in reversed(before):
        if token[0] in _NO_TURN or _BREAK.search(text, token.end(), tokens[first].start()):
            return False
        if token[0].endswith("n't") or NEGATION in _WHOLE.get(token[0], ()):
            return True
    return False


def _standing(phrase: str) -> str:
    """A word of katakana is no part of a longer one: バカ is not in バカンス."""
    return rf"(?<![ァ-ヶー]){phrase}(?![ァ-ヶー])" if _KATAKANA.fullmatch(phrase) else re.escape(phrase)


_PHRASES = phrases(*(pack.code for pack in LANGUAGES if not pack.has_spaces))
_ANY_PHRASE = re.compile("|".join(_standing(phrase) for phrase in sorted(_PHRASES, key=len, reverse=True)))
_NEGATED_BEHIND = any_of("feelings", "negation_behind")


def _of_phrases(text: str) -> Iterator[_Word]:
    strengthened = -1
    for match in _ANY_PHRASE.finditer(text):
        kinds = _PHRASES[match[0]]
        negated = bool(_NEGATED_BEHIND.match(text, match.end())) and not kinds & {INTENSIFIER}
        yield _Word(kinds, negated=negated, stronger=match.start() == strengthened)
        strengthened = match.end() if INTENSIFIER in kinds else -1
