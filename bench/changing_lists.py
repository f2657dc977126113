"""Word lists of things that change, read from lines: how they are said, changed, looked back on and asked for.

The wordings, values and names of a list are parted by the hash of their text: one half to look at while working, the
other to judge by.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256

TUNING, HELD_OUT = "tuning", "held_out"
PARTS = (TUNING, HELD_OUT)

_ISO = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """`text` as it is said, `at` and `to` with endings where a language has them, `also` how else it is written."""

    text: str
    at: str
    to: str
    also: tuple[str, ...] = ()

    @property
    def written(self) -> tuple[str, ...]:
        return (self.text, *self.also)


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """Of a person or a thing; `owner` as the owner of something: Ada's, Ayşe'nin, 青木さんの."""

    text: str
    owner: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """What can have one value at a time, of a person or of a thing.

    The wordings: `says` tell it, `changes` tell that it has just changed, `past` what it was until a month, `soon` what
    it will be from a day on; `reports` are others' words. `asks` ask what it is, `then` what it was in a month.
    `chatter` shares its words and tells nothing.
    """

    name: str
    is_of_thing: bool
    wordings: Mapping[str, tuple[str, ...]]
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """One part of one language's words. `date_form` shows how a day is written, without its year."""

    people: tuple[Name, ...]
    things: tuple[Name, ...]
    kinds: tuple[Kind, ...]
    corrections: tuple[str, ...]
    fillers: tuple[str, ...]
    months: tuple[str, ...]
    date_form: str

    def month(self, day: date) -> str:
        return self.months[day.month - 1]

    def day(self, day: date) -> str:
        return self.date_form.format(day=day.day, month=self.month(day))


def lists(
    *,
    people: str,
    things: str,
    months: str,
    date_form: str,
    corrections: str,
    fillers: str,
    kinds: str,
    owner: str = "",
    thing_owner: str = "",
) -> dict[str, Words]:
    """Both parts. Spaces part names (name, or name=name as an owner), bars part wordings, semicolons values."""
    written = _Writing(months=tuple(months.split()), date_form=date_form)
    return {
        part: Words(
            people=tuple(_name(one, owner) for one in _half(people.split(), part)),
            things=tuple(_name(one, thing_owner) for one in _half(things.split(), part)),
            kinds=tuple(_kind(block, part, written) for block in _blocks(kinds)),
            corrections=_half(_parts(corrections, "|"), part),
            fillers=_half(_parts(fillers, "|"), part),
            months=written.months,
            date_form=date_form,
        )
        for part in PARTS
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class _Writing:
    months: tuple[str, ...]
    date_form: str

    def value(self, text: str) -> Value:
        """`2026-05-03` is written as a day, `a/b/c` has endings."""
        if _ISO.fullmatch(text):
            day = date.fromisoformat(text)
            said = self.date_form.format(day=day.day, month=self.months[day.month - 1])
            return Value(text=said, at=said, to=said, also=(text,))
        plain, *endings = text.split("/")
        at, to = endings or (plain, plain)
        return Value(text=plain, at=at, to=to)


def _blocks(text: str) -> list[list[str]]:
    """The lines of each kind: its name, then the lines that are set in further."""
    found: list[list[str]] = []
    for line in filter(str.strip, text.splitlines()):
        if line.startswith(" " * 6):
            found[-1].append(line)
        else:
            found.append([line])
    return found


def _kind(lines: list[str], part: str, written: _Writing) -> Kind:
    name, *thing = lines[0].split()
    parts = (line.strip().partition(" ") for line in lines[1:])
    said = {key: _half(_parts(rest, ";" if key == "values" else "|"), part) for key, _, rest in parts}
    values = tuple(written.value(text) for text in said.pop("values"))
    return Kind(name=name, is_of_thing=bool(thing), wordings=said, values=values)


def _name(text: str, owner: str) -> Name:
    plain, _, own = text.partition("=")
    return Name(text=plain, owner=own or owner.format(p=plain, t=plain))


def _parts(text: str, mark: str) -> list[str]:
    return [" ".join(part.split()) for part in text.split(mark)]


def _half(texts: Sequence[str], part: str) -> tuple[str, ...]:
    """The first half by their hashes is for tuning."""
    hashed = sorted(texts, key=lambda text: sha256(text.encode()).hexdigest())
    middle = (len(hashed) + 1) // 2
    return tuple(hashed[:middle] if part == TUNING else hashed[middle:])
