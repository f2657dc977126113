"""From payloads to stored messages: authenticated where they come over HTTP, looked up, normalised, handed to the
sink.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from dataclasses import replace
from urllib.parse import parse_qs

from adapters.slack import commands, inbound
from adapters.slack.api import Payload
from adapters.slack.directory import SlackDirectory
from adapters.slack.inbound import LookedUp, Needs, SlackIdentity
from bots.errors import NotStored
from bots.message import Message
from bots.ports import Sink
from memory.vocabulary.address import Place
from memory.vocabulary.ports import Clock

#: Slack's own word: what is older may be somebody's recording.
FRESH_S = 300
_AT_ONCE = 10_000


class Signatures:
    """Each signed post once. Slack signs anew, with a new time, whenever it comes again."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()
        self._seen: OrderedDict[str, int] = OrderedDict()

    def accepts(self, headers: Mapping[str, str], body: bytes, now_s: float) -> bool:
        """Whether Slack signed it, lately, and it is here for the first time."""
        named = {name.lower(): value for name, value in headers.items()}
        at, given = named.get("x-slack-request-timestamp", ""), named.get("x-slack-signature", "")
        if not (at.isascii() and at.isdecimal() and len(at) < 12) or abs(now_s - int(at)) > FRESH_S:
            return False
        signed = hmac.new(self._secret, b"v0:" + at.encode() + b":" + body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(given.encode(errors="replace"), f"v0={signed}".encode()):
            return False
        if signed in self._seen:
            return False
        self._remember(signed, int(at), now_s)
        return True

    def forget(self, headers: Mapping[str, str]) -> None:
        """It could not be taken: whoever stands between us and Slack may hand it over again."""
        given = next((value for name, value in headers.items() if name.lower() == "x-slack-signature"), "")
        self._seen.pop(given.removeprefix("v0="), None)

    def _remember(self, signed: str, at: int, now_s: float) -> None:
        self._seen[signed] = at
        while self._seen and (len(self._seen) > _AT_ONCE or self._is_over(now_s)):
            self._seen.popitem(last=False)

    def _is_over(self, now_s: float) -> bool:
        return now_s - next(iter(self._seen.values())) > 2 * FRESH_S


def posted_text(body: bytes, headers: Mapping[str, str]) -> str | None:
    """The body as text; None where it is nothing that Slack sends, and its library would stumble over it."""
    kind = next((value for name, value in headers.items() if name.lower() == "content-type"), "")
    try:
        text = body.decode()
        if kind.partition(";")[0].strip().lower() == "application/json":
            return text if _is_event(json.loads(text)) else None
        form = parse_qs(text)
        if "payload" in form:
            return text if isinstance(json.loads(form["payload"][0]), dict) else None
        return text if "command" in form or "ssl_check" in form else None
    except (ValueError, RecursionError):
        return None


def _is_event(body: object) -> bool:
    if not isinstance(body, dict) or not isinstance(body.get("type"), str):
        return False
    event = body.get("event")
    return body["type"] != "event_callback" or (isinstance(event, dict) and isinstance(event.get("type"), str))


# --- receiver -------------------------------------------------------------------------------------------------------


_log = logging.getLogger(__name__)
#: What reading a payload of another shape than Slack's raises.
_ODD = (AttributeError, KeyError, TypeError, ValueError, RecursionError, OverflowError, OSError)


class SlackReceiver:
    """Each method returns when the message is stored; NotStored and Unknown mean: do not acknowledge."""

    def __init__(self, sink: Sink, own: SlackIdentity, directory: SlackDirectory, clock: Clock) -> None:
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
            message = await _understood(hearing)
            if message is not None:
                await self._sink.deliver(message)
        finally:
            self._open -= 1
            if not self._open:
                self._none_open.set()

    async def _event(self, event: Payload, own: SlackIdentity) -> Message | None:
        changed = self._directory.hear(event, own.user)
        if changed is not None:
            self._sink.readers_changed(Place("slack", own.team, changed))
        news = inbound.news(event, own)
        return None if news is None else news.message(await self._directory.learn(news.needs()))

    async def _command(self, payload: Payload) -> Message | None:
        known = await self._asker(str(payload.get("user_id") or ""), str(payload.get("channel_id") or ""))
        own = self._own.at(str(payload.get("team_id") or ""))
        return self._sure(commands.command(payload, own, known, self._clock()))

    async def _home(self, event: Payload, own: SlackIdentity) -> Message | None:
        known = await self._asker(str(event.get("user") or ""), "")
        return self._sure(commands.home(event, own, known, self._clock()))

    async def _button(self, payload: Payload) -> Message | None:
        user, room = payload.get("user") or {}, payload.get("channel") or {}
        known = await self._asker(str(user.get("id") or ""), str(room.get("id") or ""))
        own = self._own.at(str((payload.get("team") or {}).get("id") or ""))
        return self._sure(commands.button(payload, own, known))

    def _sure(self, message: Message | None) -> Message | None:
        """Who could not be looked up is taken for a guest: a command does what it says."""
        if message is None or self._directory.has_answer(message.author.id):
            return message
        return replace(message, member=False)

    async def _asker(self, user: str, channel: str) -> LookedUp:
        # Commands and buttons never come again: better with what is known than not at all.
        return await self._directory.learn(Needs(author=user, rooms=frozenset({channel} - {""})), patient=False)


async def _understood(hearing: Awaitable[Message | None]) -> Message | None:
    """None for what is odd: to be told of it again would not help."""
    try:
        return await hearing
    except _ODD as odd:
        _log.warning("an event of Slack's was not understood", extra={"why": type(odd).__name__})
        return None


def deaf() -> NotStored:
    """Nobody hears yet, or no longer."""
    return NotStored("the adapter is not running")
