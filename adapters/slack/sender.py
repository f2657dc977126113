"""Acts performed: each once, in order within a channel, looked up before it is repeated."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import Any

import aiohttp

from adapters.sending import CannotTell, render_off_loop, sent_or_looked_up
from adapters.slack import commands, outbound
from adapters.slack.api import Api, ApiFault, Endless, Limited, PacedLane, Payload, SlackPace, as_send_fault, pages
from adapters.slack.inbound import instant, is_ts
from bots.errors import InDoubt, Refused, SendFault, Unreachable
from bots.message import Act, Delete, Edit, File, React, Receipt, Send, Typing
from memory.vocabulary.address import Person, Place

_PIECE = 256 * 1024
_ANSWER_WITHIN_S, _FILE_WITHIN_S = 15.0, 120.0


async def file_pieces(url: str, token: str) -> AsyncGenerator[bytes]:
    """The content behind a private address. Raises Refused or Unreachable."""
    limit = aiohttp.ClientTimeout(total=_FILE_WITHIN_S)
    head = {"Authorization": f"Bearer {token}"}
    try:
        async with aiohttp.ClientSession(timeout=limit) as session, session.get(url, headers=head) as answer:
            if answer.status == 429 or answer.status >= 500:
                raise Unreachable(f"Slack answered {answer.status}")
            # Without the right to it, Slack answers 200 with the page where one signs in.
            if answer.status >= 400 or (answer.content_type == "text/html" and not url.endswith((".html", ".htm"))):
                raise Refused(f"the file may not be read (HTTP {answer.status}); the app needs files:read")
            async for piece in answer.content.iter_chunked(_PIECE):
                yield piece
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise Unreachable(f"the file could not be fetched: {type(error).__name__}") from error


async def _post(url: str, timeout_s: float, *, json: Payload | None = None, data: bytes | None = None) -> int:
    """The status. Raises Unreachable (never began) or InDoubt (cut)."""
    limit = aiohttp.ClientTimeout(total=timeout_s)
    try:
        async with aiohttp.ClientSession(timeout=limit) as session, session.post(url, json=json, data=data) as answer:
            await answer.read()
            return answer.status
    except aiohttp.ClientConnectorError as error:
        raise Unreachable(f"no connection: {error}") from error
    except (TimeoutError, aiohttp.ClientError, OSError) as error:
        raise InDoubt(f"the answer was lost: {type(error).__name__}") from error


# --- sender ---------------------------------------------------------------------------------------------------------


_log = logging.getLogger(__name__)

_STATUS = "is thinking…"
_GONE = frozenset({"message_not_found"})
_MOST_SIGNED = 1000
_NOT_DELETABLE = frozenset({"cant_delete_message"})


class SlackSender:
    """Performs acts through the Web API."""

    def __init__(self, api: Api, pace: SlackPace) -> None:
        self._api, self._pace = api, pace
        self._lanes: dict[tuple[str, str], PacedLane] = {}
        self._edits = PacedLane(pace.edit_interval_s, pace.edit_burst)
        self._newest: dict[tuple[str, str], object] = {}  # post -> its latest edit
        self._direct: dict[str, str] = {}  # person -> their direct channel
        self._statusless: set[str] = set()  # rooms without a status: a reaction shows it there
        self._signed: dict[tuple[str, str], None] = {}  # messages that carry our 👀, the oldest first
        self._tasks: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def perform(self, act: Act, nonce: str, in_doubt: bool) -> Receipt:
        """Raises Refused, Unreachable, InDoubt."""
        match act:
            case Send(private_to=Person() as asker, handle=commands.HOME):
                return await self._home(act, asker)
            case Send(private_to=Person() as asker):
                return await self._whisper(act, asker, in_doubt)
            case Send():
                return await sent_or_looked_up(self._send(act, nonce, in_doubt), in_doubt)
            case Edit():
                return await self._edit(act)
            case Delete():
                return await self._delete(act)
            case React():
                return await self._react(act)
            case Typing():
                await self._show(act)
                return Receipt()

    # ------------------------------------------------------------------------------------------------ posts

    async def _send(self, act: Send, nonce: str, in_doubt: bool) -> Receipt:
        channel = await self._channel(act.place.channel)
        there = await self._look(act, channel, nonce) if in_doubt else []
        receipt = next((_receipt(post["ts"]) for post in there if outbound.nonce_of(post) == nonce), None)
        names = {str(file.get("name")) for post in there for file in post.get("files") or ()}
        missing = [file for file in act.files if file.name not in names]
        uploaded = {await self._upload(file): file.name for file in missing}
        if receipt is None and (act.text.strip() or not act.files):
            receipt = await self._say(act, channel, nonce)
        if uploaded:
            await self._post("files.completeUploadExternal", channel, outbound.share(act, channel, uploaded))
        self._answered(act, channel)
        return receipt or Receipt()

    async def _say(self, act: Send, channel: str, nonce: str) -> Receipt:
        """Raises InDoubt when the answer names no post: it is not Slack's, whatever it says."""
        receipt = await self._said(act, channel, nonce)
        if not is_ts(receipt.message_id):
            raise InDoubt("chat.postMessage: the answer names no post")
        return receipt

    async def _said(self, act: Send, channel: str, nonce: str) -> Receipt:
        try:
            post = await render_off_loop(act.text, outbound.post, act, channel, nonce)
            return await self._post("chat.postMessage", channel, post)
        except Refused as refused:
            if (other := _instead(act, refused)) is None:
                raise
            return await self._said(other, channel, nonce)

    async def _post(self, method: str, channel: str, arguments: Payload) -> Receipt:
        lane = self._lane("post", channel, self._pace.post_interval_s, self._pace.post_burst)
        try:
            answer = await lane.pass_through(lambda: self._api(method, arguments))
        except ApiFault as fault:
            raise as_send_fault(fault) from fault
        return _receipt(str((answer or {}).get("ts") or (answer or {}).get("message_ts") or ""))

    async def _look(self, act: Send, channel: str, nonce: str) -> list[Payload]:
        """What stands in the channel or thread since the question. Twice, for a post needs a moment to be readable."""
        found = await self._seen(act, channel)
        if any(outbound.nonce_of(post) == nonce for post in found):
            return found
        await asyncio.sleep(self._pace.settle_s)
        return await self._seen(act, channel)

    async def _seen(self, act: Send, channel: str) -> list[Payload]:
        thread, wait = outbound.thread_of(act), self._pace.retry_s
        method = "conversations.replies" if thread else "conversations.history"
        arguments: dict[str, Any] = {"channel": channel, "include_all_metadata": True, "limit": 200}
        if thread:
            arguments["ts"] = thread
        if is_ts(act.reply_to):
            arguments |= {"oldest": act.reply_to, "inclusive": True}
        while True:
            try:
                return [
                    message
                    async for page in pages(self._api, method, arguments)
                    for message in page.get("messages") or ()
                ]
            except Limited as limited:
                await asyncio.sleep(limited.seconds)
            except (Unreachable, InDoubt):
                # Neither sent nor not sent may be said before Slack has been asked.
                await asyncio.sleep(wait)
                wait = min(wait * 2, self._pace.retry_most_s)
            except (ApiFault, Endless) as fault:
                raise CannotTell(f"whether it was posted cannot be looked up ({fault})") from fault

    async def posted(self, place: Place, nonces: Sequence[str], question: str) -> bool | None:
        """Whether one of these posts stands there since the question; None where Slack does not tell."""
        channel = await self._channel(place.channel)
        try:
            seen = await self._seen(Send(place=place, text="", reply_to=question), channel)
        except CannotTell:
            return None
        return any(outbound.nonce_of(post) in nonces for post in seen)

    async def _home(self, act: Send, reader: Person) -> Receipt:
        """The app's home tab as that person sees it."""
        view = {"type": "home", "blocks": await render_off_loop(act.text, outbound.page, act)}
        await self._post("views.publish", reader.id, {"user_id": reader.id, "view": view})
        return Receipt()

    async def _whisper(self, act: Send, asker: Person, in_doubt: bool) -> Receipt:
        if in_doubt:
            raise InDoubt("an answer that only the asker sees cannot be looked up")
        if act.handle:
            body = await render_off_loop(act.text, outbound.response, act)
            if await _post(act.handle, _ANSWER_WITHIN_S, json=body) < 300:
                return Receipt()
        # The address is used up after five answers or half an hour.
        channel = await self._channel(act.place.channel)
        if not outbound.is_room(channel):
            post = await render_off_loop(act.text, outbound.post, act, channel, "")
            return await self._post("chat.postMessage", channel, post)
        post = await render_off_loop(act.text, outbound.ephemeral, act, channel, asker.id)
        return await self._post("chat.postEphemeral", channel, post)

    async def _upload(self, file: File) -> str:
        """Brings the bytes to Slack, seen by nobody yet; the file's id."""
        try:
            ticket = await self._settled(
                "files.getUploadURLExternal", {"filename": file.name, "length": len(file.content)}
            )
            status = await _post(str(ticket["upload_url"]), _FILE_WITHIN_S, data=file.content)
        except InDoubt as doubt:
            raise Unreachable(f"the file was not uploaded: {doubt}") from doubt
        if status >= 300:
            raise Unreachable(f"the file was not uploaded (HTTP {status})")
        return str(ticket["file_id"])

    # ------------------------------------------------------------------------------------------------ changes

    async def _edit(self, act: Edit) -> Receipt:
        """Edits that wait are overtaken by the newest of the same post: only the last text matters."""
        channel = await self._channel(act.place.channel)
        post, ours = (channel, act.message_id), object()
        self._newest[post] = ours
        try:
            update = await render_off_loop(act.text, outbound.update, act, channel)
            await self._change("chat.update", channel, update, lambda: self._newest.get(post) is not ours)
        finally:
            if self._newest.get(post) is ours:
                del self._newest[post]
        return _receipt(act.message_id)

    async def _delete(self, act: Delete) -> Receipt:
        channel = await self._channel(act.place.channel)
        try:
            await self._change("chat.delete", channel, {"channel": channel, "ts": act.message_id})
        except Refused as refused:
            error = getattr(refused.__cause__, "error", "")
            if error in _NOT_DELETABLE:
                await self._change("chat.update", channel, outbound.removal(channel, act.message_id))
            elif error not in _GONE:
                raise
        return _receipt(act.message_id)

    async def _react(self, act: React) -> Receipt:
        channel, name = await self._channel(act.place.channel), act.reaction.strip(":")
        try:
            await self._change(
                "reactions.add", channel, {"channel": channel, "timestamp": act.message_id, "name": name}
            )
        except Refused as refused:
            if getattr(refused.__cause__, "error", "") != "already_reacted":
                raise
        return _receipt(act.message_id)

    async def _change(
        self, method: str, channel: str, arguments: Payload, stale: Callable[[], bool] = lambda: False
    ) -> None:
        """Idempotent, so a lost answer only means: again."""
        # Slack counts edits by the workspace: many answers that are written at once share one pace.
        lane = self._edits if method == "chat.update" else self._lane(method, channel)
        await self._settled(method, arguments, lane, stale)

    # ------------------------------------------------------------------------------------------------ signs

    async def _show(self, act: Typing) -> None:
        """A sign of life must never cost an answer: whatever goes wrong here is let go.

        Not chat.startStream, though it types so nicely: it takes no metadata at its start, so that a stream whose
        answer was lost could not be found again, and would be posted twice.
        """
        thread = act.place.thread or act.reply_to
        if not is_ts(thread):
            return
        try:
            channel = await self._channel(act.place.channel)
            if act.place.room.channel not in self._statusless and await self._status(channel, thread, act.done):
                return
            self._statusless.add(act.place.room.channel)
            await self._eyes(channel, act.reply_to or thread, act.done)
        except (Limited, ApiFault, Unreachable, InDoubt, Refused) as fault:
            _log.debug("no sign of life shown", extra={"fault": type(fault).__name__})

    async def _status(self, channel: str, thread: str, done: bool) -> bool:
        arguments = {"channel_id": channel, "thread_ts": thread, "status": "" if done else _STATUS}
        try:
            await self._api("assistant.threads.setStatus", arguments)
        except ApiFault as fault:
            if fault.status >= 500:
                raise  # a bad moment, not a room without a status
            return False
        return True

    async def _eyes(self, channel: str, ts: str, done: bool) -> None:
        if done:
            await self._close_eyes(channel, ts)
        elif (channel, ts) not in self._signed:
            try:
                await self._api("reactions.add", _eyes_on(channel, ts))
            except ApiFault as fault:
                if fault.error != "already_reacted":  # ours, of an earlier life
                    raise
            self._signed[channel, ts] = None
            while len(self._signed) > _MOST_SIGNED:
                del self._signed[next(iter(self._signed))]

    def _answered(self, act: Send, channel: str) -> None:
        """A post ends a status by itself, but no 👀: those of its question, in a direct talk of the oldest one."""
        asked = act.reply_to or act.place.thread
        if not asked and not outbound.is_room(channel):
            asked = next((ts for where, ts in self._signed if where == channel), "")
        if (channel, asked) in self._signed:
            task = asyncio.create_task(self._close_eyes(channel, asked))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _close_eyes(self, channel: str, ts: str) -> None:
        """However long Slack wants us to wait for it."""
        if (channel, ts) not in self._signed:
            return
        del self._signed[channel, ts]
        try:
            await self._change("reactions.remove", channel, _eyes_on(channel, ts))
        except SendFault as fault:
            _log.info("a sign of life could not be taken away: %s", fault)

    # ------------------------------------------------------------------------------------------------ rooms

    async def direct(self, person: str) -> str:
        """The channel with that person. Raises Refused, Unreachable."""
        return await self._channel(person)

    async def _channel(self, channel: str) -> str:
        """A person's id stands for the direct channel with them."""
        if not channel.startswith(("U", "W")):
            return channel
        if channel not in self._direct:
            answer: Mapping[str, Any] = await self._settled("conversations.open", {"users": channel})
            self._direct[channel] = str(answer["channel"]["id"])
        return self._direct[channel]

    async def _settled(
        self,
        method: str,
        arguments: Payload,
        lane: PacedLane | None = None,
        stale: Callable[[], bool] = lambda: False,
    ) -> Payload:
        """A call that may be made again, with its waits and its no turned into ours."""
        try:
            return await (lane or PacedLane()).pass_through(lambda: self._api(method, arguments), stale=stale) or {}
        except ApiFault as fault:
            error = as_send_fault(fault)
            raise (Unreachable(str(fault)) if isinstance(error, InDoubt) else error) from fault
        except InDoubt as doubt:
            raise Unreachable(str(doubt)) from doubt

    def _lane(self, kind: str, channel: str, interval_s: float = 0.0, burst: int = 1) -> PacedLane:
        key = (kind, channel)
        if key not in self._lanes:
            self._lanes[key] = PacedLane(interval_s, burst)
        return self._lanes[key]


def _eyes_on(channel: str, ts: str) -> dict[str, str]:
    return {"channel": channel, "timestamp": ts, "name": "eyes"}


def _instead(act: Send, refused: Refused) -> Send | None:
    """What can be posted where this could not."""
    error, needed = getattr(refused.__cause__, "error", ""), getattr(refused.__cause__, "needed", "")
    if error == "thread_not_found" and outbound.thread_of(act):
        return outbound.unthreaded(act)  # what began the thread was deleted
    if act.persona is not None and needed == outbound.FACE_SCOPE:
        _log.warning("no names and faces without the scope", extra={"scope": outbound.FACE_SCOPE})
        return outbound.faceless(act)
    return None


def _receipt(ts: str) -> Receipt:
    return Receipt(message_id=ts, at=instant(ts) if is_ts(ts) else None)
