"""What of a home is one person's, and what a value or a text looks like without it.

A run is a name, a number, a compound such as an address or a key, four words in a row (of a script that is written
without spaces: what stands for words there, by the kind of its signs), or a stretch of code points, by which words that
were cut or have other endings are known again. Single ordinary words are none: the same word in another's talk stays.
In a text that is known to come from theirs each longer word of theirs alone is left out, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeAlias

from memory.vocabulary.event import Json
from memory.vocabulary.scripts import HAN, HIRAGANA, KATAKANA

LONGEST_RUN = 4
FEWEST_RUN_LETTERS = 8
"""Of a run of several words; a shorter one is said by everybody. A sign of a script without spaces counts twice."""

FEWEST_LETTERS_OF_A_WORD = 4
STRETCH_WORDS = 16
"""Code points."""

OF_THEIRS_ALONE = 6
"""Letters of a word that is left out of what comes from theirs."""

LEFT_OUT = "[…]"
_FAR = 200
_LONGEST_WORD = 40
_OF_THREE = 10
_BRIEF = 120
_KNOWN = 10_000

TextRun = tuple[str, ...] | str
"""Words in a row, or a stretch of code points."""

_WORD = re.compile(
    rf"[{KATAKANA}]+|[{HAN}]+|[{HIRAGANA}]+|\d+(?=[{HAN}{HIRAGANA}{KATAKANA}])|[^\W_{KATAKANA}{HAN}{HIRAGANA}]+"
)
_SPACELESS = re.compile(rf"[{KATAKANA}{HAN}{HIRAGANA}]")
_NAME_OF_SIGNS = re.compile(rf"[{KATAKANA}]{{2,}}|[{HAN}]{{3,}}")
_JOINTS = frozenset("-_.@+/:#")
_ENDS = frozenset(".!?。！？\n:*-•>")


def runs_of(text: str) -> set[TextRun]:
    """The runs by which a text could be known again."""
    found = list(_WORD.finditer(text))
    words = [match[0].casefold() for match in found]
    runs: set[TextRun] = {(words[at],) for at, match in enumerate(found) if _is_telling(text, match)}
    for first, last in _compounds(text, found):
        runs |= _weighty(_windows(words[first : last + 1], min(LONGEST_RUN, last + 1 - first)), FEWEST_RUN_LETTERS)
    if len(words) >= LONGEST_RUN:
        runs |= _weighty(_windows(words, LONGEST_RUN), FEWEST_RUN_LETTERS)
    elif words and not runs:
        runs |= _weighty([tuple(words)], FEWEST_RUN_LETTERS)
    if _SPACELESS.search(text):
        runs |= _weighty(_windows(words, 3), _OF_THREE)
    return runs | set(_stretches(text))


def words_of(text: str) -> set[str]:
    """Its longer words."""
    return {word for match in _WORD.finditer(text) if _weight(word := match[0].casefold()) >= OF_THEIRS_ALONE}


def names_of(name: str) -> set[TextRun]:
    """A person's name as a run, whole; of a longer one its first words."""
    words = tuple(match[0].casefold() for match in _WORD.finditer(name))[:LONGEST_RUN]
    return {words} if sum(map(len, words)) > 1 else set()


def wording_in(text: str, of: Collection[TextRun]) -> set[TextRun]:
    """Which of these runs the text has."""
    words = [match[0].casefold() for match in _WORD.finditer(text)]
    said: set[TextRun] = {run for length in range(1, LONGEST_RUN + 1) for run in _windows(words, length) if run in of}
    return said | {run for run in _stretches(text) if run in of}


def scrubber(runs: Collection[TextRun], addresses: Iterable[str], words: Collection[str] = ()) -> Callable[[str], str]:
    """A function that leaves the runs, the words and the addresses out of a text."""
    longest_first = sorted(filter(None, addresses), key=len, reverse=True)
    literal = re.compile(rf"(?:{'|'.join(map(re.escape, longest_first))})(?![\w])") if longest_first else None
    stems = {
        run[0] for run in runs if isinstance(run, tuple) and len(run) == 1 and len(run[0]) > FEWEST_LETTERS_OF_A_WORD
    }
    stems |= set(words)

    def scrubbed(text: str) -> str:
        without = literal.sub(LEFT_OUT, text) if literal else text
        return _without(without, _covered(without, runs, stems)) if runs or stems else without

    brief = lru_cache(maxsize=_KNOWN)(scrubbed)  # addresses, names and kinds come again in every line
    return lambda text: brief(text) if len(text) <= _BRIEF else scrubbed(text)


def _covered(text: str, runs: Collection[TextRun], stems: Collection[str]) -> list[tuple[int, int]]:
    """From where to where, in order; what touches is one."""
    found = list(_WORD.finditer(text))
    words = [match[0].casefold() for match in found]
    spans = [
        (found[at].start(), found[at + length - 1].end())
        for length in range(1, LONGEST_RUN + 1)
        for at, run in enumerate(_windows(words, length))
        if run in runs
    ]
    if stems:
        spans += [match.span() for match, word in zip(found, words, strict=True) if _has_stem(word, stems)]
    spans += [(at, at + STRETCH_WORDS) for at, run in enumerate(_stretches(text)) if run in runs]
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
    if len(word) < FEWEST_LETTERS_OF_A_WORD:
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


def _weighty(runs: Iterable[tuple[str, ...]], fewest: int) -> set[TextRun]:
    return {run for run in runs if len(run) == 1 or sum(map(_weight, run)) >= fewest}


def _weight(word: str) -> int:
    return 2 * len(word) if _SPACELESS.match(word) else len(word)


def _stretches(text: str) -> Iterator[str]:
    """Sign for sign as long as the text; one at each place."""
    level = "".join(" " if char.isspace() else char.casefold()[:1] for char in text)
    return (level[at : at + STRETCH_WORDS] for at in range(len(level) - STRETCH_WORDS + 1))


def _has_stem(word: str, stems: Collection[str]) -> bool:
    """Whether it is one of them, or one with an ending."""
    ends = range(FEWEST_LETTERS_OF_A_WORD + 1, min(len(word), _LONGEST_WORD) + 1)
    return word in stems or any(word[:end] in stems for end in ends)


# --- whom -----------------------------------------------------------------------------------------------------------
# Whom: what of a home is one person's (or one message's), and what a value looks like without it.


class Gone:
    """What nothing is left of."""


GONE: Final = Gone()
Left: TypeAlias = "Json | Gone"
_EMPTY_IS_GONE = frozenset({"sources", "source_episodes", "ids", "turns"})
_ADDRESS = ({"platform", "workspace", "id"}, {"platform", "workspace", "channel"})


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSubject:
    """`marks` are what names them or what is theirs: addresses, audiences, direct places, ids of events and facts,
    pointers, shelves. `messages` are rooms with a message's id, `texts` what they said and what was understood of it,
    `kept` the texts of facts by the events that they come from. `derived` is what animas said to others that comes
    from theirs, by the id of its event: whether all of it does. `scrub` leaves their words out of a text,
    `scrub_derived` out of one that comes from theirs."""

    addresses: tuple[str, ...]
    marks: frozenset[str]
    messages: frozenset[str] = frozenset()
    texts: frozenset[str] = frozenset()
    kept: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    derived: Mapping[str, bool] = field(default_factory=dict)
    scrub: Callable[[str], str] = str
    scrub_derived: Callable[[str], str] = str

    def owns(self, text: str) -> bool:
        """Whether a value that is an address, an id, a key or a path is theirs, or begins or goes on with what is."""
        if text in self.marks:
            return True
        if len(text) > 600 or ("/" not in text and "#" not in text):
            return False
        pieces = text.replace("#", "/").split("/")
        if any(_bare(piece) in self.marks for piece in pieces):
            return True
        return any(text[:at] in self.marks for at, char in enumerate(text) if char in "/#")

    def says(self, line: str) -> bool:
        """Whether a line, without its bullet, is a text of theirs."""
        return line.strip().lstrip("-*# ").strip() in self.texts

    def retold(self, event: Json, text: str) -> str:
        """What an anima said in this event, wherever it stands, without what comes from theirs."""
        is_theirs = self.derived.get(event) if isinstance(event, str) else None
        if is_theirs is None:
            return self.scrub(text)
        return LEFT_OUT if is_theirs else self.scrub_derived(text)

    def left(self, value: Json) -> Left:
        """The value without what is theirs: a record that is theirs is gone, others lose what they hold of it."""
        if isinstance(value, str):
            return GONE if self.owns(value) else self.scrub(value)
        if isinstance(value, list):
            return [item for item in map(self.left, value) if not isinstance(item, Gone)]
        if isinstance(value, Mapping):
            return self._left_of(value)
        return value

    def _left_of(self, record: Mapping[str, Json]) -> Left:
        if self._is_address(record):
            return GONE
        kept: dict[str, Json] = {}
        for name, value in record.items():
            if self.owns(name):
                continue
            is_said = name == "text" and isinstance(value, str) and record.get("id") in self.derived
            left = self.retold(record["id"], str(value)) if is_said else self.left(value)
            if isinstance(left, Gone) or (name in _EMPTY_IS_GONE and value and not left):
                return GONE
            kept[self.scrub(name)] = left
        return kept

    def _is_address(self, record: Mapping[str, Json]) -> bool:
        for names in _ADDRESS:
            if names <= record.keys():
                platform, workspace, last = (str(record[name]) for name in sorted(names, key=_ORDER.index))
                whole = f"{platform}:{workspace}/{last}" if workspace else f"{platform}:{last}"
                return whole in self.marks
        return False


_ORDER = ("platform", "workspace", "id", "channel")


def _bare(piece: str) -> str:
    for suffix in (".jsonl", ".json", ".md"):
        piece = piece.removesuffix(suffix)
    return piece
