"""From the config to how people are reached and called."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from zoneinfo import ZoneInfo

from bots.calling.calling import Calling
from bots.calling.settings import CallSettings
from bots.delivery.seam import Delivery
from bots.mind import Mind
from bots.people.routing import Routing
from bots.ports import Adapter
from bots.roster import Roster
from config.schema import Config
from memory.archive.contacts import Contacts
from memory.vocabulary.address import Account
from memory.vocabulary.ports import Clock


def calls_of(
    config: Config,
    minds: Mapping[str, Mind],
    adapters: Mapping[Account, Adapter],
    delivery: Delivery,
    *,
    roster: Roster,
    contacts: Contacts,
    clock: Clock,
) -> tuple[Routing, Calling]:
    """How a name becomes a place to write to, and the calls under way."""
    messaging = config.external_messaging
    routing = Routing(
        adapters=adapters,
        roster=roster,
        contacts=contacts,
        aliases=messaging.user_aliases,
        preferred=messaging.preferred_channel,
    )
    calling = Calling(
        minds=minds,
        delivery=delivery,
        routing=routing,
        contacts=contacts,
        settings=call_settings(config),
        clock=clock,
        chance=secrets.choice,
    )
    return routing, calling


def call_by(config: Config, calling: Calling) -> None:
    """People are called by the changed config; channels, whose accounts were made at the start, and the zone stay."""
    old, messaging = calling.settings, config.external_messaging
    new = call_settings(config)
    calling.settings = replace(new, channels=old.channels, pagers=old.pagers, zone=old.zone)
    calling.routing.become(messaging.user_aliases, messaging.preferred_channel)
    calling.changed.set()


def call_settings(config: Config) -> CallSettings:
    """Who is called, by what and when. Channels that were not chosen are the enabled platforms, the preferred first."""
    section, messaging = config.human_notification, config.external_messaging
    enabled = [name for name in ("slack", "discord", "telegram") if getattr(messaging, name).enabled]
    usual = sorted(enabled, key=lambda name: name != messaging.preferred_channel)
    targets = {"line": section.line.to, "chatwork": section.chatwork.room, "ntfy": section.ntfy.topic}
    channels: tuple[str, ...] = section.channels or tuple(usual)
    return CallSettings(
        enabled=section.enabled,
        channels=channels,
        people=section.people or config.admins.owner,
        approvers=tuple(dict.fromkeys([*config.admins.owner, *config.admins.admin])),
        pagers=tuple((name, f"{name}:{target}") for name, target in targets.items() if target and name in channels),
        quiet_hours=section.quiet_hours or "",
        zone=ZoneInfo(config.system.timezone),
        escalate_after=timedelta(minutes=section.escalate_after_minutes),
    )
