"""One turn: a message that was heard → what is recorded, recalled, thought and said."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial

from bots.answering import STREAM_SLOT, answer_place, first_out, outs_of, received, responded, trouble
from bots.briefing import Situation
from bots.delivery.crash_points import crash_point
from bots.delivery.seam import Out, Turn
from bots.errors import InDoubt, ModelFault, NotStored, SendFault
from bots.journaling import AnswerJournal
from bots.live_answer import LiveAnswer, Pace
from bots.message import Kind, Persona, Typing
from bots.mind import Mind
from bots.orphans import facts_of
from bots.parcel import Heard, unpack_heard
from bots.people.rooms import Rooms
from bots.people.standing import Guests
from bots.ports import Adapter, Capabilities, Prompt, Thought, ToolResult, Tools
from bots.reporting import as_json, report_of
from bots.roster import Roster
from bots.turn_id import turn_id
from bots.words import word
from memory.archive.journal import JournalRecovery, JournalStart
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
_SIGN_S = 0.5

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
        mind = self._stage.minds.get(heard.anima)
        if mind is None:
            return []  # disabled or removed since it was accepted
        one = _Answering(stage=self._stage, turn=turn, mind=mind, heard=heard, visible=turn.sent.get(STREAM_SLOT, ""))
        try:
            return await self._take(one)
        except StorageFault as full:
            raise NotStored(str(full)) from full
        except Exception as bug:
            if turn.attempt < _TRIES or not heard.answers or isinstance(bug, NotStored):
                raise
            log.exception("a turn broke for good; the person is told")
            return await self._break(one, bug)

    async def _break(self, one: _Answering, bug: Exception) -> Sequence[Out]:
        summary = f"the turn broke: {type(bug).__name__}"
        await one.mind.engine.record(trouble(one.heard, "broken", self._stage.clock(), summary, one.text))
        await one.close()
        return self._reply(one, one.word("bug"), slot="broken")

    async def _take(self, one: _Answering) -> Sequence[Out]:
        heard = one.heard
        if heard.doubt:
            return self._reply(one, one.word("doubt"), slot="doubt")
        await one.mind.engine.record(received(heard))
        crash_point("after_record")
        if not heard.answers or heard.message.kind is not Kind.MESSAGE:
            return []
        if heard.trust == "guest" and self._stage.guests != "answer":
            return self._reply(one, one.word("guest", address=str(heard.message.author)))
        age = self._stage.clock() - heard.message.at
        if age > STALE and not one.visible:
            return self._reply(one, one.word("late", age=_words_of(age)))
        return await self._answer(one)

    async def _answer(self, one: _Answering) -> Sequence[Out]:
        try:
            text = await one.turn.once(_ANSWER, one.think)
            await one.close()
            crash_point("answer_journaled")
            if one.is_doubtful:
                return []  # part of it may be visible and cannot be found again: the whole could double it
            if not one.has_failed:
                await self._remember(one, text)
        except asyncio.CancelledError:
            if one.turn.lane not in self._stage.stopping:
                raise
            self._stage.stopping.discard(one.turn.lane)
            return await self._stopped(one)
        return self._reply(one, text)

    async def _stopped(self, one: _Answering) -> Sequence[Out]:
        """What is visible of a stopped answer is marked as such; where nothing is, nothing is said."""
        await one.close()
        if one.is_doubtful or not one.is_seen:
            await one.take_sign_away()
            return []
        text = f"{one.text.strip()}\n\n*{one.word('stopped')}*".strip()
        await self._remember(one, text)
        return self._reply(one, text)

    async def _remember(self, one: _Answering, text: str) -> None:
        await self._stage.remember(one.mind, one.heard, one.conversation, text)

    def _reply(self, one: _Answering, text: str, *, slot: str = "answer") -> Sequence[Out]:
        heard, capabilities = one.heard, one.capabilities
        return outs_of(
            heard,
            text,
            capabilities=capabilities,
            persona=one.persona,
            event=responded(heard, text, self._stage.clock(), capabilities, slot),
            visible=one.visible,
            too_long=one.word("as_file"),
        )


@dataclass(slots=True, kw_only=True)
class _Answering:
    """One turn: recall, prompt, thinking, with the journal and the view kept up to date.

    `text` is what the model has said so far, `visible` the id of the post that shows it; `is_doubtful` says that it
    is unknown whether such a post is there, `has_failed` that the model gave no whole answer.
    """

    stage: Stage
    turn: Turn
    mind: Mind
    heard: Heard
    text: str = ""
    visible: str = ""
    is_doubtful: bool = False
    has_failed: bool = False
    _journal: AnswerJournal | None = None
    _live: LiveAnswer | None = None
    _uses: int = 0

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
        outcome = "answered"
        try:
            async with AsyncExitStack() as around:
                journal = self._journal = await around.enter_async_context(await self._open_journal())
                live = self._live = await around.enter_async_context(self._view())
                text = await self._listen(prompt, tools, journal, live)
        except ModelFault as fault:
            outcome, self.has_failed = f"no answer: {fault.reason}", True
            log.warning("the model gave no whole answer: %s", fault.reason, extra={"model": self.mind.model.name})
            await self.mind.engine.record(
                trouble(self.heard, "model", self.stage.clock(), f"model: {fault.reason}", content=self.text)
            )
            text = self.word("model_trouble", why=self.word(fault.reason))
        await self.turn.mark("model", f"{self.mind.model.name}: {outcome}")
        report = report_of(self.heard, cue, primed, prompt.system, self.mind.model.name, outcome)
        await asyncio.to_thread(self.mind.reports.append, as_json(report))
        return text

    async def close(self) -> None:
        """The answer is stored (or the turn is over): the journal has done its work."""
        if self._journal is not None:
            await self._journal.close()
            self._journal = None
        elif self.turn.attempt > 1:
            await asyncio.to_thread(self.mind.journal.discard, self._journal_name())

    @property
    def is_seen(self) -> bool:
        """Whether the person has seen something of the answer."""
        return bool(self.visible) or (self._live is not None and self._live.is_drafted)

    async def take_sign_away(self) -> None:
        """Nothing will be posted that would end the typing sign."""
        with suppress(SendFault, TimeoutError):
            async with asyncio.timeout(_SIGN_S):
                sign = Typing(place=self.conversation, reply_to=self.heard.message.id, done=True)
                await self._adapter.perform(sign, nonce="")

    async def _recall(self, cue: Cue) -> Primed:
        if cue.audience.kind == "person" and cue.place is not None:
            await self.stage.rooms.refresh(await self.stage.rooms_known(cue.place.platform))
        primed = await self.mind.engine.prime(cue)
        found = len(primed.recollections)
        await self.turn.mark("recalled", f"{found} memories in {primed.elapsed_ms:.0f} ms")
        return primed

    async def _listen(self, prompt: Prompt, tools: Tools, journal: AnswerJournal, live: LiveAnswer) -> str:
        finished = False
        async for thought in self.mind.thinker.think(prompt, tools, self.mind.model):
            await journal.take(thought)
            self._take_in(thought, live)
            if thought.finished is not None:
                finished = thought.finished
                if not finished:
                    raise ModelFault(thought.reason or "cut")
        if not finished:
            raise ModelFault("cut")
        if not self.text.strip():
            raise ModelFault("empty")
        return self.text

    def _take_in(self, thought: Thought, live: LiveAnswer) -> None:
        if not thought.text:
            return
        self.text += thought.text
        live.text = self.text
        if live.visible:
            crash_point("while_streaming")

    async def _observe(self, tool: str, arguments: str, result: ToolResult) -> None:
        """A tool was used: an event of its own."""
        self._uses += 1
        message = self.heard.message
        await self.mind.engine.record(
            Event(
                ts=self.stage.clock(),
                type="tool_use",
                tool=tool,
                content=arguments,
                summary=result.text[:200],
                sender=self.heard.anima,
                channel=str(message.place),
                meta={
                    "id": f"{message.place}/{message.key}/{self.heard.anima}/tool/{self.turn.attempt}.{self._uses}",
                    "audience": str(message.audience),
                    "platform": message.place.platform,
                    "reply_to": message.id,
                    "ok": result.ok,
                },
            )
        )

    def _view(self) -> LiveAnswer:
        begin = partial(first_out, self.heard, capabilities=self.capabilities, persona=self.persona)

        async def begin_visible(text: str) -> str:
            try:
                self.visible = await self.turn.send(begin(text))
            except InDoubt:
                self.is_doubtful = True
                raise
            return self.visible

        return LiveAnswer(
            self._adapter,
            self.capabilities,
            self.conversation,
            question=self.heard.message.id,
            persona=self.persona,
            begin=begin_visible,
            visible=self.visible,
            pace=self.stage.pace,
        )

    @property
    def conversation(self) -> Place:
        """The place as the anima takes part in it: where the answer goes."""
        return answer_place(self.heard, self.capabilities)

    @property
    def capabilities(self) -> Capabilities:
        return self._adapter.capabilities(self.heard.message.place)

    @property
    def persona(self) -> Persona | None:
        return self.stage.roster.persona(self.heard.message.account, self.heard.anima)

    def word(self, key: str, **values: str) -> str:
        """The fleet's own word in the anima's language."""
        return word(self.mind.traits.language, key, **values)

    @property
    def _adapter(self) -> Adapter:
        return self.stage.adapters[self.heard.message.account]

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

    async def _recover(self) -> JournalRecovery | None:
        """What an earlier attempt had written of this answer; it is logged, for it may have been seen."""
        found = await asyncio.to_thread(self.mind.journal.recover_turn, self._journal_name())
        if found is not None:
            summary = "an answer was interrupted and is made again"
            slot = f"recovered/{self.turn.attempt}"
            await self.mind.engine.record(trouble(self.heard, slot, self.stage.clock(), summary, found.text))
        return found

    async def _open_journal(self) -> AnswerJournal:
        message = self.heard.message
        start = JournalStart(
            turn=self._journal_name(),
            trigger="message",
            started_at=self.stage.clock(),
            sender=str(message.author),
            session=str(message.place),
            facts=facts_of(str(message.place), str(message.audience), message.id, self.turn.lane),
        )
        return AnswerJournal(await asyncio.to_thread(self.mind.journal.open, start))

    def _journal_name(self) -> str:
        return f"{self.turn.lane}/{self.turn.key}"


def _words_of(age: timedelta) -> str:
    minutes = int(age.total_seconds() // 60)
    if minutes < 60:
        return f"{max(minutes, 1)} min"
    if minutes < 48 * 60:
        return f"{minutes // 60} h"
    return f"{minutes // (24 * 60)} d"
