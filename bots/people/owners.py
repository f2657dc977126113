"""The owners, as far as they can be written to where something happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from bots.delivery.seam import Out
from bots.errors import SendFault
from bots.message import Send
from bots.parcel import Heard, Parcel, pack
from bots.ports import Adapter
from memory.vocabulary.address import Account, Person


class Owners:
    """Told by the account that heard what it is about, on its platform."""

    def __init__(self, owners: Callable[[], Iterable[str]], adapters: Mapping[Account, Adapter]) -> None:
        """`owners` are asked for each time: the config may change."""
        self._owners = owners
        self._adapters = adapters

    async def outs(self, heard: Heard, text: str, slot: str) -> list[Out]:
        """A direct message to each who can be reached there, as part of the turn."""
        found = []
        for number, owner in enumerate(map(Person.parse, sorted(self._owners()))):
            if owner.platform == heard.message.place.platform:
                out = await self._out(heard, owner, text, f"{slot}/{number}")
                found += [out] if out else []
        return found

    async def _out(self, heard: Heard, owner: Person, text: str, slot: str) -> Out | None:
        account = heard.message.account
        try:
            place = await self._adapters[account].direct(owner)
        except SendFault:
            return None  # closed direct messages
        parcel = Parcel(
            anima=heard.anima, account=account, act=Send(place=place, text=text), audience=f"person:{owner}"
        )
        return Out(slot=slot, body=pack(parcel))
