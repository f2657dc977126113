"""Who hears a message: in a room everybody who lives there, in a direct talk whom it addresses and nobody else.

What answers a call or a question of ours is its asker's, whoever was talked to last. An edit, a deletion or a
reaction goes to those who have heard what it concerns; where that is not known any more, to everybody, for a deletion
must reach whoever has the words.

Bots may talk to each other, but not for ever: at most four answers of ours after a person's last line in a
conversation, at most eight a minute from one bot to one anima, and never an answer to the same words again. That it
ends is said once.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from bots.anima.anima import Anima
from bots.delivery.contract import Delivery
from bots.message import Kind, Message
from bots.people.addressing import ConversationPartners, fold_name
from bots.people.calling import CALL_SEEN, Calling, calls_of_post
from bots.ports import Adapter
from bots.text.phrases import fleet_word
from memory.vocabulary.address import Account, Place
from memory.vocabulary.ports import Clock

#: (message, the animas of its place) -> those whose call or question it answers.
ClaimAnimas = Callable[[Message, Sequence[str]], Awaitable[tuple[str, ...]]]


class HearerLookup:
    """Looks up who hears; `one_at_a_time` keeps what is said in a direct talk in its order meanwhile."""

    def __init__(self, delivery: Delivery, partners: ConversationPartners) -> None:
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


class AnswerClaims:
    """Finds whose call or question a message answers: `Claim`."""

    def __init__(
        self, animas: Mapping[str, Anima], calling: Calling, adapters: Mapping[Account, Adapter], clock: Clock
    ) -> None:
        self._animas, self._calling, self._adapters, self._clock = animas, calling, adapters, clock

    async def __call__(self, message: Message, here: Sequence[str]) -> tuple[str, ...]:
        animas = [anima for name in here if (anima := self._animas.get(name)) is not None]
        match message.kind:
            case Kind.BUTTON:
                id = message.text.partition(":")[0]
                found = [anima.name for anima in animas if await asyncio.to_thread(_has_asked, anima, id)]
            case Kind.MESSAGE | Kind.REACTION if not message.author_is_bot:
                found = await self._called(message) or await self._typed(message, animas)
            case _:
                found = []
        return tuple(name for name in here if name in found)

    async def _called(self, message: Message) -> list[str]:
        """By a reply to the post of a call, or in its thread."""
        about = (message.target,) if message.kind is Kind.REACTION else (message.reply_to, message.place.thread)
        if not any(about):
            return []
        posted = await self._calling.posted_in(message.place.room)
        return [call.anima for post in about for call in calls_of_post(posted, post)]

    async def _typed(self, message: Message, animas: Sequence[Anima]) -> list[str]:
        """By one of the words for it, where there are no buttons."""
        adapter = self._adapters.get(message.account)
        if message.kind is not Kind.MESSAGE or adapter is None or adapter.capabilities(message.place).buttons:
            return []
        said, room = fold_name(message.text), message.place.room
        posted = await self._calling.posted_in(room)
        found = []
        for anima in animas:
            asked = await asyncio.to_thread(
                anima.records.questions.open_to, str(message.author), str(room), self._clock()
            )
            words = {fold_name(text) for question in asked for choice in question.choices.items() for text in choice}
            calls = [call for call, _ in posted if call.anima == anima.name]
            words |= {fold_name(label) for call in calls for label in call.options}
            words |= {fold_name(fleet_word(anima.traits.language, CALL_SEEN))} if calls else set()
            found += [anima.name] if said in words else []
        return found[:1]


def _has_asked(anima: Anima, id: str) -> bool:
    """Whether the anima has asked the question or made the call of this id."""
    return anima.records.questions.find(id) is not None or anima.records.calls.find(id) is not None


# --- loop guard -----------------------------------------------------------------------------------------------------
# Loop guard: bots may talk to each other, but not for ever.
#
# At most four answers of ours after a person's last line in a conversation, at most eight a minute from one bot to one
# anima, and never an answer to the same words again. That it ends is said once.


ANSWERS_IN_A_ROW = 4
ANSWERS_A_MINUTE = 8
_REMEMBERED, _CONVERSATIONS = 32, 2048


@dataclass(slots=True)
class _BotConversation:
    """One conversation since a person's last line. `answers` are (message, anima) of ours; `verdicts` are those of the
    latest messages, by their keys; `ended_by` is the message at which it was enough."""

    person: str = ""
    answers: set[tuple[str, str]] = field(default_factory=set)
    last_texts: deque[str] = field(default_factory=lambda: deque(maxlen=3))
    times: dict[str, deque[datetime]] = field(default_factory=dict)
    verdicts: dict[str, bool] = field(default_factory=dict)
    ended_by: str = ""
    is_told: bool = False


class LoopGuard:
    """Remembers, for each lane, how long bots have been among themselves."""

    def __init__(self) -> None:
        self._talks: OrderedDict[str, _BotConversation] = OrderedDict()

    def person_spoke(self, lane: str, key: str = "", names: Sequence[str] = ()) -> None:
        """Bots may talk again; how fast they do is still counted. `names` answer the person; heard twice, it counts
        once."""
        talk = self._talk(lane)
        if not key or talk.person != key:
            talk.person, talk.ended_by, talk.is_told = key, "", False
            talk.answers.clear()
            talk.last_texts.clear()
        talk.answers |= {(key, name) for name in names}

    def allows(self, lane: str, message: Message, now: datetime, names: Sequence[str] = ("",)) -> bool:
        """Whether this bot's message, which calls on these, may be answered. Heard twice, it counts once."""
        talk = self._talk(lane)
        answers = talk.answers | {(message.key, name) for name in names}
        if message.key not in talk.verdicts:
            talk.verdicts[message.key] = _judged(talk, message, now, len(answers))
            while len(talk.verdicts) > _REMEMBERED:
                del talk.verdicts[next(iter(talk.verdicts))]
        if talk.verdicts[message.key]:
            talk.answers = answers
        return talk.verdicts[message.key]

    def ends(self, lane: str, message: Message) -> bool:
        """Whether this is the message after which nothing more is answered, to be said once."""
        talk = self._talk(lane)
        is_new = talk.ended_by == message.key and not talk.is_told
        talk.is_told = talk.is_told or is_new
        return is_new

    def _talk(self, lane: str) -> _BotConversation:
        talk = self._talks.setdefault(lane, _BotConversation())
        self._talks.move_to_end(lane)
        while len(self._talks) > _CONVERSATIONS:
            self._talks.popitem(last=False)
        return talk


def _judged(talk: _BotConversation, message: Message, now: datetime, answers: int) -> bool:
    times = talk.times.setdefault(str(message.author), deque(maxlen=ANSWERS_A_MINUTE))
    too_many = len(times) == ANSWERS_A_MINUTE and now - times[0] < timedelta(minutes=1)
    again = message.text.strip() in talk.last_texts
    talk.last_texts.append(message.text.strip())
    if answers > ANSWERS_IN_A_ROW or too_many or again:
        talk.ended_by = talk.ended_by or message.key
        return False
    times.append(now)
    return True
