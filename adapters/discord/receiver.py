"""The way in: gateway events to the sink, in order a channel, each handed over until it is stored.

Discord has no acknowledgement that could be withheld: what the sink could not store is kept here and tried again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from adapters.discord import inbound
from adapters.discord.directory import ChannelPlace, DiscordDirectory, Payload
from adapters.discord.guilds import Guilds
from adapters.discord.inbound import DiscordIdentity
from adapters.discord.rest import DiscordRefused, Rest
from adapters.discord.sender import DiscordSender
from bots.commands.command import CommandShape
from bots.errors import NotStored, SendFault
from bots.message import Kind, Message
from bots.ports import Sink
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)

_WANTED = frozenset(
    {
        "GUILD_CREATE",
        "MESSAGE_CREATE",
        "MESSAGE_UPDATE",
        "MESSAGE_DELETE",
        "MESSAGE_DELETE_BULK",
        "MESSAGE_REACTION_ADD",
        "INTERACTION_CREATE",
        "GUILD_MEMBER_ADD",
        "GUILD_MEMBER_REMOVE",
    }
)
_EPHEMERAL = 1 << 6
#: Type of an interaction (command, button) -> what it is answered with at once.
_DEFERRALS: Mapping[int, Mapping[str, Any]] = {2: {"type": 5, "data": {"flags": _EPHEMERAL}}, 3: {"type": 6}}
_LONGEST_PAUSE_S = 30.0
_TRIES = 8


class DiscordReceiver:
    """One queue a channel; a task for each that is not empty."""

    def __init__(
        self,
        *,
        sink: Sink,
        me: DiscordIdentity,
        rest: Rest,
        directory: DiscordDirectory,
        sender: DiscordSender,
        shapes: tuple[CommandShape, ...],
        clock: Clock,
        retry_s: float,
        guilds: Guilds,
    ) -> None:
        self._sink, self._me, self._rest, self._directory = sink, me, rest, directory
        self._sender, self._shapes, self._clock, self._retry_s = sender, shapes, clock, retry_s
        self._guilds = guilds
        self._queues: dict[str, deque[tuple[str, Payload]]] = {}
        self._deferrals: dict[str, asyncio.Task[None]] = {}  # interaction -> its first answer
        self._tasks: set[asyncio.Task[None]] = set()

    def put(self, event: str, data: Payload) -> None:
        if event == "GUILD_CREATE":
            if not inbound.is_new(data, self._clock()):
                return
            data = {"guild_id": data["id"], "joined_at": data["joined_at"]}
        if event not in _WANTED or not self._guilds.allows(str(data.get("guild_id") or "")):
            return
        if event == "INTERACTION_CREATE":
            # Within three seconds, whatever else waits in the room or has to be asked for.
            self._deferrals[str(data.get("id"))] = self._begun(self._defer(data))
        channel = str(data.get("channel_id") or data.get("guild_id") or "")
        queue = self._queues.get(channel)
        if queue is not None:
            queue.append((event, data))
            return
        self._queues[channel] = deque([(event, data)])
        self._begun(self._serve(channel))

    def _begun(self, step: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(step)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, channel: str) -> None:
        queue = self._queues[channel]
        try:
            while queue:
                event, data = queue[0]
                try:
                    await self._hear(event, data, channel)
                except Exception as odd:
                    log.warning("an event of Discord's was not understood", extra={"event": event, "why": repr(odd)})
                queue.popleft()
        finally:
            del self._queues[channel]

    async def _hear(self, event: str, data: Payload, channel: str) -> None:
        if event == "INTERACTION_CREATE":
            await self._deferrals.pop(str(data.get("id")))  # an answer that comes before it would not be its own
        spot = await self._patiently(lambda: self._spot(event, data, channel))
        if spot is None:
            log.warning("an event in a room that cannot be seen", extra={"event": event, "channel": channel})
            return
        for message in self._messages(event, data, spot):
            await self._deliver(await self._patiently(partial(self._with_standing, message)))

    async def _with_standing(self, message: Message) -> Message:
        """Who writes to us alone is a member where they belong to a guild of ours."""
        if not message.is_direct or message.kind is Kind.DELETE:
            return message
        return replace(message, member=await self._guilds.has_member(message.author.id))

    def _messages(self, event: str, data: Payload, spot: ChannelPlace) -> list[Message]:
        now, me = self._clock(), self._me
        found: Message | None
        match event:
            case "GUILD_CREATE":
                found = inbound.installed(data, me, spot, now)
            case "MESSAGE_CREATE":
                found = inbound.message(data, me, spot, self._directory)
            case "MESSAGE_UPDATE":
                found = inbound.edited(data, me, spot, self._directory)
            case "MESSAGE_REACTION_ADD":
                found = inbound.reacted(data, me, spot, now)
            case "INTERACTION_CREATE":
                found = inbound.interaction(data, me, spot, self._shapes)
            case "GUILD_MEMBER_ADD":
                found = inbound.moved(data, Kind.JOIN, me, spot, now)
            case "GUILD_MEMBER_REMOVE":
                found = inbound.moved(data, Kind.LEAVE, me, spot, now)
            case _:
                ids = data.get("ids") or [data["id"]]
                own = self._sender.is_own
                return [inbound.deleted(target, me, spot, now, is_own=own(target)) for target in map(str, ids)]
        return [found] if found is not None else []

    # ------------------------------------------------------------------------------------------------ the room

    async def _spot(self, event: str, data: Payload, channel: str) -> ChannelPlace | None:
        if event.startswith("GUILD_"):
            guild = self._directory.guilds.get(channel)
            return self._directory.spot(guild.system_channel) if guild else None
        author = data.get("author") or data.get("user") or {}
        is_person = bool(author) and str(author.get("id")) != self._me.user and not data.get("webhook_id")
        if not data.get("guild_id") and is_person and channel not in self._directory.channels:
            self._directory.learn_direct(channel, str(author["id"]))
        return await find_spot(channel, self._directory, self._rest)

    # ------------------------------------------------------------------------------------------------ the sink

    async def _deliver(self, message: Message) -> None:
        if message.kind is Kind.MESSAGE:
            self._sender.heard(message)

        async def store() -> None:
            await self._sink.deliver(message)

        await self._patiently(store)

    async def _patiently(self, step: Callable[[], Any]) -> Any:
        """What passes is waited for, however long; what breaks in any other way is tried a few times."""
        pause, odd = self._retry_s, 0
        while True:
            try:
                return await step()
            except (NotStored, SendFault, OSError) as fault:
                log.warning("a message could not be taken in yet", extra={"why": str(fault)})
            except Exception as bug:
                odd += 1
                if odd >= _TRIES:
                    raise
                log.warning("a message could not be taken in yet", exc_info=bug)
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE_S)

    async def _defer(self, data: Payload) -> None:
        """Within three seconds Discord wants a word; the answer follows by the interaction's token."""
        body = _DEFERRALS.get(data.get("type", 0))
        if body is None:
            return
        path = f"/interactions/{data['id']}/{data['token']}/callback"
        try:
            await self._rest.call("POST", path, body, bare=True, once=True)
        except SendFault as fault:  # too late or lost: the answer finds another way
            log.info("an interaction was not deferred", extra={"why": str(fault)})


async def find_spot(channel: str, directory: DiscordDirectory, rest: Rest) -> ChannelPlace | None:
    """The room, asked for where it is not known. None: it cannot be seen. Raises SendFault."""
    for _ in range(3):  # the channel itself, a thread's parent, and then it is known
        if (spot := directory.spot(channel)) is not None:
            return spot
        known = directory.channels.get(channel)
        missing = known.parent if known is not None and known.is_thread else channel
        try:
            directory.learn(await rest.call("GET", f"/channels/{missing}"))
        except DiscordRefused:
            return None
    return None
