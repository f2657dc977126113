"""How a turn ends otherwise than with its answer: not answered, refused, silent, stopped, halted, broken."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from bots.answering import STREAM_SLOT, answer_id, out_of, responded, trouble
from bots.attempt import Attempt, words_of
from bots.delivery.crash_points import crash_point
from bots.delivery.seam import Out
from bots.live_answer import UNFINISHED
from bots.message import Edit, Kind, Send
from bots.parcel import Parcel, unpack
from bots.remarks import is_silent
from bots.route.journal import close
from bots.route.message_now import still_stands
from bots.route.reply import note, remember, reply
from bots.route.view import take_sign_away

#: Older than this, a message is asked about, not answered.
STALE = timedelta(minutes=10)


async def instead_of_an_answer(one: Attempt) -> Sequence[Out] | None:
    """What is said where nothing is thought; None where the message is to be answered."""
    if not one.heard.answers or one.heard.message.kind is not Kind.MESSAGE:
        return []
    if not await still_stands(one):
        return []
    if one.heard.trust == "guest" and one.stage.guests != "answer":
        return await _refused(one)
    if one.lateness > STALE and not one.visible:
        return await note(one, "late", age=words_of(one.age))
    return None


async def is_to_be_said(one: Attempt, text: str) -> bool:
    """Whether what was thought is posted: the message stands, no part can be there twice, and it says something."""
    if not one.is_seen and not await still_stands(one):
        return False
    crash_point("answer_journaled")
    if one.is_doubtful:
        return False  # part of it may be visible and cannot be found again: the whole could double it
    return not (one.heard.woken_by and is_silent(text))


async def stopped(one: Attempt) -> Sequence[Out]:
    """What is visible of a stopped answer is marked as such; where nothing is, nothing is said."""
    await close(one)
    if one.is_doubtful or not one.is_seen:
        await take_sign_away(one)
        return []
    text = f"{one.text.strip()}\n\n*{one.word('stopped')}*".strip()
    await remember(one, text)
    return await reply(one, text)


async def halted(one: Attempt, sent: Sequence[Out]) -> Sequence[Out]:
    """Of an answer that was stopped while it was sent, what is there says that it is not whole."""
    parts = {out.slot: unpack(out.body) for out in sent if out.event == answer_id(one.heard)}
    if any(parcel.event is not None for parcel in parts.values()):
        return []  # the answer is whole: only what was to be said besides it was stopped
    if not parts:
        await take_sign_away(one)
        return []
    if "0" in parts and STREAM_SLOT in parts:
        del parts[STREAM_SLOT]  # which the first chunk has replaced
    texts = [_text(parcel).removesuffix(UNFINISHED).strip() for parcel in parts.values()]
    mark = f"*{one.word('stopped')}*"
    last, post = f"{texts[-1]}\n\n{mark}", one.turn.sent[list(parts)[-1]]
    act: Edit | Send = Send(place=one.conversation, text=mark, persona=one.persona)
    if len(await one.split(last)) == 1:
        act = Edit(place=one.conversation, message_id=post, text=last, persona=one.persona)
    event = responded(one.heard, "\n\n".join([*texts, mark]), one.stage.clock(), one.capabilities)
    return [out_of(one.heard, "stopped", act, event)]


async def broken(one: Attempt, bug: Exception) -> Sequence[Out]:
    """The turn broke for good: that becomes an event and an honest word."""
    summary = f"the turn broke: {type(bug).__name__}"
    await one.mind.engine.record(trouble(one.heard, "broken", one.stage.clock(), summary, one.text))
    await close(one)
    return await reply(one, one.word("bug"), slot="broken")


async def _refused(one: Attempt) -> Sequence[Out]:
    heard = one.heard
    refusal = await reply(one, one.word("guest", address=str(heard.message.writer)))
    if one.stage.guests != "report":
        return refusal
    return [*refusal, *await one.stage.guest_reports.outs(heard, one.mind.traits.language)]


def _text(parcel: Parcel) -> str:
    return parcel.act.text if isinstance(parcel.act, Send | Edit) else ""
