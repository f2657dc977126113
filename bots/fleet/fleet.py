"""The fleet: adapters run, lanes are served, accounts' states are told.

The memories of those who talk are opened before the first message is served: nobody waits for an index then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from bots.anima.anima import Anima
from bots.commands.backups import Backups
from bots.commands.chat import ChatCommands
from bots.commands.erasures import Erasures
from bots.delivery.answer_parts import received_event
from bots.delivery.contract import Out, Turn
from bots.delivery.embedded import EmbeddedDelivery
from bots.delivery.error_boundary import BackgroundTasks
from bots.delivery.internal_channel import internal_channels
from bots.delivery.items import InboxItem
from bots.errors import NotStored
from bots.fleet.admin import FleetAdmin
from bots.fleet.connections import CatchUp, Connections
from bots.fleet.fleet_parts import FleetParts
from bots.message import Message
from bots.people.account_linking import AccountLinking
from bots.people.addressing import ConversationPartners
from bots.people.room_members import NamedRooms
from bots.ports import Adapter, ChatModel
from bots.rooms.boards import Boards
from bots.rooms.dispatch import Dispatch, DoubtAnnouncements
from bots.rooms.hearers import AnswerClaims
from bots.rooms.reception import START_COMMAND, Introductions, Reception
from bots.schedule.night_watch import NightWatch
from bots.schedule.slots import Slots
from bots.turn.letters import LetterCarrier
from bots.turn.prime import put_orphans_away
from bots.turn.questions.night_reports import NightAnnouncements
from bots.turn.questions.reminder_wishes import ReminderWatch
from bots.turn.route import TurnTaker
from bots.turn.turn_context import TurnContext
from memory.vocabulary.address import Audience, Place, audience_covers
from memory.vocabulary.errors import AddressError, MemoryFault
from memory.vocabulary.event import Event

log = logging.getLogger(__name__)

OPENED_WITHIN_S = 8.0
"""What takes longer goes on beside the first messages, which have what is there by then."""

MOST_OPENED = 32
FEW_AT_ONCE = 8
"""Of a small fleet all are opened, of a large one those who have been talked to."""


async def open_memories(minds: Mapping[str, Anima], lanes: Iterable[str], background: BackgroundTasks) -> None:
    """`lanes` are those that the inbox has heard from. What breaks is logged, and nobody is kept waiting."""
    talking = dict.fromkeys(name for lane in lanes if (name := lane.partition("@")[0]) in minds)
    names = list(dict.fromkeys((*talking, *minds)) if len(minds) <= FEW_AT_ONCE else talking)[:MOST_OPENED]
    done = asyncio.Semaphore(0)

    async def one(mind: Anima) -> None:
        try:
            await mind.engine.open_index()
        finally:
            done.release()

    for name in names:
        background.spawn(one(minds[name]))
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

    def __init__(self, crew: FleetParts, delivery: EmbeddedDelivery, stage: TurnContext) -> None:
        super().__init__(crew, delivery, stage)
        self._background = BackgroundTasks()
        self._doubts = DoubtAnnouncements(delivery, crew.clock, crew.announce)
        self._partners = ConversationPartners(self._recent)
        self._named_rooms = NamedRooms(lambda: [mind.engine for mind in crew.minds.values()], crew.monotonic)
        self._catch_up = CatchUp(delivery, crew.roster, crew.clock, crew.retry_s)
        self.reminding = ReminderWatch(crew.minds, delivery, crew.clock, stage.reminders_changed)
        self._commands = ChatCommands(crew.adapters, crew.standing, crew.carry_out)
        self.linking = AccountLinking(crew.contacts, crew.clock, crew.chance, self._commands.tell)
        self._hello = Introductions(crew.adapters, crew.roster, crew.standing, delivery, crew.language)
        self._boards = self._make_boards()
        stage.board_readers = self._boards.readers
        self._connections = self._make_connections()
        self._turns = TurnTaker(stage)
        self._reception = self._make_reception()
        self.rhythm = self._make_rhythm()
        post = LetterCarrier(crew.minds, delivery, stage.waits, self._boards.echo)
        self._dispatch = Dispatch(
            crew.adapters, crew.minds, self._partners, crew.clock, self._doubts.arose, post.hand_over, self._boards
        )
        self.erasures = Erasures(self, lambda asker, text, name: self._commands.tell(asker, text, (), name))
        self.rests = False
        self._is_running = False
        self._main: asyncio.Task[None] | None = None

    def _make_boards(self) -> Boards:
        crew, stage = self._crew, self._stage
        return Boards(
            channels=stage.channels,
            roster=crew.roster,
            adapters=crew.adapters,
            delivery=self.delivery,
            clock=crew.clock,
            limits=stage.files.limits,
            overheard=lambda *heard: self._reception.overheard(*heard),
            may_read=self._may_read,
        )

    def _make_connections(self) -> Connections:
        return Connections(
            self._crew,
            self._catch_up,
            self._background,
            reception=lambda: self._reception,
            connected=lambda adapter: self._background.spawn(self._boards.locate(adapter)),
            told=lambda name, is_connected: self.metrics.account(name, is_connected=is_connected),
        )

    def _make_reception(self) -> Reception:
        crew = self._crew
        return Reception(
            adapters=crew.adapters,
            delivery=self.delivery,
            door=self._stage.door,
            roster=crew.roster,
            partners=self._partners,
            standing=crew.standing,
            clock=crew.clock,
            command=self._command,
            connected=self._connections.became,
            unstored=self._connections.cannot_store,
            crossed=self._stage.rooms.forget,
            joined=self.reminding.joined,
            amended=self._amended,
            hello=self._hello,
            contacts=crew.contacts,
            boards=self._boards,
            claims=AnswerClaims(crew.minds, self._stage.calling, crew.adapters, crew.clock),
        )

    def _make_rhythm(self) -> Slots:
        """The animas' own hours; with hours of sleep, what is slept in them."""
        crew, stage, hours = self._crew, self._stage, self._crew.hours
        if hours is not None:
            telling = NightAnnouncements(
                self.delivery, stage.calling.routing, crew.contacts, lambda: crew.standing.owners
            )
            stage.nights = NightWatch(crew.minds, hours.idle, crew.clock, crew.monotonic, telling, self.metrics)
        return Slots(crew.minds, self.delivery, crew.clock, stage.zone, hours.jobs() if hours else ())

    async def run(self) -> None:
        """Serve until cancelled; then end what is open within the engine's patience and close the accounts."""
        self._main = asyncio.current_task()
        await self._put_orphans_away()
        await self._remember_rooms()
        await self._boards.open()
        await open_memories(self._crew.minds, await self.delivery.latest(), self._background)
        platforms = [one for account, one in self._crew.adapters.items() if account not in self._crew.terminals]
        await self._catch_up.start(platforms)
        serving = asyncio.create_task(self._engine.run(self._take, self._dispatch))
        if self._stage.long_work is not None:
            self._background.spawn(self._stage.long_work.take_up_again())
        for beside in self._kept_up():
            self._background.keep(beside)
        listening = [asyncio.create_task(self._connections.listen(adapter)) for adapter in self._crew.adapters.values()]
        told = {"home": str(self.home), "animas": len(self._crew.minds), "accounts": len(platforms)}
        self._is_running = True
        log.info("the fleet has started", extra=told)
        try:
            await serving
        finally:
            self._is_running = False
            serving.cancel()
            await asyncio.wait({serving})  # answers still go out while the accounts are open
            if self._stage.long_work is not None:
                await self._stage.long_work.end()
            await self._background.end(*listening, within_s=1.5)
            log.info("the fleet has stopped", extra=told)

    def _kept_up(self) -> Sequence[Callable[[], Awaitable[None]]]:
        """What goes on beside the turns, and is begun again when it breaks."""
        nights = self.nights
        return [
            self._keep_house,
            self._doubts.keep_telling,
            self.reminding.keep_watch,
            *([nights.keep_watch] if nights is not None else []),
            self.waits.keep_watch,
            *self._crew.beside,
            self.rhythm.keep_watch,
            self.calling.keep_watch,
            Backups(self.home, self.clock).keep_watch,
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
        await self._engine.close()
        await self._named_rooms.close()
        await asyncio.gather(*(mind.engine.close() for mind in self._crew.minds.values()))

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
        return [mind.model for mind in self._crew.minds.values()]

    async def admit(self, mind: Anima, terminal: Adapter | None) -> None:
        """One more anima, which hears from now on; `terminal` is its own account at the terminals."""
        self._stage.adapters.update(internal_channels([mind.name]))
        if terminal is not None and terminal.account not in self._crew.adapters:
            self._crew.adapters[terminal.account] = self._stage.adapters[terminal.account] = terminal
            self._crew.terminals.add(terminal.account)
            self._connections.add(terminal.account)
            if self._is_running:
                self._background.spawn(self._connections.listen(terminal))
        self._crew.minds[mind.name] = mind
        if self._is_running:
            self._background.spawn(mind.engine.open_index())

    async def dismiss(self, name: str) -> None:
        """Hear and speak for this anima no more; what it is thinking is stopped."""
        mind = self._crew.minds.pop(name)
        await self.stop_turns(name)
        await mind.engine.close()

    async def boards_changed(self) -> None:
        """Know what the boards' logs say, also of those that are new. Raises NotStored."""
        await self._boards.open()
        for adapter in self._crew.adapters.values():
            if self._connections.is_connected(adapter.account):
                self._background.spawn(self._boards.locate(adapter))

    async def _may_read(self, audience: str, readers: Audience) -> bool:
        """Whether all of these could read what has this audience."""
        await self._stage.rooms.refresh(readers, await self.rooms_known(()))
        return audience_covers(audience, readers, self._stage.rooms)

    # ------------------------------------------------------------------------------------ accounts

    async def _amended(self, heard: InboxItem) -> None:
        """What is edited or deleted is so at once, for the turns before it too; its own turn records it again."""
        mind = self._crew.minds.get(heard.anima)
        with suppress(MemoryFault):
            if mind is not None:
                await mind.engine.record(received_event(heard))

    async def _command(self, message: Message) -> None:
        """A command draws on what those present may read now: that is looked up before."""
        if message.text.split(None, 1)[:1] == [START_COMMAND]:
            await self._hello.asked(message)
            return
        await self._stage.rooms.refresh(message.audience, await self.rooms_known(message.audience.platforms))
        await self._commands.answer(message)

    # ------------------------------------------------------------------------------------ memory of places

    async def _recent(self, anima: str, place: Place, since: datetime | None = None) -> Sequence[Event]:
        mind = self._crew.minds.get(anima)
        if mind is None:
            return []
        return await mind.engine.recent(place, _RECENT, since=since or self.clock() - _LOOKED_BACK)

    async def rooms_known(self, platforms: Collection[str] = ()) -> list[Place]:
        """The rooms of these platforms, or of all: those heard from, the latest first, then what else memories name."""
        found = dict.fromkeys([*reversed(self._reception.rooms_heard), *await self._named_rooms()])
        return [room for room in found if not platforms or room.platform in platforms]

    async def _put_orphans_away(self) -> None:
        """Answers that a dead process had begun, of turns that are over."""
        open_lanes = await self.delivery.waiting()
        for mind in [*self._crew.minds.values()]:
            if await asyncio.to_thread(mind.journal.has_orphan):
                await put_orphans_away(mind, open_lanes, self.clock)

    async def _remember_rooms(self) -> None:
        for lane in await self.delivery.latest():
            with suppress(AddressError):
                self._reception.rooms_heard[Place.parse(lane.partition("@")[2]).room] = None
