"""One turn: a message that was heard → what is recorded, recalled, thought and said."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial

from bots.answering import answer_place, first_out, outs_of, received, responded, trouble
from bots.briefing import Situation
from bots.delivery.crash_points import crash_point
from bots.delivery.seam import Out, Turn
from bots.errors import ModelFault, NotStored
from bots.live_answer import LiveAnswer, Pace
from bots.message import Kind, Persona
from bots.mind import Mind
from bots.parcel import Heard, unpack_heard
from bots.people.rooms import Rooms
from bots.people.standing import Guests, refusal
from bots.ports import Adapter, Capabilities, Prompt, Thought, ToolResult, Tools
from bots.reporting import as_json, report_of
from bots.roster import Roster
from bots.turn_id import turn_id
from bots.words import word
from memory.archive.journal import JournalRecovery, JournalStart, TurnJournal
from memory.vocabulary.address import Account, Place
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.event import Event
from memory.vocabulary.ports import Clock
from memory.vocabulary.recall import Cue, Primed

log = logging.getLogger(__name__)
#: Older than this, a message is asked about, not answered.
STALE = timedelta(minutes=10)
#: Older than this, the model is told how late it is.
LATE = timedelta(minutes=1)
_ANSWER = "answer"
_TRIES = 3

Observe = Callable[[str, str, ToolResult], Awaitable[None]]
Compose = Callable[[Mind, Situation], Awaitable[Prompt]]
Equip = Callable[[Mind, Cue, Observe], Tools]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """What is needed around a turn."""

    minds: Mapping[str, Mind]
    adapters: Mapping[Account, Adapter]
    roster: Roster
    rooms: Rooms
    rooms_known: Callable[[str], Awaitable[list[Place]]]  # platform -> rooms
    clock: Clock
    compose: Compose
    equip: Equip
    remember: Callable[[Mind, Heard, Place, str], Awaitable[None]]  # keeps question and answer as conversation
    guests: Guests = "refuse"
    pace: Pace = field(default_factory=Pace)
    stopping: set[str] = field(default_factory=set)  # lanes that a person has told to stop


class TurnTaker:
    """`Think` for the delivery engine."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    async def take(self, turn: Turn) -> Sequence[Out]:
        """The rim of a turn: what breaks inside is tried again, then becomes an event and an honest word."""
        heard = unpack_heard(turn.body)
        turn_id.set(f"{heard.message.place}/{heard.message.id}")
        try:
            return await self._take(heard, turn)
        except StorageFault as full:
            raise NotStored(str(full)) from full
        except Exception as bug:
            if turn.attempt < _TRIES or not heard.answers or isinstance(bug, NotStored):
                raise
            log.exception("a turn broke for good; the person is told")
            return await self._break(heard, turn, bug)

    async def _break(self, heard: Heard, turn: Turn, bug: Exception) -> Sequence[Out]:
        mind = self._stage.minds[heard.anima]
        summary = f"the turn broke: {type(bug).__name__}"
        await mind.engine.record(trouble(heard, "broken", self._stage.clock(), summary))
        return self._reply(heard, turn, word(mind.traits.language, "bug"), slot="broken")

    async def _take(self, heard: Heard, turn: Turn) -> Sequence[Out]:
        mind = self._stage.minds.get(heard.anima)
        if mind is None:
            return []  # disabled or removed since it was accepted
        if heard.doubt:
            return self._reply(heard, turn, word(mind.traits.language, "doubt"), slot="doubt")
        await mind.engine.record(received(heard))
        crash_point("after_record")
        if not heard.answers or heard.message.kind is not Kind.MESSAGE:
            return []
        if heard.trust == "guest" and self._stage.guests != "answer":
            return self._reply(heard, turn, refusal(heard.message))
        age = self._stage.clock() - heard.message.at
        if age > STALE and "stream" not in turn.sent:
            return self._reply(heard, turn, word(mind.traits.language, "late", age=_words_of(age)))
        return await self._answer(_Answering(stage=self._stage, turn=turn, mind=mind, heard=heard))

    async def _answer(self, one: _Answering) -> Sequence[Out]:
        try:
            text = await one.turn.once(_ANSWER, one.think)
        except asyncio.CancelledError:
            if one.turn.lane not in self._stage.stopping:
                raise
            self._stage.stopping.discard(one.turn.lane)
            await one.close()
            return self._stopped(one)
        await one.close()
        crash_point("answer_journaled")
        await self._stage.remember(one.mind, one.heard, one.conversation, text)
        return self._reply(one.heard, one.turn, text, visible=one.visible)

    def _stopped(self, one: _Answering) -> Sequence[Out]:
        """What is visible of a stopped answer is marked as such; where nothing is, nothing is said."""
        if not one.visible:
            return []
        mark = word(one.mind.traits.language, "stopped")
        return self._reply(one.heard, one.turn, f"{one.text.strip()}\n\n*{mark}*", visible=one.visible)

    def _reply(self, heard: Heard, turn: Turn, text: str, *, visible: str = "", slot: str = "answer") -> Sequence[Out]:
        capabilities = self._capabilities(heard)
        return outs_of(
            heard,
            text,
            capabilities=capabilities,
            persona=self._stage.roster.persona(heard.message.account, heard.anima),
            event=responded(heard, text, self._stage.clock(), capabilities, slot),
            visible=visible or turn.sent.get("stream", ""),
        )

    def _capabilities(self, heard: Heard) -> Capabilities:
        return self._stage.adapters[heard.message.account].capabilities(heard.message.place)


@dataclass(slots=True, kw_only=True)
class _Answering:
    """A turn that asks the model: recall, prompt, thinking, with the journal and the view kept up to date."""

    stage: Stage
    turn: Turn
    mind: Mind
    heard: Heard
    text: str = ""
    visible: str = ""
    _journal: TurnJournal | None = None

    async def think(self) -> str:
        """The whole answer, or an honest sentence instead of half of one."""
        recovered = await self._recover() if self.turn.attempt > 1 else None
        cue = self._cue()
        primed = await self._recall(cue)
        tools = self.stage.equip(self.mind, cue, self._observe)
        situation = Situation(
            heard=self.heard,
            cue=cue,
            primed=primed,
            conversation=self.conversation,
            tools=tuple(tools.specs()),
            notes=tuple(self._notes(recovered)),
        )
        prompt = await self.stage.compose(self.mind, situation)
        await self._open_journal()
        outcome = "answered"
        try:
            async with self._live() as live:
                text = await self._listen(prompt, tools, live)
        except ModelFault as fault:
            outcome = f"no answer: {fault.reason}"
            log.warning("the model gave no whole answer: %s", fault.reason, extra={"model": self.mind.model.name})
            await self.mind.engine.record(
                trouble(self.heard, "model", self.stage.clock(), f"model: {fault.reason}", content=self.text)
            )
            text = self._apology(fault.reason)
        await self.turn.mark("model", f"{self.mind.model.name}: {outcome}")
        report = report_of(self.heard, cue, primed, prompt.system, self.mind.model.name, outcome)
        await asyncio.to_thread(self.mind.reports.append, as_json(report))
        return text

    async def close(self) -> None:
        """The answer is stored (or the turn is over): the journal has done its work."""
        if self._journal is not None:
            await asyncio.to_thread(self._journal.finalize)
            self._journal = None

    async def _recall(self, cue: Cue) -> Primed:
        if cue.audience.kind == "person" and cue.place is not None:
            await self.stage.rooms.refresh(await self.stage.rooms_known(cue.place.platform))
        primed = await self.mind.engine.prime(cue)
        found = len(primed.recollections)
        await self.turn.mark("recalled", f"{found} memories in {primed.elapsed_ms:.0f} ms")
        return primed

    async def _listen(self, prompt: Prompt, tools: Tools, live: LiveAnswer) -> str:
        finished = False
        async for thought in self.mind.thinker.think(prompt, tools, self.mind.model):
            await self._take_in(thought, live)
            if thought.finished is not None:
                finished = thought.finished
                if not finished:
                    raise ModelFault(thought.reason or "cut")
        if not finished:
            raise ModelFault("cut")
        if not self.text.strip():
            raise ModelFault("empty")
        return self.text

    async def _take_in(self, thought: Thought, live: LiveAnswer) -> None:
        if not thought.text:
            return
        self.text += thought.text
        live.text = self.text
        if self._journal is not None:
            await asyncio.to_thread(self._journal.text, thought.text)
        if live.visible:
            self.visible = live.visible
            crash_point("while_streaming")

    async def _observe(self, tool: str, arguments: str, result: ToolResult) -> None:
        """A tool was used: an event of its own."""
        now = self.stage.clock()
        message = self.heard.message
        await self.mind.engine.record(
            Event(
                ts=now,
                type="tool_use",
                tool=tool,
                content=arguments,
                summary=result.text[:200],
                sender=self.heard.anima,
                channel=str(message.place),
                meta={
                    "id": f"{message.place}/{message.key}/{self.heard.anima}/tool/{now.timestamp():.6f}",
                    "audience": str(message.audience),
                    "platform": message.place.platform,
                    "reply_to": message.id,
                    "ok": result.ok,
                },
            )
        )

    def _live(self) -> LiveAnswer:
        heard, adapter = self.heard, self.stage.adapters[self.heard.message.account]
        capabilities = adapter.capabilities(heard.message.place)
        begin = partial(first_out, heard, capabilities=capabilities, persona=self._persona())

        async def begin_visible(text: str) -> str:
            self.visible = await self.turn.send(begin(text))
            return self.visible

        return LiveAnswer(
            adapter,
            capabilities,
            answer_place(heard, capabilities),
            question=heard.message.id,
            persona=self._persona(),
            begin=begin_visible,
            visible=self.turn.sent.get("stream", ""),
            pace=self.stage.pace,
        )

    @property
    def conversation(self) -> Place:
        """The place as the anima takes part in it: where the answer goes."""
        adapter = self.stage.adapters[self.heard.message.account]
        return answer_place(self.heard, adapter.capabilities(self.heard.message.place))

    def _persona(self) -> Persona | None:
        return self.stage.roster.persona(self.heard.message.account, self.heard.anima)

    def _cue(self) -> Cue:
        message = self.heard.message
        return Cue(
            text=message.text,
            audience=message.audience,
            now=self.stage.clock(),
            sender=message.author,
            sender_name=message.author_name,
            place=message.place,
            key=f"{message.place}/{message.key}",
        )

    def _notes(self, recovered: JournalRecovery | None) -> list[str]:
        """What the model must know of this turn's history."""
        notes = []
        age = self.stage.clock() - self.heard.message.at
        if age > LATE:
            notes.append(f"This message was written {_words_of(age)} ago, while you were away.")
        if recovered is not None and recovered.text:
            notes.append(f"You were interrupted while answering it. You had begun: {recovered.text[-500:]!r}")
        for tool in recovered.tools if recovered else ():
            if not tool.ended:
                notes.append(f"Whether your use of {tool.name} took effect is unknown.")
        return notes

    def _apology(self, reason: str) -> str:
        language = self.mind.traits.language
        return word(language, "model_trouble", why=word(language, reason))

    async def _recover(self) -> JournalRecovery | None:
        """What a dead process had written of this answer; it is logged, for it may have been seen."""
        name = self._journal_name()
        found = next((one for one in await asyncio.to_thread(self.mind.journal.recover) if one.turn == name), None)
        if found is not None:
            summary = "an answer was interrupted by a crash and is made again"
            await self.mind.engine.record(
                trouble(self.heard, f"recovered/{self.turn.attempt}", self.stage.clock(), summary, found.text)
            )
        return found

    async def _open_journal(self) -> None:
        message = self.heard.message
        start = JournalStart(
            turn=self._journal_name(),
            trigger="message",
            started_at=self.stage.clock(),
            sender=str(message.author),
            session=str(message.place),
            facts={"key": message.key, "lane": self.turn.lane},
        )
        self._journal = await asyncio.to_thread(self.mind.journal.open, start)

    def _journal_name(self) -> str:
        return f"{self.turn.lane}/{self.turn.key}"


def _words_of(age: timedelta) -> str:
    minutes = int(age.total_seconds() // 60)
    if minutes < 60:
        return f"{max(minutes, 1)} min"
    if minutes < 48 * 60:
        return f"{minutes // 60} h"
    return f"{minutes // (24 * 60)} d"
