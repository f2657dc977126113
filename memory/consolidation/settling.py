"""Settling: a plan that somebody has settled in a talk is settled for all who may know of it (SLP-02)."""

from __future__ import annotations

from collections.abc import Callable

from memory.archive.resolutions import Resolution, Resolutions
from memory.index.strengths import Strengths
from memory.vocabulary.event import Event, Json
from memory.vocabulary.fact import FactChange


class Settling:
    """It goes into the anima's log and into the registry of the house, once however often it is told."""

    def __init__(
        self, strengths: Strengths, record: Callable[[Event], object], resolutions: Resolutions, anima: str
    ) -> None:
        self._strengths = strengths
        self._record = record
        self._resolutions = resolutions
        self._anima = anima

    def __call__(self, note: FactChange) -> None:
        """`note` invalidates the plan. Blocking; raises StorageFault."""
        fact = self._strengths.asked(lambda state: state.facts.get(note.ids[0]))
        if fact is None:
            return
        meta: dict[str, Json] = {"id": f"resolved/{note.key}", "audience": fact.audience}
        self._record(Event(ts=note.ts, type="issue_resolved", content=fact.text, summary=note.because, meta=meta))
        self._resolutions.append(
            Resolution(ts=note.ts, anima=self._anima, issue=fact.text, audience=fact.audience, id=note.key)
        )
