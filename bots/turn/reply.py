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
from bots.delivery.contract import Out
from bots.delivery.crash_points import crash_point
from bots.delivery.internal_channel import is_internal
from bots.delivery.items import OutboxItem, unpack_outbox
from bots.message import Edit, File, Kind, React, Send
from bots.rooms.mirror import reaction_named_by
from bots.turn.background_turns import answer_letter
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
from memory.language import feedback
from memory.vocabulary.event import Event, Json


def feeling_reactions(one: Attempt) -> list[Out]:
    """What shows the feeling where no face does."""
    message = one.heard.message
    reaction = "" if one.is_felt_by_face else reaction_named_by(message.place.platform, one.expression)
    if not reaction or is_internal(message.place) or not message.id:
        return []
    return [out_of(one.heard, "feeling", React(place=message.place, message_id=message.id, reaction=reaction))]


# --- reply ----------------------------------------------------------------------------------------------------------
# remember and reply: the answer is kept as conversation, then goes out; what else is said goes with it.


_FORGOTTEN_WITHIN_S = 5.0


async def remember_answer(one: Attempt, text: str, files: Sequence[File] = ()) -> None:
    """Question and answer become part of the conversation. Raises StorageFault."""
    said = "\n".join([text, *name_files(files)])
    await one.stage.thinking.remember(one.mind, one.heard, one.conversation, said, one.exposure.derived_from)


async def with_forgotten_note(one: Attempt, text: str) -> str:
    """Who asks to have something forgotten is told what remains where, when it is so."""
    if not feedback.asks_to_forget(one.heard.message.text):
        return text
    try:
        async with asyncio.timeout(_FORGOTTEN_WITHIN_S):
            await one.mind.engine.formed()
    except TimeoutError:
        return text
    return f"{text}\n\n{one.word('forgotten')}"


async def answer_person(one: Attempt, text: str, files: Sequence[File]) -> Sequence[Out]:
    """The answer, its files, and what is said besides."""
    if is_internal(one.heard.message.place):
        return await reply_with(one, text)
    sent = files_outs(one.heard, files, one.stage.clock(), capabilities=one.capabilities, persona=one.persona)
    return [*await reply_with(one, text), *sent, *feeling_reactions(one), *await _said_besides(one)]


async def reply_with(one: Attempt, text: str, *, slot: str = "answer", is_note: bool = False) -> Sequence[Out]:
    """`is_note`: a word about the message, which it names, instead of an answer to it."""
    heard, capabilities, text = one.heard, one.capabilities, one.gate(text)
    if is_internal(heard.message.place):
        return await answer_letter(one, text)
    shown = text if is_note else one.label + text
    return answer_outs(
        heard,
        shown,
        await one.split(shown),
        capabilities=capabilities,
        persona=one.persona,
        event=_note_origins(one, response_event(heard, text, one.stage.clock(), capabilities, slot)),
        visible=one.visible,
        too_long=one.word("as_file"),
        names_question=is_note,
    )


def _note_origins(one: Attempt, event: Event) -> Event:
    """What is said to others than one person names what it comes from; a direct talk is that person's as a whole."""
    of: list[Json] = [id for id in one.origins if not id.endswith(f"/{one.heard.message.key}")]
    return replace(event, meta={**event.meta, "sources": of}) if of and not one.heard.message.is_direct else event


async def note_to_person(one: Attempt, key: str, **values: str) -> Sequence[Out]:
    """A word about one question, which it names: in a direct talk there may be many."""
    text = one.word(key, question=excerpt(one.heard.message), **values)
    slot = key if one.heard.woken_by == "doubt" else "answer"
    return await reply_with(one, text, slot=slot, is_note=True)


async def _said_besides(one: Attempt) -> Sequence[Out]:
    """What is said besides the answer to a person."""
    if one.heard.woken_by not in ("", "answer"):
        return []
    if (
        approval := await asyncio.to_thread(one.mind.records.questions.asked_in, turn_key(one), AWAITED_APPROVAL)
    ) is not None:
        return [question_post(one, approval), *await _spending_notice(one)]
    if one.heard.woken_by:
        return []
    asked = await memory_question(one) if not one.has_failed else []
    return [*await echo_wish(one), *asked, *await _spending_notice(one)]


async def _spending_notice(one: Attempt) -> Sequence[Out]:
    if one.stage.thinking.spending is None:
        return []
    empty = Send(place=one.conversation, text="", persona=one.persona)
    return await one.stage.thinking.spending.outs(one.heard, empty, one.mind.traits.language)


# --- endings --------------------------------------------------------------------------------------------------------
# How a turn ends otherwise than with its answer: not answered, refused, silent, stopped, halted, broken.


#: Older than this, a message is asked about, not answered.
STALE = timedelta(minutes=10)


async def end_without_answer(one: Attempt) -> Sequence[Out] | None:
    """What is said where nothing is thought; None where the message is to be answered."""
    if not one.heard.answers or one.heard.message.kind is not Kind.MESSAGE:
        return []
    if not await still_stands(one):
        return []
    if one.heard.trust == "guest" and one.stage.trust.policy.guests != "answer":
        return await _refuse_guest(one)
    if one.lateness > STALE and not one.visible:
        return await note_to_person(one, "late", age=age_in_words(one.age))
    return None


async def is_still_to_be_said(one: Attempt, text: str) -> bool:
    """Whether what was thought is posted: the message stands, no part can be there twice, and it says something."""
    if not one.is_seen and not await still_stands(one):
        return False
    crash_point("answer_journaled")
    if one.is_doubtful:
        return False  # part of it may be visible and cannot be found again: the whole could double it
    return not (one.heard.woken_by and is_silent(text))


async def end_stopped(one: Attempt) -> Sequence[Out]:
    """What is visible of a stopped answer is marked as such; where nothing is, nothing is said."""
    await close_journal(one)
    if one.is_doubtful or not one.is_seen:
        await take_typing_sign_away(one)
        return []
    text = f"{one.text.strip()}\n\n*{one.word('stopped')}*".strip()
    await remember_answer(one, text)
    return await reply_with(one, text)


async def end_halted(one: Attempt, sent: Sequence[Out]) -> Sequence[Out]:
    """Of an answer that was stopped while it was sent, what is there says that it is not whole."""
    parts = {out.slot: unpack_outbox(out.body) for out in sent if out.event == answer_id(one.heard)}
    if any(parcel.event is not None for parcel in parts.values()):
        return []  # the answer is whole: only what was to be said besides it was stopped
    if not parts:
        await take_typing_sign_away(one)
        return []
    if "0" in parts and STREAM_SLOT in parts:
        del parts[STREAM_SLOT]  # which the first chunk has replaced
    texts = [_text_so_far(parcel).removesuffix(UNFINISHED).strip() for parcel in parts.values()]
    mark = f"*{one.word('stopped')}*"
    last, post = f"{texts[-1]}\n\n{mark}", one.turn.sent[list(parts)[-1]]
    act: Edit | Send = Send(place=one.conversation, text=mark, persona=one.persona)
    if len(await one.split(last)) == 1:
        act = Edit(place=one.conversation, message_id=post, text=last, persona=one.persona)
    event = response_event(one.heard, "\n\n".join([*texts, mark]), one.stage.clock(), one.capabilities)
    return [out_of(one.heard, "stopped", act, event)]


async def end_broken(one: Attempt, bug: Exception) -> Sequence[Out]:
    """The turn broke for good: that becomes an event and an honest word."""
    summary = f"the turn broke: {type(bug).__name__}"
    await one.mind.engine.record(trouble_event(one.heard, "broken", one.stage.clock(), summary, one.text))
    await close_journal(one)
    return await reply_with(one, one.word("bug"), slot="broken")


async def _refuse_guest(one: Attempt) -> Sequence[Out]:
    heard = one.heard
    refusal = await reply_with(one, one.word("guest", address=str(heard.message.writer)))
    if one.stage.trust.policy.guests != "report":
        return refusal
    return [*refusal, *await one.stage.trust.guest_reports.outs(heard, one.mind.traits.language)]


def _text_so_far(parcel: OutboxItem) -> str:
    return parcel.act.text if isinstance(parcel.act, Send | Edit) else ""
