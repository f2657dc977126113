"""What stands around a turn."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from datetime import UTC, tzinfo

from bots.addressee import FindPerson, nobody
from bots.briefing import Situation
from bots.calling.calling import Calling
from bots.door import Door
from bots.files.taking import FileTaker
from bots.guests import GuestReports
from bots.letters.budget import LetterBudget
from bots.live_answer import Pace
from bots.long_work import LongWork
from bots.metrics import Metrics
from bots.mind import Mind
from bots.noting import Noting
from bots.parcel import Heard
from bots.people.rooms import Rooms
from bots.people.standing import Guests
from bots.ports import Adapter, Prompt, ToolResult, Tools
from bots.rhythm.nights import Nights
from bots.roster import Roster
from bots.solitude import Solitude
from bots.spending.notices import SpendingNotices
from bots.tools.reach import Reach
from bots.trust.output_gate import OutputGate
from bots.waiting import Waits
from memory.archive.audit_log import AuditLog
from memory.archive.channels import Channels
from memory.vocabulary.address import Account, Audience, Place
from memory.vocabulary.ports import Clock
from memory.vocabulary.recall import Cue

Observe = Callable[[str, str, ToolResult], Awaitable[None]]
Compose = Callable[[Mind, Situation], Awaitable[Prompt]]
Equip = Callable[[Mind, Cue, Observe, Reach | None], Tools]
#: So many turns that no person waits for are thought at once.
ERRANDS = 8


@dataclass(slots=True, kw_only=True)
class Stage:
    """What is needed around a turn. `guests` changes with the config."""

    door: Door
    minds: dict[str, Mind]
    adapters: dict[Account, Adapter]
    roster: Roster
    rooms: Rooms
    rooms_known: Callable[[Collection[str]], Awaitable[list[Place]]]  # platforms, none: all -> rooms
    clock: Clock
    compose: Compose
    equip: Equip
    remember: Callable[[Mind, Heard, Place, str, str], Awaitable[None]]  # keeps question, answer and whose it is
    guests: Guests = "refuse"
    guest_reports: GuestReports
    audit: AuditLog
    gate: OutputGate = field(default_factory=OutputGate)
    money: SpendingNotices | None = None
    waits: Waits
    calling: Calling
    long_work: LongWork | None = None  # None: every tool is waited for
    person: FindPerson = nobody
    channels: Channels
    board_readers: Callable[[str], Audience | None] = lambda board: None  # board -> who reads what is new on it
    nights: Nights | None = None  # None: nobody sleeps by themselves
    letters: LetterBudget = field(default_factory=LetterBudget)
    solitude: Solitude = field(default_factory=Solitude)
    errands: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(ERRANDS))
    files: FileTaker = field(default_factory=FileTaker)
    zone: tzinfo = UTC  # in which days are told to people
    reminders_changed: asyncio.Event = field(default_factory=asyncio.Event)
    noting: Noting = field(default_factory=Noting)
    metrics: Metrics = field(default_factory=Metrics)
    pace: Pace = field(default_factory=Pace)
    previewing: asyncio.Lock = field(default_factory=asyncio.Lock)  # one preview is cut at a time
    stopping: set[str] = field(default_factory=set)  # lanes that a person has told to stop
