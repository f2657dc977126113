"""What the wiring hands to a fleet, besides what stands around its turns."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bots.anima.anima_files import AnimaState
from bots.commands.admin_api import AdminApi, HealthCheck
from bots.commands.chat import CarryOut
from bots.delivery.intake import Exported
from bots.ports import Adapter, ServerState
from bots.rooms.dispatch import AnnounceDoubt
from bots.schedule.jobs import OwnJob
from memory.language.folders import FALLBACK
from memory.vocabulary.address import Account


@dataclass(frozen=True, slots=True, kw_only=True)
class Accounts:
    """Those of the platforms, and the `terminals` of this machine. `retry_s` is the first pause before an account that
    broke begins again, or history is asked for again; it doubles."""

    adapters: dict[Account, Adapter]
    terminals: set[Account] = field(default_factory=set)
    retry_s: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetOperations:
    """What commands have the home and its config do. `carrier` makes of a fleet how its chat commands are carried
    out; `servers` are those of tools."""

    carrier: Callable[[AdminApi], CarryOut]
    checks: Callable[[bool], Awaitable[Sequence[HealthCheck]]]
    manifest: Callable[[str], str]
    create_anima: Callable[[str, str, str], object]
    enable_anima: Callable[[str, bool], None]
    exported: Callable[[str, Path], Iterator[Exported]] = lambda platform, path: iter(())
    servers: Callable[[], Sequence[ServerState]] = tuple


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetParts:
    """`language` is that of the fleet's words to those of whom no other is known; `jobs` are what every anima does
    besides those of its files, `beside` is what goes on while the fleet runs, `resting` are disabled animas."""

    home: Path
    accounts: Accounts
    operations: FleetOperations
    announce: AnnounceDoubt
    language: str = FALLBACK
    jobs: Sequence[OwnJob] = ()
    beside: Sequence[Callable[[], Awaitable[None]]] = ()
    resting: Sequence[AnimaState] = ()
