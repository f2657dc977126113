"""Context: a short answer is told with the question that it answers, or nobody would understand it later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from memory.index.entry import Entry
from memory.recall.candidate import Candidate
from memory.theories.open_question import open_question
from memory.vocabulary.recall import Recollection

SHORT = 60
"""Characters up to which an answer needs its question."""

LONGEST = 300
"""Characters of a question that are told; the question itself stands at the end."""


def in_context(
    recollection: Recollection, candidates: Mapping[str, Candidate], may_be_told: Callable[[Entry], bool]
) -> Recollection:
    """The recollection, with the turn before it where that asks and may be told."""
    if recollection.kind != "turn" or len(recollection.text) > SHORT or open_question(recollection.text):
        return recollection
    before = candidates.get(candidates[recollection.id].previous or "")
    if before is None or not open_question(before.entry.text) or not may_be_told(before.entry):
        return recollection
    context = f"after {before.entry.speaker} had asked: {_ending(before.entry.text)}"
    return replace(recollection, context=context, ids=(before.entry.id, *recollection.ids))


def _ending(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= LONGEST else f"…{words[-LONGEST:].lstrip()}"
