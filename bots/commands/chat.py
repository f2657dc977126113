"""Commands in a chat: carried out at once, answered to the asker only where the platform can; long work shows how far
it is in a message that is edited."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from hashlib import sha256

from bots.commands.command import CommandAnswer, command_progress
from bots.delivery.answer_parts import MOST_MESSAGES
from bots.errors import SendFault
from bots.message import Choice, Edit, Message, Send
from bots.people.trust_policy import Asker, TrustPolicy
from bots.ports import Adapter
from memory.vocabulary.address import Account, Place

log = logging.getLogger(__name__)
CarryOut = Callable[[str, Asker], Awaitable[CommandAnswer]]
#: Work that is done by then shows no progress; then it is shown so often. Seconds.
_SHOW_AFTER_S, _SHOW_EVERY_S = 2.0, 3.0
_LONGEST_NAME = 80
_COMMAND_FAILED = "That command failed inside of me; my log tells why."


class ChatCommands:
    """Carries commands out for every account."""

    def __init__(self, adapters: Mapping[Account, Adapter], standing: TrustPolicy, carry_out: CarryOut) -> None:
        self._adapters = adapters
        self._standing = standing
        self._carry_out = carry_out

    async def answer(self, message: Message) -> None:
        """A COMMAND → its answer, where it was asked."""
        adapter = self._adapters[message.account]
        told = _WorkProgress()
        command_progress.set(told.tell)
        showing = asyncio.create_task(_show_answer(adapter, message, told))
        try:
            answer = await self._carry_out(message.text, self._asker(message))
        except Exception:
            log.exception("a command failed", extra={"command": message.text.partition(" ")[0]})
            answer = CommandAnswer(text=_COMMAND_FAILED, ok=False)
        finally:
            showing.cancel()
            await asyncio.wait({showing})
        await _say_answer(adapter, message, answer.text)
        for number, file in enumerate(answer.files if message.is_direct else ()):
            await _post_answer(
                adapter, Send(place=message.place, text="", files=(file,)), f"{message.key}/file/{number}"
            )

    async def tell(self, asker: Asker, text: str, choices: tuple[Choice, ...], name: str) -> None:
        """Say something to somebody who has given a command before; under its `name` it is said once."""
        adapter = self._adapters.get(Account.parse(asker.heard_by))
        if adapter is not None:
            nonce = sha256(f"{asker.place} {name}".encode()).hexdigest()[:24]
            await _post_answer(adapter, Send(place=Place.parse(asker.place), text=text, choices=choices), nonce)

    def _asker(self, message: Message) -> Asker:
        return Asker(
            person=str(message.author),
            role=self._standing.role(message),
            audience=str(message.audience),
            place=str(message.place),
            account=str(message.writer),
            name=" ".join(message.author_name.split())[:_LONGEST_NAME],
            heard_by=str(message.account),
            is_direct=message.is_direct,
        )


class _WorkProgress:
    """How far the work is; told from any thread."""

    def __init__(self) -> None:
        self.percent: int | None = None

    def tell(self, done: int, total: int) -> None:
        self.percent = 100 * done // max(total, 1)


async def _show_answer(adapter: Adapter, message: Message, told: _WorkProgress) -> None:
    """One message, edited as the work goes on."""
    await asyncio.sleep(_SHOW_AFTER_S)
    post, shown = "", None
    with suppress(SendFault):
        while True:
            if told.percent is not None and told.percent != shown:
                shown = told.percent
                text = f"{shown} %"
                if not post:
                    act = Send(place=message.place, text=text, reply_to=_reply_target(message))
                    post = (await adapter.perform(act, nonce=f"{message.key}/progress")).message_id
                else:
                    await adapter.perform(Edit(place=message.place, message_id=post, text=text), nonce="")
            await asyncio.sleep(_SHOW_EVERY_S)


async def _say_answer(adapter: Adapter, message: Message, text: str) -> None:
    chunks = await asyncio.to_thread(adapter.capabilities(message.place).split, text)
    for number, chunk in enumerate(chunks[:MOST_MESSAGES]):
        send = Send(
            place=message.place,
            text=chunk,
            reply_to=_reply_target(message),
            private_to=message.writer,
            handle=message.handle,
        )
        if not await _post_answer(adapter, send, f"{message.key}/{number}"):
            return


async def _post_answer(adapter: Adapter, send: Send, nonce: str) -> bool:
    try:
        await adapter.perform(send, nonce=nonce)
    except SendFault as fault:
        log.warning("a command's answer did not arrive: %s", fault)
        return False
    return True


def _reply_target(message: Message) -> str:
    return "" if message.is_direct else message.target
