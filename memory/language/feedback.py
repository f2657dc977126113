"""Feedback: words and reactions by which people confirm, refuse, take back or ask to remember; all languages."""

from __future__ import annotations

import re

from memory.language.analyser import fold, level
from memory.language.pack_tables import patterns_of_each_language, words_of

_CONFIRMING, _REFUTING = words_of("feedback", "confirming"), words_of("feedback", "refuting")
"""Whole messages, folded and without their marks."""

_LIKED, _DISLIKED = words_of("reactions", "liked"), words_of("reactions", "disliked")
_FORGET = patterns_of_each_language("feedback", "forget")
_FORGET_WHAT = patterns_of_each_language("feedback", "forget_what", re.DOTALL)
_REMEMBER = patterns_of_each_language("feedback", "remember", re.DOTALL)


def stated_verdict(text: str) -> bool | None:
    """Whether the whole message says "that was right" (True) or "that was wrong" (False)."""
    return _sided(_bare(text), _CONFIRMING, _REFUTING)


def reaction_verdict(name: str) -> bool | None:
    """The same of a reaction, as the platform names it; skin tones of Slack do not matter."""
    return _sided(name.strip(":").partition("::")[0], _LIKED, _DISLIKED)


def asks_to_forget_last(text: str) -> bool:
    """ "Forget that": what was just said."""
    bare = _bare(text)
    return any(forget.match(bare) for forget in _FORGET)


def subject_to_forget(text: str) -> str:
    """What the person wants forgotten, by name: "forget that I have a cat"; folded, empty where nothing is asked."""
    bare = _bare(text)
    return next((found["what"] for what in _FORGET_WHAT if (found := what.match(bare))), "")


def asks_to_forget(text: str) -> bool:
    """Whether it asks to forget anything, named or not."""
    return asks_to_forget_last(text) or bool(subject_to_forget(text))


def text_to_remember(text: str) -> str:
    """What is to be remembered, as it stands in the message; empty where nothing is asked."""
    said = text.strip().rstrip(".!。！ ")
    found = next((found for remember in _REMEMBER if (found := remember.match(level(said)))), None)
    return said[slice(*found.span(found.lastgroup))].strip() if found and found.lastgroup else ""


def _sided(said: str, right: frozenset[str], wrong: frozenset[str]) -> bool | None:
    return said in right if said in right | wrong else None


def _bare(text: str) -> str:
    return " ".join(re.sub(r"[.!?,;。、！？…~〜]+", " ", fold(text).replace("’", "'")).split())
