"""compose → think: the prompt of what came to mind, and the model's whole answer, journaled and shown while it
grows.

Half an answer is never kept: an honest sentence stands instead of it.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial

from bots.delivery.answer_parts import stream_out, trouble_event
from bots.delivery.crash_points import crash_point
from bots.delivery.items import pack_answer, whole_characters
from bots.delivery.message_files import TakenFile
from bots.errors import InDoubt, ModelFault, SendFault
from bots.message import Typing
from bots.ports import Prompt, Thought, Tools
from bots.trust.exposure import Exposure, exposure_of
from bots.turn.equipping import equip_attempt
from bots.turn.live_answer import AnswerJournal, AnswerTarget, LiveAnswer
from bots.turn.prime import RecalledContext, open_journal
from bots.turn.prompt.briefing import TurnSituation, turn_remarks
from bots.turn.turn_context import Attempt
from bots.turn.turn_report import report_as_json, report_turn
from memory.vocabulary.cue import Primed

_EMOTION_LINE = re.compile(r"<!--\s{0,4}emotion:\s{0,4}([\w-]{1,40})\s{0,4}-->\s{0,20}\Z")
_LONGEST_EMOTION_LINE = 120


def split_emotion(text: str) -> tuple[str, str]:
    """The text without that line, and the feeling that it names; empty where there is none."""
    start = max(0, len(text) - _LONGEST_EMOTION_LINE)
    found = _EMOTION_LINE.search(text, start)
    return (text[: found.start()].rstrip(), found[1]) if found else (text, "")


def without_unfinished_emotion(text: str) -> str:
    """A text that is still being written, without what may become that line."""
    at = text.rfind("<!--", max(0, len(text) - _LONGEST_EMOTION_LINE))
    return text if at < 0 or "-->" in text[at:].rstrip()[:-3] else text[:at].rstrip()


# --- view -----------------------------------------------------------------------------------------------------------
# What is seen of an answer while it is thought: the typing sign, and the growing post.


_SIGN_EVERY_S = 0.5


def view_answer(one: Attempt) -> LiveAnswer:
    # Who was not asked may have nothing to say: that is not to be seen in the making.
    shown = replace(one.capabilities, streaming="none") if one.heard.woken_by else one.capabilities
    begin = partial(stream_out, one.heard, capabilities=one.capabilities, persona=one.persona)

    async def begin_visible(text: str) -> str:
        try:
            one.visible = await one.turn.send(begin(text))
        except InDoubt:
            one.is_doubtful = True
            raise
        return one.visible

    target = AnswerTarget(
        adapter=one.adapter,
        capabilities=shown,
        place=one.conversation,
        question=one.heard.message.id,
        persona=one.persona,
    )
    previews = one.stage.thinking.previews
    return LiveAnswer(target, previews, begin=begin_visible, waits=one.turn.rest, visible=one.visible, gate=one.gate)


async def take_typing_sign_away(one: Attempt) -> None:
    """Nothing will be posted that would end the typing sign."""
    with suppress(SendFault, TimeoutError):
        async with asyncio.timeout(_SIGN_EVERY_S):
            sign = Typing(place=one.conversation, reply_to=one.heard.message.id, done=True)
            await one.adapter.perform(sign, nonce="")


# --- compose --------------------------------------------------------------------------------------------------------
# compose: of what came to mind, the prompt; and the tools that this turn may use.


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposedPrompt:
    prompt: Prompt
    tools: Tools


async def compose_prompt(one: Attempt, recalled: RecalledContext) -> ComposedPrompt:
    one.exposure = exposure_of(
        one.heard, recalled.cue, recalled.primed, recalled.talk, recalled.came, reason=one.word("link_as_text")
    )
    one.origins = _origins_of(recalled)
    tools = equip_attempt(one, recalled.cue)
    situation = TurnSituation(
        heard=one.heard,
        cue=recalled.cue,
        primed=recalled.primed,
        conversation=recalled.talk,
        tools=tuple(tools.specs()),
        files=recalled.came,
        files_tokens=one.stage.thinking.files.limits.prompt_tokens,
        notes=tuple(await turn_remarks(one.mind, one.heard, recalled.begun, one.late_by)),
    )
    return ComposedPrompt(prompt=await one.stage.thinking.compose(one.mind, situation), tools=tools)


def _origins_of(recalled: RecalledContext) -> tuple[str, ...]:
    """The ids of all that the prompt holds: what is made of it goes with them, whatever words it uses."""
    found = [id for one in recalled.primed.recollections for id in (one.id, *one.ids)]
    said = [turn.id for turn in recalled.talk.turns if turn.role != "assistant"]
    return tuple(dict.fromkeys(filter(None, (*found, *said))))


# --- think ----------------------------------------------------------------------------------------------------------
# think: the model's whole answer, journaled and shown while it grows; or an honest sentence instead of half of one.


log = logging.getLogger(__name__)
_LONGEST_NAME = 80


async def think_answer(one: Attempt, recalled: RecalledContext, composed: ComposedPrompt) -> str:
    """The answer with its files, packed. Raises StorageFault."""
    outcome = "answered"
    try:
        async with AsyncExitStack() as around:
            one.journal = await around.enter_async_context(await open_journal(one))
            one.live = await around.enter_async_context(view_answer(one))
            text = await asyncio.to_thread(one.gate, await _listen_to_model(one, composed, one.journal, one.live))
    except ModelFault as fault:
        outcome, text = f"no answer: {fault.reason}", await _honest_sentence(one, fault)
    await one.turn.mark("model", f"{one.mind.model.name}: {outcome}")
    _tell_report(one, recalled.primed, outcome, text)
    report = report_turn(one.heard, recalled.cue, recalled.primed, composed.prompt.moment, one.mind.model.name, outcome)
    await asyncio.to_thread(one.mind.records.reports.append, report_as_json(report))
    if not one.has_failed:
        one.stage.thinking.used_memories.answered(one.mind, recalled.cue, recalled.primed, text)
    gate, made = one.stage.trust.gate, () if one.has_failed else composed.tools.files()
    files = [gate.file(file, one.exposure) for file in made]
    is_withheld = any(
        gate.file(file, Exposure()).content != sent.content for file, sent in zip(made, files, strict=True)
    )
    why = [f"*{one.exposure.reason}*"] if is_withheld else []
    return pack_answer("\n\n".join([text, *why, *_unread_files(one, recalled.came)]), files)


async def _listen_to_model(one: Attempt, composed: ComposedPrompt, journal: AnswerJournal, live: LiveAnswer) -> str:
    finished = False
    async for thought in one.mind.thinker.think(composed.prompt, composed.tools, one.mind.model):
        await journal.take(thought)
        _take_in_thought(one, thought, live)
        if thought.finished is not None:
            finished = thought.finished
            if not finished:
                raise ModelFault(thought.reason or "cut")
    if not finished:
        raise ModelFault("cut")
    one.text, one.feeling = split_emotion(one.text)
    if not one.text.strip():
        raise ModelFault("empty")
    return one.text


def _take_in_thought(one: Attempt, thought: Thought, live: LiveAnswer) -> None:
    if not thought.text:
        return
    one.text += whole_characters(thought.text)
    live.text = one.label + without_unfinished_emotion(one.text)
    if live.visible:
        crash_point("while_streaming")


async def _honest_sentence(one: Attempt, fault: ModelFault) -> str:
    """What the person is told where the model gave no whole answer."""
    one.has_failed = True
    log.warning("the model gave no whole answer: %s", fault.reason, extra={"model": one.mind.model.name})
    said = trouble_event(one.heard, "model", one.stage.clock(), f"model: {fault.reason}", content=one.text)
    await one.mind.engine.record(said)
    return one.word("model_trouble", why=one.word(fault.reason))


def _unread_files(one: Attempt, came: Sequence[TakenFile]) -> list[str]:
    """A line for each file that was not taken in."""
    most = one.stage.thinking.files.limits.most_bytes // 1024**2
    names = [(file.problem, " ".join(file.file.name.split())[:_LONGEST_NAME]) for file in came if file.problem]
    return [f"*{one.word(problem, name=name.replace('*', ''), most=str(most))}*" for problem, name in names]


def _tell_report(one: Attempt, primed: Primed, outcome: str, text: str) -> None:
    """The turn in one line of the log, and in the figures; what was said stays out of both."""
    seconds = (one.stage.clock() - one.heard.message.at).total_seconds()
    one.stage.thinking.metrics.answered(one.mind.name, outcome, seconds)
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
