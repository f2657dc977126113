"""What a message is worth to memory, and how it is meant: judged by what labelled examples taught, in every language.

`python -m training.messages` makes the weights.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from memory.judges.features import of_text
from memory.judges.linear import fitted

NOTHING = "none"
_PACKAGE = "memory.encoding"
CATEGORY, MARK = "category", "mark"
MARKS = ("personal", "question", "quoted", "reported", "hypothetical")
PERSONAL, QUESTION, QUOTED, REPORTED, HYPOTHETICAL = MARKS
"""About somebody's own life; asks; mostly another's words; hearsay; wished or dreamed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """How likely each category is (with NOTHING they add up to one), and each of the MARKS."""

    categories: Mapping[str, float]
    marks: Mapping[str, float]

    def is_marked(self, mark: str) -> bool:
        return self.marks[mark] > 0.5

    @property
    def category(self) -> str:
        """The likeliest; NOTHING where nothing is to be kept."""
        return max(self.categories, key=lambda name: self.categories[name])

    @property
    def kept_as(self) -> str:
        """The likeliest of those that are kept, whether it is or not."""
        return max(self.categories.keys() - {NOTHING}, key=lambda name: (self.categories[name], name))


@lru_cache(maxsize=512)
def worth(text: str, before: str = "", *, is_before_own: bool = False) -> Worth:
    """Of a message, or a sentence of it, after the message `before`, which may be the anima's own."""
    blocks = of_text(text, before, is_before_own=is_before_own)
    categories = fitted(_PACKAGE, CATEGORY).shares(blocks)
    return Worth(categories=categories, marks=fitted(_PACKAGE, MARK).shares(blocks))
