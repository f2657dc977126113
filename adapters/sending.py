"""What the platforms' senders share: sends whose answer was lost, and rendering that may take long."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

from bots.errors import InDoubt, Unreachable
from bots.message import Receipt


class CannotTell(InDoubt):
    """The platform does not show whether the post is there: a person must look."""


async def sent_or_looked_up(send: Awaitable[Receipt], in_doubt: bool) -> Receipt:
    """A second lost answer is no doubt for good: the platform can be asked again. Raises SendFault."""
    try:
        return await send
    except CannotTell:
        raise
    except InDoubt as lost:
        if not in_doubt:
            raise
        raise Unreachable(f"{lost}; it will be looked up again") from lost


# --- off loop -------------------------------------------------------------------------------------------------------
# Rendering beside the event loop, where it takes long.
#
# What is brief is rendered at once: so posts that are handed over together keep their order.


Given = ParamSpec("Given")
Rendered = TypeVar("Rendered")

BRIEF_CHARS = 1000
"""Characters; rendering them takes a few milliseconds."""


async def render_off_loop(
    text: str, render: Callable[Given, Rendered], *given: Given.args, **named: Given.kwargs
) -> Rendered:
    """What `render` makes of `given`, in which `text` is what may be long."""
    if len(text) < BRIEF_CHARS:
        return render(*given, **named)
    return await asyncio.to_thread(render, *given, **named)
