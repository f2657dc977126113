"""Letters between animas: from the sender's outbox into the recipient's inbox, once, and only so many an hour.

A letter is one turn of the recipient, whose answer goes back as a letter. Who waits for an answer is woken by it in
the talk in which it was asked; a letter that answers another wants no answer itself, so that two never write for
ever. Each audience has its own budget: what was written for one is not to be noticed in front of another.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta
from hashlib import sha256

from bots.anima.anima import Anima
from bots.delivery.contract import Delivery, Out
from bots.delivery.internal_channel import internal_account, internal_person, letters_place
from bots.delivery.items import InboxItem, Letter, Occasion, OutboxItem, lane_of, pack_inbox, pack_outbox
from bots.errors import Refused
from bots.message import Kind, Message, Send
from bots.people.addressing import fold_name
from bots.rooms.dispatch import resting_notice
from bots.turn.awaited_turns import AwaitedTurns
from memory.vocabulary.address import Audience, Place
from memory.vocabulary.event import Event

LETTERS_AN_HOUR = 20
_HOUR = timedelta(hours=1)


class LetterBudget:
    """Of all pairs and audiences, since the start. A letter that is written again by the same turn counts once."""

    def __init__(self) -> None:
        self._written: dict[tuple[str, ...], deque[tuple[datetime, str, str]]] = {}

    def refusal(self, letter: Letter) -> str:
        """Why it is not to be sent; empty where it is, and is counted."""
        pair = tuple(sorted((letter.from_person, letter.to_person)))
        written = self._written.setdefault((*pair, letter.audience), deque())
        while written and letter.timestamp - written[0][0] >= _HOUR:
            written.popleft()
        if any(id == letter.id for _, id, _ in written):
            return ""
        said = f"{letter.from_person}: {fold_name(letter.content)}"
        if letter.type == "message" and any(item == said for _, _, item in written):
            return f"{letter.to_person} has this very letter already"
        if len(written) >= LETTERS_AN_HOUR:
            return f"{' and '.join(pair)} have written {LETTERS_AN_HOUR} letters to each other within the hour; wait"
        written.append((letter.timestamp, letter.id, said))
        return ""


# --- post -----------------------------------------------------------------------------------------------------------
# The house's own post: a letter from the sender's outbox into the recipient's inbox, once.
#
# It is one turn of the recipient, whose answer goes back as a letter. Who waits for an answer is woken by it in the
# talk in which it was asked; a letter that answers another wants no answer itself, so that two never write for ever.


_LETTER_ID_CHARS = 16
EchoOnBoards = Callable[[Letter], Awaitable[None]]


class LetterCarrier:
    """Hands letters over."""

    def __init__(
        self, animas: Mapping[str, Anima], delivery: Delivery, waits: AwaitedTurns, echo: EchoOnBoards | None = None
    ) -> None:
        """`echo` shows a letter to people, once for each id."""
        self._echo = echo
        self._animas = animas
        self._delivery = delivery
        self._waits = waits

    async def hand_over(self, letter: Letter) -> str:
        """The letter's id, as often as it is handed over. Raises Refused, NotStored, StorageFault."""
        if letter.to_person not in self._animas:
            raise Refused(resting_notice(letter.to_person))
        if self._echo is not None:
            await self._echo(letter)
        sender = internal_person(letter.from_person)
        if letter.answers and await self._waits.answered(
            letter.to_person, letter.answers, letter.content, sender, letter.trust
        ):
            return letter.id
        heard = inbox_item_of_letter(letter)
        key = f"{letter.timestamp.isoformat()}/{letter.id}"
        await self._delivery.accept(lane_of(letter.to_person, heard.message), key, pack_inbox(heard))
        return letter.id


def letter_id(lane: str, key: str, slot: str) -> str:
    """The same whenever the same turn writes the same letter."""
    return sha256(f"{lane}\n{key}\n{slot}".encode()).hexdigest()[:_LETTER_ID_CHARS]


def place_of_letter(letter: Letter) -> Place:
    return letters_place(letter.from_person, letter.to_person, Audience.parse(letter.audience))


def inbox_item_of_letter(letter: Letter) -> InboxItem:
    """The letter as its recipient is woken by it."""
    message = Message(
        kind=Kind.MESSAGE,
        account=internal_account(letter.to_person),
        place=place_of_letter(letter),
        id=letter.id,
        order=f"{letter.timestamp.isoformat()}/{letter.id}",
        author=internal_person(letter.from_person),
        author_name=letter.from_person,
        at=letter.timestamp,
        audience=Audience.parse(letter.audience),
        text="\n".join([letter.content, *(f"(file: {name})" for name in letter.attachments)]),
        author_is_bot=True,
        is_direct=True,
        reply_to=letter.reply_to,
    )
    return InboxItem(
        anima=letter.to_person,
        message=message,
        answers=True,
        names=(letter.to_person,),
        trust=letter.trust,
        occasion=Occasion(kind="letter", id=letter.id, letter=letter),
    )


def letter_out(letter: Letter, slot: str, now: datetime) -> Out:
    """The letter as an outbox row of the sender's turn, and what is recorded when it has been handed over."""
    place, id = place_of_letter(letter), f"letter/{letter.id}/sent"
    parcel = OutboxItem(
        anima=letter.from_person,
        account=internal_account(letter.from_person),
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
    return Out(slot=slot, body=pack_outbox(parcel), event=id, repeatable=True)
