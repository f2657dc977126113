"""How many tokens a text is, roughly and without a tokenizer: four characters each, of CJK one each."""

from __future__ import annotations

import re

_WIDE = re.compile(r"[ᄀ-ᇿ⺀-鿿가-힯豈-﫿＀-￯\U00020000-\U0003ffff]")
CUT_MARK = "…"


def estimate(text: str) -> int:
    """Tokens, rounded up."""
    wide = sum(1 for _ in _WIDE.finditer(text))
    return wide + -(-(len(text) - wide) // 4)


def cut(text: str, budget: int) -> str:
    """The text's beginning within the budget, at the end of a line where one is near; a mark where it was cut."""
    if estimate(text) <= budget:
        return text
    longest = _longest(text, budget - 1)
    line_end = text.rfind("\n", longest // 2, longest)
    return text[: line_end if line_end > 0 else longest].rstrip() + CUT_MARK if longest > 0 else ""


def _longest(text: str, budget: int) -> int:
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if estimate(text[:middle]) <= budget else (low, middle - 1)
    return low
