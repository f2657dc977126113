"""What `doctor` learns by asking: each account's platform, and a running fleet.

An adapter's `facts()` says what is so; here is what that means for a person, and what to do about it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Protocol, runtime_checkable

from bots.commands.admin_api import HealthCheck
from bots.delivery.opening import HomeDelivery
from bots.errors import BotFault, ModelFault, NotStored, SendFault
from bots.ports import Adapter, ChatMessage
from bots.text.phrases import fleet_word
from bots.turn.thinking.model_calls import whole_answer
from config.fleet.chat_models import Prepared, model_of_name
from config.settings.anima_settings import AnimaSettings, settings_of, with_model
from config.settings.config_schema import OFFLINE, Config
from memory.language.folders import FALLBACK
from memory.vocabulary.address import Account
from memory.vocabulary.ports import Clock

PATIENCE_S = 15.0
_MAY_PASS = frozenset({"rate_limited", "provider_fault", "unreachable", "cut", "no_first_token", "stalled", "too_long"})
_MODEL_ADVICE = {
    "key_refused": "look at credentials.{credential}.api_key",
    "unknown_model": "look at the model's name",
    "web_page": "look at credentials.{credential}.base_url",
    "refused": "look at the model's name and at its provider's settings",
}
_CONTENT = "switch on MESSAGE CONTENT INTENT in the developer portal (Bot › Privileged Gateway Intents)"
_MEMBERS = "SERVER MEMBERS INTENT is off: nobody knows who reads a room, so memories of other rooms stay closed there"
_PRIVACY = "privacy mode is on: in groups it hears commands, mentions and replies only"
_PRIVACY_ADVICE = "enough for mentions; else @BotFather, /setprivacy, Disable, and add the bot to its groups again"


async def ask_platforms(adapters: Mapping[Account, Adapter]) -> list[HealthCheck]:
    """All accounts' platforms at once: token, scopes, intents, privacy mode. Changes nothing there."""
    found = await asyncio.gather(*(_account(adapter) for adapter in adapters.values()))
    return [check for checks in found for check in checks]


async def ask_store(delivery: HomeDelivery) -> list[HealthCheck]:
    """The database of the inbox, where it has one."""
    try:
        found = await asyncio.to_thread(delivery.examine)
    except NotStored as fault:
        advice = "look at fleet.store; until it can be reached nothing is taken in, and platforms hand it over again"
        return [HealthCheck(subject="inbox", ok=False, finding=str(fault), advice=advice)]
    return [HealthCheck(subject="inbox", ok=True, finding=found)] if found else []


async def ask_models(config: Config, names: Iterable[str], clock: Clock) -> list[HealthCheck]:
    """Each model that these animas think with, or would fall back on, is asked for one token."""
    wanted: dict[tuple[str, str], AnimaSettings] = {}
    for name in names:
        settings = settings_of(config, name)
        spare = [with_model(settings, config, settings.fallback_model)] if settings.fallback_model else []
        for item in (settings, *spare):
            if settings.enabled and item.model != OFFLINE:
                wanted.setdefault((item.model, item.credential), item)
    return [await _model(config, item, clock) for item in wanted.values()]


async def _model(config: Config, settings: AnimaSettings, clock: Clock) -> HealthCheck:
    say = CheckWriter(settings.model)
    model = model_of_name(config, replace(settings, max_tokens=1), clock)
    try:
        if isinstance(model, Prepared):
            await model.prepare()  # importing its library is no part of the answer's time
        await whole_answer(model, [ChatMessage(role="user", content="Hello")], clock() + timedelta(seconds=PATIENCE_S))
    except ModelFault as fault:
        told = fleet_word(FALLBACK, fault.reason)
        advice = _MODEL_ADVICE.get(fault.reason, "").format(credential=settings.credential)
        return say.perhaps(told) if fault.reason in _MAY_PASS else say.bad(told, advice)
    finally:
        if isinstance(model, _Closable):
            await model.close()
    return say.good(f"answers by {settings.credential or 'no key'}")


async def ask_platforms_once(adapters: Mapping[Account, Adapter]) -> list[HealthCheck]:
    """The same by adapters that nobody runs, and that are done with then."""
    try:
        return await ask_platforms(adapters)
    finally:
        for adapter in adapters.values():
            if isinstance(adapter, _Closable):
                await adapter.close()


def account_states(accounts: Mapping[str, str]) -> list[HealthCheck]:
    """What a running fleet says of its accounts."""
    verdicts = {"connected": True, "failed": False}
    return [
        HealthCheck(subject=name, ok=verdicts.get(state.partition(":")[0]), finding=state)
        for name, state in accounts.items()
    ]


async def _account(adapter: Adapter) -> Sequence[HealthCheck]:
    say = CheckWriter(str(adapter.account))
    if adapter.account.platform not in _ASKED:
        return [say.perhaps("carries calls to people; it is asked when there is one")]
    try:
        async with asyncio.timeout(PATIENCE_S):
            return await _ASKED[adapter.account.platform](adapter, say)
    except TimeoutError:
        return [say.perhaps(f"the platform did not answer within {PATIENCE_S:g} s")]


@runtime_checkable
class _Closable(Protocol):
    """An adapter that keeps a connection from its first question on."""

    async def close(self) -> None: ...


class CheckWriter:
    """Checks about one account."""

    def __init__(self, subject: str) -> None:
        self._subject = subject

    def good(self, finding: str) -> HealthCheck:
        return HealthCheck(subject=self._subject, ok=True, finding=finding)

    def perhaps(self, finding: str, advice: str = "") -> HealthCheck:
        return HealthCheck(subject=self._subject, ok=None, finding=finding, advice=advice)

    def bad(self, finding: str, advice: str = "") -> HealthCheck:
        return HealthCheck(subject=self._subject, ok=False, finding=finding, advice=advice)


# ------------------------------------------------------------------------------------------------ platforms


async def _slack(adapter: Adapter, say: CheckWriter) -> list[HealthCheck]:
    from adapters.slack.adapter import SlackAdapter
    from adapters.slack.api import ESSENTIAL_SCOPES, ApiFault, advice, is_for_good

    assert isinstance(adapter, SlackAdapter)
    try:
        facts = await adapter.facts()
    except ApiFault as fault:
        token = "app_token" if fault.method == "apps.connections.open" else "bot_token"
        return [say.bad(str(advice(fault, token))) if is_for_good(fault) else say.perhaps(str(fault))]
    except BotFault as fault:
        return [say.perhaps(str(fault))]
    missing = facts["missing_scopes"]
    assert isinstance(missing, dict)
    lacking = ", ".join(f"{scope} ({use})" for scope, use in missing.items())
    mend = "add them under OAuth & Permissions and reinstall the app"
    found = [say.good(f"the token is {facts['username']}'s in {facts['team']} ({facts['workspace']})")]
    if lacking:
        tell = say.bad if ESSENTIAL_SCOPES & missing.keys() else say.perhaps
        found.append(tell(f"the app lacks the scopes {lacking}", mend))
    elif facts["scopes_known"]:
        found.append(say.good("all scopes"))
    return found


async def _discord(adapter: Adapter, say: CheckWriter) -> list[HealthCheck]:
    from adapters.discord.adapter import DiscordAdapter
    from adapters.discord.rest import TokenRefused

    assert isinstance(adapter, DiscordAdapter)
    try:
        facts = await adapter.facts()
    except TokenRefused:
        return [say.bad("the bot token is not valid", "make a new one in the developer portal (Bot › Reset Token)")]
    except SendFault as fault:
        return [say.perhaps(str(fault))]
    found = [say.good(f"the token is {facts['bot']}'s, {facts['session_starts_left']} session starts are left today")]
    found += [say.good("MESSAGE CONTENT INTENT") if facts["message_content"] else say.bad("no content", _CONTENT)]
    found += [] if facts["server_members"] else [say.perhaps(_MEMBERS)]
    return found


async def _telegram(adapter: Adapter, say: CheckWriter) -> list[HealthCheck]:
    from adapters.telegram.adapter import TelegramAdapter
    from adapters.telegram.receiver import Contested, PollingInterrupted, Rejected

    assert isinstance(adapter, TelegramAdapter)
    try:
        facts = await adapter.facts()
    except Rejected as refused:
        return [say.bad(str(refused))]
    except (PollingInterrupted, Contested) as trouble:
        return [say.perhaps(str(trouble))]
    found = [say.good(f"the token is @{facts['username']}'s, {facts['waiting_updates']} updates wait")]
    found += [] if facts["hears_all_in_groups"] else [say.perhaps(_PRIVACY, _PRIVACY_ADVICE)]
    found += [] if facts["can_join_groups"] else [say.perhaps("it cannot be added to groups", "/setjoingroups, Enable")]
    found += [say.perhaps(f"webhook: {facts['last_error']}")] if facts["last_error"] else []
    return found


_ASKED: Mapping[str, Callable[[Adapter, CheckWriter], Awaitable[list[HealthCheck]]]] = {
    "slack": _slack,
    "discord": _discord,
    "telegram": _telegram,
}
