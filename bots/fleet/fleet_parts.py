"""What the wiring hands to a fleet."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from bots.anima.anima import Anima
from bots.anima.anima_files import AnimaState
from bots.commands.admin_api import FleetSettings, HealthCheck
from bots.commands.chat import CarryOut
from bots.delivery.intake import Exported
from bots.people.account_linking import RandomChoice
from bots.people.roster import Roster
from bots.people.trust_policy import TrustPolicy
from bots.ports import Adapter, ServerState
from bots.rooms.dispatch import AnnounceDoubt
from bots.schedule.night_watch import SleepHours
from memory.archive.contacts import Contacts
from memory.language.folders import FALLBACK
from memory.vocabulary.address import Account
from memory.vocabulary.ports import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetParts:
    """Accounts, animas, and what a fleet knows of the house."""

    home: Path
    clock: Clock
    minds: dict[str, Anima]
    adapters: dict[Account, Adapter]
    roster: Roster
    standing: TrustPolicy
    announce: AnnounceDoubt
    carry_out: CarryOut
    checks: Callable[[bool], Awaitable[Sequence[HealthCheck]]]
    manifest: Callable[[str], str]
    create_anima: Callable[[str, str, str], object]
    enable_anima: Callable[[str, bool], None]
    contacts: Contacts
    resting: Sequence[AnimaState] = ()  # disabled ones
    terminals: set[Account] = field(default_factory=set)
    settings: FleetSettings | None = None  # None: the config is not read again
    language: str = FALLBACK  # of the fleet's words to those of whom no other is known
    exported: Callable[[str, Path], Iterator[Exported]] = lambda platform, path: iter(())
    beside: Sequence[Callable[[], Awaitable[None]]] = ()  # what goes on while the fleet runs
    servers: Callable[[], Sequence[ServerState]] = tuple  # of tools
    hours: SleepHours | None = None  # of sleep; None: nobody sleeps by themselves
    monotonic: Callable[[], float] = monotonic
    chance: RandomChoice = secrets.choice
    retry_s: float = 1.0  # before an account that broke begins again, or history is asked for again; doubles
