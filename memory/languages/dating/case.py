"""A case in which a form means something else: by the words around it, what it says, the tense."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from memory.languages.dating.form import Meaning, Moment
from memory.languages.dating.said import Said, Words

_BEFORE, _AROUND = 200, 1000
"""Letters before the days, and on either side of them, that are looked at: no long text is read again for each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """It holds where all that it asks for holds; `then` is what the form means there.

    `patterns` are looked for in the `text`, `before` the days and `after` the form, or must not be there. `said`
    are patterns that whole groups match, `unless` groups that must not take part. `today` is a group that names the
    day of the month that it is.
    """

    PLACES: ClassVar = ("text", "before", "after", "no_text", "no_before", "no_after")

    then: Meaning
    patterns: Mapping[str, re.Pattern[str]]
    said: Mapping[str, re.Pattern[str]]
    unless: tuple[str, ...]
    tenses: frozenset[str]
    is_shown: bool | None
    today: str
    words: Words

    def holds(self, match: re.Match[str], moment: Moment) -> bool:
        groups = {name: words for name, words in match.groupdict().items() if words is not None}
        return (
            not any(name in groups for name in self.unless)
            and all(name in groups and one.fullmatch(groups[name]) for name, one in self.said.items())
            and self.is_shown in (None, moment.is_shown)
            and (not self.today or Said.of(match, {}, self.words, moment).get(self.today) == moment.today.day)
            and all(self._stands(place, one, match) for place, one in self.patterns.items())
            and (not self.tenses or moment.tense().value in self.tenses)
        )

    @staticmethod
    def _stands(place: str, pattern: re.Pattern[str], match: re.Match[str]) -> bool:
        where = place.removeprefix("no_")
        text = match.string
        if where == "before":
            start = match.start("said" if "said" in match.re.groupindex else 0)
            found = pattern.search(text, max(0, start - _BEFORE), start)
        else:
            first, last = max(0, match.start() - _AROUND), match.end() + _AROUND
            found = pattern.match(text, match.end()) if where == "after" else pattern.search(text, first, last)
        return (found is not None) is (where == place)
