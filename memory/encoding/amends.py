"""Amends: what people do about memories besides telling something: confirm, refuse, take back, edit, delete.

Pure but for the view; what it returns are notes of the memory log.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from memory.archive.memory_line import Note
from memory.encoding.said import Said
from memory.encoding.view import View
from memory.vocabulary.fact import RETRACTED, Fact, FactChange
from memory.vocabulary.strength import REFUTED, USED, Use

CONFIRMED = "confirmed"


def judged(memories: Sequence[str], was_right: bool, event: str, audience: str, now: datetime) -> Iterator[Note]:
    """A person called these memories right, or wrong; `event` is where they did."""
    if memories:
        type, how = (USED, CONFIRMED) if was_right else (REFUTED, "")
        yield Use(ts=now, key=f"{event}/{type}", type=type, ids=tuple(memories), how=how, audience=audience)


def forgotten(said: Said, view: View, now: datetime) -> Iterator[Note]:
    """ "Forget that": the person's own facts of the last message of theirs that told any."""
    for earlier in reversed(said.before):
        if earlier.person == said.person:
            told = [fact for fact in view.of_sources([earlier.id]) if fact.person == said.person]
            if told:
                yield from retracted(told, said.id, "they asked to forget it", said.person, now)
                return


def retracted(facts: Sequence[Fact], event: str, because: str, person: str, now: datetime) -> Iterator[Note]:
    """These were never so, as far as this anima may say."""
    if facts:
        ids = tuple(fact.id for fact in facts)
        yield FactChange(
            ts=now, key=f"{event}/retracted", type=RETRACTED, ids=ids, because=because, person=person, source=event
        )
