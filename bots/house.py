"""Places of the house itself: where an anima is when no platform is: its own hours, and its letters with another.

They have addresses like all others (`anima:alice/heartbeat`, `anima:alice/bob#…`), and no platform behind them: what is
said there is posted nowhere. What was said for one audience is a thread of its own, so that no talk mixes two.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from bots.bare import Bare
from bots.errors import Refused
from bots.message import Act, Receipt, Typing
from bots.ports import Connection, Sink
from memory.vocabulary.address import ORG, Account, Audience, Person, Place
from memory.vocabulary.author import ANIMA_PLATFORM, PROGRAM_PLATFORM, TOOL_PLATFORM

HOUSE = ANIMA_PLATFORM
_THREAD_CHARS = 8


def account_of(anima: str) -> Account:
    return Account(HOUSE, anima)


def person_of(anima: str) -> Person:
    """The anima as the author of its letters."""
    return Person(HOUSE, "", anima)


def tool_as_author(name: str) -> Person:
    """A tool as the author of what it gave."""
    return Person(TOOL_PLATFORM, "", name)


def program_as_author(part: str) -> Person:
    """The program as the author of what it says itself: a slot of the rhythm, a time that is over …"""
    return Person(PROGRAM_PLATFORM, "", part)


def own_place(anima: str, what: str, audience: Audience = ORG) -> Place:
    """Where it keeps its own hours: `what` is heartbeat, cron …"""
    return Place(HOUSE, anima, what, _thread(audience))


def letters_place(one: str, other: str, audience: Audience) -> Place:
    """Where two write to each other what this audience may read."""
    first, second = sorted((one, other))
    return Place(HOUSE, first, second, _thread(audience))


def is_house(place: Place) -> bool:
    return place.platform == HOUSE


def house_adapters(animas: Iterable[str]) -> dict[Account, HouseAdapter]:
    """What stands for a platform in the own places of these."""
    return {account_of(name): HouseAdapter(name) for name in animas}


def _thread(audience: Audience) -> str:
    return "" if audience == ORG else sha256(str(audience).encode()).hexdigest()[:_THREAD_CHARS]


class HouseAdapter(Bare):
    """Adapter of the house's own places: nobody is there to see a sign of typing, and nothing can be posted."""

    def __init__(self, anima: str) -> None:
        super().__init__(account_of(anima))

    async def run(self, sink: Sink) -> None:
        await sink.connection(self.account, Connection.CONNECTED)

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        if isinstance(act, Typing):
            return Receipt()
        raise Refused(f"nothing is posted in {act.place}")

    async def direct(self, person: Person) -> Place:
        raise Refused("an anima is written to by letter")
