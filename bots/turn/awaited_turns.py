"""Turns that wait, for the answer of somebody else or for a tool that takes long: nothing is held meanwhile.

What is waited for lies in the anima's `awaited.jsonl`, for days if need be. An answer and the end of its time go to
the lane of the talk in which it was asked, whichever comes first, once. After a restart a tool that only reads is
begun again; of what may have acted it is said that this is unknown.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from bots.anima.anima import Anima
from bots.delivery.contract import Delivery
from bots.delivery.error_boundary import keep_looking
from bots.delivery.internal_channel import program_as_author, tool_as_author
from bots.delivery.items import InboxItem, Occasion, lane_of, pack_inbox, unpack_inbox
from bots.message import Kind
from bots.tools.tool import Scene, Tool, result_of
from bots.tools.tool_catalogue import TOOLS
from bots.tools.turn_tools import LEAST_TRUST, more_tools
from memory.archive.requests import ANSWER_AWAITED, ANSWER_GIVEN, AWAITED_APPROVAL, AWAITED_IN_BACKGROUND, AwaitedAnswer
from memory.theories import tokens
from memory.vocabulary.address import Person
from memory.vocabulary.cue import Cue
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.event import Author
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)
#: The kind of what may be answered and need not.
AWAITED_LETTER = "letter"
_NOBODY = "waiting"
#: So long what was settled is handed over again at a start: the inbox knows it by its key.
_WOKEN_AGAIN_WITHIN = timedelta(days=3)


class AwaitedTurns:
    """Of all animas."""

    def __init__(self, animas: Mapping[str, Anima], delivery: Delivery, clock: Clock) -> None:
        self._animas = animas
        self._delivery = delivery
        self._clock = clock
        self._changed = asyncio.Event()
        self._here: dict[tuple[str, str], asyncio.Event] = {}  # turns that wait for it and go on

    async def ask(self, anima: Anima, awaited: AwaitedAnswer) -> AwaitedAnswer:
        """Put on record what is waited for, once; what is on record. Raises StorageFault."""
        known = await asyncio.to_thread(anima.records.awaited.ask, awaited)
        self._changed.set()
        return known

    async def within(self, anima: Anima, id: str, seconds: float) -> AwaitedAnswer:
        """Wait for it inside the turn; else the turn is taken up again later. Raises StorageFault."""
        came = self._here.setdefault((anima.name, id), asyncio.Event())
        try:
            known = await asyncio.to_thread(anima.records.awaited.find, id)
            if known is not None and known.state == ANSWER_AWAITED:
                with suppress(TimeoutError):
                    await asyncio.wait_for(came.wait(), seconds)
        finally:
            self._here.pop((anima.name, id), None)
        return await asyncio.to_thread(anima.records.awaited.leave, id, self._clock())

    async def answered(self, name: str, id: str, answer: str, by: Person, trust: str = "member") -> bool:
        """Somebody has answered; False: nobody waits for that (any more). Raises NotStored, StorageFault."""
        anima = self._animas.get(name)
        return anima is not None and await self._settle(anima, id, answer=answer, by=str(by), trust=trust)

    async def dropped(self, name: str, id: str) -> None:
        """Nobody wants it any more, and nobody is told. Raises StorageFault."""
        if (anima := self._animas.get(name)) is not None:
            await self._settle(anima, id, is_told=False)

    async def keep_watch(self) -> None:
        """Hand over what a crash has kept back, then end what takes too long."""
        since = self._clock() - _WOKEN_AGAIN_WITHIN
        for anima, item in await self._all():
            is_told = item.has_left and (bool(item.by) or item.kind != AWAITED_LETTER)
            if is_told and item.settled_at is not None and item.settled_at >= since:
                await self._take_up(anima, item)
        await keep_looking(self.look, self._changed, self._clock, "what is waited for")

    async def look(self) -> datetime | None:
        """End what is over; when the next one is. Raises NotStored, StorageFault."""
        now, coming = self._clock(), []
        for anima, item in await self._all():
            if item.state == ANSWER_AWAITED and item.until <= now:
                await self._settle(anima, item.id, is_told=item.kind != AWAITED_LETTER)
            elif item.state == ANSWER_AWAITED:
                coming.append(item.until)
        return min(coming, default=None)

    async def _settle(
        self, anima: Anima, id: str, *, answer: str = "", by: str = "", trust: str = "", is_told: bool = True
    ) -> bool:
        now = self._clock()
        if not await asyncio.to_thread(anima.records.awaited.settle, id, now, answer=answer, by=by, trust=trust):
            return False
        if (here := self._here.get((anima.name, id))) is not None:
            here.set()
        known = await asyncio.to_thread(anima.records.awaited.find, id)
        if known is not None and known.has_left and is_told:
            await self._take_up(anima, known)
        return True

    async def _take_up(self, anima: Anima, awaited: AwaitedAnswer) -> None:
        """Raises NotStored."""
        try:
            heard = unpack_inbox(json.dumps(dict(awaited.origin)).encode())
        except ValueError:
            log.exception("what was waited for cannot be read and is dropped", extra={"awaited": awaited.id})
            return
        key = f"{heard.message.key}~{awaited.id}"
        await self._delivery.accept(lane_of(anima.name, heard.message), key, pack_inbox(_woken_again(heard, awaited)))

    async def _all(self) -> list[tuple[Anima, AwaitedAnswer]]:
        found = []
        for anima in [*self._animas.values()]:
            found += [(anima, item) for item in await asyncio.to_thread(anima.records.awaited.all)]
        return found


def _woken_again(heard: InboxItem, awaited: AwaitedAnswer) -> InboxItem:
    """The talk in which it was asked, woken by the answer: its author's words, or, without one, what was asked."""
    is_answered, by = awaited.state == ANSWER_GIVEN, _answer_author(awaited)
    author = Author.by(by)
    message = replace(
        heard.message,
        kind=Kind.MESSAGE,
        order=f"{heard.message.order}~{awaited.id}",
        text=awaited.answer if is_answered else awaited.text,
        author=by,
        author_name=awaited.of if author.is_person else by.id,
        author_is_bot=not author.is_person,
        written_by=None,
        at=awaited.settled_at or heard.message.at,
        handle="",
        files=(),
        people=(),
        album="",
    )
    letter = heard.occasion.letter if heard.occasion else None
    occasion = Occasion(kind="answer", id=awaited.id, letter=letter)
    trust = LEAST_TRUST if author.is_mute else awaited.trust or "member"
    asker = heard.answered if heard.can_be_asked else None
    return replace(heard, message=message, answers=True, trust=trust, occasion=occasion, asker=asker)


def _answer_author(awaited: AwaitedAnswer) -> Person:
    """Whose words the answer is. A press only allows what a tool then does: what came of it is no person's text, also
    where an earlier version has written down who pressed."""
    if awaited.state != ANSWER_GIVEN:
        return program_as_author(_NOBODY)
    if awaited.kind == AWAITED_IN_BACKGROUND:
        return tool_as_author(awaited.of)
    by = Person.parse(awaited.by)
    if awaited.kind == AWAITED_APPROVAL and Author.by(by).is_person:
        return program_as_author(AWAITED_APPROVAL)
    return by


# --- long work ------------------------------------------------------------------------------------------------------
# Tools that take long: the talk goes on, and what they give arrives in it later as a message of its own.
#
# What is under way lies in the anima's `awaited.jsonl`. After a restart what only reads is begun again; of what may
# have acted it is said that this is unknown. What was not there in time is told to have failed.


_LONG_RESULT_TOKENS = 2000
_OUTCOME_UNKNOWN = "Error: a restart has interrupted it; whether it took effect is unknown"


class LongToolRuns:
    """Of all animas. `patience` is how many seconds a turn waits for a tool, by the tool's name."""

    def __init__(
        self,
        animas: Mapping[str, Anima],
        waits: AwaitedTurns,
        clock: Clock,
        patience: Mapping[str, float],
        kept: timedelta = timedelta(hours=24),
    ) -> None:
        self.patience = patience
        self._animas, self._waits, self._clock, self._kept = animas, waits, clock, kept
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._lanes: dict[tuple[str, str], str] = {}

    async def go_on(
        self, anima: Anima, heard: InboxItem, turn: str, id: str, act: Mapping[str, object], work: asyncio.Task[str]
    ) -> None:
        """Put it on record; the turn goes on without it. Raises StorageFault."""
        now = self._clock()
        awaited = AwaitedAnswer(
            id=id,
            kind=AWAITED_IN_BACKGROUND,
            turn=turn,
            of=str(act["tool"]),
            text=json.dumps(act, ensure_ascii=False),
            asked_at=now,
            until=now + self._kept,
            origin=json.loads(pack_inbox(heard)),
            has_left=True,
        )
        await self._waits.ask(anima, awaited)
        self._begin(anima.name, lane_of(anima.name, heard.message), awaited, work)

    async def take_up_again(self) -> None:
        """What the last run has left undone. Raises NotStored, StorageFault."""
        for anima in [*self._animas.values()]:
            for item in await asyncio.to_thread(anima.records.awaited.all):
                if (
                    item.kind == AWAITED_IN_BACKGROUND
                    and item.state == ANSWER_AWAITED
                    and (anima.name, item.id) not in self._tasks
                ):
                    await self._again(anima, item)

    async def stop(self, anima: str, is_here: Callable[[str], bool]) -> int:
        """End what this anima (empty: any) has begun in the talks of these places; how much that was."""
        found = [
            key
            for key, lane in self._lanes.items()
            if (not anima or key[0] == anima) and is_here(lane.partition("@")[2])
        ]
        for name, id in found:
            self._tasks[name, id].cancel()
            await self._waits.dropped(name, id)
        return len(found)

    async def end(self) -> None:
        """The house closes: what is under way is taken up at the next start."""
        tasks = [*self._tasks.values()]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=1.0)

    async def _again(self, anima: Anima, awaited: AwaitedAnswer) -> None:
        act = json.loads(awaited.text)
        tools: dict[str, Tool] = {tool.name: tool for tool in (*TOOLS, *more_tools(anima))}
        tool = tools.get(str(act.get("tool", "")))
        heard = unpack_inbox(json.dumps(dict(awaited.origin)).encode())
        if tool is None or tool.destination is not None or tool.acts or tool.asks or not tool.brings:
            await self._tell(anima.name, awaited, _OUTCOME_UNKNOWN)
            return
        log.info("a tool is begun again after a restart", extra={"anima": anima.name, "tool": tool.name})
        scene = Scene(engine=anima.engine, cue=_cue_of(heard, self._clock), event_id=awaited.id)
        work = asyncio.create_task(result_of(tool, scene, act.get("arguments") or {}))
        self._begin(anima.name, lane_of(anima.name, heard.message), awaited, work)

    def _begin(self, anima: str, lane: str, awaited: AwaitedAnswer, work: asyncio.Task[str]) -> None:
        key = (anima, awaited.id)
        task = self._tasks[key] = asyncio.create_task(self._finish(anima, awaited, work))
        self._lanes[key] = lane
        task.add_done_callback(lambda _: (self._tasks.pop(key, None), self._lanes.pop(key, None)))

    async def _finish(self, anima: str, awaited: AwaitedAnswer, work: asyncio.Task[str]) -> None:
        try:
            text = await work
        except asyncio.CancelledError:
            work.cancel()
            raise
        except Exception:
            log.exception("a tool failed in the background", extra={"tool": awaited.of})
            text = f"Error: {awaited.of} failed inside"
        try:
            await self._tell(anima, awaited, text)
        except (MemoryFault, OSError):
            log.warning("what a tool gave could not be kept; it is begun again at the next start")

    async def _tell(self, anima: str, awaited: AwaitedAnswer, text: str) -> None:
        by = tool_as_author(awaited.of)
        await self._waits.answered(
            anima, awaited.id, tokens.cut_to_tokens(text, _LONG_RESULT_TOKENS), by, trust=LEAST_TRUST
        )


def _cue_of(heard: InboxItem, clock: Clock) -> Cue:
    message, answered = heard.message, heard.answered
    return Cue(
        text=message.text,
        audience=message.audience,
        now=clock(),
        sender=answered.person,
        sender_name=answered.name,
        trust=LEAST_TRUST,
        place=message.place,
        key=f"{message.place}/{message.key}",
    )
