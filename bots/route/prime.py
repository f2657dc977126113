"""prime: what comes to mind about a message, what was said before it, what came with it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from bots.attempt import Attempt
from bots.conversing import OFFLINE
from bots.files.taking import Came
from bots.route.journal import recovered
from bots.route.message_now import still_stands
from bots.talk_now import talk_now
from memory.archive.conversations import Conversation
from memory.archive.journal import JournalRecovery
from memory.vocabulary.recall import Cue, Primed


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """`talk` is the conversation so far, `begun` what an earlier attempt had written of the answer."""

    cue: Cue
    primed: Primed
    talk: Conversation
    came: tuple[Came, ...]
    begun: JournalRecovery | None


async def prime(one: Attempt) -> Recalled:
    """Raises StorageFault."""
    begun = await recovered(one)
    cue = one.cue
    talk = await talk_now(one.mind, one.conversation, cue.audience)
    if one.mind.model.name != OFFLINE:  # which answers from its memories alone
        recent = talk.recent(one.mind.history_tokens)
        cue = replace(cue, shown={turn.id or f"turn {at}": turn.text for at, turn in enumerate(recent)})
    primed, came = await asyncio.gather(_primed(one, cue), _files(one))
    return Recalled(cue=cue, primed=primed, talk=talk, came=came, begun=begun)


async def _primed(one: Attempt, cue: Cue) -> Primed:
    await one.stage.rooms.refresh(cue.audience, await one.stage.rooms_known(cue.audience.platforms))
    primed = await one.mind.engine.prime(cue, window=one.mind.model.context_tokens)
    one.stage.metrics.primed(primed)
    found = len(primed.recollections)
    await one.turn.mark("recalled", f"{found} memories in {primed.elapsed_ms:.0f} ms")
    return primed


async def _files(one: Attempt) -> tuple[Came, ...]:
    """What came with the message; nothing is kept of one that was deleted meanwhile."""
    message = one.heard.message
    came = await one.stage.files.take(one.adapter, one.mind.attachments, message)
    if came and not await still_stands(one):
        await asyncio.to_thread(one.mind.attachments.forget, message.place, message.id)
    return came
