"""Whether a sentence stands by itself: who knows the speaker and the day knows what is meant, and it tells something.

A learned judge says so, by letters and words. "They said yes." needs what was said before: it stays in the log, where
it is found beside that, and no fact is made of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from memory.encoding.said import Said, Statement, Understood
from memory.judges.features import of_text
from memory.judges.linear import fitted

STANDS, HANGS = "stands", "hangs"
JUDGE = "standing"
SURE, WITH_VALUE = 0.7, 0.1
"""How likely a sentence stands by itself at least, and one that gives the value of an attribute."""
HANGING = "it needs what was said before, or tells nothing"


def standing(said: Said, understood: Understood, is_known: Callable[[str], bool]) -> Understood:
    """With those statements alone that stand by themselves, or answer what was asked before, or give another value of
    an attribute (slot) that is known, if only by the same message."""
    if not understood.category or said.own:
        return understood
    told = Counter(one.slot for one in understood.statements)
    kept = tuple(
        one for one in understood.statements if _stays(one, said, lambda slot: told[slot] > 1 or is_known(slot))
    )
    if len(kept) == len(understood.statements):
        return understood
    return replace(understood, statements=kept) if kept else Understood(because=HANGING)


@lru_cache(maxsize=512)
def stands(sentence: str) -> float:
    """How likely it stands by itself, 0 … 1."""
    return fitted("memory.formation", JUDGE).shares(of_text(sentence))[STANDS]


def _stays(statement: Statement, said: Said, is_known: Callable[[str], bool]) -> bool:
    if statement.question or (statement.slot and is_known(statement.slot)):
        return True
    least = WITH_VALUE if statement.slot else SURE
    return stands(said.text[statement.start : statement.end].strip()) >= least
