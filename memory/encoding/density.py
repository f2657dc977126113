"""Density: how much a message says that can be kept. Below LEAST it is left out.

A count of different things: whom and what it names, what it states, when, and what it takes back. What a statement is
about counts as named, so that one personal fact ("I'm vegan") is two: somebody, and what is so of them. Where rules do
not see what it is about ("the roof leaks"), its words name it, if there are enough of them to say something of it, too.
"""

from __future__ import annotations

from memory.encoding.said import Statement, Understood
from memory.languages.analyser import is_silent, terms

LEAST = 2
LEAST_WORDS = 3
"""That say something, of a statement that names what it is about."""


def is_dense(understood: Understood) -> bool:
    return density_of(understood) >= LEAST


def density_of(understood: Understood) -> int:
    statements = understood.statements
    named = {*understood.entities, *(uri for one in statements for uri in one.entities)}
    subjects = filter(None, map(_subject, statements))
    about = {subject for subject in subjects if f"entity://person/{subject}" not in named}
    told = {one.text for one in statements}
    times = {when.date() for one in statements for when in (one.valid_from, one.valid_until) if when}
    return len(named | about) + len(told) + len(times) + sum(one.corrects for one in statements)


def _subject(statement: Statement) -> str:
    if statement.subject or statement.entities:
        return statement.subject
    said = [term for term in terms(statement.text) if not is_silent(term)]
    return said[0] if len(said) >= LEAST_WORDS else ""
