"""What stands around a turn, and one attempt at it: what the steps of the route read, and what they find out.

One anima's attention is a lock: its talks go on side by side; its own work has it alone and keeps no talk waiting. A
talk that comes while it is at such work ends that work, which is done again after the talk; what has been interrupted
too often is done to its end, and the talk waits.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cached_property
from typing import TypeVar

from bots.anima.anima import Anima
from bots.delivery.answer_parts import answer_place
from bots.delivery.contract import Turn, WorkSlot
from bots.delivery.error_boundary import BackgroundTasks
from bots.delivery.intake import IntakeGate
from bots.delivery.items import FindPerson, InboxItem, nobody
from bots.delivery.message_files import FileTaker
from bots.delivery.metrics import Metrics
from bots.message import Message, Persona
from bots.people.calling import Calling
from bots.people.help_lines import HelpLines
from bots.people.trust_policy import GuestReports, TrustPolicy
from bots.ports import Adapter, Capabilities, Prompt, ToolResult, Tools
from bots.rooms.boards import FleetRooms
from bots.schedule.night_watch import NightWatch
from bots.text.phrases import FLEET_WORDS, fleet_word
from bots.tools.tool import Reach
from bots.trust.exposure import Exposure, OutputGate
from bots.turn.awaited_turns import AwaitedTurns, LongToolRuns
from bots.turn.letters import LetterBudget
from bots.turn.live_answer import AnswerJournal, LiveAnswer, Previews
from bots.turn.prompt.briefing import TurnSituation
from bots.turn.thinking.budget import SpendingNotices
from memory.archive.audit_log import AuditLog
from memory.language.language_id import guess_language
from memory.vocabulary.address import Account, Place
from memory.vocabulary.cue import Cue, Primed
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)


class UsedMemoryNotes:
    """What was in the prompt and what of it is in the reply."""

    def __init__(self) -> None:
        self._background = BackgroundTasks()

    def answered(self, anima: Anima, cue: Cue, primed: Primed, reply: str) -> None:
        """Note it, some time soon."""
        if primed.recollections or primed.withheld:
            self._background.spawn(_note_used_memories(anima, cue, primed, reply))


async def _note_used_memories(anima: Anima, cue: Cue, primed: Primed, reply: str) -> None:
    try:
        await anima.engine.answered(cue, primed, reply)
    except MemoryFault:
        log.warning("which memories a reply used could not be noted", exc_info=True)


# --- solitude -------------------------------------------------------------------------------------------------------
# One anima's attention: its talks go on side by side; its own work has it alone and keeps no talk waiting.
#
# A talk that comes while it is at such work ends that work, which is done again after the talk; what has been
# interrupted too often is done to its end, and the talk waits.


_Result = TypeVar("_Result")
#: So often work gives way to a talk.
MOST_INTERRUPTIONS = 3


@dataclass(slots=True)
class _AnimaAttention:
    """`work` is what may be ended for a talk; `changed` is told whenever somebody leaves."""

    talks: int = 0
    is_alone: bool = False
    work: asyncio.Task[object] | None = None
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)


class TurnLock:
    """Of all animas, by name."""

    def __init__(self) -> None:
        self._of: dict[str, _AnimaAttention] = {}

    @asynccontextmanager
    async def talking(self, anima: str, *, urgently: bool = True) -> AsyncIterator[None]:
        """Beside other talks, never beside work; with a person (`urgently`) the work gives way."""
        attention = self._of.setdefault(anima, _AnimaAttention())
        async with attention.changed:
            while attention.is_alone:
                if urgently and attention.work is not None:
                    attention.work.cancel()
                await attention.changed.wait()
            attention.talks += 1
        try:
            yield
        finally:
            async with attention.changed:
                attention.talks -= 1
                attention.changed.notify_all()

    async def alone(self, anima: str, work: Callable[[], Awaitable[_Result]]) -> _Result:
        """Do the work while no talk and no other work goes on. It begins anew after each interruption."""
        attention, interrupted = self._of.setdefault(anima, _AnimaAttention()), 0
        while True:
            async with attention.changed:
                await attention.changed.wait_for(lambda: not attention.is_alone and not attention.talks)
                attention.is_alone = True
            task = asyncio.ensure_future(work())
            attention.work = task if interrupted < MOST_INTERRUPTIONS else None
            try:
                await asyncio.wait({task})
            finally:
                task.cancel()  # nothing, where it has ended
                await asyncio.shield(self._leave(attention))
            if not task.cancelled():
                return task.result()
            interrupted += 1

    async def _leave(self, attention: _AnimaAttention) -> None:
        async with attention.changed:
            attention.is_alone, attention.work = False, None
            attention.changed.notify_all()


# --- turn context ---------------------------------------------------------------------------------------------------
# What stands around a turn.


ObserveTool = Callable[[str, str, ToolResult], Awaitable[None]]
ComposePrompt = Callable[[Anima, TurnSituation], Awaitable[Prompt]]
EquipTurn = Callable[[Anima, Cue, ObserveTool, Reach | None], Tools]
#: So many turns that no person waits for are thought at once.
MOST_BACKGROUND_TURNS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPeople:
    """How people are found and called, and where help is; `zone` is that in which days are told to them."""

    calling: Calling
    find: FindPerson = nobody
    letters: LetterBudget = field(default_factory=LetterBudget)
    help_lines: HelpLines = field(default_factory=HelpLines)
    zone: tzinfo = UTC


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnTrust:
    """What may be taken in, done and said; `policy` changes with the config."""

    door: IntakeGate
    policy: TrustPolicy
    guest_reports: GuestReports
    audit: AuditLog
    gate: OutputGate = field(default_factory=OutputGate)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSchedule:
    """When turns are taken, what they wait for, and which of them run beside each other.

    `long_work` None: every tool is waited for; `nights` None: nobody sleeps by themselves. `stopping` are lanes that a
    person has told to stop.
    """

    waits: AwaitedTurns
    long_work: LongToolRuns | None = None
    nights: NightWatch | None = None
    reminders_changed: asyncio.Event = field(default_factory=asyncio.Event)
    lock: TurnLock = field(default_factory=TurnLock)
    background_slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MOST_BACKGROUND_TURNS))
    stopping: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnThinking:
    """What an answer is made with. `remember` keeps question, answer and whose it is; `spending` None: nobody is told
    what it has cost."""

    compose: ComposePrompt
    equip: EquipTurn
    remember: Callable[[Anima, InboxItem, Place, str, str], Awaitable[None]]
    spending: SpendingNotices | None = None
    files: FileTaker = field(default_factory=FileTaker)
    used_memories: UsedMemoryNotes = field(default_factory=UsedMemoryNotes)
    metrics: Metrics = field(default_factory=Metrics)
    previews: Previews = field(default_factory=Previews)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnContext:
    """What is needed around a turn. `adapters` are the fleet's accounts and the internal ones of its animas."""

    animas: dict[str, Anima]
    adapters: dict[Account, Adapter]
    clock: Clock
    people: TurnPeople
    rooms: FleetRooms
    trust: TurnTrust
    schedule: TurnSchedule
    thinking: TurnThinking


# --- attempt --------------------------------------------------------------------------------------------------------
# One attempt at a turn: what the steps of the route (bots.route) read, and what they find out on the way.


#: Older than this, the model is told how late a message is.
LATE_AFTER = timedelta(minutes=1)


@dataclass(kw_only=True)
class Attempt:
    """`heard` is the message as it holds now.

    `text` is what the model has said so far, `visible` the id of the post that shows it; `is_doubtful` says that it
    is unknown whether such a post is there, `has_failed` that the model gave no whole answer. `errand` is its place
    among the turns that no person waits for; `exposure` says whose words the model has met, `origins` are the ids
    of what its prompt held. `journal` and `live` are there while it thinks; `uses` counts its uses of tools.
    """

    context: TurnContext
    turn: Turn
    anima: Anima
    heard: InboxItem
    visible: str = ""
    text: str = field(default="", init=False)
    is_doubtful: bool = field(default=False, init=False)
    has_failed: bool = field(default=False, init=False)
    feeling: str = field(default="", init=False)
    errand: WorkSlot | None = field(default=None, init=False)
    exposure: Exposure = field(default_factory=Exposure, init=False)
    origins: tuple[str, ...] = field(default=(), init=False)
    journal: AnswerJournal | None = field(default=None, init=False)
    live: LiveAnswer | None = field(default=None, init=False)
    uses: int = field(default=0, init=False)

    @property
    def id(self) -> str:
        """Of the turn: its lane, and its key there."""
        return f"{self.turn.lane}/{self.turn.key}"

    @property
    def message(self) -> Message:
        return self.heard.message

    @property
    def now(self) -> datetime:
        return self.context.clock()

    @cached_property
    def adapter(self) -> Adapter:
        return self.context.adapters[self.message.account]

    @cached_property
    def capabilities(self) -> Capabilities:
        return self.adapter.capabilities(self.message.place)

    @cached_property
    def conversation(self) -> Place:
        """The place as the anima takes part in it: where the answer goes."""
        return answer_place(self.heard, self.capabilities)

    @property
    def cue(self) -> Cue:
        """The message as memory is asked about it, now."""
        message, answered = self.message, self.heard.answered
        return Cue(
            text=message.text,
            audience=message.audience,
            now=self.now.astimezone(self.anima.engine.zone),
            sender=answered.person,
            sender_name=answered.name,
            trust=self.heard.trust,
            place=message.place,
            key=f"{message.place}/{message.key}",
            activation=self.heard.woken_by if self.heard.woken_by in ("heartbeat", "cron") else "message",
        )

    # ------------------------------------------------------------------------------------ time

    @property
    def age(self) -> timedelta:
        """Since the person wrote the message."""
        return self.now - self.message.at

    @property
    def lateness(self) -> timedelta:
        """For how much of its age nobody was there: it was not heard, or we did not run. A queue is no absence."""
        return max(timedelta(), self.turn.accepted_at - self.message.at) + self.turn.away

    @property
    def late_by(self) -> str:
        """How old the message is, in words; empty where it was heard at once."""
        return age_in_words(self.age) if not self.heard.woken_by and self.lateness > LATE_AFTER else ""

    @property
    def label(self) -> str:
        """What stands before a late answer."""
        return f"*{self.word('late_label', age=age)}*\n\n" if (age := self.late_by) else ""

    # ------------------------------------------------------------------------------------ how it is said

    @property
    def is_seen(self) -> bool:
        """Whether the person has seen something of the answer."""
        return bool(self.visible) or (self.live is not None and self.live.is_drafted)

    @property
    def persona(self) -> Persona | None:
        worn = self.context.rooms.roster.persona(self.message.account, self.heard.anima)
        return replace(worn, avatar=self.expression) if worn is not None and self.is_felt_by_face else worn

    @property
    def expression(self) -> str:
        """What shows the feeling: a face's address, or an emoji; empty where there is none."""
        return self.anima.traits.expressions.get(self.feeling, "")

    @property
    def is_felt_by_face(self) -> bool:
        """A face is worn from the first post on, which may be there already."""
        return self.expression.startswith(("http://", "https://")) and not self.visible

    @cached_property
    def language(self) -> str:
        """That of who is answered, where the fleet speaks it; else the anima's."""
        spoken = guess_language(self.message.text)
        return spoken if spoken in FLEET_WORDS else self.anima.traits.language

    def word(self, key: str, **values: str) -> str:
        """The fleet's own word in the language of who is answered."""
        return fleet_word(self.language, key, **values)

    def gate(self, text: str) -> str:
        """What may be said of it."""
        return self.context.trust.gate(text, self.exposure)

    async def split(self, text: str) -> list[str]:
        """As many posts as the platform's limits make of it; long Markdown takes a while, so beside the loop."""
        return await asyncio.to_thread(self.capabilities.split, text)


def age_in_words(age: timedelta) -> str:
    minutes = int(age.total_seconds() // 60)
    if minutes < 60:
        return f"{max(minutes, 1)} min"
    if minutes < 48 * 60:
        return f"{minutes // 60} h"
    return f"{minutes // (24 * 60)} d"
