"""What the anima knows how to do that may serve now, found in three stages.

1. a `[keyword]` of the message stands in the description; 2. content words of both overlap; 3. they are alike in
meaning (where there are vectors). The first stage that matches has the top place.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from memory.index.turns import one_line
from memory.languages.analyser import fold, query_terms
from memory.priming.channel import Channel, Item, Offer, Situation
from memory.priming.gate import SUMMARY
from memory.vocabulary.recall import Cue, Reason, Recollection

NAME = "skills"

LONGEST = 160
"""Characters of a description."""

Able = Callable[[Cue], Awaitable[Sequence[Recollection]]]
"""Skills and procedures that recall finds for the cue, best first."""

_KEYWORD = re.compile(r"\[([^\[\]\n]{1,60})\]")
_STEM = 4


def skills(able: Able) -> Channel:
    async def offer(situation: Situation) -> Offer:
        best: dict[str, Recollection] = {}
        for found in matched(situation.cue.text, await able(situation.cue)):
            best.setdefault(found.path, found)
        return Offer(channel=NAME, items=[_item(position, found) for position, found in enumerate(best.values())])

    return Channel(name=NAME, tokens=200, retrieves=True, offer=offer)


class Match(NamedTuple):
    """In which stage something matches (3 is the first), how that is called, how well: ordered like that."""

    stage: int
    by: str
    share: float


def matched(message: str, found: Sequence[Recollection]) -> list[Recollection]:
    """Those that match, in the order of the stages, each with the reason that brought it."""
    keywords = [fold(word).strip() for word in _KEYWORD.findall(message)]
    words = query_terms(message)
    pairs = [(_match(one, keywords, words), one) for one in found]
    pairs.sort(key=lambda pair: pair[0], reverse=True)  # ties stay in recall's order
    return [
        replace(one, reasons=(Reason(match.by, round(match.share, 4)), *one.reasons))
        for match, one in pairs
        if match.share
    ]


def _match(found: Recollection, keywords: Sequence[str], words: Sequence[str]) -> Match:
    text = fold(found.text)
    if any(word and word in text for word in keywords):
        return Match(3, "keyword", 1.0)
    if shared := _overlap(words, query_terms(found.text)):
        return Match(2, "words in common", shared)
    return Match(1, "similarity", found.confidence if found.confidence >= SUMMARY else 0.0)


def _overlap(words: Sequence[str], others: Sequence[str]) -> float:
    held = [word for word in words if any(_alike(word, other) for other in others)]
    return len(held) / len(words) if words else 0.0


def _alike(one: str, other: str) -> bool:
    """The same word, or forms of it: `invoice` and `invoices`, `write` and `writing`."""
    return one == other or (len(one) >= _STEM <= len(other) and one[:_STEM] == other[:_STEM] and _near(one, other))


def _near(one: str, other: str) -> bool:
    return abs(len(one) - len(other)) <= 3


def _item(position: int, found: Recollection) -> Item:
    text = one_line(found.text.lstrip("# "))
    text = text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"
    return Item(text=f"- {text} ({found.path})", position=position, recollections=(found,))
