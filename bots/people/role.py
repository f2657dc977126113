"""What an asker may do, and who asks: over all accounts, from where, before whom."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Role(IntEnum):
    """Who may: a role may all that the lesser ones may."""

    GUEST = 0
    MEMBER = 1
    ADMIN = 2
    OWNER = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Who asks, and from where. On the command line `person` is `console:<user>` and the role is OWNER.

    `audience` is who will read the answer. `person` is one over all linked accounts, `account` the one by which they
    ask; `heard_by` is the account of the fleet that hears them.
    """

    person: str
    role: Role
    audience: str
    place: str = ""
    account: str = ""
    name: str = ""
    heard_by: str = ""
    is_direct: bool = False

    @property
    def room(self) -> str:
        """The place without its thread; empty on the command line."""
        return self.place.partition("#")[0]

    def hears_of(self, lane: str) -> bool:
        """What is to be known of a lane's turns: in a chat only of those in this room, on the command line of all."""
        return not self.place or lane.partition("@")[2].partition("#")[0] == self.room
