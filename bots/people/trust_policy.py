"""How far a speaker is trusted and what an asker may do, by platform id, never by name; what strangers and owners
are told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum
from typing import Literal

from bots.delivery.contract import Out
from bots.delivery.items import InboxItem, OutboxItem, pack_outbox
from bots.errors import SendFault
from bots.message import Message, Send
from bots.ports import Adapter
from bots.text.phrases import fleet_word
from memory.vocabulary.address import Account, Person, Place
from memory.vocabulary.ports import Clock


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
    ask; `heard_by` is the account of the fleet that hears them. `is_direct`: nobody else sees the answer, files too.
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
    def at_terminal(self) -> bool:
        """Whether the answer is printed on the command line."""
        return not self.place and not self.is_direct

    @property
    def room(self) -> str:
        """The place without its thread; empty on the command line."""
        return self.place.partition("#")[0]

    def hears_of(self, lane: str) -> bool:
        """What is to be known of a lane's turns: in a chat only of those in this room, on the command line of all."""
        return not self.place or lane.partition("@")[2].partition("#")[0] == self.room


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader(Asker):
    """Who asks outside of any chat, alone: `rooms` are all that they may read."""

    rooms: frozenset[str]
    is_direct: bool = True

    def hears_of(self, lane: str) -> bool:
        return lane.partition("@")[2].partition("#")[0] in self.rooms


# --- standing -------------------------------------------------------------------------------------------------------
# How far a speaker is trusted, and what an asker may do: by platform id, never by name.


GuestPolicy = Literal["refuse", "answer", "report"]


@dataclass(slots=True, kw_only=True)
class TrustPolicy:
    """The config's admins and its word on guests. `is_mapped` tells rooms that a board maps. A role is an account's:
    what it is linked to gives it none."""

    owners: frozenset[str] = frozenset()
    admins: frozenset[str] = frozenset()
    guests: GuestPolicy = "refuse"
    is_mapped: Callable[[Place], bool] = lambda _: False

    def become(self, owners: frozenset[str], admins: frozenset[str], guests: GuestPolicy) -> None:
        """Judge by these from here on: the config has changed."""
        self.owners, self.admins, self.guests = owners, admins, guests

    def role(self, message: Message) -> Role:
        """Owner, admin, member or guest. Who can write in a mapped room is a member there."""
        if message.author_is_bot:
            return Role.GUEST
        is_in_mapped = not message.is_direct and self.is_mapped(message.place)
        is_member = message.member or is_in_mapped
        return self.role_of(str(message.writer), Role.MEMBER if is_member else Role.GUEST)

    def role_of(self, account: str, otherwise: Role) -> Role:
        """As the config has it, of an account that it does not name `otherwise`."""
        if account in self.owners:
            return Role.OWNER
        return Role.ADMIN if account in self.admins else otherwise

    def trust(self, message: Message) -> str:
        """The label that travels with the text: owner, member, or guest."""
        role = self.role(message)
        return "owner" if role is Role.OWNER else "member" if role >= Role.MEMBER else "guest"


# --- owners ---------------------------------------------------------------------------------------------------------
# The owners, as far as they can be written to where something happened.


class OwnerContacts:
    """Told by the account that heard what it is about, on its platform."""

    def __init__(self, owners: Callable[[], Iterable[str]], adapters: Mapping[Account, Adapter]) -> None:
        """`owners` are asked for each time: the config may change."""
        self._owners = owners
        self._adapters = adapters

    async def outs(self, heard: InboxItem, text: str, slot: str) -> list[Out]:
        """A direct message to each who can be reached there, as part of the turn."""
        found = []
        for number, owner in enumerate(map(Person.parse, sorted(self._owners()))):
            if owner.platform == heard.message.place.platform:
                out = await self._out(heard, owner, text, f"{slot}/{number}")
                found += [out] if out else []
        return found

    async def _out(self, heard: InboxItem, owner: Person, text: str, slot: str) -> Out | None:
        account = heard.message.account
        try:
            place = await self._adapters[account].direct(owner)
        except SendFault:
            return None  # closed direct messages
        parcel = OutboxItem(
            anima=heard.anima, account=account, act=Send(place=place, text=text), audience=f"person:{owner}"
        )
        return Out(slot=slot, body=pack_outbox(parcel))


# --- guests ---------------------------------------------------------------------------------------------------------
# Strangers: refused in one line, answered, or refused and reported to the owners, as the config wants it.


#: A stranger is reported once in that time, however much they write.
AGAIN_AFTER = timedelta(days=1)


class GuestReports:
    """Tells the owners."""

    def __init__(self, owners: OwnerContacts, clock: Clock) -> None:
        self._owners = owners
        self._clock = clock
        self._reported_at: dict[str, datetime] = {}

    async def outs(self, heard: InboxItem, language: str) -> list[Out]:
        """A direct message to each owner who can be reached there. What the stranger wrote is not repeated."""
        message, now = heard.message, self._clock()
        stranger = str(message.writer)
        before = self._reported_at.get(stranger)
        if before is not None and now - before < AGAIN_AFTER:
            return []
        self._reported_at[stranger] = now
        name = " ".join(message.author_name.split())[:80]
        text = fleet_word(language, "report", name=name, address=stranger, place=str(message.place))
        return await self._owners.outs(heard, text, "report")
