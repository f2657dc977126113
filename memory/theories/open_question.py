"""Open question: what ends by asking seldom holds the answer.

Formula  1 if the text ends with a question mark (of any script, before a picture's caption), else 0
Source   the project's own measurement: +1.7 points on the development chats.
"""

from __future__ import annotations

import re

_ASKS = re.compile(r"[?？؟][\s\"'”’)」』]*(\[image:[^\]]*\])?\s*$")


def open_question(text: str) -> float:
    """1 for a question, 0 for everything else."""
    has_mark = "?" in text or "？" in text or "؟" in text  # asked of every candidate
    return 1.0 if has_mark and _ASKS.search(text) else 0.0
