"""The languages that are spoken here, in the order in which they are asked."""

from __future__ import annotations

from memory.languages.pack import LanguagePack
from memory.languages.tables import CODES, read_table

LANGUAGES = tuple(read_table(LanguagePack, code, "words") for code in CODES)
PACKS = {pack.code: pack for pack in LANGUAGES}
