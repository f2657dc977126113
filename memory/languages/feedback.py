"""Feedback: words and reactions by which people confirm, refuse, take back or ask to remember; all languages."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.languages.analyser import fold
from memory.languages.tables import ANY, read_table, read_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """`confirming` and `refuting` are whole messages, folded and without their marks; the patterns have a `what`."""

    confirming: frozenset[str]
    refuting: frozenset[str]
    forget: str
    forget_what: str
    remember: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reactions:
    liked: frozenset[str]
    disliked: frozenset[str]


_ALL = read_tables(Feedback, "feedback")
_REACTIONS = read_table(Reactions, ANY, "reactions")
_CONFIRMING = frozenset().union(*(one.confirming for one in _ALL))
_REFUTING = frozenset().union(*(one.refuting for one in _ALL))
_FORGET = tuple(re.compile(one.forget) for one in _ALL)
_FORGET_WHAT = tuple(re.compile(one.forget_what, re.DOTALL) for one in _ALL)
_REMEMBER = tuple(re.compile(one.remember, re.DOTALL) for one in _ALL)


def verdict(text: str) -> bool | None:
    """Whether the whole message says "that was right" (True) or "that was wrong" (False)."""
    bare = _bare(text)
    if bare in _CONFIRMING:
        return True
    return False if bare in _REFUTING else None


def reaction(name: str) -> bool | None:
    """The same of a reaction, as the platform names it; skin tones of Slack do not matter."""
    plain = name.strip(":").partition("::")[0]
    if plain in _REACTIONS.liked:
        return True
    return False if plain in _REACTIONS.disliked else None


def asks_to_forget(text: str) -> bool:
    """ "Forget that": what was just said."""
    bare = _bare(text)
    return any(forget.match(bare) for forget in _FORGET)


def asked_to_forget(text: str) -> str:
    """What the person wants forgotten, by name: "forget that I have a cat"; folded, empty where nothing is asked."""
    bare = _bare(text)
    return next((found["what"] for what in _FORGET_WHAT if (found := what.match(bare))), "")


def asked_to_remember(text: str) -> str:
    """What is to be remembered, as it stands in the message; empty where nothing is asked."""
    folded = fold(text.strip()).rstrip(".!。！ ")
    found = next((found for remember in _REMEMBER if (found := remember.match(folded))), None)
    if found is None or found.lastgroup is None:
        return ""
    start, end = found.span(found.lastgroup)
    stripped = text.strip()
    # Folding may change the length of a letter; then the folded text is better than a wrong cut.
    same = len(fold(stripped)) == len(stripped)
    return (stripped if same else folded)[start:end].strip()


def _bare(text: str) -> str:
    return " ".join(re.sub(r"[.!?,;。、！？…~〜]+", " ", fold(text).replace("’", "'")).split())
