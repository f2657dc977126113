"""One attempt at a turn: what is recalled, thought and seen while it is thought."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial

from bots.answering import answer_place, first_out, trouble
from bots.briefing import Situation
from bots.conversing import OFFLINE
from bots.delivery.crash_points import crash_point
from bots.delivery.seam import Turn
from bots.delivery.taken import Slot
from bots.equipping import Equipping
from bots.errors import InDoubt, ModelFault, SendFault
from bots.expression import felt, unfinished
from bots.files.taking import Came
from bots.journaling import AnswerJournal
from bots.live_answer import LiveAnswer
from bots.message import Message, Persona, Typing
from bots.mind import Mind
from bots.orphans import facts_of
from bots.parcel import Heard, pack_answer, unpack_heard, whole_characters
from bots.ports import Adapter, Capabilities, Prompt, Thought, ToolResult, Tools
from bots.remarks import remarks
from bots.reporting import as_json, report_of
from bots.stage import Stage
from bots.talk_now import talk_now
from bots.trust.exposure import Exposure, exposure_of
from bots.words import word
from memory.archive.journal import JournalRecovery, JournalStart
from memory.vocabulary.address import Place
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.event import Event
from memory.vocabulary.recall import Cue, Primed

log = logging.getLogger(__name__)
#: Older than this, the model is told how late a message is.
LATE = timedelta(minutes=1)
_SIGN_S = 0.5
_LONGEST_NAME = 80
#: So long a turn waits to hear whether its message still stands: an index that is being made must not hold it up.
_KNOWN_WITHIN_S = 2.0


@dataclass(slots=True, kw_only=True)
class Attempt:
    """Recall, prompt, thinking, with the journal and the view kept up to date.

    `text` is what the model has said so far, `visible` the id of the post that shows it; `is_doubtful` says that it
    is unknown whether such a post is there, `has_failed` that the model gave no whole answer. `errand` is its place
    among the turns that no person waits for.
    """

    stage: Stage
    turn: Turn
    mind: Mind
    heard: Heard
    text: str = ""
    visible: str = ""
    is_doubtful: bool = False
    has_failed: bool = False
    feeling: str = ""
    errand: Slot | None = None
    exposure: Exposure = field(default_factory=Exposure)
    _journal: AnswerJournal | None = None
    _live: LiveAnswer | None = None
    _uses: int = 0

    async def think(self) -> str:
        """The whole answer with its files, packed, or an honest sentence instead of half of one."""
        recovered = await self._recover() if self.turn.attempt > 1 else None
        cue = self._cue()
        talk = await talk_now(self.mind, self.conversation, cue.audience)
        if self.mind.model.name != OFFLINE:  # which answers from its memories alone
            recent = talk.recent(self.mind.history_tokens)
            cue = replace(cue, shown={turn.id or f"turn {at}": turn.text for at, turn in enumerate(recent)})
        primed, came = await asyncio.gather(self._recall(cue), self._files())
        self.exposure = exposure_of(self.heard, primed, talk, came)
        tools = self.equipped(cue)
        situation = Situation(
            heard=self.heard,
            cue=cue,
            primed=primed,
            conversation=talk,
            tools=tuple(tools.specs()),
            files=came,
            files_tokens=self.stage.files.limits.prompt_tokens,
            notes=tuple(await remarks(self.mind, self.heard, recovered, words_of(self.age) if self._is_late else "")),
        )
        prompt = await self.stage.compose(self.mind, situation)
        outcome = "answered"
        try:
            async with AsyncExitStack() as around:
                journal = self._journal = await around.enter_async_context(await self._open_journal())
                live = self._live = await around.enter_async_context(self._view())
                text = await asyncio.to_thread(self.gate, await self._listen(prompt, tools, journal, live))
        except ModelFault as fault:
            outcome, self.has_failed = f"no answer: {fault.reason}", True
            log.warning("the model gave no whole answer: %s", fault.reason, extra={"model": self.mind.model.name})
            await self.mind.engine.record(
                trouble(self.heard, "model", self.stage.clock(), f"model: {fault.reason}", content=self.text)
            )
            text = self.word("model_trouble", why=self.word(fault.reason))
        await self.turn.mark("model", f"{self.mind.model.name}: {outcome}")
        self._tell(primed, outcome, text)
        report = report_of(self.heard, cue, primed, prompt.moment, self.mind.model.name, outcome)
        await asyncio.to_thread(self.mind.reports.append, as_json(report))
        if not self.has_failed:
            self.stage.noting.answered(self.mind, cue, primed, text)
        files = () if self.has_failed else [self.stage.gate.file(one, self.exposure) for one in tools.files()]
        return pack_answer("\n\n".join([text, *self._unread(came)]), files)

    async def still_stands(self) -> bool:
        """Whether the message is there still; it is heard as it was edited since."""
        key = self._cue().key
        try:
            async with asyncio.timeout(_KNOWN_WITHIN_S):
                changed = await self.mind.engine.changed_since([key])
        except (MemoryFault, TimeoutError):
            log.warning("whether a message still stands cannot be told", exc_info=True)
            return True
        if key not in changed:
            return True
        if changed[key] is None:
            return False
        text = (changed[key] or "").strip()
        self.heard = replace(self.heard, message=replace(self.heard.message, text=text))
        return bool(text or self.heard.message.files)

    async def gather(self) -> None:
        """The files of an album whose parts come one by one: once nothing more comes, those of all."""
        message, seen, parts = self.heard.message, -1, list[Message]()
        while message.album and len(parts) > seen:
            seen = len(parts)
            await asyncio.sleep(self.stage.pace.album_s)
            waiting = [unpack_heard(body).message for body in await self.turn.behind()]
            parts = [one for one in waiting if one.album == message.album]
        if parts:
            text = next(filter(None, [one.text for one in (message, *parts)]), "")
            files = tuple(file for one in (message, *parts) for file in one.files)
            self.heard = replace(self.heard, message=replace(message, text=text, files=files))

    async def close(self) -> None:
        """The answer is stored (or the turn is over): the journal has done its work."""
        if self._journal is not None:
            await self._journal.close()
            self._journal = None
        elif self.turn.attempt > 1:
            await asyncio.to_thread(self.mind.journal.discard, self._journal_name())

    @property
    def age(self) -> timedelta:
        """Since the person wrote the message."""
        return self.stage.clock() - self.heard.message.at

    @property
    def lateness(self) -> timedelta:
        """For how much of its age nobody was there: it was not heard, or we did not run. A queue is no absence."""
        return max(timedelta(), self.turn.accepted_at - self.heard.message.at) + self.turn.away

    @property
    def label(self) -> str:
        """What stands before a late answer."""
        return f"*{self.word('late_label', age=words_of(self.age))}*\n\n" if self._is_late else ""

    @property
    def _is_late(self) -> bool:
        return not self.heard.woken_by and self.lateness > LATE

    async def split(self, text: str) -> list[str]:
        """As many posts as the platform's limits make of it; long Markdown takes a while, so beside the loop."""
        return await asyncio.to_thread(self.capabilities.split, text)

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

    async def _files(self) -> tuple[Came, ...]:
        """What came with the message; nothing is kept of one that was deleted meanwhile."""
        message = self.heard.message
        came = await self.stage.files.take(self._adapter, self.mind.attachments, message)
        if came and not await self.still_stands():
            await asyncio.to_thread(self.mind.attachments.forget, message.place, message.id)
        return came

    def _unread(self, came: Sequence[Came]) -> list[str]:
        """A line for each file that was not taken in."""
        most = self.stage.files.limits.most_bytes // 1024**2
        names = [(one.problem, " ".join(one.file.name.split())[:_LONGEST_NAME]) for one in came if one.problem]
        return [f"*{self.word(problem, name=name.replace('*', ''), most=str(most))}*" for problem, name in names]

    async def _recall(self, cue: Cue) -> Primed:
        platform = "" if cue.audience.kind == "person" else cue.audience.of.partition(":")[0]
        await self.stage.rooms.refresh(cue.audience, await self.stage.rooms_known(platform))
        primed = await self.mind.engine.prime(cue, window=self.mind.model.context_tokens)
        self.stage.metrics.primed(primed)
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
        self.text, self.feeling = felt(self.text)
        if not self.text.strip():
            raise ModelFault("empty")
        return self.text

    def _tell(self, primed: Primed, outcome: str, text: str) -> None:
        """The turn in one line of the log, and in the figures; what was said stays out of both."""
        seconds = (self.stage.clock() - self.heard.message.at).total_seconds()
        self.stage.metrics.answered(self.mind.name, outcome, seconds)
        log.info(
            "a turn has thought",
            extra={
                "anima": self.mind.name,
                "place": str(self.conversation),
                "question": self.heard.message.id,
                "recalled": len(primed.recollections),
                "dropped": ",".join(primed.late) or "none",
                "prime_ms": round(primed.elapsed_ms),
                "model": self.mind.model.name,
                "outcome": outcome,
                "characters": len(text),
                "after_s": round(seconds, 2),
            },
        )

    def _take_in(self, thought: Thought, live: LiveAnswer) -> None:
        if not thought.text:
            return
        self.text += whole_characters(thought.text)
        live.text = self.label + unfinished(self.text)
        if live.visible:
            crash_point("while_streaming")

    async def _observe(self, tool: str, arguments: str, result: ToolResult) -> None:
        """A tool was used: an event of its own."""
        self._uses += 1
        message = self.heard.message
        if result.refused:
            audit, what = self.stage.audit, f"{tool} {arguments}"
            await asyncio.to_thread(audit.record, self.mind.name, "tool refused", what, str(message.author))
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

        # Who was not asked may have nothing to say: that is not to be seen in the making.
        shown = replace(self.capabilities, streaming="none") if self.heard.woken_by else self.capabilities
        return LiveAnswer(
            self._adapter,
            shown,
            self.conversation,
            question=self.heard.message.id,
            persona=self.persona,
            begin=begin_visible,
            waits=self.turn.rest,
            visible=self.visible,
            pace=self.stage.pace,
            previewing=self.stage.previewing,
            gate=self.gate,
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
        worn = self.stage.roster.persona(self.heard.message.account, self.heard.anima)
        return replace(worn, avatar=self.expression) if worn is not None and self.is_felt_by_face else worn

    @property
    def expression(self) -> str:
        """What shows the feeling: a face's address, or an emoji; empty where there is none."""
        return self.mind.traits.expressions.get(self.feeling, "")

    @property
    def is_felt_by_face(self) -> bool:
        """A face is worn from the first post on, which may be there already."""
        return self.expression.startswith(("http://", "https://")) and not self.visible

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
            now=self.stage.clock().astimezone(self.mind.engine.zone),
            sender=message.author,
            sender_name=message.author_name,
            trust=self.heard.trust,
            place=message.place,
            key=f"{message.place}/{message.key}",
            activation=self.heard.woken_by if self.heard.woken_by in ("heartbeat", "cron") else "message",
        )

    def equipped(self, cue: Cue | None = None, granted: str = "") -> Tools:
        """The turn's tools; `granted` is the hash of the one act that a person has allowed."""
        equipping = Equipping(
            stage=self.stage,
            turn=self.turn,
            mind=self.mind,
            heard=self.heard,
            errand=self.errand,
            place=self.conversation,
            exposure=self.exposure,
            observe=self._observe,
        )
        return equipping.tools(cue or self._cue(), granted)

    def gate(self, text: str) -> str:
        """What may be said of it."""
        return self.stage.gate(text, self.exposure)

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
            trigger=self.heard.woken_by or "message",
            started_at=self.stage.clock(),
            sender=str(message.author),
            session=str(message.place),
            facts=facts_of(str(message.place), str(message.audience), message.id, self.turn.lane),
        )
        return AnswerJournal(await asyncio.to_thread(self.mind.journal.open, start))

    def _journal_name(self) -> str:
        return f"{self.turn.lane}/{self.turn.key}"


def words_of(age: timedelta) -> str:
    minutes = int(age.total_seconds() // 60)
    if minutes < 60:
        return f"{max(minutes, 1)} min"
    if minutes < 48 * 60:
        return f"{minutes // 60} h"
    return f"{minutes // (24 * 60)} d"
