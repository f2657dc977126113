"""The words of a language, for its grammar of days."""

from __future__ import annotations

from memory.languages.catalogue import PACKS

ENGLISH = PACKS["en"]
