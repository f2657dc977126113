"""How the speaker wants to be called, where the message says so: "Hi, I am Ada", 「アダです」, "Ben Ada".

Each run of one or two words (of Japanese: of letters of one kind) may be the name; a linear judge looks at it and at
the words and letters on both of its sides.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from memory.judges import features
from memory.judges.linear import fitted

if TYPE_CHECKING:
    from memory.judges.features import Keys

SURE = 0.6
YES = "own name"
NO = "other"
UNPARTED = "HIRAGANA"
SHORTEST, MOST_LETTERS, LONGEST_RUN = 2, 6, 24
LONGEST = 160
"""Characters of a message in which a name is looked for."""

_WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")
_SIDE = 14
_ENDS = (1, 2, 3)
_ENDINGS = (2, 3)
"""Letters of 「さん」 and 「ちゃん」, which are part of how somebody is called."""
_LONGER = "ー"


@lru_cache(maxsize=256)
def own_name(text: str) -> str:
    """As it is written; empty where the message does not tell it."""
    text, best, sure = text[: 2 * LONGEST], "", SURE
    judge = fitted("memory.wants", "own_name")
    for start, end in candidates(text):
        share = judge.shares(features_of(text, start, end))[YES]
        if share >= sure:
            best, sure = text[start:end], share
    return best


def candidates(text: str) -> Iterator[tuple[int, int]]:
    """Where each run begins and ends."""
    runs = list(_runs(text[:LONGEST]))
    for at, (start, end) in enumerate(runs):
        yield start, end
        if at + 1 < len(runs) and text[end : runs[at + 1][0]] == " " and text[start].isupper():
            yield start, runs[at + 1][1]


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """Words, parted where the script changes; to what stands before hiragana their first letters may belong."""
    for word in _WORD.finditer(text):
        start, before = word.start(), -1
        for script, letters in groupby(_scripts(word.group())):
            end = start + sum(1 for _ in letters)
            yield from _parts(start, end) if script == UNPARTED else [(start, end)]
            if script == UNPARTED and before >= 0:
                yield from ((before, start + more) for more in _ENDINGS if start + more <= end)
            before = -1 if script == UNPARTED else start
            start = end


def _scripts(word: str) -> Iterator[str]:
    """Of each letter; a sign that makes longer is of the script before it."""
    script = ""
    for letter in word:
        script = script if script and letter == _LONGER else _script(letter)
        yield script


def _parts(start: int, end: int) -> Iterator[tuple[int, int]]:
    """A script in which words run into one another: every part of the run that may be a name."""
    for first in range(start, min(end, start + LONGEST_RUN)):
        for length in range(SHORTEST, MOST_LETTERS + 1):
            if first + length <= end:
                yield first, first + length


@lru_cache(maxsize=4096)
def _script(letter: str) -> str:
    return unicodedata.name(letter, "NONE").split()[0].split("-")[0]


def features_of(text: str, start: int, end: int) -> tuple[Keys]:
    return (features.hashed(_features(text, start, end)),)


def _features(text: str, start: int, end: int) -> Iterator[str]:
    name = text[start:end]
    before = f"^{features.normal(text[:start])}"
    after = f"{features.normal(text[end:])}$"
    # A normalised side has lost its space at the name: that is part of how it is framed.
    left = f"{before}{' ' if text[start - 1 : start].isspace() else ''}"[-_SIDE:]
    right = f"{' ' if text[end : end + 1].isspace() else ''}{after}"[:_SIDE]
    for length in range(1, _SIDE + 1):
        yield f"< {left[-length:]}"
        yield f"> {right[:length]}"
    words = before.split()[-3:]
    yield from (f"<w {' '.join(words[-count:])}" for count in range(1, len(words) + 1))
    yield f"<> {' '.join(words[-1:])} _ {' '.join(after.split()[:1])}"
    yield from (f"in {word}" for word in before.split() + after.split())
    plain = features.normal(name)
    yield f"= {plain}"
    yield from (f"=^ {plain[:length]}" for length in _ENDS)
    yield from (f"=$ {plain[-length:]}" for length in _ENDS)
    shape = "".join("A" if letter.isupper() else "a" if letter.islower() else "x" for letter in name)[:2]
    yield f"shape {shape} {'begins' if before == '^' else 'amid'}"
    yield f"shape {shape}"
    yield f"script {_script(name[0])} {min(len(name), 8)}"
    yield f"words {len(name.split())}"
