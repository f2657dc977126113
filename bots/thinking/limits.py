"""How often one piece of thinking may use tools: a model that goes in circles is stopped and told so."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from bots.ports import ToolCall, ToolResult

_Call = TypeVar("_Call")
#: A flood of parallel calls is not repeated to the model one by one.
MOST_ANSWERED = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """`turns` is questions to the model, `calls` tool uses in all, `identical` the same use with the same arguments."""

    turns: int = 20
    calls: int = 12
    identical: int = 3


class Allowance:
    """What is left of the limits."""

    def __init__(self, limits: Limits) -> None:
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
            return _refused(f"{used}: this one was not made; answer now without tools")
        same = _sameness(call)
        if self._same[same] >= self._limits.identical:
            self.exhausted = True
            return _refused(f"you made this very call {self._limits.identical} times; answer with what you have")
        self._made += 1
        self._same[same] += 1
        return None


def _refused(text: str) -> ToolResult:
    return ToolResult(text=f"Error: {text}", ok=False)


def _sameness(call: ToolCall) -> str:
    try:
        return f"{call.name} {json.dumps(json.loads(call.arguments), sort_keys=True)}"
    except (ValueError, RecursionError):
        return f"{call.name} {call.arguments}"
