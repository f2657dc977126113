"""Values in one form, however they were said: days as ISO, times of the day on 24 hours."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.languages.analyser import level
from memory.languages.said_dates import SaidDate, iso, rewritten
from memory.languages.tables import any_of

WEEKDAY = any_of("marks", "weekday")
_CLOCK = re.compile(
    r"^(?:at |saat )?(?P<half>(?:午前|午後|朝|夜|夕方)?)(?P<hour>\d{1,2})(?:(?:[:.]|時)(?P<minute>\d\d|半)?分?)?"
    r"\s?(?P<pm>[ap])?\.?m?\.?(?: o'clock)?$"
)


def is_weekday(said: SaidDate) -> bool:
    """A weekday alone, without its date."""
    has_date = any(letter.isdecimal() for letter in said.text)
    return not has_date and WEEKDAY.search(level(said.text)) is not None


def with_days(text: str, dates: Sequence[SaidDate]) -> str:
    """Days as ISO; a weekday keeps its word, for it may be asked for by that."""
    sure = [date for date in dates if not date.unsure]
    for said in sorted(sure, key=lambda date: date.start, reverse=True):
        if is_weekday(said):
            text = f"{text[: said.end]} ({iso(said)}){text[said.end :]}"
        else:
            text = rewritten(text[: said.end], [said]) + text[said.end :]
    return text


def clock(value: str) -> str:
    """ "3pm", "午後3時" and "15.00" are 15:00."""
    match = _CLOCK.match(value)
    if match is None or int(match["hour"]) > 24:
        return value
    hour = int(match["hour"])
    if (match["pm"] == "p" or match["half"] in ("午後", "夜", "夕方")) and hour < 12:
        hour += 12
    minute = "30" if match["minute"] == "半" else match["minute"] or "00"
    return f"{hour:02}:{minute}"
