"""Days that are named when something is told: "tomorrow", "on Friday we met", "cumaya kadar", "来週の金曜日".

Told things are kept, so what is understood must be what every careful reader understands: the day, week, month or
year from where the speaker stands. All else is unsure and names nothing. In a question a span that is a little too wide
costs nothing.
Every grammar reads every text, for people mix their languages; what one has understood, the next does not see.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, cached_property, lru_cache
from operator import itemgetter

from memory.languages.analyser import level
from memory.languages.dating import calendar
from memory.languages.dating.catalogue import ARTICLE, FORMS, GRAMMARS, PART_OF_DAY
from memory.languages.dating.form import NOTHING, UNSURE, Form, Meant, Moment, Tense
from memory.languages.dating.tense import tense
from memory.languages.tables import any_of
from memory.theories.date_match import Span

_TAKEN = "\x00"
_AROUND = 300
"""Letters on either side of a day that may tell its tense: no sentence that people speak is longer."""
_MOST = 50
"""Days of one message that are read, so that nobody can keep the reader busy with ten thousand."""
_WEEKDAY = any_of("marks", "weekday")
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
    found = sorted(_Reading(text, level(text), at.date(), known=known).read_all(), key=itemgetter(0))
    return tuple(_said(text, *one) for one in found)


@lru_cache(maxsize=256)  # a question is asked about again and again within a recall
def asked_days(question: str, today: date) -> tuple[Span, ...]:
    """Days and spans that a question names, the most exact first; in every year where none is told.

    What is unsure names none, so that nothing is filtered.
    """
    reading = _Reading(question, level(question), today, is_asked=True).read_all()
    found = dict.fromkeys(meant for *_, meant in sorted(reading, key=itemgetter(0)) if isinstance(meant, Span))
    return tuple(sorted(found, key=lambda span: span.last - span.first))


def iso(said: SaidDate) -> str:
    """Day, month, year, week ("2026-03-16/P7D") or first and last day; empty where it is unsure."""
    if said.first is None or said.last is None:
        return ""
    first, span = said.first, Span(said.first, said.last)
    if first == said.last:
        return first.isoformat()
    if span == calendar.month(first.year, first.month):
        return f"{first:%Y-%m}"
    if span == calendar.year(first.year):
        return f"{first:%Y}"
    if span == calendar.week(first, 0):
        return f"{first.isoformat()}/P7D"
    return f"{first.isoformat()}/{said.last.isoformat()}"


def rewritten(text: str, dates: Iterable[SaidDate]) -> str:
    """The text with its days told so that they hold on any later day; what is unsure stays as it was said."""
    parts, at = [], 0
    for said in sorted(dates, key=lambda said: said.start):
        if not said.unsure:
            parts += [ARTICLE.sub("", text[at : said.start]), _standing(said, text[said.end : said.end + 1])]
            at = said.end
    return "".join((*parts, text[at:]))


def is_weekday(said: SaidDate) -> bool:
    """A weekday alone, without its date."""
    has_date = any(letter.isdecimal() for letter in said.text)
    return not has_date and _WEEKDAY.search(level(said.text)) is not None


def _standing(said: SaidDate, following: str) -> str:
    """A weekday, by which it may be asked for, a part of the day, and a stretch of days keep their words; an ending is
    set apart from the number."""
    told = iso(said)
    if told in said.text:
        return said.text  # "2026年" says it already
    apart = " " if _LETTER.match(following) else ""
    if "/" in told:  # for a person to read
        return f"{said.text} ({said.first} – {said.last}){apart}"
    if is_weekday(said) or PART_OF_DAY.search(level(said.text)):
        return f"{said.text} ({told}){apart}"
    return told + ("'" if apart else "")


class _Reading:
    """A text while it is read: `rest` has blanks for what has been understood."""

    def __init__(
        self, original: str, folded: str, today: date, *, known: Tense | None = None, is_asked: bool = False
    ) -> None:
        self.rest = folded
        self.found: list[tuple[int, int, Meant]] = []
        self._original = original
        self._folded = folded
        self._today = today
        self._known = known
        self._is_asked = is_asked

    def read_all(self) -> Sequence[tuple[int, int, Meant]]:
        for form in FORMS.may_match(self._folded):
            self._read(form)
        return self.found

    def _read(self, form: Form) -> None:
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
        return frozenset(code for code, one in GRAMMARS.items() if one.sign.search(self._folded))

    def _meant(self, form: Form, match: re.Match[str], start: int, end: int) -> Meant:
        moment = Moment(
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
            code for code, one in GRAMMARS.items() if one.letters.search(original) or one.shown.search(folded)
        )

    @cached_property
    def _orders(self) -> frozenset[str]:
        return frozenset(one.order for one in GRAMMARS.values() if one.order and one.code in self._shown)

    def _tense(self, start: int, end: int) -> tuple[Tense, bool]:
        if self._known:
            return self._known, True
        first = max(0, start - _AROUND)
        return tense(self._folded[first : end + _AROUND], start - first, end - first)


def _said(text: str, start: int, end: int, meant: Meant) -> SaidDate:
    first, last = (meant.first, meant.last) if isinstance(meant, Span) else (None, None)
    return SaidDate(text=text[start:end], start=start, end=end, first=first, last=last)
