"""Rendering beside the event loop, where it takes long.

What is brief is rendered at once: so posts that are handed over together keep their order.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Rendered = TypeVar("Rendered")

BRIEF = 1000
"""Characters; rendering them takes a few milliseconds."""


async def rendered(text: str, render: Callable[Given, Rendered], *given: Given.args, **named: Given.kwargs) -> Rendered:
    """What `render` makes of `given`, in which `text` is what may be long."""
    if len(text) < BRIEF:
        return render(*given, **named)
    return await asyncio.to_thread(render, *given, **named)
