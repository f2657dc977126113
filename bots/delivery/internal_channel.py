"""Channels without rooms, past and people: the house's own places, and channels that only carry calls.

The house is where an anima is when no platform is: its own hours, and its letters with another. Its places have
addresses like all others (`anima:alice/heartbeat`, `anima:alice/bob#…`), and what is said there is posted nowhere.
What was said for one audience is a thread of its own, so that no talk mixes two.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256

import aiohttp

from bots.errors import InDoubt, NotStored, Refused, Unreachable
from bots.message import COMMAND_BUTTON, Act, File, Kind, Message, Receipt, Send, Typing
from bots.ports import Capabilities, Connection, Sink
from memory.vocabulary.address import ORG, Account, Audience, Person, Place
from memory.vocabulary.event import ANIMA_PLATFORM, PROGRAM_PLATFORM, TOOL_PLATFORM
from memory.vocabulary.ports import Clock


def bare_capabilities(split: Callable[[str], list[str]], *, buttons: bool = False) -> Capabilities:
    """Text in one post, and nothing else but buttons."""
    return Capabilities(
        split=split,
        streaming="none",
        edit_interval_s=1.0,
        longest_editable=0,
        threads=False,
        replies=False,
        personas=False,
        private_answers=False,
        buttons=buttons,
        history=False,
        deletes=False,
    )


class BareAdapter:
    """Adapter (bots.ports) without `run`, `perform` and `direct`."""

    def __init__(self, account: Account) -> None:
        self.account = account

    def capabilities(self, place: Place) -> Capabilities:
        return bare_capabilities(lambda text: [text])

    async def history(self, place: Place, after: str) -> list[Message]:
        return []

    async def posted(self, place: Place, nonces: Sequence[str], question: str) -> bool | None:
        return None

    async def rooms(self, since: datetime) -> Mapping[Place, str]:
        return {}

    async def fetch(self, file: File) -> AsyncGenerator[bytes]:
        if file.url:
            raise Refused(f"{self.account} brings no files")
        yield file.content

    async def find(self, query: str) -> list[Person | Place]:
        return []

    async def readable(self, present: Person | Place, rooms: Sequence[Place]) -> frozenset[Place]:
        return frozenset()


# --- house ----------------------------------------------------------------------------------------------------------
# Places of the house itself: where an anima is when no platform is: its own hours, and its letters with another.
#
# They have addresses like all others (`anima:alice/heartbeat`, `anima:alice/bob#…`), and no platform behind them:
# what is
# said there is posted nowhere. What was said for one audience is a thread of its own, so that no talk mixes two.


INTERNAL = ANIMA_PLATFORM
_THREAD_CHARS = 8


def internal_account(anima: str) -> Account:
    return Account(INTERNAL, anima)


def internal_person(anima: str) -> Person:
    """The anima as the author of its letters."""
    return Person(INTERNAL, "", anima)


def tool_as_author(name: str) -> Person:
    """A tool as the author of what it gave."""
    return Person(TOOL_PLATFORM, "", name)


def program_as_author(part: str) -> Person:
    """The program as the author of what it says itself: a slot of the rhythm, a time that is over …"""
    return Person(PROGRAM_PLATFORM, "", part)


def own_place(anima: str, what: str, audience: Audience = ORG) -> Place:
    """Where it keeps its own hours: `what` is heartbeat, cron …"""
    return Place(INTERNAL, anima, what, _audience_thread(audience))


def letters_place(anima: str, other: str, audience: Audience) -> Place:
    """Where two write to each other what this audience may read."""
    first, second = sorted((anima, other))
    return Place(INTERNAL, first, second, _audience_thread(audience))


def is_internal(place: Place) -> bool:
    return place.platform == INTERNAL


def internal_channels(animas: Iterable[str]) -> dict[Account, InternalChannel]:
    """What stands for a platform in the own places of these."""
    return {internal_account(name): InternalChannel(name) for name in animas}


def _audience_thread(audience: Audience) -> str:
    return "" if audience == ORG else sha256(str(audience).encode()).hexdigest()[:_THREAD_CHARS]


class InternalChannel(BareAdapter):
    """Adapter of the house's own places: nobody is there to see a sign of typing, and nothing can be posted."""

    def __init__(self, anima: str) -> None:
        super().__init__(internal_account(anima))

    async def run(self, sink: Sink) -> None:
        await sink.connection(self.account, Connection.CONNECTED)

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        if isinstance(act, Typing):
            return Receipt()
        raise Refused(f"nothing is posted in {act.place}")

    async def direct(self, person: Person) -> Place:
        raise Refused("an anima is written to by letter")


# --- pager ----------------------------------------------------------------------------------------------------------
# A channel that only carries calls, as an Adapter: it posts, and hears nothing but answers to what it posted.


_POST_TIMEOUT_S = 20.0


class Pager(BareAdapter):
    """One configured target. Subclasses post (`_post`) and, where the service tells, look for answers (`_look`)."""

    platform = ""
    longest = 2000
    buttons = False

    def __init__(self, target: str, clock: Clock, look_every_s: float = 20.0) -> None:
        super().__init__(Account(self.platform, "main"))
        self._target = target
        self._clock = clock
        self._look_every_s = look_every_s
        self._opened: aiohttp.ClientSession | None = None

    @property
    def place(self) -> Place:
        return Place(self.platform, "", self._target)

    @property
    def person(self) -> Person:
        """Whoever reads there."""
        return Person(self.platform, "", self._target)

    @property
    def audience(self) -> Audience:
        return Audience.person(self.person)

    def capabilities(self, place: Place) -> Capabilities:
        return bare_capabilities(lambda text: [text[: self.longest]], buttons=self.buttons)

    async def run(self, sink: Sink) -> None:
        await sink.connection(self.account, Connection.CONNECTED)
        while True:
            await asyncio.sleep(self._look_every_s)
            for message in await self._looked():
                await self._hand(message, sink)

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        """What was posted stays as it is: an edit does nothing."""
        if not isinstance(act, Send):
            return Receipt()
        try:
            return Receipt(message_id=await self._post(act, nonce, in_doubt), at=self._clock())
        except aiohttp.ClientConnectorError as away:
            raise Unreachable(f"{self.platform} cannot be reached") from away
        except (aiohttp.ClientError, TimeoutError, ValueError) as cut:
            raise InDoubt(f"{self.platform} did not answer") from cut

    async def direct(self, person: Person) -> Place:
        if person != self.person:
            raise Refused(f"{self.platform} is set up for {self.person} alone")
        return self.place

    async def close(self) -> None:
        if self._opened is not None:
            await self._opened.close()
            self._opened = None

    async def _hand(self, message: Message, sink: Sink) -> None:
        """Until it is stored."""
        while True:
            try:
                await sink.deliver(message)
            except NotStored:
                await asyncio.sleep(self._look_every_s)
            else:
                return

    async def _looked(self) -> list[Message]:
        try:
            return await self._look()
        except (aiohttp.ClientError, TimeoutError, ValueError, Refused, Unreachable, InDoubt):
            return []  # it is looked at again

    async def _post(self, act: Send, nonce: str, in_doubt: bool) -> str:
        """The service's id of what was posted. Raises SendFault, aiohttp's errors, ValueError for no JSON."""
        raise NotImplementedError

    async def _look(self) -> list[Message]:
        """Answers since the last look."""
        return []

    def _answer(self, text: str, *, id: str, order: str, at: datetime, name: str = "", target: str = "") -> Message:
        """What somebody there has answered: it decides a call, and gives no command, whoever may write there."""
        return Message(
            kind=Kind.BUTTON,
            account=self.account,
            place=self.place,
            id=id,
            order=order,
            author=self.person,
            author_name=name,
            at=at,
            audience=self.audience,
            text=text.strip().lstrip(COMMAND_BUTTON),
            member=False,
            is_direct=True,
            target=target,
        )

    @property
    def _session(self) -> aiohttp.ClientSession:
        if self._opened is None:
            timeout = aiohttp.ClientTimeout(total=_POST_TIMEOUT_S, connect=5.0)
            self._opened = aiohttp.ClientSession(timeout=timeout, raise_for_status=False)
        return self._opened


def raise_for_status(status: int, platform: str, retry_after: str | None = None) -> None:
    """What a status of the service means. Raises Refused, Unreachable, InDoubt."""
    if status < 300:
        return
    if status == 429:
        seconds = float(retry_after) if retry_after and retry_after.isdigit() else None
        raise Unreachable(f"{platform} takes no more for now", seconds)
    if status < 500:
        raise Refused(f"{platform} refused the call ({status})")
    raise InDoubt(f"{platform} answered {status}")
