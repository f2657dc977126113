"""The gate of injection: how much of a recollection is said by itself, by how sure it is.

What was learned (knowledge, facts, episodes, procedures) is somebody's conclusion, and repeated where it does not
belong it misleads: from 0.7 it is said in full with path and date, from 0.4 its beginning only, below that not at all,
and the low-confidence hit is noted. The confidence is the calibrated similarity, or the share of the question's rare
words that it has, times what its source is worth; never the score, whose parts have other units.

What was said is quoted with its speaker and date, and who reads it can judge it. A turn seldom repeats the words of the
question that it answers (its neighbours do), so its confidence says little: rank and budget decide, and the gate stops
only what nothing speaks for. A turn is said whole, for a sentence cut in half is how answers get lost.
"""

from __future__ import annotations

import re
from typing import Literal

from memory.vocabulary.recall import Recollection

FULL, SUMMARY = 0.7, 0.4
"""Confidence from which a document is said in full, and in short."""

LONGEST = 160
"""Characters of a summary."""

Degree = Literal["full", "summary", "withheld"]

_SENTENCE = re.compile(r"[.!?…][\"')\]]*(?=\s|$)|[。！？]")


def degree(found: Recollection) -> Degree:
    """How much of it is said."""
    if found.kind == "turn":
        return "full" if _has_a_reason(found) else "withheld"
    if found.confidence >= FULL:
        return "full"
    return "summary" if found.confidence >= SUMMARY else "withheld"


def summary(text: str) -> str:
    """The first sentences that fit, in one line; a longer one is cut at a word."""
    plain = " ".join(text.split())
    if len(plain) <= LONGEST:
        return plain
    ends = [match.end() for match in _SENTENCE.finditer(plain, 0, LONGEST) if not plain[: match.end()].isdecimal()]
    if ends:
        return plain[: ends[-1]]
    return f"{plain[: LONGEST - 1].rpartition(' ')[0] or plain[: LONGEST - 1]}…"


def _has_a_reason(found: Recollection) -> bool:
    return found.confidence > 0 or not found.reasons or any(reason.value > 0 for reason in found.reasons)
