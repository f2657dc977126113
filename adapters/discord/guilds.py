"""What an account has to do with guilds: in which ones it listens (those that the config names, for anybody may add
a bot to a guild of theirs), and which roles their members have.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from adapters.discord.directory import DiscordDirectory, Payload, person
from adapters.discord.rest import DiscordRefused, Rest
from adapters.lookups import LookupCache
from memory.vocabulary.address import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordSettings:
    """One account. `own_anima` is the persona whose own bot this is; empty: the bot wears many.

    `guilds` are those in which it listens, with those of the `rooms` (channel ids); None: in all. Anybody may add a bot
    to their guild; to be added gives no right.
    """

    bot_token: str = field(repr=False)
    api_base: str = "https://discord.com/api/v10"
    own_anima: str = ""
    guilds: frozenset[str] | None = None
    rooms: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordPace:
    """How fast. Identifies: at most so many an hour, each new one after a growing gap, none below the reserve."""

    retry_s: float = 1.0
    longest_retry_s: float = 60.0
    identify_gap_s: float = 5.0
    longest_identify_gap_s: float = 300.0
    identifies_an_hour: int = 20
    identify_reserve: int = 50
    guilds_within_s: float = 10.0
    heartbeat_timeout_s: float = 60.0
    edit_interval_s: float = 1.2


# --- members --------------------------------------------------------------------------------------------------------
# Which roles somebody has in a guild: asked for one person at a time, believed for five minutes, kept up by events.
#
# A guild may have many thousand members, of whom a few talk: their list is never read.


_MOST = 4096
_GUEST = 1 << 4  # invited to a voice room, and nowhere else

Roles = tuple[str, ...]


class Members:
    """(guild, person) -> roles."""

    def __init__(self, rest: Rest) -> None:
        self._rest = rest
        self._roles: LookupCache[tuple[str, str], Roles] = LookupCache(self._ask, most=_MOST)

    async def roles(self, guild: str, person: str) -> Sequence[str] | None:
        """The roles' ids; None for somebody who is no full member. Raises SendFault."""
        return await self._roles.fresh((guild, person))

    def hear(self, event: str, data: Payload) -> list[Person]:
        """Take what a gateway event tells of a member; who may read other rooms than before."""
        if event not in ("GUILD_MEMBER_ADD", "GUILD_MEMBER_UPDATE", "GUILD_MEMBER_REMOVE"):
            return []
        key = str(data["guild_id"]), str(data["user"]["id"])
        roles = None if event == "GUILD_MEMBER_REMOVE" else _roles(data)
        before = self._roles.entries.get(key)
        self._roles.change(key, roles)
        return [] if before is not None and before[1] == roles else [person(key[1])]

    def close(self) -> None:
        self._roles.close()

    async def _ask(self, key: tuple[str, str]) -> Roles | None:
        guild, person = key
        try:
            member = await self._rest.call("GET", f"/guilds/{guild}/members/{person}", bucket=f"member:{guild}")
        except DiscordRefused:
            return None
        return _roles(member)


def _roles(member: Payload) -> Roles | None:
    return None if int(member.get("flags") or 0) & _GUEST else tuple(map(str, member.get("roles") or ()))


# --- guilds ---------------------------------------------------------------------------------------------------------


log = logging.getLogger(__name__)


class Guilds:
    """`settings.guilds` is None where every guild is ours."""

    def __init__(self, settings: DiscordSettings, directory: DiscordDirectory, members: Members) -> None:
        self._settings, self._directory, self._members = settings, directory, members
        self._left_alone: set[str] = set()

    def allows(self, guild: str) -> bool:
        """Whether what is said there is heard; of one that is left alone, the log tells once."""
        named = self._settings.guilds
        if not guild or named is None or guild in named or guild in self._of_rooms():
            return True
        if guild not in self._left_alone and len(self._left_alone) < 1000:
            self._left_alone.add(guild)
            known = self._directory.guilds.get(guild)
            advice = "add it to external_messaging.discord.guilds, or take the bot out of it"
            extra = {"guild": guild, "called": known.name if known else "", "advice": advice}
            log.warning("a guild that the config does not name is left alone", extra=extra)
        return False

    async def has_member(self, person: str) -> bool:
        """Whether who writes to us alone belongs to a guild in which we listen. Raises SendFault."""
        if self._settings.guilds is None:
            return True
        for guild in [id for id in self._directory.guilds if self.allows(id)]:
            if await self._members.roles(guild, person) is not None:
                return True
        return False

    def _of_rooms(self) -> set[str]:
        channels = self._directory.channels
        return {channels[room].guild for room in self._settings.rooms if room in channels}
