"""Which animas live in a place, and whose face an account wears there: pure look-ups in the configuration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields

from bots.addressing import Ambient
from bots.message import Persona
from memory.vocabulary.address import Account, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A shared channel: its animas in order, and its real rooms as (account, `channel` or `guild/channel`)."""

    name: str
    animas: tuple[str, ...]
    rooms: tuple[tuple[Account, str], ...]
    ambient: Ambient | None = None
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
    ambient: Mapping[str, Ambient] = field(default_factory=dict)

    def become(self, other: Roster) -> None:
        """Say what the other says from here on."""
        for one in fields(self):
            setattr(self, one.name, getattr(other, one.name))

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

    def ambient_in(self, place: Place) -> Ambient:
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
