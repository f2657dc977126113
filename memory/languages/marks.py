"""Words that mark something in any of the languages, whichever a text is in: one expression of all of them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.languages.tables import ANY, CODES, read_table


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """`weekday` names one, `dated` a weekday, a month or a day; `part_of_day` says when of a day, `hour` which half.

    `until` and `since` stand behind a day. `quoting` stands behind what is quoted. `keeps`: the anima says that it
    remembers. `secret` is what must not be kept. `mine` is before what is the speaker's. `aside` and `ending` are
    behind the new value of a correction. `short` words have a point that ends no sentence.
    """

    weekday: str = ""
    dated: str = ""
    part_of_day: str = ""
    hour: str = ""
    until: str = ""
    since: str = ""
    quoting: str = ""
    keeps: str = ""
    secret: str = ""
    mine: str = ""
    aside: str = ""
    ending: str = ""
    short: str = ""


_ALL = tuple(read_table(Marks, code, "marks") for code in (*CODES, ANY))


def any_of(mark: str) -> re.Pattern[str]:
    """Of every language."""
    return re.compile("|".join(filter(None, (getattr(one, mark) for one in _ALL))))
