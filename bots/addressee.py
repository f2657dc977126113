"""Whom a turn can write to besides who is being answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass

from memory.vocabulary.address import Account, Audience, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Addressee:
    """A person or a room: where to write to them, by which account, and who will read it."""

    name: str
    account: Account
    place: Place
    audience: Audience


#: (the anima that writes, a name, alias or address, where it failed) -> who is meant, at the next place; None: nobody
#: is known by it, or nowhere else.
FindPerson = Callable[[str, str, Collection[Place]], Awaitable[Addressee | None]]


async def nobody(anima: str, name: str, failed: Collection[Place] = ()) -> Addressee | None:
    """Where people are not to be written to."""
    return None
