"""One turn, as its route: record → prime → compose → think → remember → reply.

A step is a file of `bots.route`. What they find out on the way is kept in the `Attempt`; what ends a turn otherwise
is in `bots.turn.reply`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bots.delivery.answer_parts import STREAM_SLOT, received_event
from bots.delivery.contract import Out, Turn, turn_id
from bots.delivery.crash_points import crash_point
from bots.delivery.items import Occasion, unpack_answer, unpack_inbox
from bots.errors import NotStored, Refused
from bots.message import Kind
from bots.rooms.dispatch import resting_notice
from bots.turn.background_turns import as_background_turn, do_own_work, sleep_tonight
from bots.turn.equipping import decide_approval_by_role
from bots.turn.prime import close_journal, gather_album, prime
from bots.turn.questions.call_posts import answer_call, post_calls
from bots.turn.questions.night_reports import tell_of_night
from bots.turn.questions.question_answers import answer_question
from bots.turn.questions.reminder_wishes import post_reminder
from bots.turn.reply import (
    answer_person,
    end_broken,
    end_halted,
    end_stopped,
    end_without_answer,
    is_still_to_be_said,
    note_to_person,
    remember_answer,
    reply_with,
    with_forgotten_note,
)
from bots.turn.think import compose_prompt, take_typing_sign_away, think_answer
from bots.turn.thinking.budget import TALK_PURPOSE, CallPurpose, call_purpose
from bots.turn.turn_context import Attempt, TurnContext
from memory.vocabulary.errors import StorageFault

log = logging.getLogger(__name__)
_ANSWER = "answer"
_TRIES = 3


class TurnTaker:
    """`Think` for the delivery engine."""

    def __init__(self, stage: TurnContext) -> None:
        self._stage = stage

    async def take(self, turn: Turn) -> Sequence[Out]:
        """The rim of a turn: what breaks inside is tried again, then becomes an event and an honest word."""
        heard = unpack_inbox(turn.body)
        turn_id.set(f"{heard.message.place}/{heard.message.id}")
        call_purpose.set(CallPurpose(TALK_PURPOSE, str(heard.answered.person)))
        mind = self._stage.animas.get(heard.anima)
        if mind is None:
            raise Refused(resting_notice(heard.anima))
        one = Attempt(stage=self._stage, turn=turn, mind=mind, heard=heard, visible=turn.sent.get(STREAM_SLOT, ""))
        try:
            return await self._take(one)
        except StorageFault as full:
            raise NotStored(str(full)) from full
        except Exception as bug:
            if turn.attempt < _TRIES or not heard.answers or isinstance(bug, NotStored):
                raise
            log.exception("a turn broke for good; the person is told")
            return await end_broken(one, bug)

    async def _take(self, one: Attempt) -> Sequence[Out]:
        """record; then see what is to be done about it."""
        if one.turn.halted is not None:
            return await end_halted(one, one.turn.halted)
        if await self._stage.trust.door.was_answered(one.turn, one.heard, one.adapter, one.conversation):
            if one.heard.occasion is None:
                await one.mind.engine.record(received_event(one.heard))
            return []
        if one.heard.occasion is not None:
            return await self._woken(one, one.heard.occasion)
        if one.heard.message.kind is Kind.BUTTON:
            back = await answer_call(one)
            return await answer_question(one) or [] if back is None else back
        await one.mind.engine.record(received_event(one.heard))
        crash_point("after_record")
        for answered in (answer_call, answer_question, end_without_answer):
            if (outs := await answered(one)) is not None:
                return outs
        await gather_album(one)
        async with self._stage.schedule.lock.talking(one.mind.name):
            return await self._answer(one)

    async def _answer(self, one: Attempt) -> Sequence[Out]:
        """prime → compose → think, which a person may stop; then remember → reply."""
        try:
            text, files = unpack_answer(await one.turn.once(_ANSWER, partial(_think_of_answer, one)))
            await close_journal(one)
            if not await is_still_to_be_said(one, text):
                await take_typing_sign_away(one)
                return []
            if not one.has_failed:
                text = await with_forgotten_note(one, text)
                await remember_answer(one, text, files)
        except asyncio.CancelledError:
            if one.turn.lane not in self._stage.schedule.stopping:
                raise
            self._stage.schedule.stopping.discard(one.turn.lane)
            return await end_stopped(one)
        return await answer_person(one, text, files)

    async def _woken(self, one: Attempt, occasion: Occasion) -> Sequence[Out]:
        """A turn that no message of a person began."""
        match occasion.kind:
            case "doubt":
                return [replace(out, repeatable=True) for out in await note_to_person(one, "doubt")]
            case "reminder":
                return await post_reminder(one)
            case "call":
                return await post_calls(one)
            case "loop":
                await one.mind.engine.record(received_event(one.heard))
                return await reply_with(one, one.word("loop"), slot="loop")
            case "letter" | "answer":
                return await self._corresponded(one)
            case "heartbeat" | "cron":
                return await do_own_work(one, _think_of_answer)
            case "night":
                return await sleep_tonight(one)
            case "told":
                return await tell_of_night(one)

    async def _corresponded(self, one: Attempt) -> Sequence[Out]:
        """A letter, or the answer to one: it waits until there is room, and for the anima's own work."""
        async with as_background_turn(one), self._stage.schedule.lock.talking(one.mind.name, urgently=False):
            await decide_approval_by_role(one)
            await one.mind.engine.record(received_event(one.heard))
            return await self._answer(one)


async def _think_of_answer(one: Attempt) -> str:
    """The answer, packed; delivery stores it, so that a turn that is taken again after that thinks no second time."""
    recalled = await prime(one)
    return await think_answer(one, recalled, await compose_prompt(one, recalled))
