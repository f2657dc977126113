"""A channel that only carries calls, as an Adapter: it posts, and hears nothing but answers to what it posted."""

from __future__ import annotations

import asyncio
from datetime import datetime

import aiohttp

from bots.bare import Bare, able
from bots.errors import InDoubt, NotStored, Refused, Unreachable
from bots.message import COMMAND_BUTTON, Act, Kind, Message, Receipt, Send
from bots.ports import Capabilities, Connection, Sink
from memory.vocabulary.address import Account, Audience, Person, Place
from memory.vocabulary.ports import Clock

_TOTAL_S = 20.0


class Pager(Bare):
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
        return able(lambda text: [text[: self.longest]], buttons=self.buttons)

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
            timeout = aiohttp.ClientTimeout(total=_TOTAL_S, connect=5.0)
            self._opened = aiohttp.ClientSession(timeout=timeout, raise_for_status=False)
        return self._opened


def check(status: int, platform: str, retry_after: str | None = None) -> None:
    """What a status of the service means. Raises Refused, Unreachable, InDoubt."""
    if status < 300:
        return
    if status == 429:
        seconds = float(retry_after) if retry_after and retry_after.isdigit() else None
        raise Unreachable(f"{platform} takes no more for now", seconds)
    if status < 500:
        raise Refused(f"{platform} refused the call ({status})")
    raise InDoubt(f"{platform} answered {status}")
