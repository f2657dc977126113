"""What is known of each language, one value of it at a time; README.md tells what stands in each field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from memory.language.analyser import has_cjk, terms
from memory.language.folders import languages_with
from memory.language.pack_tables import NEVER, read_table, tables_of_each_language


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguagePack:
    """The words that recall and priming need of a language, folded (see `analyser.fold`)."""

    code: str
    has_spaces: bool = True
    stop_words: frozenset[str] = frozenset()
    question_words: frozenset[str] = frozenset()
    stem_letters: int = 0
    letters: str = NEVER
    marked: str = NEVER
    sign: str = NEVER
    numbers: Mapping[str, int] = field(default_factory=dict)
    name_link: str = ""
    connectives: tuple[str, ...] = ()
    openers: frozenset[str] = frozenset()
    together: tuple[str, ...] = ()
    asking: tuple[str, ...] = ()
    honorifics: tuple[str, ...] = ()
    capitals: str = ""
    lowered: Mapping[str, str] = field(default_factory=dict)
    lowered_beside: str = NEVER
    verbs: frozenset[str] = frozenset()


PACKS = tables_of_each_language(LanguagePack, "words")
"""In the order in which they are asked; the first is that of a text which nothing tells from another."""

NUMBERS: Mapping[str, int] = {word: number for pack in PACKS.values() for word, number in pack.numbers.items()}

_UNSPACED = next(pack for pack in PACKS.values() if not pack.has_spaces)
_SPACED = tuple(pack for pack in PACKS.values() if pack.has_spaces)
_LETTERS = tuple((pack, re.compile(pack.letters)) for pack in _SPACED)
_WORDS = {pack.code: pack.stop_words | pack.question_words for pack in _SPACED}


@lru_cache(maxsize=256)  # one text is asked about again and again within a recall
def language_of(text: str) -> LanguagePack:
    """The pack whose words the text has; the first where nothing speaks for another."""
    if has_cjk(text):
        return _UNSPACED
    if found := next((pack for pack, letters in _LETTERS if letters.search(text)), None):
        return found
    words = terms(text)
    return max(_SPACED, key=lambda pack: sum(word in _WORDS[pack.code] for word in words))


@dataclass(frozen=True, slots=True, kw_only=True)
class TellingWords:
    """How a language tells who said something and since when it is so."""

    fillers: str
    and_: str
    reported: str
    quoted: str
    ended: str
    denied: str
    oneself: frozenset[str]
    personal: str
    since: str = NEVER
    until: str = NEVER
    recurring: str = NEVER
    i: str = ""


TELLING_WORDS = tables_of_each_language(TellingWords, "telling")


@dataclass(frozen=True, slots=True)
class AskedAttribute:
    """A question for an attribute; `told` has {who} and {value}; group `what` of the pattern is {what}."""

    attribute: str
    pattern: str
    told: str


@dataclass(frozen=True, slots=True)
class AnsweringWords:
    """The questions that a short answer takes its sense from, and what stands around its value."""

    before: re.Pattern[str]
    behind: re.Pattern[str]
    asked: tuple[AskedAttribute, ...]

    def span(self, folded: str) -> tuple[int, int]:
        """Of the value."""
        led, ends = self.before.match(folded), self.behind.search(folded)
        return (led.end() if led else 0), (ends.start() if ends else len(folded))


ANSWERING_WORDS = tables_of_each_language(AnsweringWords, "asking")


@dataclass(frozen=True, slots=True, kw_only=True)
class RemindingWords:
    """What people wait for when they ask to be reminded, and what is unclear in it."""

    code: str
    repeated: re.Pattern[str]
    event: re.Pattern[str]
    doubts: Mapping[str, str]
    when_it_happens: str


REMINDING_WORDS: Mapping[str, RemindingWords] = {
    code: read_table(RemindingWords, code, "reminding") for code in languages_with("reminding.tsv")
}
"""The first is that of a language which has none."""
