"""What a search may find, as a condition of the query itself."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from memory.index.entry import FACTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Within:
    """What may be found: applied in the query, before anything is ranked or counted.

    Of facts those that were believed at the instant `known_at` and hold then, or held at `valid_at` before it; None:
    those that nothing has ended, of any time. `whole`: those too that have ended. `person`: what they said alone.
    """

    audiences: Collection[str]
    kinds: Collection[str] = ()
    since: datetime | None = None
    until: datetime | None = None
    without: Collection[str] = ()
    known_at: datetime | None = None
    valid_at: datetime | None = None
    whole: bool = False
    person: str = ""

    def sql(self) -> tuple[str, list[str | float]]:
        """A condition on the columns of the index `scope`, and its values; `without` is left to the caller.

        The plus keeps SQLite from searching that index, for each row, once for each audience with each kind.
        """
        clauses, values = [], list[str | float]()
        for column, names in (("audience", self.audiences), ("kind", self.kinds)):
            if names or column == "audience":
                clauses.append(f"+m.{column} IN {_among(names)}")
                values += _listed(names)
        if self.person:
            clauses.append("m.person = ?")
            values.append(self.person)
        if self.since:
            clauses.append("m.stamp >= ?")
            values.append(self.since.timestamp())
        if self.until:
            clauses.append("m.stamp <= ?")
            values.append(self.until.timestamp())
        if not self.whole and (not self.kinds or set(FACTS) & set(self.kinds)):
            self._of_facts(clauses, values)
        return " AND ".join(clauses), values

    def _of_facts(self, clauses: list[str], values: list[str | float]) -> None:
        """What is no fact has no such instants."""
        if self.known_at is None:
            clauses.append("m.invalidated_at IS NULL")
            return
        known, valid = self.known_at.timestamp(), (self.valid_at or self.known_at).timestamp()
        clauses.append("(m.invalidated_at IS NULL OR m.invalidated_at > ?)")
        clauses.append("(m.valid_until IS NULL OR m.valid_until > ?) AND (m.valid_from IS NULL OR m.valid_from <= ?)")
        values += [known, min(known, valid), known]


_FEW = 20


def _among(names: Collection[str]) -> str:
    """A few are quicker one by one; for many the statement would be another one each time."""
    return f"({', '.join('?' * len(names))})" if len(names) <= _FEW else "(SELECT value FROM json_each(?))"


def _listed(names: Collection[str]) -> list[str | float]:
    return [*sorted(names)] if len(names) <= _FEW else [json.dumps(sorted(names))]
