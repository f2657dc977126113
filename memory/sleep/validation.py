"""What was found is believed only where its sources bear it: by rule, by inference, or by a model's approval."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import groupby, pairwise
from typing import Literal

from memory.language.analyser import fold, is_cjk
from memory.language.pack_tables import words_of
from memory.language.prose import sentences, spoken
from memory.sleep.night_judge import AnswerForm, ModelAsker
from memory.vocabulary.errors import JudgeFault
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Entailed, Entailment
from memory.vocabulary.scripts import HIRAGANA

LONGEST_SOURCE = 2000
"""Characters of a source that is looked at; a longer one tells nothing by this rule."""

_WORD = re.compile(r"[^\W_]+(?:[-.:,/'’_@][^\W_]+)*")
_SHORTEST_STEM = 3
_ASKING = ("?", "？")


@dataclass(frozen=True, slots=True)
class SourceText:
    """What somebody said, and by which name."""

    speaker: str
    text: str


def tokens(text: str) -> list[str]:
    """Folded words, numbers with their marks, and single characters of scripts without spaces."""
    return [item for word in _WORD.findall(fold(text)) for item in _parted(word)]


def told_in(sentence: str, source: SourceText) -> bool:
    """Whether one sentence of the source says it."""
    asked = _told(sentence, source.speaker)
    wanted = tokens(asked)
    if not wanted or len(source.text) > LONGEST_SOURCE:
        return False
    said = (item.text for item in sentences(spoken(source.text)))
    return any(_asks(item) == _asks(asked) and _is_same(wanted, tokens(item), source.speaker) for item in said)


def grounded(candidate: str, sources: Sequence[SourceText]) -> bool:
    """Whether each sentence of the candidate is told by one of the sources."""
    found = [sentence.text for sentence in sentences(candidate) if tokens(sentence.text)]
    return bool(found) and all(any(told_in(item, source) for source in sources) for item in found)


def _told(sentence: str, speaker: str) -> str:
    """Without the name that says who said it."""
    name, colon, rest = sentence.partition(":")
    return rest if colon and rest[:1].isspace() and fold(name).strip(" -*#") == fold(speaker) else sentence


def _asks(sentence: str) -> bool:
    return sentence.rstrip(" \"'”»」』)").endswith(_ASKING)


def _parted(word: str) -> Iterator[str]:
    for is_single, signs in groupby(word, is_cjk):
        if is_single:
            yield from signs
        elif run := "".join(signs).strip("-.:,/'’_@"):
            yield run


_OF_MYSELF = tuple(
    sorted({tuple(tokens(word)) for word in words_of("words", "of_myself")}, key=lambda item: (-len(item), item))
)


def _is_same(wanted: Sequence[str], said: Sequence[str], speaker: str) -> bool:
    if list(wanted) == list(said):
        return True
    return any(
        len(wanted) == len(variant) and _differ_by_an_ending(wanted, variant, named)
        for variant, named in _variants(said, speaker)
    )


def _variants(said: Sequence[str], speaker: str) -> Iterator[tuple[list[str], range]]:
    """The sentence with the speaker's name in it, and where that stands."""
    whole = tokens(speaker)
    names = [name for name in (whole, whole[:1]) if name]
    found = [(at, len(own)) for at in range(len(said)) for own in _OF_MYSELF if tuple(said[at : at + len(own)]) == own]
    for at, length in found or [(0, 0)]:
        for name in names:
            yield [*said[:at], *name, *said[at + length :]], range(at, at + len(name))


def _differ_by_an_ending(wanted: Sequence[str], variant: Sequence[str], named: range) -> bool:
    differing = [at for at, (item, other) in enumerate(zip(wanted, variant, strict=True)) if item != other]
    names = [at for at in differing if at in named]
    if any(not _is_name(wanted[at], variant[at]) for at in names):
        return False
    others = [at for at in differing if at not in named]
    return len(others) <= 1 and all(_is_form(wanted[at], variant[at]) for at in others)


def _is_name(word: str, name: str) -> bool:
    """The name, or it with an ending behind an apostrophe."""
    return re.split("['’]", word, maxsplit=1)[0] == name


def _is_form(text: str, other: str) -> bool:
    if not (text.isalpha() and other.isalpha()) or is_cjk(text[0]):
        return False
    shorter, longer = sorted((text, other), key=len)
    if longer.startswith(shorter):
        return len(shorter) > _SHORTEST_STEM and len(longer) - len(shorter) <= 2
    return len(text) == len(other) > _SHORTEST_STEM and text[:-1] == other[:-1]


# --- validation -----------------------------------------------------------------------------------------------------
# The validation cascade: what was found is believed only where its sources bear it (SLP-07).
#
# 1. natural language inference: entailment ≥ `entails` is believed with confidence 0.9, contradiction ≥ `contradicts`
#    is rejected, the rest is open;
# 2. a language model, asked for each candidate apart: approved with 0.7, else dropped;
# 3. without either, or where a model gives no answer: the extractive rule, with 0.5.
#
# A model's approval alone is not enough: no number, name or most of the words may come from elsewhere (`bears`).


BY_ENTAILMENT, BY_MODEL, BY_RULE = 0.9, 0.7, 0.5
"""Confidence in what was believed at each stage."""

LONGEST_PREMISE = 2000
FROM_SOURCES = 0.6
"""So much of a candidate's words stands in the sources, in one form or another."""

APPROVAL_INSTRUCTIONS = """\
"claim" was written from "sources". Approve it only if the sources say all of it: the same people, values, numbers,
days, denials and conditions, nothing more general and nothing added. Form: {"approved": true} or {"approved": false}.
"""

_HIRAGANA = re.compile(f"[{HIRAGANA}]")
_STEM = 4


class ModelApproval(AnswerForm):
    approved: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EntailmentBounds:
    """Shares from which a model of inference is believed."""

    entails: float = 0.6
    contradicts: float = 0.7
    same: float = 0.7


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidatedText:
    """`confidence` nought: it is not believed. `how`: entailment, model or rule."""

    confidence: float
    how: Literal["entailment", "model", "rule"]

    @property
    def is_believed(self) -> bool:
        return self.confidence > 0


@cache
def entailment_bounds(model: str) -> EntailmentBounds:
    """Those that fit the model of this name; usual ones for one that nobody has calibrated."""
    table: Mapping[str, Mapping[str, float]] = json.loads((files(__package__) / "bounds.json").read_text("utf-8"))
    return EntailmentBounds(**table.get(model, {}))


class Validation:
    """The cascade over what is at hand."""

    def __init__(self, entailment: Entailment | None, ask: ModelAsker) -> None:
        self._entailment = entailment
        self._ask = ask

    async def __call__(self, candidate: str, sources: Sequence[SourceText]) -> ValidatedText:
        """Never raises for what a model does."""
        if (judged := self._entailed(candidate, sources)) is not None:
            bounds = entailment_bounds(self._entailment.name if self._entailment else "")
            if judged.entailment >= bounds.entails and source_bears(candidate, sources):
                return ValidatedText(confidence=BY_ENTAILMENT, how="entailment")
            if judged.contradiction >= bounds.contradicts:
                return ValidatedText(confidence=0.0, how="entailment")
        if not source_bears(candidate, sources):
            return ValidatedText(confidence=0.0, how="rule")
        said: list[Json] = [f"{source.speaker}: {source.text}" for source in sources]
        material: dict[str, Json] = {"claim": candidate, "sources": said}
        answer = await self._ask(APPROVAL_INSTRUCTIONS, material, ModelApproval)
        if answer is not None:
            return ValidatedText(confidence=BY_MODEL * answer.approved, how="model")
        return ValidatedText(confidence=BY_RULE * grounded(candidate, sources), how="rule")

    def _entailed(self, candidate: str, sources: Sequence[SourceText]) -> Entailed | None:
        if self._entailment is None:
            return None
        premise = "\n".join(f"{source.speaker}: {source.text}" for source in sources)[:LONGEST_PREMISE]
        try:
            return next(iter(self._entailment([(premise, candidate)])), None)
        except JudgeFault:
            return None


def source_bears(candidate: str, sources: Sequence[SourceText]) -> bool:
    """Whether the candidate is made of its sources: each number and each name, and most of its words."""
    said = {_bare(token) for source in sources for token in (*tokens(source.text), *tokens(source.speaker))}
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
