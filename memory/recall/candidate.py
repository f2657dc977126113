"""A candidate: an entry that may answer, with what is known of it for this question."""

from __future__ import annotations

from typing import NamedTuple

from memory.index.entry import Entry
from memory.languages.answers import Offered


class Candidate(NamedTuple):
    """A tuple, given by name, as the entry is.

    `lexical` and `session` are BM25 scores as shares of the best one. `similarity` is the cosine of the meanings,
    `closeness` the same with the nearest thing that it states; None where there is no vector (yet).

    `coverage` is the share of the question's rarity that the words of the entry make up; `context` the same for the
    entry with the turns beside it. `activation` is what spread to it from the hits along links. `held` are the
    question's terms that the entry has. `previous` and `following` are the ids of its neighbours in the session, None
    where there is none.
    """

    entry: Entry
    lexical: float = 0.0
    similarity: float | None = None
    closeness: float | None = None
    coverage: float = 0.0
    context: float = 0.0
    session: float = 0.0
    held: frozenset[str] = frozenset()
    activation: float = 0.0
    offered: Offered = Offered()
    previous: str | None = None
    following: str | None = None
