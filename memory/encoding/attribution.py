"""Whose word a clause is: the speaker's own, another's as they report it, or another's between quotation marks."""

from __future__ import annotations

from dataclasses import dataclass

from memory.encoding.classification import compiled
from memory.languages.catalogue import Telling

REPORTED, QUOTED = "reported", "quoted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribution:
    """`who` is the folded name of whoever is quoted or reported; `what` stands from `start` to `end` of the clause."""

    kind: str = ""
    who: str = ""
    start: int = 0
    end: int = 0


def attributed(folded: str, telling: Telling) -> Attribution:
    """The speaker's own word where nothing tells another's."""
    for kind, pattern in ((QUOTED, telling.quoted), (REPORTED, telling.reported)):
        match = compiled(pattern).search(folded)
        if match is None:
            continue
        groups = match.groupdict()
        said = next(name for name in ("what", "what2", "what3") if groups.get(name))
        who = groups.get(said.replace("what", "who")) or ""
        if who not in telling.oneself:
            return Attribution(kind=kind, who=who, start=match.start(said), end=match.end(said))
    return Attribution(end=len(folded))
