"""What formation needs to know of a language: attributes with one value, who speaks."""

from __future__ import annotations

from dataclasses import dataclass


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
