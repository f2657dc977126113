"""Hello: who lives here, what they can do, how a stranger is let in. Unasked once a person or room; at `start` always.

That it was said is on record before it is sent: rather none after a crash than a second one.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress

from bots.delivery.seam import Delivery
from bots.errors import NotStored, SendFault
from bots.message import Kind, Message, Send
from bots.people.standing import Standing
from bots.ports import Adapter
from bots.roster import Roster
from bots.words import WORDS, word
from memory.vocabulary.address import Account

log = logging.getLogger(__name__)
START = "start"


class Hello:
    """Says it for every account. `language` is the fleet's own, for whom no other is known."""

    def __init__(
        self,
        adapters: Mapping[Account, Adapter],
        roster: Roster,
        standing: Standing,
        delivery: Delivery,
        language: str,
    ) -> None:
        self._adapters, self._roster, self._standing = adapters, roster, standing
        self._delivery, self._language = delivery, language
        self._greeted: set[str] = set()  # in this life

    async def asked(self, message: Message) -> None:
        """`start`, perhaps with the name of an anima, as a link brings it: `/start alice`."""
        with suppress(NotStored):
            await self._is_first(message)
        await self.say(message, wanted=message.text.partition(" ")[2].strip())

    async def opened(self, message: Message) -> None:
        """A HELLO: somebody has opened the app, or let it into a guild. A page is shown each time, a post once."""
        if message.handle or await self._is_first(message):
            await self.say(message)

    async def is_due(self, message: Message) -> bool:
        """Whether a MESSAGE, which is not stored yet, is the first to us alone, and nothing said before who we are."""
        if not message.is_direct or message.author_is_bot or str(message.author) in self._greeted:
            return False
        if not self._adapters[message.account].capabilities(message.place).greets or self._is_stranger(message):
            return False
        if not await self._is_first(message):
            return False
        # Who has talked before anybody counted needs none.
        return not any(lane.endswith(f"@{message.place}") for lane in await self._delivery.latest())

    def text(self, message: Message, wanted: str = "") -> str:
        """As Markdown."""
        tongue = message.language if message.language in WORDS else self._language
        here = self._roster.here(message.account, message.place)
        names = [name for name in here if name.casefold() == wanted.casefold()] or list(here)
        parts = [
            word(tongue, "hello_one", name=names[0])
            if len(names) == 1
            else word(tongue, "hello_many", names=", ".join(f"**{name}**" for name in names))
        ]
        if not names:
            parts = [word(tongue, "hello_nobody")]
        elif len(names) > 1 or not message.is_direct:
            parts.append(word(tongue, "hello_call", name=names[0]))
        if self._is_stranger(message):
            parts.append(word(tongue, "guest", address=str(message.writer)))
        else:
            parts += [word(tongue, "hello_can"), word(tongue, "hello_help")]
        return "\n\n".join(parts)

    async def say(self, message: Message, wanted: str = "") -> None:
        is_command = message.kind is Kind.COMMAND
        send = Send(
            place=message.place,
            text=self.text(message, wanted),
            private_to=message.writer if is_command or message.handle else None,
            handle=message.handle,
        )
        try:
            await self._adapters[message.account].perform(send, nonce=f"{message.key}/hello")
        except SendFault as fault:
            log.warning("a hello did not arrive: %s", fault, extra={"place": str(message.place)})

    async def _is_first(self, message: Message) -> bool:
        """Durably once: a person in a talk with us alone, a room for all."""
        whom = str(message.author) if message.is_direct else str(message.place.room)
        self._greeted.add(whom)
        return await self._delivery.note(f"hello@{message.account}", whom)

    def _is_stranger(self, message: Message) -> bool:
        is_told_of = message.is_direct and self._standing.trust(message) == "guest"
        return is_told_of and self._standing.guests != "answer"
