"""What formation needs to know of a language: attributes with one value, who speaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


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

    `hostile` knows messages that no word is taken of: commands, spam, pretended ranks. `sign` knows the language where
    its commonest words do not. `yes`, `no` and `unsure` begin answers; `personal` is in what people say of themselves.
    """

    code: str
    sign: str = ""
    hostile: str = ""
    yes: str = ""
    no: str = ""
    unsure: str = ""
    personal: str = ""


def joined(text: str) -> str:
    """A pattern that goes over several lines."""
    first, *others = text.splitlines()
    return first + "".join(line.strip() for line in others)


def named(text: str) -> dict[str, str]:
    """ "date: day, when; place: venue": each word with its name."""
    pairs = (entry.split(":") for entry in " ".join(text.split()).split(";") if entry.strip())
    return {word.strip(): name.strip() for name, words in pairs for word in words.split(",")}
