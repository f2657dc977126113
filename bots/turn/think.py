"""compose → think: the prompt of what came to mind, and the model's whole answer, journaled and shown while it
grows.

Half an answer is never kept: an honest sentence stands instead of it.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
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
from memory.language.feelings import CareKind, care_of
from memory.vocabulary.cue import Primed
from memory.vocabulary.event import Event

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


def view_answer(attempt: Attempt) -> LiveAnswer:
    # Who was not asked may have nothing to say: that is not to be seen in the making.
    shown = replace(attempt.capabilities, streaming="none") if attempt.heard.woken_by else attempt.capabilities
    begin = partial(stream_out, attempt.heard, capabilities=attempt.capabilities, persona=attempt.persona)

    async def begin_visible(text: str) -> str:
        try:
            attempt.visible = await attempt.turn.send(begin(text))
        except InDoubt:
            attempt.is_doubtful = True
            raise
        return attempt.visible

    target = AnswerTarget(
        adapter=attempt.adapter,
        capabilities=shown,
        place=attempt.conversation,
        question=attempt.message.id,
        persona=attempt.persona,
    )
    previews = attempt.context.thinking.previews
    return LiveAnswer(
        target, previews, begin=begin_visible, waits=attempt.turn.rest, visible=attempt.visible, gate=attempt.gate
    )


async def take_typing_sign_away(attempt: Attempt) -> None:
    """Nothing will be posted that would end the typing sign."""
    with suppress(SendFault, TimeoutError):
        async with asyncio.timeout(_SIGN_EVERY_S):
            sign = Typing(place=attempt.conversation, reply_to=attempt.message.id, done=True)
            await attempt.adapter.perform(sign, nonce="")


# --- compose --------------------------------------------------------------------------------------------------------
# compose: of what came to mind, the prompt; and the tools that this turn may use.


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposedPrompt:
    prompt: Prompt
    tools: Tools


async def compose_prompt(attempt: Attempt, recalled: RecalledContext) -> ComposedPrompt:
    attempt.exposure = exposure_of(
        attempt.heard, recalled.cue, recalled.primed, recalled.talk, recalled.came, reason=attempt.word("link_as_text")
    )
    attempt.origins = _origins_of(recalled)
    tools = equip_attempt(attempt, recalled.cue)
    situation = TurnSituation(
        heard=attempt.heard,
        cue=recalled.cue,
        primed=recalled.primed,
        conversation=recalled.talk,
        tools=tuple(tools.specs()),
        files=recalled.came,
        files_tokens=attempt.context.thinking.files.limits.prompt_tokens,
        notes=(
            *await turn_remarks(attempt.anima, attempt.heard, recalled.begun, attempt.late_by, recalled.effect),
            *await remarks_of_care(attempt),
        ),
    )
    return ComposedPrompt(prompt=await attempt.context.thinking.compose(attempt.anima, situation), tools=tools)


def _origins_of(recalled: RecalledContext) -> tuple[str, ...]:
    """The ids of all that the prompt holds: what is made of it goes with them, whatever words it uses."""
    found = [id for recollection in recalled.primed.recollections for id in (recollection.id, *recollection.ids)]
    said = [turn.id for turn in recalled.talk.turns if turn.role != "assistant"]
    return tuple(dict.fromkeys(filter(None, (*found, *said))))


# --- remarks of care ------------------------------------------------------------------------------------------------
# What a model is told of how the person is. What was said in distress is kept from it.


REMEMBERED_FOR = timedelta(days=1)
"""So long a model is told that there was something of the kind."""
_CONFIDED = (
    "A while ago this person told you that they, or somebody close to them, may be in danger of their life. The "
    "program answered with where help is; the words are kept from you. Be gentle and brief, ask how they are now if "
    "it fits, urge them to call one of the lines if they are in danger, and do not bring it up in front of others."
)
_FELT: Mapping[CareKind, str] = {
    "grief": "The newest message tells of a loss: answer that first, warmly and in few words, before anything else.",
    "illness": "The newest message tells of illness or injury: answer that first, with sympathy and without advice.",
    "bad_news": "The newest message tells of something that went badly: answer that first, with sympathy.",
    "joy": "The newest message tells of something good: be glad with them before anything else.",
    "low": "The person sounds low: answer that first, kindly, and let them talk if they want to.",
    "angry": "The person is angry: take it seriously, stay calm, and do not defend yourself.",
}


async def remarks_of_care(attempt: Attempt) -> list[str]:
    """What a model is told of how the person is, a line each."""
    message = attempt.message
    if attempt.heard.woken_by or message.author_is_bot:
        return []
    felt = _FELT.get((await asyncio.to_thread(care_of, message.text)).kind)
    confided = [_CONFIDED] if await was_answered(attempt, REMEMBERED_FOR) else []
    return [*confided, *filter(None, [felt])]


async def was_answered(attempt: Attempt, within: timedelta) -> bool:
    """Whether distress was answered in this talk. Of rooms nothing is asked: who speaks there may be somebody else."""
    if not attempt.message.is_direct:
        return False
    since = attempt.now - within
    return bool(await attempt.anima.engine.recent(attempt.message.place, 1, since=since, wanted=_is_answer))


def _is_answer(event: Event) -> bool:
    return event.is_confided and event.type == "response_sent"


# --- think ----------------------------------------------------------------------------------------------------------
# think: the model's whole answer, journaled and shown while it grows; or an honest sentence instead of half of one.


log = logging.getLogger(__name__)
_LONGEST_NAME = 80


async def think_answer(attempt: Attempt, recalled: RecalledContext, composed: ComposedPrompt) -> str:
    """The answer with its files, packed. Raises StorageFault."""
    outcome = "answered"
    try:
        async with AsyncExitStack() as around:
            attempt.journal = await around.enter_async_context(await open_journal(attempt))
            attempt.live = await around.enter_async_context(view_answer(attempt))
            text = await asyncio.to_thread(
                attempt.gate, await _listen_to_model(attempt, composed, attempt.journal, attempt.live)
            )
    except ModelFault as fault:
        outcome, text = f"no answer: {fault.reason}", await _honest_sentence(attempt, fault)
    await attempt.turn.mark("model", f"{attempt.anima.model.name}: {outcome}")
    _tell_report(attempt, recalled.primed, outcome, text)
    report = report_turn(
        attempt.heard, recalled.cue, recalled.primed, composed.prompt.moment, attempt.anima.model.name, outcome
    )
    await asyncio.to_thread(attempt.anima.records.reports.append, report_as_json(report))
    if not attempt.has_failed:
        attempt.context.thinking.used_memories.answered(attempt.anima, recalled.cue, recalled.primed, text)
    gate, made = attempt.context.trust.gate, () if attempt.has_failed else composed.tools.files()
    files = [gate.file(file, attempt.exposure) for file in made]
    is_withheld = any(
        gate.file(file, Exposure()).content != sent.content for file, sent in zip(made, files, strict=True)
    )
    why = [f"*{attempt.exposure.reason}*"] if is_withheld else []
    return pack_answer("\n\n".join([text, *why, *_unread_files(attempt, recalled.came)]), files)


async def _listen_to_model(attempt: Attempt, composed: ComposedPrompt, journal: AnswerJournal, live: LiveAnswer) -> str:
    finished = False
    async for thought in attempt.anima.thinker.think(composed.prompt, composed.tools, attempt.anima.model):
        await journal.take(thought)
        _take_in_thought(attempt, thought, live)
        if thought.finished is not None:
            finished = thought.finished
            if not finished:
                raise ModelFault(thought.reason or "cut")
    if not finished:
        raise ModelFault("cut")
    attempt.text, attempt.feeling = split_emotion(attempt.text)
    if not attempt.text.strip():
        raise ModelFault("empty")
    return attempt.text


def _take_in_thought(attempt: Attempt, thought: Thought, live: LiveAnswer) -> None:
    if not thought.text:
        return
    attempt.text += whole_characters(thought.text)
    live.text = attempt.label + without_unfinished_emotion(attempt.text)
    if live.visible:
        crash_point("while_streaming")


async def _honest_sentence(attempt: Attempt, fault: ModelFault) -> str:
    """What the person is told where the model gave no whole answer."""
    attempt.has_failed = True
    log.warning("the model gave no whole answer: %s", fault.reason, extra={"model": attempt.anima.model.name})
    said = trouble_event(attempt.heard, "model", attempt.now, f"model: {fault.reason}", content=attempt.text)
    await attempt.anima.engine.record(said)
    told = "model_trouble_lasting" if fault.lasts else "model_trouble"
    return attempt.word(told, why=attempt.word(fault.reason))


def _unread_files(attempt: Attempt, came: Sequence[TakenFile]) -> list[str]:
    """A line for each file that was not taken in."""
    most = attempt.context.thinking.files.limits.most_bytes // 1024**2
    names = [(file.problem, " ".join(file.file.name.split())[:_LONGEST_NAME]) for file in came if file.problem]
    return [f"*{attempt.word(problem, name=name.replace('*', ''), most=str(most))}*" for problem, name in names]


def _tell_report(attempt: Attempt, primed: Primed, outcome: str, text: str) -> None:
    """The turn in one line of the log, and in the figures; what was said stays out of both."""
    seconds = (attempt.now - attempt.message.at).total_seconds()
    attempt.context.thinking.metrics.answered(attempt.anima.name, outcome, seconds)
    log.info(
        "a turn has thought",
        extra={
            "anima": attempt.anima.name,
            "place": str(attempt.conversation),
            "question": attempt.message.id,
            "recalled": len(primed.recollections),
            "dropped": ",".join(primed.late) or "none",
            "prime_ms": round(primed.elapsed_ms),
            "model": attempt.anima.model.name,
            "outcome": outcome,
            "characters": len(text),
            "after_s": round(seconds, 2),
        },
    )
