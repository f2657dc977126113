"""Who and what a message names: products, organisations, people that are mentioned. By lexicons and patterns.

    entity://tech/<slug>   entity://org/<slug>   entity://person/<address>

A name that may be both is an organisation where somebody works or learns there, else a product. Names of people are
labels, not entities: only the platform's own mention says who is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from memory.encoding.naming import Found, Word, is_at_work, is_meant, is_meant_in_japanese_letters, is_spelled, words_of
from memory.encoding.prose import prose
from memory.encoding.unknown_names import Spelled, unknown_japanese_names, unknown_names
from memory.languages.analyser import has_cjk
from memory.languages.catalogue import language_of
from memory.languages.names import ORG, TECH, Name, slug, spaced, unspaced

MOST = 8

_MENTION = re.compile(r"<@!?([A-Za-z0-9]+)(?:\|[^<>\n]*)?>")
_BETWEEN = re.compile(r"[ \-&/'’!:+·]{0,3}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """`uri` is whom or what a message names from `start` to `end`, there for the first time."""

    uri: str
    start: int
    end: int


def entities(text: str, workspace: str = "slack:T01/") -> tuple[Entity, ...]:
    """Each once, in order, at most MOST. `workspace` stands before the id of whoever is mentioned."""
    people = (
        Entity(uri=f"entity://person/{workspace}{match[1]}", start=match.start(), end=match.end())
        for match in _MENTION.finditer(text)
    )
    once: dict[str, Entity] = {}
    for entity in sorted([*people, *_named(prose(text))], key=lambda entity: entity.start):
        once.setdefault(entity.uri, entity)
    return tuple(islice(once.values(), MOST))


def _named(text: str) -> Iterator[Entity]:
    words = words_of(text)
    is_japanese = has_cjk(text)
    found = list(_in_words(words, text))
    spelled = list(unknown_names(text, words))
    if is_japanese:
        found += _in_japanese(words, text)
        spelled += unknown_japanese_names(text)
    if found or spelled:
        yield from _longest(
            [*_meant(found, words, text), *(_entity(one.kind, text[one.start : one.end], one) for one in spelled)]
        )


def _entity(kind: str, name: str, place: Spelled | Found) -> Entity:
    return Entity(uri=f"entity://{kind}/{slug(name)}", start=place.start, end=place.end)


def _meant(found: Sequence[Found], words: Sequence[Word], text: str) -> Iterator[Entity]:
    """First the names beyond doubt, for they speak for those beside them; each of those may speak for another."""
    language = "ja" if has_cjk(text) else language_of(text).code
    doubted = [one for one in found if one.name.doubt and one.first < one.after]
    clear = [one for one in found if one not in doubted]
    sure: set[int] = set()
    while clear or doubted:
        for one in clear:
            sure.update(range(one.first, one.after))
            is_org = TECH not in one.name.kinds or is_at_work(one, words, text, language)
            yield _entity(ORG if is_org else TECH, one.name.spelling, one)
        clear = [one for one in doubted if is_meant(one, words, text, language, sure)]
        doubted = [one for one in doubted if one not in clear] if clear else []


def _longest(found: Iterable[Entity]) -> Iterator[Entity]:
    """Of those that overlap the longest; of equals the first, which comes from a lexicon."""
    taken: list[Entity] = []
    for entity in sorted(found, key=lambda entity: entity.start - entity.end):
        if all(entity.end <= there.start or entity.start >= there.end for there in taken):
            taken.append(entity)
            yield entity


def _in_words(words: Sequence[Word], text: str) -> Iterator[Found]:
    names = spaced()
    index = 0
    while index < len(words):
        one = next(_starting(index, words, text, names.get(words[index].folded, ())), None)
        if one:
            yield one
        index = one.after if one else index + 1


def _starting(index: int, words: Sequence[Word], text: str, names: Iterable[Name]) -> Iterator[Found]:
    """The names that begin with this word."""
    for name in names:
        after = index + len(name.words)
        if after > len(words):
            continue
        there = words[index + 1 : after]
        if [one.folded for one in there] == list(name.words[1:]) and _is_joined(index, after, words, text):
            found = Found(name=name, start=words[index].start, end=words[after - 1].end, first=index, after=after)
            if is_spelled(found, text):
                yield found


def _is_joined(index: int, after: int, words: Sequence[Word], text: str) -> bool:
    return all(
        _BETWEEN.fullmatch(text, words[at].end, words[at + 1].start) is not None for at in range(index, after - 1)
    )


def _in_japanese(words: Sequence[Word], text: str) -> Iterator[Found]:
    names, lower = unspaced(), text.lower()
    if len(lower) != len(text):
        lower = text
    at = 0
    while at < len(text) - 1:
        forms = names.get(lower[at : at + 2], ())
        form, name = next(((form, name) for form, name in forms if lower.startswith(form, at)), ("", None))
        one = Found(name=name, start=at, end=at + len(form), first=len(words), after=len(words)) if name else None
        if one and is_meant_in_japanese_letters(one, text):
            yield one
        at += len(form) if one else 1
