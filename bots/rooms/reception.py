"""The inbound error boundary: a normalised message → whom it concerns → their lanes, durable; commands at once.

Who is new is told who lives here, what they can do, how a stranger is let in: unasked once a person or room, at
`start` always. That it was said is on record before it is sent: rather none after a crash than a second one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from bots.delivery.contract import Delivery
from bots.delivery.error_boundary import BackgroundTasks, fault_name, is_cancelled_or_ending
from bots.delivery.intake import IntakeGate
from bots.delivery.items import InboxItem, Occasion, lane_of, pack_inbox, whole_characters
from bots.errors import NotStored, SendFault
from bots.message import COMMAND_BUTTON, Kind, Message, Send, Silence, Typing
from bots.people.addressing import ConversationPartners, addressed_animas
from bots.people.roster import Roster
from bots.people.trust_policy import TrustPolicy
from bots.ports import Adapter, Connection
from bots.rooms.boards import FleetRooms
from bots.rooms.hearers import ClaimAnimas, HearerLookup
from bots.text.phrases import FLEET_WORDS, fleet_word
from memory.archive.contacts import Contacts
from memory.language.feelings import DISTRESS_FROM, DISTRESS_FROM_IN_ROOM, care_of
from memory.vocabulary.address import Account, Audience, Person, Place
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)
START_COMMAND = "start"


class Introductions:
    """Says it for every account. `language` is the fleet's own, for whom no other is known."""

    def __init__(
        self,
        adapters: Mapping[Account, Adapter],
        roster: Roster,
        standing: TrustPolicy,
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
        tongue = message.language if message.language in FLEET_WORDS else self._language
        here = self._roster.here(message.account, message.place)
        names = [name for name in here if name.casefold() == wanted.casefold()] or list(here)
        parts = [
            fleet_word(tongue, "hello_one", name=names[0])
            if len(names) == 1
            else fleet_word(tongue, "hello_many", names=", ".join(f"**{name}**" for name in names))
        ]
        if not names:
            parts = [fleet_word(tongue, "hello_nobody")]
        elif len(names) > 1 or not message.is_direct:
            parts.append(fleet_word(tongue, "hello_call", name=names[0]))
        if self._is_stranger(message):
            parts.append(fleet_word(tongue, "guest", address=str(message.writer)))
        else:
            parts += [fleet_word(tongue, "hello_can"), fleet_word(tongue, "hello_help")]
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


# --- reception ------------------------------------------------------------------------------------------------------
# The inbound rim: a normalised message → whom it concerns → their lanes, durable; commands are carried out at once.


#: Slack sends again what is not acknowledged within three seconds; that is dropped, being known.
_HELD_AT_MOST_S = 10.0
#: What a message, not a disk or a network, is to blame for; after so many times it is.
_BUGS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    NameError,
    RuntimeError,
    TypeError,
    ValueError,
)
_MOST_TRIES = 5
#: A post may be heard by another account of ours before it is on record.
_ON_RECORD_WITHIN_S = (0.05, 0.15, 0.3, 0.0)
_REMEMBERED = 1000
_ROOMS_KEPT = frozenset({Kind.MESSAGE, Kind.EDIT, Kind.DELETE, Kind.REACTION, Kind.BUTTON})


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageWriters:
    """Who writes: which accounts are one person, how far they are trusted, whom they talk with.

    `claims` tell whose call or question a message answers.
    """

    contacts: Contacts
    policy: TrustPolicy
    partners: ConversationPartners
    claims: ClaimAnimas


@dataclass(frozen=True, slots=True, kw_only=True)
class InboundEvents:
    """What is done at once about what comes in.

    `command` carries a chat command out; `connected` is told of every change of an account's state, `unstored` of an
    account of which something could not be stored, `joined` of who it is that joins a room, `amended` of an edit or a
    deletion before its turn comes: it counts for what is in work.
    """

    command: Callable[[Message], Awaitable[None]]
    connected: Callable[[Account, Connection, str], Awaitable[None]]
    unstored: Callable[[Account], None]
    joined: Callable[[Message], Awaitable[None]]
    amended: Callable[[InboxItem], Awaitable[None]]


class Reception:
    """The Sink of every adapter."""

    def __init__(
        self,
        *,
        adapters: Mapping[Account, Adapter],
        delivery: Delivery,
        door: IntakeGate,
        clock: Clock,
        rooms: FleetRooms,
        writers: MessageWriters,
        events: InboundEvents,
        hello: Introductions,
    ) -> None:
        self._adapters = adapters
        self._delivery = delivery
        self._door = door
        self._clock = clock
        self._roster, self._known_rooms, self._boards = rooms.roster, rooms.known, rooms.boards
        self._writers, self._partners = writers, writers.partners
        self._events = events
        self._hello = hello
        self._hearing = HearerLookup(delivery, writers.partners)
        self._guard = rooms.boards.guard
        self._colleagues: set[Person] = set()
        self._odd: dict[str, int] = {}  # key -> how often it broke something in here
        self._gates: dict[Account, asyncio.Event] = {}
        self._background = BackgroundTasks()

    async def deliver(self, message: Message) -> bool:
        if (admitted := await self._door.let_in(message)) is None:
            return False
        is_command = admitted.kind is Kind.BUTTON and admitted.text.startswith(COMMAND_BUTTON)
        if admitted.kind not in _ROOMS_KEPT or is_command:
            return await self._act_at_once(await self._as_heard(_readable(admitted)))
        if (gate := self._gates.get(message.account)) is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(gate.wait(), _HELD_AT_MOST_S)
        return await self._keep(admitted)

    async def _act_at_once(self, message: Message) -> bool:
        """What goes into no lane."""
        match message.kind:
            case Kind.BUTTON:
                text = message.text.removeprefix(COMMAND_BUTTON)
                return await self._carry_out(replace(message, kind=Kind.COMMAND, text=text, handle=""))
            case Kind.COMMAND:
                return await self._carry_out(message)
            case Kind.HELLO:
                self._background.spawn(self._hello.opened(message))
            case Kind.JOIN:
                self.readers_changed(message.place.room)
                try:
                    await self._events.joined(message)
                except BaseException as odd:
                    return await self._unheard(message, odd)
            case Kind.LEAVE:
                self.readers_changed(message.place.room)
        return False

    async def _as_heard(self, message: Message) -> Message:
        """By its person, and with the audience that it has. Raises NotStored."""
        return self._boards.seen(await self._person_of(message))

    def hold(self, account: Account) -> None:
        """What arrives now waits (a moment at most) until older messages have been fetched: order is kept."""
        self._gates.setdefault(account, asyncio.Event())

    def release(self, account: Account) -> None:
        if (gate := self._gates.pop(account, None)) is not None:
            gate.set()

    async def store(self, message: Message) -> bool:
        """Put the message into the lanes of all whom it concerns; False: nobody, or it was there already.

        Raises NotStored, whatever else it was that broke. A message that breaks something every time becomes a dead
        letter, so that those behind it are heard.
        """
        try:
            admitted = await self._door.let_in(message)
        except BaseException as odd:
            return await self._unheard(message, odd)
        return admitted is not None and admitted.kind in _ROOMS_KEPT and await self._keep(admitted)

    async def _keep(self, admitted: Message) -> bool:
        """What has passed the door. Raises NotStored."""
        message = _readable(admitted)
        try:
            message = await self._as_heard(message)
            return await self._store(message)
        except BaseException as odd:
            return await self._unheard(message, odd)

    async def _unheard(self, message: Message, odd: BaseException) -> bool:
        if is_cancelled_or_ending(odd):
            raise odd
        tries = self._odd[message.key] = self._odd.pop(message.key, 0) + 1
        if isinstance(odd, _BUGS) and tries >= _MOST_TRIES:
            return await self._bury(message, odd)
        while len(self._odd) > _REMEMBERED:
            del self._odd[next(iter(self._odd))]
        self._events.unstored(message.account)
        log.warning("a message could not be stored; it is not acknowledged", exc_info=odd)
        raise odd if isinstance(odd, NotStored) else NotStored(fault_name(odd)) from odd

    async def _bury(self, message: Message, why: BaseException) -> bool:
        """Among the dead letters of those who would have heard it. Raises NotStored."""
        log.error("a message breaks us every time", extra={"place": str(message.place)}, exc_info=why)
        here = self._roster.here(message.account, message.place)
        here = here[:1] if message.is_direct else here  # whom it addresses may be what breaks
        bodies = {lane_of(anima, message): pack_inbox(InboxItem(anima=anima, message=message)) for anima in here}
        await self._delivery.bury(bodies, message.key, f"it could not be heard: {fault_name(why)}")
        return False

    async def _carry_out(self, message: Message) -> bool:
        """A command as often as it was given: one that is handed to us again, by whomever, does nothing."""
        try:
            new = await self._delivery.note(f"commands@{message.place}", f"{message.id}:{message.author}")
        except NotStored:
            new = True  # what frees a disk may be a command
        if new:
            self._background.spawn(self._events.command(message))
        return new

    async def _store(self, message: Message) -> bool:
        distress = await distress_in(message)
        shared = {} if distress else await self._for_boards(message)
        if message.author_is_self:  # a post of ours that somebody has taken away
            return message.kind is Kind.DELETE and bool(shared) and await self._delivery.accept_all(shared, message.key)
        if await self._is_copy(message):
            return False
        async with self._hearing.one_at_a_time(message):
            return await self._heard(message, shared, distress)

    async def _for_boards(self, message: Message) -> dict[str, bytes]:
        """Its bodies for the lanes of boards. A catch-up brings again what was heard before: that is no post of a board
        which is there only since. Raises NotStored."""
        bodies = self._boards.bodies(message)
        if not bodies:
            return {}
        took = frozenset[str]()
        for place in {message.place.room, message.place}:
            took |= await self._delivery.took(str(place), message.key)
        return {lane: body for lane, body in bodies.items() if not took or lane.partition("@")[0] in took}

    async def _heard(self, message: Message, shared: dict[str, bytes], distress: str) -> bool:
        """Into the lanes of whom it concerns, and of the boards (`shared`). Distress is answered by one, whoever was
        addressed."""
        here = self._roster.here(message.account, message.place)
        present = self._roster.present(message.account, message.place)
        known = await self._partners.known(message, present)
        ambient, is_board = self._roster.ambient_in(message.place), self._roster.is_mapped(message.place)
        claimed = await self._writers.claims(message, here)
        addressed = addressed_animas(message, here, known, ambient, present, is_board, claimed)
        names = addressed.names
        is_ours = message.author_is_bot and bool(names) and await self._is_ours(message)
        silence = self._why_unanswered(message, names, is_ours=is_ours) or addressed.silence
        answering = () if silence else names
        if distress:
            answering, silence = (names or tuple(here))[:1], None
        trust = "member" if is_ours else self._writers.policy.trust(message)
        ends = is_ours and not answering and self._guard.ends(str(message.place), message)
        if not message.is_direct:
            self._known_rooms.heard(message.place.room)
        plain = InboxItem(anima="", message=message, answers=False, names=names, trust=trust, confided=distress)
        hearers = await self._hearing.hearers(message, here, names or claimed)
        heard = [
            replace(plain, anima=anima, answers=True)
            if anima in answering
            else replace(plain, anima=anima, silence=silence or Silence.TO_OTHERS)
            for anima in hearers
        ]
        if ends:
            heard = [
                replace(item, occasion=Occasion(kind="loop")) if item.anima == names[0] else item for item in heard
            ]
        bodies = {lane_of(item.anima, message): pack_inbox(item) for item in heard} | shared
        if message.kind is Kind.MESSAGE and not distress and await self._hello.is_due(message):
            self._background.spawn(self._hello.say(message))
        new = await self._delivery.accept_all(bodies, message.key)
        if new and message.kind in (Kind.EDIT, Kind.DELETE):
            for item in heard:
                await self._events.amended(item)
        if new and message.kind is Kind.MESSAGE:
            await self._partners.heard(message, names, present, hearers)
            if answering:
                self._background.spawn(self._show_typing(message))
        return new

    async def _is_copy(self, message: Message) -> bool:
        """Whether this is what we ourselves have carried there by another account."""
        if not message.author_is_bot or not self._boards.hears_itself(message.place):
            return False
        for pause_s in _ON_RECORD_WITHIN_S:
            if self._boards.is_copy(message):
                return True
            if self._partners.wrote(message.place, message.id):
                return False
            await asyncio.sleep(pause_s)
        return False

    def readers_changed(self, what: Person | Place) -> None:
        self._known_rooms.members.forget(what)

    async def connection(self, account: Account, state: Connection, detail: str = "") -> None:
        await self._events.connected(account, state, detail)

    @property
    def is_idle(self) -> bool:
        """No command is being carried out."""
        return self._background.is_idle

    def _why_unanswered(self, message: Message, names: tuple[str, ...], *, is_ours: bool) -> Silence | None:
        """Of what calls on these."""
        if not message.author_is_bot:
            if message.kind is Kind.MESSAGE:
                thread = message.place.thread or message.id  # where the platform answers in one
                for place in {message.place, replace(message.place, thread=thread)}:
                    self._guard.person_spoke(str(place), message.key, names)
            return None
        if not names:
            return None
        if self._writers.policy.guests != "answer" and not is_ours:
            return Silence.BOT  # a refusal in words would only start a loop
        if is_ours and message.kind is not Kind.MESSAGE:
            return Silence.COLLEAGUE_CHANGED
        return None if self._guard.allows(str(message.place), message, self._clock(), names) else Silence.LOOP

    async def _is_ours(self, message: Message) -> bool:
        """Whether a bot is a colleague with an account of its own: told by a post that we have on record."""
        for pause_s in _ON_RECORD_WITHIN_S:
            if message.author in self._colleagues or self._partners.wrote(message.place, message.id):
                self._colleagues.add(message.author)
                return True
            await asyncio.sleep(pause_s)
        return False

    async def _person_of(self, message: Message) -> Message:
        """The same by its person, who is one over all accounts that they have linked. Raises NotStored."""
        if message.author_is_bot or message.author_is_self or message.written_by:
            return message
        contacts = self._writers.contacts
        try:
            await asyncio.to_thread(contacts.hear, str(message.author), message.author_name, self._clock())
        except StorageFault as full:
            raise NotStored(str(full)) from full
        known = Person.parse(contacts.known_as(str(message.author)))
        if known == message.author:
            return message
        audience = Audience.person(known) if message.audience == Audience.person(message.author) else message.audience
        return replace(message, author=known, written_by=message.author, audience=audience)

    async def _show_typing(self, message: Message) -> None:
        """At once, even when the lane is busy."""
        adapter = self._adapters.get(message.account)
        if adapter is not None:
            with suppress(SendFault):
                await adapter.perform(Typing(place=message.place, reply_to=message.id), nonce="")


async def distress_in(message: Message) -> str:
    """What kind of distress a person's words show; empty where they show none. In a room more must speak for it."""
    if message.kind not in (Kind.MESSAGE, Kind.EDIT) or message.author_is_bot or message.author_is_self:
        return ""
    bound = DISTRESS_FROM if message.is_direct else DISTRESS_FROM_IN_ROOM
    heard = await asyncio.to_thread(care_of, message.text, distress_from=bound)
    return heard.kind if heard.is_distress else ""


def _readable(message: Message) -> Message:
    """A message that can be stored: one that cannot would be handed over for ever."""
    text, name = whole_characters(message.text), whole_characters(message.author_name)
    if (text, name) == (message.text, message.author_name):
        return message
    return replace(message, text=text, author_name=name)
