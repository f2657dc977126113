"""Where one piece of thinking ends: the limits of tools and time, and the honest note where it ran into one."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from bots.errors import ModelFault
from bots.ports import Thought, ToolCall, ToolResult, Tools, Usage
from bots.text.phrases import fleet_word

_Call = TypeVar("_Call")
#: A flood of parallel calls is not repeated to the model one by one.
MOST_ANSWERED = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolLimits:
    """`turns` is questions to the model, `calls` tool uses in all, `identical` the same use with the same arguments."""

    turns: int = 20
    calls: int = 12
    identical: int = 3


class ToolAllowance:
    """What is left of the limits."""

    def __init__(self, limits: ToolLimits) -> None:
        self._limits = limits
        self._made = 0
        self._same: Counter[str] = Counter()
        self._unanswered = 0
        self.exhausted = False

    def answered(self, calls: Sequence[_Call]) -> Sequence[_Call]:
        """Those of a model's parallel calls that get a result each; of a flood the others are told of with the last."""
        self._unanswered = max(0, len(calls) - MOST_ANSWERED)
        return calls[:MOST_ANSWERED]

    def refusal(self, call: ToolCall) -> ToolResult | None:
        """None: the call may be made (and is counted). Else what the model is told instead."""
        if self._made >= self._limits.calls:
            self.exhausted = True
            more = f" ({self._unanswered} more calls were refused with this one)" if self._unanswered else ""
            used = f"all {self._limits.calls} tool calls of this answer are used{more}"
            return _refused_result(f"{used}: this one was not made; answer now without tools")
        same = _call_sameness(call)
        if self._same[same] >= self._limits.identical:
            self.exhausted = True
            return _refused_result(f"you made this very call {self._limits.identical} times; answer with what you have")
        self._made += 1
        self._same[same] += 1
        return None


def _refused_result(text: str) -> ToolResult:
    return ToolResult(text=f"Error: {text}", ok=False)


def _call_sameness(call: ToolCall) -> str:
    try:
        return f"{call.name} {json.dumps(json.loads(call.arguments), sort_keys=True)}"
    except (ValueError, RecursionError):
        return f"{call.name} {call.arguments}"


# --- calling --------------------------------------------------------------------------------------------------------
# One tool call within the time that the whole answer has.


async def call_within(tools: Tools, call: ToolCall, left_s: float) -> ToolResult:
    """Raises ModelFault("too_long")."""
    try:
        async with asyncio.timeout(max(0.0, left_s)):
            return await tools.call(call)
    except TimeoutError:
        raise ModelFault("too_long", f"the tool {call.name} did not end in time") from None


def seconds_left(deadline: datetime, now: datetime) -> float:
    return (deadline - now).total_seconds()


# --- ending ---------------------------------------------------------------------------------------------------------
# How a piece of thinking ends: whole, with an honest note where it ran into a limit; silence is a fault.


LIMIT_NOTES = {"length": "limit_of_length", "steps": "limit_of_steps"}
"""The fleet's words where an answer reached its longest size, and where it took too many tool calls or turns."""


def ending_thoughts(said: str, reason: str, language: str, usage: Usage | None) -> Iterator[Thought]:
    """`reason` is empty or a key of LIMIT_NOTES. Raises ModelFault("empty") where nothing was said."""
    note = fleet_word(language, LIMIT_NOTES[reason]) if reason in LIMIT_NOTES else ""
    if not said.strip() and not note:
        raise ModelFault("empty", "the model said nothing")
    if note:
        yield Thought(text=f"\n\n{note}" if said else note)
    yield Thought(finished=True, reason=reason, usage=usage)


def added_usage(usage: Usage, other: Usage | None) -> Usage:
    """Both together; estimated where either is."""
    if other is None:
        return Usage(input_tokens=usage.input_tokens, output_tokens=usage.output_tokens, estimated=True)
    return Usage(
        input_tokens=usage.input_tokens + other.input_tokens,
        output_tokens=usage.output_tokens + other.output_tokens,
        estimated=usage.estimated or other.estimated,
    )
