"""Lives told to an engine through the real write path, and asked of it: does what was replaced come back?"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from bench.changing import ANNOUNCED, FORMS, LOOKED_BACK_TO, NOW, WORDS, YEAR, Lives, Question, Telling
from bench.gathering import Said
from bench.gathering_run import TEAM, event
from bench.product import memory
from memory.archive.memory_log import MEMORY_LOG_FOLDER, MemoryLog
from memory.vocabulary.cue import Recollection
from memory.vocabulary.event import Json
from memory.vocabulary.fact import FORMED as CHANGE
from memory.vocabulary.fact import Fact, FactChange
from memory.vocabulary.ports import Embedder

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


# --- changing run ---------------------------------------------------------------------------------------------------


AT = 10
FORMED, PERFECT, NO_FACTS = "formed", "perfect", "none"
RIGHT, MARKED, STALE, NONE = "right", "marked", "stale", "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """`verdict`: what the first recollection says that gives any value of the slot; none where no one of ten does.

    Marked: it gives a stale value, and says of itself that the right one holds instead.
    """

    question: Question
    verdict: str
    text: str = ""


async def run(
    lives: Lives,
    folder: Path,
    embedder: Embedder | None,
    facts: str = FORMED,
    *,
    is_judged: bool = True,
) -> list[Answered]:
    """Tell it all to a new anima in the folder, each word at its hour, wait until it is understood, and ask.

    `facts`: those that the anima forms, those of one who understands every word, or none. `is_judged`: a learned
    judge says which turns replace others, as in the product.
    """
    hour = [lives.turns[0].at]
    anima = folder / "animas" / "main"
    formation: dict[str, Json] = {"enabled": facts == FORMED, "judge_updates": is_judged}
    engine = await memory(anima, lambda: hour[0], embedder=embedder, config={"formation": formation})
    for turn in lives.turns:
        hour[0] = turn.at
        await engine.record(event(turn))
    hour[0] = NOW
    if facts == PERFECT:
        MemoryLog(anima / MEMORY_LOG_FOLDER).append([_formed(fact) for fact in understood(lives)])
    await engine.formed()
    await engine.settled()
    answers = []
    for asked in lives.questions:
        found = await engine.search(asked.text, TEAM, as_of=asked.as_of, limit=AT)
        answers.append(answered(asked, found))
    await engine.close()
    return answers


def _formed(fact: Fact) -> FactChange:
    of_room = replace(fact, audience=str(TEAM))
    return FactChange(ts=fact.recorded_at, key=fact.id, type=CHANGE, ids=(fact.id,), fact=of_room)


def answered(question: Question, found: Sequence[Recollection]) -> Answered:
    """A recollection that gives the right value beside a stale one is right."""
    for one in found:
        if _gives(one.text, question.right):
            return Answered(question=question, verdict=RIGHT, text=one.text)
        if _gives(one.text, question.stale):
            verdict = MARKED if _gives(one.outdated, question.right) else STALE
            return Answered(question=question, verdict=verdict, text=one.text)
    return Answered(question=question, verdict=NONE)


def _gives(text: str, ways: Sequence[str]) -> bool:
    return any(_folded(way) in _folded(text) for way in ways)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
