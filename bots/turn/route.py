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
from bots.message import Kind, Silence
from bots.rooms.dispatch import resting_notice
from bots.turn.background_turns import as_background_turn, do_own_work, sleep_tonight
from bots.turn.caring import answer_distress
from bots.turn.equipping import APPROVAL, decide_approval_by_role
from bots.turn.prime import close_journal, gather_album, prime
from bots.turn.question_posts import (
    QuestionKind,
    is_asked,
    show_settled,
    take_choice,
    tapped_question,
    thumbed_question,
    turn_away,
    typed_question,
)
from bots.turn.questions.call_posts import answer_call, post_calls
from bots.turn.questions.from_memory import CONTRADICTION, SKILL
from bots.turn.questions.night_reports import FACT_CARD, tell_of_night
from bots.turn.questions.reminder_wishes import REMINDER, post_reminder
from bots.turn.reply import (
    answer_person,
    end_broken,
    end_halted,
    end_stopped,
    end_without_answer,
    note_to_person,
    remember_answer,
    reply_with,
    stay_silent,
    why_unsaid,
    with_forgotten_note,
)
from bots.turn.think import compose_prompt, take_typing_sign_away, think_answer
from bots.turn.thinking.budget import TALK_PURPOSE, CallPurpose, call_purpose
from bots.turn.turn_context import Attempt, TurnContext
from memory.archive.requests import PersonQuestion
from memory.vocabulary.errors import StorageFault

log = logging.getLogger(__name__)
_ANSWER = "answer"
_TRIES = 3


class TurnTaker:
    """`Think` for the delivery engine."""

    def __init__(self, context: TurnContext) -> None:
        self._context = context

    async def take(self, turn: Turn) -> Sequence[Out]:
        """The rim of a turn: what breaks inside is tried again, then becomes an event and an honest word."""
        heard = unpack_inbox(turn.body)
        turn_id.set(f"{heard.message.place}/{heard.message.id}")
        call_purpose.set(CallPurpose(TALK_PURPOSE, str(heard.answered.person)))
        anima = self._context.animas.get(heard.anima)
        if anima is None:
            raise Refused(resting_notice(heard.anima))
        item = Attempt(
            context=self._context, turn=turn, anima=anima, heard=heard, visible=turn.sent.get(STREAM_SLOT, "")
        )
        try:
            return await self._take(item)
        except StorageFault as full:
            raise NotStored(str(full)) from full
        except Exception as bug:
            if turn.attempt < _TRIES or not heard.answers or isinstance(bug, NotStored):
                raise
            log.exception("a turn broke for good; the person is told")
            return await end_broken(item, bug)

    async def _take(self, attempt: Attempt) -> Sequence[Out]:
        """record; then see what is to be done about it."""
        if attempt.turn.halted is not None:
            return await end_halted(attempt, attempt.turn.halted)
        if await self._context.trust.door.was_answered(
            attempt.turn, attempt.heard, attempt.adapter, attempt.conversation
        ):
            if attempt.heard.occasion is None:
                await attempt.anima.engine.record(received_event(attempt.heard))
            return await stay_silent(attempt, Silence.ANSWERED_BEFORE)
        if attempt.heard.occasion is not None:
            return await self._woken(attempt, attempt.heard.occasion)
        if attempt.message.kind is Kind.BUTTON:
            back = await answer_call(attempt)
            return await answer_question(attempt) or [] if back is None else back
        await attempt.anima.engine.record(received_event(attempt.heard))
        crash_point("after_record")
        if attempt.heard.confided:
            return await answer_distress(attempt)
        for answered, silence in ((answer_call, Silence.ANSWERED_CALL), (answer_question, Silence.ANSWERED_QUESTION)):
            if (outs := await answered(attempt)) is not None:
                return outs or await stay_silent(attempt, silence)
        if (said := await end_without_answer(attempt)) is not None:
            return said
        await gather_album(attempt)
        async with self._context.schedule.lock.talking(attempt.anima.name):
            return await self._answer(attempt)

    async def _answer(self, attempt: Attempt) -> Sequence[Out]:
        """prime → compose → think, which a person may stop; then remember → reply."""
        try:
            text, files = unpack_answer(await attempt.turn.once(_ANSWER, partial(_think_of_answer, attempt)))
            await close_journal(attempt)
            if why := await why_unsaid(attempt, text):
                await take_typing_sign_away(attempt)
                return await stay_silent(attempt, why)
            if not attempt.has_failed:
                text = await with_forgotten_note(attempt, text)
                await remember_answer(attempt, text, files)
        except asyncio.CancelledError:
            if attempt.turn.lane not in self._context.schedule.stopping:
                raise
            self._context.schedule.stopping.discard(attempt.turn.lane)
            return await end_stopped(attempt)
        return await answer_person(attempt, text, files)

    async def _woken(self, attempt: Attempt, occasion: Occasion) -> Sequence[Out]:
        """A turn that no message of a person began."""
        match occasion.kind:
            case "doubt":
                return [replace(out, repeatable=True) for out in await note_to_person(attempt, "doubt")]
            case "reminder":
                return await post_reminder(attempt)
            case "call":
                return await post_calls(attempt)
            case "loop":
                await attempt.anima.engine.record(received_event(attempt.heard))
                return await reply_with(attempt, attempt.word("loop"), slot="loop")
            case "letter" | "answer":
                return await self._corresponded(attempt)
            case "heartbeat" | "cron":
                return await do_own_work(attempt, _think_of_answer)
            case "night":
                return await sleep_tonight(attempt)
            case "told":
                return await tell_of_night(attempt)

    async def _corresponded(self, attempt: Attempt) -> Sequence[Out]:
        """A letter, or the answer to one: it waits until there is room, and for the anima's own work."""
        async with as_background_turn(attempt), self._context.schedule.lock.talking(attempt.anima.name, urgently=False):
            await decide_approval_by_role(attempt)
            await attempt.anima.engine.record(received_event(attempt.heard))
            return await self._answer(attempt)


async def _think_of_answer(attempt: Attempt) -> str:
    """The answer, packed; delivery stores it, so that a turn that is taken again after that thinks no second time."""
    recalled = await prime(attempt)
    return await think_answer(attempt, recalled, await compose_prompt(attempt, recalled))


# --- answers --------------------------------------------------------------------------------------------------------
# An answer to a question, by a tap or by a word for it: whose it is, what it decides, and what is shown of it.


QUESTION_KINDS: dict[str, QuestionKind] = {
    kind.name: kind for kind in (CONTRADICTION.kind, SKILL.kind, FACT_CARD, REMINDER, APPROVAL)
}


async def answer_question(attempt: Attempt) -> list[Out] | None:
    """What is to be sent; None where the message answers no question of this anima's. Raises StorageFault."""
    found = await _answered_question(attempt)
    if found is None:
        return None
    question, is_taken = await take_choice(attempt, *found)
    kind, note = QUESTION_KINDS.get(question.kind), ""
    if kind is not None and is_taken:
        note = await kind.settle(attempt, question)
    elif kind is not None and kind.refused is not None:
        await kind.refused(attempt, question)
    if not is_taken and not is_asked(attempt, question):
        return await turn_away(attempt, question)
    return await show_settled(attempt, question, note)


async def _answered_question(attempt: Attempt) -> tuple[PersonQuestion, str] | None:
    match attempt.message.kind:
        case Kind.BUTTON:
            return await tapped_question(attempt)
        case Kind.REACTION:
            found = await thumbed_question(attempt)
            kind = QUESTION_KINDS.get(found[0].kind) if found else None
            return found if kind is not None and kind.is_agreed_by_thumb else None
        case _:
            return await typed_question(attempt)
