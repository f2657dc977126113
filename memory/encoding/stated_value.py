"""The value of a slot in one form, however it was said: days as ISO, times of the day on 24 hours."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.encoding.slots import Slot
from memory.languages.said_dates import SaidDate, iso
from memory.languages.telling import Telling

_CLOCK = re.compile(
    r"^(?:at |saat )?(?P<half>(?:午前|午後|朝|夜|夕方)?)(?P<hour>\d{1,2})(?:(?:[:.]|時)(?P<minute>\d\d|半)?分?)?"
    r"\s?(?P<pm>[ap])?\.?m?\.?(?: o'clock)?$"
)


def normal(slot: Slot, dates: Sequence[SaidDate], telling: Telling) -> str:
    for said in dates:
        within = min(said.end, slot.end) - max(said.start, slot.start)
        if not said.unsure and within * 2 > slot.end - slot.start:
            return iso(said)
    return clock(slot.value) if slot.attribute == "time" else slot.value


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
