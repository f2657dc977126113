"""Whose word a clause is: the speaker's own, another's as they report it, or another's between quotation marks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.encoding.classification import compiled
from memory.languages.catalogue import Telling
from memory.languages.tables import any_of

_QUOTING = any_of("marks", "quoting")
_BETWEEN_MARKS = re.compile(r"[\"“„«「『]([^\"“”„«»「」『』]{5,})[\"”“»」』]")

REPORTED, QUOTED = "reported", "quoted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribution:
    """`who` is the folded name of whoever is quoted or reported; `what` stands from `start` to `end` of the clause."""

    kind: str = ""
    who: str = ""
    start: int = 0
    end: int = 0


def attributed(folded: str, telling: Telling, personal: str) -> Attribution:
    """The speaker's own word where nothing tells another's; `personal` is in what people say of themselves."""
    for kind, pattern in ((QUOTED, telling.quoted), (REPORTED, telling.reported)):
        match = compiled(pattern).search(folded)
        if match is None:
            continue
        groups = match.groupdict()
        said = next(name for name in ("what", "what2", "what3") if groups.get(name))
        who = groups.get(said.replace("what", "who")) or ""
        if who not in telling.oneself:
            return Attribution(kind=kind, who=who, start=match.start(said), end=match.end(said))
    for match in _BETWEEN_MARKS.finditer(folded):
        if compiled(personal).search(match[1]) or _QUOTING.match(folded[match.end() :]):  # whose, nobody says
            return Attribution(kind=QUOTED, start=match.start(1), end=match.end(1))
    return Attribution(end=len(folded))
