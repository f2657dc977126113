"""What a sentence tells however it is worded: an attribute known by its cue and the type of its value.

In doubt it tells nothing, for what is told wrongly of a slot hides what is true of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from memory.encoding.blanking import blank, without
from memory.encoding.called import Called, called
from memory.encoding.classification import compiled
from memory.encoding.cued_validity import cued_validity, is_until
from memory.encoding.cued_whom import Spoken, of_person, of_thing
from memory.encoding.hollow import is_hollow
from memory.encoding.said import Said
from memory.encoding.typed import Typed, typed
from memory.encoding.validity_of import Valid
from memory.languages.analyser import fold
from memory.languages.cues import CUES, DAY, FOOD, FULL_NAME, NAME, NOUN, TITLED, TYPED, Cue, Cues
from memory.languages.said_dates import SaidDate, said_dates

LONGEST = 240
"""Letters of a sentence that is looked at: who says more tells more than one thing."""

_CLAUSE = re.compile(r"[;、。:–—]|,(?!\d)|\s(?:but|ama|fakat|ve)\s")
_BEGINS = re.compile(
    r"(?:[,;:–—-]|\b(?:and|but|so|as|since|because))\s$|^(?:up to|until|till|since|from|as of|before)\b[\w ]{2,20},? $"
)
"""Where a clause begins, in which a name stands first."""

_PICTURES = re.compile(r"[☀-➿\U0001F000-\U0001FAFF].*$")
_EDGES = " '\"“”«»()「」.,!"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cued:
    """`subject` is a person's address or a folded name; `start` and `end` are where the value stands.

    `is_new`: it says that it was otherwise before. `is_reported`: the speaker has it from hearsay.
    """

    subject: str
    attribute: str
    value: str
    start: int
    end: int
    valid: Valid
    is_new: bool = False
    is_reported: bool = False

    @property
    def slot(self) -> str:
        return f"{self.subject} {self.attribute}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Value:
    text: str
    start: int
    end: int


def cued(text: str, said: Said, dates: Sequence[SaidDate], code: str) -> Cued | None:
    """Of a sentence of the message; `dates` have their places in it."""
    if len(text) > LONGEST:
        return None
    sentence = _Sentence(text, said, dates, code)
    cues = [cue for cue in sentence.language.cues if sentence.has(cue)]
    return next((found for cue in cues for found in sentence.told(cue)), None)


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
        if not self.language.ends_names:
            return self.folded
        spans = [(one.start, one.end) for one in self._called if not one.is_first or self._is_surely_name(one)]
        return without(self.folded, spans, "x")

    @cached_property
    def _worded_alone(self) -> str:
        """Without the letters of the first word too, where it is all that may be a name: then it is the thing."""
        called = self._called
        if not self.language.ends_names or len(called) != 1 or called[0].start:
            return self.worded
        return without(self.worded, [(called[0].start, called[0].end)], "x")

    def _is_surely_name(self, one: Called) -> bool:
        is_ended = self.folded[one.end : one.end + 1] == "'"
        return is_ended or self._spoken.is_person(one) or self._spoken.is_marked(one)

    def has(self, cue: Cue) -> bool:
        if cue.sort in TYPED and not any(one.sort == cue.sort for one in self._typed):
            return False
        if not compiled(cue.cue).search(self.folded) or not compiled(cue.cue).search(self.worded):
            return False
        if not cue.against or not compiled(cue.against).search(without(self.worded, self._reasons)):
            return True
        return compiled(cue.sure).search(self.worded) is not None

    @cached_property
    def _reasons(self) -> list[tuple[int, int]]:
        return [match.span() for match in compiled(self.language.reason).finditer(self.folded)]

    def told(self, cue: Cue) -> Iterator[Cued]:
        value = self._value(cue)
        if value is None or self._is_doubtful(value, cue) or self._is_denied(value, cue):
            return
        subject = self._subject(cue, value)
        valid = self._valid(value, cue)
        if not subject or valid is None or self._is_of_kin(subject):
            return
        match = compiled(cue.cue).search(self.folded)
        what = (match.groupdict().get("what") or "") if match else ""
        attribute = cue.attribute.replace("{what}", self.language.kinds.get(what, what))
        yield Cued(
            subject=subject,
            attribute=attribute,
            value=value.text,
            start=value.start,
            end=value.end,
            valid=valid,
            is_new=compiled(self.language.new).search(self.folded) is not None,
            is_reported=self.is_reported,
        )

    @cached_property
    def _typed(self) -> tuple[Typed, ...]:
        return typed(self.folded, self._dates, self._said.at, self.language, is_ahead=self._is_until)

    @cached_property
    def _is_until(self) -> bool:
        """What was planned until a month was for a day that was still to come."""
        months = compiled(self.language.month).finditer(self.folded)
        return any(is_until(self.folded, match.start(), match.end(), self.language) for match in months)

    @cached_property
    def _called(self) -> tuple[Called, ...]:
        taken = [(one.start, one.end) for one in self._typed]
        taken += [(one.start, one.end) for one in self._dates]
        return called(self.text, self.folded, taken, self.language, self._spoken.names)

    @cached_property
    def _spoken(self) -> Spoken:
        return Spoken(folded=self.folded, said=self._said, language=self.language)

    def _value(self, cue: Cue) -> _Value | None:
        if cue.sort in TYPED:
            return self._typed_value(cue)
        if found := self._known(cue):
            return found
        return self._noun(cue) if cue.sort in (NOUN, FOOD) else self._name(cue)

    def _known(self, cue: Cue) -> _Value | None:
        """The only one, beside what it replaces and what is but the reason."""
        if not compiled(cue.known_with).search(self.folded):
            return None
        known = compiled(cue.known)
        found = list(known.finditer(without(self.folded, self._reasons))) or list(known.finditer(self.folded))
        if len({match["value"] for match in found}) > 1:
            given_up = compiled(self.language.given_up)
            found = [one for one in found if not given_up.search(self.folded[one.end("value") :])]
        if len({match["value"] for match in found}) != 1 or compiled(self.language.plain).search(found[0]["value"]):
            return None
        return _Value(text=found[0]["value"], start=found[0].start("value"), end=found[0].end("value"))

    def _typed_value(self, cue: Cue) -> _Value | None:
        found = [one for one in self._typed if one.sort == cue.sort]
        if cue.sort == DAY:
            found = [one for one in found if not self._is_bound(one)]
        if len(found) > 1:
            found = [one for one in found if not self._is_given_up(one.end)]
        return _Value(text=found[0].value, start=found[0].start, end=found[0].end) if len(found) == 1 else None

    def _is_bound(self, one: Typed) -> bool:
        """A day since which, or until which, something else is so."""
        language, before, behind = self.language, self.folded[: one.start], self.folded[one.end :]
        return any(compiled(each).search(before) for each in (language.until_before, language.since_before)) or any(
            compiled(each).search(behind) for each in (language.until_behind, language.since_behind)
        )

    def _noun(self, cue: Cue) -> _Value | None:
        if cue.sort == FOOD:
            foods = list(compiled(self.language.foods).finditer(self.folded))
            of_them = {at for one in foods if self.folded[at := one.start("value") - 1] == self.language.link}
            foods = [one for one in foods if one.end("value") not in of_them]
            if len({one["value"] for one in foods}) > 1:
                foods = [one for one in foods if not self._is_given_up(one.end("value"))]
            if len({one["value"] for one in foods}) == 1:
                return self._without_who(*self._whole(*foods[0].span("value"), cue))
            if foods:
                return None
        for pattern in cue.nouns:
            if match := compiled(pattern).search(self.folded):
                found = self._without_who(match.start("value"), match.end("value"))
                if not (found and self._is_void(found, cue)):
                    return found
        return None

    def _is_void(self, value: _Value, cue: Cue) -> bool:
        if self.language.names:
            none = (self.language.void, self.language.vague, self.language.hollow)
            is_void = any(compiled(each).search(value.text) for each in none)
            return is_void or compiled(self.language.amid_a_name).search(self.folded, 0, value.start) is not None
        return is_hollow(value.text, self.text[value.start : value.end], cue.attribute, self.language)

    def _whole(self, start: int, end: int, cue: Cue) -> tuple[int, int]:
        """Of a dish that is known by one of its words: shepherd's salad, not every salad."""
        if self.language.names:  # it does not part its words
            head = compiled(self.language.of_a_dish).search(self.folded, 0, start)
            return self._led(head.start(), start)[0] if head else start, end
        if self.language.joins_dishes:
            found = (compiled(pattern).search(self.folded) for pattern in cue.nouns)
            spans = (one.span("value") for one in found if one)
            return next((span for span in spans if self._has_words(*span, start, end)), (start, end))
        return start, end

    def _has_words(self, first: int, last: int, start: int, end: int) -> bool:
        """Around those from start to end, without which they would stand."""
        before, behind = self.folded[first:start], self.folded[end:last]
        return first <= start and end <= last and before[-1:] in ("", " ") and behind[:1] in ("", " ")

    def _is_given_up(self, end: int) -> bool:
        return compiled(self.language.given_up).search(self.folded[end:]) is not None

    def _without_who(self, start: int, end: int) -> _Value | None:
        """Whoever does it may stand right before it."""
        whose = (one.end for one in self._called if one.start <= start < one.end < end and self._spoken.acts(one))
        start = next(whose, start)
        start, _ = self._led(start, end)
        value = _PICTURES.sub("", self.folded[start:end]).strip(_EDGES)
        if (trade := compiled(self.language.trades).fullmatch(value)) and not value.endswith(("lik", "luk")):
            value = value if _is_compound(trade) else trade["value"]
        return _Value(text=value, start=start, end=end) if value else None

    def _led(self, start: int, end: int) -> tuple[int, int]:
        """Without what leads to a value and is none of it, though it begins ahead of where the value may."""
        leads = compiled(self.language.leads).finditer(self.folded, 0, end)
        return next((one.end() for one in leads if one.start() <= start < one.end() < end), start), end

    def _name(self, cue: Cue) -> _Value | None:
        for pattern in cue.nouns:
            if match := compiled(pattern).search(self.folded):
                return self._whole_name(match)
        found = [one for one in self._called if self._fits(one, cue)]
        if cue.sort == FULL_NAME:
            found = self._leaders(found)
        if len(found) > 1:
            found = [one for one in found if not self._is_given_up(one.end)] or found
        if len(found) > 1 and self.language.ends_names:
            found = [one for one in found if one.start or self._is_surely_name(one)] or found
        if len(found) > 1:
            strong = [one for one in found if not one.is_first]
            found = strong if len(strong) == 1 else found
        if len(found) == 2 and self.folded[found[0].end : found[1].start] == ", ":
            found = found[:1]  # Graz, Austria
        return _Value(text=found[0].name, start=found[0].start, end=found[0].end) if len(found) == 1 else None

    def _whole_name(self, match: re.Match[str]) -> _Value | None:
        """Of a pattern that knows where it begins and ends; none where it is no name after all."""
        if compiled(self.language.plain).search(match["value"]) or self._spoken.address(match["value"]):
            return None
        return _Value(text=match["value"], start=match.start("value"), end=match.end("value"))

    def _fits(self, one: Called, cue: Cue) -> bool:
        if cue.sort == TITLED and (not one.is_titled or (one.words == 1 and not self.language.names)):
            return False
        if cue.sort == NAME and (one.is_titled or self._spoken.is_person(one)):
            return False
        before, behind = self.folded[: one.start], self.folded[one.end :]
        if cue.before and not compiled(cue.before).search(before):
            return bool((one.is_first or _BEGINS.search(before)) and compiled(cue.first).search(behind))
        return not cue.behind or compiled(cue.behind).search(behind) is not None

    def _leaders(self, found: Sequence[Called]) -> list[Called]:
        """Who is not the thing that is led."""
        things = [one for one in found if self._spoken.is_marked(one)]
        people = [one for one in found if one not in things]
        if self.language.names and len(people) > 1:
            full = compiled(self.language.full_name)
            people = [one for one in people if self._spoken.is_person(one) or full.search(one.name)]
        if things and len(people) == 1:
            return people
        return [one for one in found if one.words > 1 or self._spoken.is_person(one)]

    def _subject(self, cue: Cue, value: _Value) -> str:
        rest = [one for one in self._called if one.end <= value.start or value.end <= one.start]
        if cue.is_of_thing:
            first = [one for one in rest if not any(start <= one.start < end for start, end in self._reasons)]
            return of_thing(first, self._spoken) or of_thing(rest, self._spoken)
        start, end = self._clause(value)
        if compiled(cue.mine).search(self.folded, start, end):
            return self._said.person
        spoken = replace(self._spoken, folded=self._beside(value))
        if compiled(self.language.me).search(spoken.folded[start:end]):  # who acts in another clause is no matter
            rest = [one for one in rest if start <= one.start < end or not one.is_first or spoken.is_person(one)]
        if self.language.ends_names and compiled(self.language.me).search(spoken.folded):
            rest = [one for one in rest if not one.is_first or self._is_surely_name(one)]
        return of_person(rest, spoken, (start, end), cue.elliptic)

    def _is_of_kin(self, subject: str) -> bool:
        """Of somebody of the speaker, or of whoever is named, whom the words around do not tell from the speaker."""
        return subject == self._said.person and compiled(self.language.owned).search(self.folded) is not None

    def _beside(self, value: _Value) -> str:
        """The words around the value, which may look like an ending."""
        return without(self.worded, [(value.start, value.end)], "x")

    def _is_doubtful(self, value: _Value, cue: Cue) -> bool:
        doubt = compiled(self.language.doubt)
        worded = self._worded_alone if cue.is_of_thing else self.worded
        worded = compiled(cue.despite).sub(blank, worded)
        if doubt.search(worded) is None:
            return False
        behind = self.folded[value.end :]
        is_word = not value.start and not behind.startswith("'")  # its capital says nothing
        is_word = is_word and not compiled(self.language.headed).search(behind)
        beside = without(worded, [(value.start, value.end)], "x")
        if self.language.names:
            return doubt.search(_alone(beside, value.start, value.end, self.language)) is not None
        return is_word or doubt.search(beside) is not None

    def _is_denied(self, value: _Value, cue: Cue) -> bool:
        if cue.is_superlative:
            return re.search(rf"(?:{self.language.not_so}) $", self.folded[: value.start]) is not None
        start, end = self._clause(value)
        where = (value.end, end) if self.language.is_denied_behind else (start, value.start)
        if self.language.is_denied_anywhere:
            where = (start, end)
        told = compiled(self.language.no_longer).sub(" ", self._beside(value)[slice(*where)])
        return compiled(self.language.denied).search(told) is not None

    def _valid(self, value: _Value, cue: Cue) -> Valid | None:
        """None for what is over, and nobody says since when."""
        start, end = self._clause(value)
        is_over = compiled(self.language.past).search(self._beside(value)[start:end]) is not None
        beside = [one for one in self._dates if one.end <= value.start or value.end <= one.start]
        has_ended = is_over or compiled(self.language.ended).search(self.folded) is not None
        times = cued_validity(self.folded, beside, self._said.at, self.language, is_over=has_ended)
        return None if is_over and times.until is None else times

    def _clause(self, value: _Value) -> tuple[int, int]:
        start, end = 0, len(self.folded)
        for match in _CLAUSE.finditer(self.folded):
            if match.end() <= value.start:
                start = match.end()
            elif match.start() >= value.end:
                end = match.start()
                break
        return start, end


def _is_compound(trade: re.Match[str]) -> bool:
    """A trade of two words, the second of which has the ending of such: what an engineer is of."""
    return " " in trade["value"] and trade.string[trade.end("value") :] in ("i", "u", "si", "su")


def _alone(folded: str, start: int, end: int, language: Cues) -> str:
    """Without the clauses that stand apart from that of the value."""
    before, _, near = folded[:start].rpartition("、")
    if not compiled(language.apart).search(before) or compiled(language.unsettled).search(before):
        near = folded[:start]
    behind, _, after = folded[end:].partition("、")
    if not compiled(language.apart).search(behind) or compiled(language.unsettled).search(after):
        behind = folded[end:]
    return near + folded[start:end] + behind


def level(text: str) -> str:
    """Folded, with as many letters as the text has."""
    if text.isascii():
        return text.lower()
    return "".join(map(_leveled, text))


@lru_cache(maxsize=4096)
def _leveled(letter: str) -> str:
    folded = fold(letter).replace("’", "'")
    return folded if len(folded) == 1 else letter
