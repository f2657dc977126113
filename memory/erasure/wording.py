"""What gives a text away as somebody's where nothing names its origin: the runs of it that nobody else has said.

A run is a name, a number, a compound such as an address or a key, four words in a row (of a script that is written
without spaces: what stands for words there, by the kind of its signs), or a stretch of code points, by which words that
were cut or have other endings are known again. Single ordinary words are none: the same word in another's talk stays.
In a text that is known to come from theirs each longer word of theirs alone is left out, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache

LONGEST = 4
FEWEST_LETTERS = 8
"""Of a run of several words; a shorter one is said by everybody. A sign of a script without spaces counts twice."""

FEWEST_OF_A_WORD = 4
STRETCH = 16
"""Code points."""

OF_THEIRS_ALONE = 6
"""Letters of a word that is left out of what comes from theirs."""

LEFT_OUT = "[…]"
_FAR = 200
_LONGEST_WORD = 40
_OF_THREE = 10
_BRIEF = 120
_KNOWN = 10_000

Run = tuple[str, ...] | str
"""Words in a row, or a stretch of code points."""

_KATAKANA, _HAN, _HIRAGANA = "ァ-ヺー", "㐀-䶿一-鿿々〆", "ぁ-ゖ"
_WORD = re.compile(
    rf"[{_KATAKANA}]+|[{_HAN}]+|[{_HIRAGANA}]+|\d+(?=[{_HAN}{_HIRAGANA}{_KATAKANA}])|[^\W_{_KATAKANA}{_HAN}{_HIRAGANA}]+"
)
_SPACELESS = re.compile(rf"[{_KATAKANA}{_HAN}{_HIRAGANA}]")
_NAME_OF_SIGNS = re.compile(rf"[{_KATAKANA}]{{2,}}|[{_HAN}]{{3,}}")
_JOINTS = frozenset("-_.@+/:#")
_ENDS = frozenset(".!?。！？\n:*-•>")


def runs_of(text: str) -> set[Run]:
    """The runs by which a text could be known again."""
    found = list(_WORD.finditer(text))
    words = [match[0].casefold() for match in found]
    runs: set[Run] = {(words[at],) for at, match in enumerate(found) if _is_telling(text, match)}
    for first, last in _compounds(text, found):
        runs |= _weighty(_windows(words[first : last + 1], min(LONGEST, last + 1 - first)), FEWEST_LETTERS)
    if len(words) >= LONGEST:
        runs |= _weighty(_windows(words, LONGEST), FEWEST_LETTERS)
    elif words and not runs:
        runs |= _weighty([tuple(words)], FEWEST_LETTERS)
    if _SPACELESS.search(text):
        runs |= _weighty(_windows(words, 3), _OF_THREE)
    return runs | set(_stretches(text))


def words_of(text: str) -> set[str]:
    """Its longer words."""
    return {word for match in _WORD.finditer(text) if _weight(word := match[0].casefold()) >= OF_THEIRS_ALONE}


def names_of(name: str) -> set[Run]:
    """A person's name as a run, whole; of a longer one its first words."""
    words = tuple(match[0].casefold() for match in _WORD.finditer(name))[:LONGEST]
    return {words} if sum(map(len, words)) > 1 else set()


def said_in(text: str, of: Collection[Run]) -> set[Run]:
    """Which of these runs the text has."""
    words = [match[0].casefold() for match in _WORD.finditer(text)]
    said: set[Run] = {run for length in range(1, LONGEST + 1) for run in _windows(words, length) if run in of}
    return said | {run for run in _stretches(text) if run in of}


def scrubber(runs: Collection[Run], addresses: Iterable[str], words: Collection[str] = ()) -> Callable[[str], str]:
    """A function that leaves the runs, the words and the addresses out of a text."""
    longest_first = sorted(filter(None, addresses), key=len, reverse=True)
    literal = re.compile(rf"(?:{'|'.join(map(re.escape, longest_first))})(?![\w])") if longest_first else None
    stems = {run[0] for run in runs if isinstance(run, tuple) and len(run) == 1 and len(run[0]) > FEWEST_OF_A_WORD}
    stems |= set(words)

    def scrubbed(text: str) -> str:
        without = literal.sub(LEFT_OUT, text) if literal else text
        return _without(without, _covered(without, runs, stems)) if runs or stems else without

    brief = lru_cache(maxsize=_KNOWN)(scrubbed)  # addresses, names and kinds come again in every line
    return lambda text: brief(text) if len(text) <= _BRIEF else scrubbed(text)


def _covered(text: str, runs: Collection[Run], stems: Collection[str]) -> list[tuple[int, int]]:
    """From where to where, in order; what touches is one."""
    found = list(_WORD.finditer(text))
    words = [match[0].casefold() for match in found]
    spans = [
        (found[at].start(), found[at + length - 1].end())
        for length in range(1, LONGEST + 1)
        for at, run in enumerate(_windows(words, length))
        if run in runs
    ]
    if stems:
        spans += [match.span() for match, word in zip(found, words, strict=True) if _has_stem(word, stems)]
    spans += [(at, at + STRETCH) for at, run in enumerate(_stretches(text)) if run in runs]
    return _whole_words(_joined(sorted(spans)), found)


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    pieces, end = list[str](), 0
    for first, last in spans:
        pieces += [text[end:first], LEFT_OUT]
        end = last
    return "".join([*pieces, text[end:]])


def _joined(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for first, last in spans:
        if joined and first <= joined[-1][1] + 1:  # between two words there is a blank
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return joined


def _whole_words(spans: Sequence[tuple[int, int]], found: Sequence[re.Match[str]]) -> list[tuple[int, int]]:
    """A stretch may end within a word: of that word nothing is left."""
    whole, at = list[tuple[int, int]](), 0
    for first, last in spans:
        while at < len(found) and found[at].end() <= first:
            at += 1
        begin, end = first, last
        if at < len(found) and found[at].start() < first:
            begin = found[at].start()
        ahead = at
        while ahead < len(found) and found[ahead].start() < last:
            end = max(end, found[ahead].end())
            ahead += 1
        whole.append((begin, end))
    return _joined(whole)


def _is_telling(text: str, match: re.Match[str]) -> bool:
    """A number, a name of signs, or a word with a capital letter that no sentence gave it."""
    word = match[0]
    if _NAME_OF_SIGNS.fullmatch(word):
        return True
    if len(word) < FEWEST_OF_A_WORD:
        return False
    if any(char.isdigit() for char in word):
        return True
    before = text[max(0, match.start() - _FAR) : match.start()].rstrip()
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


def _windows(words: Sequence[str], length: int) -> Iterator[tuple[str, ...]]:
    return (tuple(words[at : at + length]) for at in range(len(words) - length + 1))


def _weighty(runs: Iterable[tuple[str, ...]], fewest: int) -> set[Run]:
    return {run for run in runs if len(run) == 1 or sum(map(_weight, run)) >= fewest}


def _weight(word: str) -> int:
    return 2 * len(word) if _SPACELESS.match(word) else len(word)


def _stretches(text: str) -> Iterator[str]:
    """Sign for sign as long as the text; one at each place."""
    level = "".join(" " if char.isspace() else char.casefold()[:1] for char in text)
    return (level[at : at + STRETCH] for at in range(len(level) - STRETCH + 1))


def _has_stem(word: str, stems: Collection[str]) -> bool:
    """Whether it is one of them, or one with an ending."""
    ends = range(FEWEST_OF_A_WORD + 1, min(len(word), _LONGEST_WORD) + 1)
    return word in stems or any(word[:end] in stems for end in ends)
