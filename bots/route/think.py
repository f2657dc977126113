"""think: the model's whole answer, journaled and shown while it grows; or an honest sentence instead of half of one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import AsyncExitStack

from bots.answering import trouble
from bots.attempt import Attempt
from bots.delivery.crash_points import crash_point
from bots.errors import ModelFault
from bots.expression import felt, unfinished
from bots.files.taking import Came
from bots.journaling import AnswerJournal
from bots.live_answer import LiveAnswer
from bots.parcel import pack_answer, whole_characters
from bots.ports import Thought
from bots.reporting import as_json, report_of
from bots.route.compose import Composed
from bots.route.journal import opened
from bots.route.prime import Recalled
from bots.route.view import view_of
from bots.trust.exposure import Exposure
from memory.vocabulary.recall import Primed

log = logging.getLogger(__name__)
_LONGEST_NAME = 80


async def think(one: Attempt, recalled: Recalled, composed: Composed) -> str:
    """The answer with its files, packed. Raises StorageFault."""
    outcome = "answered"
    try:
        async with AsyncExitStack() as around:
            one.journal = await around.enter_async_context(await opened(one))
            one.live = await around.enter_async_context(view_of(one))
            text = await asyncio.to_thread(one.gate, await _listen(one, composed, one.journal, one.live))
    except ModelFault as fault:
        outcome, text = f"no answer: {fault.reason}", await _instead(one, fault)
    await one.turn.mark("model", f"{one.mind.model.name}: {outcome}")
    _tell(one, recalled.primed, outcome, text)
    report = report_of(one.heard, recalled.cue, recalled.primed, composed.prompt.moment, one.mind.model.name, outcome)
    await asyncio.to_thread(one.mind.reports.append, as_json(report))
    if not one.has_failed:
        one.stage.noting.answered(one.mind, recalled.cue, recalled.primed, text)
    gate, made = one.stage.gate, () if one.has_failed else composed.tools.files()
    files = [gate.file(file, one.exposure) for file in made]
    is_withheld = any(
        gate.file(file, Exposure()).content != sent.content for file, sent in zip(made, files, strict=True)
    )
    why = [f"*{one.exposure.reason}*"] if is_withheld else []
    return pack_answer("\n\n".join([text, *why, *_unread(one, recalled.came)]), files)


async def _listen(one: Attempt, composed: Composed, journal: AnswerJournal, live: LiveAnswer) -> str:
    finished = False
    async for thought in one.mind.thinker.think(composed.prompt, composed.tools, one.mind.model):
        await journal.take(thought)
        _take_in(one, thought, live)
        if thought.finished is not None:
            finished = thought.finished
            if not finished:
                raise ModelFault(thought.reason or "cut")
    if not finished:
        raise ModelFault("cut")
    one.text, one.feeling = felt(one.text)
    if not one.text.strip():
        raise ModelFault("empty")
    return one.text


def _take_in(one: Attempt, thought: Thought, live: LiveAnswer) -> None:
    if not thought.text:
        return
    one.text += whole_characters(thought.text)
    live.text = one.label + unfinished(one.text)
    if live.visible:
        crash_point("while_streaming")


async def _instead(one: Attempt, fault: ModelFault) -> str:
    """What the person is told where the model gave no whole answer."""
    one.has_failed = True
    log.warning("the model gave no whole answer: %s", fault.reason, extra={"model": one.mind.model.name})
    said = trouble(one.heard, "model", one.stage.clock(), f"model: {fault.reason}", content=one.text)
    await one.mind.engine.record(said)
    return one.word("model_trouble", why=one.word(fault.reason))


def _unread(one: Attempt, came: Sequence[Came]) -> list[str]:
    """A line for each file that was not taken in."""
    most = one.stage.files.limits.most_bytes // 1024**2
    names = [(file.problem, " ".join(file.file.name.split())[:_LONGEST_NAME]) for file in came if file.problem]
    return [f"*{one.word(problem, name=name.replace('*', ''), most=str(most))}*" for problem, name in names]


def _tell(one: Attempt, primed: Primed, outcome: str, text: str) -> None:
    """The turn in one line of the log, and in the figures; what was said stays out of both."""
    seconds = (one.stage.clock() - one.heard.message.at).total_seconds()
    one.stage.metrics.answered(one.mind.name, outcome, seconds)
    log.info(
        "a turn has thought",
        extra={
            "anima": one.mind.name,
            "place": str(one.conversation),
            "question": one.heard.message.id,
            "recalled": len(primed.recollections),
            "dropped": ",".join(primed.late) or "none",
            "prime_ms": round(primed.elapsed_ms),
            "model": one.mind.model.name,
            "outcome": outcome,
            "characters": len(text),
            "after_s": round(seconds, 2),
        },
    )
