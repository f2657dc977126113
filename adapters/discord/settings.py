"""What one account is given, and how fast it goes."""

from __future__ import annotations

from dataclasses import dataclass, field


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
class Pace:
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
