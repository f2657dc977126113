"""Forms of a calendar: patterns over folded text, which of them may match, and what the groups of a match say.

What a form means at a moment is told by `memory.language.dating.meanings`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import cache
from operator import add

from memory.theories.ranking_signals import DaySpan

AnyOf = frozenset[str]
"""Words, any of which must be in a text."""


class Tense(Enum):
    """Where the speaker looks from the sentence in which a day is named."""

    PAST = "past"
    COMING = "coming"
    DOUBT = "doubt"


class NoSpan(Enum):
    """What is no span of days."""

    UNSURE = "it names days, but which ones cannot be fixed"
    NOTHING = "it looks like a date and is none"


_FAR = 3
"""How often farther."""

UNSURE, NOTHING = NoSpan.UNSURE, NoSpan.NOTHING
FormMeaning = DaySpan | NoSpan


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenMoment:
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


Meaning = Callable[[re.Match[str], SpokenMoment], FormMeaning]


@dataclass(frozen=True, slots=True)
class DateForm:
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
class DateGrammar:
    """The forms of a calendar, the longer before the shorter.

    `sign` is what a text has that is read by it; `shown` and, before it is folded, `letters` are what leaves no doubt
    that its language is spoken. `order` is that of figures there: "day first", "year first" or "".
    """

    code: str
    forms: tuple[DateForm, ...]
    sign: re.Pattern[str]
    shown: re.Pattern[str]
    letters: re.Pattern[str]
    order: str


_compiled = cache(re.compile)


# --- needs ----------------------------------------------------------------------------------------------------------
# Which forms may match a text: known by the words that a pattern needs, sooner than by trying it.
#
# A need is a set of words of which one must be in the text. Of alternatives the best of each hold together; what is
# optional, or only looked for around a match, needs nothing.


DIGITS = AnyOf("0123456789")

_GAP, _FIGURE = "\x00", "{figure}"
_CLASS = re.compile(r"\[\^?(?:\\.|[^\]\\])+\]")
_ESCAPED = re.compile(r"\\(?:x..|u....|.)|\(\?P=\w+\)", re.DOTALL)
_GROUP = re.compile(r"\((\?(?:P<\w+>|<?[=!]|:))?([^()]*)\)([?*]|\{0)?")
_OPTIONAL = re.compile(r"(?:\{[A-Za-z][\w-]*\}|.)(?:[?*]|\{[0,][\d,]*\})", re.DOTALL)
_COUNT = re.compile(r"\{[\d,]+\}")
_NEEDED = re.compile(r"\{([A-Za-z][\w-]*)\}|[^\W_]{2,}|[^\x00-\u2fff]+|[@<`/]")
_ALTERNATIVE = re.compile(r"\\.|\[(?:\\.|[^\]\\])+\]|[()|]", re.DOTALL)


def needed_words(pattern: str, named: Callable[[str], AnyOf]) -> frozenset[AnyOf]:
    """Of a pattern with names of words in braces; `named` has the words."""
    known: dict[str, AnyOf] = {"figure": DIGITS}

    def found(flat: str) -> list[AnyOf]:
        every = _NEEDED.finditer(_COUNT.sub(_GAP, _OPTIONAL.sub(_GAP, flat)))
        return [AnyOf({item[0]}) if item[1] is None else known.get(item[1]) or named(item[1]) for item in every]

    def opened(group: re.Match[str]) -> str:
        kind, inside, optional = group.groups()
        if optional or (kind or "")[-1:] in ("=", "!"):
            return _GAP
        if "|" in inside:
            each = [max(found(item), key=_need_rank, default=AnyOf()) for item in inside.split("|")]
            inside = f"{{either{len(known)}}}" if all(each) else ""
            known[inside[1:-1]] = AnyOf().union(*each)
        return f"{_GAP}{inside}{_GAP}"

    flat, before = _ESCAPED.sub(lambda item: _FIGURE if item[0] == r"\d" else _GAP, _CLASS.sub(_GAP, pattern)), ""
    while flat != before:
        before, flat = flat, _GROUP.sub(opened, flat)
    return frozenset(found(flat))


def _need_rank(words: AnyOf) -> tuple[int, int]:
    return min(map(len, words)), -len(words)


def alternatives(pattern: str) -> Iterator[str]:
    """Of a whole pattern: each has needs of its own."""
    start = depth = 0
    for match in _ALTERNATIVE.finditer(pattern):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if match[0] == "|" and not depth:
            yield pattern[start : match.start()]
            start = match.end()
    yield pattern[start:]


class FormIndex:
    """Forms in their order, looked up by the first two letters of the words that they need."""

    def __init__(self, forms: Sequence[DateForm]) -> None:
        self._forms = forms
        self._by_start: dict[str, dict[str, set[AnyOf]]] = {}
        for need in {need for form in forms for need in form.needs}:
            for word in need:
                self._by_start.setdefault(word[:2], {}).setdefault(word, set()).add(need)

    def may_match(self, text: str) -> list[DateForm]:
        starts = self._by_start.keys() & {*text, *map(add, text, text[1:])}
        words = (pair for start in starts for pair in self._by_start[start].items())
        met = {need for word, needs in words if word in text for need in needs}
        return [form for form in self._forms if form.needs <= met]


# --- said -----------------------------------------------------------------------------------------------------------
# What the groups of a matched form say: the words of a calendar with their values.


Value = int | str | list[int]
_PARTS = re.compile(r"[ -]")
_UNITS = ("week", "weekend", "month", "year")
_NUMBERS = ("number", "ordinal")
_CENTURY = 100
_AHEAD_YEARS = 10
"""Two figures of a year are of this century up to so many years from now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarWords:
    """Each folded word with its value, by its kind; `coming` are words that mean the next one and no later."""

    kinds: Mapping[str, Mapping[str, Value]]
    coming: frozenset[str]

    def value(self, kind: str, word: str) -> Value:
        """Raises KeyError where the word is none of the kind."""
        kinds = self.kinds
        if word in (own := kinds.get(kind, {})):
            return own[word]
        return int(word) if word.isdecimal() else self.number(word)

    def number(self, word: str) -> int:
        """ "Twenty three" is the sum of its parts."""
        for kind in _NUMBERS:
            if isinstance(value := self.kinds.get(kind, {}).get(word), int):
                return value
        parts = _PARTS.split(word)
        if len(parts) == 1:
            raise KeyError(word)
        return sum(map(self.number, parts))


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchedGroups:
    """A match at a moment. `groups` are those that took part, without the figure that parts those of one kind, and
    what the form says itself."""

    groups: Mapping[str, Value]
    words: CalendarWords
    moment: SpokenMoment

    @classmethod
    def of(
        cls, match: re.Match[str], own: Mapping[str, Value], words: CalendarWords, moment: SpokenMoment
    ) -> MatchedGroups:
        matched = {name.rstrip("0123456789"): said for name, said in match.groupdict().items() if said is not None}
        return cls(groups={**own, **matched}, words=words, moment=moment)

    @property
    def today(self) -> date:
        return self.moment.today

    @property
    def tense(self) -> Tense:
        return self.moment.tense()

    def has(self, *kinds: str) -> bool:
        return any(kind in self.groups for kind in kinds)

    def get(self, group: str, kind: str = "") -> int | None:
        """The number that the group says; its words are those of `kind`."""
        said = self.groups.get(group)
        value = self.words.value(kind or group, said) if isinstance(said, str) else said
        return value if isinstance(value, int) else None

    def number(self, group: str = "number", kind: str = "") -> int:
        """Raises KeyError where it says none."""
        if (found := self.get(group, kind)) is None:
            raise KeyError(group)
        return found

    @property
    def weekday(self) -> int | None:
        return self.get("weekday")

    @property
    def sign(self) -> int:
        return -1 if self.has("ago") else 1

    @property
    def span(self) -> tuple[str, int]:
        """A unit, and how many of them away: of "next week", or of one word for both."""
        for unit in _UNITS:
            if self.has(f"{unit}s"):
                return str(self.groups.get("unit", unit)), self._away(f"{unit}s")
        said = str(self.groups.get("unit", "day"))
        return str(self.words.kinds.get("unit", {}).get(said, said)), self._away("away") if self.has("away") else 0

    def _away(self, group: str) -> int:
        said = self.groups[group]
        if isinstance(said, int):
            return said
        own = self.words.kinds.get(group, {})
        value = own[str(said)] if said in own else self.words.kinds["away"][str(said)]
        return value if isinstance(value, int) else 0

    @property
    def is_coming(self) -> bool:
        return self.groups.get("away") in self.words.coming

    @property
    def month(self) -> int:
        return self._fixed[0] if self._fixed else self.number("month")

    @property
    def day(self) -> int:
        return self._fixed[1] if self._fixed else self.number("day")

    @property
    def _fixed(self) -> list[int] | None:
        if "fixed" not in self.groups:
            return None
        value = self.words.value("fixed", str(self.groups["fixed"]))
        return value if isinstance(value, list) else None

    @property
    def year(self) -> int | None:
        """In figures, two or four, in an era, or from this one."""
        if said := self.groups.get("year"):
            return self._century(str(said))
        if era := self.groups.get("era"):
            return self.number("era_year") + int(str(self.words.value("era", str(era))))
        return self.today.year + self._away("years") if self.has("years") else None

    def _century(self, said: str) -> int:
        digits = self.words.kinds.get("digit", {})
        figures = int("".join(str(digits.get(sign, sign)) for sign in said))
        if len(said) > 2:
            return figures
        this = self.today.year - self.today.year % _CENTURY
        return this + figures - (_CENTURY if this + figures > self.today.year + _AHEAD_YEARS else 0)
