"""Whom and what a sentence calls by name: words with a capital where a language has them, and no word of every day."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from memory.encoding.blanking import without
from memory.encoding.classification import compiled
from memory.languages.cues import Cues

_WORD = re.compile(r"[^\W_](?:[\w.&-]*[^\W_])?")
_TITLE = re.compile(r"(?:dr|prof|uzm|doc)\b\.?")
_BETWEEN = re.compile(r"\.? ")
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
    for word in _WORD.finditer(text):
        written = folded[word.start() : word.end()]
        is_title = _TITLE.fullmatch(written) is not None
        is_plain = compiled(language.plain).search(written) and (
            not compiled(language.in_names).search(written) or _BEGINS.search(text[: word.start()])
        )
        is_name = word.group()[0].isupper() and (is_title or not is_plain)
        is_beside = run and not is_title and _BETWEEN.fullmatch(text[run[-1].end() : word.start()])
        if run and not (is_name and is_beside and folded[run[0].start() : run[-1].end()] not in known):
            yield _called(run, text, folded)
            run = []
        if is_name:
            run.append(word)
    if run:
        yield _called(run, text, folded)


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
