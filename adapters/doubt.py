"""Sends whose answer was lost, on platforms that can be asked whether the post is there."""

from __future__ import annotations

from collections.abc import Awaitable

from bots.errors import InDoubt, Unreachable
from bots.message import Receipt


class CannotTell(InDoubt):
    """The platform does not show whether the post is there: a person must look."""


async def looked_up(send: Awaitable[Receipt], in_doubt: bool) -> Receipt:
    """A second lost answer is no doubt for good: the platform can be asked again. Raises SendFault."""
    try:
        return await send
    except CannotTell:
        raise
    except InDoubt as lost:
        if not in_doubt:
            raise
        raise Unreachable(f"{lost}; it will be looked up again") from lost
