"""The Slack adapter: slack-bolt hears, slack_sdk speaks. Nothing else of this package knows either."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from urllib.parse import urlsplit

import aiohttp
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack import markdown as rendering
from adapters.slack import sender
from adapters.slack.api import (
    ESSENTIAL_SCOPES,
    NO_SECRET,
    ApiFault,
    ForGood,
    Limited,
    Payload,
    SlackPace,
    SlackPatience,
    advice,
    as_send_fault,
    is_for_good,
    missing_scopes,
    scopes_advice,
)
from adapters.slack.directory import AuthorUnknown, SlackDirectory, own_of
from adapters.slack.inbound import SlackIdentity
from adapters.slack.outbound import is_room
from adapters.slack.reader import SlackReader
from adapters.slack.receiver import Signatures, SlackReceiver, deaf, posted_text
from adapters.slack.sender import SlackSender
from bots.errors import InDoubt, NotStored, Refused, SendFault, Unreachable
from bots.message import Act, File, Message, Receipt
from bots.ports import Capabilities, Connection, Sink
from memory.vocabulary.address import Account, Person, Place
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackSettings:
    """One account. `app_token` is needed in socket mode, `signing_secret` in http mode.

    `own_anima` is the persona whose own bot this is; empty where one app wears many faces.
    """

    bot_token: str = field(repr=False)
    app_token: str = field(default="", repr=False)
    api_base: str = "https://slack.com/api/"
    mode: Literal["socket", "http"] = "socket"
    signing_secret: str = field(default="", repr=False)
    own_anima: str = ""


# --- client ---------------------------------------------------------------------------------------------------------
# The Web API over the SDK: an adapters.slack.api.Api, its errors translated.


#: Calls whose arguments Slack takes as JSON; all others want a form or a query.
_JSON_METHODS = re.compile(r"(chat|reactions|assistant|views)\.|files\.completeUploadExternal")
_TIMEOUT_S = 30


class SlackClient:
    """Call a method of one account. `scopes` are those that Slack has said the token has; None: it has not said."""

    def __init__(self, settings: SlackSettings) -> None:
        self._settings = settings
        self.web = _web(settings)
        self.scopes: frozenset[str] | None = None

    async def __call__(self, method: str, arguments: Payload) -> Payload:
        """Its answer. Raises ApiFault, Limited, Unreachable, InDoubt."""
        given = {"json": dict(arguments)} if _JSON_METHODS.match(method) else {"params": dict(arguments)}
        if method == "apps.connections.open":
            given = {"headers": {"Authorization": f"Bearer {self._settings.app_token}"}}
        try:
            answer = await self.web.api_call(method, **given)  # type: ignore[arg-type]
        except SlackApiError as error:
            raise _fault(method, error) from error
        except aiohttp.ClientConnectorError as error:
            raise Unreachable(f"{method}: no connection ({type(error).__name__})") from error
        except (TimeoutError, aiohttp.ClientError, OSError) as error:
            raise InDoubt(f"{method}: the answer was lost ({type(error).__name__})") from error
        except Exception as odd:  # the SDK's, over what somebody between us and Slack has said
            raise InDoubt(f"{method}: the answer cannot be read ({type(odd).__name__})") from odd
        granted = answer.headers.get("x-oauth-scopes")
        if granted is not None and method != "apps.connections.open":
            self.scopes = frozenset(filter(None, (scope.strip() for scope in granted.split(","))))
        return answer.data if isinstance(answer.data, dict) else {}


class _Web(AsyncWebClient):
    """Follows no redirect: Slack sends none, and what is found at its end would hide that the call may be done."""

    async def _request(self, *, http_verb: str, api_url: str, req_args: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = await super()._request(
            http_verb=http_verb, api_url=api_url, req_args={**req_args, "allow_redirects": False}
        )
        return answer


def _web(settings: SlackSettings) -> AsyncWebClient:
    base = settings.api_base.rstrip("/") + "/"
    client = _Web(
        token=settings.bot_token,
        base_url=base,
        timeout=_TIMEOUT_S,
        # By default the SDK posts a message again when the connection broke after Slack had taken it.
        retry_handlers=[],
        logger=library_log(),
    )
    if urlsplit(base).hostname in ("127.0.0.1", "localhost", "::1"):
        client.proxy = None  # the SDK takes a proxy from the environment for every host
    return client


def library_log() -> logging.Logger:
    # Both libraries log whole payloads and a stack for every lost connection; we tell what matters ourselves.
    log = logging.getLogger("adapters.slack.library")
    log.setLevel(logging.CRITICAL)
    return log


def _fault(method: str, error: SlackApiError) -> ApiFault | Limited | SendFault:
    response = error.response
    status = int(getattr(response, "status_code", getattr(response, "status", 0)) or 0)
    data = getattr(response, "data", None)
    body = data if isinstance(data, dict) else {}
    word = str(body.get("error") or "")
    if status == 429 or word in ("ratelimited", "rate_limited"):
        return Limited(method, _seconds(response.headers))
    if word or status >= 500:
        return ApiFault(method, word or f"http_{status}", status, str(body.get("needed") or ""))
    # Not Slack's word: a proxy's no has not reached Slack, its yes may hide what Slack said.
    if status >= 400:
        return Unreachable(f"{method}: somebody between us and Slack refused it (HTTP {status})")
    return InDoubt(f"{method}: the answer is not Slack's (HTTP {status})")


def _seconds(headers: Mapping[str, str]) -> float:
    wish = next((value for name, value in headers.items() if name.lower() == "retry-after"), "1")
    try:
        return max(0.0, float(wish))
    except ValueError:
        return 1.0


# --- socket ---------------------------------------------------------------------------------------------------------
# One socket of Slack's socket mode, from its ticket to its loss.


class SlackSocket:
    """The SDK renews it when Slack asks; everything else ends it."""

    def __init__(
        self,
        app: AsyncApp,
        settings: SlackSettings,
        patience: SlackPatience,
        hello: Callable[[], Awaitable[None]],
        broken: Callable[[], Awaitable[None]],
    ) -> None:
        self._patience, self._hello, self._broken = patience, hello, broken
        self._handler = AsyncSocketModeHandler(app, settings.app_token, ping_interval=patience.ping_s)
        self._client = self._handler.client
        self._client.proxy = app.client.proxy
        # The SDK would come again with the same used ticket, and deaf sockets it may keep: we renew them ourselves.
        self._client.auto_reconnect_enabled = self._client.default_auto_reconnect_enabled = False
        self._client.on_message_listeners.append(self._look_at)
        self._greeted = asyncio.Event()
        self._patience_until = 0.0

    async def open(self, url: str) -> None:
        """Raises TimeoutError if nobody says hello."""
        self._client.wss_uri = url
        async with asyncio.timeout(self._patience.hello_s):
            await self._handler.connect_async()  # type: ignore[no-untyped-call]
            await self._greeted.wait()

    async def lost(self) -> None:
        """Returns when the socket is closed or no longer answers its pings."""
        while await self._client.is_connected() or self._is_renewing():  # noqa: ASYNC110  the SDK has no event for it
            await asyncio.sleep(self._patience.watch_s)

    async def close(self) -> None:
        with suppress(Exception):
            async with asyncio.timeout(self._patience.close_s / 2):
                await self._handler.close_async()  # type: ignore[no-untyped-call]
        self._client.closed = True
        for task in (
            self._client.message_processor,
            self._client.message_receiver,
            self._client.current_session_monitor,
        ):
            if task is not None:
                task.cancel()
        await self._client.aiohttp_client_session.close()

    def _is_renewing(self) -> bool:
        return asyncio.get_running_loop().time() < self._patience_until

    async def _look_at(self, frame: aiohttp.WSMessage) -> None:
        try:
            body = json.loads(frame.data)
        except ValueError:
            await self._broken()
            return
        if not isinstance(body, dict):
            return
        if body.get("type") == "disconnect":
            self._patience_until = asyncio.get_running_loop().time() + self._patience.hello_s
        elif body.get("type") == "hello":
            self._patience_until = 0.0
            self._greeted.set()
            await self._hello()


# --- adapter --------------------------------------------------------------------------------------------------------


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
        pace: SlackPace | None = None,
        patience: SlackPatience | None = None,
    ) -> None:
        self.account = account
        self._settings, self._clock = settings, clock
        self._pace, self._patience = pace or SlackPace(), patience or SlackPatience()
        self._call = SlackClient(settings)
        self._directory = SlackDirectory(self._call, patience_s=self._patience.look_up_s)
        self._sender = SlackSender(self._call, self._pace)
        self._reader = SlackReader(self._call, self._directory)
        self._own = SlackIdentity(account=account, team="", user="", bot="")
        self._introduced = asyncio.Event()
        self._sink: Sink | None = None
        self._state: Connection | None = None
        self._is_renewed = False
        self._broken_told = False
        self._receiver: SlackReceiver | None = None
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
            self._receiver = SlackReceiver(sink, self._own, self._directory, self._clock)
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
        async with aclosing(sender.file_pieces(file.url, self._settings.bot_token)) as pieces:
            async for piece in pieces:
                yield piece

    async def facts(self) -> dict[str, Json]:
        """What `doctor` wants to know, of both tokens. Raises ApiFault, Limited, Unreachable, InDoubt."""
        answer = await self._call("auth.test", {})
        if self._settings.mode == "socket":
            await self._call("apps.connections.open", {})
        return {
            "team": str(answer.get("team") or ""),
            "workspace": str(answer.get("team_id") or ""),
            "username": str(answer.get("user") or ""),
            "scopes_known": self._call.scopes is not None,
            "missing_scopes": missing_scopes(self._call.scopes) if self._call.scopes is not None else {},
        }

    async def receive(self, headers: Mapping[str, str], body: bytes) -> tuple[int, dict[str, str], str]:
        """One POST of Slack in http mode: (status, headers, body) to answer."""
        if self._receiver is None:
            return 503, {}, ""
        if not self._signatures.accepts(headers, body, self._clock().timestamp()):
            return 401, {}, ""
        text = posted_text(body, headers)
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
        if self._call.scopes is not None and (without := ESSENTIAL_SCOPES - self._call.scopes):
            raise scopes_advice(without)
        self._own = own_of(answer, self._own)
        self._introduced.set()

    async def _known_self(self) -> SlackIdentity:
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

    def _hearing(self) -> SlackReceiver:
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
        if isinstance(error, NotStored | AuthorUnknown):
            _log.warning("not acknowledged, Slack will deliver it again", extra={"reason": type(error).__name__})
        else:
            _log.error("an event could not be taken; not acknowledged", exc_info=error)

    async def _suggest(self, channel: str) -> None:
        with suppress(ApiFault, Limited, Unreachable, InDoubt):
            arguments = {"channel_id": channel, "title": "How can I help?", "prompts": list(_PROMPTS)}
            await self._call("assistant.threads.setSuggestedPrompts", arguments)


__all__ = ["SlackAdapter", "SlackSettings"]
