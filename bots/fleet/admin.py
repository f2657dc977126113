"""The admin API of a fleet (bots.commands.admin_api): what commands are told of it and have done by it while it
runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import tzinfo
from functools import partial
from pathlib import Path

from bots.anima.anima import Anima
from bots.anima.anima_files import AnimaState
from bots.commands.admin_api import BoardState, FleetSettings, HealthCheck, ReloadOutcome, SideState
from bots.delivery.contract import Delivery
from bots.delivery.intake import Exported, IntakeGate
from bots.delivery.metrics import FleetFigures, Metrics
from bots.fleet.connections import Connections
from bots.fleet.fleet_parts import FleetParts
from bots.people.roster import Board, Roster
from bots.people.trust_policy import Asker, Reader, Role
from bots.ports import Adapter, Capabilities, ServerState
from bots.rooms.board_log import BoardSide
from bots.rooms.boards import BOARD_SIGN, Boards
from bots.schedule.night_watch import NightWatch
from bots.turn.turn_context import TurnContext
from bots.turn.turn_report import TurnReport, report_from_json
from memory.archive.audit_log import AuditLog
from memory.archive.requests import PersonQuestions, Reminders
from memory.engine import MemoryEngine
from memory.vocabulary.address import Account, Audience, Person, Place


async def board_states(boards: Boards, roster: Roster, adapters: Mapping[Account, Adapter]) -> list[BoardState]:
    """Of all boards. Raises NotStored."""
    return [await _board_state(board, boards, roster, adapters) for board in roster.boards]


async def _board_state(board: Board, boards: Boards, roster: Roster, adapters: Mapping[Account, Adapter]) -> BoardState:
    state = await boards.state(board.name)
    sides = []
    for side, place in boards.places(board).items():
        troubles = [trouble for trouble in state.troubles if trouble.side == side]
        account = roster.speaker(place)
        sides.append(
            SideState(
                channel=next(f"{at}/{room}" for at, room in board.rooms if _is_doubt_of_side(side, at, room)),
                account=str(account or ""),
                cannot=_unsupported_acts(adapters.get(account) if account is not None else None, place),
                troubles=sum(not trouble.is_doubt for trouble in troubles),
                doubts=sum(trouble.is_doubt for trouble in troubles),
                last_trouble=troubles[-1].what if troubles else "",
            )
        )
    return BoardState(
        name=board.name,
        animas=board.animas,
        sides=tuple(sides),
        posts=len(state),
        readers=str(boards.readers(board.name) or ""),
    )


def _is_doubt_of_side(side: BoardSide, account: Account, room: str) -> bool:
    return side == f"{account.platform}:{room.rpartition('/')[2]}"


def _unsupported_acts(adapter: Adapter | None, place: Place) -> tuple[str, ...]:
    """What people on this side miss."""
    if adapter is None:
        return ("be reached",)
    able: Capabilities = adapter.capabilities(place)
    abilities = {
        "show other names": able.personas,
        "be told of what others have deleted there": able.tells_deletions,
        "look up whether a post arrived": able.history,
        "have threads under messages": able.answers_in_threads,
    }
    return tuple(what for what, can in abilities.items() if not can)


# --- fleet admin ----------------------------------------------------------------------------------------------------
# AdminApi of a fleet (bots.commands.admin_api): what commands are told of it and have done by it while it runs.


_STOP_S = 0.8


class FleetAdmin:
    """The part of a fleet that answers commands; `_connections` are made by the fleet itself."""

    _connections: Connections

    def __init__(self, parts: FleetParts, delivery: Delivery, context: TurnContext) -> None:
        self.home, self.clock = parts.home, context.clock
        self.delivery = delivery
        self.waits, self.calling = context.schedule.waits, context.people.calling
        self.contacts, self.help_lines = self.calling.contacts, context.people.help_lines
        self.resting = parts.resting
        self.config: FleetSettings | None = None  # None: it is not read again
        self.page: Callable[[str], str] | None = None  # makes its links, where one is served
        self._parts, self._context = parts, context
        self._animas, self._accounts = context.animas, parts.accounts
        self._boards = context.rooms.boards

    @property
    def zone(self) -> tzinfo:
        return self._context.people.zone

    @property
    def audit(self) -> AuditLog:
        return self._context.trust.audit

    @property
    def door(self) -> IntakeGate:
        return self._context.trust.door

    @property
    def metrics(self) -> Metrics:
        return self._context.thinking.metrics

    @property
    def nights(self) -> NightWatch | None:
        return self._context.schedule.nights

    async def figures(self) -> bytes:
        """For Prometheus, as they are now."""
        now = FleetFigures(
            lanes=len(self.delivery.running()),
            waiting=sum((await self.delivery.waiting()).values()),
            doubts=len(await self.delivery.doubts()),
            dead=len(await self.delivery.dead()),
            servers=self.servers(),
        )
        return self.metrics.exposition(now)

    def servers(self) -> Sequence[ServerState]:
        return self._parts.operations.servers()

    def animas(self) -> Sequence[AnimaState]:
        running = self.delivery.running()
        return [
            AnimaState(
                name=name,
                role=anima.traits.role,
                model=anima.model.name,
                enabled=True,
                speciality=anima.traits.speciality,
                supervisor=anima.traits.supervisor,
                running=sum(lane.startswith(f"{name}@") for lane in running),
            )
            for name, anima in self._animas.items()
        ] + list(self.resting)

    def accounts(self) -> Mapping[str, str]:
        """The platforms' accounts; the terminals of this machine are no news."""
        return self._connections.shown()

    async def memory(self, anima: str) -> MemoryEngine:
        return self._animas[anima].engine

    def reminders(self, anima: str) -> Reminders:
        return self._animas[anima].records.reminders

    def questions(self, anima: str) -> PersonQuestions:
        return self._animas[anima].records.questions

    def page_link(self, person: str) -> str:
        return self.page(person) if self.page is not None else ""

    async def reader(self, account: str) -> Reader:
        """A person as they ask outside of any chat, with what they may read now. `account` is one of their addresses;
        a role is that of it alone."""
        person = self.contacts.known_as(account)
        present, known = Audience.person(Person.parse(person)), self._context.rooms.known
        await known.refresh(present)
        rooms = [room for room in await known.of() if Audience.group(room).covers(present, known.members)]
        return Reader(
            person=person,
            role=self._context.trust.policy.role_of(account, Role.MEMBER),
            audience=str(present),
            place=str(Place("page", "", person)),
            account=account,
            name=self.contacts.shown_name(person),
            rooms=frozenset(map(str, rooms)),
        )

    async def stop_turns(self, anima: str = "", place: str = "") -> int:
        """All at once; a turn whose post hangs at the platform ends after it, and is not waited for."""
        stopping = []
        for lane in self.delivery.running():
            name, _, where = lane.partition("@")
            if not lane.startswith(BOARD_SIGN) and (not anima or name == anima) and _is_within_place(where, place):
                stopping.append(asyncio.ensure_future(self._stop(lane)))
        if stopping:
            await asyncio.wait(stopping, timeout=_STOP_S)
        stopped = sum(not stop.done() or stop.result() for stop in stopping)
        if (work := self._context.schedule.long_work) is not None:
            stopped += await work.stop(anima, lambda where: _is_within_place(where, place))
        return stopped

    async def why(self, name: str, turn: str = "", audience: str = "") -> TurnReport | None:
        if (anima := self._animas.get(name)) is None:
            return None  # it rests, and so do its reports
        reports = anima.records.reports
        asked = partial(reports.find, turn, audience) if turn else partial(reports.last, audience)
        stored = await asyncio.to_thread(asked)
        return None if stored is None else await self._standing(anima, report_from_json(stored))

    async def _standing(self, anima: Anima, report: TurnReport) -> TurnReport:
        """Without what was edited, deleted or forgotten since."""
        now = await anima.engine.texts(sorted({memory.id for memory in report.remembered}))
        still = (memory for memory in report.remembered if now.get(memory.id, "").startswith(memory.text))
        return replace(report, remembered=tuple(still))

    async def checks(self, asker: Asker, *, offline: bool = False) -> Sequence[HealthCheck]:
        return [*await self._parts.operations.checks(offline), await self._delivered(asker)]

    async def _delivered(self, asker: Asker) -> HealthCheck:
        doubts = sum(asker.hears_of(doubt.lane) for doubt in await self.delivery.doubts())
        dead = sum(asker.hears_of(letter.lane) for letter in await self.delivery.dead())
        finding = f"{doubts} sends in doubt, {dead} dead letters"
        if not doubts and not dead:
            return HealthCheck(subject="Delivery", ok=True, finding=finding)
        advice = "`status` names the sends in doubt, `dead list` the letters; `dead resend ID` sends one again"
        return HealthCheck(subject="Delivery", ok=None, finding=finding, advice=advice)

    def exported(self, platform: str, path: Path) -> Iterator[Exported]:
        return self._parts.operations.exported(platform, path)

    def manifest(self, platform: str) -> str:
        return self._parts.operations.manifest(platform)

    async def create_anima(self, name: str, *, role: str = "", markdown: str = "") -> None:
        await asyncio.to_thread(self._parts.operations.create_anima, name, role, markdown)
        await self._renewed()

    async def enable_anima(self, name: str, enabled: bool) -> None:
        await asyncio.to_thread(self._parts.operations.enable_anima, name, enabled)
        await self._renewed()

    @property
    def settings(self) -> FleetSettings:
        if self.config is None:
            raise KeyError("no config")
        return self.config

    async def reload(self) -> ReloadOutcome:
        """Take up what was changed in the home's files. A config that is refused is told to whoever watches."""
        done = await self.settings.reload()
        for problem in done.problems:
            self._parts.announce({"event": "config", "refused": problem})
        return done

    async def _renewed(self) -> None:
        if self.config is not None:
            await self.config.renew()

    async def boards(self) -> Sequence[BoardState]:
        return await board_states(self._boards, self._context.rooms.roster, self._accounts.adapters)

    async def _stop(self, lane: str) -> bool:
        self._context.schedule.stopping.add(lane)
        try:
            return await self.delivery.stop(lane)
        finally:
            self._context.schedule.stopping.discard(lane)


def _is_within_place(lane_place: str, place: str) -> bool:
    """A room has its threads, a thread only itself; without a place everything is meant."""
    return not place or lane_place == place or lane_place.partition("#")[0] == place
