"""Who and what a message names: products, organisations, people that are mentioned. By lexicons and patterns.

    entity://tech/<slug>   entity://org/<slug>   entity://person/<address>

A name that may be both is an organisation where somebody works or learns there, else a product. Names of people are
labels, not entities: only the platform's own mention says who is meant.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise

from memory.encoding.naming import Entity, Found, Word, is_meant_in_japanese_letters, is_spelled, meant, words_of
from memory.encoding.prose import prose
from memory.encoding.unknown_names import unknown_japanese_names, unknown_names
from memory.languages.analyser import has_cjk, level
from memory.languages.names import spaced, unspaced

MOST = 8

_MENTION = re.compile(r"<@!?([A-Za-z0-9]+)(?:\|[^<>\n]*)?>")
_BETWEEN = re.compile(r"[ \-&/'’!:+·]{0,3}")


def entities(text: str, workspace: str = "slack:T01/") -> tuple[Entity, ...]:
    """Each once, in order, at most MOST. `workspace` stands before the id of whoever is mentioned."""
    people = (
        Entity(uri=f"entity://person/{workspace}{match[1]}", start=match.start(), end=match.end())
        for match in _MENTION.finditer(text)
    )
    once: dict[str, Entity] = {}
    for one in sorted([*people, *_named(prose(text))], key=lambda one: one.start):
        once.setdefault(one.uri, one)
    return tuple(islice(once.values(), MOST))


def _named(text: str) -> Iterator[Entity]:
    words = words_of(text)
    found, spelled = list(_in_words(words, text)), list(unknown_names(text, words))
    if has_cjk(text):
        found += _in_japanese(words, text)
        spelled += unknown_japanese_names(text)
    if found or spelled:
        yield from _longest([*meant(found, words, text), *spelled])


def _longest(found: Iterable[Entity]) -> Iterator[Entity]:
    """Of those that overlap the longest; of equals the first, which comes from a lexicon."""
    taken: list[tuple[int, int]] = []  # in their order
    for one in sorted(found, key=lambda one: one.start - one.end):
        at = bisect_left(taken, (one.start, one.end))
        is_free = (at == 0 or taken[at - 1][1] <= one.start) and (at == len(taken) or one.end <= taken[at][0])
        if is_free:
            taken.insert(at, (one.start, one.end))
            yield one


def _in_words(words: Sequence[Word], text: str) -> Iterator[Found]:
    """Of the names that begin with one word the longest."""
    names = spaced()
    for first, word in enumerate(words):
        for name in names.get(word.folded, ()):
            there = words[first : first + len(name.words)]
            if tuple(each.folded for each in there) != name.words or not _is_joined(there, text):
                continue
            if is_spelled(one := Found.of(name, first, words), text):
                yield one
                break


def _is_joined(words: Sequence[Word], text: str) -> bool:
    return all(_BETWEEN.fullmatch(text, one.end, other.start) is not None for one, other in pairwise(words))


def _in_japanese(words: Sequence[Word], text: str) -> Iterator[Found]:
    pattern, names = unspaced()
    for match in pattern.finditer(level(text)):
        one = Found(name=names[match[0]], start=match.start(), end=match.end(), first=len(words), after=len(words))
        if is_meant_in_japanese_letters(one, text):
            yield one
