"""What the groups of a matched form say: the words of a calendar with their values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from memory.languages.dating.form import Moment, Tense

Value = int | str | list[int]
_PARTS = re.compile(r"[ -]")
_UNITS = ("week", "weekend", "month", "year")
_NUMBERS = ("number", "ordinal")
_CENTURY = 100
_AHEAD_YEARS = 10
"""Two figures of a year are of this century up to so many years from now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
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
class Said:
    """A match at a moment. `groups` are those that took part, without the figure that parts those of one kind, and
    what the form says itself."""

    groups: Mapping[str, Value]
    words: Words
    moment: Moment

    @classmethod
    def of(cls, match: re.Match[str], own: Mapping[str, Value], words: Words, moment: Moment) -> Said:
        told = {name.rstrip("0123456789"): said for name, said in match.groupdict().items() if said is not None}
        return cls(groups={**own, **told}, words=words, moment=moment)

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
        figures = int("".join(str(digits.get(one, one)) for one in said))
        if len(said) > 2:
            return figures
        this = self.today.year - self.today.year % _CENTURY
        return this + figures - (_CENTURY if this + figures > self.today.year + _AHEAD_YEARS else 0)
