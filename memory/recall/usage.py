"""Which memories a reply made use of: those whose words stand in it, or that it cites.

Rule    4 of the memory's words are in the reply, or a third of them; the words that the question had already do not
        count, nor do those that every sentence has
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memory.languages.analyser import is_silent, terms
from memory.theories import tokens
from memory.vocabulary.recall import Recollection

ENOUGH, SHARE = 4, 1 / 3


def used_in(reply: str, question: str, primed: Iterable[Recollection]) -> list[Recollection]:
    """Those of the memories that the reply shows."""
    said, asked = set(terms(reply)), set(terms(question))
    return [one for one in primed if _is_cited(one, reply) or _overlaps(one.text, said, asked)]


def begun(texts: Sequence[str], budget: int | None) -> int:
    """How many of the texts, one after the other, are at least begun within so many tokens; None: all."""
    left = budget
    for number, text in enumerate(texts):
        if left is None:
            break
        if left <= 0:
            return number
        left -= tokens.count(text) + 1  # the line break
    return len(texts)


def _overlaps(text: str, said: set[str], asked: set[str]) -> bool:
    own = {term for term in terms(text) if not is_silent(term)} - asked
    shared = len(own & said)
    return shared >= ENOUGH or (shared > 0 and shared >= SHARE * len(own))


def _is_cited(found: Recollection, reply: str) -> bool:
    return bool(found.path) and found.path in reply
