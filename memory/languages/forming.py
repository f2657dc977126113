"""What formation needs to know of a language: signs of what is worth keeping, attributes with one value, who speaks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

Signs = tuple[tuple[float, str], ...]
"""Patterns with what each weighs, once a sentence."""

GAP = r"[^.!?。]{0,50}?"


@dataclass(frozen=True, slots=True)
class Slotted:
    """A pattern over a folded clause that gives an attribute its `value`, a group of its own.

    Other groups: `of` is the thing or person whose attribute it is, else it is the speaker's; `what` is a name that
    `attribute` takes in ("favourite {what}"). `is_of_thing`: without `of` it is nobody's, unless `my` matched.
    """

    attribute: str
    pattern: str
    is_of_thing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Slots:
    """The attributes of a language. A pattern that stands earlier wins.

    `names` are the words of an attribute or relation with the one name that all languages have for it. `mine` begins
    whoever belongs to the speaker ("my sister"), `theirs` are words for who was spoken of, `nobody` is no name; `cut`
    is what a value leaves out, `bare` what a thing's name does, `genitive` turns "price of tea" into `attribute`, `of`.
    `own` are attributes that are the speaker's where nobody is named. `is_denied_before`: a clause denies its value
    before it names it.
    """

    patterns: tuple[Slotted, ...]
    names: Mapping[str, str]
    mine: str
    theirs: str
    nobody: str
    cut: str
    bare: str
    genitive: str
    own: str = r"(?!)"
    is_denied_before: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Forming:
    """Patterns are over folded text (see `languages.aligned`), a sentence at a time.

    `correction`, `decision`, `preference`, `plan`, `relation` (of products and firms to each other) and `fact` weigh
    what speaks for a category: a weight of one is enough. `against` weighs what speaks against keeping anything:
    jokes, reactions, moods and weather of the moment, speculation. `request` (of the listener, now) and `question`
    know sentences that state nothing, `hostile` messages that no word is taken of: commands, spam, pretended ranks.

    `sign` knows the language where its commonest words do not; `keep` asks to remember what follows, and is cut off.
    `yes`, `no` and `unsure` begin answers; `offer` knows questions whose answer is over at once, `choice` those that
    leave something to be decided, `tag` those that say what they believe, `yours` those about the one who answers,
    `taste` those about what they like, `polar` those that are answered by yes or no.
    """

    code: str
    sign: str = ""
    correction: Signs = ()
    decision: Signs = ()
    preference: Signs = ()
    plan: Signs = ()
    relation: Signs = ()
    fact: Signs = ()
    against: Signs = ()
    request: str = ""
    question: str = ""
    hostile: str = ""
    keep: str = ""
    yes: str = ""
    no: str = ""
    unsure: str = ""
    offer: str = ""
    tag: str = ""
    choice: str = ""
    yours: str = ""
    taste: str = ""
    polar: str = r"(?!)"
    personal: str = ""
    sort: Mapping[str, str] = field(default_factory=dict)


def joined(text: str) -> str:
    """A pattern that goes over several lines."""
    first, *others = text.splitlines()
    return first + "".join(line.strip() for line in others)


def named(text: str) -> dict[str, str]:
    """ "date: day, when; place: venue": each word with its name."""
    pairs = (entry.split(":") for entry in " ".join(text.split()).split(";") if entry.strip())
    return {word.strip(): name.strip() for name, words in pairs for word in words.split(",")}


def any_of(text: str) -> str:
    """One of the phrases, parted by commas: `*` is any ending, ` … ` what stands between in the same sentence."""
    return "(?:" + "|".join(_phrase(phrase) for phrase in text.split(",") if phrase.strip()) + ")"


def _phrase(text: str) -> str:
    words = " ".join(text.split())
    inside = re.escape(words).replace(r"\ …\ ", rf"\b{GAP}\b").replace(r"\*", r"\w*").replace(r"\ ", " ")
    return rf"{_edge(words[0])}{inside}{_edge(words[-1])}"


def _edge(letter: str) -> str:
    return r"\b" if letter.isascii() and letter.isalnum() else ""
