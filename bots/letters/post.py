"""The house's own post: a letter from the sender's outbox into the recipient's inbox, once.

It is one turn of the recipient, whose answer goes back as a letter. Who waits for an answer is woken by it in the talk
in which it was asked; a letter that answers another wants no answer itself, so that two never write for ever.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from hashlib import sha256

from bots.delivery.seam import Delivery, Out
from bots.dispatch import resting
from bots.errors import Refused
from bots.house import account_of, letters_place, person_of
from bots.message import Kind, Message, Send
from bots.mind import Mind
from bots.parcel import Heard, Letter, Occasion, Parcel, lane_of, pack, pack_heard
from bots.waiting import Waits
from memory.vocabulary.address import Audience, Place
from memory.vocabulary.event import Event

_ID_CHARS = 16
Echo = Callable[[Letter], Awaitable[None]]


class Post:
    """Hands letters over."""

    def __init__(self, minds: Mapping[str, Mind], delivery: Delivery, waits: Waits, echo: Echo | None = None) -> None:
        """`echo` shows a letter to people, once for each id."""
        self._echo = echo
        self._minds = minds
        self._delivery = delivery
        self._waits = waits

    async def hand_over(self, letter: Letter) -> str:
        """The letter's id, as often as it is handed over. Raises Refused, NotStored, StorageFault."""
        if letter.to_person not in self._minds:
            raise Refused(resting(letter.to_person))
        if self._echo is not None:
            await self._echo(letter)
        sender = person_of(letter.from_person)
        if letter.answers and await self._waits.answered(
            letter.to_person, letter.answers, letter.content, sender, letter.trust
        ):
            return letter.id
        heard = heard_of(letter)
        key = f"{letter.timestamp.isoformat()}/{letter.id}"
        await self._delivery.accept(lane_of(letter.to_person, heard.message), key, pack_heard(heard))
        return letter.id


def letter_id(lane: str, key: str, slot: str) -> str:
    """The same whenever the same turn writes the same letter."""
    return sha256(f"{lane}\n{key}\n{slot}".encode()).hexdigest()[:_ID_CHARS]


def place_of(letter: Letter) -> Place:
    return letters_place(letter.from_person, letter.to_person, Audience.parse(letter.audience))


def heard_of(letter: Letter) -> Heard:
    """The letter as its recipient is woken by it."""
    message = Message(
        kind=Kind.MESSAGE,
        account=account_of(letter.to_person),
        place=place_of(letter),
        id=letter.id,
        order=f"{letter.timestamp.isoformat()}/{letter.id}",
        author=person_of(letter.from_person),
        author_name=letter.from_person,
        at=letter.timestamp,
        audience=Audience.parse(letter.audience),
        text="\n".join([letter.content, *(f"(file: {name})" for name in letter.attachments)]),
        author_is_bot=True,
        is_direct=True,
        reply_to=letter.reply_to,
    )
    return Heard(
        anima=letter.to_person,
        message=message,
        answers=True,
        names=(letter.to_person,),
        trust=letter.trust,
        occasion=Occasion(kind="letter", id=letter.id, letter=letter),
    )


def out_of_letter(letter: Letter, slot: str, now: datetime) -> Out:
    """The letter as an outbox row of the sender's turn, and what is recorded when it has been handed over."""
    place, id = place_of(letter), f"letter/{letter.id}/sent"
    parcel = Parcel(
        anima=letter.from_person,
        account=account_of(letter.from_person),
        act=Send(place=place, text=letter.content),
        reply_to=letter.reply_to,
        audience=letter.audience,
        event=Event(
            ts=now,
            type="dm_sent",
            content=letter.content,
            sender=letter.from_person,
            recipient=letter.to_person,
            channel=str(place),
            meta={"id": id, "platform": place.platform, "name": letter.from_person, **letter.facts},
        ),
        letter=letter,
    )
    return Out(slot=slot, body=pack(parcel), event=id, repeatable=True)
