"""Words of English that name days, and the pieces of patterns that its forms share."""

from __future__ import annotations

from memory.languages.dating.form import either
from memory.languages.en import ENGLISH as PACK
from memory.languages.pack import words

_TODAYS = (
    "today",
    "2day",
    "tonight",
    "tonite",
    "tonigt",
    "2nite",
    "this morning",
    "this afternoon",
    "this evening",
    "this arvo",
)
_TOMORROWS = words(
    """tomorrow tmrw tmr tmw tmrow tmoro tmorrow tomorow tommorow tommorrow tomorro tomorrw tommorw tomoz tomo 2moro
    2morro 2morrow 2mrw 2mro"""
)
DAYS_FROM_NOW = {
    **dict.fromkeys(_TODAYS, 0),
    **dict.fromkeys(("yesterday", "yday", "yest", "ystd", "yesteday", "last night", "last evening", "last nite"), -1),
    **dict.fromkeys(_TOMORROWS, 1),
    "day after tomorrow": 2,
    "day before yesterday": -2,
    "overmorrow": 2,
}
_MISSPELT_DAYS = {
    "wednsday": 2,
    "wensday": 2,
    "wendesday": 2,
    "thursay": 3,
    "tuseday": 1,
    "firday": 4,
    "tues": 1,
    "weds": 2,
    "thur": 3,
    "thurs": 3,
    "satday": 5,
    "thurday": 3,
    "thursdy": 3,
    "firdays": 4,
    "mondy": 0,
    "tusday": 1,
    "tueday": 1,
    "wedensday": 2,
    "wednesay": 2,
    "saturdy": 5,
    "sundy": 6,
    "frday": 4,
    "saterday": 5,
}
FULL_DAYS = dict(PACK.weekdays) | _MISSPELT_DAYS
_SHORT_DAYS = {"mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4}
SHORT_DAY = rf"(?:{either(_SHORT_DAYS)})"
ALL_DAYS = FULL_DAYS | _SHORT_DAYS | {"sat": 5, "sun": 6}
MONTHS = dict(PACK.months)
NUMBERS = dict(PACK.numbers) | {"an": 1, "thirteen": 13, "fourteen": 14, "fifteen": 15, "twenty": 20, "thirty": 30}
FIXED = {
    "christmas eve": (12, 24),
    "christmas day": (12, 25),
    "boxing day": (12, 26),
    **dict.fromkeys(("new year's eve", "new years eve"), (12, 31)),
    **dict.fromkeys(("new year's day", "new years day"), (1, 1)),
    **dict.fromkeys(("valentine's day", "valentines day"), (2, 14)),
    "halloween": (10, 31),
    **dict.fromkeys(("st patrick's day", "st. patrick's day"), (3, 17)),
    **dict.fromkeys(("april fools' day", "april fool's day"), (4, 1)),
}
_ORDINALS = """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
    fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third
    twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"""
ORDINALS = {word: number for number, word in enumerate(_ORDINALS.split(), start=1)}
NTH = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": -1}
AWAY = {"last": -1, "this": 0, "next": 1}

FULL_DAY = rf"(?:{either(FULL_DAYS)})"
ANY_DAY = rf"(?:{either(ALL_DAYS)})"
MONTH = rf"(?:{either(MONTHS)})"
NUMBER = rf"(?:\d{{1,3}}|{either(NUMBERS)})"
ORDINAL = rf"(?:{either(ORDINALS)})"
YEAR = r"(?:19|20)\d\d"


def day_number(word: str) -> int:
    return int(word) if word.isdecimal() else ORDINALS[word]


def number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBERS[word]
