"""The languages that are spoken here, in the order in which they are asked."""

from __future__ import annotations

from memory.languages.en import ENGLISH
from memory.languages.ja import JAPANESE
from memory.languages.tr import TURKISH

LANGUAGES = (ENGLISH, JAPANESE, TURKISH)
