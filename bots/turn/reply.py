"""remember and reply: the answer is kept as conversation, then goes out; or the turn ends otherwise.

A turn may be not answered, refused, silent, stopped, halted, broken. What else is said goes out with the answer.

The feeling with which it answers is shown by the face on the post where one can be worn, else by a reaction.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from bots.delivery.answer_parts import (
    STREAM_SLOT,
    answer_id,
    answer_outs,
    excerpt,
    files_outs,
    out_of,
    response_event,
    trouble_event,
)
from bots.delivery.contract import SILENT_STEP, Out
from bots.delivery.crash_points import crash_point
from bots.delivery.internal_channel import is_internal
from bots.delivery.items import OutboxItem, unpack_outbox
from bots.message import Edit, File, Kind, React, Send, Silence
from bots.rooms.mirror import reaction_named_by
from bots.turn.background_turns import answer_letter
from bots.turn.caring import word_for_person
from bots.turn.live_answer import UNFINISHED
from bots.turn.prime import close_journal, still_stands
from bots.turn.prompt.briefing import is_silent
from bots.turn.prompt.talk_messages import name_files
from bots.turn.question_posts import question_post, turn_key
from bots.turn.questions.from_memory import memory_question
from bots.turn.questions.reminder_wishes import echo_wish
from bots.turn.think import take_typing_sign_away
from bots.turn.turn_context import Attempt, age_in_words
from memory.archive.requests import AWAITED_APPROVAL
from memory.vocabulary.event import TROUBLE, Event, Json


def feeling_reactions(attempt: Attempt) -> list[Out]:
    """What shows the feeling where no face does."""
    message = attempt.message
    reaction = "" if attempt.is_felt_by_face else reaction_named_by(message.place.platform, attempt.expression)
    if not reaction or is_internal(message.place) or not message.id:
        return []
    return [out_of(attempt.heard, "feeling", React(place=message.place, message_id=message.id, reaction=reaction))]


# --- reply ----------------------------------------------------------------------------------------------------------
# remember and reply: the answer is kept as conversation, then goes out; what else is said goes with it.


async def remember_answer(attempt: Attempt, text: str, files: Sequence[File] = ()) -> None:
    """Question and answer become part of the conversation. Raises StorageFault."""
    said = "\n".join([text, *name_files(files)])
    await attempt.context.thinking.remember(
        attempt.anima, attempt.heard, attempt.conversation, said, attempt.exposure.derived_from
    )


async def with_forgotten_note(attempt: Attempt, text: str) -> str:
    """Who asks to have something forgotten is told what remains where, when it is so."""
    effect = attempt.anima.engine.effect(attempt.cue.key)
    if effect is None or effect.kind != "forgot":
        return text
    return f"{text}\n\n{attempt.word('forgotten')}"


async def with_masked_note(attempt: Attempt, text: str) -> str:
    """Who wrote a secret is told that it was taken out, and what is left to do."""
    if not attempt.message.is_masked or attempt.heard.woken_by:
        return text
    return f"{text}\n\n*{await asyncio.to_thread(word_for_person, attempt, 'masked')}*"


async def answer_person(attempt: Attempt, text: str, files: Sequence[File]) -> Sequence[Out]:
    """The answer, its files, and what is said besides."""
    if is_internal(attempt.message.place):
        return await reply_with(attempt, text)
    text = await with_masked_note(attempt, text)
    sent = files_outs(attempt.heard, files, attempt.now, capabilities=attempt.capabilities, persona=attempt.persona)
    return [*await reply_with(attempt, text), *sent, *feeling_reactions(attempt), *await _said_besides(attempt)]


async def reply_with(attempt: Attempt, text: str, *, slot: str = "answer", is_note: bool = False) -> Sequence[Out]:
    """`is_note`: a word about the message, which it names, instead of an answer to it."""
    heard, capabilities, text = attempt.heard, attempt.capabilities, attempt.gate(text)
    if is_internal(heard.message.place):
        return await answer_letter(attempt, text)
    shown = text if is_note else attempt.label + text
    return answer_outs(
        heard,
        shown,
        await attempt.split(shown),
        capabilities=capabilities,
        persona=attempt.persona,
        event=_note_origins(attempt, response_event(heard, text, attempt.now, capabilities, slot)),
        visible=attempt.visible,
        too_long=attempt.word("as_file"),
        names_question=is_note,
    )


def _note_origins(attempt: Attempt, event: Event) -> Event:
    """What is said to others than one person names what it comes from; a direct talk is that person's as a whole. An
    apology comes from nothing, and is marked as one."""
    if attempt.has_failed:
        return replace(event, meta={**event.meta, TROUBLE: True})
    of: list[Json] = [id for id in attempt.origins if not id.endswith(f"/{attempt.message.key}")]
    return replace(event, meta={**event.meta, "sources": of}) if of and not attempt.message.is_direct else event


async def note_to_person(attempt: Attempt, key: str, **values: str) -> Sequence[Out]:
    """A word about one question, which it names: in a direct talk there may be many."""
    text = attempt.word(key, question=excerpt(attempt.message), **values)
    slot = key if attempt.heard.woken_by == "doubt" else "answer"
    return await reply_with(attempt, text, slot=slot, is_note=True)


async def _said_besides(attempt: Attempt) -> Sequence[Out]:
    """What is said besides the answer to a person."""
    if attempt.heard.woken_by not in ("", "answer"):
        return []
    if (
        approval := await asyncio.to_thread(
            attempt.anima.records.questions.asked_in, turn_key(attempt), AWAITED_APPROVAL
        )
    ) is not None:
        return [question_post(attempt, approval), *await _spending_notice(attempt)]
    if attempt.heard.woken_by:
        return []
    asked = await memory_question(attempt) if not attempt.has_failed else []
    return [*await echo_wish(attempt), *asked, *await _spending_notice(attempt)]


async def _spending_notice(attempt: Attempt) -> Sequence[Out]:
    if attempt.context.thinking.spending is None:
        return []
    empty = Send(place=attempt.conversation, text="", persona=attempt.persona)
    return await attempt.context.thinking.spending.outs(attempt.heard, empty, attempt.language)


# --- endings --------------------------------------------------------------------------------------------------------
# How a turn ends otherwise than with its answer: not answered, refused, silent, stopped, halted, broken.


#: Older than this, a message is asked about, not answered.
STALE = timedelta(minutes=10)


async def end_without_answer(attempt: Attempt) -> Sequence[Out] | None:
    """What is said where nothing is thought; None where the message is to be answered."""
    if attempt.message.kind is not Kind.MESSAGE:
        return []
    if not attempt.heard.answers:
        return await stay_silent(attempt, attempt.heard.silence)
    if not await still_stands(attempt):
        return await stay_silent(attempt, Silence.TAKEN_BACK)
    if attempt.heard.trust == "guest" and attempt.context.trust.policy.guests != "answer":
        return await _refuse_guest(attempt)
    if attempt.lateness > STALE and not attempt.visible:
        return await note_to_person(attempt, "late", age=age_in_words(attempt.age))
    return None


async def stay_silent(attempt: Attempt, why: str) -> Sequence[Out]:
    """Nothing is said; `trace` and `why` tell why."""
    await attempt.turn.mark(SILENT_STEP, why)
    return []


async def why_unsaid(attempt: Attempt, text: str) -> Silence | None:
    """Why what was thought is not posted: the message no longer stands, a part could be there twice, or it says
    nothing."""
    if not attempt.is_seen and not await still_stands(attempt):
        return Silence.TAKEN_BACK
    crash_point("answer_journaled")
    if attempt.is_doubtful:
        return Silence.IN_DOUBT  # part of it may be visible and cannot be found again: the whole could double it
    return Silence.NOTHING_SAID if attempt.heard.woken_by and is_silent(text) else None


async def end_stopped(attempt: Attempt) -> Sequence[Out]:
    """What is visible of a stopped answer is marked as such; where nothing is, nothing is said."""
    await close_journal(attempt)
    if attempt.is_doubtful or not attempt.is_seen:
        await take_typing_sign_away(attempt)
        return await stay_silent(attempt, Silence.IN_DOUBT if attempt.is_doubtful else Silence.STOPPED)
    text = f"{attempt.text.strip()}\n\n*{attempt.word('stopped')}*".strip()
    await remember_answer(attempt, text)
    return await reply_with(attempt, text)


async def end_halted(attempt: Attempt, sent: Sequence[Out]) -> Sequence[Out]:
    """Of an answer that was stopped while it was sent, what is there says that it is not whole."""
    parts = {out.slot: unpack_outbox(out.body) for out in sent if out.event == answer_id(attempt.heard)}
    if any(parcel.event is not None for parcel in parts.values()):
        return []  # the answer is whole: only what was to be said besides it was stopped
    if not parts:
        await take_typing_sign_away(attempt)
        return await stay_silent(attempt, Silence.STOPPED)
    if "0" in parts and STREAM_SLOT in parts:
        del parts[STREAM_SLOT]  # which the first chunk has replaced
    texts = [_text_so_far(parcel).removesuffix(UNFINISHED).strip() for parcel in parts.values()]
    mark = f"*{attempt.word('stopped')}*"
    last, post = f"{texts[-1]}\n\n{mark}", attempt.turn.sent[list(parts)[-1]]
    act: Edit | Send = Send(place=attempt.conversation, text=mark, persona=attempt.persona)
    if len(await attempt.split(last)) == 1:
        act = Edit(place=attempt.conversation, message_id=post, text=last, persona=attempt.persona)
    event = response_event(attempt.heard, "\n\n".join([*texts, mark]), attempt.now, attempt.capabilities)
    return [out_of(attempt.heard, "stopped", act, event)]


async def end_broken(attempt: Attempt, bug: Exception) -> Sequence[Out]:
    """The turn broke for good: that becomes an event and an honest word."""
    summary = f"the turn broke: {type(bug).__name__}"
    await attempt.anima.engine.record(trouble_event(attempt.heard, "broken", attempt.now, summary, attempt.text))
    await close_journal(attempt)
    return await reply_with(attempt, attempt.word("bug"), slot="broken")


async def _refuse_guest(attempt: Attempt) -> Sequence[Out]:
    heard = attempt.heard
    refusal = await reply_with(attempt, attempt.word("guest", address=str(heard.message.writer)))
    if attempt.context.trust.policy.guests != "report":
        return refusal
    return [*refusal, *await attempt.context.trust.guest_reports.outs(heard, attempt.anima.traits.language)]


def _text_so_far(parcel: OutboxItem) -> str:
    return parcel.act.text if isinstance(parcel.act, Send | Edit) else ""
