"""From an anima's settings to its way of thinking."""

from __future__ import annotations

import asyncio

from bots.ports import Thinker
from bots.thinking.choice import choose
from bots.thinking.limits import Limits
from bots.thinking.notes import notes
from bots.thinking.one_shot import OneShot
from bots.thinking.session import Chaining, Save, SessionState
from bots.thinking.tool_loop import ToolLoop
from config.schema import Config
from config.settings import Settings
from memory.archive import shortterm
from memory.archive.directory import AnimaDirectory
from memory.archive.redaction import Redact, nothing
from memory.vocabulary.ports import Clock


def thinker_of(
    config: Config, settings: Settings, directory: AnimaDirectory, clock: Clock, redact: Redact = nothing
) -> Thinker:
    """One shot for models that cannot be trusted with tools, else the tool loop. `redact` takes secrets out of what is
    kept of it."""
    mode = choose(settings.model, settings.execution_mode or None, config.model_modes)
    limits = Limits(turns=settings.max_turns)
    total_s = float(min(180, config.server.max_streaming_duration))
    words = notes(config.system.language)
    if mode == "B":
        return OneShot(clock=clock, limits=limits, total_s=total_s, notes=words)
    chaining = Chaining(
        save=_keeper(directory, clock, redact),
        context_threshold=settings.context_threshold,
        max_chains=settings.max_chains,
    )
    return ToolLoop(clock=clock, limits=limits, total_s=total_s, notes=words, chaining=chaining)


def _keeper(directory: AnimaDirectory, clock: Clock, redact: Redact) -> Save:
    """Sessions that became too long are kept in the anima's short-term memory."""
    memory = shortterm.ShortTermMemory(directory.shortterm, redact=redact)

    async def save(state: SessionState) -> None:
        now = clock()
        kept = shortterm.SessionState(
            session=f"{now:%Y%m%dT%H%M%S}",
            at=now,
            request=state.task,
            answer_so_far=state.said,
            tools_used=tuple(f"{step.tool} {step.arguments}" for step in state.steps),
            notes=state.to_markdown(),
            chain=state.chain,
        )
        await asyncio.to_thread(memory.save, kept)

    return save
