"""What a correction is about that does not say it: "no, it's Thursday" is about the last statement that it fits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from memory.encoding.classification import BASE_CONFIDENCE, CORRECTION
from memory.encoding.rewriting import shortened
from memory.encoding.said import Said, Statement, Understood
from memory.encoding.stated_value import clock, meeting
from memory.encoding.values import ATTRIBUTES, corrected_in
from memory.languages.aligned import level
from memory.languages.analyser import is_silent
from memory.languages.dating.form import Tense
from memory.languages.said_dates import iso, said_dates

FAR = 5
"""Messages back that are looked at."""

WITHIN = timedelta(minutes=30)
LONGEST, LONGEST_VALUE = 80, 40
_NAMES = frozenset({"home", "employer", "doctor", "lead"})
"""Attributes whose values begin with a capital, in scripts that have them."""

_RUN = re.compile(r"\d+")
_MEETING = re.compile(r"[a-z]{3} \d\d:\d\d")
_VERSION = re.compile(r"v?\d+(?:\.\d+)+(?:[-:]\w+)?")
_FEW_DIGITS = 7

Stated = Callable[[Said], Sequence[Statement]]
"""What an earlier message states."""


def correction_of(said: Said, text: str, stated: Stated) -> Understood | None:
    """None where the message is no correction of that kind, or nothing that was told before fits its value."""
    if not said.before or len(text) > LONGEST or "?" in text:
        return None
    start, end = corrected_in(text)
    value = level(text[start:end]).strip(" '\".,!")
    if not value or len(value) > LONGEST_VALUE or value in said.people or is_silent(value):
        return None
    earlier = next((one for one in _earlier(said, stated) if _fits(text[start:end], value, one, said)), None)
    if earlier is None or value == earlier.value:
        return None
    return _understood(text, said, earlier, _normal(value, said))


def _earlier(said: Said, stated: Stated) -> Iterator[Statement]:
    """The speaker's own words, the last ones first; then what others told of things, or right before of somebody."""
    own = [one for one in reversed(said.before) if one.person == said.person and said.at - one.at <= WITHIN]
    others = [one for one in reversed(said.before[-FAR:]) if one.person != said.person]
    for one in (*own[:FAR], *others):
        for told in reversed(stated(one)):
            is_mine = one.person == said.person or told.subject == said.person
            if told.slot and told.value and (is_mine or ":" not in told.subject or one is said.before[-1]):
                yield told


def _fits(written: str, value: str, earlier: Statement, said: Said) -> bool:
    """It is of the type of what it takes the place of."""
    attribute = next((one for one in ATTRIBUTES if earlier.slot.endswith(f" {one}")), "")
    if kind_of(value, said) != kind_of(earlier.value, said):
        return False
    return attribute not in _NAMES or written.upper() == written.lower() or written[:1].isupper()


def kind_of(value: str, said: Said) -> str:
    """Of what type a value is, as far as a correction must fit: its marks, and how many digits it has."""
    if "@" in value:
        return "@"
    digits = sum(map(len, _RUN.findall(value)))
    if meeting(value) != value or _MEETING.fullmatch(value):
        return "day and hour"
    if said_dates(value, said.at):
        return "day"
    if not digits:
        return "word"
    if re.fullmatch(r"\d\d:\d\d", clock(value)):
        return "hour"
    if _VERSION.fullmatch(value):
        return "address" if value.count(".") > 2 else "version"
    return "number to call" if digits >= _FEW_DIGITS else "amount"


def _normal(value: str, said: Said) -> str:
    """In the form that values of its type have."""
    if kind_of(value, said) == "day":
        return next(map(iso, said_dates(value, said.at, Tense.COMING)), "") or value
    return meeting(clock(value))


def told_of(text: str, earlier: Statement, said: Said) -> str:
    """With what it is about: an address is no name, so whose it is stands there only where it is the speaker's."""
    if not earlier.slot.startswith(said.person):
        is_address = ":" in earlier.subject
        return f"{text} ({earlier.slot.removeprefix(earlier.subject).strip() if is_address else earlier.slot})"
    whose = "" if said.speaker in text else f"{said.speaker}: "
    return f"{whose}{text} ({earlier.slot.removeprefix(said.person).strip()})"


def _understood(text: str, said: Said, earlier: Statement, value: str) -> Understood:
    confidence = BASE_CONFIDENCE[CORRECTION] + 0.1
    told = replace(
        earlier,
        text=shortened(told_of(text.strip(), earlier, said)),
        category=CORRECTION,
        value=value,
        entities=(),
        corrects=True,
        confidence=confidence,
        start=0,
        end=len(text),
        question="",
    )
    return Understood(category=CORRECTION, confidence=confidence, statements=(told,))
