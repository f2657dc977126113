"""A clause so that it stands alone: the speaker's name for "I", no fillers, 500 characters at most."""

from __future__ import annotations

import re

from memory.languages.analyser import level
from memory.languages.catalogue import TELLING
from memory.languages.retelling import third_person

MOST_LETTERS = 500
_WHITE = re.compile(r"\s+")


def retold(text: str, speaker: str, code: str, *, is_about_speaker: bool) -> str:
    """In the third person. Only what is sure is changed; who says it stands before what has no subject."""
    bare = _without_fillers(text, code)
    told = third_person(bare, speaker, code, is_about_speaker=is_about_speaker)
    return shortened(_WHITE.sub(" ", told).strip())


def shortened(text: str) -> str:
    """At the end of a word, with an ellipsis where something is missing."""
    if len(text) <= MOST_LETTERS:
        return text
    cut = text[: MOST_LETTERS - 1]
    return (cut[: cut.rfind(" ")] if " " in cut[400:] else cut) + "…"


def _without_fillers(text: str, code: str) -> str:
    pattern, before = re.compile(TELLING[code].fillers), ""
    while text != before:
        before = text
        if match := pattern.search(level(text)):
            text = (text[: match.start()] + text[match.end() :]).strip()
    return text or before
