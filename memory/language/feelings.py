"""What a text shows of feelings, counted: words of every language, exclamation marks, capitals. No judgement of it.

A negation turns the words beside it ("not good", "iyi değil", "楽しくない"), an intensifier counts for one more.
Code and links show nothing. What the counts mean is `theories.emotion`'s; `feeling_of` is what a memory keeps of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from memory.language.analyser import fold, has_cjk, level
from memory.language.folders import ANY
from memory.language.linear_judge import LinearJudge, fitted_judge, text_features
from memory.language.pack_tables import CODES, pattern_of_any_language, read_records, words_of
from memory.language.prose import sentences
from memory.theories import salience
from memory.theories.salience import EMOTION_CATEGORIES, EmotionSigns
from memory.vocabulary.fact import CALM_FEELING, Feeling
from memory.vocabulary.scripts import KATAKANA

POSITIVE, NEGATIVE, URGENT, PROFANE = "positive", "negative", "urgent", "profane"
INTENSIFIER, NEGATION = "intensifier", "negation"
_NAMED = (POSITIVE, NEGATIVE, URGENT, PROFANE, INTENSIFIER, NEGATION, *EMOTION_CATEGORIES)

_SILENT = re.compile(
    r"(?s:```.*?(?:```|\Z))|`[^`\n]*`|https?://\S+|www\.\S+|<[@#!:][^>\s]{1,80}>|!=|\b[\w.+-]{1,64}@[\w-]{1,64}\.\w+"
)
_TOKEN = re.compile(r"[^\W\d_]+(?:['.-][^\W_]+)*|[a-z]\d\b")
_WORD = re.compile(r"[^\W\d_]+")
_LONG = 5
"""Letters; abbreviations mostly have fewer."""

_KATAKANA = re.compile(f"[{KATAKANA}]+")
_OPPOSITE = {POSITIVE: NEGATIVE, NEGATIVE: POSITIVE}
_REACH, _NEAR = 3, 80
"""Words that a negation before them turns; letters in which these are looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeelingCues:
    """`signs` are what the theory of emotion reckons with, `words` how many speak for each of Ekman's categories."""

    signs: EmotionSigns
    words: Mapping[str, int]


def feeling_cues(text: str) -> FeelingCues:
    spoken = _SILENT.sub(" ", text)
    folded = level(spoken)
    counted = Counter(_kinds(folded))
    letters = [] if has_cjk(spoken) else list(_cased(spoken))
    return FeelingCues(
        signs=EmotionSigns(
            positive_words=counted[POSITIVE],
            negative_words=counted[NEGATIVE],
            urgent_words=counted[URGENT],
            profane_words=counted[PROFANE],
            exclamation_marks=folded.count("!"),
            capital_share=sum(map(str.isupper, letters)) / len(letters) if letters else 0.0,
            letters=len(letters),
        ),
        words={name: counted[name] for name in EMOTION_CATEGORIES if counted[name]},
    )


def _cased(text: str) -> Iterator[str]:
    """Letters that have a case; those of abbreviations count only where somebody shouts."""
    words = [match[0] for match in _WORD.finditer(text)]
    capital = [word for word in words if len(word) > 1 and word.isupper()]
    shouted = len(capital) == len(words) > 2 or any(len(word) >= _LONG or fold(word) in _WHOLE for word in capital)
    for word in words:
        if shouted or word not in capital:
            yield from (letter for letter in word if letter.lower() != letter.upper())


def feeling_phrases(*codes: str) -> Mapping[str, frozenset[str]]:
    """The kinds of every phrase of the languages, folded; a `*` at the end of one is any ending."""
    found: dict[str, set[str]] = {}
    for entry in (entry for code in codes for entry in read_records(code, "feelings")[0].entries):
        for phrase in entry.rows if entry.name in _NAMED else ():
            found.setdefault(phrase, set()).add(entry.name)
    return {phrase: frozenset(kinds) for phrase, kinds in found.items()}


_PHRASES = feeling_phrases(*CODES, ANY)
"""Of all languages, for people mix them."""

_WHOLE = {phrase: kinds for phrase, kinds in _PHRASES.items() if not phrase.endswith("*")}
_STEMS = {phrase.rstrip("*"): kinds for phrase, kinds in _PHRASES.items() if phrase.endswith("*")}


def _standing(phrase: str) -> str:
    """A word of letters, or of katakana, is no part of a longer one: バカ is not in バカンス."""
    if _KATAKANA.fullmatch(phrase):
        return rf"(?<![{KATAKANA}]){phrase}(?![{KATAKANA}])"
    return re.escape(phrase) if not phrase[0].isalnum() or has_cjk(phrase) else ""


def _either(found: Iterable[str]) -> str:
    return "|".join(sorted(found, key=len, reverse=True))


_ANY = re.compile(
    rf"(?<![^\W\d_])(?<![^\W_]['.-])(?:(?P<whole>{_either(re.escape(p) for p in _WHOLE if not _standing(p))})"
    rf"(?![^\W\d_]|['.-][^\W_])|(?P<stem>{_either(map(re.escape, _STEMS))})[^\W\d_]*(?:['.-][^\W_]+)*)"
    rf"|(?P<unspaced>{_either(filter(None, map(_standing, _WHOLE)))})"
)
_NEGATED_AFTER = re.compile(
    rf"\W{{0,2}}(?:\w+ )?(?:{pattern_of_any_language('feelings', 'negation_after').pattern})\w*"
)
_NEGATIVE_ENDING = pattern_of_any_language("feelings", "negative_ending")
_NEGATED_BEHIND = pattern_of_any_language("feelings", "negation_behind")
_BREAK = re.compile(rf"[,.;:!?\n()]|\b(?:{'|'.join(sorted(words_of('feelings', 'breaks')))})\b")
_NO_TURN = words_of("feelings", "turns_nothing")
"""After "never been so happy" and "not only good" nothing is turned."""


def _kinds(text: str) -> Iterator[str]:
    """Of each phrase, longer ones before shorter; turned where it is negated."""
    strengthened = 0
    for match in _ANY.finditer(text):
        kinds = _STEMS[match["stem"]] if match["stem"] else _WHOLE[match[0]]
        negated = _is_negated(text, match, kinds)
        times = 2 if strengthened and not text[strengthened : match.start()].strip() else 1
        for kind in kinds - {NEGATION}:
            if kind in _OPPOSITE:
                yield from [_OPPOSITE[kind] if negated else kind] * times
            elif not negated:
                yield kind
        strengthened = match.end() if INTENSIFIER in kinds else 0


def _is_negated(text: str, match: re.Match[str], kinds: frozenset[str]) -> bool:
    if match["unspaced"]:
        return INTENSIFIER not in kinds and _NEGATED_BEHIND.match(text, match.end()) is not None
    if match["stem"] and _NEGATIVE_ENDING.match(text, match.end("stem")):
        return True
    if _NEGATED_AFTER.match(text, match.end()):
        return True
    clause = _BREAK.split(text[max(0, match.start() - _NEAR) : match.start()])[-1]
    for word in reversed(_TOKEN.findall(clause)[-_REACH:]):
        if word in _NO_TURN:
            return False
        if word.endswith("n't") or NEGATION in _WHOLE.get(word, ()):
            return True
    return False


# --- feeling --------------------------------------------------------------------------------------------------------


def feeling_of(text: str) -> Feeling:
    """CALM where nothing shows."""
    shown = feeling_cues(text)
    valence, arousal = salience.valence(shown.signs), salience.arousal(shown.signs)
    if not valence and arousal < 0.01:
        return CALM_FEELING
    return Feeling(
        valence=round(valence, 4), arousal=round(arousal, 4), name=salience.emotion_category(shown.words) or ""
    )


# --- care -----------------------------------------------------------------------------------------------------------
# How the writer of a message is: in distress, grieving, ill, struck by bad news, glad, low, angry, or nothing of it.
#
# One linear judge learned it from examples of all languages; no word stands for a feeling here. Distress is looked for
# in the whole message, in each of its sentences and in each two beside each other, and the surest of them counts: it is
# often said by the way. What is longer than a letter is looked at from both ends.


CareKind = Literal["distress_self", "distress_other", "grief", "illness", "bad_news", "joy", "low", "angry", "plain"]

CARE_JUDGE = "care"
DISTRESS = "distress"
DISTRESS_KINDS: tuple[CareKind, ...] = ("distress_self", "distress_other")
FEELING_KINDS: tuple[CareKind, ...] = ("grief", "illness", "bad_news", "joy", "low", "angry")
PLAIN: CareKind = "plain"
CARE_LABELS = (DISTRESS, *DISTRESS_KINDS, *FEELING_KINDS, PLAIN)

DISTRESS_FROM = -0.22
"""What must speak for distress in a talk with us alone: two in a hundred ordinary lines are taken for it."""
DISTRESS_FROM_IN_ROOM = 0.17
"""The same in a room, where most of what is said is for others: one line in four hundred."""
FEELING_FROM = -0.4
"""What must speak for a feeling: two in a hundred ordinary lines are answered as one."""

LONGEST_HEARD = 4_000
"""Characters that are looked through; of a longer text half from each end."""
MOST_SENTENCES = 60
"""The same of its sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Care:
    """`distress` is what speaks for it, of whatever kind: about 1 and more for, -1 and less against."""

    kind: CareKind
    distress: float

    @property
    def is_distress(self) -> bool:
        return self.kind in DISTRESS_KINDS


@lru_cache(maxsize=64)
def care_of(text: str, *, distress_from: float = DISTRESS_FROM) -> Care:
    """Distress goes before every feeling; a feeling is that of the message as a whole."""
    judge = fitted_judge(__package__ or "", CARE_JUDGE)
    windows = [_sums(judge, window) for window in windows_of(text)]
    sums = max(windows, key=lambda each: each[DISTRESS])
    if sums[DISTRESS] >= distress_from:
        return Care(kind=max(DISTRESS_KINDS, key=lambda kind: sums[kind]), distress=sums[DISTRESS])
    feeling = max(FEELING_KINDS, key=lambda kind: windows[0][kind])
    return Care(kind=feeling if windows[0][feeling] >= FEELING_FROM else PLAIN, distress=sums[DISTRESS])


def windows_of(text: str) -> Iterator[str]:
    """The whole first."""
    half = LONGEST_HEARD // 2
    heard = text if len(text) <= LONGEST_HEARD else f"{text[:half]}\n{text[-half:]}"
    yield heard
    said = [sentence.text for sentence in sentences(heard)]
    if len(said) > MOST_SENTENCES:
        said = said[: MOST_SENTENCES // 2] + said[-MOST_SENTENCES // 2 :]
    if len(said) > 1:
        yield from said
    if len(said) > 2:
        yield from (f"{first} {second}" for first, second in pairwise(said))


def _sums(judge: LinearJudge, text: str) -> Mapping[str, float]:
    return dict(zip(judge.labels, judge.sums(text_features(text)).tolist(), strict=True))
