"""What a sentence tells however it is worded: an attribute known by its cue and the type of its value.

In doubt it tells nothing, for what is told wrongly of a slot hides what is true of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from memory.encoding.called import Called, Spoken, called, of_person, of_thing
from memory.encoding.classification import compiled
from memory.encoding.prose import blank, without
from memory.encoding.said import Given, Said, Valid
from memory.encoding.typed import Typed, typed
from memory.encoding.validity_of import cued_validity
from memory.languages.analyser import level
from memory.languages.cues import CUES, FOOD, FULL_NAME, NAME, NOUN, TITLED, TYPED, Cue
from memory.languages.legible import SENTENCE
from memory.languages.said_dates import SaidDate, said_dates

_CLAUSE = re.compile(r"[;、。:–—]|,(?!\d)|\s(?:but|ama|fakat|ve)\s")
_BEGINS = re.compile(
    r"(?:[,;:–—-]|\b(?:and|but|so|as|since|because))\s$|^(?:up to|until|till|since|from|as of|before)\b[\w ]{2,20},? $"
)
"""Where a clause begins, in which a name stands first."""

_PICTURES = re.compile(r"[☀-➿\U0001F000-\U0001FAFF].*$")
_EDGES = " '\"“”«»()「」.,!"


def cued(text: str, said: Said, dates: Sequence[SaidDate], code: str) -> Given | None:
    """Of a sentence of the message; `dates` have their places in it."""
    sentence = _Sentence(text, said, dates, code)
    cues = [cue for cue in sentence.language.cues if sentence.has(cue)]
    return next(filter(None, map(sentence.told, cues)), None)


class _Sentence:
    """While it is read: without what says that it is hearsay."""

    def __init__(self, text: str, said: Said, dates: Sequence[SaidDate], code: str) -> None:
        self.language = CUES[code]
        folded = level(text)
        heard = [match.span() for match in compiled(self.language.heard).finditer(folded) if match.group()]
        self.is_reported = bool(heard)
        self.folded, self.text = (without(said, heard).rstrip() if heard else said for said in (folded, text))
        self._said = said
        self._dates = said_dates(self.text, said.at) if heard else dates

    @cached_property
    def worded(self) -> str:
        """Without the letters of names, which look like other words: Suna presents nothing, Atlas skips nothing."""
        spans = [(one.start, one.end) for one in self._called if not one.is_first or self._is_surely_name(one)]
        return without(self.folded, spans, "x") if self.language.ends_names else self.folded

    def _is_surely_name(self, one: Called) -> bool:
        return self.folded[one.end : one.end + 1] == "'" or self._spoken.is_marked(one)

    def has(self, cue: Cue) -> bool:
        if not compiled(cue.cue).search(self.worded):
            return False
        if not cue.against or not compiled(cue.against).search(without(self.worded, self._reasons)):
            return True
        return compiled(cue.sure).search(self.worded) is not None

    @cached_property
    def _reasons(self) -> list[tuple[int, int]]:
        return [match.span() for match in compiled(self.language.reason).finditer(self.folded)]

    def told(self, cue: Cue) -> Given | None:
        value = self._value(cue)
        if value is None or self._is_doubtful(value, cue) or self._is_denied(value, cue):
            return None
        subject, valid = self._subject(cue, value), self._valid(value)
        if not subject or valid is None:
            return None
        match = compiled(cue.cue).search(self.folded)
        what = (match.groupdict().get("what") or "") if match else ""
        return Given(
            subject=subject,
            attribute=cue.attribute.replace("{what}", self.language.kinds.get(what, what)),
            value=value.value,
            start=value.start,
            end=value.end,
            valid=valid,
            is_new=compiled(self.language.new).search(self.folded) is not None,
            is_reported=self.is_reported,
        )

    @cached_property
    def _typed(self) -> tuple[Typed, ...]:
        return typed(self.folded, self._dates, self._said.at, self.language)

    @cached_property
    def _called(self) -> tuple[Called, ...]:
        taken = [(one.start, one.end) for one in self._typed]
        taken += [(one.start, one.end) for one in self._dates]
        return called(self.text, self.folded, taken, self.language, self._spoken.names)

    @cached_property
    def _spoken(self) -> Spoken:
        return Spoken(folded=self.folded, said=self._said, language=self.language)

    def _value(self, cue: Cue) -> Typed | None:
        """What is known by heart goes first, beside what is but the reason."""
        if cue.sort in TYPED:
            return _only([one for one in self._typed if one.sort == cue.sort])
        known = compiled(cue.known).finditer(without(self.folded, self._reasons))
        if found := _only([Typed(cue.sort, match["value"], *match.span("value")) for match in known]):
            return found
        if cue.sort in (NOUN, FOOD):
            return self._noun(cue)
        return _only([Typed(cue.sort, one.name, one.start, one.end) for one in self._names(cue)])

    def _noun(self, cue: Cue) -> Typed | None:
        matches = (compiled(pattern).search(self.folded) for pattern in cue.nouns)
        spans = [match.span("value") for match in matches if match]
        foods = list(compiled(self.language.foods).finditer(self.folded)) if cue.sort == FOOD else []
        if len({one["value"] for one in foods}) == 1:
            start, end = foods[0].span("value")
            denied = compiled(self.language.denied)
            whole = (first for first, last in spans if first < start < end == last)
            start = next((first for first in whole if not denied.search(self.folded, first, start)), start)
            return self._led(start, end)
        found = (self._led(*span) for span in spans)
        return next((one for one in found if one and not compiled(self.language.hollow).search(one.value)), None)

    def _led(self, start: int, end: int) -> Typed | None:
        """Without what leads to it."""
        leads = compiled(self.language.leads).finditer(self.folded, 0, end)
        start = next((one.end() for one in leads if one.start() <= start < one.end() < end), start)
        value = _PICTURES.sub("", self.folded[start:end]).strip(_EDGES)
        return Typed(NOUN, value, start, end) if value else None

    def _names(self, cue: Cue) -> Sequence[Called]:
        found = [one for one in self._called if self._fits(one, cue)]
        return self._leaders(found) if cue.sort == FULL_NAME else found

    def _fits(self, one: Called, cue: Cue) -> bool:
        if cue.sort == TITLED and (not one.is_titled or (one.words == 1 and not self.language.names)):
            return False
        if cue.sort == NAME and self._spoken.is_person(one):
            return False
        before, behind = (
            self.folded[max(0, one.start - SENTENCE) : one.start],
            self.folded[one.end : one.end + SENTENCE],
        )
        if cue.before and not compiled(cue.before).search(before):
            return bool((one.is_first or _BEGINS.search(before)) and compiled(cue.first).search(behind))
        return not cue.behind or compiled(cue.behind).search(behind) is not None

    def _leaders(self, found: Sequence[Called]) -> list[Called]:
        """Who is not the thing that is led."""
        people = [one for one in found if not self._spoken.is_marked(one)]
        if len(people) == 1 < len(found):
            return people
        return [one for one in found if one.words > 1]

    def _subject(self, cue: Cue, value: Typed) -> str:
        rest = [one for one in self._called if one.end <= value.start or value.end <= one.start]
        if cue.is_of_thing:
            beside = [one for one in rest if not any(start <= one.start < end for start, end in self._reasons)]
            return of_thing(beside, self._spoken) or of_thing(rest, self._spoken)
        spoken = replace(self._spoken, folded=self._beside(value))
        if self.language.ends_names and compiled(self.language.me).search(spoken.folded):
            rest = [one for one in rest if not one.is_first or self._is_surely_name(one)]
        return of_person(rest, spoken)

    def _beside(self, value: Typed) -> str:
        """The words around the value, which may look like an ending."""
        return without(self.worded, [(value.start, value.end)], "x")

    def _is_doubtful(self, value: Typed, cue: Cue) -> bool:
        return compiled(self.language.doubt).search(compiled(cue.despite).sub(blank, self._beside(value))) is not None

    def _is_denied(self, value: Typed, cue: Cue) -> bool:
        if cue.is_superlative:
            return re.search(rf"(?:{self.language.not_so}) $", self.folded[: value.start]) is not None
        start, end = self._clause(value)
        where = (value.end, end) if self.language.is_denied_behind else (start, value.start)
        if self.language.is_denied_anywhere:
            where = (start, end)
        return compiled(self.language.denied).search(self._beside(value)[slice(*where)]) is not None

    def _valid(self, value: Typed) -> Valid | None:
        """None for what is over, and nobody says since when."""
        start, end = self._clause(value)
        is_over = compiled(self.language.past).search(self._beside(value)[start:end]) is not None
        beside = [one for one in self._dates if one.end <= value.start or value.end <= one.start]
        has_ended = is_over or compiled(self.language.ended).search(self.folded) is not None
        times = cued_validity(self.folded, beside, self._said.at, self.language, is_over=has_ended)
        return None if is_over and times.until is None else times

    def _clause(self, value: Typed) -> tuple[int, int]:
        commas = [match.span() for match in _CLAUSE.finditer(self.folded)]
        start = max((end for _, end in commas if end <= value.start), default=0)
        return start, min((start for start, _ in commas if start >= value.end), default=len(self.folded))


def _only(found: Sequence[Typed]) -> Typed | None:
    """Of several values none."""
    return found[0] if len({one.value for one in found}) == 1 else None
