"""What formation needs to know of a language: what is hostile, how answers begin, who speaks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Forming:
    """Patterns are over folded text (see `languages.aligned`), a sentence at a time.

    `hostile` knows messages that no word is taken of: commands, spam, pretended ranks. `yes`, `no` and `unsure` begin
    answers; `personal` is in what people say of themselves.
    """

    code: str
    hostile: str = ""
    yes: str = ""
    no: str = ""
    unsure: str = ""
    personal: str = ""


def joined(text: str) -> str:
    """A pattern that goes over several lines."""
    first, *others = text.splitlines()
    return first + "".join(line.strip() for line in others)
