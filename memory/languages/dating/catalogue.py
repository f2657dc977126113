"""The grammars, in the order in which they read a text: numbers and what only looks like a date go first."""

from __future__ import annotations

from memory.languages.dating.by_calendar import grammar
from memory.languages.dating.en import ENGLISH
from memory.languages.dating.ja import JAPANESE
from memory.languages.dating.numbers import NUMBERS
from memory.languages.dating.tr import TURKISH

BY_CALENDAR = {code: grammar(code) for code in ("de",)}
GRAMMARS = (NUMBERS, *BY_CALENDAR.values(), ENGLISH, JAPANESE, TURKISH)
