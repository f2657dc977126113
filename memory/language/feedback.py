"""Feedback: what a message says of the answer before it, judged by what examples taught; reactions; what is asked to be
remembered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, get_args

from memory.language.analyser import level, query_terms
from memory.language.linear_judge import fitted_judge, hash_features, normalised, text_features
from memory.language.pack_tables import patterns_of_each_language, words_of

if TYPE_CHECKING:
    from memory.language.linear_judge import Keys

Verdict = Literal["wrong", "corrected", "stale", "helped", "neither"]
"""The answer is wrong; this is right instead; that was so once; it helped; nothing of it."""
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
NEITHER: Verdict = "neither"
AGAINST: frozenset[Verdict] = frozenset(("wrong", "corrected", "stale"))

SURE_OF_VERDICT = 0.4
"""A share from which a verdict is believed; of those against the answer all together."""

_LIKED, _DISLIKED = words_of("reactions", "liked"), words_of("reactions", "disliked")
_REMEMBER = patterns_of_each_language("feedback", "remember", re.DOTALL)
_FIGURES = re.compile(r"\d+")
_FEW, _SOME = 3, 8
"""Words of a short message, and of one that is not long."""


@lru_cache(maxsize=256)
def judge_verdict(answer: str, text: str) -> Verdict:
    """What the message says of the anima's own words just before it."""
    if not answer.strip() or not text.strip():
        return "neither"
    shares = fitted_judge("memory.language", "feedback").shares(verdict_features(answer, text))
    if sum(shares[each] for each in AGAINST) >= SURE_OF_VERDICT:
        return max(AGAINST, key=lambda each: (shares[each], each))
    return "helped" if shares["helped"] >= SURE_OF_VERDICT else "neither"


def verdict_features(answer: str, text: str) -> tuple[Keys, ...]:
    """Those of the message after the answer, and how the two are alike."""
    return (*text_features(text, answer, is_before_own=True), hash_features(_alike(answer, text)))


def _alike(answer: str, text: str) -> Iterator[str]:
    there, words = set(query_terms(answer)), query_terms(text)
    shared = sum(word in there for word in words)
    size = "few" if len(words) <= _FEW else "some" if len(words) <= _SOME else "many"
    of_answer, of_text = set(_FIGURES.findall(answer)), set(_FIGURES.findall(text))
    figures = "new" if of_text - of_answer else "same" if of_text else "none"
    asks = "asks" if "?" in normalised(text) else "tells"
    yield f"{size} {'some shared' if shared else 'none shared'} {asks}"
    yield f"figures {figures} {'of some' if of_answer else 'of none'}"
    yield f"{size} {asks}"


def reaction_verdict(name: str) -> bool | None:
    """Whether a reaction says "that was right" (True) or "that was wrong" (False), as the platform names it; skin tones
    of Slack do not matter."""
    plain = name.strip(":").partition("::")[0]
    return plain in _LIKED if plain in _LIKED | _DISLIKED else None


def text_to_remember(text: str) -> str:
    """What is to be remembered, as it stands in the message; empty where nothing is asked."""
    said = text.strip().rstrip(".!。！ ")
    found = next((found for remember in _REMEMBER if (found := remember.match(level(said)))), None)
    return said[slice(*found.span(found.lastgroup))].strip() if found and found.lastgroup else ""
