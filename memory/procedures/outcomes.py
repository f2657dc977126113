"""Outcomes: what a try of a procedure changes in the head of its file, each try once."""

from __future__ import annotations

from collections.abc import Mapping

from memory.archive.documents import Document
from memory.procedures.record import fields_of, record_of
from memory.theories.procedure_confidence import tried
from memory.vocabulary.change import Change
from memory.vocabulary.event import Json

TURNS = "tried_in"
KEPT = 20
"""Turns in which it was tried lately, so that none counts twice, however its outcome became known."""


def is_counted(meta: Mapping[str, Json], turn: str) -> bool:
    """Whether the try in this turn is counted already."""
    return turn in _turns(meta)


def counted(document: Document, tries: Mapping[str, bool], because: str) -> Change | None:
    """The change that counts these tries (turn -> whether it worked); None where all of them are counted already."""
    fresh = {turn: worked for turn, worked in tries.items() if not is_counted(document.meta, turn)}
    record = record_of(document.meta)
    for worked in fresh.values():
        record = tried(record, worked)
    if not fresh:
        return None
    turns: list[Json] = [*_turns(document.meta), *fresh]
    return Change(
        kind="write",
        path=document.path,
        text=document.body,
        meta={**fields_of(record), TURNS: turns[-KEPT:]},
        because=because,
        expects=document.version,
    )


def _turns(meta: Mapping[str, Json]) -> list[str]:
    found = meta.get(TURNS)
    return [str(turn) for turn in found] if isinstance(found, list) else []
