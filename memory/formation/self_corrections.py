"""What a correction changes in what the same person said shortly before: "sorry, 8:40".

The right value is what is meant (`message_span`); what it takes the place of is a value of its type in an earlier
message: a time, a day, a number, else the word that stands where it would stand. The earlier sentence is then read
with the right value, as if the person had edited it. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from difflib import SequenceMatcher
from itertools import pairwise

from memory.formation.message_intent import ACTS, judge_intent
from memory.formation.message_span import meant
from memory.formation.utterances import Utterance
from memory.language.analyser import fold, has_cjk, is_silent
from memory.language.dating.said_dates import said_dates
from memory.language.dating.said_times import said_times

CORRECT = "correct"
LOOKS_ALIKE = 0.6
"""Two words of which so much is the same are one, misspelt."""

FEWEST_LETTERS = 2
MOST_WORDS_ALONE = 5
WORD_OF_UNSPACED = 3
"""Letters that count as a word where none are parted."""
MOST_LETTERS_BESIDE = 3
"""Letters beside the figures of an ordinal."""

_FIGURES = re.compile(r"\d+")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_EDGES = " \t\n\"'“”„«»「」.,;:!?。、！？…"


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfCorrection:
    """In the message `earlier`, `old` from `start` to `end` becomes `new`."""

    earlier: Utterance
    old: str
    new: str
    start: int
    end: int

    @property
    def text(self) -> str:
        """The earlier message as it is meant."""
        return f"{self.earlier.text[: self.start]}{self.new}{self.earlier.text[self.end :]}"


def self_correction(said: Utterance) -> SelfCorrection | None:
    """None where nothing was said before that the right value can take the place of, or several things were."""
    value = meant(said.text, CORRECT).strip(_EDGES)
    if not value:
        return None
    told = [item for item in said.before if item.person == said.person and not item.own]
    for earlier in (item for item in reversed(told) if judge_intent(item.text) not in ACTS):
        places = list(_places(said, value, earlier))
        if len(places) == 1:
            start, end, new = places[0]
            new = new.strip(_EDGES)
            start, end = _core(earlier.text, start, end, new)
            old = earlier.text[start:end]
            if fold(old) != fold(new):
                return SelfCorrection(earlier=earlier, old=old, new=new, start=start, end=end)
        if places:
            return None
    return None


def _core(text: str, start: int, end: int, new: str) -> tuple[int, int]:
    """Without what leads to the value where the new one has no such word, and without marks at its ends."""
    figures = list(_FIGURES.finditer(text, start, end))
    if figures and new[:1].isdecimal():
        start = figures[0].start()
    if figures and new[-1:].isdecimal():
        end = figures[-1].end()
    return start, start + len(text[start:end].rstrip(_EDGES))


def is_brief(text: str) -> bool:
    """Whether it says little beside the right value: by itself it tells nothing that could be kept."""
    return (
        sum(max(1, len(word) // WORD_OF_UNSPACED) if has_cjk(word) else 1 for word in _words(text)) <= MOST_WORDS_ALONE
    )


def _places(said: Utterance, value: str, earlier: Utterance) -> Iterator[tuple[int, int, str]]:
    """Where it may stand in the earlier message, and how it is written there."""
    if named := list(_named_old(said.text, value, earlier.text)):
        yield from ((start, end, value) for start, end in named)
        return
    for spans in (_times, _days):
        new, old = spans(value, said.at), spans(earlier.text, earlier.at)
        if new and old:
            yield from ((start, end, _written(earlier.text[start:end], value)) for start, end in old)
            return
    if figures := _FIGURES.findall(value):
        yield from _of_figures(value, figures, earlier)
        return
    yield from ((start, end, value) for start, end in _of_words(said.text, value, earlier.text))


def _times(text: str, at: datetime) -> list[tuple[int, int]]:
    return [(time.start, time.end) for time in said_times(text) if time.clock is not None]


def _days(text: str, at: datetime) -> list[tuple[int, int]]:
    return [(day.start, day.end) for day in said_dates(text, at)]


def _written(old: str, value: str) -> str:
    """The right value as a whole, or in the words of the old one where it gives no more than a number: "the 19th" of
    "12 December"."""
    of_new, of_old = _FIGURES.findall(value), list(_FIGURES.finditer(old))
    beside = sum(map(str.isalpha, value))
    if len(of_new) != 1 or not of_old or beside > MOST_LETTERS_BESIDE or sum(map(str.isalpha, old)) <= beside:
        return value
    behind = value[value.index(of_new[0]) + len(of_new[0]) :][:1]
    alike = [found for found in of_old if behind and old[found.end() :].startswith(behind)] or of_old
    found = alike[-1] if behind in old else alike[0]
    return f"{old[: found.start()]}{of_new[0]}{old[found.end() :]}"


def _of_figures(value: str, figures: Sequence[str], earlier: Utterance) -> Iterator[tuple[int, int, str]]:
    """A number takes the place of a number, a bare one also of that in a day or a time."""
    taken = (
        [] if len(value) == len(figures[0]) else [*_times(earlier.text, earlier.at), *_days(earlier.text, earlier.at)]
    )
    for found in _FIGURES.finditer(earlier.text):
        if not any(start <= found.start() < end for start, end in taken):
            yield found.start(), found.end(), figures[0]
    if taken and not any(_FIGURES.search(earlier.text[:start]) for start, _ in taken):
        yield from ((start, end, _written(earlier.text[start:end], value)) for start, end in taken)


def _named_old(text: str, value: str, earlier: str) -> Iterator[tuple[int, int]]:
    """What the correction itself names as wrong: "not Bath"."""
    own = {fold(word) for word in _words(value)}
    for word in _words(text.replace(value, " ")):
        plain = fold(word)
        if len(plain) >= FEWEST_LETTERS and plain not in own and not is_silent(plain):
            found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", earlier, re.IGNORECASE)
            if found and not _is_kept(text, value, word, earlier):
                yield found.span()


def _is_kept(text: str, value: str, word: str, earlier: str) -> bool:
    """A word that stands on the same side of both is no old value but what the value is of."""
    behind = text.find(word) < text.find(value)
    found = earlier.lower().find(word.lower())
    rest = earlier[found + len(word) :] if behind else earlier[:found]
    return any(not is_silent(fold(other)) for other in _words(rest)) and behind


def _of_words(text: str, value: str, earlier: str) -> Iterator[tuple[int, int]]:
    """The word that looks like it, else the one behind the word that both have before it."""
    words = list(_WORD.finditer(earlier))
    alike = [word for word in words if SequenceMatcher(None, fold(word[0]), fold(value)).ratio() >= LOOKS_ALIKE]
    if alike:
        yield from (word.span() for word in alike)
        return
    before = _words(text[: text.find(value)])
    for word, following in pairwise(words):
        if before and fold(word[0]) == fold(before[-1]):
            yield following.span()


def _words(text: str) -> list[str]:
    return _WORD.findall(text)
