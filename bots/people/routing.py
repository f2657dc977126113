"""From a name to a person and to the places where they can be reached, the preferred first.

A name is an alias of the config or an address. What people call themselves, here or on a platform, leads nobody's words
to them: anybody can take any name.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress

from bots.addressee import Addressee
from bots.addressing import fold
from bots.errors import SendFault
from bots.ports import Adapter
from bots.roster import Roster
from memory.archive.contacts import NAME, Contacts
from memory.vocabulary.address import Account, Audience, Person, Place
from memory.vocabulary.errors import AddressError


class Routing:
    """`aliases`: name → addresses, preferred first; `preferred` is the platform that goes first where nothing else
    says."""

    def __init__(
        self,
        *,
        adapters: Mapping[Account, Adapter],
        roster: Roster,
        contacts: Contacts,
        aliases: Mapping[str, Sequence[str]],
        preferred: str,
    ) -> None:
        self._adapters, self._roster, self._contacts = adapters, roster, contacts
        self.become(aliases, preferred)

    def become(self, aliases: Mapping[str, Sequence[str]], preferred: str) -> None:
        """Reach people by these from here on: the config has changed."""
        self._aliases = {fold(name): tuple(addresses) for name, addresses in aliases.items()}
        self._names = {fold(name): name for name in aliases}
        self._preferred = preferred

    def addresses(self, name: str) -> tuple[str, ...]:
        """Where the person of this name may be reached, the preferred first; nothing where nobody is known by it."""
        wanted = fold(name.removeprefix("@"))
        named = self._aliases.get(wanted) or self._address(name)
        linked = [one for address in named for one in self._contacts.addresses(address)]
        rest = sorted(linked, key=lambda one: one.partition(":")[0] != self._preferred)
        first = named if wanted in self._aliases else ()
        return tuple(dict.fromkeys([*first, *rest]))

    async def find(self, anima: str, name: str, failed: Collection[Place] = ()) -> Addressee | None:
        """The next place in which this anima can write to them (bots.addressee.FindPerson)."""
        for address in self.addresses(name):
            found = await self.reach(anima, address)
            if found is not None and found.place not in failed:
                return found
        return None

    async def reach(self, anima: str, address: str) -> Addressee | None:
        """Where this anima writes to the person alone; None where no account of the platform can now."""
        person = Person.parse(address)
        known = self._contacts.known_as(address)
        for account in self.accounts(anima, person.platform):
            with suppress(SendFault):
                place = await self._adapters[account].direct(person)
                audience = Audience.person(Person.parse(known))
                return Addressee(name=self.name_of(address), account=account, place=place, audience=audience)
        return None

    def name_of(self, address: str) -> str:
        """What all may know them by: the config's alias, what they asked to be called, else the address.

        The name that a platform shows is known since somebody has heard from them, which not all may know of.
        """
        theirs = set(self._contacts.addresses(address))
        named = (self._names[alias] for alias, addresses in self._aliases.items() if theirs & set(addresses))
        return next(named, "") or self._contacts.settled(address, NAME) or address

    def accounts(self, anima: str, platform: str) -> list[Account]:
        """By which the anima can speak there: its own, else those that are nobody's own."""
        here = [account for account in self._adapters if account.platform == platform]
        own = [account for account in here if self._roster.own.get(account) == anima]
        return own or [account for account in here if account not in self._roster.own]

    def _address(self, name: str) -> tuple[str, ...]:
        try:
            return (str(Person.parse(name)),)
        except AddressError:
            return ()
