"""One tool call within the time that the whole answer has."""

from __future__ import annotations

import asyncio
from datetime import datetime

from bots.errors import ModelFault
from bots.ports import ToolCall, ToolResult, Tools


async def call_within(tools: Tools, call: ToolCall, left_s: float) -> ToolResult:
    """Raises ModelFault("too_long")."""
    try:
        async with asyncio.timeout(max(0.0, left_s)):
            return await tools.call(call)
    except TimeoutError:
        raise ModelFault("too_long", f"the tool {call.name} did not end in time") from None


def seconds_left(deadline: datetime, now: datetime) -> float:
    return (deadline - now).total_seconds()
