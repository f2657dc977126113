"""The validation cascade: what was found is believed only where its sources bear it (SLP-07).

1. natural language inference: entailment ≥ `entails` is believed with confidence 0.9, contradiction ≥ `contradicts`
   is rejected, the rest is open;
2. a language model, asked for each candidate apart: approved with 0.7, else dropped;
3. without either, or where a model gives no answer: the extractive rule, with 0.5.

A model's approval alone is not enough: no number, name or most of the words may come from elsewhere (`bears`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Literal

from memory.knowledge.asking import Asking, Form
from memory.knowledge.grounding import Utterance, grounded, tokens
from memory.knowledge.ports import Entailed, Entailment
from memory.languages.analyser import is_cjk
from memory.vocabulary.errors import JudgeFault
from memory.vocabulary.event import Json

BY_ENTAILMENT, BY_MODEL, BY_RULE = 0.9, 0.7, 0.5
"""Confidence in what was believed at each stage."""

LONGEST_PREMISE = 2000
FROM_SOURCES = 0.6
"""So much of a candidate's words stands in the sources, in one form or another."""

INSTRUCTIONS = """\
"claim" was written from "sources". Approve it only if the sources say all of it: the same people, values, numbers,
days, denials and conditions, nothing more general and nothing added. Form: {"approved": true} or {"approved": false}.
"""

_HIRAGANA = re.compile("[\u3040-\u309f]")
_STEM = 4


class Approval(Form):
    approved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Shares from which a model of inference is believed."""

    entails: float = 0.6
    contradicts: float = 0.7
    same: float = 0.7


@dataclass(frozen=True, slots=True, kw_only=True)
class Validated:
    """`confidence` nought: it is not believed. `how`: entailment, model or rule."""

    confidence: float
    how: Literal["entailment", "model", "rule"]

    @property
    def is_believed(self) -> bool:
        return self.confidence > 0


@cache
def bounds_of(model: str) -> Bounds:
    """Those that fit the model of this name; usual ones for one that nobody has calibrated."""
    table: Mapping[str, Mapping[str, float]] = json.loads((files(__package__) / "bounds.json").read_text("utf-8"))
    return Bounds(**table.get(model, {}))


class Validation:
    """The cascade over what is at hand."""

    def __init__(self, entailment: Entailment | None, ask: Asking) -> None:
        self._entailment = entailment
        self._ask = ask

    async def __call__(self, candidate: str, sources: Sequence[Utterance]) -> Validated:
        """Never raises for what a model does."""
        if (judged := self._entailed(candidate, sources)) is not None:
            bounds = bounds_of(self._entailment.name if self._entailment else "")
            if judged.entailment >= bounds.entails and bears(candidate, sources):
                return Validated(confidence=BY_ENTAILMENT, how="entailment")
            if judged.contradiction >= bounds.contradicts:
                return Validated(confidence=0.0, how="entailment")
        if not bears(candidate, sources):
            return Validated(confidence=0.0, how="rule")
        said: list[Json] = [f"{one.speaker}: {one.text}" for one in sources]
        material: dict[str, Json] = {"claim": candidate, "sources": said}
        answer = await self._ask(INSTRUCTIONS, material, Approval)
        if answer is not None:
            return Validated(confidence=BY_MODEL * answer.approved, how="model")
        return Validated(confidence=BY_RULE * grounded(candidate, sources), how="rule")

    def _entailed(self, candidate: str, sources: Sequence[Utterance]) -> Entailed | None:
        if self._entailment is None:
            return None
        premise = "\n".join(f"{one.speaker}: {one.text}" for one in sources)[:LONGEST_PREMISE]
        try:
            return next(iter(self._entailment([(premise, candidate)])), None)
        except JudgeFault:
            return None


def bears(candidate: str, sources: Sequence[Utterance]) -> bool:
    """Whether the candidate is made of its sources: each number and each name, and most of its words."""
    said = {_bare(token) for one in sources for token in (*tokens(one.text), *tokens(one.speaker))}
    stems = {token[:_STEM] for token in said}
    wanted = [_bare(token) for token in tokens(candidate) if not _HIRAGANA.fullmatch(token)]
    exact = [token for token in wanted if any(sign.isdigit() for sign in token)]
    named = [_bare(token) for name in _names(candidate) for token in tokens(name)]
    if not wanted or not all(token in said for token in exact):
        return False
    if not all(token[:_STEM] in stems for token in named):
        return False
    held = sum(token in said or (len(token) >= _STEM and token[:_STEM] in stems) for token in wanted)
    return held >= FROM_SOURCES * len(wanted)


def _bare(token: str) -> str:
    """Without the ending behind an apostrophe."""
    return token.replace("’", "'").partition("'")[0]


def _names(text: str) -> list[str]:
    """Capitalised words that do not begin a sentence."""
    words = text.split()
    return [
        word
        for before, word in pairwise(words)
        if word[:1].isupper() and not is_cjk(word[0]) and before[-1] not in ".!?:"
    ]
