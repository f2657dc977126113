"""How people ask to be reminded, and how a day and an hour are told back to them; one set for each language.

`wish` finds the asking itself, over folded text; `not_wished` what only looks so. `event` finds what is waited for, in
its group `said`. `lead` and `tail` are what is cut from both ends of what remains, the thing to be reminded of.
`moment` tells a day of a month and its hour.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from memory.languages.tables import CODES, read_table


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubts:
    """What is unclear, as a sentence; `{words}` are those of the wish."""

    no_time: str
    repeated: str
    day: str
    several: str
    span: str
    hour: str
    over: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminding:
    code: str
    wish: re.Pattern[str]
    not_wished: re.Pattern[str]
    repeated: re.Pattern[str]
    event: re.Pattern[str]
    lead: re.Pattern[str]
    tail: re.Pattern[str]
    doubts: Doubts
    when_it_happens: str
    moment: str
    weekdays: tuple[str, ...]
    months: tuple[str, ...]

    def told(self, when: datetime) -> str:
        """The day and the hour, as they are told back."""
        return self.moment.format(
            weekday=self.weekdays[when.weekday()],
            day=when.day,
            month=self.months[when.month - 1],
            year=when.year,
            time=f"{when:%H:%M}",
        )


REMINDING = tuple(read_table(Reminding, code, "reminding") for code in CODES)
