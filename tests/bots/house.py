"""A fleet of real parts on a temporary home and the platform in memory; it can be stopped, killed and started again."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC
from pathlib import Path

from bots.anima.anima import Anima, AnimaRecords, AnimaTraits
from bots.commands.admin_api import HealthCheck
from bots.delivery.contract import RetryPatience
from bots.delivery.embedded import EmbeddedDelivery
from bots.delivery.error_boundary import ErrorBoundary
from bots.delivery.intake import IntakeGate
from bots.delivery.internal_channel import internal_channels
from bots.delivery.items import FindPerson, nobody
from bots.delivery.message_files import FileTaker
from bots.delivery.metrics import Metrics
from bots.fleet.fleet import Fleet
from bots.fleet.fleet_parts import Accounts, FleetOperations, FleetParts
from bots.message import Kind
from bots.people.account_linking import RandomChoice
from bots.people.calling import Calling, CallSettings
from bots.people.room_members import KnownRooms, RoomMembership, addresses_in
from bots.people.roster import Board, Roster, Routing
from bots.people.trust_policy import GuestPolicy, GuestReports, OwnerContacts, TrustPolicy
from bots.ports import Adapter, ChatModel, Thinker
from bots.rooms.boards import Boards, FleetRooms
from bots.schedule.night_watch import NightWatch, SleepHours
from bots.tools.tool import Tool
from bots.turn.awaited_turns import AwaitedTurns, LongToolRuns
from bots.turn.conversation import ConversationMemory
from bots.turn.live_answer import Previews, StreamPace
from bots.turn.prompt.briefing import Briefing
from bots.turn.questions.night_reports import NightAnnouncements
from bots.turn.thinking.budget import Budget, SpendingNotices
from bots.turn.thinking.tool_loop import ToolLoop
from bots.turn.turn_context import TurnContext, TurnPeople, TurnSchedule, TurnThinking, TurnTrust
from config.command_line.operator_commands import chat_carrier
from config.settings.redaction import Redaction
from memory.archive.activity_log import ActivityLog
from memory.archive.anima_directory import AnimaDirectory
from memory.archive.audit_log import AuditLog
from memory.archive.contacts import Contacts
from memory.archive.shared_logs import BoardLogs
from memory.engine import MemoryEngine, Options
from memory.recall.belief import LearnedBelief
from memory.vocabulary.address import Account, Membership, Place
from memory.vocabulary.event import Event, Json
from memory.vocabulary.ports import Embedder
from tests.bots.platform import MAIN, PLATFORM, WORKSPACE, Clock, MemoryAdapter, Posted, World

ANSWERS_WITHIN_S = 10.0


@dataclass(kw_only=True)
class House:
    """What a fleet is made of, and what may be looked at afterwards. Models are by anima."""

    home: Path
    models: dict[str, ChatModel]
    clock: Clock = field(default_factory=Clock)
    boards: tuple[Board, ...] = ()
    own: Mapping[Account, str] = field(default_factory=dict)
    owners: frozenset[str] = frozenset()
    admins: frozenset[str] = frozenset()
    guests: GuestPolicy = "refuse"
    pace: StreamPace = field(default_factory=lambda: StreamPace(first_text_s=0.02, typing_s=1.0))
    traits: AnimaTraits = field(default_factory=AnimaTraits)
    traits_of: Mapping[str, AnimaTraits] = field(default_factory=dict)
    files: FileTaker = field(default_factory=FileTaker)
    grace_s: float = 1.0
    connects_s: float = 5.0  # so long its accounts are waited for
    pagers: Sequence[Adapter] = ()
    calls: CallSettings = field(default_factory=CallSettings)
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    parallel_turns: int = 64
    thinker: Callable[[Clock], Thinker] = lambda clock: ToolLoop(clock=clock)
    told: list[Mapping[str, Json]] = field(default_factory=list)
    remember: Callable[..., Awaitable[None]] | None = None
    purse: Budget | None = None
    platforms: Sequence[str] = (PLATFORM,)
    person: FindPerson = nobody
    hours: SleepHours | None = None
    chance: RandomChoice = secrets.choice
    patience: Mapping[str, float] = field(default_factory=dict)  # of tools that may go on in the background
    more_tools: Sequence[Tool] = ()
    embedder: Embedder | None = None
    forms: bool = True

    def __post_init__(self) -> None:
        self.worlds = {name: World(self.clock, name) for name in self.platforms}
        for name, world in self.worlds.items():
            MemoryAdapter(world=world, account=Account(name, "main"))
        self.world = self.worlds[self.platforms[0]]
        self.adapter = self.world.adapters[0]
        self.fleet: Fleet | None = None
        self.conversing = ConversationMemory(self.clock)
        self.animas: dict[str, Anima] = {}

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Fleet]:
        """The fleet, connected; stopped at the end, open turns within `grace_s`."""
        self.fleet = fleet = await self._build()
        task = asyncio.create_task(fleet.run())
        try:
            await fleet.settled(self.connects_s)
            yield fleet
        finally:
            task.cancel()
            await asyncio.wait({task})
            await fleet.close()
            self.fleet = None

    async def _build(self) -> Fleet:
        worlds = [one for world in self.worlds.values() for one in world.adapters]
        adapters: dict[Account, Adapter] = {one.account: ErrorBoundary(one) for one in [*worlds, *self.pagers]}

        self.contacts = Contacts(self.home / "shared")
        members = RoomMembership(self.adapter.readable, self.clock, addresses_in(self.contacts))
        self.animas = {name: await self._anima(name, model, members) for name, model in self.models.items()}
        patience = RetryPatience(
            grace_s=self.grace_s, first_pause_s=0.01, longest_pause_s=0.02, parallel_turns=self.parallel_turns
        )
        delivery = self._delivery(patience)

        async def checks(_: bool) -> Sequence[HealthCheck]:
            return []

        parts = FleetParts(
            home=self.home,
            accounts=Accounts(adapters=adapters, retry_s=0.01),
            operations=FleetOperations(
                carrier=chat_carrier,
                checks=checks,
                manifest=lambda platform: platform,
                create_anima=lambda name, role, markdown: None,
                enable_anima=lambda name, enabled: None,
            ),
            announce=self.told.append,
            jobs=self.hours.jobs() if self.hours else (),
        )
        return Fleet(parts, delivery, self._context(adapters, members, delivery))

    def _context(
        self, adapters: dict[Account, Adapter], members: RoomMembership, delivery: EmbeddedDelivery
    ) -> TurnContext:
        roster = Roster(animas=tuple(self.models), boards=self.boards, own=self.own)
        known = KnownRooms(members, self.animas, self._seconds)
        boards = Boards(
            logs=BoardLogs(self.home / "shared" / "channels"),
            roster=roster,
            rooms=known,
            adapters=adapters,
            delivery=delivery,
            clock=self.clock,
            limits=self.files.limits,
        )
        routing = Routing(
            adapters=adapters,
            roster=roster,
            contacts=self.contacts,
            aliases=self.aliases,
            preferred=PLATFORM,
        )
        calling = Calling(
            animas=self.animas,
            delivery=delivery,
            routing=routing,
            contacts=self.contacts,
            settings=self.calls,
            clock=self.clock,
            chance=self.chance,
        )
        policy = TrustPolicy(
            owners=self.owners,
            admins=self.admins,
            guests=self.guests,
            is_mapped=roster.is_mapped,
        )
        owners = OwnerContacts(lambda: self.owners, adapters)
        briefing, metrics = Briefing(self.animas, self.home / "shared"), Metrics()
        telling = NightAnnouncements(delivery, routing, self.contacts, lambda: self.owners)
        return TurnContext(
            animas=self.animas,
            adapters={**adapters, **internal_channels(self.animas)},
            clock=self.clock,
            people=TurnPeople(calling=calling, find=routing.find if self.aliases else self.person),
            rooms=FleetRooms(roster=roster, known=known, boards=boards),
            trust=TurnTrust(
                door=IntakeGate(self.home, delivery, Redaction().heard),
                policy=policy,
                guest_reports=GuestReports(owners, self.clock),
                audit=AuditLog(self.home / "logs", self.clock),
            ),
            schedule=TurnSchedule(
                waits=(waits := AwaitedTurns(self.animas, delivery, self.clock)),
                long_work=LongToolRuns(self.animas, waits, self.clock, self.patience) if self.patience else None,
                nights=NightWatch(self.animas, self.hours.idle, self.clock, self._seconds, telling, metrics)
                if self.hours
                else None,
            ),
            thinking=TurnThinking(
                compose=briefing.compose,
                equip=briefing.equip,
                remember=self.remember or self.conversing.remember,
                spending=SpendingNotices(self.purse, owners) if self.purse else None,
                files=self.files,
                metrics=metrics,
                previews=Previews(pace=self.pace),
            ),
        )

    def _seconds(self) -> float:
        return self.clock().timestamp()

    def _delivery(self, patience: RetryPatience) -> EmbeddedDelivery:
        return EmbeddedDelivery(self.home / "delivery.sqlite3", self.clock, patience=patience)

    def _membership(self, rooms: RoomMembership) -> Membership:
        """What the memories believe of who reads what."""
        return rooms

    async def _anima(self, name: str, model: ChatModel, rooms: RoomMembership) -> Anima:
        path = self.home / "animas" / name
        directory = AnimaDirectory(path)
        return Anima(
            name=name,
            directory=directory,
            model=model,
            thinker=self.thinker(self.clock),
            traits=self.traits_of.get(name, self.traits),
            engine=await MemoryEngine.open(
                path,
                self.embedder,
                clock=self.clock,
                options=Options(membership=self._membership(rooms), zone=UTC, belief=LearnedBelief(), forms=self.forms),
            ),
            records=AnimaRecords.of(directory),
            more_tools=lambda: self.more_tools,
        )

    # ------------------------------------------------------------------------------------ what a test does

    async def ask(self, person: str, place: Place, text: str, **how: object) -> list[Posted]:
        """Say it, wait until all is said; what was posted for it."""
        before = {one.id for one in self.world.posts}
        await self.world.say(person, place, text, **how)  # type: ignore[arg-type]
        await self.settled()
        return [one for one in self.world.posts if one.id not in before]

    async def command(self, person: str, place: Place, words: str) -> Posted:
        """`/anima WORDS`; its answer as one post."""
        assert self.fleet is not None
        before = len(self.world.posts)
        await self.world.say(person, place, words, kind=Kind.COMMAND)
        sink = self.fleet.sink
        await until(lambda: len(self.world.posts) > before and sink.is_idle)
        posts = [post for post in self.world.posts[before:] if post.private_to is not None]
        return replace(posts[0], texts=["".join(post.text for post in posts)])

    async def settled(self, within_s: float = ANSWERS_WITHIN_S) -> None:
        """Until no turn is open."""
        assert self.fleet is not None
        async with asyncio.timeout(within_s):
            while await self.fleet.delivery.waiting():
                await asyncio.sleep(0.005)

    def log(self, anima: str, *types: str) -> list[Event]:
        """The anima's activity log, or the events of these types."""
        log = ActivityLog(self.home / "animas" / anima / "activity_log")
        events = [event for day in log.days() for _, event in log.read(day)]
        return [event for event in events if not types or event.type in types]

    def journals(self, anima: str) -> list[str]:
        folder = AnimaDirectory(self.home / "animas" / anima).streaming_journal
        return [one.name for one in folder.glob("*.jsonl")] if folder.exists() else []


async def until(happened: Callable[[], bool], within_s: float = ANSWERS_WITHIN_S) -> None:
    async with asyncio.timeout(within_s):
        while not happened():
            await asyncio.sleep(0.005)


def board(*animas: str, rooms: Sequence[str], accounts: Sequence[Account] = (MAIN,)) -> Board:
    served = tuple((account, f"{WORKSPACE}/{room}") for account in accounts for room in rooms)
    return Board(name="board", animas=animas, rooms=served)


def own(name: str) -> Account:
    return Account(PLATFORM, name)
