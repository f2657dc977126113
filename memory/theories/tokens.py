"""Tokens: how long a text is to a model, near enough to keep budgets without a tokenizer.

Formula  tokens = ceil(other characters / 4) + CJK characters
Source   rule of thumb for byte-pair encodings; the project's own reading (PRI-06).
"""

from __future__ import annotations

import re
from math import ceil

_CJK = re.compile(r"[\u3000-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\uff00-\uffef]")


def count_tokens(text: str) -> int:
    """Tokens of the text; 0 for the empty one."""
    if text.isascii():
        return ceil(len(text) / 4)
    wide = len(_CJK.findall(text))
    return wide + ceil((len(text) - wide) / 4)


def cut_to_tokens(text: str, budget: int) -> str:
    """The longest beginning that fits, with … where something is missing."""
    if count_tokens(text) <= budget:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if count_tokens(text[:middle] + "…") <= budget else (low, middle - 1)
    return text[:low].rstrip() + "…" if low else ""
