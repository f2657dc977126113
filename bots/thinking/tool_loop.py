"""Thinking with tools: ask the model, do what it calls for, ask again, until it has answered.

Every tool call is answered in the dialogue. Limits hold calls, turns and time; a session that has become too long
goes on in a fresh one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bots.errors import ModelFault
from bots.ports import ChatMessage, ChatModel, Prompt, Thought, ToolCall, ToolResult, Tools, Usage
from bots.thinking.calling import call_within, seconds_left
from bots.thinking.ending import added, ending
from bots.thinking.limits import Allowance, Limits
from bots.thinking.listening import listening
from bots.thinking.notes import NOTES, Notes
from bots.thinking.session import Chaining, SessionStep, externalise, going_on, used_tokens
from memory.vocabulary.ports import Clock

WHOLE_ANSWER_S = 180.0


class ToolLoop:
    """A Thinker. A fault after text was shown ends with `finished=False`; before it, ModelFault is raised.

    An answer that reached its longest size, or its limit of steps, says so in its own text.
    """

    def __init__(
        self,
        *,
        clock: Clock,
        limits: Limits | None = None,
        total_s: float = WHOLE_ANSWER_S,
        notes: Notes = NOTES["en"],
        chaining: Chaining | None = None,
    ) -> None:
        self._clock = clock
        self._limits = limits or Limits()
        self._total = timedelta(seconds=total_s)
        self._notes = notes
        self._chaining = chaining

    async def think(self, prompt: Prompt, tools: Tools, model: ChatModel) -> AsyncIterator[Thought]:
        thinking = _Thinking(
            prompt=prompt,
            tools=tools,
            model=model,
            deadline=self._clock() + self._total,
            clock=self._clock,
            allowance=Allowance(self._limits),
            chaining=self._chaining,
        )
        try:
            async for thought in thinking.run(self._limits.turns):
                yield thought
        except ModelFault as fault:
            await self._put_away(thinking)
            if not thinking.said.strip():
                raise
            yield Thought(finished=False, reason=fault.reason, usage=thinking.usage)
            return
        await self._put_away(thinking)
        for thought in ending(thinking.said, thinking.reason, self._notes, thinking.usage):
            yield thought

    async def _put_away(self, thinking: _Thinking) -> None:
        """What was kept for a crash is not needed any more."""
        if self._chaining is not None and thinking.chain:
            await self._chaining.end()


@dataclass(slots=True, kw_only=True)
class _Thinking:
    """One piece of thinking while it goes on. `said` is what the person has been shown."""

    prompt: Prompt
    tools: Tools
    model: ChatModel
    deadline: datetime
    clock: Clock
    allowance: Allowance
    chaining: Chaining | None
    said: str = ""
    reason: str = ""
    chain: int = 0
    usage: Usage = field(default_factory=lambda: Usage(estimated=False))
    _messages: list[ChatMessage] = field(default_factory=list)
    _steps: list[SessionStep] = field(default_factory=list)
    _calls: tuple[ToolCall, ...] = ()
    _end: str = ""
    _text: str = ""

    async def run(self, turns: int) -> AsyncIterator[Thought]:
        self._messages = await self._beginning()
        for _ in range(turns):
            was_exhausted = self.allowance.exhausted
            async for thought in self._ask():
                yield thought
            if self._end != "tool_calls":
                self.reason = "length" if self._end == "length" else ""
                return
            if was_exhausted:
                break
            async for thought in self._use_tools():
                yield thought
            await self._chain_when_full()
        self.reason = "steps"

    async def _beginning(self) -> list[ChatMessage]:
        """The prompt, or where a crash has ended a chained session of this turn, what it had come to."""
        left = await self.chaining.resume() if self.chaining else None
        if left is None:
            return self.prompt.dialogue()
        self.chain = left.chain
        return going_on(self.prompt, left.work).dialogue()

    async def _ask(self) -> AsyncIterator[Thought]:
        """One question to the model; its text is passed on as it comes."""
        self._text, self._calls, self._end = "", (), ""
        async with listening(self.model.stream(self._messages, self.tools.specs(), self.deadline)) as stream:
            async for chunk in stream:
                if chunk.text:
                    yield Thought(text=self._say(chunk.text))
                if chunk.end:
                    self._end, self._calls = chunk.end, chunk.tool_calls
                    self.usage = added(self.usage, chunk.usage)
        if not self._end or (self._end == "tool_calls" and not self._calls):
            raise ModelFault("cut", "the model's stream had no end")

    def _say(self, text: str) -> str:
        """The text as it is shown: what is said after tools begins a new paragraph."""
        begins = not self._text and self.said.strip() and not self.said.endswith("\n")
        self._text += text
        shown = f"\n\n{text}" if begins else text
        self.said += shown
        return shown

    async def _use_tools(self) -> AsyncIterator[Thought]:
        calls = tuple(self.allowance.answered(self._calls))
        self._messages.append(ChatMessage(role="assistant", content=self._text, tool_calls=calls))
        for call in calls:
            yield Thought(tool=call.name, arguments=call.arguments)
            result = self.allowance.refusal(call) or await self._call(call)
            self._messages.append(ChatMessage(role="tool", content=result.text, tool_call_id=call.id))
            self._steps.append(SessionStep(tool=call.name, arguments=call.arguments, result=result.text))
            yield Thought(tool=call.name, arguments=call.arguments, result=result)

    async def _call(self, call: ToolCall) -> ToolResult:
        return await call_within(self.tools, call, seconds_left(self.deadline, self.clock()))

    async def _chain_when_full(self) -> None:
        chaining, window = self.chaining, self.model.context_tokens
        if chaining is None or self.chain >= chaining.max_chains:
            return
        if used_tokens(self._messages) <= window * chaining.context_threshold:
            return
        self.chain += 1
        state = externalise(self.prompt.message, self.said, self._steps, self.chain, window)
        await chaining.save(state)
        self._messages = going_on(self.prompt, state.to_markdown()).dialogue()
