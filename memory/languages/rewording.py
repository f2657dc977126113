"""Words that a statement may have although its message has them not: what tells the same in the third person.

Folded. They carry no fact of their own; what somebody prefers, where and since when must stand in the message.
"""

from __future__ import annotations

from dataclasses import dataclass

from memory.languages.catalogue import LANGUAGES
from memory.languages.tables import ANY, read_table


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewording:
    """`letters` are of words of a script without spaces."""

    words: frozenset[str]
    letters: frozenset[str]
    articles: frozenset[str]


REWORDING = read_table(Rewording, ANY, "rewording")
COUNTED = frozenset().union(*(frozenset(pack.numbers) for pack in LANGUAGES)) - REWORDING.articles
"""Numbers in words: no other word stands for one of them."""
