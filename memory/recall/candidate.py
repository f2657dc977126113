"""A candidate: an entry that may answer, with what is known of it for this question."""

from __future__ import annotations

from dataclasses import dataclass

from memory.index.entry import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """`lexical` and `session` are BM25 scores as shares of the best one; `coverage` is the share of the question's
    rarity that the words of the entry make up.

    `held` are the question's terms that the entry has. `previous` and `following` are the ids of its neighbours in
    the session, None where there is none.
    """

    entry: Entry
    lexical: float = 0.0
    coverage: float = 0.0
    session: float = 0.0
    held: frozenset[str] = frozenset()
    previous: str | None = None
    following: str | None = None
