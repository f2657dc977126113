"""Where prose may be cut."""

from __future__ import annotations

import re

from adapters.rendering.width import whole

_SENTENCE = re.compile(r"[.!?…][\"'”’)\]]*(?=\s)|[。！？][」』）]*(?!$)")
_LINE = re.compile(r"(?=\n)")
_WORD = re.compile(r"(?=\s)")


def best_break(text: str, start: int, at: int) -> int:
    """Where to cut prose after `start` and up to `at`: after a sentence, a line, a word, at last after a character."""
    if at >= len(text):
        return len(text)
    at = max(at, start + 1)
    half = start + (at - start) // 2
    window = text[half : at + 1]
    for pattern in (_SENTENCE, _LINE, _WORD):
        places = [found.end() for found in pattern.finditer(window)]
        if places and start < half + places[-1] <= at:
            return half + places[-1]
    return max(whole(text, at, start), start + 1)


def after_space(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def is_blank_from(text: str, at: int) -> bool:
    return at >= len(text.rstrip())
