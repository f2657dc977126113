"""Who hears a message: in a room everybody who lives there, in a direct talk whom it addresses and nobody else.

What answers a call or a question of ours is its asker's, whoever was talked to last. An edit, a deletion or a reaction
goes to those who have heard what it concerns; where that is not known any more, to everybody, for a deletion must reach
whoever has the words.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from weakref import WeakValueDictionary

from bots.addressing import fold
from bots.calling.calling import Calling
from bots.calling.post import SEEN, of_post
from bots.delivery.seam import Delivery
from bots.message import Kind, Message
from bots.mind import Mind
from bots.people.partners import Partners
from bots.ports import Adapter
from bots.words import word
from memory.vocabulary.address import Account, Place
from memory.vocabulary.ports import Clock

#: (message, the animas of its place) -> those whose call or question it answers.
Claim = Callable[[Message, Sequence[str]], Awaitable[tuple[str, ...]]]


class Hearing:
    """Looks up who hears; `one_at_a_time` keeps what is said in a direct talk in its order meanwhile."""

    def __init__(self, delivery: Delivery, partners: Partners) -> None:
        self._delivery = delivery
        self._partners = partners
        self._talks: WeakValueDictionary[Place, asyncio.Lock] = WeakValueDictionary()

    def one_at_a_time(self, message: Message) -> asyncio.Lock:
        """Whom a message of a direct talk means depends on the one before it. A room's wait for nothing."""
        if not message.is_direct:
            return asyncio.Lock()
        return self._talks.setdefault(message.place.room, asyncio.Lock())

    async def hearers(self, message: Message, here: Sequence[str], means: Sequence[str]) -> tuple[str, ...]:
        """Those of `here` in whose log the message belongs; it addresses `means`. Raises NotStored."""
        if not message.is_direct:
            return tuple(here)
        if took := await self._delivery.took(str(message.place), message.key):
            return tuple(name for name in here if name in took)  # told again: whom it means by now is nothing to it
        if len(here) < 2:
            return tuple(here)
        if message.kind is Kind.MESSAGE:
            known = await self._partners.known(message, here)
            rest = known.last_partner if known.last_partner in here else here[0]
            return tuple(name for name in here if name in means) or (rest,)
        concerned = {*await self._partners.hearers(message.place, message.target, here), *means}
        return tuple(name for name in here if name in concerned) or tuple(here)


class Claims:
    """Finds whose call or question a message answers: `Claim`."""

    def __init__(
        self, minds: Mapping[str, Mind], calling: Calling, adapters: Mapping[Account, Adapter], clock: Clock
    ) -> None:
        self._minds, self._calling, self._adapters, self._clock = minds, calling, adapters, clock

    async def __call__(self, message: Message, here: Sequence[str]) -> tuple[str, ...]:
        minds = [mind for name in here if (mind := self._minds.get(name)) is not None]
        match message.kind:
            case Kind.BUTTON:
                id = message.text.partition(":")[0]
                found = [mind.name for mind in minds if await asyncio.to_thread(_has, mind, id)]
            case Kind.MESSAGE | Kind.REACTION if not message.author_is_bot:
                found = await self._called(message) or await self._typed(message, minds)
            case _:
                found = []
        return tuple(name for name in here if name in found)

    async def _called(self, message: Message) -> list[str]:
        """By a reply to the post of a call, or in its thread."""
        about = (message.target,) if message.kind is Kind.REACTION else (message.reply_to, message.place.thread)
        if not any(about):
            return []
        posted = await self._calling.posted_in(message.place.room)
        return [call.anima for post in about for call in of_post(posted, post)]

    async def _typed(self, message: Message, minds: Sequence[Mind]) -> list[str]:
        """By one of the words for it, where there are no buttons."""
        adapter = self._adapters.get(message.account)
        if message.kind is not Kind.MESSAGE or adapter is None or adapter.capabilities(message.place).buttons:
            return []
        said, room = fold(message.text), message.place.room
        posted = await self._calling.posted_in(room)
        found = []
        for mind in minds:
            asked = await asyncio.to_thread(mind.questions.open_to, str(message.author), str(room), self._clock())
            words = {fold(text) for question in asked for choice in question.choices.items() for text in choice}
            calls = [call for call, _ in posted if call.anima == mind.name]
            words |= {fold(label) for call in calls for label in call.options}
            words |= {fold(word(mind.traits.language, SEEN))} if calls else set()
            found += [mind.name] if said in words else []
        return found[:1]


def _has(mind: Mind, id: str) -> bool:
    """Whether the anima has asked the question or made the call of this id."""
    return mind.questions.find(id) is not None or mind.calls.find(id) is not None
