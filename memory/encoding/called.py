"""Whom and what a sentence calls by name: words with a capital where a language has them, and no word of every day."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from memory.encoding.blanking import without
from memory.encoding.classification import compiled
from memory.languages.analyser import fold
from memory.languages.cues import Cues

_WORD = re.compile(r"[^\W_](?:[\w.&-]*[^\W_])?")
_TITLE = re.compile(r"(?:dr|prof|uzm|doc)\b\.?")
_BETWEEN = re.compile(r"\.? ")
_ENDED = re.compile(r"\w{5}[dt][ae]n?$")
"""A word of every day that says where or when, ahead of a name."""

_MOST_WORDS = 4
_WHOLE_NAME = 2
_BEGINS = re.compile(r"(?:^|[.:!?;] |[\"“(])$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """`name` is folded. `is_first`: it begins the sentence, where every word has a capital."""

    name: str
    start: int
    end: int
    words: int
    is_first: bool = False
    is_titled: bool = False


def called(
    text: str, folded: str, taken: Sequence[tuple[int, int]], language: Cues, known: Collection[str] = ()
) -> tuple[Called, ...]:
    """In order; nothing of what is `taken` for something else. `folded` has as many letters as the text.

    The name of somebody `known` stands for itself: "Ada Rome'a taşındı" names two.
    """
    found = (
        _by_letters(without(folded, taken), language)  # what is taken parts names
        if language.names
        else _by_capitals(text, folded, language, known)
    )
    return tuple(one for one in found if not any(one.start < end and start < one.end for start, end in taken))


def _by_letters(folded: str, language: Cues) -> Iterator[Called]:
    for match in compiled(language.names).finditer(folded):
        name = match["name"]
        if not compiled(language.plain).search(name):
            titled = bool(match["title"])
            yield Called(name=name, start=match.start("name"), end=match.end("name"), words=1, is_titled=titled)


def _by_capitals(text: str, folded: str, language: Cues, known: Collection[str]) -> Iterator[Called]:
    run: list[re.Match[str]] = []
    words = list(_WORD.finditer(text))
    names = [word.group()[0].isupper() and _is_name(folded[word.start() : word.end()], language) for word in words]
    if names and names[0] and compiled(language.inflected).search(folded, 0, words[0].end()):
        names[0] = compiled(language.headed).search(folded[words[0].end() :]) is not None
    if language.in_names and len(words) > 1 and words[1].group()[0].isupper() and _ENDED.search(words[0].group()):
        is_known = folded[words[0].start() : words[0].end()] in known
        names[0] = names[0] and (is_known or text[words[0].end()] in "'’")
    for number, word in enumerate(words):
        is_name = names[number] or _is_in_name(number, words, names, text, language)
        is_beside = (
            run
            and not _TITLE.fullmatch(folded[word.start() : word.end()])
            and _BETWEEN.fullmatch(text[run[-1].end() : word.start()])
            and len(run) < _MOST_WORDS
        )
        begins = folded[word.start() : word.end()] in known and text[word.end() : word.end() + 1] in ("'", "’")
        if run and (not is_name or not is_beside or begins or folded[run[0].start() : run[-1].end()] in known):
            yield from _parted(run, text, folded, language)
            run = []
        if is_name:
            run.append(word)
    if run:
        yield from _parted(run, text, folded, language)


def _parted(run: list[re.Match[str]], text: str, folded: str, language: Cues) -> Iterator[Called]:
    """A person's whole name may stand right before a team's."""
    if len(run) > _WHOLE_NAME and compiled(language.team).search(folded[run[-1].end() :]):
        yield _called(run[:-1], text, folded)
        run = run[-1:]
    yield _called(run, text, folded)


def _is_in_name(number: int, words: Sequence[re.Match[str]], names: Sequence[bool], text: str, language: Cues) -> bool:
    """Though it is a word of every day: it has a capital amid a sentence, beside a name or among words without one."""
    word = words[number]
    if (
        not language.in_names
        or not word.group()[0].isupper()
        or not compiled(language.in_names).search(fold(word.group()))
    ):
        return False
    if text[word.end() : word.end() + 1] in ("'", "’") and len(word.group()) > 1:
        return True
    if not number:
        return False
    if not _TITLE.fullmatch(fold(words[number - 1].group())) and _BEGINS.search(text[: word.start()]):
        return False
    after = number + 1 < len(words) and names[number + 1] and text[word.end() : words[number + 1].start()] == " "
    if after or (names[number - 1] and _BETWEEN.fullmatch(text[words[number - 1].end() : word.start()])):
        return True
    small = sum(one.group()[0].islower() for one in words)
    return word.group()[1:].islower() and small * 2 >= len(words) - small


def _is_name(word: str, language: Cues) -> bool:
    return bool(_TITLE.fullmatch(word)) or not compiled(language.plain).search(word)


def _called(run: Sequence[re.Match[str]], text: str, folded: str) -> Called:
    start, end = run[0].start(), run[-1].end()
    return Called(
        name=folded[start:end],
        start=start,
        end=end,
        words=len(run),
        is_first=bool(_BEGINS.search(text[:start])),
        is_titled=bool(_TITLE.match(folded[start:end])),
    )
