"""A schedule as people write it, cut into signs by the words of one language: a table of words, and numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zoneinfo import available_timezones

from memory.vocabulary.unicode_form import normal

_WORDS = Path(__file__).with_name("words")
LANGUAGES = ("en", "ja", "tr")
LONGEST = 160
_TIME = re.compile(r"(\d{1,2})[:.](\d{2})(?!\d)")
_NUMBER = re.compile(r"\d{1,4}")
_ZONE = re.compile(r"[a-z_]+/[a-z_]+(?:/[a-z_]+)?")


@dataclass(frozen=True, slots=True)
class Sign:
    """What a word means: `kind`, with a value where it has one. A `number` may have been said as an hour or a day."""

    kind: str
    value: int = 0
    minute: int = 0
    name: str = ""


class Unknown(ValueError):
    """No word of the language."""

    def __init__(self, at: int, word: str) -> None:
        super().__init__(f"{word!r} is not understood")
        self.at = at


@dataclass(frozen=True, slots=True)
class _Language:
    phrases: tuple[tuple[str, tuple[Sign, ...]], ...]  # the longest first
    is_joined: bool
    ordinal: tuple[str, ...]
    clock: tuple[str, ...]


def folded(text: str) -> str:
    """Case, width and the Turkish i do not matter."""
    plain = normal(text.replace("İ", "i")).casefold().replace("ı", "i")
    return " ".join(plain.replace("’", "'").replace("〜", "~").split())


def signs(text: str, language: str) -> list[Sign]:
    """Raises Unknown."""
    words, at, found = _language(language), 0, list[Sign]()
    text = folded(text)
    while at < len(text):
        if text[at] == " ":
            at += 1
            continue
        length, new = _number(text, at, words) or _zone(text, at) or _phrase(text, at, words) or (0, ())
        if not length:
            raise Unknown(at, re.split(r"[ ,]", text[at:])[0][:20])
        found += new
        at += length
    return found


def _number(text: str, at: int, words: _Language) -> tuple[int, tuple[Sign, ...]] | None:
    if time := _TIME.match(text, at):
        length = time.end() - at + _ending(text, time.end(), words.clock)
        return length, (Sign("time", int(time[1]), int(time[2])),)
    if number := _NUMBER.match(text, at):
        for kind, endings in (("ordinal", words.ordinal), ("hour_of_day", words.clock)):
            if ending := _ending(text, number.end(), endings):
                return number.end() - at + ending, (Sign(kind, int(number[0])),)
        return number.end() - at, (Sign("number", int(number[0])),)
    return None


def _ending(text: str, at: int, endings: tuple[str, ...]) -> int:
    for ending in endings:
        if text.startswith(ending, at) and not text[at + len(ending) : at + len(ending) + 1].isalpha():
            return len(ending)
    return 0


def _zone(text: str, at: int) -> tuple[int, tuple[Sign, ...]] | None:
    found = _ZONE.match(text, at)
    if found is None or found[0] not in _zones():
        return None
    return len(found[0]), (Sign("zone", name=_zones()[found[0]]),)


def _phrase(text: str, at: int, words: _Language) -> tuple[int, tuple[Sign, ...]] | None:
    for phrase, meaning in words.phrases:
        if text.startswith(phrase, at) and (
            words.is_joined or not phrase[-1].isalpha() or not text[at + len(phrase) : at + len(phrase) + 1].isalpha()
        ):
            return len(phrase), meaning
    return None


@cache
def _zones() -> Mapping[str, str]:
    return {name.casefold(): name for name in available_timezones() if "/" in name}


@cache
def _language(name: str) -> _Language:
    table = json.loads((_WORDS / f"{name}.json").read_text(encoding="utf-8"))
    phrases = sorted(_phrases(table), key=lambda one: len(one[0]), reverse=True)
    ordinal, clock = (tuple(folded(one) for one in table[kind]) for kind in ("ordinal", "clock"))
    return _Language(tuple(phrases), table["joined"], ordinal, clock)


def _phrases(table: Mapping[str, Mapping[str, list[str]]]) -> Iterator[tuple[str, tuple[Sign, ...]]]:
    for kinds, words in table["words"].items():
        yield from ((folded(word), tuple(Sign(kind) for kind in kinds.split())) for word in words)
    for value, words in table["nth"].items():
        yield from ((folded(word), (Sign("nth", 0 if value == "last" else int(value)),)) for word in words)
    for value, words in table["months"].items():
        yield from ((folded(word), (Sign("month_name", int(value)),)) for word in words)
    for value, words in table["numbers"].items():
        yield from ((folded(word), (Sign("number", int(value)),)) for word in words)
    for word, zone in json.loads((_WORDS / "zones.json").read_text(encoding="utf-8")).items():
        yield word, (Sign("zone", name=zone),)
