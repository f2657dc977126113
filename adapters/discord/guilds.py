"""In which guilds an account listens: those that the config names. Anybody may add a bot to a guild of theirs."""

from __future__ import annotations

import logging

from adapters.discord.directory import Directory
from adapters.discord.members import Members
from adapters.discord.settings import DiscordSettings

log = logging.getLogger(__name__)


class Guilds:
    """`settings.guilds` is None where every guild is ours."""

    def __init__(self, settings: DiscordSettings, directory: Directory, members: Members) -> None:
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
            told = {"guild": guild, "called": known.name if known else "", "advice": advice}
            log.warning("a guild that the config does not name is left alone", extra=told)
        return False

    async def has_member(self, person: str) -> bool:
        """Whether who writes to us alone belongs to a guild in which we listen. Raises SendFault."""
        if self._settings.guilds is None:
            return True
        for guild in [one for one in self._directory.guilds if self.allows(one)]:
            if await self._members.roles(guild, person) is not None:
                return True
        return False

    def _of_rooms(self) -> set[str]:
        channels = self._directory.channels
        return {channels[room].guild for room in self._settings.rooms if room in channels}
