"""Thinking with tools: ask the model, do what it calls for, ask again, until it has answered.

Every tool call is answered in the dialogue. Limits hold calls, turns and time. When the dialogue fills more of the
model's window than it should, what was found out is externalised and the thinking goes on in a new session that
starts from it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from bots.errors import ModelFault
from bots.ports import ChatMessage, ChatModel, Prompt, Thought, ToolCall, ToolResult, Tools, Usage
from bots.turn.thinking.model_calls import listening_to
from bots.turn.thinking.thinking_limits import (
    ToolAllowance,
    ToolLimits,
    added_usage,
    call_within,
    ending_thoughts,
    seconds_left,
)
from memory.language.folders import FALLBACK
from memory.theories import tokens
from memory.vocabulary.ports import Clock

CONTEXT_THRESHOLD = 0.50
MAX_CHAINS = 2
#: The state may fill this share of the window, so that a fresh session is fresh.
_STATE_SHARE = 0.15
_SAID_TOKENS = 500
_CALL_TOKENS = 64
_IMAGE_TOKENS = 1500


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingStep:
    """One tool that was used, and (the beginning of) what it said."""

    tool: str
    arguments: str
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ThinkingState:
    """What was asked, what was said and found out so far. `chain` counts the continuations, from 1."""

    task: str
    said: str
    steps: tuple[ThinkingStep, ...]
    chain: int

    def to_markdown(self) -> str:
        """For the next session's prompt. What tools said is quoted: data, not instructions."""
        steps = [f"- {step.tool} {step.arguments}\n  {_indented(step.result)}" for step in self.steps]
        parts = [
            f"# Your work so far (continuation {self.chain})",
            "You began to answer and your context became full. Go on from here; do not repeat these steps.",
            "## Already said to the person\n" + (self.said or "Nothing yet."),
            "## Steps and what they gave (quoted)\n" + ("\n".join(steps) or "None."),
        ]
        return "\n\n".join(parts)


#: Keeps the state as `shortterm/session_state.json` and `.md`.
SaveState = Callable[[ThinkingState], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class InterruptedThinking:
    """A chained session of this very turn that a crash has ended: its work so far, and how often it was continued."""

    work: str
    chain: int


async def _nothing_waits() -> InterruptedThinking | None:
    return None


async def _step_done() -> None:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionChaining:
    """When and how often a session is continued in a fresh one. `resume` gives what a crash has left of this turn's
    session; `end` puts it away once the turn has come to an end."""

    save: SaveState
    resume: Callable[[], Awaitable[InterruptedThinking | None]] = _nothing_waits
    end: Callable[[], Awaitable[None]] = _step_done
    context_threshold: float = CONTEXT_THRESHOLD
    max_chains: int = MAX_CHAINS


def going_on_message(prompt: Prompt, work: str) -> Prompt:
    """What a fresh session starts from: the work so far instead of the talk before it."""
    return replace(prompt, history=(), moment="\n\n---\n\n".join(filter(None, [work, prompt.moment])))


def used_tokens(messages: Sequence[ChatMessage]) -> int:
    """What the dialogue takes of the model's window, estimated."""
    return sum(
        tokens.count_tokens(message.content)
        + _IMAGE_TOKENS * len(message.images)
        + sum(tokens.count_tokens(call.name + call.arguments) for call in message.tool_calls)
        for message in messages
    )


def externalise_state(task: str, said: str, steps: Sequence[ThinkingStep], chain: int, window: int) -> ThinkingState:
    """The state, small enough for a fresh session; each step keeps an equal share."""
    budget = max(1, int(window * _STATE_SHARE) - _SAID_TOKENS)
    share = max(16, budget // max(1, len(steps)))
    small = tuple(
        ThinkingStep(
            tool=step.tool,
            arguments=tokens.cut_to_tokens(step.arguments, _CALL_TOKENS),
            result=tokens.cut_to_tokens(step.result, share),
        )
        for step in steps
    )
    return ThinkingState(task=task, said=said[-_SAID_TOKENS * 4 :], steps=small, chain=chain)


def _indented(text: str) -> str:
    return text.replace("\n", "\n  ")


# --- tool loop ------------------------------------------------------------------------------------------------------
# Thinking with tools: ask the model, do what it calls for, ask again, until it has answered.
#
# Every tool call is answered in the dialogue. Limits hold calls, turns and time; a session that has become too long
# goes on in a fresh one.


WHOLE_ANSWER_S = 180.0


class ToolLoop:
    """A Thinker. A fault after text was shown ends with `finished=False`; before it, ModelFault is raised.

    An answer that reached its longest size, or its limit of steps, says so in its own text.
    """

    def __init__(
        self,
        *,
        clock: Clock,
        limits: ToolLimits | None = None,
        total_s: float = WHOLE_ANSWER_S,
        language: str = FALLBACK,
        chaining: SessionChaining | None = None,
    ) -> None:
        self._clock = clock
        self._limits = limits or ToolLimits()
        self._total = timedelta(seconds=total_s)
        self._language = language
        self._chaining = chaining

    async def think(self, prompt: Prompt, tools: Tools, model: ChatModel) -> AsyncIterator[Thought]:
        thinking = _ThinkingRun(
            prompt=prompt,
            tools=tools,
            model=model,
            deadline=self._clock() + self._total,
            clock=self._clock,
            allowance=ToolAllowance(self._limits),
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
        for thought in ending_thoughts(thinking.said, thinking.reason, self._language, thinking.usage):
            yield thought

    async def _put_away(self, thinking: _ThinkingRun) -> None:
        """What was kept for a crash is not needed any more."""
        if self._chaining is not None and thinking.chain:
            await self._chaining.end()


@dataclass(slots=True, kw_only=True)
class _ThinkingRun:
    """One piece of thinking while it goes on. `said` is what the person has been shown."""

    prompt: Prompt
    tools: Tools
    model: ChatModel
    deadline: datetime
    clock: Clock
    allowance: ToolAllowance
    chaining: SessionChaining | None
    said: str = ""
    reason: str = ""
    chain: int = 0
    usage: Usage = field(default_factory=lambda: Usage(estimated=False))
    _messages: list[ChatMessage] = field(default_factory=list)
    _steps: list[ThinkingStep] = field(default_factory=list)
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
        return going_on_message(self.prompt, left.work).dialogue()

    async def _ask(self) -> AsyncIterator[Thought]:
        """One question to the model; its text is passed on as it comes."""
        self._text, self._calls, self._end = "", (), ""
        async with listening_to(self.model.stream(self._messages, self.tools.specs(), self.deadline)) as stream:
            async for chunk in stream:
                if chunk.text:
                    yield Thought(text=self._say(chunk.text))
                if chunk.end:
                    self._end, self._calls = chunk.end, chunk.tool_calls
                    self.usage = added_usage(self.usage, chunk.usage)
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
            self._steps.append(ThinkingStep(tool=call.name, arguments=call.arguments, result=result.text))
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
        state = externalise_state(self.prompt.message, self.said, self._steps, self.chain, window)
        await chaining.save(state)
        self._messages = going_on_message(self.prompt, state.to_markdown()).dialogue()
