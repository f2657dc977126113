"""One turn, as its route: record → prime → compose → think → remember → reply.

A step is a file of `bots.route`. What they find out on the way is kept in the `Attempt`; what ends a turn otherwise
is in `bots.route.endings`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bots.answering import STREAM_SLOT, received
from bots.approving import decided_elsewhere
from bots.attempt import Attempt
from bots.calling.posting import called, called_back
from bots.choosing import chosen
from bots.delivery.crash_points import crash_point
from bots.delivery.seam import Out, Turn
from bots.dispatch import resting
from bots.errands import errand
from bots.errors import NotStored, Refused
from bots.message import Kind
from bots.parcel import Occasion, unpack_answer, unpack_heard
from bots.prospective import reminded
from bots.rhythm.telling import told
from bots.rhythm.working import slept, worked
from bots.route.compose import compose
from bots.route.endings import broken, halted, instead_of_an_answer, is_to_be_said, stopped
from bots.route.journal import close
from bots.route.message_now import gather
from bots.route.prime import prime
from bots.route.reply import answer, note, remember, reply, with_the_truth
from bots.route.think import think
from bots.route.view import take_sign_away
from bots.spending.purpose import TALK, Purpose, purpose
from bots.stage import Stage
from bots.turn_id import turn_id
from memory.vocabulary.errors import StorageFault

log = logging.getLogger(__name__)
_ANSWER = "answer"
_TRIES = 3


class TurnTaker:
    """`Think` for the delivery engine."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    async def take(self, turn: Turn) -> Sequence[Out]:
        """The rim of a turn: what breaks inside is tried again, then becomes an event and an honest word."""
        heard = unpack_heard(turn.body)
        turn_id.set(f"{heard.message.place}/{heard.message.id}")
        purpose.set(Purpose(TALK, str(heard.answered.person)))
        mind = self._stage.minds.get(heard.anima)
        if mind is None:
            raise Refused(resting(heard.anima))
        one = Attempt(stage=self._stage, turn=turn, mind=mind, heard=heard, visible=turn.sent.get(STREAM_SLOT, ""))
        try:
            return await self._take(one)
        except StorageFault as full:
            raise NotStored(str(full)) from full
        except Exception as bug:
            if turn.attempt < _TRIES or not heard.answers or isinstance(bug, NotStored):
                raise
            log.exception("a turn broke for good; the person is told")
            return await broken(one, bug)

    async def _take(self, one: Attempt) -> Sequence[Out]:
        """record; then see what is to be done about it."""
        if one.turn.halted is not None:
            return await halted(one, one.turn.halted)
        if await self._stage.door.was_answered(one.turn, one.heard, one.adapter, one.conversation):
            if one.heard.occasion is None:
                await one.mind.engine.record(received(one.heard))
            return []
        if one.heard.occasion is not None:
            return await self._woken(one, one.heard.occasion)
        if one.heard.message.kind is Kind.BUTTON:
            back = await called_back(one)
            return await chosen(one) or [] if back is None else back
        await one.mind.engine.record(received(one.heard))
        crash_point("after_record")
        for answered in (called_back, chosen, instead_of_an_answer):
            if (outs := await answered(one)) is not None:
                return outs
        await gather(one)
        async with self._stage.solitude.talking(one.mind.name):
            return await self._answer(one)

    async def _answer(self, one: Attempt) -> Sequence[Out]:
        """prime → compose → think, which a person may stop; then remember → reply."""
        try:
            text, files = unpack_answer(await one.turn.once(_ANSWER, partial(_thought, one)))
            await close(one)
            if not await is_to_be_said(one, text):
                await take_sign_away(one)
                return []
            if not one.has_failed:
                text = await with_the_truth(one, text)
                await remember(one, text, files)
        except asyncio.CancelledError:
            if one.turn.lane not in self._stage.stopping:
                raise
            self._stage.stopping.discard(one.turn.lane)
            return await stopped(one)
        return await answer(one, text, files)

    async def _woken(self, one: Attempt, occasion: Occasion) -> Sequence[Out]:
        """A turn that no message of a person began."""
        match occasion.kind:
            case "doubt":
                return [replace(out, repeatable=True) for out in await note(one, "doubt")]
            case "reminder":
                return await reminded(one)
            case "call":
                return await called(one)
            case "loop":
                await one.mind.engine.record(received(one.heard))
                return await reply(one, one.word("loop"), slot="loop")
            case "letter" | "answer":
                return await self._corresponded(one)
            case "heartbeat" | "cron":
                return await worked(one, _thought)
            case "night":
                return await slept(one)
            case "told":
                return await told(one)

    async def _corresponded(self, one: Attempt) -> Sequence[Out]:
        """A letter, or the answer to one: it waits until there is room, and for the anima's own work."""
        async with errand(one), self._stage.solitude.talking(one.mind.name, urgently=False):
            await decided_elsewhere(one)
            await one.mind.engine.record(received(one.heard))
            return await self._answer(one)


async def _thought(one: Attempt) -> str:
    """The answer, packed; delivery stores it, so that a turn that is taken again after that thinks no second time."""
    recalled = await prime(one)
    return await think(one, recalled, await compose(one, recalled))
