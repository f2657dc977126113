"""config.json, as types: where people and animas talk, who people are, and how they are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field, SecretStr

from config.section import (
    Ambient,
    Hours,
    Name,
    Platform,
    Section,
    Url,
)

# ------------------------------------------------------------------------------------------------ platforms


class SlackAccount(Section):
    bot_token: SecretStr | None = Field(None, description="xoxb-…, or env:NAME")
    app_token: SecretStr | None = Field(None, description="xapp-…, or env:NAME; for mode socket")
    signing_secret: SecretStr | None = Field(None, description="for mode http")
    api_base: Url | None = Field(None, description="instead of the platform's")
    anima: str | None = Field(None, description="this account is that anima's own bot")


class Slack(Section):
    enabled: bool = Field(False, description="")
    mode: Literal["socket", "http"] = Field("socket", description="http: POST /slack/<account> on server")
    api_base: Url = Field("https://slack.com/api", description="another server")
    ambient: Ambient = Field("mentions", description="what is answered in rooms without being addressed")
    accounts: Mapping[Name, SlackAccount] = Field(default_factory=dict, description="name → one app")


class DiscordAccount(Section):
    bot_token: SecretStr | None = Field(None, description="the bot's token, or env:NAME")
    anima: str | None = Field(None, description="this account is that anima's own bot")


class Discord(Section):
    enabled: bool = Field(False, description="")
    api_base: Url = Field("https://discord.com/api/v10", description="another server, one a process")
    ambient: Ambient = Field("mentions", description="what is answered in rooms without being addressed")
    guilds: tuple[str, ...] = Field(
        (), description="ids of servers in which it listens, with those of the boards; where none is named, in all"
    )
    accounts: Mapping[Name, DiscordAccount] = Field(default_factory=dict, description="name → one application")


class TelegramAccount(Section):
    bot_token: SecretStr | None = Field(None, description="BotFather's token, or env:NAME")
    anima: str | None = Field(None, description="this account is that anima's own bot")
    api_base: Url | None = Field(None, description="instead of the platform's")
    public_url: Url | None = Field(None, description="for mode webhook: where Telegram reaches server")
    secret_token: SecretStr | None = Field(None, description="for mode webhook, or env:NAME")


class Telegram(Section):
    enabled: bool = Field(False, description="")
    mode: Literal["polling", "webhook"] = Field("polling", description="webhook: POST /telegram/<account> on server")
    api_base: Url = Field("https://api.telegram.org", description="another server")
    public_url: Url | None = Field(None, description="for mode webhook, of all accounts")
    secret_token: SecretStr | None = Field(None, description="for mode webhook, of all accounts")
    ambient: Ambient = Field("mentions", description="what is answered in groups without being addressed")
    accounts: Mapping[Name, TelegramAccount] = Field(default_factory=dict, description="name → one bot")


class ExternalMessaging(Section):
    slack: Slack = Field(default_factory=Slack, description="")
    discord: Discord = Field(default_factory=Discord, description="")
    telegram: Telegram = Field(default_factory=Telegram, description="")
    preferred_channel: Platform = Field("slack", description="tried first when an anima writes to a person")
    user_aliases: Mapping[str, tuple[str, ...]] = Field(
        default_factory=dict, description="name → person addresses, preferred first"
    )


class Board(Section):
    animas: tuple[str, ...] = Field((), description="who lives there; the first answers what names nobody")
    channels: tuple[str, ...] = Field((), description="slack:account/channel, discord:account/guild/channel …")
    ambient: Ambient | None = Field(None, description="instead of the platform's")
    letters: bool = Field(False, description="shows what animas write to each other, where all its readers may read it")


# ------------------------------------------------------------------------------------------------ people


class Admins(Section):
    owner: tuple[str, ...] = Field((), description="person addresses")
    admin: tuple[str, ...] = Field((), description="person addresses")


class Access(Section):
    guests: Literal["refuse", "answer", "report"] = Field("refuse", description="what strangers get")


class Line(Section):
    channel_access_token: SecretStr | None = Field(None, description="or env:NAME")
    channel_secret: SecretStr | None = Field(
        None, description="or env:NAME; then answers are heard: LINE's webhook is POST /line/main of the server"
    )
    to: str | None = Field(None, description="LINE user or group id")
    api_base: Url = Field("https://api.line.me", description="another server")


class Chatwork(Section):
    api_token: SecretStr | None = Field(None, description="or env:NAME")
    room: str | None = Field(None, description="room id")
    api_base: Url = Field("https://api.chatwork.com/v2", description="another server")


class Ntfy(Section):
    topic: str | None = Field(None, description="topic name")
    token: SecretStr | None = Field(None, description="or env:NAME; where the topic is protected")
    api_base: Url = Field("https://ntfy.sh", description="another server")


class HumanNotification(Section):
    enabled: bool = Field(False, description="animas may call a person")
    channels: tuple[Literal["slack", "discord", "telegram", "line", "chatwork", "ntfy"], ...] = Field(
        (), description="tried in this order; empty: the platforms that are enabled, the preferred first"
    )
    people: tuple[str, ...] = Field(
        (), description="person addresses or names of user_aliases, in the order of calling; empty: the owners"
    )
    quiet_hours: Hours | None = Field(
        None, description="HH:MM-HH:MM of who has set none of their own; only urgent calls pass"
    )
    escalate_after_minutes: float = Field(15, gt=0, description="unanswered: the next channel or person")
    line: Line = Field(default_factory=Line, description="")
    chatwork: Chatwork = Field(default_factory=Chatwork, description="")
    ntfy: Ntfy = Field(default_factory=Ntfy, description="")
