"""From the config's accounts to adapters. A platform's SDK is imported only when an account of it is enabled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pydantic import SecretStr

from bots.commands.catalogue import COMMANDS
from bots.commands.surface import CommandShape, shapes
from bots.ports import Adapter
from config.schema import Config
from memory.vocabulary.address import Account
from memory.vocabulary.ports import Clock

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")
#: Between two looks for answers, where a service is to be asked. Seconds.
_LOOK_S = 20.0


def platform_adapters(
    config: Config, clock: Clock, scale: float = 1.0, moves: Path | None = None
) -> dict[Account, Adapter]:
    """One adapter an enabled account. `scale` shortens every documented wait (fault runs and benchmarks only); `moves`
    is where Telegram's renumbered groups are kept."""
    found = [*_slack(config, clock, scale), *_discord(config, clock, scale), *_telegram(config, clock, scale, moves)]
    found += _pagers(config, clock, scale)
    return {adapter.account: adapter for adapter in found}


def _slack(config: Config, clock: Clock, scale: float) -> Iterator[Adapter]:
    section = config.external_messaging.slack
    if not section.enabled:
        return
    from adapters.slack.adapter import SlackAdapter, SlackSettings
    from adapters.slack.limits import Pace

    for name, one in section.accounts.items():
        settings = SlackSettings(
            bot_token=_secret(one.bot_token),
            app_token=_secret(one.app_token),
            signing_secret=_secret(one.signing_secret),
            api_base=one.api_base or section.api_base,
            mode=section.mode,
            own_anima=one.anima or "",
        )
        yield SlackAdapter(settings, Account("slack", name), clock, scaled(Pace(), scale))


def _discord(config: Config, clock: Clock, scale: float) -> Iterator[Adapter]:
    section = config.external_messaging.discord
    if not section.enabled:
        return
    from adapters.discord.adapter import DiscordAdapter, DiscordSettings, Pace

    named = [entry.split("/") for entry in _channels(config) if entry.startswith("discord:")]
    guilds = frozenset([*section.guilds, *(guild for _, guild, *rest in named if rest)])
    rooms = frozenset(room for _, room, *rest in named if not rest)
    for name, one in section.accounts.items():
        settings = DiscordSettings(
            bot_token=_secret(one.bot_token),
            api_base=section.api_base,
            own_anima=one.anima or "",
            guilds=guilds if guilds or rooms else None,  # nobody has said which ones are ours
            rooms=rooms,
        )
        yield DiscordAdapter(settings, Account("discord", name), clock, pace=scaled(Pace(), scale), shapes=_menu())


def _telegram(config: Config, clock: Clock, scale: float, path: Path | None) -> Iterator[Adapter]:
    section = config.external_messaging.telegram
    if not section.enabled:
        return
    from adapters.telegram.adapter import TelegramAdapter
    from adapters.telegram.moves import Moves
    from adapters.telegram.pace import Limits
    from adapters.telegram.settings import TelegramSettings

    moves = Moves(path)
    for name, one in section.accounts.items():
        settings = TelegramSettings(
            bot_token=_secret(one.bot_token),
            api_base=one.api_base or section.api_base,
            mode=section.mode,
            public_url=one.public_url or section.public_url or "",
            secret_token=_secret(one.secret_token or section.secret_token),
            own_anima=one.anima or "",
        )
        yield TelegramAdapter(
            settings, Account("telegram", name), clock, scaled(Limits(), scale), moves=moves, shapes=_menu()
        )


def _pagers(config: Config, clock: Clock, scale: float) -> Iterator[Adapter]:
    """The channels that only carry calls to people."""
    section = config.human_notification
    wanted = set(section.channels) if section.enabled else set()
    if "line" in wanted:
        from adapters.line.adapter import LineAdapter

        line = section.line
        token, secret = _secret(line.channel_access_token), _secret(line.channel_secret)
        yield LineAdapter(token, line.to or "", line.api_base, clock, secret)
    if "chatwork" in wanted:
        from adapters.chatwork.adapter import ChatworkAdapter

        room, api = section.chatwork.room or "", section.chatwork.api_base
        yield ChatworkAdapter(_secret(section.chatwork.api_token), room, api, clock, _LOOK_S * scale)
    if "ntfy" in wanted:
        from adapters.ntfy.adapter import NtfyAdapter

        topic, token = section.ntfy.topic or "", _secret(section.ntfy.token)
        yield NtfyAdapter(topic, token, section.ntfy.api_base, clock, _LOOK_S * scale)


def _channels(config: Config) -> Iterator[str]:
    for board in config.boards.values():
        yield from board.channels


def scaled(waits: T, scale: float) -> T:
    """The same waits, shortened: every field that is in seconds."""
    assert is_dataclass(waits)
    if scale == 1.0:
        return waits
    shorter = {field.name: getattr(waits, field.name) * scale for field in fields(waits) if field.name.endswith("_s")}
    return replace(waits, **shorter)


def _menu() -> list[CommandShape]:
    return shapes(COMMANDS)


def _secret(value: SecretStr | None) -> str:
    return value.get_secret_value() if value else ""
