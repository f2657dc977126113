"""From payloads to stored messages: looked up, normalised, handed to the sink."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import replace

from adapters.slack import commands, inbound
from adapters.slack.api import Payload
from adapters.slack.directory import Directory
from adapters.slack.inbound import Known, Needs, Own
from bots.errors import NotStored
from bots.message import Message
from bots.ports import Sink
from memory.vocabulary.address import Place
from memory.vocabulary.ports import Clock

_log = logging.getLogger(__name__)
#: What reading a payload of another shape than Slack's raises.
_ODD = (AttributeError, KeyError, TypeError, ValueError, RecursionError, OverflowError, OSError)


class Receiver:
    """Each method returns when the message is stored; NotStored and Unknown mean: do not acknowledge."""

    def __init__(self, sink: Sink, own: Own, directory: Directory, clock: Clock) -> None:
        self._sink, self._own, self._directory, self._clock = sink, own, directory, clock
        self._open = 0
        self._none_open = asyncio.Event()
        self._none_open.set()

    async def event(self, event: Payload, team: str = "") -> None:
        """`team` is the workspace of which the envelope tells."""
        await self._stored(self._event(event, self._own.at(team)))

    async def command(self, payload: Payload) -> None:
        await self._stored(self._command(payload))

    async def button(self, payload: Payload) -> None:
        await self._stored(self._button(payload))

    async def home(self, event: Payload, team: str = "") -> None:
        """Somebody has opened the app."""
        await self._stored(self._home(event, self._own.at(team)))

    async def finished(self, patience_s: float) -> None:
        """What is being stored right now may end, so that its acknowledgement still goes out."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience_s):
                await self._none_open.wait()

    async def _stored(self, hearing: Awaitable[Message | None]) -> None:
        self._open += 1
        self._none_open.clear()
        try:
            message = await hearing
            if message is not None:
                await self._sink.deliver(message)
        finally:
            self._open -= 1
            if not self._open:
                self._none_open.set()

    async def _event(self, event: Payload, own: Own) -> Message | None:
        try:
            changed = self._directory.hear(event, own.user)
            if changed is not None:
                self._sink.readers_changed(Place("slack", own.team, changed))
            known = await self._directory.learn(inbound.needs(event, own))
            return inbound.message(event, own, known)
        except _ODD as odd:
            _not_understood(odd)
            return None

    async def _command(self, payload: Payload) -> Message | None:
        known = await self._asker(str(payload.get("user_id") or ""), str(payload.get("channel_id") or ""))
        try:
            own = self._own.at(str(payload.get("team_id") or ""))
            return self._sure(commands.command(payload, own, known, self._clock()))
        except _ODD as odd:
            _not_understood(odd)
            return None

    async def _home(self, event: Payload, own: Own) -> Message | None:
        try:
            known = await self._asker(str(event.get("user") or ""), "")
            return self._sure(commands.home(event, own, known, self._clock()))
        except _ODD as odd:
            _not_understood(odd)
            return None

    async def _button(self, payload: Payload) -> Message | None:
        try:
            user, room = payload.get("user") or {}, payload.get("channel") or {}
            known = await self._asker(str(user.get("id") or ""), str(room.get("id") or ""))
            own = self._own.at(str((payload.get("team") or {}).get("id") or ""))
            return self._sure(commands.button(payload, own, known))
        except _ODD as odd:
            _not_understood(odd)
            return None

    def _sure(self, message: Message | None) -> Message | None:
        """Who could not be looked up is taken for a guest: a command does what it says."""
        if message is None or self._directory.has_answer(message.author.id):
            return message
        return replace(message, member=False)

    async def _asker(self, user: str, channel: str) -> Known:
        # Commands and buttons never come again: better with what is known than not at all.
        return await self._directory.learn(Needs(author=user, rooms=frozenset({channel} - {""})), patient=False)


def _not_understood(odd: Exception) -> None:
    """To be told of it again would not help."""
    _log.warning("an event of Slack's was not understood", extra={"why": type(odd).__name__})


def deaf() -> NotStored:
    """Nobody hears yet, or no longer."""
    return NotStored("the adapter is not running")
