"""Classification: whether a message tells how something is done, by its form alone, in whatever language.

Rule    three or more numbered lines, one after the other from the first number on, or a chain of three or more parts
        with arrows between them; the parts are clauses rather than single words
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.knowledge.grounding import tokens
from memory.languages.analyser import is_cjk

FEWEST, MOST = 3, 30
WORDS, SIGNS = 2.0, 4.0
"""Of a part, on average: words, or characters of a script without spaces."""

LONGEST = 8000
"""Characters that are looked at."""

_NUMBERED = re.compile(r"^[ \t]*(?P<number>\d{1,2})[.)、．:][ \t]*(?P<text>\S[^\n]*)$", re.MULTILINE)
_ARROW = re.compile(r"->|=>|→|⇒")


@dataclass(frozen=True, slots=True)
class Told:
    """What stands before the steps, and the steps in their order."""

    lead: str
    steps: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(f"{number}. {step}" for number, step in enumerate(self.steps, start=1))


def told_how(text: str) -> Told | None:
    """The way of doing something that the message tells; None where it tells none."""
    if len(text) > LONGEST:
        return None
    return _numbered(text) or _chained(text)


def _numbered(text: str) -> Told | None:
    found = list(_NUMBERED.finditer(text))
    run = [match for place, match in enumerate(found, start=1) if int(match["number"]) == place]
    if len(run) < len(found):
        return None
    return _told(text[: run[0].start()] if run else "", [match["text"] for match in run])


def _chained(text: str) -> Told | None:
    for line in text.splitlines():
        parts = [part.strip() for part in _ARROW.split(line)]
        if len(parts) >= FEWEST and all(parts):
            lead, colon, first = parts[0].rpartition(":")
            told = _told(lead if colon else "", [first.strip() or parts[0], *parts[1:]])
            if told:
                return told
    return None


def _told(lead: str, steps: list[str]) -> Told | None:
    if not FEWEST <= len(steps) <= MOST or sum(map(_size, steps)) < len(steps):
        return None
    last = next((line for line in reversed(lead.splitlines()) if line.strip()), "")
    return Told(last.strip(" :：\t#*-"), tuple(" ".join(step.split()) for step in steps))


def _size(step: str) -> float:
    """1 for what is as long as a clause."""
    found = tokens(step)
    single = sum(is_cjk(token[0]) for token in found)
    return single / SIGNS + (len(found) - single) / WORDS
