"""Days as they are written to people: `written.toml` of each language."""

from __future__ import annotations

from datetime import date, datetime

from memory.language.folders import language_toml

_FILE = "written.toml"


def written_day(day: date, language: str, today: date | None = None) -> str:
    """Without its year where that is the year of today."""
    form = "day" if today is not None and day.year == today.year else "day_of_year"
    return _written(form, day, language)


def written_moment(at: datetime, language: str) -> str:
    """With its weekday and the time."""
    return _written("moment", at, language, time=f"{at:%H:%M}")


def written_weekday(day: date, language: str) -> str:
    return str(language_toml(language, _FILE)["weekdays"][day.weekday()])


def _written(form: str, day: date, language: str, time: str = "") -> str:
    words = language_toml(language, _FILE)
    month, weekday = words["months"][day.month - 1], words["weekdays"][day.weekday()]
    return str(words[form].format(weekday=weekday, day=day.day, month=month, year=day.year, time=time))
