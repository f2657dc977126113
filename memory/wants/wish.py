"""What a message wants of who hears it: one of LABELS, with how sure that is.

A message whose label is in doubt is taken for the one that does least harm: a question for something that memory may
answer, everything else for something that is only told.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, get_args

from memory.judges.features import of_text
from memory.judges.linear import fitted
from memory.theories.open_question import open_question

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


@lru_cache(maxsize=512)
def want(text: str) -> Want:
    """The label of the message, or the safe one where no label is sure."""
    shares = fitted("memory.wants", "wish").shares(of_text(text))
    asked = sum(shares[label] for label in QUESTIONS)
    others = [label for label in LABELS if label not in QUESTIONS]
    best = max(others, key=lambda label: shares[label])
    if asked >= max(SURE, shares[best]):
        return max(QUESTIONS, key=lambda label: (shares[label], label))
    if shares[best] >= SURE:
        return best
    return "recall" if open_question(text) else "statement"
