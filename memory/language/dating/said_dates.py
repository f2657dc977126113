"""Days that are named when something is told: "tomorrow", "on Friday we met", "cumaya kadar", "来週の金曜日".

Told things are kept, so what is understood must be what every careful reader understands: the day, week, month or year
from where the speaker stands. All else is unsure and names nothing. In a question a span that is a little too wide is
harmless. Where the form leaves open whether a day lies before or behind, the clause is judged by what labelled
examples taught (`python -m training.messages tense` makes the weights).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

from memory.language.analyser import level
from memory.language.dating import spans
from memory.language.dating.forms import NOTHING, UNSURE, DateForm, FormMeaning, SpokenMoment, Tense
from memory.language.dating.grammars import ARTICLE, FORMS, GRAMMARS, PART_OF_DAY
from memory.language.linear_judge import fitted_judge, hash_features, letter_features, normalised
from memory.language.pack_tables import pattern_of_any_language
from memory.theories.ranking_signals import DaySpan

if TYPE_CHECKING:
    from memory.language.linear_judge import Keys

TENSE_JUDGE = "tense"
TENSE_LABELS = ("past", "coming", "doubt")
SURE_OF_TENSE = 0.65
"""A share from which a tense is believed; else it is in doubt."""
BEYOND_DOUBT = 0.95
"""A share from which it is believed though a day on the other side of the message lies far nearer."""

_NEAR = 70
"""Letters on either side of the day that are looked at, of its sentence alone."""

_DAY = "◊"
_STOP = re.compile(r"[.!?。！？\n]+")
_ENDS = range(1, 6)


def judge_tense(text: str, start: int, end: int) -> tuple[Tense, bool]:
    """Of the sentence around the characters from `start` to `end`, and whether that is beyond doubt."""
    shares = fitted_judge("memory.language.dating", TENSE_JUDGE).shares(tense_features(text, start, end))
    best = max(shares, key=lambda label: shares[label])
    return (Tense[best.upper()] if shares[best] >= SURE_OF_TENSE else Tense.DOUBT), shares[best] >= BEYOND_DOUBT


def tense_features(text: str, start: int, end: int) -> tuple[Keys, Keys]:
    before = _STOP.split(text[max(0, start - _NEAR) : start])[-1]
    after = _STOP.split(text[end : end + _NEAR])[0]
    left, right = normalised(before), normalised(after)
    return letter_features(f"{left} {_DAY} {right}"), hash_features(_sided(left, right, normalised(text[start:end])))


def _sided(left: str, right: str, day: str) -> Iterator[str]:
    for side, words in (("<", left.split()[::-1]), (">", right.split())):
        yield from (f"{side} {word}" for word in words)
        yield from (f"{side} {first} {two}" for first, two in pairwise(words))
    yield f"< {left[-1:]} {_DAY} {right[:2]}"
    yield from (f"$ {right[-length:]}" for length in _ENDS)
    yield from (f"> {right[:length]}" for length in _ENDS)
    yield from (f"day {word}" for word in day.split())


# --- said dates -----------------------------------------------------------------------------------------------------
# Days that are named when something is told: "tomorrow", "on Friday we met", "cumaya kadar", "来週の金曜日".
#
# Told things are kept, so what is understood must be what every careful reader understands: the day, week, month or
# year from where the speaker stands. All else is unsure and names nothing. In a question a span that is a little too
# wide costs nothing. Every grammar reads every text, for people mix their languages; what one has understood, the next
# does not see.


_TAKEN = "\x00"
_AROUND = 300
"""Letters on either side of a day that may tell its tense: no sentence that people speak is longer."""
_MOST = 50
"""Days of one message that are read, so that nobody can keep the reader busy with ten thousand."""
_WEEKDAY = pattern_of_any_language("marks", "weekday")
_LETTER = re.compile(r"[a-z\u00c0-\u024f]", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidDate:
    """Words of a message, from `start` to `end`, with the days that they name; none where they are `unsure`."""

    text: str
    start: int
    end: int
    first: date | None
    last: date | None

    @property
    def unsure(self) -> bool:
        return self.first is None


def said_dates(text: str, at: datetime, known: Tense | None = None) -> tuple[SaidDate, ...]:
    """All that the message names, in order, seen from `at`, which is aware and in the speaker's own zone.

    `known`: in this tense it is told, whatever the words around a day say.
    """
    found = sorted(_DateReading(text, level(text), at.date(), known=known).read_all(), key=itemgetter(0))
    return tuple(_said(text, *span) for span in found)


@lru_cache(maxsize=256)  # a question is asked about again and again within a recall
def asked_days(question: str, today: date) -> tuple[DaySpan, ...]:
    """Days and spans that a question names, the most exact first; in every year where none is told.

    What is unsure names none, so that nothing is filtered.
    """
    reading = _DateReading(question, level(question), today, is_asked=True).read_all()
    found = dict.fromkeys(meant for *_, meant in sorted(reading, key=itemgetter(0)) if isinstance(meant, DaySpan))
    return tuple(sorted(found, key=lambda span: span.last - span.first))


def iso_date(said: SaidDate) -> str:
    """Day, month, year, week ("2026-03-16/P7D") or first and last day; empty where it is unsure."""
    if said.first is None or said.last is None:
        return ""
    first, span = said.first, DaySpan(said.first, said.last)
    if first == said.last:
        return first.isoformat()
    if span == spans.month(first.year, first.month):
        return f"{first:%Y-%m}"
    if span == spans.year(first.year):
        return f"{first:%Y}"
    if span == spans.week(first, 0):
        return f"{first.isoformat()}/P7D"
    return f"{first.isoformat()}/{said.last.isoformat()}"


def with_iso_dates(text: str, dates: Iterable[SaidDate]) -> str:
    """The text with its days told so that they hold on any later day; what is unsure stays as it was said."""
    parts, at = [], 0
    for said in sorted(dates, key=lambda said: said.start):
        if not said.unsure:
            parts += [ARTICLE.sub("", text[at : said.start]), _standing(said, text[said.end : said.end + 1])]
            at = said.end
    return "".join((*parts, text[at:]))


def is_bare_weekday(said: SaidDate) -> bool:
    """A weekday alone, without its date."""
    has_date = any(letter.isdecimal() for letter in said.text)
    return not has_date and _WEEKDAY.search(level(said.text)) is not None


def _standing(said: SaidDate, following: str) -> str:
    """A weekday, by which it may be asked for, a part of the day, and a stretch of days keep their words; an ending is
    set apart from the number."""
    iso = iso_date(said)
    if iso in said.text:
        return said.text  # "2026年" says it already
    apart = " " if _LETTER.match(following) else ""
    if "/" in iso:  # for a person to read
        return f"{said.text} ({said.first} – {said.last}){apart}"
    if is_bare_weekday(said) or PART_OF_DAY.search(level(said.text)):
        return f"{said.text} ({iso}){apart}"
    return iso + ("'" if apart else "")


class _DateReading:
    """A text while it is read: `rest` has blanks for what has been understood."""

    def __init__(
        self, original: str, folded: str, today: date, *, known: Tense | None = None, is_asked: bool = False
    ) -> None:
        self.rest = folded
        self.found: list[tuple[int, int, FormMeaning]] = []
        self._original = original
        self._folded = folded
        self._today = today
        self._known = known
        self._is_asked = is_asked

    def read_all(self) -> Sequence[tuple[int, int, FormMeaning]]:
        for form in FORMS.may_match(self._folded):
            self._read(form)
        return self.found

    def _read(self, form: DateForm) -> None:
        if form.code not in self._speaks:
            return
        for match in form.pattern.finditer(self.rest):
            if len(self.found) >= _MOST:
                return
            start, end = match.span("said" if "said" in form.pattern.groupindex else 0)
            meant = self._meant(form, match, start, end)
            if meant is NOTHING:
                start, end = match.span()
            else:
                self.found.append((start, end, meant))
            self.rest = self.rest[:start] + _TAKEN * (end - start) + self.rest[end:]

    @cached_property
    def _speaks(self) -> frozenset[str]:
        """The calendars by which the text is read: it has what their texts have."""
        return frozenset(code for code, grammar in GRAMMARS.items() if grammar.sign.search(self._folded))

    def _meant(self, form: DateForm, match: re.Match[str], start: int, end: int) -> FormMeaning:
        moment = SpokenMoment(
            today=self._today,
            judged=cache(lambda: self._tense(start, end)),
            is_shown=form.code in self._shown,
            orders=self._orders,
            is_asked=self._is_asked,
        )
        try:
            return form.meaning(match, moment)
        except (ValueError, KeyError, OverflowError):  # 31 June, month 14
            return UNSURE

    @cached_property
    def _shown(self) -> frozenset[str]:
        """The languages that the text surely has words of."""
        original, folded = self._original, self._folded
        return frozenset(
            code
            for code, grammar in GRAMMARS.items()
            if grammar.letters.search(original) or grammar.shown.search(folded)
        )

    @cached_property
    def _orders(self) -> frozenset[str]:
        return frozenset(GRAMMARS[code].order for code in self._shown) - {""}

    def _tense(self, start: int, end: int) -> tuple[Tense, bool]:
        if self._known:
            return self._known, True
        first = max(0, start - _AROUND)
        return judge_tense(self._folded[first : end + _AROUND], start - first, end - first)


def _said(text: str, start: int, end: int, meant: FormMeaning) -> SaidDate:
    first, last = (meant.first, meant.last) if isinstance(meant, DaySpan) else (None, None)
    return SaidDate(text=text[start:end], start=start, end=end, first=first, last=last)
