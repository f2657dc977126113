"""What a sentence tells however it is worded: an attribute known by its cue and the type of its value.

In doubt it tells nothing, for what is told wrongly of a slot hides what is true of it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import cached_property

from memory.formation.classification import PLAN, compiled_pattern, matches_pattern
from memory.formation.typed_values import TypedValue, find_typed_values
from memory.formation.utterances import GivenValue, Utterance, ValidPeriod
from memory.language.analyser import level
from memory.language.attribute_cues import (
    ATTRIBUTE_CUES,
    FOOD,
    FULL_NAME,
    NAME,
    NOUN,
    TITLED,
    TYPED,
    AttributeCue,
    AttributeCues,
)
from memory.language.dating.forms import Tense
from memory.language.dating.said_dates import SaidDate, said_dates
from memory.language.language_packs import TellingWords
from memory.language.pack_tables import pattern_of_any_language
from memory.language.prose import SENTENCE, blank, without

_WORD = re.compile(r"[^\W_](?:[\w.&-]*[^\W_])?")
_TITLE = re.compile(r"(?:dr|prof|uzm|doc)\b\.?")
_BETWEEN = re.compile(r"\.? ")
_NAME_BEGINS = re.compile(r"(?:^|[.:!?;] |[\"“(])$")


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledName:
    """`name` is folded. `is_first`: it begins the sentence, where every word has a capital."""

    name: str
    start: int
    end: int
    words: int
    is_first: bool = False
    is_titled: bool = False


def called_names(
    text: str, folded: str, taken: Sequence[tuple[int, int]], language: AttributeCues, known: Collection[str] = ()
) -> tuple[CalledName, ...]:
    """In order; nothing of what is `taken` for something else. `folded` has as many letters as the text.

    The name of somebody `known` stands for itself: "Ada Rome'a taşındı" names two.
    """
    found = (
        _by_letters(without(folded, taken), language)  # what is taken parts names
        if language.names
        else _by_capitals(text, folded, language, known)
    )
    return tuple(item for item in found if not any(item.start < end and start < item.end for start, end in taken))


def _by_letters(folded: str, language: AttributeCues) -> Iterator[CalledName]:
    for match in compiled_pattern(language.names).finditer(folded):
        name = match["name"]
        if not compiled_pattern(language.plain).search(name):
            titled = bool(match["title"])
            yield CalledName(name=name, start=match.start("name"), end=match.end("name"), words=1, is_titled=titled)


def _by_capitals(text: str, folded: str, language: AttributeCues, known: Collection[str]) -> Iterator[CalledName]:
    run: list[re.Match[str]] = []
    for word in _WORD.finditer(text):
        written = folded[word.start() : word.end()]
        is_title = _TITLE.fullmatch(written) is not None
        is_plain = compiled_pattern(language.plain).search(written) and (
            not compiled_pattern(language.in_names).search(written) or _begins(text, word.start())
        )
        is_name = word.group()[0].isupper() and (is_title or not is_plain)
        is_beside = run and not is_title and _BETWEEN.fullmatch(text[run[-1].end() : word.start()])
        if run and not (is_name and is_beside and folded[run[0].start() : run[-1].end()] not in known):
            yield _called(run, text, folded)
            run = []
        if is_name:
            run.append(word)
    if run:
        yield _called(run, text, folded)


def _begins(text: str, start: int) -> bool:
    """Whether a sentence begins there: the signs before it tell."""
    return _NAME_BEGINS.search(text[max(0, start - 3) : start]) is not None


def _called(run: Sequence[re.Match[str]], text: str, folded: str) -> CalledName:
    start, end = run[0].start(), run[-1].end()
    return CalledName(
        name=folded[start:end],
        start=start,
        end=end,
        words=len(run),
        is_first=_begins(text, start),
        is_titled=bool(_TITLE.match(folded[start:end])),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenSentence:
    """The sentence folded, who says it, and in which language."""

    folded: str
    said: Utterance
    language: AttributeCues

    @property
    def names(self) -> frozenset[str]:
        """Of those who have spoken."""
        return frozenset(self.said.people)

    def is_person(self, called_name: CalledName) -> bool:
        return bool(self.address(called_name.name))

    def address(self, name: str) -> str:
        """Of whoever goes by the name here, where only one does."""
        return self.said.people.get(name, "")

    def is_marked(self, called_name: CalledName) -> bool:
        """As a thing, by the words around it."""
        before, behind = self.folded[: called_name.start], self.folded[called_name.end :]
        thing, of_thing = compiled_pattern(self.language.thing), compiled_pattern(self.language.of_thing)
        return bool(thing.search(behind) or of_thing.search(before))

    def acts(self, called_name: CalledName) -> bool:
        """As somebody who has or does something."""
        behind = self.folded[called_name.end :]
        return bool(
            compiled_pattern(self.language.whose).search(behind) or compiled_pattern(self.language.who).search(behind)
        )


def named_thing(names: Sequence[CalledName], spoken: SpokenSentence) -> str:
    """The folded name of the one thing that is named."""
    things = names
    if len({thing.name for thing in things}) > 1:
        things = [thing for thing in things if spoken.is_marked(thing)] or [
            thing for thing in things if not thing.is_first
        ]
    if len({thing.name for thing in things}) > 1:
        things = [
            thing for thing in things if compiled_pattern(spoken.language.topic).search(spoken.folded[thing.end :])
        ]
    found = {thing.name for thing in things}
    return found.pop() if len(found) == 1 else ""


def named_person(names: Sequence[CalledName], spoken: SpokenSentence) -> str:
    """An address, or the folded name of whoever has none here."""
    language, folded = spoken.language, spoken.folded
    around = compiled_pattern(language.reason).sub("", folded)
    if compiled_pattern(language.relation).search(around) or compiled_pattern(language.others).search(around):
        return ""
    acting = [item for item in names if spoken.acts(item) or spoken.is_person(item)]
    others = [
        item for item in names if item not in acting and not compiled_pattern(language.no_person).search(item.name)
    ]
    if language.names:
        others = [other for other in others if compiled_pattern(language.owns).match(folded, other.end)]
        acting = [
            item for item in acting if spoken.acts(item) or compiled_pattern(language.owns).match(folded, item.end)
        ]
    found = {item.name for item in acting}
    if compiled_pattern(language.me).search(folded):
        return "" if found else spoken.said.person
    if found:
        name = found.pop()
        return "" if found else spoken.address(name) or name
    return spoken.said.person if compiled_pattern(language.elliptic).search(folded) and not others else ""


# --- validity of ----------------------------------------------------------------------------------------------------
# Since when and until when a clause says that something is so.


LONG_BEFORE = timedelta(days=365)
"""So long, at least, has been so what ended on a day that was named; nobody says since when."""

PLANNED_DAYS = 7
"""So long a plan without a day stands."""

_UNTIL_BEHIND = pattern_of_any_language("marks", "until")
_SINCE_BEHIND = pattern_of_any_language("marks", "since")


def clause_validity(
    folded: str, dates: Sequence[SaidDate], category: str, at: datetime, telling: TellingWords, *, is_state: bool
) -> ValidPeriod:
    """`dates` have their places in the clause. `is_state`: what it tells lasts, like a home."""
    sure = [date for date in dates if not date.unsure]
    for said in sure:
        before, behind = folded[: said.start], folded[said.end :]
        if said.first and (matches_pattern(telling.until, before) or _UNTIL_BEHIND.search(behind)):
            return ValidPeriod(until=_begin(said.first, at) if category != PLAN else _end(said.first, at))
        if said.first and (matches_pattern(telling.since, before) or _SINCE_BEHIND.search(behind)):
            return ValidPeriod(from_=_begin(said.first, at))
    if category == PLAN:
        return _planned(sure, at)
    if compiled_pattern(telling.ended).search(folded):
        return ValidPeriod(until=at)
    if is_state and sure and sure[0].first and sure[0].first <= at.date():
        return ValidPeriod(from_=_begin(sure[0].first, at))
    return ValidPeriod()


def cued_validity(
    folded: str, dates: Sequence[SaidDate], at: datetime, language: AttributeCues, *, is_over: bool
) -> ValidPeriod:
    """Of what is told by a cue; `dates` are those of the sentence beside the value."""
    if (until := _until(folded, dates, at, language, is_over=is_over)) is not None:
        return ValidPeriod(from_=until - LONG_BEFORE if until <= at else None, until=until)
    since = next((said.first for said in dates if not said.unsure and said.first), None)
    return ValidPeriod(from_=_begin(since, at) if since else None)


def _until(
    folded: str, dates: Sequence[SaidDate], at: datetime, language: AttributeCues, *, is_over: bool
) -> datetime | None:
    for said in dates:
        if not said.first or (is_over and said.first > at.date()):
            continue
        if _is_until(folded, said.start, said.end, language):
            return _begin(said.first, at)
    for match in compiled_pattern(language.month).finditer(folded):
        if _is_until(folded, match.start(), match.end(), language):
            first_day = language.first_day.format(month=match.group())
            begins = said_dates(first_day, at, Tense.PAST if is_over else Tense.COMING)  # the last one, or the next
            return _begin(begins[0].first, at) if begins and begins[0].first else None
    return None


def _is_until(folded: str, start: int, end: int, language: AttributeCues) -> bool:
    before, behind = compiled_pattern(language.until_before), compiled_pattern(language.until_behind)
    return bool(before.search(folded[:start]) or behind.search(folded[end:]))


def _planned(sure: Sequence[SaidDate], at: datetime) -> ValidPeriod:
    """Over after its last day."""
    ahead = [date.last for date in sure if date.last and date.last >= at.date()]
    return ValidPeriod(until=_end(ahead[-1], at) if ahead else at + timedelta(days=PLANNED_DAYS))


def _begin(day: date, at: datetime) -> datetime:
    return datetime.combine(day, time(), tzinfo=at.tzinfo)


def _end(day: date, at: datetime) -> datetime:
    return _begin(day + timedelta(days=1), at)


# --- cued -----------------------------------------------------------------------------------------------------------
# What a sentence tells however it is worded: an attribute known by its cue and the type of its value.
#
# In doubt it tells nothing, for what is told wrongly of a slot hides what is true of it.


_CLAUSE = re.compile(r"[;、。:–—]|,(?!\d)|\s(?:but|ama|fakat|ve)\s")
_CLAUSE_BEGINS = re.compile(
    r"(?:[,;:–—-]|\b(?:and|but|so|as|since|because))\s$|^(?:up to|until|till|since|from|as of|before)\b[\w ]{2,20},? $"
)
"""Where a clause begins, in which a name stands first."""

_PICTURES = re.compile(r"[☀-➿\U0001F000-\U0001FAFF].*$")
_EDGES = " '\"“”«»()「」.,!"


def cued_value(text: str, said: Utterance, dates: Sequence[SaidDate], code: str) -> GivenValue | None:
    """Of a sentence of the message; `dates` have their places in it."""
    sentence = _CuedSentence(text, said, dates, code)
    cues = [cue for cue in sentence.language.cues if sentence.has(cue)]
    return next(filter(None, map(sentence.told, cues)), None)


class _CuedSentence:
    """While it is read: without what says that it is hearsay."""

    def __init__(self, text: str, said: Utterance, dates: Sequence[SaidDate], code: str) -> None:
        self.language = ATTRIBUTE_CUES[code]
        folded = level(text)
        heard = [match.span() for match in compiled_pattern(self.language.heard).finditer(folded) if match.group()]
        self.is_reported = bool(heard)
        self.folded, self.text = (without(said, heard).rstrip() if heard else said for said in (folded, text))
        self._said = said
        self._dates = said_dates(self.text, said.at) if heard else dates

    @cached_property
    def worded(self) -> str:
        """Without the letters of names, which look like other words: Suna presents nothing, Atlas skips nothing."""
        spans = [(item.start, item.end) for item in self._called if not item.is_first or self._is_surely_name(item)]
        return without(self.folded, spans, "x") if self.language.ends_names else self.folded

    def _is_surely_name(self, called_name: CalledName) -> bool:
        return self.folded[called_name.end : called_name.end + 1] == "'" or self._spoken.is_marked(called_name)

    def has(self, cue: AttributeCue) -> bool:
        if not compiled_pattern(cue.cue).search(self.worded):
            return False
        if not cue.against or not compiled_pattern(cue.against).search(without(self.worded, self._reasons)):
            return True
        return compiled_pattern(cue.sure).search(self.worded) is not None

    @cached_property
    def _reasons(self) -> list[tuple[int, int]]:
        return [match.span() for match in compiled_pattern(self.language.reason).finditer(self.folded)]

    def told(self, cue: AttributeCue) -> GivenValue | None:
        value = self._value(cue)
        if value is None or self._is_doubtful(value, cue) or self._is_denied(value, cue):
            return None
        subject, valid = self._subject(cue, value), self._valid(value)
        if not subject or valid is None:
            return None
        match = compiled_pattern(cue.cue).search(self.folded)
        what = (match.groupdict().get("what") or "") if match else ""
        return GivenValue(
            subject=subject,
            attribute=cue.attribute.replace("{what}", self.language.kinds.get(what, what)),
            value=value.value,
            start=value.start,
            end=value.end,
            valid=valid,
            is_new=compiled_pattern(self.language.new).search(self.folded) is not None,
            is_reported=self.is_reported,
        )

    @cached_property
    def _typed(self) -> tuple[TypedValue, ...]:
        return find_typed_values(self.folded, self._dates, self._said.at, self.language)

    @cached_property
    def _called(self) -> tuple[CalledName, ...]:
        taken = [(item.start, item.end) for item in self._typed]
        taken += [(item.start, item.end) for item in self._dates]
        return called_names(self.text, self.folded, taken, self.language, self._spoken.names)

    @cached_property
    def _spoken(self) -> SpokenSentence:
        return SpokenSentence(folded=self.folded, said=self._said, language=self.language)

    def _value(self, cue: AttributeCue) -> TypedValue | None:
        """What is known by heart goes first, beside what is but the reason."""
        if cue.sort in TYPED:
            return _only([item for item in self._typed if item.sort == cue.sort])
        known = compiled_pattern(cue.known).finditer(without(self.folded, self._reasons))
        if found := _only([TypedValue(cue.sort, match["value"], *match.span("value")) for match in known]):
            return found
        if cue.sort in (NOUN, FOOD):
            return self._noun(cue)
        return _only([TypedValue(cue.sort, name.name, name.start, name.end) for name in self._names(cue)])

    def _noun(self, cue: AttributeCue) -> TypedValue | None:
        matches = (compiled_pattern(pattern).search(self.folded) for pattern in cue.nouns)
        spans = [match.span("value") for match in matches if match]
        foods = list(compiled_pattern(self.language.foods).finditer(self.folded)) if cue.sort == FOOD else []
        if len({food["value"] for food in foods}) == 1:
            start, end = foods[0].span("value")
            denied = compiled_pattern(self.language.denied)
            whole = (first for first, last in spans if first < start < end == last)
            start = next((first for first in whole if not denied.search(self.folded, first, start)), start)
            return self._led(start, end)
        found = (self._led(*span) for span in spans)
        return next(
            (item for item in found if item and not compiled_pattern(self.language.hollow).search(item.value)), None
        )

    def _led(self, start: int, end: int) -> TypedValue | None:
        """Without what leads to it."""
        leads = compiled_pattern(self.language.leads).finditer(self.folded, 0, end)
        start = next((lead.end() for lead in leads if lead.start() <= start < lead.end() < end), start)
        value = _PICTURES.sub("", self.folded[start:end]).strip(_EDGES)
        return TypedValue(NOUN, value, start, end) if value else None

    def _names(self, cue: AttributeCue) -> Sequence[CalledName]:
        found = [item for item in self._called if self._fits(item, cue)]
        return self._leaders(found) if cue.sort == FULL_NAME else found

    def _fits(self, called_name: CalledName, cue: AttributeCue) -> bool:
        if cue.sort == TITLED and (not called_name.is_titled or (called_name.words == 1 and not self.language.names)):
            return False
        if cue.sort == NAME and self._spoken.is_person(called_name):
            return False
        before, behind = (
            self.folded[max(0, called_name.start - SENTENCE) : called_name.start],
            self.folded[called_name.end : called_name.end + SENTENCE],
        )
        if cue.before and not compiled_pattern(cue.before).search(before):
            return bool(
                (called_name.is_first or _CLAUSE_BEGINS.search(before)) and compiled_pattern(cue.first).search(behind)
            )
        return not cue.behind or compiled_pattern(cue.behind).search(behind) is not None

    def _leaders(self, found: Sequence[CalledName]) -> list[CalledName]:
        """Who is not the thing that is led."""
        people = [item for item in found if not self._spoken.is_marked(item)]
        if len(people) == 1 < len(found):
            return people
        return [item for item in found if item.words > 1]

    def _subject(self, cue: AttributeCue, value: TypedValue) -> str:
        rest = [item for item in self._called if item.end <= value.start or value.end <= item.start]
        if cue.is_of_thing:
            beside = [item for item in rest if not any(start <= item.start < end for start, end in self._reasons)]
            return named_thing(beside, self._spoken) or named_thing(rest, self._spoken)
        spoken = replace(self._spoken, folded=self._beside(value))
        if self.language.ends_names and compiled_pattern(self.language.me).search(spoken.folded):
            rest = [item for item in rest if not item.is_first or self._is_surely_name(item)]
        return named_person(rest, spoken)

    def _beside(self, value: TypedValue) -> str:
        """The words around the value, which may look like an ending."""
        return without(self.worded, [(value.start, value.end)], "x")

    def _is_doubtful(self, value: TypedValue, cue: AttributeCue) -> bool:
        return (
            compiled_pattern(self.language.doubt).search(compiled_pattern(cue.despite).sub(blank, self._beside(value)))
            is not None
        )

    def _is_denied(self, value: TypedValue, cue: AttributeCue) -> bool:
        if cue.is_superlative:
            return re.search(rf"(?:{self.language.not_so}) $", self.folded[: value.start]) is not None
        start, end = self._clause(value)
        where = (value.end, end) if self.language.is_denied_behind else (start, value.start)
        if self.language.is_denied_anywhere:
            where = (start, end)
        return compiled_pattern(self.language.denied).search(self._beside(value)[slice(*where)]) is not None

    def _valid(self, value: TypedValue) -> ValidPeriod | None:
        """None for what is over, and nobody says since when."""
        start, end = self._clause(value)
        is_over = compiled_pattern(self.language.past).search(self._beside(value)[start:end]) is not None
        beside = [item for item in self._dates if item.end <= value.start or value.end <= item.start]
        has_ended = is_over or compiled_pattern(self.language.ended).search(self.folded) is not None
        times = cued_validity(self.folded, beside, self._said.at, self.language, is_over=has_ended)
        return None if is_over and times.until is None else times

    def _clause(self, value: TypedValue) -> tuple[int, int]:
        commas = [match.span() for match in _CLAUSE.finditer(self.folded)]
        start = max((end for _, end in commas if end <= value.start), default=0)
        return start, min((start for start, _ in commas if start >= value.end), default=len(self.folded))


def _only(found: Sequence[TypedValue]) -> TypedValue | None:
    """Of several values none."""
    return found[0] if len({item.value for item in found}) == 1 else None
