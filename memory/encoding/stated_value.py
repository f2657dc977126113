"""Values in one form, however they were said: days as ISO, times of the day on 24 hours."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import time

from memory.languages.analyser import level
from memory.languages.said_dates import SaidDate, iso, rewritten
from memory.languages.said_times import SaidTime, said_times
from memory.languages.tables import any_of

WEEKDAY = any_of("marks", "weekday")


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
    match said_times(value):
        case (SaidTime(text=text, clock=time() as told, vague=False),) if text == value:
            return f"{told:%H:%M}"
    return value
