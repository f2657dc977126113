"""What can be asked of Discord: a room's past, people and rooms by name, who can read a room."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, Sequence
from datetime import datetime

from adapters.discord import inbound
from adapters.discord.directory import DiscordDirectory, person
from adapters.discord.guilds import Guilds, Members
from adapters.discord.inbound import DiscordIdentity, place_id
from adapters.discord.receiver import find_spot
from adapters.discord.rest import Rest
from bots.errors import Refused
from bots.message import Message
from memory.vocabulary.address import Person, Place

_PAGE, _PAGES = 100, 200
_FOUND_A_GUILD = 10


class DiscordReader:
    """The questions of one account."""

    def __init__(self, rest: Rest, directory: DiscordDirectory, members: Members, guilds: Guilds) -> None:
        self._rest, self._directory, self._members, self._guilds = rest, directory, members, guilds

    async def content(self, url: str) -> AsyncGenerator[bytes]:
        """What an attachment holds. Raises Refused, Unreachable."""
        begun = False
        try:
            async for piece in self._rest.pieces(url):
                begun = True
                yield piece
        except Refused:
            if begun:
                raise
            answer = await self._rest.call("POST", "/attachments/refresh-urls", {"attachment_urls": [url]})
            async for piece in self._rest.pieces(str(answer["refreshed_urls"][0]["refreshed"])):
                yield piece

    async def history(self, me: DiscordIdentity, place: Place, after: str) -> list[Message]:
        """Also of the threads that were begun in the room since then. [] where we may not look.

        Raises Unreachable.
        """
        if not after:
            return []
        start = inbound.snowflake_of(after)
        rooms = [place_id(place)]
        if not place.thread:
            rooms += [thread for thread in self._directory.threads_of(place.channel) if int(thread) > int(start)]
        found: list[Message] = []
        for room in rooms:
            with contextlib.suppress(Refused):
                found += await self._history(me, room, start)
        return sorted(found, key=lambda message: message.order)

    async def _history(self, me: DiscordIdentity, channel: str, after: str) -> list[Message]:
        spot = await find_spot(channel, self._directory, self._rest)
        found: list[Message] = []
        if spot is None:
            return found
        for _ in range(_PAGES):
            query = {"after": after, "limit": str(_PAGE)}
            page = await self._rest.call("GET", f"/channels/{channel}/messages", query=query, bucket=f"read:{channel}")
            messages = (inbound.message(post, me, spot, self._directory) for post in page)
            found += [message for message in messages if message is not None]
            if len(page) < _PAGE:
                break
            after = str(max(int(post["id"]) for post in page))
        return found

    async def rooms(self, since: datetime) -> dict[Place, str]:
        """Guild channels and threads whose newest message is younger. Discord lists no direct channels to bots."""
        start = inbound.time_snowflake(since)
        newer = (room.id for room in self._directory.channels.values() if room.last and int(room.last) > start)
        spots = (self._directory.spot(channel) for channel in newer)
        ours = (spot for spot in spots if spot is not None and self._guilds.allows(spot.place.workspace))
        return {spot.place: f"{start:020d}" for spot in ours}

    async def find(self, query: str) -> list[Person | Place]:
        """Rooms whose name contains it, then members of our guilds whose name begins so."""
        wanted = query.strip().lstrip("@#").casefold()
        if not wanted:
            return []
        named = [room for room in self._directory.channels.values() if room.name and wanted in room.name.casefold()]
        named.sort(key=lambda room: (room.name.casefold() != wanted, room.name))
        spots = (self._directory.spot(room.id) for room in named)
        people: list[Person] = []
        for guild in filter(self._guilds.allows, self._directory.guilds):
            with contextlib.suppress(Refused):
                people += await self._named(guild, wanted)
        ours = (spot.place for spot in spots if spot is not None and self._guilds.allows(spot.place.workspace))
        return [*ours, *dict.fromkeys(people)]

    async def _named(self, guild: str, wanted: str) -> list[Person]:
        query = {"query": wanted, "limit": str(_FOUND_A_GUILD)}
        members = await self._rest.call("GET", f"/guilds/{guild}/members/search", query=query)
        return [person(str(member["user"]["id"])) for member in members if not member["user"].get("bot")]

    async def readable(self, me: DiscordIdentity, present: Person | Place, rooms: Sequence[Place]) -> frozenset[Place]:
        """Those of the rooms that the person, or all who can read the room `present`, can read. Raises SendFault."""
        directory = self._directory
        if isinstance(present, Place):
            if not directory.has_members_only(present):
                return frozenset()
            return frozenset(room for room in rooms if room.workspace == present.workspace and directory.is_open(room))
        if not me.knows_members:
            return frozenset()  # nobody would tell that somebody left, or lost a role
        guilds = dict.fromkeys(room.workspace for room in rooms if room.workspace in directory.guilds)
        roles = {guild: await self._members.roles(guild, present.id) for guild in guilds}
        return frozenset(
            room
            for room in rooms
            if (held := roles.get(room.workspace)) is not None and directory.may_read(present.id, held, room)
        )
