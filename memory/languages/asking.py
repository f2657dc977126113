"""Questions that a short answer takes its sense from: which attribute they ask for, and how the answer is told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from memory.languages.tables import CODES, read_records, read_table


@dataclass(frozen=True, slots=True)
class Asked:
    """`pattern` is over the folded question; `told` has {who} and {value}; group `what` of the pattern is {what}."""

    attribute: str
    pattern: str
    told: str


@dataclass(frozen=True, slots=True)
class Answering:
    """What stands around the value of a short answer."""

    before: re.Pattern[str]
    behind: re.Pattern[str]

    def span(self, folded: str) -> tuple[int, int]:
        led, ends = self.before.match(folded), self.behind.search(folded)
        return (led.end() if led else 0), (ends.start() if ends else len(folded))


ASKING: Mapping[str, tuple[Asked, ...]] = {code: read_records(Asked, code, "asking") for code in CODES}
ANSWERING: Mapping[str, Answering] = {code: read_table(Answering, code, "asking") for code in CODES}
