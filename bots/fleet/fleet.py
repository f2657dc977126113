"""The fleet: adapters run, lanes are served, accounts' states are told.

The memories of those who talk are opened before the first message is served: nobody waits for an index then.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from bots.anima.anima import Anima
from bots.commands.backups import Backups
from bots.commands.chat import ChatCommands
from bots.commands.erasures import Erasures
from bots.delivery.answer_parts import received_event
from bots.delivery.contract import Delivery, Out, Turn
from bots.delivery.error_boundary import BackgroundTasks
from bots.delivery.internal_channel import internal_channels
from bots.delivery.items import InboxItem, unpack_inbox
from bots.errors import NotStored
from bots.fleet.admin import FleetAdmin
from bots.fleet.connections import CatchUp, Connections
from bots.fleet.fleet_parts import FleetParts
from bots.message import Kind, Message
from bots.people.account_linking import AccountLinking
from bots.people.addressing import ConversationPartners
from bots.ports import Adapter, ChatModel
from bots.rooms.dispatch import Dispatch, DoubtAnnouncements
from bots.rooms.hearers import AnswerClaims
from bots.rooms.reception import START_COMMAND, InboundEvents, Introductions, MessageWriters, Reception
from bots.schedule.slots import Slots
from bots.turn.letters import LetterCarrier
from bots.turn.prime import put_orphans_away
from bots.turn.questions.reminder_wishes import ReminderWatch
from bots.turn.route import TurnTaker
from bots.turn.turn_context import TurnContext
from memory.archive.requests import PersonQuestion
from memory.vocabulary.address import Person, Place
from memory.vocabulary.errors import AddressError, MemoryFault
from memory.vocabulary.event import Event

log = logging.getLogger(__name__)

OPENED_WITHIN_S = 8.0
"""What takes longer goes on beside the first messages, which have what is there by then."""

MOST_OPENED = 32
FEW_AT_ONCE = 8
"""Of a small fleet all are opened, of a large one those who have been talked to."""


async def open_memories(animas: Mapping[str, Anima], lanes: Iterable[str], background: BackgroundTasks) -> None:
    """`lanes` are those that the inbox has heard from. What breaks is logged, and nobody is kept waiting."""
    talking = dict.fromkeys(name for lane in lanes if (name := lane.partition("@")[0]) in animas)
    names = list(dict.fromkeys((*talking, *animas)) if len(animas) <= FEW_AT_ONCE else talking)[:MOST_OPENED]
    done = asyncio.Semaphore(0)

    async def open_index(anima: Anima) -> None:
        try:
            await anima.engine.open_index()
        finally:
            done.release()

    for name in names:
        background.spawn(open_index(animas[name]))
    try:
        async with asyncio.timeout(OPENED_WITHIN_S):
            for _ in names:
                await done.acquire()
    except TimeoutError:
        log.warning("not all memories could be opened in time; the rest are opened beside the first messages")


# --- fleet ----------------------------------------------------------------------------------------------------------
# The fleet: adapters run, lanes are served, accounts' states are told.


_RECENT = 60
_LOOKED_BACK = timedelta(days=30)
_HOUSEKEEPING_S = 3600.0
_KEPT = timedelta(days=30)


class Fleet(FleetAdmin):
    """Runs until it is cancelled."""

    def __init__(self, parts: FleetParts, delivery: Delivery, context: TurnContext) -> None:
        super().__init__(parts, delivery, context)
        animas, clock, rooms, policy = context.animas, context.clock, context.rooms, context.trust.policy
        adapters, calling = parts.accounts.adapters, context.people.calling
        self._background = BackgroundTasks()
        self._doubts = DoubtAnnouncements(delivery, clock, parts.announce)
        self._catch_up = CatchUp(delivery, rooms.roster, clock, parts.accounts.retry_s)
        self.reminding = ReminderWatch(animas, delivery, clock, context.schedule.reminders_changed)
        self._commands = ChatCommands(adapters, policy, parts.operations.carrier(self))
        self.linking = AccountLinking(calling.contacts, clock, calling.chance, self._commands.tell)
        self._hello = Introductions(adapters, rooms.roster, policy, delivery, parts.language)
        self._connections = Connections(
            parts.accounts,
            parts.announce,
            self._catch_up,
            self._background,
            reception=lambda: self.sink,
            connected=lambda adapter: self._background.spawn(self._boards.locate(adapter)),
            changed=lambda name, is_connected: self.metrics.account(name, is_connected=is_connected),
        )
        partners = ConversationPartners(self._recent)
        self._reception = self._make_reception(partners)
        self._turns = TurnTaker(context)
        self.rhythm = Slots(animas, delivery, clock, context.people.zone, parts.jobs)
        post = LetterCarrier(animas, delivery, self.waits, self._boards.echo)
        self._dispatch = Dispatch(adapters, animas, partners, clock, self._doubts.arose, post.hand_over, self._boards)
        self.erasures = Erasures(self, lambda asker, text, name: self._commands.tell(asker, text, (), name))
        self.rests = False
        self._is_running = False
        self._main: asyncio.Task[None] | None = None

    def _make_reception(self, partners: ConversationPartners) -> Reception:
        context, adapters = self._context, self._accounts.adapters
        writers = MessageWriters(
            contacts=self.contacts,
            policy=context.trust.policy,
            partners=partners,
            claims=AnswerClaims(self._animas, self.calling, adapters, self.clock),
        )
        events = InboundEvents(
            command=self._command,
            connected=self._connections.became,
            unstored=self._connections.cannot_store,
            joined=self.reminding.joined,
            amended=self._amended,
        )
        return Reception(
            adapters=adapters,
            delivery=self.delivery,
            door=context.trust.door,
            clock=self.clock,
            rooms=context.rooms,
            writers=writers,
            events=events,
            hello=self._hello,
        )

    async def run(self) -> None:
        """Serve until cancelled; then end what is open within the engine's patience and close the accounts."""
        self._main = asyncio.current_task()
        await self._put_orphans_away()
        await self._remember_rooms()
        await self._boards.open()
        await open_memories(self._animas, await self.delivery.latest(), self._background)
        accounts = self._accounts
        platforms = [adapter for account, adapter in accounts.adapters.items() if account not in accounts.terminals]
        await self._catch_up.start(platforms)
        serving = asyncio.create_task(self.delivery.run(self._take, self._dispatch))
        if self._context.schedule.long_work is not None:
            self._background.spawn(self._context.schedule.long_work.take_up_again())
        for beside in self._kept_up():
            self._background.keep(beside)
        listening = [
            asyncio.create_task(self._connections.listen(adapter)) for adapter in self._accounts.adapters.values()
        ]
        size = {"home": str(self.home), "animas": len(self._animas), "accounts": len(platforms)}
        self._is_running = True
        log.info("the fleet has started", extra=size)
        try:
            await serving
        finally:
            self._is_running = False
            serving.cancel()
            await asyncio.wait({serving})  # answers still go out while the accounts are open
            if self._context.schedule.long_work is not None:
                await self._context.schedule.long_work.end()
            await self._background.end(*listening, within_s=1.5)
            log.info("the fleet has stopped", extra=size)

    def _kept_up(self) -> Sequence[Callable[[], Awaitable[None]]]:
        """What goes on beside the turns, and is begun again when it breaks."""
        nights = self.nights
        return [
            self._keep_house,
            self._doubts.keep_telling,
            self.reminding.keep_watch,
            *([nights.keep_watch] if nights is not None else []),
            self.waits.keep_watch,
            *self._parts.beside,
            self.rhythm.keep_watch,
            self.calling.keep_watch,
            Backups(self.home, self.clock, self.delivery.snapshot).keep_watch,
            self.erasures.keep_watch,
        ]

    async def _take(self, turn: Turn) -> Sequence[Out]:
        """A turn of an anima, or of a board."""
        return await (self._boards if self._boards.serves(turn.lane) else self._turns).take(turn)

    async def _keep_house(self) -> None:
        """Forget what was delivered long ago; keys are kept for the whole dedup window."""
        while True:
            await asyncio.sleep(_HOUSEKEEPING_S)
            try:
                await self.delivery.prune(_KEPT)
            except NotStored:
                log.warning("the inbox could not be tidied: the disk refuses")

    def rest(self, within_s: float = 1.0) -> None:
        """End soon: the home is to be changed as no open home can be. Who runs the fleet begins it again."""
        self.rests = True
        if self._main is not None:
            asyncio.get_running_loop().call_later(within_s, self._main.cancel)

    async def settled(self, timeout_s: float = 30.0) -> None:
        """Return when each account is connected or has failed for good, at the latest after the time-out."""
        await self._connections.settled(timeout_s)

    async def close(self) -> None:
        """After `run` has ended: close the inbox and the memories."""
        await self.delivery.close()
        await self._context.rooms.known.close()
        await asyncio.gather(*(anima.engine.close() for anima in self._animas.values()))

    async def ask(self, anima: str, message: Message, within_s: float) -> str | None:
        """Hand a person's message over and wait for the recorded reply to it; None when none comes in time.

        Raises NotStored.
        """
        asked_at = self.clock()
        await self._reception.deliver(message)
        with suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                while True:
                    for event in reversed(await self._recent(anima, message.place, asked_at)):
                        if event.type == "response_sent" and event.meta.get("reply_to") == message.id:
                            return event.content
                    await asyncio.sleep(0.05)
        return None

    async def press(self, name: str, question: PersonQuestion, choice: str, account: str) -> bool:
        """As if the account had pressed the button under the question's post."""
        if not self._is_running:
            raise KeyError("no fleet is running")
        awaited = await asyncio.to_thread(self._animas[name].records.awaited.find, question.id)
        if awaited is None:
            return False
        heard = unpack_inbox(json.dumps(dict(awaited.origin)).encode()).message
        posts = await self.delivery.posts(f"{question.turn}/{name}/question/{question.kind}")
        person = self.contacts.known_as(account)
        pressed = replace(
            heard,
            kind=Kind.BUTTON,
            author=Person.parse(person),
            written_by=Person.parse(account) if account != person else None,
            author_name=self.contacts.shown_name(person),
            at=self.clock(),
            text=f"{question.id}:{choice}",
            target=next(iter(posts.values()), ""),
            mentions_app=False,
            reply_to="",
            handle="",
            files=(),
            people=(),
        )
        return await self._reception.deliver(pressed)

    async def idle(self, place: Place, within_s: float) -> None:
        """Wait until everything said in the place is answered, or the time is over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                while any(lane.endswith(f"@{place}") for lane in await self.delivery.waiting()):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)

    @property
    def sink(self) -> Reception:
        """Where other sources of messages (webhooks, tests) deliver."""
        return self._reception

    def models(self) -> list[ChatModel]:
        """What the animas think with, for whoever gets it ready and closes it."""
        return [anima.model for anima in self._animas.values()]

    async def admit(self, anima: Anima, terminal: Adapter | None) -> None:
        """One more anima, which hears from now on; `terminal` is its own account at the terminals."""
        self._context.adapters.update(internal_channels([anima.name]))
        if terminal is not None and terminal.account not in self._accounts.adapters:
            self._accounts.adapters[terminal.account] = self._context.adapters[terminal.account] = terminal
            self._accounts.terminals.add(terminal.account)
            self._connections.add(terminal.account)
            if self._is_running:
                self._background.spawn(self._connections.listen(terminal))
        self._animas[anima.name] = anima
        if self._is_running:
            self._background.spawn(anima.engine.open_index())

    async def dismiss(self, name: str) -> None:
        """Hear and speak for this anima no more; what it is thinking is stopped."""
        anima = self._animas.pop(name)
        await self.stop_turns(name)
        await anima.engine.close()

    async def boards_changed(self) -> None:
        """Know what the boards' logs say, also of those that are new. Raises NotStored."""
        await self._boards.open()
        for adapter in self._accounts.adapters.values():
            if self._connections.is_connected(adapter.account):
                self._background.spawn(self._boards.locate(adapter))

    # ------------------------------------------------------------------------------------ accounts

    async def _amended(self, heard: InboxItem) -> None:
        """What is edited or deleted is so at once, for the turns before it too; its own turn records it again."""
        anima = self._animas.get(heard.anima)
        with suppress(MemoryFault):
            if anima is not None:
                await anima.engine.record(received_event(heard))

    async def _command(self, message: Message) -> None:
        """A command draws on what those present may read now: that is looked up before."""
        if message.text.split(None, 1)[:1] == [START_COMMAND]:
            await self._hello.asked(message)
            return
        await self._context.rooms.known.refresh(message.audience, message.audience.platforms)
        await self._commands.answer(message)

    # ------------------------------------------------------------------------------------ memory of places

    async def _recent(self, name: str, place: Place, since: datetime | None = None) -> Sequence[Event]:
        anima = self._animas.get(name)
        if anima is None:
            return []
        return await anima.engine.recent(place, _RECENT, since=since or self.clock() - _LOOKED_BACK)

    async def _put_orphans_away(self) -> None:
        """Answers that a dead process had begun, of turns that are over."""
        open_lanes = await self.delivery.waiting()
        for anima in [*self._animas.values()]:
            if await asyncio.to_thread(anima.records.journal.has_orphan):
                await put_orphans_away(anima, open_lanes, self.clock)

    async def _remember_rooms(self) -> None:
        for lane in await self.delivery.latest():
            with suppress(AddressError):
                self._context.rooms.known.heard(Place.parse(lane.partition("@")[2]).room)
