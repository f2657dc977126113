"""What a message wants of who hears it, and how its speaker wants to be called: judged by what examples taught."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Literal, get_args

from memory.language import linear_judge
from memory.language.linear_judge import fitted_judge, text_features
from memory.theories.ranking_signals import open_question
from memory.vocabulary.scripts import LENGTH_MARK

if TYPE_CHECKING:
    from memory.language.linear_judge import Keys

# --- wish -----------------------------------------------------------------------------------------------------------
# What a message wants of who hears it: one of LABELS, with how sure that is.
#
# A message whose label is in doubt is taken for the one that does least harm: a question for something that memory may
# answer, everything else for something that is only told.


MessageIntent = Literal[
    "greeting",
    "thanks",
    "goodbye",
    "reaction",
    "smalltalk",
    "time",
    "about_anima",
    "about_me",
    "help",
    "recall",
    "list",
    "decision",
    "statement",
    "remind",
    "reminders",
    "do",
    "stop",
    "forget",
    "correct",
    "feel",
    "open_question",
]
INTENTS: tuple[MessageIntent, ...] = get_args(MessageIntent)

SURE_OF_INTENT, SURE_OF_ACT, SURE_TO_FORGET = 0.35, 0.3, 0.5
"""A share from which a label is believed, one that changes something, and one that takes something away."""


QUESTIONS: frozenset[MessageIntent] = frozenset(("recall", "list", "decision", "open_question"))
"""What memory is asked: that it is one of them is surer than which of them it is."""


ACTS: frozenset[MessageIntent] = frozenset(("remind", "reminders", "forget", "correct", "stop"))
"""What changes something."""


def judge_intent(text: str) -> MessageIntent:
    """The label of the message, or the safe one where no label is sure."""
    shares = intent_shares(text)
    best = max(INTENTS, key=lambda label: shares[label])
    if best in ACTS and shares[best] >= (SURE_TO_FORGET if best == "forget" else SURE_OF_ACT):
        return best
    asked = sum(shares[label] for label in QUESTIONS)
    others = [label for label in INTENTS if label not in QUESTIONS | ACTS]
    best = max(others, key=lambda label: shares[label])
    if asked >= max(SURE_OF_INTENT, shares[best]):
        return max(QUESTIONS, key=lambda label: (shares[label], label))
    if shares[best] >= SURE_OF_INTENT:
        return best
    return "recall" if open_question(text) else "statement"


@lru_cache(maxsize=512)
def intent_shares(text: str) -> Mapping[str, float]:
    return fitted_judge("memory.formation", "wish").shares(text_features(text))


# --- reminders ------------------------------------------------------------------------------------------------------
# What is wanted of the reminders that are set.


ReminderAct = Literal["list", "cancel", "move"]
REMINDERS = "reminders"
REMINDER_ACTS: tuple[ReminderAct, ...] = get_args(ReminderAct)


@lru_cache(maxsize=256)
def reminder_act(text: str) -> ReminderAct:
    shares = fitted_judge("memory.formation", REMINDERS).shares(text_features(text))
    return max(REMINDER_ACTS, key=lambda act: shares[act])


# --- former ---------------------------------------------------------------------------------------------------------
# Whether a question is after what was so before ("the old door code"), and not after what is so now.


FORMER, NOW = "former", "now"
SURE_OF_FORMER = 0.6
"""A share from which a question is taken for one of the past: of ordinary questions to memory one in 500 reaches it."""


@lru_cache(maxsize=256)
def asks_former(question: str) -> bool:
    return fitted_judge("memory.formation", FORMER).shares(text_features(question))[FORMER] >= SURE_OF_FORMER


# --- own name -------------------------------------------------------------------------------------------------------
# How the speaker wants to be called, where the message says so: "Hi, I am Ada", 「アダです」, "Ben Ada".
#
# Each run of one or two words (of Japanese: of letters of one kind) may be the name; a linear judge looks at it and at
# the words and letters on both of its sides.


SURE_OF_NAME = 0.6
IS_NAME = "own name"
IS_NO_NAME = "other"
UNPARTED = "HIRAGANA"
SHORTEST, MOST_LETTERS, LONGEST_RUN = 2, 6, 24
LONGEST_INTRODUCTION = 160
"""Characters of a message in which a name is looked for."""

_WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")
_SIDE = 14
_ENDS = (1, 2, 3)
_ENDINGS = (2, 3)
"""Letters of the titles -san and -chan, which are part of how somebody is called."""


@lru_cache(maxsize=256)
def own_name(text: str) -> str:
    """As it is written; empty where the message does not tell it."""
    text, best, sure = text[: 2 * LONGEST_INTRODUCTION], "", SURE_OF_NAME
    judge = fitted_judge("memory.formation", "own_name")
    for start, end in name_candidates(text):
        share = judge.shares(name_features(text, start, end))[IS_NAME]
        if share >= sure:
            best, sure = text[start:end], share
    return best


def name_candidates(text: str) -> Iterator[tuple[int, int]]:
    """Where each run begins and ends."""
    runs = list(_runs(text[:LONGEST_INTRODUCTION]))
    for at, (start, end) in enumerate(runs):
        yield start, end
        if at + 1 < len(runs) and text[end : runs[at + 1][0]] == " " and text[start].isupper():
            yield start, runs[at + 1][1]


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """Words, parted where the script changes; to what stands before hiragana their first letters may belong."""
    for word in _WORD.finditer(text):
        start, before = word.start(), -1
        for script, letters in groupby(_scripts(word.group())):
            end = start + sum(1 for _ in letters)
            yield from _parts(start, end) if script == UNPARTED else [(start, end)]
            if script == UNPARTED and before >= 0:
                yield from ((before, start + more) for more in _ENDINGS if start + more <= end)
            before = -1 if script == UNPARTED else start
            start = end


def _scripts(word: str) -> Iterator[str]:
    """Of each letter; a sign that makes longer is of the script before it."""
    script = ""
    for letter in word:
        script = script if script and letter == LENGTH_MARK else _script(letter)
        yield script


def _parts(start: int, end: int) -> Iterator[tuple[int, int]]:
    """A script in which words run into one another: every part of the run that may be a name."""
    for first in range(start, min(end, start + LONGEST_RUN)):
        for length in range(SHORTEST, MOST_LETTERS + 1):
            if first + length <= end:
                yield first, first + length


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    return unicodedata.name(letter, "NONE").split()[0].split("-")[0]


def name_features(text: str, start: int, end: int) -> tuple[Keys]:
    return (linear_judge.hash_features(_name_features(text, start, end)),)


def _name_features(text: str, start: int, end: int) -> Iterator[str]:
    name = text[start:end]
    before = f"^{linear_judge.normalised(text[:start])}"
    after = f"{linear_judge.normalised(text[end:])}$"
    # A normalised side has lost its space at the name: that is part of how it is framed.
    left = f"{before}{' ' if text[start - 1 : start].isspace() else ''}"[-_SIDE:]
    right = f"{' ' if text[end : end + 1].isspace() else ''}{after}"[:_SIDE]
    for length in range(1, _SIDE + 1):
        yield f"< {left[-length:]}"
        yield f"> {right[:length]}"
    words = before.split()[-3:]
    yield from (f"<w {' '.join(words[-count:])}" for count in range(1, len(words) + 1))
    yield f"<> {' '.join(words[-1:])} _ {' '.join(after.split()[:1])}"
    yield from (f"in {word}" for word in before.split() + after.split())
    plain = linear_judge.normalised(name)
    yield f"= {plain}"
    yield from (f"=^ {plain[:length]}" for length in _ENDS)
    yield from (f"=$ {plain[-length:]}" for length in _ENDS)
    shape = "".join("A" if letter.isupper() else "a" if letter.islower() else "x" for letter in name)[:2]
    yield f"shape {shape} {'begins' if before == '^' else 'amid'}"
    yield f"shape {shape}"
    yield f"script {_script(name[0])} {min(len(name), 8)}"
    yield f"words {len(name.split())}"
