"""How far a speaker is trusted, and what an asker may do: by platform id, never by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from bots.message import Message
from bots.people.role import Role
from memory.vocabulary.address import Place

Guests = Literal["refuse", "answer", "report"]


@dataclass(slots=True, kw_only=True)
class Standing:
    """The config's admins and its word on guests. `is_mapped` tells rooms that a board maps. A role is an account's:
    what it is linked to gives it none."""

    owners: frozenset[str] = frozenset()
    admins: frozenset[str] = frozenset()
    guests: Guests = "refuse"
    is_mapped: Callable[[Place], bool] = lambda _: False

    def become(self, owners: frozenset[str], admins: frozenset[str], guests: Guests) -> None:
        """Judge by these from here on: the config has changed."""
        self.owners, self.admins, self.guests = owners, admins, guests

    def role(self, message: Message) -> Role:
        """Owner, admin, member or guest. Who can write in a mapped room is a member there."""
        person = str(message.writer)
        if message.author_is_bot:
            return Role.GUEST
        if person in self.owners:
            return Role.OWNER
        if person in self.admins:
            return Role.ADMIN
        is_in_mapped = not message.is_direct and self.is_mapped(message.place)
        return Role.MEMBER if message.member or is_in_mapped else Role.GUEST

    def trust(self, message: Message) -> str:
        """The label that travels with the text: owner, member, or guest."""
        role = self.role(message)
        return "owner" if role is Role.OWNER else "member" if role >= Role.MEMBER else "guest"
