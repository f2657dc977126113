"""The Slack adapter: slack-bolt hears, slack_sdk speaks.

Bolt acknowledges an event when its listener starts, even if the listener then fails. Here the listener runs before
the response (`process_before_response`), and ends only after the sink has stored the message; a sink that cannot
store makes bolt answer 500, which sends no acknowledgement over a socket and a failure over HTTP: Slack comes again.

In HTTP mode the fleet's web server hands each POST of `/slack/<account>` to `receive` and answers with what it
returns.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.request.async_request import AsyncBoltRequest

from adapters.rendering import slack as rendering
from adapters.slack import web
from adapters.slack.advice import NO_SECRET, ForGood, advice, is_for_good, lacking
from adapters.slack.api import ApiFault, Limited, Payload, as_send_fault
from adapters.slack.client import SlackClient, library_log
from adapters.slack.directory import Directory, Unknown, own_of
from adapters.slack.inbound import Own
from adapters.slack.limits import Pace, Patience
from adapters.slack.outbound import is_room
from adapters.slack.posted import Signatures, readable
from adapters.slack.reader import Reader
from adapters.slack.receiver import Receiver, deaf
from adapters.slack.scopes import ESSENTIAL, missing
from adapters.slack.sender import Sender
from adapters.slack.settings import SlackSettings
from adapters.slack.socket import SlackSocket
from bots.errors import InDoubt, NotStored, Refused, Unreachable
from bots.message import Act, File, Message, Receipt
from bots.ports import Capabilities, Connection, Sink
from memory.vocabulary.address import Account, Person, Place
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock

_log = logging.getLogger(__name__)

_SHARED = "is_ext_shared_channel"  # of the envelope
_PROMPTS = (
    {"title": "What can you do?", "message": "What can you do for me?"},
    {"title": "What do you remember?", "message": "What do you remember about our last talks?"},
    {"title": "Help", "message": "How do I talk to you, and which commands are there?"},
)


class SlackAdapter:
    """One Slack account as bots.ports.Adapter. `pace` shortens the waits in tests."""

    def __init__(
        self,
        settings: SlackSettings,
        account: Account,
        clock: Clock,
        pace: Pace | None = None,
        patience: Patience | None = None,
    ) -> None:
        self.account = account
        self._settings, self._clock = settings, clock
        self._pace, self._patience = pace or Pace(), patience or Patience()
        self._call = SlackClient(settings)
        self._directory = Directory(self._call, patience_s=self._patience.look_up_s)
        self._sender = Sender(self._call, self._pace)
        self._reader = Reader(self._call, self._directory)
        self._own = Own(account=account, team="", user="", bot="")
        self._introduced = asyncio.Event()
        self._sink: Sink | None = None
        self._state: Connection | None = None
        self._is_renewed = False
        self._broken_told = False
        self._receiver: Receiver | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._signatures = Signatures(settings.signing_secret)
        self._app = self._bolt()

    def capabilities(self, place: Place) -> Capabilities:
        """The same everywhere in Slack, but that nobody joins a direct message."""
        return Capabilities(
            split=rendering.split,
            streaming="edits",
            edit_interval_s=self._pace.edit_interval_s,
            # What a post may hold, an edit may: chat.update limits the fallback text only, which is cut for it.
            longest_editable=rendering.LIMIT,
            threads=True,
            replies=True,
            personas=not self._settings.own_anima,
            private_answers=True,
            buttons=True,
            history=True,
            deletes=True,
            greets=True,
            joins=is_room(place.channel),
            answers_in_threads=True,
        )

    async def run(self, sink: Sink) -> None:
        """Hear until cancelled, or until the account has failed for good."""
        self._sink = sink
        try:
            await self._tell(Connection.CONNECTING)
            await self._introduce()
            self._receiver = Receiver(sink, self._own, self._directory, self._clock)
            await (self._serve() if self._settings.mode == "http" else self._listen())
        except ForGood as reason:
            await self._tell(Connection.FAILED, str(reason))
        finally:
            await self._quiet()
            self._sink = self._receiver = None

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        return await self._sender.perform(act, nonce, in_doubt)

    async def history(self, place: Place, after: str) -> list[Message]:
        return await self._reader.history((await self._known_self()).at(place.workspace), place, after)

    async def posted(self, place: Place, nonces: Sequence[str], question: str) -> bool | None:
        return await self._sender.posted(place, nonces, question)

    async def rooms(self, since: datetime) -> Mapping[Place, str]:
        if self._is_renewed:
            return {}  # a socket took another's place: what was sent meanwhile is in rooms where people talk
        return await self._reader.rooms(await self._known_self(), since)

    async def find(self, query: str) -> list[Person | Place]:
        return await self._reader.find(await self._known_self(), query)

    async def readable(self, present: Person | Place, rooms: Sequence[Place]) -> frozenset[Place]:
        return await self._reader.readable(await self._known_self(), present, rooms)

    async def direct(self, person: Person) -> Place:
        """The direct channel with that person, opened where there was none. Raises Refused, Unreachable."""
        own = (await self._known_self()).at(person.workspace)
        return Place("slack", own.team, await self._sender.direct(person.id))

    async def fetch(self, file: File) -> AsyncGenerator[bytes]:
        host, own = urlsplit(file.url).hostname or "", urlsplit(self._settings.api_base).hostname
        if host != own and not host.endswith(".slack.com"):
            raise Refused("the file is not Slack's; the token is not sent there")
        async with aclosing(web.pieces(file.url, self._settings.bot_token)) as pieces:
            async for piece in pieces:
                yield piece

    async def facts(self) -> dict[str, Json]:
        """What `doctor` wants to know. Raises ApiFault, Limited, Unreachable, InDoubt."""
        answer = await self._call("auth.test", {})
        return {
            "team": str(answer.get("team") or ""),
            "workspace": str(answer.get("team_id") or ""),
            "username": str(answer.get("user") or ""),
            "scopes_known": self._call.scopes is not None,
            "missing_scopes": missing(self._call.scopes) if self._call.scopes is not None else {},
        }

    async def receive(self, headers: Mapping[str, str], body: bytes) -> tuple[int, dict[str, str], str]:
        """One POST of Slack in http mode: (status, headers, body) to answer."""
        if self._receiver is None:
            return 503, {}, ""
        if not self._signatures.accepts(headers, body, self._clock().timestamp()):
            return 401, {}, ""
        text = readable(body, headers)
        if text is None:
            _log.warning("a signed post is nothing that Slack sends", extra={"account": str(self.account)})
            return 400, {}, ""
        try:
            answer = await self._app.async_dispatch(AsyncBoltRequest(body=text, headers=dict(headers)))
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as odd:
            _log.warning("a signed post was not understood", extra={"why": type(odd).__name__})
            return 400, {}, ""
        if answer.status >= 500:
            self._signatures.forget(headers)
        return answer.status, {name: values[0] for name, values in answer.headers.items() if values}, answer.body or ""

    # ------------------------------------------------------------------------------------------------ its life

    async def _introduce(self) -> None:
        """Learn who we are. Raises ForGood."""
        if self._settings.mode == "http" and not self._settings.signing_secret:
            raise ForGood(NO_SECRET)
        answer = await self._until_answered("auth.test")
        if self._call.scopes is not None and (without := ESSENTIAL - self._call.scopes):
            raise lacking(without)
        self._own = own_of(answer, self._own)
        self._introduced.set()

    async def _known_self(self) -> Own:
        if not self._introduced.is_set():
            try:
                answer = await self._call("auth.test", {})
            except ApiFault as fault:
                raise as_send_fault(fault) from fault
            except (Limited, InDoubt) as fault:
                raise Unreachable(str(fault)) from fault
            self._own = own_of(answer, self._own)
            self._introduced.set()
        return self._own

    async def _until_answered(self, method: str, token: str = "bot_token") -> Payload:
        wait = self._pace.retry_s
        while True:
            try:
                return await self._call(method, {})
            except Limited as limited:
                await asyncio.sleep(limited.seconds)
                continue
            except ApiFault as fault:
                if is_for_good(fault):
                    raise advice(fault, token) from fault
                detail = str(fault)
            except (Unreachable, InDoubt) as fault:
                detail = str(fault)
            await self._tell(Connection.CONNECTING, detail)
            await asyncio.sleep(wait)
            wait = min(wait * 2, self._pace.retry_most_s)

    async def _serve(self) -> None:
        await self._tell(Connection.CONNECTED)
        await asyncio.Event().wait()

    async def _listen(self) -> None:
        """A socket after the other, for ever; each that says hello starts the catch-up anew."""
        wait, now = self._pace.retry_s, asyncio.get_running_loop().time
        while True:
            begun = now()
            url = str((await self._until_answered("apps.connections.open", "app_token"))["url"])
            line = SlackSocket(self._app, self._settings, self._patience, self._hello, self._broken)
            try:
                await line.open(url)
                await line.lost()
                detail = "the socket was lost"
            except (TimeoutError, aiohttp.ClientError, OSError) as error:
                detail = f"no socket: {type(error).__name__}"
            finally:
                await self._idle()
                await line.close()
            await self._tell(Connection.CONNECTING, detail)
            if now() - begun > self._pace.retry_most_s:
                wait = self._pace.retry_s  # it held for a while: no storm of sockets that close at once
            await asyncio.sleep(wait)
            wait = min(wait * 2, self._pace.retry_most_s)

    async def _hello(self) -> None:
        # Told again after a refresh: what was sent while the sockets changed places is found by history.
        self._is_renewed = self._state is Connection.CONNECTED
        self._state = None
        await self._tell(Connection.CONNECTED)

    async def _broken(self) -> None:
        if not self._broken_told:
            self._broken_told = True
            _log.warning("Slack sent something that is not JSON; it was skipped", extra={"account": str(self.account)})

    async def _tell(self, state: Connection, detail: str = "") -> None:
        if self._sink is not None and state is not self._state:
            self._state = state
            await self._sink.connection(self.account, state, detail)

    async def _quiet(self) -> None:
        await self._idle()
        self._directory.close()
        self._sender.close()
        for task in list(self._tasks):
            task.cancel()

    async def _idle(self) -> None:
        if self._receiver is not None:
            await self._receiver.finished(self._patience.close_s)

    # ------------------------------------------------------------------------------------------------ hearing

    def _bolt(self) -> AsyncApp:
        async def authorize() -> AuthorizeResult:  # bolt reads the parameters' names, and takes no method here
            return self._authorized()

        app = AsyncApp(
            logger=library_log(),
            client=self._call.web,
            authorize=authorize,
            process_before_response=True,
            request_verification_enabled=False,  # done over the bytes, before they are parsed
            ignoring_self_events_enabled=False,  # inbound knows our own posts, the edits of them too
            attaching_conversation_kwargs_enabled=False,
        )
        app.event("app_home_opened")(self._on_home)
        app.event(re.compile(".*"))(self._on_event)
        app.command(re.compile(".*"))(self._on_command)
        app.action(re.compile(".*"))(self._on_action)
        app.error(self._on_error)
        return app

    def _authorized(self) -> AuthorizeResult:
        # auth.test was asked once, at the start. Bolt's own look-up would acknowledge what it could not authorise.
        return AuthorizeResult(
            enterprise_id=None,
            team_id=self._own.team,
            bot_user_id=self._own.user,
            bot_id=self._own.bot,
            bot_token=self._settings.bot_token,
        )

    async def _on_event(self, event: dict[str, Any], body: dict[str, Any]) -> None:
        team = str(body.get("context_team_id") or body.get("team_id") or "")
        await self._hearing().event({**event, _SHARED: bool(body.get(_SHARED))}, team)

    async def _on_command(self, ack: Callable[[], Awaitable[Any]], command: dict[str, Any]) -> None:
        await self._hearing().command(command)
        await ack()

    async def _on_action(self, ack: Callable[[], Awaitable[Any]], body: dict[str, Any]) -> None:
        await self._hearing().button(body)
        await ack()

    def _hearing(self) -> Receiver:
        if self._receiver is None:
            raise deaf()
        return self._receiver

    async def _on_home(self, event: dict[str, Any], body: dict[str, Any]) -> None:
        # An app with `agent_view` has no Assistant events: the opened tab is where a talk may begin.
        if event.get("tab") == "messages":
            task = asyncio.create_task(self._suggest(str(event.get("channel") or "")))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        await self._hearing().home(event, str(body.get("team_id") or ""))

    async def _on_error(self, error: Exception) -> None:
        if isinstance(error, NotStored | Unknown):
            _log.warning("not acknowledged, Slack will deliver it again", extra={"reason": type(error).__name__})
        else:
            _log.error("an event could not be taken; not acknowledged", exc_info=error)

    async def _suggest(self, channel: str) -> None:
        with suppress(ApiFault, Limited, Unreachable, InDoubt):
            arguments = {"channel_id": channel, "title": "How can I help?", "prompts": list(_PROMPTS)}
            await self._call("assistant.threads.setSuggestedPrompts", arguments)


__all__ = ["SlackAdapter", "SlackSettings"]
