"""From an anima's settings to its way of thinking."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace

from bots.ports import Spent, Thinker
from bots.thinking.limits import Limits
from bots.thinking.notes import notes
from bots.thinking.one_shot import OneShot
from bots.thinking.session import Chaining, Interrupted, SessionState
from bots.thinking.tool_loop import ToolLoop
from bots.turn_id import turn_id
from config.models import agent_settings
from config.schema import Config
from config.settings import Settings
from config.ways import way_of
from memory.archive import shortterm
from memory.archive.directory import AnimaDirectory
from memory.archive.redaction import Redact, nothing
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)


def thinker_of(
    config: Config,
    settings: Settings,
    directory: AnimaDirectory,
    clock: Clock,
    redact: Redact = nothing,
    spent: Callable[[Spent], None] | None = None,
) -> Thinker:
    """As `config.ways` says; what is not as it was asked for stands in the log. `redact` takes secrets out of what is
    kept of it, `spent` is told what an agent's calls take."""
    way = way_of(config, settings)
    if way.missing:
        log.warning("an anima thinks otherwise than its mode says", extra={"model": settings.model, "way": way.told})
    limits = Limits(turns=settings.max_turns)
    total_s = float(min(180, config.server.max_streaming_duration))
    words = notes(config.system.language)
    if way.means == "one shot":
        return OneShot(clock=clock, limits=limits, total_s=total_s, notes=words)
    chaining = _chaining(settings, directory, clock, redact)
    loop = ToolLoop(clock=clock, limits=limits, total_s=total_s, notes=words, chaining=chaining)
    if way.means != "agent":
        return loop
    from adapters.models.agent_sdk import AgentThinker

    agent = replace(agent_settings(config, settings), limits=limits, notes=words, chaining=chaining, spent=spent)
    return AgentThinker(agent, clock, loop)


def _chaining(settings: Settings, directory: AnimaDirectory, clock: Clock, redact: Redact) -> Chaining:
    """Sessions that became too long are kept in the anima's short-term memory, until their turn has ended; what is
    there of this very turn when it begins, a crash has left."""
    memory = shortterm.ShortTermMemory(directory.shortterm, redact=redact)

    async def save(state: SessionState) -> None:
        now = clock()
        kept = shortterm.SessionState(
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

    async def resume() -> Interrupted | None:
        kept = await asyncio.to_thread(memory.load)
        if kept is None or not kept.place or kept.place != turn_id.get():
            return None
        return Interrupted(work=kept.notes, chain=kept.chain)

    async def end() -> None:
        kept = await asyncio.to_thread(memory.load)
        if kept is not None and kept.place == turn_id.get():
            await asyncio.to_thread(memory.archive)

    return Chaining(
        save=save,
        resume=resume,
        end=end,
        context_threshold=settings.context_threshold,
        max_chains=settings.max_chains,
    )
