"""Who is where: which animas live in a place and whose face they wear, where and when people can be reached.

A name is an alias of the config or an address. What people call themselves, here or on a platform, leads nobody's
words to them: anybody can take any name. Quiet hours are between two times of the day on somebody's own clock.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bots.delivery.items import Addressee
from bots.errors import SendFault
from bots.message import Persona
from bots.people.addressing import AmbientAnswers, fold_name
from bots.ports import Adapter
from memory.archive.contacts import SETTING_NAME, Contacts
from memory.vocabulary.address import Account, Audience, Person, Place
from memory.vocabulary.errors import AddressError


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A shared channel: its animas in order, and its real rooms as (account, `channel` or `guild/channel`)."""

    name: str
    animas: tuple[str, ...]
    rooms: tuple[tuple[Account, str], ...]
    ambient: AmbientAnswers | None = None
    letters: bool = False  # whether what animas write to each other is seen there

    def serves(self, place: Place) -> frozenset[Account]:
        """The accounts by which this board is in the place."""
        spellings = (place.channel, f"{place.workspace}/{place.channel}")
        return frozenset(
            account for account, room in self.rooms if account.platform == place.platform and room in spellings
        )


@dataclass(slots=True, kw_only=True)
class Roster:
    """All enabled animas in the config's order, the boards, and the accounts that are an anima's own.

    `avatars` are the faces in shared identity; `ambient` is, by platform, what is answered in rooms without a call.
    Whoever holds it looks things up anew each time: it becomes another one when the config does.
    """

    animas: tuple[str, ...]
    boards: tuple[Board, ...] = ()
    own: Mapping[Account, str] = field(default_factory=dict)
    avatars: Mapping[str, str] = field(default_factory=dict)
    ambient: Mapping[str, AmbientAnswers] = field(default_factory=dict)

    def become(self, other: Roster) -> None:
        """Say what the other says from here on."""
        for item in fields(self):
            setattr(self, item.name, getattr(other, item.name))

    def here(self, account: Account, place: Place) -> tuple[str, ...]:
        """The animas that hear this account in this place, in the order in which they answer unnamed calls."""
        animas, accounts = self._of_place(account, place)
        return tuple(anima for anima in animas if self._voice(anima, accounts, account) == account)

    def present(self, account: Account, place: Place) -> tuple[str, ...]:
        """All animas of the place, by whichever account they hear and speak there."""
        return tuple(self._of_place(account, place)[0])

    def is_mapped(self, place: Place) -> bool:
        return bool(self.boards_of(place))

    def board(self, name: str) -> Board | None:
        return next((board for board in self.boards if board.name == name), None)

    def boards_of(self, place: Place) -> list[Board]:
        return [board for board in self.boards if board.serves(place)]

    def accounts_in(self, place: Place) -> frozenset[Account]:
        """By which the boards are in the place."""
        return frozenset[Account]().union(*(board.serves(place) for board in self.boards))

    def speaker(self, place: Place, anima: str = "") -> Account | None:
        """The account by which the anima speaks on the boards of this place; without one, what speaks for people there:
        a shared one where there is one. None: nobody of ours is there."""
        accounts = self.accounts_in(place)
        if not accounts:
            return None
        return self._voice(anima, accounts, min(accounts))

    def ambient_in(self, place: Place) -> AmbientAnswers:
        """The board's word, else the platform's."""
        own = (board.ambient for board in self.boards if board.ambient and board.serves(place))
        return next(own, self.ambient.get(place.platform, "mentions"))

    def persona(self, account: Account, anima: str) -> Persona | None:
        """The face on a post; None where the account is the anima's own."""
        if self.own.get(account) == anima:
            return None
        return Persona(name=anima, avatar=self.avatars.get(anima, ""))

    def _of_place(self, account: Account, place: Place) -> tuple[Sequence[str], frozenset[Account]]:
        boards = [board for board in self.boards if board.serves(place)]
        if boards:
            names = dict.fromkeys(name for board in boards for name in board.animas if name in self.animas)
            return tuple(names), frozenset().union(*(board.serves(place) for board in boards))
        if account in self.own:
            own = self.own[account]
            return ((own,) if own in self.animas else ()), frozenset({account})
        return self.animas, frozenset({account})

    def _voice(self, anima: str, accounts: frozenset[Account], heard_by: Account) -> Account:
        """By which of the place's accounts the anima hears and speaks: its own if there is one, else a shared one."""
        own = sorted(account for account in accounts if self.own.get(account) == anima)
        if own:
            return own[0]
        shared = sorted(account for account in accounts if account not in self.own)
        return (shared or sorted(accounts) or [heard_by])[0]


# --- routing --------------------------------------------------------------------------------------------------------
# From a name to a person and to the places where they can be reached, the preferred first.
#
# A name is an alias of the config or an address. What people call themselves, here or on a platform, leads nobody's
# words to them: anybody can take any name.


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
        self._aliases = {fold_name(name): tuple(addresses) for name, addresses in aliases.items()}
        self._names = {fold_name(name): name for name in aliases}
        self._preferred = preferred

    def addresses(self, name: str) -> tuple[str, ...]:
        """Where the person of this name may be reached, the preferred first; nothing where nobody is known by it."""
        wanted = fold_name(name.removeprefix("@"))
        named = self._aliases.get(wanted) or self._address(name)
        linked = [item for address in named for item in self._contacts.addresses(address)]
        rest = sorted(linked, key=lambda item: item.partition(":")[0] != self._preferred)
        first = named if wanted in self._aliases else ()
        return tuple(dict.fromkeys([*first, *rest]))

    async def find(self, anima: str, name: str, failed: Collection[Place] = ()) -> Addressee | None:
        """The next place in which this anima can write to them (bots.delivery.items.FindPerson)."""
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
        return next(named, "") or self._contacts.settled(address, SETTING_NAME) or address

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


# --- quiet ----------------------------------------------------------------------------------------------------------
# Quiet hours: between two times of the day on somebody's own clock. Arithmetic alone.


_WRITTEN_HOURS = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)")


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From `begin` until `end`, over midnight where the end is the earlier one."""

    begin: time
    end: time
    zone: ZoneInfo

    def __str__(self) -> str:
        return f"{self.begin:%H:%M}-{self.end:%H:%M} ({self.zone.key})"

    def holds(self, now: datetime) -> bool:
        at = now.astimezone(self.zone).time().replace(tzinfo=None)
        if self.begin <= self.end:
            return self.begin <= at < self.end
        return at >= self.begin or at < self.end

    def over(self, now: datetime) -> datetime:
        """The first instant from now on at which it does not hold, by the clock on the wall there."""
        if not self.holds(now):
            return now
        day = now.astimezone(self.zone).date()
        for later in range(3):
            wall = datetime.combine(day + timedelta(days=later), self.end, self.zone)
            end = wall.astimezone(UTC)  # an hour that spring leaves out ends where the clock goes on
            if end > now and not self.holds(end):
                return end
        return now + timedelta(days=1)


def parse_quiet_hours(hours: str, zone: ZoneInfo) -> QuietHours | None:
    """None where it is no `HH:MM-HH:MM`, or no time at all."""
    found = _WRITTEN_HOURS.fullmatch(hours)
    if found is None:
        return None
    numbers = [int(number) for number in found.groups()]
    begin, end = time(numbers[0], numbers[1]), time(numbers[2], numbers[3])
    return QuietHours(begin, end, zone) if begin != end else None
