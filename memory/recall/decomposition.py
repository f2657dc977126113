"""Decomposition: a question that asks several things is searched for in its parts (RET-13).

Each part goes through the whole pipeline; `memory.theories.text_retrieval` over the lists of ids is their union without
doubles. Conservative: what is not surely compound stays whole.
"""

from __future__ import annotations

import re

from memory.language.analyser import fold, is_silent, terms
from memory.language.language_packs import PACKS, LanguagePack, language_of
from memory.vocabulary.scripts import HAN, KATAKANA

MOST_PARTS = 4
"""More parts than that are not made; what is left over stays with the last one."""

_MARKS = re.compile(r"(?<=[?？؟])\s*")
_CAPITAL = rf"[A-Z{''.join(pack.capitals for pack in PACKS.values())}][\w'’-]{{0,40}}"
_NAME = rf"{_CAPITAL}(?: {_CAPITAL}){{0,7}}"
_HONORIFICS = "|".join(title for pack in PACKS.values() for title in pack.honorifics)
_HONOURED = rf"[{HAN}{KATAKANA}A-Za-z]{{1,20}}?(?:{_HONORIFICS})"
_CAPITALISED = re.compile(_NAME)
_TITLED = re.compile(_HONOURED)
_OWNER = re.compile(r"['’]s?$")
_OPENERS = frozenset().union(*(pack.openers for pack in PACKS.values()))


def decompose(question: str) -> tuple[str, ...]:
    """The parts, two to four; the question alone where it is one."""
    pack = language_of(question)
    for parts in (_by_marks(question), _by_clauses(question, pack), _by_names(question, pack)):
        if len(parts) > 1:
            return _bounded(parts)
    return (question,)


def _by_marks(question: str) -> list[str]:
    """Several question marks are several questions; "Really?" is none."""
    parts = [part.strip() for part in _MARKS.split(question) if part.strip()]
    whole = all(_part_says_something(part) and len(terms(part)) > 1 for part in parts)
    return _with_names(parts) if whole else []


def _by_clauses(question: str, pack: LanguagePack) -> list[str]:
    """At a word between clauses, where both sides ask something and say something."""
    first, *others = (side.strip(" ,、") for side in _link(pack.connectives, pack).split(question))
    if all(_part_says_something(part) for part in (first, *others)) and _asks(first, pack):
        return _with_names([first, *others]) if all(_begins_to_ask(part, pack) for part in others) else []
    return []


def _by_names(question: str, pack: LanguagePack) -> list[str]:
    """One question for each of the names that are asked about alike; not where they are asked about together."""
    found = _names_pattern(pack).search(question)
    if not found or _needs_both(question, pack):
        return []
    text = found[0]
    lead = ""
    while (first := text.split(" ", 1))[1:] and is_silent(fold(first[0])):  # "Did Ada and Bob"
        lead, text = f"{lead}{first[0]} ", first[1]
    names = [name.strip() for name in re.split(rf"\s*,\s*|{_between(pack)}", text) if name.strip()]
    if len(names) < 2 or any(not terms(name) or is_silent(fold(name)) for name in names):
        return []
    if _OWNER.search(names[-1]):  # "Ada and Bob's house" is Ada's too
        names = [name if _OWNER.search(name) else f"{name}'s" for name in names]
    return [f"{question[: found.start()]}{lead}{name}{question[found.end() :]}" for name in names]


def _names_pattern(pack: LanguagePack) -> re.Pattern[str]:
    name = _NAME if pack.has_spaces else _HONOURED
    return re.compile(rf"{name}(?:, {name}){{0,15}}(?:{_between(pack)}{name})+")


def _between(pack: LanguagePack) -> str:
    return rf",?\s+(?:{pack.name_link})\s+" if pack.has_spaces else rf"(?:{pack.name_link})"


def _needs_both(question: str, pack: LanguagePack) -> bool:
    text = fold(question)
    if pack.has_spaces:
        return any(re.search(rf"\b{word}\b", text) for word in pack.together)
    return any(word in text for word in pack.together)


def _link(connectives: tuple[str, ...], pack: LanguagePack) -> re.Pattern[str]:
    ordered = "|".join(sorted(connectives, key=len, reverse=True))
    return re.compile(rf"(?:,\s*+|(?<!\s)\s++)(?:{ordered})\s+" if pack.has_spaces else ordered, re.IGNORECASE)


def _asks(part: str, pack: LanguagePack) -> bool:
    if not pack.has_spaces:
        return any(word in part for word in pack.asking)
    words = terms(part)
    return any(word in pack.question_words for word in words) or bool(words and words[0] in pack.openers)


def _begins_to_ask(part: str, pack: LanguagePack) -> bool:
    """Where a language begins its questions with their word, "and is glad" or "and stress when" begin none."""
    words = part.split()
    if not pack.openers:
        return _asks(part, pack)
    begins = fold(words[0]).partition("'")[0]
    return begins in pack.question_words or (begins in pack.openers and words[1:2] != [] and words[1][0].isupper())


def _part_says_something(part: str) -> bool:
    return any(not is_silent(term) for term in terms(part))


def _with_names(parts: list[str]) -> list[str]:
    """A later part that names nobody is asked of whom the first one names: "and where does she live?"."""
    named = _names(parts[0]) if parts else []
    return [
        part if at == 0 or not named or _names(part) else f"{part} {' '.join(named)}" for at, part in enumerate(parts)
    ]


def _names(part: str) -> list[str]:
    """Capitalised words that say something, and whoever is called by a title of Japanese."""
    found = [word for run in _CAPITALISED.findall(part) for word in run.split()]
    named = [_OWNER.sub("", word) for word in found if not is_silent(fold(word)) and fold(word) not in _OPENERS]
    return list(dict.fromkeys([*named, *_TITLED.findall(part)]))


def _bounded(parts: list[str]) -> tuple[str, ...]:
    return (*parts[: MOST_PARTS - 1], " ".join(parts[MOST_PARTS - 1 :])) if len(parts) > MOST_PARTS else tuple(parts)
