"""Grammars of days, each out of a calendar that is data: the words of a language, and forms with their meanings.

A calendar is `calendar.toml` of a language's folder; README.md beside the folders tells what stands in it. All is
folded. They stand in the order in which they read a text: numbers and what only looks like a date go first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from memory.language.dating.forms import (
    DIGITS,
    AnyOf,
    CalendarWords,
    DateForm,
    DateGrammar,
    FormIndex,
    FormMeaning,
    MatchedGroups,
    Meaning,
    SpokenMoment,
    Value,
    alternatives,
    needed_words,
)
from memory.language.dating.meanings import MEANINGS
from memory.language.folders import ANY, language_toml, languages_with
from memory.language.pack_tables import CODES

_NAME = re.compile(r"\{([A-Za-z][\w-]*)\}")
_SPELLED = {"DAY": r"(?P<day>[0-3]?\d)", "YEAR": r"(?P<year>(?:19|20)\d\d)", "year": r"(?:19|20)\d\d"}
_NEVER = "(?!)"
_FROM_NOUGHT = ("weekday",)
_BEFORE, _AROUND = 200, 1000
"""Letters before the days, and on either side of them, that are looked at: no long text is read again for each."""

CalendarTable = Mapping[str, Any]


def words_of_all(codes: Iterable[str], key: str) -> str:
    """A pattern for what any of the calendars tells there."""
    return "|".join(pattern for code in codes if (pattern := _calendar_table(code).get(key)))


def _calendar_table(code: str) -> CalendarTable:
    return language_toml(code, "calendar.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class MeaningCase:
    """It holds where all that it asks for holds; `then` is what the form means there.

    `patterns` are looked for in the `text`, `before` the days and `after` the form, or must not be there. `said`
    are patterns that whole groups match, `unless` groups that must not take part.
    """

    PLACES: ClassVar = ("text", "before", "after", "no_text", "no_before", "no_after")

    then: Meaning
    patterns: Mapping[str, re.Pattern[str]]
    said: Mapping[str, re.Pattern[str]]
    unless: tuple[str, ...]
    tenses: frozenset[str]
    is_shown: bool | None

    def holds(self, match: re.Match[str], moment: SpokenMoment) -> bool:
        groups = {name: words for name, words in match.groupdict().items() if words is not None}
        return (
            not any(name in groups for name in self.unless)
            and all(name in groups and pattern.fullmatch(groups[name]) for name, pattern in self.said.items())
            and self.is_shown in (None, moment.is_shown)
            and all(self._stands(place, pattern, match) for place, pattern in self.patterns.items())
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


class Calendar:
    """While it is read: words and pieces, and what stands in patterns for their names. Raises OSError where there is no
    such calendar."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._file = _calendar_table(code)
        self._tables = {name: _valued(words, name) for name, words in self._file["words"].items()}
        if others := self._file.get("weekdays_of"):
            self._tables["weekday"] = {word: at for other in others for word, at in _weekdays(other).items()}
        self._pieces: CalendarTable = self._file.get("pieces", {})
        self._words = CalendarWords(kinds=_by_kind(self._tables), coming=frozenset(self._file.get("coming", ())))
        self._cases: Mapping[str, MeaningCase] = {
            name: self._case(case) for name, case in self._file.get("cases", {}).items()
        }

    def grammar(self) -> DateGrammar:
        table = self._file
        return DateGrammar(
            code=self._code,
            forms=tuple(form for form in table["forms"] for form in self._of_all(form)),
            sign=self._compiled(table.get("sign", "")),
            shown=self._compiled(table.get("shown", _NEVER)),
            letters=self._compiled(table.get("letters", _NEVER)),
            order=table.get("order", ""),
        )

    def _of_all(self, entry: CalendarTable) -> Iterator[DateForm]:
        """One form of each alternative."""
        meaning = self._meaning(entry["means"], entry.get("with", {}))
        meant = _first_of([self._cases[name] for name in entry.get("cases", ())], meaning)
        for pattern in alternatives(entry["pattern"]):
            yield DateForm(self._code, self._filled(pattern), meant, self._needed(pattern))

    def _meaning(self, name: str, own: Mapping[str, Value]) -> Meaning:
        mean, words = MEANINGS[name], self._words
        return lambda match, moment: mean(MatchedGroups.of(match, own, words, moment))

    def _case(self, entry: CalendarTable) -> MeaningCase:
        patterns = {key: self._compiled(entry[key]) for key in entry if key in MeaningCase.PLACES}
        groups = {group: self._compiled(pattern) for group, pattern in entry.get("said", {}).items()}
        return MeaningCase(
            then=self._meaning(entry["then"], {}),
            patterns=patterns,
            said=groups,
            unless=tuple(entry.get("unless", ())),
            tenses=frozenset(entry.get("tense", ())),
            is_shown=entry.get("shown"),
        )

    def _compiled(self, pattern: str) -> re.Pattern[str]:
        return re.compile(self._filled(pattern))

    def _filled(self, pattern: str) -> str:
        return self._pieced(pattern, self._words_for)

    def _pieced(self, pattern: str, words: Callable[[str], str]) -> str:
        """With the pieces where they are named, and of the names of words what `words` makes."""

        def stands(match: re.Match[str]) -> str:
            piece = self._pieces.get(match[1]) or _SPELLED.get(match[1])
            return words(match[1]) if piece is None else self._pieced(piece, words)

        return _NAME.sub(stands, pattern)

    def _words_for(self, name: str) -> str:
        """A pattern of them: of a capital name they are a group."""
        either = _either(self._of(name))
        if self._is_number(name):
            either = rf"\d{{1,3}}|{either}"
        return f"(?P<{name.partition('-')[0].lower()}>{either})" if name[0].isupper() else f"(?:{either})"

    def _needed(self, pattern: str) -> frozenset[AnyOf]:
        named = self._pieced(pattern, lambda name: f"{{{name}}}")
        return needed_words(named, lambda name: self._of(name) | (DIGITS if self._is_number(name) else AnyOf()))

    @staticmethod
    def _is_number(name: str) -> bool:
        """Of any kind: in figures, too."""
        return name.rstrip("0123456789").lower() == "number"

    def _of(self, name: str) -> AnyOf:
        """The words of a kind, or of a part of it. Raises KeyError where there is no such name."""
        kind, dash, part = name.partition("-")
        name = kind.rstrip("0123456789").lower() + dash + part
        tables = [words for table, words in self._tables.items() if name in (table, table.partition("-")[0])]
        if not tables:
            raise KeyError(f"{name} of {self._code}")
        return AnyOf().union(*tables)


def _first_of(cases: Sequence[MeaningCase], meaning: Meaning) -> Meaning:
    """What the first case says that holds, else what the form means."""
    if not cases:
        return meaning

    def meant(match: re.Match[str], moment: SpokenMoment) -> FormMeaning:
        then = next((case.then for case in cases if case.holds(match, moment)), meaning)
        return then(match, moment)

    return meant


def _valued(table: Sequence[str] | Mapping[str, Value], name: str) -> Mapping[str, Value]:
    """Of a list, each word with its number; "|" parts words of one value."""
    first = int(name.partition("-")[0] not in _FROM_NOUGHT)
    pairs = table.items() if isinstance(table, Mapping) else ((words, at) for at, words in enumerate(table, first))
    return {word: value for words, value in pairs for word in words.split("|")}


def _weekdays(name: str) -> Mapping[str, Value]:
    """Of a calendar, or of a part of it."""
    code, _, part = name.partition("-")
    tables = _calendar_table(code)["words"].items()
    weekdays = [_valued(words, kind) for kind, words in tables if kind.startswith("weekday") and kind.endswith(part)]
    return {word: value for table in weekdays for word, value in table.items()}


def _by_kind(tables: Mapping[str, Mapping[str, Value]]) -> Mapping[str, Mapping[str, Value]]:
    kinds: dict[str, dict[str, Value]] = {}
    for name, table in tables.items():
        kinds.setdefault(name.partition("-")[0], {}).update(table)
    return kinds


def _either(words: Iterable[str]) -> str:
    """One of the words, longest first."""
    return "|".join(re.escape(word).replace("\\ ", " ") for word in sorted(words, key=lambda word: (-len(word), word)))


# --- catalogue ------------------------------------------------------------------------------------------------------


CALENDARS = (ANY, *sorted(languages_with("calendar.toml")))
GRAMMARS = {code: Calendar(code).grammar() for code in CALENDARS}
FORMS = FormIndex([form for grammar in GRAMMARS.values() for form in grammar.forms])
BY_CALENDAR = {code: grammar for code, grammar in GRAMMARS.items() if grammar.sign.pattern and code not in CODES}
"""Of languages that are known by their calendar alone."""
PART_OF_DAY = re.compile(words_of_all(CALENDARS, "part_of_day"))
"""Words that say more than a day does."""
ARTICLE = re.compile(words_of_all(CALENDARS, "article"), re.IGNORECASE)
"""What goes where an ISO date takes the place of a day."""
