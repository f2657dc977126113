"""How wide text is in a fixed-width font, and where it may be cut: never within a character as people see it, best
after a sentence.
"""

from __future__ import annotations

import re
import unicodedata

_JOINER = "\u200d"
#: How far a cut is moved back; a longer heap of marks on one letter is cut all the same.
_FARTHEST = 64


def width(text: str) -> int:
    """Columns that the text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if _extends(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in text)


def whole(text: str, at: int, start: int = 0) -> int:
    """The last place at or before `at`, but after `start`, where no character as people see it is cut."""
    place = at
    while start < place < len(text) and _inside(text, place) and at - place < _FARTHEST:
        place -= 1
    return place if place > start and not (place < len(text) and _inside(text, place)) else at


def _inside(text: str, at: int) -> bool:
    before, after = text[at - 1], text[at]
    if after < "\u0300":
        return before == "\r" and after == "\n"
    return _extends(after) or before == _JOINER or (_is_flag(after) and _flags_before(text, at) % 2 == 1)


def _flags_before(text: str, at: int) -> int:
    count = 0
    while count < min(at, _FARTHEST) and _is_flag(text[at - 1 - count]):
        count += 1
    return count


def _is_flag(sign: str) -> bool:
    return "\U0001f1e6" <= sign <= "\U0001f1ff"


def _extends(sign: str) -> bool:
    """Belongs to the sign before it: marks, joiners, variation selectors, skin tones, tags, Hangul vowels."""
    if sign < "\u0300":
        return False
    return (
        sign in (_JOINER, "\u200c")
        or unicodedata.category(sign) in ("Mn", "Me", "Mc")
        or "\U0001f3fb" <= sign <= "\U0001f3ff"
        or "\U000e0020" <= sign <= "\U000e007f"
        or "\u1160" <= sign <= "\u11ff"
    )


# --- breaks ---------------------------------------------------------------------------------------------------------
# Where prose may be cut.


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
