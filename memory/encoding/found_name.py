"""A name of the lexicons where it stands in a message, and the words of that message."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from memory.languages.names import WORD, Name, folded

_SENTENCE_ENDS = re.compile(r"[.!?:;…\n。！？\"“”«»|•]|\s[-–—]\s")


class Word(NamedTuple):
    """A word and where it stands; `opens`: a sentence begins with it. `sentence` is the number of that sentence."""

    text: str
    folded: str
    start: int
    end: int
    opens: bool
    sentence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A name from word `first` to before word `after`; without words of its own (first == after) a Japanese one."""

    name: Name
    start: int
    end: int
    first: int
    after: int


def words_of(text: str) -> list[Word]:
    found: list[Word] = []
    end, sentence = 0, 0
    for match in WORD.finditer(text):
        start = match.start()
        opens = not found or _SENTENCE_ENDS.search(text, end, start) is not None
        sentence += opens
        word = match.group()
        found.append(Word(word, folded(word), start, match.end(), opens, sentence))
        end = match.end()
    return found
