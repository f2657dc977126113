"""What the wiring hands to a fleet."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from bots.chat_commands import CarryOut
from bots.commands.desk import Check, Settings
from bots.doubts import Announce
from bots.importing import Exported
from bots.mind import Mind
from bots.people.linking import Chance
from bots.people.standing import Standing
from bots.persona.state import AnimaState
from bots.ports import Adapter
from bots.rhythm.nights import Hours
from bots.roster import Roster
from bots.tool_server import ServerState
from memory.archive.contacts import Contacts
from memory.vocabulary.address import Account
from memory.vocabulary.ports import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Crew:
    """Accounts, animas, and what a fleet knows of the house."""

    home: Path
    clock: Clock
    minds: dict[str, Mind]
    adapters: dict[Account, Adapter]
    roster: Roster
    standing: Standing
    announce: Announce
    carry_out: CarryOut
    checks: Callable[[bool], Awaitable[Sequence[Check]]]
    manifest: Callable[[str], str]
    create_anima: Callable[[str, str, str], object]
    enable_anima: Callable[[str, bool], None]
    contacts: Contacts
    resting: Sequence[AnimaState] = ()  # disabled ones
    terminals: set[Account] = field(default_factory=set)
    settings: Settings | None = None  # None: the config is not read again
    language: str = "en"  # of the fleet's words to those of whom no other is known
    exported: Callable[[str, Path], Iterator[Exported]] = lambda platform, path: iter(())
    beside: Sequence[Callable[[], Awaitable[None]]] = ()  # what goes on while the fleet runs
    servers: Callable[[], Sequence[ServerState]] = tuple  # of tools
    hours: Hours | None = None  # of sleep; None: nobody sleeps by themselves
    monotonic: Callable[[], float] = monotonic
    chance: Chance = secrets.choice
    retry_s: float = 1.0  # before an account that broke begins again, or history is asked for again; doubles
