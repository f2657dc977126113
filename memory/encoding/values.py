"""What value a sentence gives, of what and of whom: a tagger learned from examples reads it. In doubt it gives none."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import lru_cache

from memory.encoding.attributes import animal_in, is_denied, without_ending
from memory.encoding.said import Said
from memory.encoding.stated_value import meeting
from memory.encoding.validity_of import Valid
from memory.judges.tagger import BEGINS, GOES_ON, MEANT, fitted
from memory.judges.tokens import tokens
from memory.languages.aligned import level
from memory.languages.dating.form import Tense
from memory.languages.said_dates import iso, said_dates

NAME = "values"
WHO, THING, CORRECTED, PET_NAME = "who", "thing", "corrected", "pet name"
MEETING, DAY = "meeting time", "release date"
OF_PERSON = ("home", "employer", "job", "phone", "email", "favourite food", PET_NAME, "doctor")
OF_THING = ("lead", "address", "version", "price", MEETING, DAY)
ATTRIBUTES = (*OF_PERSON, *OF_THING)

LONGEST = 240
"""Letters of a sentence that is looked at: who says more tells more than one thing."""

SURE = 10.0
"""By so much the tags must be likelier than none."""

LONG_BEFORE = timedelta(days=365)
"""So long, at least, has been so what ended; nobody says since when."""

_SAYS, _CHANGES, _PAST, _SOON, _REPORTS, _CORRECTS, _NOTHING = (
    "says",
    "changes",
    "past",
    "soon",
    "reports",
    "corrects",
    "none",
)
_LOOKS = {
    "phone": re.compile(r"(?:\d\D*){6}"),
    "email": re.compile(r".@."),
    "address": re.compile(r"^\d+(?:\.\d+){3}"),
    "version": re.compile(r"^\d+\.\d"),
    "price": re.compile(r"\d"),
    MEETING: re.compile(r"^[a-z]{3} \d\d:\d\d$"),
    DAY: re.compile(r"^\d{4}-\d\d-\d\d$"),
}
"""Of values that are known by their letters."""

_ANY = re.compile("")
_COMMA = re.compile(r"[,、;。]")
_PICTURES = re.compile(r"[^\w)]+$")
_EDGES = " '\"“”«»()「」.,!"


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
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


@dataclass(frozen=True, slots=True)
class _Span:
    what: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Tagged:
    """How a sentence is meant, and its spans."""

    mode: str
    spans: tuple[_Span, ...]

    @property
    def value(self) -> _Span | None:
        """The first one; none where two of an attribute are named."""
        found = [one for one in self.spans if one.what not in (WHO, THING)]
        return found[0] if found and len({one.what for one in found}) == len(found) else None


def value_in(text: str, said: Said, code: str) -> Value | None:
    """Of a sentence of the message."""
    told, folded = tagged(text), level(text)
    span = told.value
    if span is None or said.own or span.what == CORRECTED or told.mode == _CORRECTS:
        return None
    if told.mode == _SAYS and is_denied(_clause(folded, span), code):
        return None
    subject = _subject(told, span, folded, said)
    if not subject:
        return None
    attribute = span.what
    if attribute == PET_NAME and (animal := animal_in(folded, code)):
        attribute = f"{animal} name"
    value = _normal(span, text, folded, said.at, code)
    if not value or (attribute == PET_NAME and told.mode != _CHANGES) or not _LOOKS.get(span.what, _ANY).search(value):
        return None
    return Value(
        subject=subject,
        attribute=attribute,
        value=value,
        start=span.start,
        end=span.end,
        valid=_valid(told.mode, span, text, said.at),
        is_new=told.mode == _CHANGES,
        is_reported=told.mode == _REPORTS,
    )


def corrected_in(text: str) -> tuple[int, int]:
    """Where the value stands in a correction that gives nothing else; (0, 0) where it is none."""
    told = tagged(text)
    span = told.value if told.mode == _CORRECTS else None
    return (span.start, span.end) if span else (0, 0)


@lru_cache(maxsize=256)
def tagged(text: str) -> Tagged:
    if not text.strip() or len(text) > LONGEST:
        return Tagged(_NOTHING, ())
    found, tagger = tokens(text, level(text)), fitted(__package__ or "", NAME)
    tags, margin = tagger.tags(found)
    if tags[0] == f"{MEANT}{_CORRECTS}" and margin < SURE:  # it corrects something: then what is likeliest
        tags, margin = tagger.tags(found, f"{BEGINS}{CORRECTED}")
    mode = tags[0].removeprefix(MEANT)
    spans: list[_Span] = []
    for token, tag in zip(found, tags[1:], strict=True):
        if tag.startswith(BEGINS):
            spans.append(_Span(tag.removeprefix(BEGINS), token.start, token.end))
        elif tag.startswith(GOES_ON):
            spans[-1] = _Span(spans[-1].what, spans[-1].start, token.end)
    is_sure = mode != _NOTHING and margin >= SURE
    return Tagged(mode, tuple(spans) if is_sure else ())


def _clause(folded: str, span: _Span) -> str:
    """The one in which the value stands."""
    before, behind = _COMMA.split(folded[: span.start])[-1], _COMMA.split(folded[span.start :])[0]
    return before + behind


def _subject(told: Tagged, span: _Span, folded: str, said: Said) -> str:
    """The thing, the person who is named, or the speaker; empty where two are named, or none that it can be of."""
    of_thing = span.what in OF_THING
    others = [one for one in told.spans if one.what in (WHO, THING)]
    if len(others) > 1 or (of_thing and not others):
        return ""
    if not others:
        return said.person
    name = folded[others[0].start : others[0].end].strip(_EDGES)
    if of_thing:
        return name
    return address(name, said) or name


def address(name: str, said: Said) -> str:
    """Of whoever goes by the name here, where only one does."""
    if known := said.people.get(name):
        return known
    found = {one.person for one in said.before if not one.own and level(one.speaker) == name}
    return found.pop() if len(found) == 1 else ""


def _normal(span: _Span, text: str, folded: str, at: datetime, code: str) -> str:
    value = _PICTURES.sub("", folded[span.start : span.end]).strip(_EDGES)
    if span.what == MEETING:
        return meeting(value)
    if span.what == DAY:  # of the year alone, the next one
        return next(map(iso, said_dates(text[span.start : span.end], at, Tense.COMING)), "") or value
    if span.what == "version":
        return value.removeprefix("v")
    return without_ending(value, code) if span.what == "job" else value


def _valid(mode: str, span: _Span, text: str, at: datetime) -> Valid:
    """By the days that are named beside the value; of those without a year by the last one, or the next one."""
    named = said_dates(text, at, Tense.COMING if mode == _SOON else Tense.PAST)
    days = [one.first for one in named if one.first and (one.end <= span.start or span.end <= one.start)]
    begins = [datetime.combine(day, time(), tzinfo=at.tzinfo) for day in days]
    if mode == _PAST:
        ended = next((day for day in begins if day <= at), at)
        return Valid(from_=ended - LONG_BEFORE, until=ended)
    return Valid(from_=begins[0] if begins else None)
