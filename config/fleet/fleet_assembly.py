"""Building a fleet from a config, and keeping it to its files while it runs: look-ups become values, accounts
become adapters, animas are made ready; a changed config or Markdown file is taken up where that is safe.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from pydantic import BaseModel

from adapters.console.adapter import ConsoleAdapter
from adapters.telegram.moves import Moves
from bots.anima import anima_files
from bots.anima.anima import Anima, AnimaTraits
from bots.anima.anima_files import AnimaState
from bots.commands.admin_api import AdminApi, ReloadOutcome
from bots.delivery.contract import Delivery, RetryPatience
from bots.delivery.error_boundary import ErrorBoundary
from bots.delivery.intake import IntakeGate
from bots.delivery.internal_channel import internal_channels
from bots.delivery.items import nobody
from bots.delivery.message_files import FileLimits, FileTaker
from bots.delivery.metrics import Metrics
from bots.delivery.opening import HomeDelivery, home_delivery
from bots.fleet.fleet import Fleet
from bots.fleet.fleet_parts import Accounts, FleetOperations, FleetParts
from bots.people.calling import Calling
from bots.people.help_lines import HelpLines
from bots.people.room_members import KnownRooms, MemberSource, PresentPlace, RoomMembership, addresses_in
from bots.people.roster import Roster, Routing
from bots.people.trust_policy import GuestReports, OwnerContacts
from bots.ports import Adapter, ChatModel, Thinker
from bots.rooms.boards import Boards, FleetRooms
from bots.schedule.night_watch import NightWatch, SleepHours
from bots.trust.exposure import OutputGate
from bots.turn.awaited_turns import AwaitedTurns, LongToolRuns
from bots.turn.conversation import ConversationMemory
from bots.turn.live_answer import Previews, StreamPace
from bots.turn.prompt.briefing import Briefing
from bots.turn.questions.night_reports import NightAnnouncements
from bots.turn.thinking.budget import SpendingNotices
from bots.turn.turn_context import TurnContext, TurnPeople, TurnSchedule, TurnThinking, TurnTrust
from config.command_line.operator_commands import chat_carrier
from config.fleet.anima_assembly import (
    FleetSetup,
    all_names,
    anima_names,
    anima_of,
    call_by,
    call_settings,
    help_lines_of,
    policy_of,
    roster_of,
    routing_of,
    thought_of,
)
from config.fleet.chat_models import caps_of, ledger_of, spending_budget_of
from config.home import Home, create, create_missing
from config.platforms import exported, manifest, scaled
from config.settings.anima_settings import settings_of
from config.settings.config_schema import Config
from config.settings.config_schema import FilesSection as FileSettings
from config.settings.load import Loaded, dump, load, parse, save
from config.settings.redaction import Redaction
from config.settings.toolbox import toolbox_of
from memory.archive.anima_directory import AnimaDirectory
from memory.archive.audit_log import AuditLog
from memory.archive.contacts import Contacts
from memory.archive.files import Files
from memory.archive.json_lines import Quarantine, Storage
from memory.archive.shared_logs import BoardLogs
from memory.vocabulary.address import Account, Place
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)

#: An editor writes a file in several strokes.
_STROKES_MS = 400
#: So often the operating system is asked; a stop waits for it.
_LOOK_MS = 200
#: Between two looks at nothing.
_IDLE_MS = 60_000


@asynccontextmanager
async def watching(config: Config, home: Home, admin: AdminApi) -> AsyncIterator[None]:
    """Watch while inside, where the config wants it. Without a watcher recall looks for itself, every two seconds."""
    if not config.rag.enable_file_watcher:
        yield
        return
    over = asyncio.Event()
    task = asyncio.create_task(_watch_markdown(home, admin, over))
    try:
        yield
    finally:
        over.set()
        await asyncio.wait({task})


async def _watch_markdown(home: Home, admin: AdminApi, over: asyncio.Event) -> None:
    try:
        async for paths in changes([home.animas, home.shared], over):
            for name in whose(paths, home, [state.name for state in admin.animas() if state.enabled]):
                (await admin.memory(name)).changed()
    except (OSError, RuntimeError) as fault:  # as a rule too few watches of the operating system
        log.warning("files cannot be watched, and are looked at when something is asked: %s", fault)


async def changes(folders: Iterable[Path], over: asyncio.Event) -> AsyncIterator[Sequence[Path]]:
    """The Markdown files below the folders that were made, changed or removed. Raises OSError, RuntimeError."""
    from watchfiles import awatch

    there = [folder for folder in folders if folder.is_dir()]
    if not there:
        return
    looks = awatch(
        *there,
        watch_filter=lambda _, path: path.endswith(".md"),
        debounce=_STROKES_MS,
        step=_LOOK_MS,
        rust_timeout=_IDLE_MS,
        stop_event=over,
    )
    async for found in looks:
        yield [Path(path) for _, path in found]


def whose(paths: Iterable[Path], home: Home, animas: Sequence[str]) -> list[str]:
    """The animas that read one of the files; what is shared, all of them read."""
    named = {path.relative_to(home.animas).parts[0] for path in paths if path.is_relative_to(home.animas)}
    is_shared = any(path.is_relative_to(home.shared) for path in paths)
    return [name for name in animas if is_shared or name in named]


# --- live -----------------------------------------------------------------------------------------------------------
# The config of a running fleet: what is changed takes effect where that is safe, the rest at the next start.
#
# A config that is not valid is refused whole. Everything that it needs is made before anything of it holds; then
# roster, standing, caps and animas become the new ones where they are, so that nobody keeps an old one.


#: Keys below which a change holds at once.
LIVE_KEYS = (
    *(
        "animas",
        "anima_defaults",
        "credentials",
        "model_modes",
        "costs",
        "prices",
        "boards",
        "admins",
        "access",
        "care",
    ),
    *("human_notification.enabled", "human_notification.people", "human_notification.quiet_hours"),
    *("human_notification.escalate_after_minutes", "external_messaging.user_aliases"),
    *("external_messaging.preferred_channel", "external_messaging.slack.ambient"),
    *("external_messaging.discord.ambient", "external_messaging.telegram.ambient"),
)
#: What an anima thinks with is made of these, besides its own settings.
_THOUGHT_WITH = ("credentials", "model_modes", "costs", "prices", "anima_defaults")
_CONFIG_STROKES_MS, _CONFIG_LOOK_MS, _CONFIG_IDLE_MS = 400, 200, 60_000


class LiveConfig:
    """Settings (bots.commands.admin_api) of a fleet that was built by `assembly`."""

    def __init__(self, assembly: Assembly, fleet: Fleet, context: TurnContext) -> None:
        self._assembly, self._fleet, self._context = assembly, fleet, context
        self._config = assembly.site.config
        self._home = assembly.site.home
        self._lock = asyncio.Lock()

    async def reload(self) -> ReloadOutcome:
        async with self._lock:
            names = self._home.anima_names()
            return await self._become(await asyncio.to_thread(load, self._home.config, os.environ, names))

    async def renew(self) -> ReloadOutcome:
        async with self._lock:
            return await self._become(Loaded(config=self._config))

    async def change(self, edit: Callable[[dict[str, Json]], None]) -> ReloadOutcome:
        async with self._lock:
            raw = self.raw()
            edit(raw)
            found = parse(dump(raw).encode(), os.environ, self._home.anima_names())
            if found.config is not None:
                try:
                    await asyncio.to_thread(save, self._home.config, raw)
                except OSError as error:
                    raise StorageFault(f"config.json could not be written: {error.strerror}") from error
            return await self._become(found)

    def raw(self) -> dict[str, Json]:
        try:
            found = json.loads(self._home.config.read_text(encoding="utf-8-sig"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    async def _become(self, loaded: Loaded) -> ReloadOutcome:
        config, problems = loaded.config, tuple(map(str, loaded.problems))
        if config is None:
            log.warning("the changed config is refused, the old one stays", extra={"problems": "; ".join(problems)})
            return ReloadOutcome(problems=problems)
        changed = [path for path in differing(self._config, config) if path.startswith(LIVE_KEYS)]
        waiting = [path for path in differing(self._assembly.site.config, config) if not path.startswith(LIVE_KEYS)]
        await asyncio.to_thread(create_missing, self._home, config)
        self._assembly.site = replace(self._assembly.site, config=config)
        changed += await self._people(config)
        self._assembly.policy.become(
            frozenset(config.admins.owner), frozenset(config.admins.admin), config.access.guests
        )
        call_by(config, self._context.people.calling)
        self._context.people.help_lines.become(help_lines_of(config), config.care.country or "")
        self._config = config
        await self._fleet.boards_changed()
        if changed:
            log.info("the config has changed", extra={"keys": ", ".join(changed)})
        return ReloadOutcome(changed=tuple(changed), waiting=tuple(waiting))

    async def _people(self, config: Config) -> list[str]:
        """The animas as they are to be; what of them has changed."""
        assembly, fleet, animas = self._assembly, self._fleet, self._context.animas
        names, changes = assembly.names(), []
        assembly.budget.caps = caps_of(config, names)
        new = [await self._new(name) for name in names if name not in animas]
        for name in [name for name in animas if name not in names]:
            await fleet.dismiss(name)
            changes.append(f"animas.{name}: disabled")
        for anima in [anima for name, anima in animas.items() if self._thinks_otherwise(name, config)]:
            anima.model, anima.thinker, anima.traits = assembly.thought_of(anima.name, anima.directory)
        for anima in new:
            await fleet.admit(anima, self._terminal(anima.name))
            changes.append(f"animas.{anima.name}: enabled")
        fleet.resting = assembly.resting(names)
        assembly.roster.become(assembly.roster_now(names))
        return changes

    async def _new(self, name: str) -> Anima:
        quarantine = Files(self._home.path / "quarantine")
        self._assembly.budget.join(name, ledger_of(name, self._home.anima(name), quarantine))
        return await self._assembly.anima(name)

    def _terminal(self, name: str) -> ErrorBoundary | None:
        """The anima's own account at the terminals, where there are any."""
        hubs = self._assembly.site.hubs
        if not hubs:
            return None
        hub = hubs.setdefault(name, ConsoleAdapter(Account("console", name), self._assembly.site.time.clock, name))
        return ErrorBoundary(hub)

    def _thinks_otherwise(self, name: str, config: Config) -> bool:
        said = anima_files.parse_status(AnimaDirectory(self._home.anima(name)).status())
        old, new = settings_of(self._config, name, said), settings_of(config, name, said)
        return old != new or any(getattr(self._config, key) != getattr(config, key) for key in _THOUGHT_WITH)


def differing(old: BaseModel, new: BaseModel, before: str = "") -> Iterator[str]:
    """The keys that have another value."""
    for name in type(old).model_fields:
        yield from _differing(getattr(old, name), getattr(new, name), f"{before}{name}")


def _differing(old: object, new: object, path: str) -> Iterator[str]:
    if isinstance(old, BaseModel) and type(old) is type(new):
        yield from differing(old, new, f"{path}.")
    elif isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in sorted({*old, *new}):
            if key in old and key in new:
                yield from _differing(old[key], new[key], f"{path}.{key}")
            else:
                yield f"{path}.{key}"
    elif old != new:
        yield path


@asynccontextmanager
async def reloading(fleet: Fleet, home: Path, animas: Path) -> AsyncIterator[None]:
    """Take up config.json and the animas' status files whenever somebody changes them, while inside."""
    over = asyncio.Event()
    tasks = [
        asyncio.create_task(_watch_config(fleet, home, ("config.json",), over)),
        asyncio.create_task(_watch_config(fleet, animas, ("status.json",), over)),
    ]
    try:
        yield
    finally:
        over.set()
        await asyncio.wait(tasks)


async def _watch_config(fleet: Fleet, folder: Path, names: tuple[str, ...], over: asyncio.Event) -> None:
    from watchfiles import awatch

    looks = awatch(
        folder,
        watch_filter=lambda _, path: path.endswith(names),
        recursive=names != ("config.json",),
        debounce=_CONFIG_STROKES_MS,
        step=_CONFIG_LOOK_MS,
        rust_timeout=_CONFIG_IDLE_MS,
        stop_event=over,
    )
    try:
        async for _ in looks:
            await fleet.reload()
    except (OSError, RuntimeError) as fault:
        log.warning("the config is not watched; `reload` takes it up: %s", fault)


# --- assembly -------------------------------------------------------------------------------------------------------


async def build_fleet(site: FleetSetup, kept: HomeDelivery | None = None) -> Fleet:
    """Everything in its place, nothing connected yet; `kept` is owned (None: its delivery is in the home). Raises
    NotStored when the inbox cannot be opened."""
    assembly = Assembly(site)
    await asyncio.to_thread(assembly.budget.load)
    animas = {name: await assembly.anima(name) for name in assembly.names()}
    patience = RetryPatience(first_pause_s=0.5 * site.time.scale, longest_pause_s=60.0 * site.time.scale)
    delivery = (kept or home_delivery(site.home.path)).open(site.time.clock, patience)
    context = assembly.context(animas, delivery)
    assembly.budget.counted = context.thinking.metrics.called
    fleet = Fleet(assembly.parts(list(animas)), delivery, context)
    fleet.config = LiveConfig(assembly, fleet, context)
    return fleet


class Assembly:
    """What a config is made into, also anew while the fleet runs; `site` has the config that holds now."""

    def __init__(self, site: FleetSetup) -> None:
        config, home = site.config, site.home
        self.site = site
        self._adapters: dict[Account, Adapter] = {
            adapter.account: ErrorBoundary(adapter) for adapter in (*site.adapters.values(), *site.hubs.values())
        }
        self._moves = Moves(home.telegram_moves)
        self.redact = Redaction(Loaded(config=config).secrets)
        self.toolbox = toolbox_of(config)
        self.quarantine = Quarantine(files=Files(home.path / "quarantine"))
        self.storage = Storage(redact=self.redact, quarantine=self.quarantine)
        self.contacts = Contacts(home.shared, self.storage)
        self.members = RoomMembership(_look_up(self._adapters), site.time.clock, addresses_in(self.contacts))
        names = self.names()
        self.roster = self.roster_now(names)
        self.policy = policy_of(config, self.roster)
        self.budget = spending_budget_of(
            config, {name: home.anima(name) for name in names}, site.time.clock, self.quarantine.files
        )

    def context(self, animas: dict[str, Anima], delivery: Delivery) -> TurnContext:
        """What stands around the turns of these animas."""
        site, config, home = self.site, self.site.config, self.site.home
        owners = OwnerContacts(lambda: self.policy.owners, self._adapters)
        briefing, files, metrics = Briefing(animas, home.shared), _file_taker(config.files, site.time.scale), Metrics()
        routing = routing_of(config, self._adapters, self.roster, self.contacts)
        calling = Calling(
            animas=animas,
            delivery=delivery,
            routing=routing,
            contacts=self.contacts,
            settings=call_settings(config),
            clock=site.time.clock,
            chance=secrets.choice,
        )
        return TurnContext(
            animas=animas,
            adapters={**self._adapters, **internal_channels(animas)},
            clock=site.time.clock,
            people=TurnPeople(
                calling=calling,
                find=routing.find if site.adapters else nobody,
                help_lines=HelpLines(help_lines_of(config), config.care.country or ""),
                zone=ZoneInfo(config.system.timezone),
            ),
            rooms=self._rooms(animas, delivery, files.limits),
            trust=TurnTrust(
                door=IntakeGate(home.path, delivery, self.redact.heard),
                policy=self.policy,
                guest_reports=GuestReports(owners, site.time.clock),
                audit=AuditLog(home.logs, site.time.clock, self.redact),
                gate=OutputGate(self.redact),
            ),
            schedule=TurnSchedule(
                waits=(waits := AwaitedTurns(animas, delivery, site.time.clock)),
                long_work=_long_work(config, animas, waits, site.time.clock),
                nights=self._nights(animas, delivery, routing, metrics),
            ),
            thinking=TurnThinking(
                compose=briefing.compose,
                equip=briefing.equip,
                remember=ConversationMemory(site.time.clock).remember,
                spending=SpendingNotices(self.budget, owners),
                files=files,
                metrics=metrics,
                previews=Previews(pace=scaled(StreamPace(), site.time.scale)),
            ),
        )

    def parts(self, names: Collection[str]) -> FleetParts:
        """What a fleet of these animas knows of the home."""
        site, config, home = self.site, self.site.config, self.site.home
        hours = _hours(config)
        return FleetParts(
            home=home.path,
            accounts=Accounts(adapters=self._adapters, terminals={hub.account for hub in site.hubs.values()}),
            operations=FleetOperations(
                carrier=chat_carrier,
                checks=site.checks,
                manifest=manifest,
                create_anima=lambda name, role, markdown: create(home, name, role=role, markdown=markdown),
                enable_anima=lambda name, enabled: AnimaDirectory(home.anima(name)).enable(enabled),
                exported=exported,
                servers=self.toolbox.states,
            ),
            announce=site.announce,
            language=config.system.language,
            jobs=hours.jobs() if hours is not None else (),
            beside=self.toolbox.beside,
            resting=self.resting(names),
        )

    def _rooms(self, animas: Mapping[str, Anima], delivery: Delivery, limits: FileLimits) -> FleetRooms:
        site = self.site
        known = KnownRooms(self.members, animas, site.time.monotonic)
        boards = Boards(
            logs=BoardLogs(site.home.shared / "channels", self.storage),
            roster=self.roster,
            rooms=known,
            adapters=self._adapters,
            delivery=delivery,
            clock=site.time.clock,
            limits=limits,
        )
        return FleetRooms(roster=self.roster, known=known, boards=boards)

    def _nights(
        self, animas: Mapping[str, Anima], delivery: Delivery, routing: Routing, metrics: Metrics
    ) -> NightWatch | None:
        if (hours := _hours(self.site.config)) is None:
            return None
        telling = NightAnnouncements(delivery, routing, self.contacts, lambda: self.policy.owners)
        return NightWatch(animas, hours.idle, self.site.time.clock, self.site.time.monotonic, telling, metrics)

    def names(self) -> tuple[str, ...]:
        """Who is enabled."""
        return anima_names(self.site.config, self.site.home)

    def roster_now(self, names: tuple[str, ...]) -> Roster:
        return roster_of(self.site.config, names, self._moves)

    def resting(self, names: Collection[str]) -> list[AnimaState]:
        every = all_names(self.site.config, self.site.home)
        return [_resting(self.site, name) for name in every if name not in names]

    async def anima(self, name: str) -> Anima:
        return await anima_of(self.site, name, self.members, self.redact, self.budget, self.toolbox)

    def thought_of(self, name: str, directory: AnimaDirectory) -> tuple[ChatModel, Thinker, AnimaTraits]:
        """What the anima thinks with."""
        return thought_of(self.site, name, directory, self.redact, self.budget)


def _resting(site: FleetSetup, name: str) -> AnimaState:
    said = anima_files.parse_status(AnimaDirectory(site.home.anima(name)).status())
    settings = settings_of(site.config, name, said)
    return AnimaState(name=name, role=settings.role, model=settings.model, enabled=False)


def _long_work(config: Config, animas: Mapping[str, Anima], waits: AwaitedTurns, clock: Clock) -> LongToolRuns | None:
    section = config.background_task
    if not section.enabled or not section.eligible_tools:
        return None
    patience = {name: tool.threshold_s for name, tool in section.eligible_tools.items()}
    return LongToolRuns(animas, waits, clock, patience, timedelta(hours=section.result_retention_hours))


def _hours(config: Config) -> SleepHours | None:
    section = config.consolidation
    if not section.enabled:
        return None
    return SleepHours(
        daily=time.fromisoformat(section.daily_time),
        weekday=section.weekly_day,
        weekly=time.fromisoformat(section.weekly_time),
        day=section.monthly_day,
        monthly=time.fromisoformat(section.monthly_time),
        report=time.fromisoformat(section.report_time) if section.report_time else None,
        cards=time.fromisoformat(section.card_time) if section.card_time else None,
        idle=timedelta(minutes=section.session_idle_minutes),
    )


def _file_taker(files: FileSettings, scale: float) -> FileTaker:
    limits = FileLimits(
        most_bytes=int(files.max_mb * 1024**2),
        most=files.most,
        pages=files.pdf_pages,
        prompt_tokens=files.prompt_tokens,
        first_pause_s=scale,
    )
    return FileTaker(limits)


def _look_up(adapters: Mapping[Account, Adapter]) -> MemberSource:
    async def readable(present: PresentPlace, rooms: Sequence[Place]) -> frozenset[Place]:
        """Each account knows of the rooms in which it is."""
        asked = [
            adapter.readable(present, rooms)
            for account, adapter in adapters.items()
            if account.platform == present.platform
        ]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        return frozenset().union(*(found for found in answers if not isinstance(found, BaseException)))

    return readable
