"""A Discord on loopback: REST v10 and gateway v10, as far as the fleet uses them (FIDELITY.md)."""

from tests.platforms.discord.server import DiscordServer, Limits

__all__ = ["DiscordServer", "Limits"]
