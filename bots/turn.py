"""One turn: a message that was heard → what is recorded, thought and said."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from bots.answering import STREAM_SLOT, answer_id, excerpt, files_out, out_of, outs_of, received, responded, trouble
from bots.approving import decided_elsewhere
from bots.asking import posted, turn_of
from bots.attempt import Attempt, words_of
from bots.becoming_a_skill import skill_question
from bots.calling.posting import called, called_back
from bots.choosing import chosen
from bots.contradictions import question_for
from bots.delivery.crash_points import crash_point
from bots.delivery.seam import Out, Turn
from bots.dispatch import resting
from bots.errands import errand, letter_back
from bots.errors import NotStored, Refused
from bots.feeling import reactions
from bots.house import is_house
from bots.live_answer import UNFINISHED
from bots.message import Edit, Kind, Send
from bots.parcel import Occasion, Parcel, unpack, unpack_answer, unpack_heard
from bots.prompt.attached import named
from bots.prospective import reminded, told_back
from bots.remarks import is_silent
from bots.rhythm.telling import told
from bots.rhythm.working import slept, worked
from bots.spending.purpose import TALK, Purpose, purpose
from bots.stage import Stage
from bots.trust.clearance import APPROVAL
from bots.turn_id import turn_id
from memory.languages import feedback
from memory.vocabulary.errors import StorageFault

log = logging.getLogger(__name__)
#: Older than this, a message is asked about, not answered.
STALE = timedelta(minutes=10)
_ANSWER = "answer"
_TRIES = 3
_FORGOTTEN_WITHIN_S = 5.0


class TurnTaker:
    """`Think` for the delivery engine."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    async def take(self, turn: Turn) -> Sequence[Out]:
        """The rim of a turn: what breaks inside is tried again, then becomes an event and an honest word."""
        heard = unpack_heard(turn.body)
        turn_id.set(f"{heard.message.place}/{heard.message.id}")
        purpose.set(Purpose(TALK, str(heard.message.author)))
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
            return await self._break(one, bug)

    async def _break(self, one: Attempt, bug: Exception) -> Sequence[Out]:
        summary = f"the turn broke: {type(bug).__name__}"
        await one.mind.engine.record(trouble(one.heard, "broken", self._stage.clock(), summary, one.text))
        await one.close()
        return await self._reply(one, one.word("bug"), slot="broken")

    async def _take(self, one: Attempt) -> Sequence[Out]:
        heard = one.heard
        if one.turn.halted is not None:
            return await self._halted(one, one.turn.halted)
        if heard.occasion is not None:
            return await self._woken(one, heard.occasion)
        if heard.message.kind is Kind.BUTTON:
            back = await called_back(one)
            return await chosen(one) or [] if back is None else back
        await one.mind.engine.record(received(heard))
        crash_point("after_record")
        for answered in (called_back, chosen):
            if (outs := await answered(one)) is not None:
                return outs
        if not heard.answers or heard.message.kind is not Kind.MESSAGE:
            return []
        if not await one.still_stands():
            return []
        heard = one.heard
        if heard.trust == "guest" and self._stage.guests != "answer":
            return await self._refuse(one)
        if one.lateness > STALE and not one.visible:
            return await self._note(one, "late", age=words_of(one.age))
        await one.gather()
        async with self._stage.solitude.talking(one.mind.name):
            return await self._answer(one)

    async def _woken(self, one: Attempt, occasion: Occasion) -> Sequence[Out]:
        match occasion.kind:
            case "doubt":
                return [replace(out, repeatable=True) for out in await self._note(one, "doubt")]
            case "reminder":
                return await reminded(one)
            case "call":
                return await called(one)
            case "loop":
                await one.mind.engine.record(received(one.heard))
                return await self._reply(one, one.word("loop"), slot="loop")
            case "letter" | "answer":
                return await self._corresponded(one)
            case "heartbeat" | "cron":
                return await worked(one)
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

    async def _refuse(self, one: Attempt) -> Sequence[Out]:
        heard = one.heard
        refusal = await self._reply(one, one.word("guest", address=str(heard.message.writer)))
        if self._stage.guests != "report":
            return refusal
        return [*refusal, *await self._stage.guest_reports.outs(heard, one.mind.traits.language)]

    async def _answer(self, one: Attempt) -> Sequence[Out]:
        try:
            text, files = unpack_answer(await one.turn.once(_ANSWER, one.think))
            await one.close()
            if not one.is_seen and not await one.still_stands():
                await one.take_sign_away()
                return []
            crash_point("answer_journaled")
            if one.is_doubtful:
                await one.take_sign_away()
                return []  # part of it may be visible and cannot be found again: the whole could double it
            if one.heard.woken_by and is_silent(text):
                await one.take_sign_away()
                return []
            if not one.has_failed:
                text = await self._with_the_truth(one, text)
                await self._remember(one, "\n".join([text, *named(files)]))
        except asyncio.CancelledError:
            if one.turn.lane not in self._stage.stopping:
                raise
            self._stage.stopping.discard(one.turn.lane)
            return await self._stopped(one)
        if is_house(one.heard.message.place):
            return await self._reply(one, text)
        sent = files_out(one.heard, files, self._stage.clock(), capabilities=one.capabilities, persona=one.persona)
        return [*await self._reply(one, text), *sent, *reactions(one), *await self._asides(one)]

    async def _with_the_truth(self, one: Attempt, text: str) -> str:
        """Who asks to have something forgotten is told what remains where, when it is so."""
        wish = one.heard.message.text
        if not feedback.asks_to_forget(wish) and not feedback.asked_to_forget(wish):
            return text
        try:
            async with asyncio.timeout(_FORGOTTEN_WITHIN_S):
                await one.mind.engine.formed()
        except TimeoutError:
            return text
        return f"{text}\n\n{one.word('forgotten')}"

    async def _asides(self, one: Attempt) -> Sequence[Out]:
        """What is said besides the answer to a person."""
        if one.heard.woken_by:
            return []
        if (approval := await asyncio.to_thread(one.mind.questions.asked_in, turn_of(one), APPROVAL)) is not None:
            return [posted(one, approval), *await self._of_money(one)]
        asked = await question_for(one) or await skill_question(one) if not one.has_failed else []
        return [*await told_back(one), *asked, *await self._of_money(one)]

    async def _of_money(self, one: Attempt) -> Sequence[Out]:
        if self._stage.money is None:
            return []
        reply = Send(place=one.conversation, text="", persona=one.persona)
        return await self._stage.money.outs(one.heard, reply, one.mind.traits.language)

    async def _stopped(self, one: Attempt) -> Sequence[Out]:
        """What is visible of a stopped answer is marked as such; where nothing is, nothing is said."""
        await one.close()
        if one.is_doubtful or not one.is_seen:
            await one.take_sign_away()
            return []
        text = f"{one.text.strip()}\n\n*{one.word('stopped')}*".strip()
        await self._remember(one, text)
        return await self._reply(one, text)

    async def _halted(self, one: Attempt, sent: Sequence[Out]) -> Sequence[Out]:
        """Of an answer that was stopped while it was sent, what is there says that it is not whole."""
        parts = {out.slot: unpack(out.body) for out in sent if out.event == answer_id(one.heard)}
        if any(parcel.event is not None for parcel in parts.values()):
            return []  # the answer is whole: only what was to be said besides it was stopped
        if not parts:
            await one.take_sign_away()
            return []
        if "0" in parts and STREAM_SLOT in parts:
            del parts[STREAM_SLOT]  # which the first chunk has replaced
        texts = [_text(parcel).removesuffix(UNFINISHED).strip() for parcel in parts.values()]
        mark = f"*{one.word('stopped')}*"
        last = f"{texts[-1]}\n\n{mark}"
        fits = len(await one.split(last)) == 1
        place, persona = one.conversation, one.persona
        post = one.turn.sent[list(parts)[-1]]
        act = (
            Edit(place=place, message_id=post, text=last, persona=persona)
            if fits
            else Send(place=place, text=mark, persona=persona)
        )
        whole = "\n\n".join([*texts, mark])
        event = responded(one.heard, whole, self._stage.clock(), one.capabilities)
        return [out_of(one.heard, "stopped", act, event)]

    async def _remember(self, one: Attempt, text: str) -> None:
        await self._stage.remember(one.mind, one.heard, one.conversation, text)

    async def _note(self, one: Attempt, key: str, **values: str) -> Sequence[Out]:
        """A word about one question, which it names: in a direct talk there may be many."""
        text = one.word(key, question=excerpt(one.heard.message), **values)
        slot = key if one.heard.woken_by == "doubt" else "answer"
        return await self._reply(one, text, slot=slot, is_note=True)

    async def _reply(self, one: Attempt, text: str, *, slot: str = "answer", is_note: bool = False) -> Sequence[Out]:
        heard, capabilities, text = one.heard, one.capabilities, one.gate(text)
        if is_house(heard.message.place):
            return await letter_back(one, text)
        shown = text if is_note else one.label + text
        return outs_of(
            heard,
            shown,
            await one.split(shown),
            capabilities=capabilities,
            persona=one.persona,
            event=responded(heard, text, self._stage.clock(), capabilities, slot),
            visible=one.visible,
            too_long=one.word("as_file"),
            names_question=is_note,
        )


def _text(parcel: Parcel) -> str:
    return parcel.act.text if isinstance(parcel.act, Send | Edit) else ""
