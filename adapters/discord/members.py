"""Which roles somebody has in a guild: asked for one person at a time, believed for five minutes, kept up by events.

A guild may have many thousand members, of whom a few talk: their list is never read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from adapters.discord.directory import Payload, person
from adapters.discord.rest import DiscordRefused, Rest
from memory.vocabulary.address import Person

_BELIEVED_S = 300.0
_MOST = 4096
_GUEST = 1 << 4  # invited to a voice room, and nowhere else

Roles = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Told:
    roles: Roles | None
    at: float


class Members:
    """(guild, person) -> roles."""

    def __init__(self, rest: Rest) -> None:
        self._rest = rest
        self._told: dict[tuple[str, str], _Told] = {}
        self._asked: dict[tuple[str, str], asyncio.Task[Roles | None]] = {}

    async def roles(self, guild: str, person: str) -> Sequence[str] | None:
        """The roles' ids; None for somebody who is no full member. Raises SendFault."""
        key, now = (guild, person), asyncio.get_running_loop().time()
        told = self._told.get(key)
        if told is not None and now - told.at <= _BELIEVED_S:
            return told.roles
        if key not in self._asked:
            self._asked[key] = task = asyncio.create_task(self._ask(guild, person))
            task.add_done_callback(lambda done: self._answered(key, done, now))
        return await asyncio.shield(self._asked[key])

    def hear(self, event: str, data: Payload) -> list[Person]:
        """Take what a gateway event tells of a member; who may read other rooms than before."""
        if event not in ("GUILD_MEMBER_ADD", "GUILD_MEMBER_UPDATE", "GUILD_MEMBER_REMOVE"):
            return []
        key = str(data["guild_id"]), str(data["user"]["id"])
        roles = None if event == "GUILD_MEMBER_REMOVE" else _roles(data)
        before = self._told.get(key)
        self._asked.pop(key, None)  # what is being answered is older
        self._keep(key, roles, asyncio.get_running_loop().time())
        return [] if before is not None and before.roles == roles else [person(key[1])]

    def close(self) -> None:
        for task in list(self._asked.values()):
            task.cancel()

    async def _ask(self, guild: str, person: str) -> Roles | None:
        try:
            member = await self._rest.call("GET", f"/guilds/{guild}/members/{person}", bucket=f"member:{guild}")
        except DiscordRefused:
            return None
        return _roles(member)

    def _answered(self, key: tuple[str, str], done: asyncio.Task[Roles | None], asked_at: float) -> None:
        if self._asked.get(key) is not done:
            return
        del self._asked[key]
        if not done.cancelled() and done.exception() is None:
            self._keep(key, done.result(), asked_at)

    def _keep(self, key: tuple[str, str], roles: Roles | None, at: float) -> None:
        self._told.pop(key, None)
        self._told[key] = _Told(roles, at)
        while len(self._told) > _MOST:
            del self._told[next(iter(self._told))]


def _roles(member: Payload) -> Roles | None:
    return None if int(member.get("flags") or 0) & _GUEST else tuple(map(str, member.get("roles") or ()))
