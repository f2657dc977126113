"""Lives told to an engine through the real write path, and asked of it: does what was replaced come back?"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from pathlib import Path

from bench.changing import NOW, Lives, Question
from bench.changing_facts import understood
from bench.gathering_run import TEAM, event
from bench.product import memory
from memory.archive.memory_log import FOLDER, MemoryLog
from memory.vocabulary.event import Json
from memory.vocabulary.fact import FORMED as CHANGE
from memory.vocabulary.fact import Fact, FactChange
from memory.vocabulary.ports import Embedder
from memory.vocabulary.recall import Recollection

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
        MemoryLog(anima / FOLDER, UTC).append([_formed(fact) for fact in understood(lives)])
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
