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
        clauses = ["m.audience IN (SELECT value FROM json_each(?))"]
        values: list[str | float] = [json.dumps(sorted(self.audiences))]
        if self.kinds:
            clauses.append("m.kind IN (SELECT value FROM json_each(?))")
            values.append(json.dumps(sorted(self.kinds)))
        if self.since:
            clauses.append("m.stamp >= ?")
            values.append(self.since.timestamp())
        if self.until:
            clauses.append("m.stamp <= ?")
            values.append(self.until.timestamp())
        if self.without:
            clauses.append("m.id NOT IN (SELECT value FROM json_each(?))")
            values.append(json.dumps(sorted(self.without)))
        return " AND ".join(clauses), values
