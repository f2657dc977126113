"""From an anima's settings to the chat model it thinks with, its way of thinking, and having the model's library
ready.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, Protocol, runtime_checkable
from zoneinfo import ZoneInfo

from adapters.models.embedders.lazy import LazyEmbedder
from adapters.models.prices import is_near
from adapters.models.provider_model import Deadlines
from bots.delivery.contract import turn_id
from bots.errors import ModelFault
from bots.ports import ChatModel, Spent, Thinker
from bots.turn.thinking.budget import Budget, BudgetCaps
from bots.turn.thinking.model_calls import FallbackModel, GuardedModel
from bots.turn.thinking.one_shot import OneShot
from bots.turn.thinking.thinking_limits import ToolLimits
from bots.turn.thinking.tool_loop import InterruptedThinking, SessionChaining, ThinkingState, ToolLoop
from config.settings.anima_settings import (
    AnimaSettings,
    Near,
    credential,
    is_installed,
    litellm_name,
    mode_of,
    price_under,
    settings_of,
    with_model,
)
from config.settings.config_schema import OFFLINE, Config
from memory.archive import unfinished_turns
from memory.archive.anima_directory import AnimaDirectory
from memory.archive.files import Files
from memory.archive.json_lines import Quarantine, Redact, Storage, redact_nothing
from memory.archive.operations_log import SPENDING_FOLDER, SpendingLog
from memory.vocabulary.ports import Clock

if TYPE_CHECKING:
    from adapters.models.agent_sdk import AgentSettings
    from adapters.models.provider_model import ModelOptions


def chat_model(
    config: Config,
    settings: AnimaSettings,
    clock: Clock,
    spent: Callable[[Spent], None] | None = None,
    near: Near = is_near,
) -> ChatModel:
    """The configured model, with its fallback behind it where there is one. Imports what it needs, no more.

    `spent` is told what each call of either took. What is `near` costs nothing.
    """
    model = model_of_name(config, settings, clock, spent, near)
    if not settings.fallback_model or settings.fallback_model == settings.model:
        return model
    from bots.turn.thinking.model_calls import FallbackModel

    spare = model_of_name(
        config, with_model(settings, config, settings.fallback_model), clock, _as_fallback(spent), near
    )
    return FallbackModel(model, spare)


def guarded(name: str, model: ChatModel, purse: Budget) -> ChatModel:
    """The anima's model behind the caps that hold for it, where there are any."""
    if model.name == OFFLINE or not purse.caps.bind(name):
        return model
    from adapters.models.offline import OfflineModel
    from bots.turn.thinking.model_calls import GuardedModel

    return GuardedModel(name, model, OfflineModel(), purse)


def spending_budget_of(config: Config, animas: Mapping[str, Path], clock: Clock, quarantine: Files) -> Budget:
    """What the animas (name -> directory) may spend, and their usage files."""
    ledgers = {name: ledger_of(name, path, quarantine) for name, path in animas.items()}
    return Budget(caps_of(config, animas), ledgers, clock, ZoneInfo(config.system.timezone))


def caps_of(config: Config, animas: Iterable[str]) -> BudgetCaps:
    limits = {name: settings_of(config, name).daily_cost_limit for name in animas}
    return BudgetCaps(
        animas={name: limit for name, limit in limits.items() if limit is not None},
        person=config.costs.daily_limit_a_person,
        fleet=config.costs.daily_limit,
        warn_at=config.costs.warn_at,
    )


def ledger_of(anima: str, path: Path, quarantine: Files) -> SpendingLog:
    """What the calls of an anima with this directory have taken."""
    return SpendingLog(path / SPENDING_FOLDER, Storage(quarantine=Quarantine(files=quarantine, owner=anima)))


def _as_fallback(spent: Callable[[Spent], None] | None) -> Callable[[Spent], None] | None:
    return None if spent is None else lambda call: spent(replace(call, is_fallback=True))


def model_of_name(
    config: Config,
    settings: AnimaSettings,
    clock: Clock,
    spent: Callable[[Spent], None] | None = None,
    near: Near = is_near,
) -> ChatModel:
    """The model that the settings name, without a fallback."""
    if settings.model == OFFLINE:
        from adapters.models.offline import OfflineModel

        return OfflineModel()
    options = _options(config, settings, clock, spent, near)
    if mode_of(config, settings).mode == "A1" and is_installed("anthropic"):
        from adapters.models.anthropic import AnthropicModel

        return AnthropicModel(settings.model, options)
    from adapters.models.litellm import LiteLLMModel

    return LiteLLMModel(litellm_name(config, settings), options)


def _options(
    config: Config, settings: AnimaSettings, clock: Clock, spent: Callable[[Spent], None] | None, near: Near
) -> ModelOptions:
    from adapters.models.provider_model import ModelOptions

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


def agent_settings(config: Config, settings: AnimaSettings) -> AgentSettings:
    """Of an agent that thinks with the settings' model."""
    from adapters.models.agent_sdk import AgentSettings

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


# --- thinkers -------------------------------------------------------------------------------------------------------


log = logging.getLogger(__name__)


def thinker_of(
    config: Config,
    settings: AnimaSettings,
    directory: AnimaDirectory,
    clock: Clock,
    redact: Redact = redact_nothing,
    spent: Callable[[Spent], None] | None = None,
) -> Thinker:
    """As `config.settings.anima_settings` says; what is not as it was asked for stands in the log.

    `redact` takes secrets out of what is
    kept of it, `spent` is told what an agent's calls take."""
    way = mode_of(config, settings)
    if way.missing:
        log.warning("an anima thinks otherwise than its mode says", extra={"model": settings.model, "way": way.told})
    limits = ToolLimits(turns=settings.max_turns)
    total_s = float(min(180, config.server.max_streaming_duration))
    language = config.system.language
    if way.means == "one shot":
        return OneShot(clock=clock, limits=limits, total_s=total_s, language=language)
    chaining = _chaining(settings, directory, clock, redact)
    loop = ToolLoop(clock=clock, limits=limits, total_s=total_s, language=language, chaining=chaining)
    if way.means != "agent":
        return loop
    from adapters.models.agent_sdk import AgentThinker

    agent = replace(agent_settings(config, settings), limits=limits, language=language, chaining=chaining, spent=spent)
    return AgentThinker(agent, clock, loop)


def _chaining(settings: AnimaSettings, directory: AnimaDirectory, clock: Clock, redact: Redact) -> SessionChaining:
    """Sessions that became too long are kept in the anima's short-term memory, until their turn has ended; what is
    there of this very turn when it begins, a crash has left."""
    memory = unfinished_turns.ShortTermMemory(directory.shortterm, Storage(redact=redact))

    async def save(state: ThinkingState) -> None:
        now = clock()
        kept = unfinished_turns.InterruptedSession(
            session=f"{now:%Y%m%dT%H%M%S}",
            at=now,
            place=turn_id.get(),
            request=state.task,
            answer_so_far=state.said,
            tools_used=tuple(f"{step.tool} {step.arguments}" for step in state.steps),
            notes=state.to_markdown(),
            chain=state.chain,
        )
        await asyncio.to_thread(memory.save, kept)

    async def resume() -> InterruptedThinking | None:
        kept = await asyncio.to_thread(memory.load)
        if kept is None or not kept.place or kept.place != turn_id.get():
            return None
        return InterruptedThinking(work=kept.notes, chain=kept.chain)

    async def end() -> None:
        kept = await asyncio.to_thread(memory.load)
        if kept is not None and kept.place == turn_id.get():
            await asyncio.to_thread(memory.archive)

    return SessionChaining(
        save=save,
        resume=resume,
        end=end,
        context_threshold=settings.context_threshold,
        max_chains=settings.max_chains,
    )


# --- warming --------------------------------------------------------------------------------------------------------
# A model's library is large: it is imported in the background, so that neither start nor first answer waits.


logger = logging.getLogger(__name__)


@runtime_checkable
class Prepared(Protocol):
    """A model with something to get ready, and to close."""

    async def prepare(self) -> None: ...

    async def close(self) -> None: ...


class Warming:
    """One model after the other, from `begin` on, and the embedder beside them."""

    def __init__(self, models: Iterable[ChatModel], embedder: LazyEmbedder | None = None) -> None:
        self._models = list(_all(models))
        self._embedder = embedder
        self._task: asyncio.Task[None] | None = None
        self._is_importing = False

    def begin(self) -> None:
        if self._embedder is not None:
            self._embedder.begin()
        self._task = asyncio.create_task(self._prepare())

    async def close(self) -> None:
        """Stop, and close the models' connections."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
        for model in self._models:
            await model.close()
        if self._embedder is not None:
            await asyncio.to_thread(self._embedder.close)

    def leave(self, code: int) -> None:
        """End the process here if an import is still running: it cannot be stopped, and the end would wait for it."""
        if self._is_importing or (self._embedder is not None and self._embedder.is_loading):
            end_process(code)

    async def _prepare(self) -> None:
        for model in self._models:
            self._is_importing = True
            try:
                await model.prepare()
                logger.info("a model can be asked", extra={"model": getattr(model, "name", "")})
            except ModelFault as fault:  # the person who asks it is told
                logger.warning("a model cannot be asked: %s", fault)
            self._is_importing = False


def end_process(code: int) -> NoReturn:
    """Without a model library's farewell, which takes a second of the ten that a stop may take.

    Everything of ours is closed by now, and the kernel lets go of the home's lock.
    """
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _all(models: Iterable[ChatModel]) -> Iterator[Prepared]:
    for model in models:
        if isinstance(model, FallbackModel | GuardedModel):
            yield from _all(model.models)
        elif isinstance(model, Prepared):
            yield model
