"""What gives a text away as somebody's: the runs of words in it that nobody else has said.

A run is a name, a number, a compound such as an address or a key, or four words in a row. Single ordinary words are
no runs: the same word in another's talk stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

LONGEST = 4
FEWEST_LETTERS = 8
"""Of a run of several words; a shorter one is said by everybody."""

FEWEST_OF_A_WORD = 4
LEFT_OUT = "[…]"
_FAR = 200

Run = tuple[str, ...]

_WORD = re.compile(r"[^\W_]+")
_JOINTS = frozenset("-_.@+/:#")
_ENDS = frozenset(".!?。！？\n:*-•>")


def runs_of(text: str) -> set[Run]:
    """The runs by which a text could be known again."""
    found = list(_WORD.finditer(text))
    words = [match[0].casefold() for match in found]
    runs: set[Run] = {(words[at],) for at, match in enumerate(found) if _is_telling(text, match)}
    for first, last in _compounds(text, found):
        runs |= set(_windows(words[first : last + 1], min(LONGEST, last + 1 - first)))
    if len(words) >= LONGEST:
        runs |= set(_windows(words, LONGEST))
    elif words and not runs:
        runs.add(tuple(words))
    return {run for run in runs if len(run) == 1 or sum(map(len, run)) >= FEWEST_LETTERS}


def names_of(name: str) -> set[Run]:
    """A person's name as a run, whole; of a longer one its first words."""
    words = tuple(match[0].casefold() for match in _WORD.finditer(name))[:LONGEST]
    return {words} if sum(map(len, words)) > 1 else set()


def said_in(text: str, of: Collection[Run]) -> set[Run]:
    """Which of these runs the text has."""
    words = [match[0].casefold() for match in _WORD.finditer(text)]
    return {run for length in range(1, LONGEST + 1) for run in _windows(words, length) if run in of}


def scrubber(runs: Collection[Run], addresses: Iterable[str]) -> Callable[[str], str]:
    """A function that leaves the runs and the addresses out of a text."""
    longest_first = sorted(filter(None, addresses), key=len, reverse=True)
    literal = re.compile(rf"(?:{'|'.join(map(re.escape, longest_first))})(?![\w])") if longest_first else None

    def scrubbed(text: str) -> str:
        without = literal.sub(LEFT_OUT, text) if literal else text
        return _without_runs(without, runs) if runs else without

    return scrubbed


def _without_runs(text: str, runs: Collection[Run]) -> str:
    found = list(_WORD.finditer(text))
    words = [match[0].casefold() for match in found]
    covered = [False] * len(words)
    for length in range(1, LONGEST + 1):
        for at, run in enumerate(_windows(words, length)):
            if run in runs:
                covered[at : at + length] = [True] * length
    if not any(covered):
        return text
    pieces, end, at = list[str](), 0, 0
    while at < len(found):
        if covered[at]:
            last = at
            while last + 1 < len(found) and covered[last + 1]:
                last += 1
            pieces += [text[end : found[at].start()], LEFT_OUT]
            end, at = found[last].end(), last
        at += 1
    return "".join([*pieces, text[end:]])


def _is_telling(text: str, match: re.Match[str]) -> bool:
    """A number, or a word with a capital letter that no sentence gave it."""
    word = match[0]
    if len(word) < FEWEST_OF_A_WORD:
        return False
    if any(char.isdigit() for char in word):
        return True
    before = (
        text[: match.start()].rstrip() if match.start() < 200 else text[match.start() - 200 : match.start()].rstrip()
    )
    return word[0].isupper() and bool(before) and before[-1] not in _ENDS


def _compounds(text: str, found: Sequence[re.Match[str]]) -> Iterator[tuple[int, int]]:
    """First and last word of what is written in one piece."""
    first = 0
    for at in range(1, len(found) + 1):
        joined = at < len(found) and text[found[at - 1].end() : found[at].start()] in _JOINTS
        if not joined:
            if at - first > 1:
                yield first, at - 1
            first = at


def _windows(words: Sequence[str], length: int) -> Iterator[Run]:
    return (tuple(words[at : at + length]) for at in range(len(words) - length + 1))
