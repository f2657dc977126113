"""The desk of a fleet (bots.commands.desk): what commands are told of it and have done by it while it runs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import tzinfo
from functools import partial
from pathlib import Path

from bots.boards.boards import SIGN, Boards
from bots.boards.overview import overview
from bots.commands.desk import BoardState, Check, Reloaded, Settings
from bots.connections import Connections
from bots.crew import Crew
from bots.delivery.embedded import EmbeddedDelivery
from bots.delivery.seam import Delivery
from bots.door import Door
from bots.importing import Exported
from bots.metrics import Metrics, Now
from bots.mind import Mind
from bots.people.role import Asker
from bots.persona.state import AnimaState
from bots.reporting import from_json
from bots.rhythm.nights import Nights
from bots.stage import Stage
from bots.tool_server import ServerState
from bots.turn_report import TurnReport
from memory.archive.audit_log import AuditLog
from memory.archive.reminders import Reminders
from memory.engine import MemoryEngine

_STOP_S = 0.8


class FleetDesk:
    """The part of a fleet that answers commands; `_connections` and `_boards` are made by the fleet itself."""

    _connections: Connections
    _boards: Boards

    def __init__(self, crew: Crew, delivery: EmbeddedDelivery, stage: Stage) -> None:
        self.home, self.clock = crew.home, crew.clock
        self.delivery: Delivery = delivery
        self.contacts = crew.contacts
        self.waits, self.calling = stage.waits, stage.calling
        self.resting = crew.resting
        self._engine = delivery
        self._crew = crew
        self._stage = stage

    @property
    def zone(self) -> tzinfo:
        return self._stage.zone

    @property
    def audit(self) -> AuditLog:
        return self._stage.audit

    @property
    def door(self) -> Door:
        return self._stage.door

    @property
    def metrics(self) -> Metrics:
        return self._stage.metrics

    @property
    def nights(self) -> Nights | None:
        return self._stage.nights

    async def figures(self) -> bytes:
        """For Prometheus, as they are now."""
        now = Now(
            lanes=len(self._engine.running()),
            waiting=sum((await self.delivery.waiting()).values()),
            doubts=len(await self.delivery.doubts()),
            dead=len(await self.delivery.dead()),
            servers=self.servers(),
        )
        return self.metrics.exposition(now)

    def servers(self) -> Sequence[ServerState]:
        return self._crew.servers()

    def animas(self) -> Sequence[AnimaState]:
        running = self._engine.running()
        return [
            AnimaState(
                name=name,
                role=mind.traits.role,
                model=mind.model.name,
                enabled=True,
                speciality=mind.traits.speciality,
                supervisor=mind.traits.supervisor,
                running=sum(lane.startswith(f"{name}@") for lane in running),
            )
            for name, mind in self._crew.minds.items()
        ] + list(self.resting)

    def accounts(self) -> Mapping[str, str]:
        """The platforms' accounts; the terminals of this machine are no news."""
        return self._connections.shown()

    async def memory(self, anima: str) -> MemoryEngine:
        return self._crew.minds[anima].engine

    def reminders(self, anima: str) -> Reminders:
        return self._crew.minds[anima].reminders

    async def stop_turns(self, anima: str = "", place: str = "") -> int:
        """All at once; a turn whose post hangs at the platform ends after it, and is not waited for."""
        stopping = []
        for lane in self._engine.running():
            name, _, where = lane.partition("@")
            if not lane.startswith(SIGN) and (not anima or name == anima) and _is_within(where, place):
                stopping.append(asyncio.ensure_future(self._stop(lane)))
        if stopping:
            await asyncio.wait(stopping, timeout=_STOP_S)
        stopped = sum(not one.done() or one.result() for one in stopping)
        if (work := self._stage.long_work) is not None:
            stopped += await work.stop(anima, lambda where: _is_within(where, place))
        return stopped

    async def why(self, anima: str, turn: str = "", audience: str = "") -> TurnReport | None:
        if (mind := self._crew.minds.get(anima)) is None:
            return None  # it rests, and so do its reports
        reports = mind.reports
        asked = partial(reports.find, turn, audience) if turn else partial(reports.last, audience)
        stored = await asyncio.to_thread(asked)
        return None if stored is None else await self._standing(mind, from_json(stored))

    async def _standing(self, mind: Mind, report: TurnReport) -> TurnReport:
        """Without what was edited, deleted or forgotten since."""
        now = await mind.engine.texts(sorted({one.id for one in report.remembered}))
        still = (one for one in report.remembered if now.get(one.id, "").startswith(one.text))
        return replace(report, remembered=tuple(still))

    async def checks(self, asker: Asker, *, offline: bool = False) -> Sequence[Check]:
        return [*await self._crew.checks(offline), await self._delivered(asker)]

    async def _delivered(self, asker: Asker) -> Check:
        doubts = sum(asker.hears_of(one.lane) for one in await self.delivery.doubts())
        dead = sum(asker.hears_of(one.lane) for one in await self.delivery.dead())
        finding = f"{doubts} sends in doubt, {dead} dead letters"
        if not doubts and not dead:
            return Check(subject="Delivery", ok=True, finding=finding)
        advice = "`status` names the sends in doubt, `dead list` the letters; `dead resend ID` sends one again"
        return Check(subject="Delivery", ok=None, finding=finding, advice=advice)

    def exported(self, platform: str, path: Path) -> Iterator[Exported]:
        return self._crew.exported(platform, path)

    def manifest(self, platform: str) -> str:
        return self._crew.manifest(platform)

    async def create_anima(self, name: str, *, role: str = "", markdown: str = "") -> None:
        await asyncio.to_thread(self._crew.create_anima, name, role, markdown)
        await self._renewed()

    async def enable_anima(self, name: str, enabled: bool) -> None:
        await asyncio.to_thread(self._crew.enable_anima, name, enabled)
        await self._renewed()

    @property
    def settings(self) -> Settings:
        if self._crew.settings is None:
            raise KeyError("no config")
        return self._crew.settings

    async def reload(self) -> Reloaded:
        """Take up what was changed in the home's files. A config that is refused is told to whoever watches."""
        done = await self.settings.reload()
        for problem in done.problems:
            self._crew.announce({"event": "config", "refused": problem})
        return done

    async def _renewed(self) -> None:
        if self._crew.settings is not None:
            await self._crew.settings.renew()

    async def boards(self) -> Sequence[BoardState]:
        return await overview(self._boards, self._crew.roster, self._crew.adapters)

    async def _stop(self, lane: str) -> bool:
        self._stage.stopping.add(lane)
        try:
            return await self._engine.stop(lane)
        finally:
            self._stage.stopping.discard(lane)


def _is_within(lane_place: str, place: str) -> bool:
    """A room has its threads, a thread only itself; without a place everything is meant."""
    return not place or lane_place == place or lane_place.partition("#")[0] == place
