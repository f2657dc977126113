"""Whom and what a sentence calls by name, and whom or what it is about: the speaker, one of these, in doubt nobody.

Names are words with a capital where a language has them, and no word of every day.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from memory.encoding.classification import compiled
from memory.encoding.prose import without
from memory.encoding.said import Said
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
            not compiled(language.in_names).search(written) or _begins(text, word.start())
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


def _begins(text: str, start: int) -> bool:
    """Whether a sentence begins there: the signs before it tell."""
    return _BEGINS.search(text[max(0, start - 3) : start]) is not None


def _called(run: Sequence[re.Match[str]], text: str, folded: str) -> Called:
    start, end = run[0].start(), run[-1].end()
    return Called(
        name=folded[start:end],
        start=start,
        end=end,
        words=len(run),
        is_first=_begins(text, start),
        is_titled=bool(_TITLE.match(folded[start:end])),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """The sentence folded, who says it, and in which language."""

    folded: str
    said: Said
    language: Cues

    @property
    def names(self) -> frozenset[str]:
        """Of those who have spoken."""
        return frozenset(self.said.people)

    def is_person(self, one: Called) -> bool:
        return bool(self.address(one.name))

    def address(self, name: str) -> str:
        """Of whoever goes by the name here, where only one does."""
        return self.said.people.get(name, "")

    def is_marked(self, one: Called) -> bool:
        """As a thing, by the words around it."""
        before, behind = self.folded[: one.start], self.folded[one.end :]
        thing, of_thing = compiled(self.language.thing), compiled(self.language.of_thing)
        return bool(thing.search(behind) or of_thing.search(before))

    def acts(self, one: Called) -> bool:
        """As somebody who has or does something."""
        behind = self.folded[one.end :]
        return bool(compiled(self.language.whose).search(behind) or compiled(self.language.who).search(behind))


def of_thing(names: Sequence[Called], spoken: Spoken) -> str:
    """The folded name of the one thing that is named."""
    things = names
    if len({one.name for one in things}) > 1:
        things = [one for one in things if spoken.is_marked(one)] or [one for one in things if not one.is_first]
    if len({one.name for one in things}) > 1:
        things = [one for one in things if compiled(spoken.language.topic).search(spoken.folded[one.end :])]
    found = {one.name for one in things}
    return found.pop() if len(found) == 1 else ""


def of_person(names: Sequence[Called], spoken: Spoken) -> str:
    """An address, or the folded name of whoever has none here."""
    language, folded = spoken.language, spoken.folded
    around = compiled(language.reason).sub("", folded)
    if compiled(language.relation).search(around) or compiled(language.others).search(around):
        return ""
    acting = [one for one in names if spoken.acts(one) or spoken.is_person(one)]
    others = [one for one in names if one not in acting and not compiled(language.no_person).search(one.name)]
    if language.names:
        others = [one for one in others if compiled(language.owns).match(folded, one.end)]
        acting = [one for one in acting if spoken.acts(one) or compiled(language.owns).match(folded, one.end)]
    found = {one.name for one in acting}
    if compiled(language.me).search(folded):
        return "" if found else spoken.said.person
    if found:
        name = found.pop()
        return "" if found else spoken.address(name) or name
    return spoken.said.person if compiled(language.elliptic).search(folded) and not others else ""
