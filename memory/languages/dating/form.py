"""The shape of every rule of a calendar: a pattern over folded text, and what it means at a moment."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import cache

from memory.theories.date_match import Span

AnyOf = frozenset[str]
"""Words, any of which must be in a text."""


class Tense(Enum):
    """Where the speaker looks from the sentence in which a day is named."""

    PAST = "past"
    COMING = "coming"
    DOUBT = "doubt"


class Verdict(Enum):
    """What is no span of days."""

    UNSURE = "it names days, but which ones cannot be fixed"
    NOTHING = "it looks like a date and is none"


_FAR = 3
"""How often farther."""

UNSURE, NOTHING = Verdict.UNSURE, Verdict.NOTHING
Meant = Span | Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """When something is said, and how: `judged` looks at the sentence around the words, for the tense and
    whether it is beyond doubt, and is asked only where needed.

    `is_shown`: words of the message show that its speaker writes the language of the calendar. `orders` are those in
    which the languages that the message shows write the figures of a date. `is_asked`: it stands in a question, where
    a day or month without its year is that of every year.
    """

    today: date
    judged: Callable[[], tuple[Tense, bool]]
    is_shown: bool = False
    orders: frozenset[str] = frozenset()
    is_asked: bool = False

    def tense(self) -> Tense:
        return self.judged()[0]

    def tense_between(self, behind: date, ahead: date) -> Tense:
        """Which of two days is meant: the one that lies far nearer, unless the tense is beyond doubt."""
        tense, is_sure = self.judged()
        back, on = (self.today - behind).days, (ahead - self.today).days
        is_far = back > _FAR * on if tense is Tense.PAST else on > _FAR * back
        return Tense.DOUBT if is_far and not is_sure else tense


Meaning = Callable[[re.Match[str], Moment], Meant]


@dataclass(frozen=True, slots=True)
class Form:
    """A pattern of the calendar `code` whose group `said`, else the whole of it, names the days that `meaning` finds.

    `needs`: no text without one of each matches, which is known far sooner than by the pattern. It is compiled when a
    text is first read by it: all of them take a fifth of the time of a start.
    """

    code: str
    written: str
    meaning: Meaning
    needs: frozenset[AnyOf] = frozenset()

    @property
    def pattern(self) -> re.Pattern[str]:
        return _compiled(self.written)


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """The forms of a calendar, the longer before the shorter.

    `sign` is what a text has that is read by it; `shown` and, before it is folded, `letters` are what leaves no doubt
    that its language is spoken. `order` is that of figures there: "day first", "year first" or "".
    """

    code: str
    forms: tuple[Form, ...]
    sign: re.Pattern[str]
    shown: re.Pattern[str]
    letters: re.Pattern[str]
    order: str


_compiled = cache(re.compile)
