"""What tells an attribute however a sentence is worded: words that belong to it, and the type of its value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memory.language.pack_tables import NEVER, tables_of_each_language

ADDRESS, VERSION, PRICE, PHONE, EMAIL = "address", "version", "price", "phone", "email"
MEETING, DAY = "meeting", "day"
NAME, TITLED, FULL_NAME, NOUN, FOOD = "name", "titled", "full name", "noun", "food"
TYPED = frozenset({ADDRESS, VERSION, PRICE, PHONE, EMAIL, MEETING, DAY})
"""Values that are known by their letters."""

PET_NAME = "pet name"
"""Of an animal that a sentence does not name: the one of which the same person has told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeCue:
    """An attribute with one value at a time, of the type `sort`; README.md tells what its patterns mean."""

    attribute: str
    sort: str
    cue: str
    against: str = ""
    sure: str = NEVER
    nouns: tuple[str, ...] = ()
    before: str = ""
    behind: str = ""
    first: str = r"^ (?:is|has been|will be|was)\b"
    known: str = NEVER
    despite: str = NEVER
    is_of_thing: bool = False
    is_superlative: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AttributeCues:
    """The cues of a language, the surest first, and how its sentences say of whom and when: see README.md."""

    cues: tuple[AttributeCue, ...]
    doubt: str
    denied: str
    is_denied_behind: bool = False
    is_denied_anywhere: bool = False
    past: str
    heard: str
    me: str
    others: str
    elliptic: str = NEVER
    relation: str
    plain: str
    whose: str
    who: str
    thing: str
    of_thing: str = NEVER
    topic: str = NEVER
    names: str = ""
    ends_names: bool = False
    until_before: str = NEVER
    until_behind: str = NEVER
    meeting: str
    weekdays: Mapping[str, str]
    price: str
    version: str
    month: str
    day: str
    ahead: str = NEVER
    new: str
    amends: str
    empty: str
    slip: str = NEVER
    not_so: str = NEVER
    parts: str
    value: str = ""
    trades: str = NEVER
    in_names: str = NEVER
    reason: str = NEVER
    owns: str = ""
    ended: str = NEVER
    leads: str = NEVER
    no_person: str = NEVER
    hollow: str = NEVER
    instead: str = NEVER
    told_off: str = NEVER
    letter: str = r"\w"
    addressed: str = ""
    first_day: str = "1 {month}"
    trade: str = NEVER
    foods: str
    kinds: Mapping[str, str]


ATTRIBUTE_CUES = tables_of_each_language(AttributeCues, "cues")
