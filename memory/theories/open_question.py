"""Open question: what ends by asking seldom holds the answer.

Formula  1 if the text ends with a question mark (of any script, before a picture's caption), else 0
Source   the project's own measurement: +1.7 points on the development chats.
"""

from __future__ import annotations

_MARKS = ("?", "？", "؟")
_CLOSING = frozenset("\"'”’)」』")


def open_question(text: str) -> float:
    """1 for a question, 0 for everything else."""
    if "?" not in text and "？" not in text and "؟" not in text:  # asked of every candidate
        return 0.0
    said, opening, caption = text.rstrip().rpartition("[image:")
    if not opening or caption.find("]") != len(caption) - 1:
        said = text
    end = len(said)
    while end and (said[end - 1].isspace() or said[end - 1] in _CLOSING):
        end -= 1
    return float(said[:end].endswith(_MARKS))
