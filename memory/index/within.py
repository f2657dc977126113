"""What a search may find, as a condition of the query itself."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Within:
    """What may be found: applied in the query, before anything is ranked or counted."""

    audiences: Collection[str]
    kinds: Collection[str] = ()
    since: datetime | None = None
    until: datetime | None = None
    without: Collection[str] = ()

    def sql(self) -> tuple[str, list[str | float]]:
        """A condition on the columns of the index `scope`, and its values; `without` is left to the caller."""
        clauses, values = [], list[str | float]()
        for column, names in (("audience", self.audiences), ("kind", self.kinds)):
            if names or column == "audience":
                clauses.append(f"m.{column} IN {_among(names)}")
                values += _listed(names)
        if self.since:
            clauses.append("m.stamp >= ?")
            values.append(self.since.timestamp())
        if self.until:
            clauses.append("m.stamp <= ?")
            values.append(self.until.timestamp())
        return " AND ".join(clauses), values


_FEW = 20


def _among(names: Collection[str]) -> str:
    """A few are quicker one by one; for many the statement would be another one each time."""
    return f"({', '.join('?' * len(names))})" if len(names) <= _FEW else "(SELECT value FROM json_each(?))"


def _listed(names: Collection[str]) -> list[str | float]:
    return [*sorted(names)] if len(names) <= _FEW else [json.dumps(sorted(names))]
