"""What is seen of an answer while it is thought: the typing sign, and the growing post."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from functools import partial

from bots.answering import first_out
from bots.attempt import Attempt
from bots.errors import InDoubt, SendFault
from bots.live_answer import LiveAnswer
from bots.message import Typing

_SIGN_S = 0.5


def view_of(one: Attempt) -> LiveAnswer:
    # Who was not asked may have nothing to say: that is not to be seen in the making.
    shown = replace(one.capabilities, streaming="none") if one.heard.woken_by else one.capabilities
    begin = partial(first_out, one.heard, capabilities=one.capabilities, persona=one.persona)

    async def begin_visible(text: str) -> str:
        try:
            one.visible = await one.turn.send(begin(text))
        except InDoubt:
            one.is_doubtful = True
            raise
        return one.visible

    return LiveAnswer(
        one.adapter,
        shown,
        one.conversation,
        question=one.heard.message.id,
        persona=one.persona,
        begin=begin_visible,
        waits=one.turn.rest,
        visible=one.visible,
        pace=one.stage.pace,
        previewing=one.stage.previewing,
        gate=one.gate,
    )


async def take_sign_away(one: Attempt) -> None:
    """Nothing will be posted that would end the typing sign."""
    with suppress(SendFault, TimeoutError):
        async with asyncio.timeout(_SIGN_S):
            sign = Typing(place=one.conversation, reply_to=one.heard.message.id, done=True)
            await one.adapter.perform(sign, nonce="")
