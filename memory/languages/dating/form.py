"""The shape of every rule of a grammar of dates: a pattern over folded text, and what it means at a moment."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import cache

from memory.theories.date_match import Span


class Tense(Enum):
    """Where the speaker looks from the clause in which a day is named."""

    PAST = "past"
    COMING = "coming"
    NONE = "no verb tells"
    DOUBT = "its words tell both"
    HABIT = "it comes again and again"


class Verdict(Enum):
    """What is no span of days."""

    UNSURE = "it names days, but which ones cannot be fixed"
    NOTHING = "it looks like a date and is none"


UNSURE, NOTHING = Verdict.UNSURE, Verdict.NOTHING
Meant = Span | Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """When something is said, and how: `tense` looks at the clause around the words, and is asked only where needed.

    `turkish` and `japanese`: words of the message show that its speaker writes dates as these languages do.
    """

    today: date
    tense: Callable[[], Tense]
    turkish: bool = False
    japanese: bool = False


Meaning = Callable[[re.Match[str], Moment], Meant]


@dataclass(frozen=True, slots=True)
class Form:
    """A pattern whose group `said`, else the whole of it, names the days that `meaning` finds.

    `needs`: no text without one of them matches, which is known far sooner than by the pattern. It is compiled when a
    text is first read by it: all of them take a fifth of the time of a start.
    """

    written: str
    meaning: Meaning
    needs: tuple[str, ...] = ()

    @property
    def pattern(self) -> re.Pattern[str]:
        return _compiled(self.written)

    def may_match(self, text: str) -> bool:
        return not self.needs or any(word in text for word in self.needs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """The forms of a language, the longer before the shorter; `hint` finds something wherever one of them could."""

    hint: re.Pattern[str]
    forms: tuple[Form, ...]
    tense: Callable[[str, int, int], Tense]
    """Of the clause around the characters from … to of a folded text."""

    sign: re.Pattern[str] = re.compile("")
    """What a text has that is read by it."""


_compiled = cache(re.compile)


def form(pattern: str, meaning: Meaning | Verdict, *needs: str) -> Form:
    if isinstance(meaning, Verdict):
        verdict = meaning
        return Form(pattern, lambda match, moment: verdict, needs)
    return Form(pattern, meaning, needs)


def either(phrases: Iterable[str]) -> str:
    """One of the phrases, longest first."""
    return "|".join(sorted(phrases, key=len, reverse=True))
