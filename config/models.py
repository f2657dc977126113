"""From an anima's settings to the chat model it thinks with."""

from __future__ import annotations

from adapters.models.deadlines import Deadlines
from bots.ports import ChatModel
from config.schema import OFFLINE, Config
from config.settings import Settings, credential, litellm_name
from memory.vocabulary.ports import Clock


def chat_model(config: Config, settings: Settings, clock: Clock) -> ChatModel:
    """The configured model, with its fallback behind it where there is one. Imports what it needs, no more."""
    model = _model(config, settings, clock)
    if not settings.fallback_model or settings.fallback_model == settings.model:
        return model
    from bots.thinking.fallback import FallbackModel

    spare = _model(config, _as(settings, config, settings.fallback_model), clock)
    return FallbackModel(model, spare)


def _model(config: Config, settings: Settings, clock: Clock) -> ChatModel:
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
        max_tokens=settings.max_tokens,
        sees={"always": True, "never": False}.get(config.files.images),
        limits=Deadlines(
            first_token_s=server.first_token_timeout,
            gap_s=server.ipc_stream_timeout,
            total_s=min(180, server.max_streaming_duration),
        ),
    )


def _as(settings: Settings, config: Config, model: str) -> Settings:
    """The same anima thinking with another model."""
    from dataclasses import replace

    from config.schema import Anima
    from config.settings import credential_of

    return replace(settings, model=model, credential=credential_of(config, Anima(model=model), model))
