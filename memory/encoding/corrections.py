"""What a correction is about that does not say it: "no, it's Thursday" is about the last statement that it fits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from memory.encoding.classification import compiled, says
from memory.encoding.cued import level
from memory.encoding.rewriting import shortened
from memory.encoding.said import Said, Statement, Understood
from memory.encoding.stated_value import clock
from memory.languages.aligned import Aligned
from memory.languages.catalogue import TELLING, Forming, Telling
from memory.languages.cues import CUES, Cues
from memory.languages.cues import DAY as DAY_CUE
from memory.languages.said_dates import iso, said_dates
from memory.languages.tables import any_of

FAR = 5
"""Messages back that are looked at."""

DAY, TIME, NUMBER, WORD = "day", "time", "number", "word"
_DATED = any_of("marks", "dated")
_NUMBER = re.compile(r"^[^\d\W]{0,3}\s?[+₺€$]?\d[\d.,:/ -]*(?:\s?\S{1,8})?$")
_ASIDE = any_of("marks", "aside")
_ENDING = any_of("marks", "ending")
_MOST_LETTERS = 40

Stated = Callable[[Said], Sequence[Statement]]
"""What an earlier message states."""


def completed(understood: Understood, said: Said, forming: Forming, stated: Stated) -> Understood:
    """A correction without a subject of its own takes that of what was said before."""
    if not said.before:
        return understood
    told = tuple(
        _completed(one, said, forming, stated) if one.corrects and not one.slot else one
        for one in understood.statements
    )
    return replace(understood, statements=told)


def _completed(statement: Statement, said: Said, forming: Forming, stated: Stated) -> Statement:
    telling = TELLING[forming.code]
    value = amended(Aligned.of(said.text[statement.start : statement.end]).text, telling)
    if not value or says_nothing(level(value), CUES[forming.code]):
        return statement
    earlier = corrected(value, said, telling, stated)
    if earlier is None or _is_known(earlier, CUES[forming.code]):
        return statement
    sure = [one for one in said_dates(said.text, said.at) if not one.unsure]
    days = [one for one in sure if Aligned.of(one.text).text.rstrip(" .,") in value]
    return replace(
        statement,
        text=shortened(told_of(statement, earlier, said)),
        subject=earlier.subject,
        slot=earlier.slot,
        value=iso(days[0]) if days else clock(value),
    )


def says_nothing(folded: str, language: Cues) -> bool:
    """But that something was wrong."""
    rest = compiled(language.empty).sub("", folded)
    return not rest.strip() or compiled(language.slip).search(folded) is not None


def told_of(statement: Statement, earlier: Statement, said: Said) -> str:
    """With what it is about: an address is no name, so whose it is stands there only where it is the speaker's."""
    if not earlier.slot.startswith(said.person):
        address = ":" in earlier.subject
        return f"{statement.text} ({earlier.slot.removeprefix(earlier.subject).strip() if address else earlier.slot})"
    whose = "" if said.speaker in statement.text else f"{said.speaker}: "
    return f"{whose}{statement.text} ({earlier.slot.removeprefix(said.person).strip()})"


def amended(folded: str, telling: Telling) -> str:
    """The new value of a correction that names nothing else; empty where there is none."""
    match = compiled(telling.amended).search(folded)
    if match is None:
        return ""
    value = next((match[name] for name in ("value", "value2") if match.groupdict().get(name)), "")
    value = _ASIDE.sub("", value).strip(" '\"")
    return _ENDING.sub("", value) if len(value) <= _MOST_LETTERS else ""


def kind_of(value: str, said: Said, telling: Telling) -> str:
    """Of what type a value is, as far as a correction must fit."""
    if says(telling.clock, value) or re.fullmatch(r"\d\d:\d\d", value):
        return TIME
    if _DATED.search(value) or said_dates(value, said.at):
        return DAY
    return NUMBER if _NUMBER.match(value) else WORD


def corrected(value: str, said: Said, telling: Telling, stated: Stated) -> Statement | None:
    """The last statement before, at most FAR messages back, whose value is of the same type.

    What another person told of themselves is meant only where nothing else fits and it was said right before.
    """
    kind = kind_of(value, said, telling)
    fitting = [(earlier, one) for earlier, one in _before(said, stated) if kind_of(one.value, said, telling) == kind]
    own = (one for earlier, one in fitting if not _is_of_another(one, earlier, said))
    return next(own, next((one for earlier, one in fitting if earlier is said.before[-1]), None))


def _is_of_another(statement: Statement, earlier: Said, said: Said) -> bool:
    return earlier.person != said.person and ":" in statement.subject and statement.subject != said.person


def _is_known(earlier: Statement, language: Cues) -> bool:
    """By a cue: then its corrections are known by the type of its value."""
    return any(
        earlier.slot.endswith(cue.attribute.replace("{what}", "")) for cue in language.cues if cue.sort != DAY_CUE
    )


def _before(said: Said, stated: Stated) -> Iterable[tuple[Said, Statement]]:
    for earlier in reversed(said.before[-FAR:]):
        yield from ((earlier, one) for one in reversed(stated(earlier)) if one.slot and one.value)
