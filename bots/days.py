"""Days as they are told to people: "3 May", "5月3日", "3 Mayıs"; with the year where it is another one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

_MONTHS: Mapping[str, str] = {
    "en": "January February March April May June July August September October November December",
    "tr": "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık",
}


def told(day: date, today: date, language: str) -> str:
    """In English where the language has no words."""
    is_this_year = day.year == today.year
    if language == "ja":
        return f"{day.month}月{day.day}日" if is_this_year else f"{day.year}年{day.month}月{day.day}日"
    month = _MONTHS.get(language, _MONTHS["en"]).split()[day.month - 1]
    return f"{day.day} {month}" if is_this_year else f"{day.day} {month} {day.year}"
