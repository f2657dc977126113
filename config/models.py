"""From an anima's settings to the chat model it thinks with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import tzinfo
from pathlib import Path

from adapters.models.deadlines import Deadlines
from bots.ports import ChatModel, Spent
from bots.turn_id import turn_id
from config.schema import OFFLINE, Config
from config.settings import Settings, credential, litellm_name
from memory.archive.quarantine import Quarantine
from memory.archive.spending import FOLDER, Spending
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock


def chat_model(
    config: Config, settings: Settings, clock: Clock, spent: Callable[[Spent], None] | None = None
) -> ChatModel:
    """The configured model, with its fallback behind it where there is one. Imports what it needs, no more.

    `spent` is told what each call of either took.
    """
    model = model_of_name(config, settings, clock, spent)
    if not settings.fallback_model or settings.fallback_model == settings.model:
        return model
    from bots.thinking.fallback import FallbackModel

    spare = model_of_name(config, with_model(settings, config, settings.fallback_model), clock, spent)
    return FallbackModel(model, spare)


def ledger_of(directory: Path, clock: Clock, zone: tzinfo, quarantine: Quarantine) -> Callable[[Spent], None]:
    """Keeps what an anima's model calls take, beside the loop."""
    spending = Spending(directory / FOLDER, quarantine)

    def spent(call: Spent) -> None:
        told: dict[str, Json] = {
            "model": call.model,
            "turn": turn_id.get(),
            "input_tokens": call.usage.input_tokens,
            "output_tokens": call.usage.output_tokens,
            "estimated": call.usage.estimated,
            "outcome": call.outcome,
        }
        asyncio.get_running_loop().run_in_executor(None, spending.keep, clock().astimezone(zone), told)

    return spent


def model_of_name(
    config: Config, settings: Settings, clock: Clock, spent: Callable[[Spent], None] | None = None
) -> ChatModel:
    """The model that the settings name, without a fallback."""
    if settings.model == OFFLINE:
        from adapters.models.offline import OfflineModel

        return OfflineModel()
    from adapters.models.litellm import LiteLLMModel

    account = credential(config, settings)
    server = config.server
    return LiteLLMModel(
        model=litellm_name(config, settings),
        clock=clock,
        api_key=account.api_key.get_secret_value() if account and account.api_key else "",
        base_url=(account.base_url or "") if account else "",
        provider="" if "/" in settings.model else settings.credential,
        max_tokens=settings.max_tokens,
        spent=spent,
        sees={"always": True, "never": False}.get(config.files.images),
        limits=Deadlines(
            first_token_s=server.first_token_timeout,
            gap_s=server.ipc_stream_timeout,
            total_s=min(180, server.max_streaming_duration),
        ),
    )


def with_model(settings: Settings, config: Config, model: str) -> Settings:
    """The same anima thinking with another model."""
    from dataclasses import replace

    from config.schema import Anima
    from config.settings import credential_of

    return replace(settings, model=model, credential=credential_of(config, Anima(model=model), model))
