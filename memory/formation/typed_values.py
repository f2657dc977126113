"""Values that are known by their letters: addresses, versions, prices, numbers to call, regular hours, days.

A correction that gives a new value and little else is about the last statement that has a value of its type.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memory.formation.classification import BASE_CONFIDENCE, CORRECTION, compiled_pattern, judge_sentence
from memory.formation.utterances import Statement, Understood, Utterance
from memory.language.analyser import level
from memory.language.attribute_cues import (
    ADDRESS,
    ATTRIBUTE_CUES,
    DAY,
    EMAIL,
    FOOD,
    MEETING,
    NAME,
    NOUN,
    PHONE,
    PRICE,
    TYPED,
    VERSION,
    AttributeCues,
)
from memory.language.dating.forms import Tense
from memory.language.dating.said_dates import SaidDate, iso_date, said_dates
from memory.language.dating.said_times import clock
from memory.language.prose import without
from memory.language.retelling import shorten

_ADDRESS = r"(?<![a-z\d.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?![a-z\d]|\.\d)"
_VERSION = r"(?<![a-z\d.$€£₺,:])v?\d{1,3}\.\d{1,3}\.\d{1,4}(?:-[a-z]\w*)?(?![\d]|\.\d)"
_PHONE = r"(?<![a-z\d.+-])\+?\(?\d[\d ()/-]{5,}\d(?![a-z\d]|[.-]\d)"
_EMAIL = r"(?<![a-z\d.+-])[a-z\d.+_-]+@[a-z\d-]+(?:\.[a-z\d-]+)+"
_MAYBE = re.compile(r"[\d@]")
_SHORTEST_PHONE = 7
"""Figures."""

_YEAR = re.compile(r"\d{4}")
_ISO = re.compile(r"\d{4}-\d\d(?:-\d\d)?")


@dataclass(frozen=True, slots=True)
class TypedValue:
    """`value` in one form, however it was written from `start` to `end`."""

    sort: str
    value: str
    start: int
    end: int


def find_typed_values(
    folded: str, dates: Sequence[SaidDate], at: datetime, language: AttributeCues
) -> tuple[TypedValue, ...]:
    """Each letter belongs to one value at most; what is said first of a sort is not yet the right one."""
    found: list[TypedValue] = []
    for item in _all(folded, dates, at, language):
        if all(item.end <= other.start or other.end <= item.start for other in found):
            found.append(item)
    return tuple(found)


def _all(folded: str, dates: Sequence[SaidDate], at: datetime, language: AttributeCues) -> Iterator[TypedValue]:
    if not _MAYBE.search(folded):
        return
    is_new = any(compiled_pattern(each).search(folded) for each in (language.new, language.ahead))
    surest = (EMAIL, _EMAIL), (ADDRESS, _ADDRESS), (MEETING, language.meeting), (VERSION, language.version)
    others = (VERSION, _VERSION), (PRICE, language.price), (DAY, language.day), (PHONE, _PHONE)
    for sort, pattern in (*surest, *others):
        for match in compiled_pattern(pattern).finditer(folded):
            group = next((name for name in ("value", "value2") if match.groupdict().get(name)), 0)
            value = match[group].strip()
            if sort == MEETING:
                value = _meeting(match, language)
            elif sort == DAY:
                value = _day(match, dates, at, language, is_new=is_new)
            elif sort == PHONE and (_ISO.fullmatch(value) or sum(map(str.isdigit, value)) < _SHORTEST_PHONE):
                continue
            if value:
                yield TypedValue(sort, value, *match.span(group))


def _meeting(match: re.Match[str], language: AttributeCues) -> str:
    groups = {name.rstrip("2"): said for name, said in match.groupdict().items() if said}
    day = next(short for long, short in language.weekdays.items() if groups["day"].startswith(long))
    return f"{day} {clock(groups['clock'].strip())}"


def _day(
    match: re.Match[str], dates: Sequence[SaidDate], at: datetime, language: AttributeCues, *, is_new: bool
) -> str:
    """A day of the year alone is the next one, where its sentence does not tell, or tells of a change of plan."""
    for said in dates:
        if is_new and said.first and said.first < at.date() and not _YEAR.search(said.text):
            continue
        if not said.unsure and said.first == said.last and said.start < match.end() and match.start() < said.end:
            return iso_date(said)
    ahead = [said for said in said_dates(match.group(), at, Tense.COMING) if said.first == said.last]
    return iso_date(ahead[0]) if ahead else ""


# --- value corrections ----------------------------------------------------------------------------------------------
# A correction that gives a new value and little else: it is about the last statement that has a value of its type.


LONGEST_CORRECTION = 80
MESSAGES_BACK = timedelta(minutes=30)
_MOST_LETTERS, _MOST_WORDS = 40, 4
_TIME, _NUMBER, _WORD = "time", "number", "word"

_MARKED = re.compile(r"^\s*[*^](?!.*\*\s*$)|^[^*]*\*\s*$|^\s*(?:->|→)")
_GAP = re.compile(r"\s{2,}")
_ENDING = re.compile(r"'\w{1,4}$")
_EDGES = " 　\"'「」『』“”()（）*＊"
_HELD = "〓"
"""Stands where a value has been found."""

Stated = Callable[[Utterance], Sequence[Statement]]
"""What an earlier message states."""


def correct_value(said: Utterance, text: str, code: str, stated: Stated) -> Understood | None:
    """None where the message says more than that, or nothing that was told before is of the type."""
    if not said.before or len(text) > LONGEST_CORRECTION or text.rstrip().endswith(("?", "？")):
        return None
    language, folded = ATTRIBUTE_CUES[code], level(text)
    is_marked = compiled_pattern(language.amends).search(folded) or _MARKED.search(folded)
    if not is_marked and judge_sentence(text, said).category != CORRECTION:
        return None
    correction = _Correction(said=said, text=text, folded=folded, language=language)
    told = ((earlier, correction.of(earlier)) for earlier in _earlier(said, stated))
    earlier, value = next((item for item in told if item[1] not in ("", item[0].value)), (None, ""))
    if earlier is None or _names_another(said, correction.sort(earlier), earlier, stated):
        return None
    return _understood(text, said, earlier, value)


def _names_another(said: Utterance, sort: str, earlier: Statement, stated: Stated) -> bool:
    """By itself it tells another attribute: then it is about none that was told before."""
    return sort in (NAME, NOUN) and any(
        item.slot not in ("", earlier.slot) for item in stated(replace(said, before=()))
    )


def _earlier(said: Utterance, stated: Stated) -> Iterator[Statement]:
    """The last ones first: the speaker's own, and what others told of things."""
    for item in reversed(said.before):
        if said.at - item.at <= MESSAGES_BACK:
            for told in reversed(stated(item)):
                if told.slot and told.value and (item.person == said.person or ":" not in told.subject):
                    yield told


@dataclass(frozen=True, slots=True, kw_only=True)
class _Correction:
    said: Utterance
    text: str
    folded: str
    language: AttributeCues

    def of(self, earlier: Statement) -> str:
        """The new value of what was told; empty where it gives none."""
        sort = self.sort(earlier)
        return self._typed(earlier, sort) if sort in TYPED else self._named(earlier, sort)

    def sort(self, earlier: Statement) -> str:
        if earlier.slot.endswith(" date"):
            return DAY
        cues = (cue for cue in self.language.cues if earlier.slot.endswith(cue.attribute.replace("{what}", "")))
        return next((cue.sort for cue in cues), _kind(earlier.value))

    def _typed(self, earlier: Statement, sort: str) -> str:
        dates = [said_date for said_date in said_dates(self.folded, self.said.at) if not said_date.unsure]
        found = find_typed_values(self.folded, dates, self.said.at, self.language)
        found = tuple(item for item in found if item.sort == sort)
        days = [(date.start, date.end) for date in dates] if sort == DAY else []
        new = {item.value for item in found} or {iso_date(date) for date in dates if sort == DAY}
        new -= {earlier.value}
        rest = without(self.folded, [*days, *((item.start, item.end) for item in found)], _HELD)
        return new.pop() if len(new) == 1 and not any(part for _, part in self._parts(rest)) else ""

    def _named(self, earlier: Statement, sort: str) -> str:
        letter, title = self.language.letter, self.language.addressed
        old = rf"(?<!{letter}){re.escape(earlier.value)}{title}(?:'\w{{1,4}})?(?!{letter})"
        parts = [part for part in self._parts(re.sub(old, lambda match: " " * len(match[0]), self.folded)) if part[1]]
        if len({value for _, value in parts}) != 1:
            return ""
        start, value = parts[0]
        value = re.sub(rf"{title}$", "", _ENDING.sub("", value))
        is_name = self.text[start].isupper() or bool(self.language.names)
        return clock(value) if self._suits(value, sort, is_name=is_name) else ""

    def _suits(self, value: str, sort: str, *, is_name: bool) -> bool:
        if not value or len(value) > _MOST_LETTERS or len(value.split()) > _MOST_WORDS or _GAP.search(value):
            return False
        if sort in (_TIME, _NUMBER, _WORD):
            return _kind(value) == sort
        is_noun, language = sort in (NOUN, FOOD), self.language
        if is_noun and any(
            compiled_pattern(each).search(value) for each in (language.trades, language.trade, language.foods)
        ):
            return True
        if _kind(value) != _WORD or compiled_pattern(self.language.plain).search(value) or value in self.said.people:
            return False
        shape = self.language.value or (r"(?!)" if is_noun else "")
        return is_name and compiled_pattern(shape).search(value) is not None

    def _parts(self, folded: str) -> Iterator[tuple[int, str]]:
        """What the parts between commas say beside that it is a correction, and where; nothing of a slip."""
        start = 0
        for match in (*compiled_pattern(self.language.parts).finditer(folded), None):
            end = match.start() if match else len(folded)
            if not compiled_pattern(self.language.slip).search(folded, start, end):
                yield self._bare(folded, start, end)
            start = match.end() if match else end

    def _bare(self, folded: str, start: int, end: int) -> tuple[int, str]:
        """Without what only says that it is a correction, as often as there is any."""
        part, before = folded[start:end], ""
        while part != before:
            before = part
            part = compiled_pattern(self.language.empty).sub(lambda match: " " * len(match[0]), part.rstrip(_EDGES))
        return start + len(part) - len(part.lstrip(_EDGES)), part.strip(_EDGES + _HELD)


def _kind(value: str) -> str:
    """Of a value whose attribute has no cue."""
    if ":" in clock(value):
        return _TIME
    return _NUMBER if value[:1].isdecimal() else _WORD


def _understood(text: str, said: Utterance, earlier: Statement, value: str) -> Understood:
    told = Statement(
        text=shorten(_told_of(text.strip(), earlier, said)),
        category=CORRECTION,
        subject=earlier.subject,
        slot=earlier.slot,
        value=value,
        valid_from=earlier.valid_from,
        valid_until=earlier.valid_until,
        reported=earlier.reported,
        corrects=True,
        confidence=BASE_CONFIDENCE[CORRECTION] + 0.1,
        end=len(text),
    )
    return Understood(category=CORRECTION, statements=(told,))


def _told_of(text: str, earlier: Statement, said: Utterance) -> str:
    """With what it is about: an address is no name, so whose it is stands there only where it is the speaker's."""
    about = earlier.slot
    if ":" in earlier.subject:
        about = about.removeprefix(earlier.subject).strip()
    is_own = earlier.slot.startswith(said.person) and said.speaker not in text
    return f"{said.speaker}: {text} ({about})" if is_own else f"{text} ({about})"
