"""What a message wants of who hears it: one of LABELS, with how sure that is.

A message whose label is in doubt is taken for the one that does least harm: a question for something that memory may
answer, everything else for something that is only told.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, get_args

from memory.judges.features import of_text
from memory.judges.linear import fitted
from memory.theories.open_question import open_question
from memory.wants.meant import meant

if TYPE_CHECKING:
    from memory.wants.meant import Row

Want = Literal[
    "greeting",
    "thanks",
    "goodbye",
    "reaction",
    "smalltalk",
    "time",
    "about_anima",
    "about_me",
    "help",
    "recall",
    "list",
    "decision",
    "statement",
    "wish",
    "forget",
    "open_question",
]
LABELS: tuple[Want, ...] = get_args(Want)

SURE = 0.35
"""A share from which a label is believed."""


QUESTIONS: frozenset[Want] = frozenset(("recall", "list", "decision", "open_question"))
"""What memory is asked: that it is one of them is surer than which of them it is."""


BY_MEANING = 0.4
"""What the meaning counts beside the letters, where a message was embedded."""


def want(text: str, row: Row | None = None) -> Want:
    """The label of the message, or the safe one where no label is sure. `row` is its embedding, in `meant().space`."""
    shares = _by_letters(text)
    if row is not None:
        by_meaning = meant().shares(row)
        shares = {label: (1 - BY_MEANING) * shares[label] + BY_MEANING * by_meaning[label] for label in LABELS}
    asked = sum(shares[label] for label in QUESTIONS)
    others = [label for label in LABELS if label not in QUESTIONS]
    best = max(others, key=lambda label: shares[label])
    if asked >= max(SURE, shares[best]):
        return max(QUESTIONS, key=lambda label: (shares[label], label))
    if shares[best] >= SURE:
        return best
    return "recall" if open_question(text) else "statement"


@lru_cache(maxsize=512)
def _by_letters(text: str) -> Mapping[str, float]:
    return fitted("memory.wants", "wish").shares(of_text(text))
