"""Claude by the Claude Agent SDK: a process of its own owns the loop; the tools are ours.

Its built-in tools, settings, memories, skills and file mentions are off; its home is a folder that goes with the
answer. A hook lets it use the turn's tools and no others; what such a use may do, the tools say themselves.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from datetime import datetime, timedelta

from adapters.models.agent_process import AgentProcess, AgentSettings, Door
from adapters.models.agent_talk import Heard, Talk, asked
from adapters.models.deadlines import Pace
from bots.conversing import OFFLINE
from bots.errors import ModelFault
from bots.ports import ChatModel, Prompt, Spent, Thinker, Thought, ToolCall, ToolResult, Tools, Usage
from bots.thinking.calling import call_within, seconds_left
from bots.thinking.ending import added, ending
from bots.thinking.limits import Allowance
from bots.thinking.session import SessionStep, externalise, going_on
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)


class AgentThinker:
    """A Thinker. `spare` thinks instead where there is no money for it, and over the fallback model where it failed
    before it said anything: both are told in the log."""

    def __init__(self, settings: AgentSettings, clock: Clock, spare: Thinker) -> None:
        self._settings = settings
        self._clock = clock
        self._spare = spare

    async def think(self, prompt: Prompt, tools: Tools, model: ChatModel) -> AsyncIterator[Thought]:
        if model.name == OFFLINE:
            async for thought in self._spare.think(prompt, tools, model):
                yield thought
            return
        work = _Work(self._settings, self._clock, prompt, tools, model)
        try:
            async with aclosing(work.run()) as thoughts:
                async for thought in thoughts:
                    yield thought
        except ModelFault as fault:
            await work.put_away()
            if work.said.strip():
                yield Thought(finished=False, reason=fault.reason, usage=work.usage)
                return
            if not self._settings.has_fallback or work.has_used_tools:
                raise
            log.warning("the agent gave no answer; its fallback is asked", extra={"reason": fault.reason})
            async for thought in self._spare.think(prompt, tools, model):
                yield thought
            return
        await work.put_away()
        for thought in ending(work.said, work.reason, self._settings.notes, work.usage):
            yield thought


class _Work:
    """One answer: as many sessions as it takes. `said` is what the person has been shown."""

    def __init__(self, settings: AgentSettings, clock: Clock, prompt: Prompt, tools: Tools, model: ChatModel) -> None:
        self.said, self.reason, self.usage = "", "", Usage(estimated=False)
        self._settings, self._clock = settings, clock
        self._prompt, self._tools, self._model = prompt, tools, model
        self._allowance = Allowance(settings.limits)
        self._deadline: datetime = clock() + timedelta(seconds=settings.deadlines.total_s)
        self._steps: list[SessionStep] = []
        self._chain = 0
        self._work = ""  # what the next session goes on from
        self._is_using = asyncio.Lock()

    @property
    def has_used_tools(self) -> bool:
        return bool(self._steps)

    async def put_away(self) -> None:
        if self._settings.chaining is not None and self._chain:
            await self._settings.chaining.end()

    async def run(self) -> AsyncGenerator[Thought]:
        chaining = self._settings.chaining
        if chaining is not None and (left := await chaining.resume()) is not None:
            self._work, self._chain = left.work, left.chain
        is_going_on = True
        while is_going_on:
            prompt, self._work = going_on(self._prompt, self._work) if self._work else self._prompt, ""
            async with aclosing(self._session(prompt)) as thoughts:
                async for thought in thoughts:
                    yield thought
            is_going_on = bool(self._work)

    async def _session(self, prompt: Prompt) -> AsyncGenerator[Thought]:
        settings = self._settings
        left_s = seconds_left(self._deadline, self._clock())
        pace, door = Pace(settings.deadlines, left_s), Door(self._tools.specs(), self._use)
        talk = Talk()
        async with AgentProcess(settings, prompt.system, asked(prompt), door) as process:
            await pace.prepare(process.begun())
            while True:
                heard = await self._next(process, pace)
                if isinstance(heard, Thought):
                    yield heard
                    continue
                told = talk.take(heard)
                if told.brings_on:
                    pace.progress()
                if told.text:
                    yield Thought(text=self._say(told))
                if await self._is_over(told):
                    return

    async def _next(self, process: AgentProcess, pace: Pace) -> object:
        """What comes next; while a tool works, its own time is what counts. Raises ModelFault."""
        if self._is_using.locked():
            try:
                async with asyncio.timeout(max(0.0, pace.left_s)):
                    heard = await process.heard()
            except TimeoutError:
                raise ModelFault("too_long", "a tool did not end in time") from None
            pace.progress()
            return heard
        return await pace.wait(process.heard())

    def _say(self, told: Heard) -> str:
        """What is said after tools begins a new paragraph."""
        begins = told.begins_text and self.said.strip() and not self.said.endswith("\n")
        shown = f"\n\n{told.text}" if begins else told.text
        self.said += shown
        return shown

    async def _is_over(self, told: Heard) -> bool:
        """Counts what was spent; whether this session has come to its end. Raises ModelFault."""
        if told.usage is not None:
            self.usage = added(self.usage, told.usage)
            self._count(told.usage)
        if told.fault:
            raise ModelFault(told.fault, told.detail)
        if told.window_used and await self._is_full(told.window_used):
            return True
        if told.window_used and self._steps and self._model.name == OFFLINE:
            raise ModelFault("no_money", "a cap of the day is reached")
        if self._allowance.exhausted and told.window_used and self.reason == "steps":
            return True
        if told.end:
            self.reason = told.end if told.end != "stop" else ""
        return bool(told.end)

    async def _is_full(self, used: int) -> bool:
        chaining, window = self._settings.chaining, self._model.context_tokens
        if chaining is None or self._chain >= chaining.max_chains or not self._steps:
            return False
        if used <= window * chaining.context_threshold:
            return False
        self._chain += 1
        state = externalise(self._prompt.message, self.said, self._steps, self._chain, window)
        await chaining.save(state)
        self._work = state.to_markdown()
        return True

    async def _use(self, call: ToolCall, tell: Callable[[Thought], None]) -> ToolResult:
        """One tool, while no other is used: the journal has them one after another."""
        async with self._is_using:
            tell(Thought(tool=call.name, arguments=call.arguments))
            was_exhausted = self._allowance.exhausted
            result = self._allowance.refusal(call)
            if result is None:
                try:
                    result = await call_within(self._tools, call, seconds_left(self._deadline, self._clock()))
                except ModelFault as late:
                    result = ToolResult(text=f"Error: {late}", ok=False)
            if was_exhausted:
                self.reason = "steps"
            self._steps.append(SessionStep(tool=call.name, arguments=call.arguments, result=result.text))
            tell(Thought(tool=call.name, arguments=call.arguments, result=result))
            return result

    def _count(self, usage: Usage) -> None:
        if self._settings.spent is None:
            return
        price = self._settings.price()
        usd = price.of(usage) if price else None
        self._settings.spent(Spent(model=self._settings.model, usage=usage, outcome="answered", usd=usd))
