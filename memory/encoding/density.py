"""Density: how much a message says that can be kept. Below LEAST it is left out.

A count of different things: whom and what it names, what it states, when, and what it takes back. Whom a statement is
about counts as named, so that one personal fact ("I'm vegan") is two: somebody, and what is so of them.
"""

from __future__ import annotations

from memory.encoding.said import Statement, Understood

LEAST = 2


def density(*, entities: int, facts: int, times: int, corrections: int) -> int:
    """All are counts of different ones."""
    return entities + facts + times + corrections


def is_dense(understood: Understood) -> bool:
    return density_of(understood) >= LEAST


def density_of(understood: Understood) -> int:
    statements = understood.statements
    named = {*understood.entities, *(uri for one in statements for uri in one.entities)}
    about = {one.subject for one in statements if one.subject and f"entity://person/{one.subject}" not in named}
    return density(
        entities=len(named | about),
        facts=len({one.text for one in statements}),
        times=len({when for one in statements for when in _times(one)}),
        corrections=sum(one.corrects for one in statements),
    )


def _times(statement: Statement) -> tuple[str, ...]:
    ends = (statement.valid_from, statement.valid_until)
    return tuple(when.date().isoformat() for when in ends if when)
