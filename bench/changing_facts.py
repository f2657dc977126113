"""The facts that whoever understands every word of the lives would form of them: what recall can do with the best."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from bench.changing import ANNOUNCED, FORMS, LOOKED_BACK_TO, WORDS, YEAR, Lives, Telling
from bench.gathering import Said
from memory.vocabulary.fact import Fact

_THINGS = frozenset(kind.name for kind in WORDS["en"]["tuning"].kinds if kind.is_of_thing)


def understood(lives: Lives) -> Iterator[Fact]:
    """One a telling, with its slot, value and time in the world; slots are called by kind and number."""
    for asked in lives.questions:
        if asked.when == "now":
            said = [turn for turn in lives.turns if turn.states == (asked.kind, asked.about)]
            for turn, told in zip(said, FORMS[asked.form].tellings, strict=True):
                value = next(way for way in (*asked.right, *asked.stale) if way in turn.text)
                yield _fact(turn, told, asked.kind, asked.about, value)


def slot_of(kind: str, about: int) -> str:
    return f"{kind} {about}"


def _fact(turn: Said, told: Telling, kind: str, about: int, value: str) -> Fact:
    begins = {"soon": _day(ANNOUNCED.month, ANNOUNCED.day), "past": _day(1, 1)}
    return Fact(
        id=f"fact:{turn.id}",
        text=turn.text,
        category="correction" if told.wording == "corrections" else "fact",
        recorded_at=turn.at,
        valid_from=begins.get(told.wording, turn.at),
        valid_until=_day(LOOKED_BACK_TO.month + 1, 1) if told.wording == "past" else None,
        subject=kind if kind in _THINGS else f"slack:T01/U{about:02}",
        slot=slot_of(kind, about),
        value=value,
        person=turn.person,
        speaker=turn.name,
        place=turn.place,
        sources=(turn.id,),
        confidence=1.0,
        corrects=told.wording == "corrections",
    )


def _day(month: int, day: int) -> datetime:
    return datetime(YEAR, month, day, tzinfo=UTC)
