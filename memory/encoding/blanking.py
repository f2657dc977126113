"""Blanking: what is taken out of a text becomes as many other letters, so that every place stays where it was."""

from __future__ import annotations

import re
from collections.abc import Iterable

_LETTER = re.compile(r"[^\n]")


def blank(match: re.Match[str]) -> str:
    """For `re.sub`: spaces, and the ends of lines as they were."""
    return _LETTER.sub(" ", match.group())


def without(text: str, spans: Iterable[tuple[int, int]], mark: str = " ") -> str:
    """Each of the spans as that many marks."""
    for start, end in spans:
        text = text[:start] + mark * (end - start) + text[end:]
    return text
