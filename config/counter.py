"""A desk without a fleet behind it: for what needs no memory, and for a home that cannot be opened."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING

from bots.commands.desk import BoardState, Check, Settings
from bots.delivery.seam import Delivery
from bots.door import Door
from bots.importing import Exported
from bots.people.role import Asker
from bots.persona.state import AnimaState
from bots.tool_server import ServerState
from bots.turn_report import TurnReport
from config import doctor, manifests
from config.configuring import EXAMPLE
from config.exports import exported
from config.home import Home, HomeFault
from config.load import Loaded
from config.rendering import Say
from memory.archive.audit_log import AuditLog
from memory.archive.contacts import Contacts
from memory.archive.reminders import Reminders
from memory.vocabulary.ports import Clock

if TYPE_CHECKING:  # a command line that asks a running fleet needs no memory of its own
    from bots.calling.calling import Calling
    from bots.people.linking import Linking
    from bots.rhythm.slots import Slots
    from memory.engine import MemoryEngine


class NotHere(HomeFault):
    """This needs an open home."""


class Counter:
    """Answers `help`, `manifest` and `doctor`; everything else raises NotHere."""

    def __init__(self, home: Home, loaded: Loaded | None = None) -> None:
        self._home, self._loaded = home, loaded
        self.home: Path = home.path
        self.clock: Clock = lambda: datetime.now(UTC)

    @property
    def delivery(self) -> Delivery:
        raise NotHere

    @property
    def zone(self) -> tzinfo:
        return UTC

    @property
    def audit(self) -> AuditLog:
        return AuditLog(self._home.logs, self.clock)

    @property
    def door(self) -> Door:
        raise NotHere

    @property
    def contacts(self) -> Contacts:
        raise NotHere

    @property
    def calling(self) -> Calling:
        raise NotHere

    @property
    def linking(self) -> Linking:
        raise NotHere

    @property
    def rhythm(self) -> Slots:
        raise NotHere

    def animas(self) -> Sequence[AnimaState]:
        raise NotHere

    def accounts(self) -> Mapping[str, str]:
        raise NotHere

    def servers(self) -> Sequence[ServerState]:
        raise NotHere

    async def memory(self, anima: str) -> MemoryEngine:
        raise NotHere

    def reminders(self, anima: str) -> Reminders:
        raise NotHere

    def rest(self) -> None:
        raise NotHere

    async def stop_turns(self, anima: str = "", place: str = "") -> int:
        raise NotHere

    async def why(self, anima: str, turn: str = "", audience: str = "") -> TurnReport | None:
        raise NotHere

    async def boards(self) -> Sequence[BoardState]:
        raise NotHere

    @property
    def settings(self) -> Settings:
        raise NotHere

    async def create_anima(self, name: str, *, role: str = "", markdown: str = "") -> None:
        raise NotHere

    async def enable_anima(self, name: str, enabled: bool) -> None:
        raise NotHere

    async def checks(self, asker: Asker, *, offline: bool = False) -> Sequence[Check]:
        return await doctor.examine(self._home, self._loaded, (self._live,), offline=offline)

    async def _live(self) -> Sequence[Check]:
        """Ask the platforms without running anything."""
        if self._loaded is None or self._loaded.config is None:
            return []
        from config import live_checks
        from config.accounts import platform_adapters

        config = self._loaded.config
        names = {*config.animas, *self._home.anima_names()}
        models = await live_checks.ask_models(config, sorted(names), self.clock)
        return [*models, *await live_checks.ask_platforms_once(platform_adapters(config, self.clock))]

    def exported(self, platform: str, path: Path) -> Iterator[Exported]:
        return exported(platform, path)

    def manifest(self, platform: str) -> str:
        return manifests.manifest(platform)


def say_made(say: Say, home: Home, name: str, *, as_json: bool, quiet: bool) -> None:
    """What `init` made, and what comes next."""
    if as_json:
        data = {"home": str(home.path), "config": str(home.config), "anima": name}
        say("stdout", json.dumps(data, ensure_ascii=False) + "\n")
    elif quiet:
        say("stdout", f"{home.path}\n")
    else:
        say(
            "stdout",
            f"{home.path} is a home now, and {name} lives in it.\n"
            f"  {home.config.name}  the settings; {EXAMPLE} beside it has every key with a word on each\n"
            f"  run_bots.py chat {name}     talk in this terminal\n"
            "  run_bots.py manifest slack  how to let the fleet into Slack (or discord, telegram)\n"
            "  run_bots.py                 start the fleet\n",
        )
