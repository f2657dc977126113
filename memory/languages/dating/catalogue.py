"""The calendars, in the order in which they read a text: numbers and what only looks like a date go first."""

from __future__ import annotations

import re

from memory.languages.catalogue import LANGUAGES
from memory.languages.dating.by_calendar import Calendar, words_of_all
from memory.languages.dating.needs import FormIndex

CALENDARS = ("figures", "de", "en", "ja", "tr")
GRAMMARS = {code: Calendar(code).grammar() for code in CALENDARS}
FORMS = FormIndex([form for one in GRAMMARS.values() for form in one.forms])
_PACKS = {pack.code for pack in LANGUAGES}
BY_CALENDAR = {code: one for code, one in GRAMMARS.items() if one.sign.pattern and code not in _PACKS}
"""Of languages that are known by their calendar alone."""
PART_OF_DAY = re.compile(words_of_all(CALENDARS, "part_of_day"))
"""Words that say more than a day does."""
ARTICLE = re.compile(words_of_all(CALENDARS, "article"), re.IGNORECASE)
"""What goes where an ISO date takes the place of a day."""
