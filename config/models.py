"""From an anima's settings to the chat model it thinks with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from adapters.models.deadlines import Deadlines
from adapters.models.prices import is_near
from bots.ports import ChatModel, Spent
from bots.spending.purse import Caps, Purse
from config.pricing import Near, price_under
from config.schema import OFFLINE, Config
from config.settings import Settings, credential, litellm_name, settings_of, with_model
from config.ways import is_installed, way_of
from memory.archive.files import Files
from memory.archive.quarantine import Quarantine
from memory.archive.spending import FOLDER, Spending
from memory.vocabulary.ports import Clock, Embedder

if TYPE_CHECKING:
    from adapters.models.agent_process import AgentSettings
    from adapters.models.speaking import ModelOptions


def chat_model(
    config: Config,
    settings: Settings,
    clock: Clock,
    spent: Callable[[Spent], None] | None = None,
    embedder: Embedder | None = None,
    near: Near = is_near,
) -> ChatModel:
    """The configured model, with its fallback behind it where there is one. Imports what it needs, no more.

    `spent` is told what each call of either took; the offline model embeds what it hears by `embedder`. What is `near`
    costs nothing.
    """
    model = model_of_name(config, settings, clock, spent, embedder, near)
    if not settings.fallback_model or settings.fallback_model == settings.model:
        return model
    from bots.thinking.fallback import FallbackModel

    spare = model_of_name(
        config, with_model(settings, config, settings.fallback_model), clock, _as_fallback(spent), embedder, near
    )
    return FallbackModel(model, spare)


def guarded(name: str, model: ChatModel, purse: Purse, embedder: Embedder | None = None) -> ChatModel:
    """The anima's model behind the caps that hold for it, where there are any."""
    if model.name == OFFLINE or not purse.caps.bind(name):
        return model
    from adapters.models.offline import OfflineModel
    from bots.spending.guarded import GuardedModel

    return GuardedModel(name, model, OfflineModel(embedder), purse)


def purse_of(config: Config, animas: Mapping[str, Path], clock: Clock, quarantine: Files) -> Purse:
    """What the animas (name -> directory) may spend, and their usage files."""
    ledgers = {name: ledger_of(name, path, quarantine) for name, path in animas.items()}
    return Purse(caps_of(config, animas), ledgers, clock, ZoneInfo(config.system.timezone))


def caps_of(config: Config, animas: Iterable[str]) -> Caps:
    limits = {name: settings_of(config, name).daily_cost_limit for name in animas}
    return Caps(
        animas={name: limit for name, limit in limits.items() if limit is not None},
        person=config.costs.daily_limit_a_person,
        fleet=config.costs.daily_limit,
        warn_at=config.costs.warn_at,
    )


def ledger_of(anima: str, path: Path, quarantine: Files) -> Spending:
    """What the calls of an anima with this directory have taken."""
    return Spending(path / FOLDER, Quarantine(files=quarantine, owner=anima))


def _as_fallback(spent: Callable[[Spent], None] | None) -> Callable[[Spent], None] | None:
    return None if spent is None else lambda call: spent(replace(call, is_fallback=True))


def model_of_name(
    config: Config,
    settings: Settings,
    clock: Clock,
    spent: Callable[[Spent], None] | None = None,
    embedder: Embedder | None = None,
    near: Near = is_near,
) -> ChatModel:
    """The model that the settings name, without a fallback."""
    if settings.model == OFFLINE:
        from adapters.models.offline import OfflineModel

        return OfflineModel(embedder)
    options = _options(config, settings, clock, spent, near)
    if way_of(config, settings).mode == "A1" and is_installed("anthropic"):
        from adapters.models.anthropic import AnthropicModel

        return AnthropicModel(settings.model, options)
    from adapters.models.litellm import LiteLLMModel

    return LiteLLMModel(litellm_name(config, settings), options)


def _options(
    config: Config, settings: Settings, clock: Clock, spent: Callable[[Spent], None] | None, near: Near
) -> ModelOptions:
    from adapters.models.speaking import ModelOptions

    account = credential(config, settings)
    return ModelOptions(
        clock=clock,
        api_key=account.api_key.get_secret_value() if account and account.api_key else "",
        base_url=(account.base_url or "") if account else "",
        provider="" if "/" in settings.model else settings.credential,
        max_tokens=settings.max_tokens,
        spent=spent,
        price=partial(price_under, config, settings, near),
        sees={"always": True, "never": False}.get(config.files.images),
        limits=_deadlines(config),
    )


def agent_settings(config: Config, settings: Settings) -> AgentSettings:
    """Of an agent that thinks with the settings' model."""
    from adapters.models.agent_process import AgentSettings

    account, name = credential(config, settings), settings.model.removeprefix("anthropic/")
    return AgentSettings(
        model=name,
        api_key=account.api_key.get_secret_value() if account and account.api_key else "",
        base_url=(account.base_url or "") if account else "",
        max_tokens=settings.max_tokens,
        deadlines=_deadlines(config),
        price=partial(price_under, config, settings),
        has_fallback=bool(settings.fallback_model) and settings.fallback_model != settings.model,
    )


def _deadlines(config: Config) -> Deadlines:
    server = config.server
    return Deadlines(
        first_token_s=server.first_token_timeout,
        gap_s=server.ipc_stream_timeout,
        total_s=min(180, server.max_streaming_duration),
    )
