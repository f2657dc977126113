"""Building a fleet from a config: look-ups become values, accounts become adapters, animas become minds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import time, timedelta
from zoneinfo import ZoneInfo

from adapters.telegram.moves import Moves
from bots.addressee import nobody
from bots.briefing import Briefing
from bots.conversing import Conversing
from bots.crew import Crew
from bots.delivery.embedded import EmbeddedDelivery
from bots.delivery.outgoing import Patience
from bots.door import Door
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
from bots.persona import status
from bots.persona.state import AnimaState
from bots.ports import Adapter, ChatModel, Thinker
from bots.rhythm.nights import Hours
from bots.rim import Rim
from bots.roster import Roster
from bots.spending.notices import SpendingNotices
from bots.stage import Stage
from bots.trust.output_gate import OutputGate
from bots.waiting import Waits
from config.accounts import scaled
from config.animas import create
from config.calling import calls_of
from config.deskwork import chat_carrier
from config.exports import exported
from config.live import Live, Running
from config.load import Loaded
from config.minds import mind_of, thought_of
from config.models import purse_of
from config.redaction import Redaction
from config.rosters import roster_of, standing_of
from config.schema import Config
from config.schema import Files as FileSettings
from config.settings import settings_of
from config.site import Site, all_names, anima_names
from config.toolbox import toolbox_of
from memory.archive.audit_log import AuditLog
from memory.archive.channels import Channels
from memory.archive.contacts import Contacts
from memory.archive.directory import AnimaDirectory
from memory.archive.files import Files
from memory.archive.quarantine import Quarantine
from memory.vocabulary.address import Account, Place
from memory.vocabulary.ports import Clock


async def build_fleet(site: Site) -> Fleet:
    """Everything in its place, nothing connected yet. Raises NotStored when the inbox cannot be opened."""
    connected: list[Adapter] = [*site.adapters.values(), *site.hubs.values()]
    desk: list[Fleet] = []
    assembly = Assembly(site, {one.account: Rim(one) for one in connected})
    await asyncio.to_thread(assembly.purse.load)
    minds = {name: await assembly.mind(name) for name in assembly.names()}
    patience = Patience(first_pause_s=0.5 * site.scale, longest_pause_s=60.0 * site.scale)
    delivery = EmbeddedDelivery(site.home.delivery, site.clock, patience=patience)
    stage = assembly.stage(minds, delivery, lambda: desk[0])
    assembly.purse.counted = stage.metrics.called
    desk.append(Fleet(assembly.crew(minds, stage, lambda: desk[0]), delivery, stage))
    return desk[0]


class Assembly:
    """What a config is made into, also anew while the fleet runs; `site` has the config that holds now."""

    def __init__(self, site: Site, adapters: dict[Account, Adapter]) -> None:
        config, home = site.config, site.home
        self.site = site
        self._adapters = adapters
        self._moves = Moves(home.telegram_moves)
        self.redact = Redaction(Loaded(config=config).secrets)
        self.toolbox = toolbox_of(config)
        self.quarantine = Quarantine(files=Files(home.path / "quarantine"))
        self.contacts = Contacts(home.shared, self.quarantine, redact=self.redact)
        self.rooms = Rooms(_look_up(adapters), site.clock, addresses_in(self.contacts))
        names = self.names()
        self.roster = self.roster_now(names)
        self.standing = standing_of(config, self.roster)
        self.purse = purse_of(config, {name: home.anima(name) for name in names}, site.clock, self.quarantine.files)

    def stage(self, minds: dict[str, Mind], delivery: EmbeddedDelivery, fleet: Callable[[], Fleet]) -> Stage:
        """What stands around the turns of these animas."""
        site, config, home = self.site, self.site.config, self.site.home
        owners = Owners(lambda: self.standing.owners, self._adapters)
        briefing, waits = Briefing(minds, home.shared), Waits(minds, delivery, site.clock)
        routing, calling = calls_of(
            config,
            minds,
            self._adapters,
            delivery,
            roster=self.roster,
            contacts=self.contacts,
            clock=site.clock,
        )
        return Stage(
            door=Door(home.path, delivery, self.redact),
            minds=minds,
            adapters={**self._adapters, **house_adapters(minds)},
            waits=waits,
            long_work=_long_work(config, minds, waits, site.clock),
            calling=calling,
            person=routing.find if site.adapters else nobody,
            roster=self.roster,
            rooms=self.rooms,
            rooms_known=lambda platforms: fleet().rooms_known(platforms),
            clock=site.clock,
            compose=briefing.compose,
            equip=briefing.equip,
            remember=Conversing(site.clock).remember,
            guests=config.access.guests,
            guest_reports=GuestReports(owners, site.clock),
            money=SpendingNotices(self.purse, owners),
            audit=AuditLog(home.logs, site.clock, self.redact),
            channels=Channels(home.shared / "channels", self.quarantine, redact=self.redact),
            gate=OutputGate(self.redact),
            files=FileTaker(_file_limits(config.files, site.scale)),
            zone=ZoneInfo(config.system.timezone),
            pace=scaled(Pace(), site.scale),
        )

    def crew(self, minds: dict[str, Mind], stage: Stage, fleet: Callable[[], Fleet]) -> Crew:
        """What a fleet knows of the house; `fleet` is the one that it becomes."""
        site, config, home = self.site, self.site.config, self.site.home
        return Crew(
            home=home.path,
            clock=site.clock,
            minds=minds,
            adapters=self._adapters,
            terminals={hub.account for hub in site.hubs.values()},
            roster=self.roster,
            standing=self.standing,
            announce=site.announce,
            language=config.system.language,
            hours=_hours(config),
            beside=self.toolbox.beside,
            servers=self.toolbox.states,
            monotonic=site.monotonic,
            carry_out=chat_carrier(fleet),
            checks=site.checks,
            manifest=site.manifest,
            exported=exported,
            create_anima=lambda name, role, markdown: create(home, name, role=role, markdown=markdown),
            enable_anima=lambda name, enabled: AnimaDirectory(home.anima(name)).enable(enabled),
            contacts=self.contacts,
            resting=self.resting(list(minds)),
            settings=Live(self, Running(stage=stage, purse=self.purse, fleet=fleet)),
        )

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


def _resting(site: Site, name: str) -> AnimaState:
    said = status.parse(AnimaDirectory(site.home.anima(name)).status())
    settings = settings_of(site.config, name, said)
    return AnimaState(name=name, role=settings.role, model=settings.model, enabled=False)


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


def _look_up(adapters: Mapping[Account, Adapter]) -> LookUp:
    async def readable(present: Present, rooms: Sequence[Place]) -> frozenset[Place]:
        """Each account knows of the rooms in which it is."""
        asked = [
            one.readable(present, rooms) for account, one in adapters.items() if account.platform == present.platform
        ]
        told = await asyncio.gather(*asked, return_exceptions=True)
        return frozenset().union(*(found for found in told if not isinstance(found, BaseException)))

    return readable
