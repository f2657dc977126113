"""Names that are misspelled or short: "Muhammad", "Akim", "Kate" mean Mohammed, Joakim and Katherine of the place.

Formula  j = (m / |a| + m / |b| + (m - t) / m) / 3, and j + 0.1 l (1 - j) with l letters alike at the beginning (4 at
         most); m letters occur in both, no farther apart than half the longer word, t of them in another order
Source   Winkler (1990), String Comparator Metrics, of Jaro (1989).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from itertools import pairwise, takewhile

from memory.languages.analyser import has_cjk, query_terms, terms

LIKE, LEAD = 0.84, 0.04
"""So alike a word and a name have to be, and so much more than the word and the next name."""
SHORTEST, LONGEST = 3, 24
MOST = 32
"""Words of a question that are looked at."""


@dataclass(frozen=True, slots=True)
class Meant:
    """The word, the name as displayed, and the part of it that the word is like."""

    word: str
    name: str
    part: str


def meant(text: str, names: Iterable[str], is_said: Callable[[str], bool]) -> Meant | None:
    """The one of these names that a word of the text is like; None where there is none, or several.

    A word that was said before (`is_said`) is what it is, but where a name is begun or ended by it and it is written as
    a name: "and Kat?" of Katherine. Where the text has capitals a name has one, too.
    """
    inside = _capital(word for before, word in pairwise(text.split()) if before[-1] not in ".!?")
    capital = _capital(text.split())
    parts = {part: name for name in names for part in terms(name)[:2] if len(part) > SHORTEST and not has_cjk(part)}
    found = []
    for word in query_terms(text)[:MOST]:
        if not SHORTEST <= len(word) <= LONGEST or word.isdigit() or (capital and word not in capital):
            continue
        near = _nearest(word, parts)
        if near and (not is_said(word) or (word in inside and _is_short(word, near))):
            found.append(Meant(word, parts[near], near))
    return found[0] if len({one.name for one in found}) == 1 else None


def alike(one: str, other: str) -> float:
    """0 … 1, by Jaro and Winkler."""
    reach = max(0, max(len(one), len(other)) // 2 - 1)
    taken: list[int] = []
    ours = ""
    for at, letter in enumerate(one):
        here = range(max(0, at - reach), min(len(other), at + reach + 1))
        place = next((where for where in here if where not in taken and other[where] == letter), None)
        if place is not None:
            taken.append(place)
            ours += letter
    if not ours:
        return 0.0
    moved = sum(letter != other[place] for letter, place in zip(ours, sorted(taken), strict=True)) / 2
    share = (len(ours) / len(one) + len(ours) / len(other) + (len(ours) - moved) / len(ours)) / 3
    led = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one[:4], other[:4], strict=False)))
    return share + 0.1 * led * (1 - share)


def _capital(words: Iterable[str]) -> set[str]:
    return {term for word in words if any(map(str.isupper, word)) for term in terms(word)}


def _nearest(word: str, parts: Collection[str]) -> str:
    """The part of a name that is like it, and plainly more so than those of others."""
    some = [part for part in parts if part[0] == word[0] or part.endswith(word)]
    ranked = sorted(((alike(word, part), part) for part in some), reverse=True)
    if not ranked or ranked[0][0] < LIKE or (len(ranked) > 1 and ranked[0][0] - ranked[1][0] < LEAD):
        return ""
    return ranked[0][1]


def _is_short(word: str, part: str) -> bool:
    return part.startswith(word) or part.endswith(word)
