"""Building a fleet from a config: look-ups become values, accounts become adapters, animas become minds."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import time, timedelta
from time import monotonic
from zoneinfo import ZoneInfo

from adapters.console.hub import ConsoleHub
from adapters.telegram.moves import Moves
from bots.addressee import nobody
from bots.briefing import Briefing
from bots.commands.desk import AnimaState, Check
from bots.conversing import Conversing
from bots.crew import Crew
from bots.delivery.embedded import EmbeddedDelivery, Patience
from bots.doubts import Announce
from bots.files.limits import FileLimits
from bots.files.taking import FileTaker
from bots.fleet import Fleet
from bots.guests import GuestReports
from bots.house import house_adapters
from bots.live_answer import Pace
from bots.long_work import LongWork
from bots.mind import Mind, Traits
from bots.people.owners import Owners
from bots.people.rooms import LookUp, Present, Rooms, addresses_in
from bots.people.standing import Standing
from bots.persona import status
from bots.ports import Adapter, ChatModel, Thinker
from bots.rhythm.nights import Hours
from bots.rim import Rim
from bots.roster import Board, Roster
from bots.spending.notices import SpendingNotices
from bots.spending.purse import Purse
from bots.stage import Stage
from bots.thinking.judging import ModelJudge
from bots.trust.output_gate import OutputGate
from bots.waiting import Waits
from config.accounts import scaled
from config.animas import create
from config.calling import calls_of
from config.deskwork import chat_carrier
from config.exports import exported
from config.home import Home
from config.live import Live, Running
from config.load import Loaded
from config.models import chat_model, guarded, purse_of
from config.redaction import Redaction
from config.schema import OFFLINE, Config, Priming, Rag
from config.schema import Files as FileSettings
from config.settings import Settings, settings_of
from config.thinkers import thinker_of
from config.toolbox import Toolbox, toolbox_of
from config.ways import is_claude, way_of
from memory.archive.audit_log import AuditLog
from memory.archive.awaited import AwaitedAnswers
from memory.archive.calls import Calls
from memory.archive.channels import Channels
from memory.archive.contacts import Contacts
from memory.archive.conversations import Conversations
from memory.archive.directory import AnimaDirectory
from memory.archive.files import Files
from memory.archive.journal import StreamingJournal
from memory.archive.quarantine import Quarantine
from memory.archive.questions import Questions
from memory.archive.reminders import Reminders
from memory.archive.reports import TurnReports
from memory.engine import MemoryEngine
from memory.formation.pairs import RelationJudge
from memory.index.keeper import CHROMA_FROM
from memory.knowledge.ports import Entailment
from memory.options import Options
from memory.priming.budget import Budgets
from memory.recall.associations import Spreading
from memory.theories.retention import CURVES
from memory.vocabulary.address import Account, Place
from memory.vocabulary.ports import Clock, Embedder


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Where and how a fleet is built. `hubs` are the terminals' accounts.

    `models` replaces the config's models, by anima; `scale` shortens the waits of live answers and of the engine, as
    the adapters' own were shortened (both for runs and tests). `embedder` and `relations` are shared by all animas.
    """

    config: Config
    home: Home
    clock: Clock
    announce: Announce
    adapters: Mapping[Account, Adapter]
    checks: Callable[[bool], Awaitable[Sequence[Check]]]
    manifest: Callable[[str], str]
    hubs: dict[str, ConsoleHub] = field(default_factory=dict)
    models: Mapping[str, ChatModel] = field(default_factory=dict)
    scale: float = 1.0
    embedder: Embedder | None = None
    relations: RelationJudge | None = None
    entailment: Entailment | None = None


def console_hubs(names: Iterable[str], clock: Clock) -> dict[str, ConsoleHub]:
    """The shared terminal account ("main"), and one of each anima's own, at which its lines are heard."""
    main = ConsoleHub(Account("console", "main"), clock)
    return {"main": main, **{name: ConsoleHub(Account("console", name), clock, name) for name in names}}


async def build_fleet(site: Site) -> Fleet:
    """Everything in its place, nothing connected yet. Raises NotStored when the inbox cannot be opened."""
    config, home = site.config, site.home
    connected: list[Adapter] = [*site.adapters.values(), *site.hubs.values()]
    adapters: dict[Account, Adapter] = {one.account: Rim(one) for one in connected}
    desk: list[Fleet] = []
    assembly = Assembly(site, adapters)
    names, purse, standing = assembly.names(), assembly.purse, assembly.standing
    await asyncio.to_thread(purse.load)
    owners = Owners(lambda: standing.owners, adapters)
    minds = {name: await assembly.mind(name) for name in names}
    patience = Patience(first_pause_s=0.5 * site.scale, longest_pause_s=60.0 * site.scale)
    delivery = EmbeddedDelivery(home.delivery, site.clock, patience=patience)
    briefing, conversing = Briefing(minds, home.shared), Conversing(site.clock)
    routing, calling = calls_of(
        config,
        minds,
        adapters,
        delivery,
        roster=assembly.roster,
        contacts=assembly.contacts,
        clock=site.clock,
    )
    stage = Stage(
        minds=minds,
        adapters={**adapters, **house_adapters(minds)},
        waits=(waits := Waits(minds, delivery, site.clock)),
        long_work=_long_work(config, minds, waits, site.clock),
        calling=calling,
        person=routing.find if site.adapters else nobody,
        roster=assembly.roster,
        rooms=assembly.rooms,
        rooms_known=lambda platform: desk[0].rooms_known(platform),
        clock=site.clock,
        compose=briefing.compose,
        equip=briefing.equip,
        remember=conversing.remember,
        guests=config.access.guests,
        guest_reports=GuestReports(owners, site.clock),
        money=SpendingNotices(purse, owners),
        audit=AuditLog(home.logs, site.clock, assembly.redact),
        channels=Channels(home.shared / "channels", assembly.quarantine, redact=assembly.redact),
        gate=OutputGate(assembly.redact),
        files=FileTaker(_file_limits(config.files, site.scale)),
        zone=ZoneInfo(config.system.timezone),
        pace=scaled(Pace(), site.scale),
    )

    def new_anima(name: str, role: str, markdown: str) -> None:
        create(home, name, role=role, markdown=markdown)

    def switch_anima(name: str, enabled: bool) -> None:
        AnimaDirectory(home.anima(name)).enable(enabled)

    crew = Crew(
        home=home.path,
        clock=site.clock,
        minds=minds,
        adapters=adapters,
        terminals={hub.account for hub in site.hubs.values()},
        roster=assembly.roster,
        standing=standing,
        announce=site.announce,
        language=config.system.language,
        hours=_hours(config),
        beside=assembly.toolbox.beside,
        carry_out=chat_carrier(lambda: desk[0]),
        checks=site.checks,
        manifest=site.manifest,
        exported=exported,
        create_anima=new_anima,
        enable_anima=switch_anima,
        contacts=assembly.contacts,
        resting=assembly.resting(names),
        settings=Live(assembly, Running(stage=stage, purse=purse, fleet=lambda: desk[0])),
    )
    desk.append(Fleet(crew, delivery, stage))
    return desk[0]


class Assembly:
    """What a config is made into, also anew while the fleet runs; `site` has the config that holds now."""

    def __init__(self, site: Site, adapters: Mapping[Account, Adapter]) -> None:
        config, home = site.config, site.home
        self.site = site
        self._moves = Moves(home.telegram_moves)
        self.redact = Redaction(Loaded(config=config).secrets)
        self.toolbox = toolbox_of(config)
        self.quarantine = Quarantine(files=Files(home.path / "quarantine"))
        self.contacts = Contacts(home.shared, self.quarantine, redact=self.redact)
        self.rooms = Rooms(_look_up(adapters), site.clock, addresses_in(self.contacts))
        names = self.names()
        self.roster = self.roster_now(names)
        self.standing = replace(standing_of(config, self.roster), is_vouched=self.contacts.is_vouched)
        self.purse = purse_of(config, {name: home.anima(name) for name in names}, site.clock, self.quarantine.files)

    def names(self) -> tuple[str, ...]:
        """Who is enabled."""
        return anima_names(self.site.config, self.site.home)

    def roster_now(self, names: tuple[str, ...]) -> Roster:
        return roster_of(self.site.config, names, self._moves)

    def resting(self, names: Collection[str]) -> list[AnimaState]:
        return [_resting(self.site, one) for one in all_names(self.site.config, self.site.home) if one not in names]

    async def mind(self, name: str) -> Mind:
        return await mind_of(self.site, name, self.rooms, self.redact, self.purse, self.toolbox)

    def thought_of(self, name: str, directory: AnimaDirectory) -> tuple[ChatModel, Thinker, Traits]:
        """What the anima thinks with."""
        return thought_of(self.site, name, directory, self.redact, self.purse)


def all_names(config: Config, home: Home) -> tuple[str, ...]:
    """The config's animas in its order, then those that only have a directory."""
    return tuple(dict.fromkeys([*config.animas, *home.anima_names()]))


def anima_names(config: Config, home: Home) -> tuple[str, ...]:
    """Those of them that are not disabled, neither by the config nor by their own status."""
    return tuple(
        name
        for name in all_names(config, home)
        if settings_of(config, name).enabled and AnimaDirectory(home.anima(name)).is_enabled
    )


def _resting(site: Site, name: str) -> AnimaState:
    said = status.parse(AnimaDirectory(site.home.anima(name)).status())
    settings = settings_of(site.config, name, said)
    return AnimaState(name=name, role=settings.role, model=settings.model, enabled=False)


def roster_of(config: Config, animas: tuple[str, ...], moves: Moves) -> Roster:
    """Who lives where. A group that moved is where it was, whichever of its ids the config names."""
    return Roster(
        animas=animas,
        boards=tuple(
            Board(
                name=name,
                animas=tuple(board.animas),
                rooms=tuple(_room(entry, moves) for entry in board.channels),
                ambient=board.ambient,
                letters=board.letters,
            )
            for name, board in config.boards.items()
        ),
        own={**dict(_own(config)), **{Account("console", name): name for name in animas}},
        ambient={
            "slack": config.external_messaging.slack.ambient,
            "discord": config.external_messaging.discord.ambient,
            "telegram": config.external_messaging.telegram.ambient,
        },
        avatars={name: avatar for name in animas if (avatar := settings_of(config, name).avatar)},
    )


def standing_of(config: Config, roster: Roster) -> Standing:
    return Standing(
        owners=frozenset(config.admins.owner),
        admins=frozenset(config.admins.admin),
        guests=config.access.guests,
        is_mapped=roster.is_mapped,
    )


async def mind_of(
    site: Site,
    name: str,
    rooms: Rooms,
    redact: Redaction,
    purse: Purse,
    toolbox: Toolbox = Toolbox(),  # noqa: B008 - a frozen value
) -> Mind:
    """One anima ready to think; nothing of its memory is opened yet."""
    config, path = site.config, site.home.anima(name)
    quarantine = Quarantine(files=Files(site.home.path / "quarantine"), owner=name)
    directory = AnimaDirectory(path, quarantine)
    settings = settings_of(config, name, status.parse(directory.status()))
    model, thinker, traits = thought_of(site, name, directory, redact, purse)
    return Mind(
        name=name,
        directory=directory,
        model=model,
        thinker=thinker,
        traits=traits,
        engine=await MemoryEngine.open(
            path,
            embedder=site.embedder,
            clock=site.clock,
            options=Options(
                membership=rooms,
                zone=ZoneInfo(config.system.timezone),
                redact=redact,
                budgets=_budgets(config.priming),
                recipe=config.rag.recipe,
                chroma_from=None if config.rag.exact else CHROMA_FROM,
                spreading=_spreading(config.rag),
                forms=config.formation.enabled,
                judge=_judge(config, settings, model, site.clock),
                curve=CURVES[config.formation.retention],
                most_active=config.consolidation.max_active_memories,
                relations=site.relations,
                entailment=site.entailment,
            ),
        ),
        conversations=Conversations(directory.conversations, quarantine, redact=redact),
        journal=StreamingJournal(directory.streaming_journal, monotonic, redact=redact),
        reports=TurnReports(directory.state, quarantine=quarantine, redact=redact),
        questions=Questions(directory.state, quarantine, redact=redact),
        reminders=Reminders(directory.state, quarantine, redact=redact),
        calls=Calls(directory.state, quarantine, redact=redact),
        awaited=AwaitedAnswers(directory.state, quarantine, redact=redact),
        more_tools=toolbox.tools,
    )


def thought_of(
    site: Site, name: str, directory: AnimaDirectory, redact: Redaction, purse: Purse
) -> tuple[ChatModel, Thinker, Traits]:
    """Model, way of thinking and traits of an anima, as the config has them."""
    config = site.config
    settings = settings_of(config, name, status.parse(directory.status()))
    asked = site.models.get(name) or chat_model(config, settings, site.clock, purse.ledger(name))
    if name in site.models and is_claude(settings):  # which no process of an agent knows
        settings = replace(settings, model=OFFLINE)
    thinker = thinker_of(config, settings, directory, site.clock, redact, purse.ledger(name))
    return guarded(name, asked, purse), thinker, _traits(config, settings)


def _long_work(config: Config, minds: Mapping[str, Mind], waits: Waits, clock: Clock) -> LongWork | None:
    told = config.background_task
    if not told.enabled or not told.eligible_tools:
        return None
    patience = {name: tool.threshold_s for name, tool in told.eligible_tools.items()}
    return LongWork(minds, waits, clock, patience, timedelta(hours=told.result_retention_hours))


def _hours(config: Config) -> Hours | None:
    told = config.consolidation
    if not told.enabled:
        return None
    return Hours(
        daily=time.fromisoformat(told.daily_time),
        weekday=told.weekly_day,
        weekly=time.fromisoformat(told.weekly_time),
        day=told.monthly_day,
        monthly=time.fromisoformat(told.monthly_time),
        report=time.fromisoformat(told.report_time) if told.report_time else None,
        cards=time.fromisoformat(told.card_time) if told.card_time else None,
        idle=timedelta(minutes=told.session_idle_minutes),
    )


def _file_limits(files: FileSettings, scale: float) -> FileLimits:
    return FileLimits(
        most_bytes=int(files.max_mb * 1024**2),
        most=files.most,
        pages=files.pdf_pages,
        prompt_tokens=files.prompt_tokens,
        first_pause_s=scale,
    )


def _judge(config: Config, settings: Settings, model: ChatModel, clock: Clock) -> ModelJudge | None:
    """What helps to form facts: the anima's own model, unless rules are enough."""
    return ModelJudge(model, clock) if config.formation.use_model and settings.model != OFFLINE else None


_KINDS = {"episodes": "episode", "procedures": "procedure", "facts": "fact", "turns": "turn"}


def _spreading(rag: Rag) -> Spreading | None:
    if not rag.enable_spreading_activation:
        return None
    return Spreading(
        kinds=tuple(_KINDS.get(name, name) for name in rag.spreading_memory_types),
        max_hops=rag.max_graph_hops,
        threshold=rag.implicit_link_threshold,
        is_kept=rag.graph_cache_enabled,
    )


def _budgets(priming: Priming) -> Budgets:
    return Budgets(
        dynamic=priming.dynamic_budget,
        greeting=priming.budget_greeting,
        question=priming.budget_question,
        request=priming.budget_request,
        heartbeat=priming.budget_heartbeat,
    )


def _traits(config: Config, settings: Settings) -> Traits:
    return Traits(
        role=settings.role,
        speciality=settings.speciality,
        supervisor=settings.supervisor,
        expressions=settings.expressions,
        language=config.system.language,
        mode=way_of(config, settings).mode,
        history_share=settings.conversation_history_threshold,
        prompt_share=settings.context_threshold,
    )


def _look_up(adapters: Mapping[Account, Adapter]) -> LookUp:
    async def readable(present: Present, rooms: Sequence[Place]) -> frozenset[Place]:
        """Each account knows of the rooms in which it is."""
        asked = [
            one.readable(present, rooms) for account, one in adapters.items() if account.platform == present.platform
        ]
        told = await asyncio.gather(*asked, return_exceptions=True)
        return frozenset().union(*(found for found in told if not isinstance(found, BaseException)))

    return readable


def _room(entry: str, moves: Moves) -> tuple[Account, str]:
    address, _, room = entry.partition("/")
    account = Account.parse(address)
    return account, moves.home(room) if account.platform == "telegram" else room


def _own(config: Config) -> Iterable[tuple[Account, str]]:
    messaging = config.external_messaging
    own = {
        **{Account("slack", name): one.anima for name, one in messaging.slack.accounts.items()},
        **{Account("discord", name): one.anima for name, one in messaging.discord.accounts.items()},
        **{Account("telegram", name): one.anima for name, one in messaging.telegram.accounts.items()},
    }
    yield from ((account, anima) for account, anima in own.items() if anima)
