"""Tools that take long: the talk goes on, and what they give arrives in it later as a message of its own.

What is under way lies in the anima's `awaited.jsonl`. After a restart what only reads is begun again; of what may have
acted it is said that this is unknown. What was not there in time is told to have failed.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from datetime import timedelta

from bots.house import tool_as_author
from bots.mind import Mind
from bots.parcel import Heard, lane_of, pack_heard, unpack_heard
from bots.tools.catalogue import CATALOGUE
from bots.tools.results import result_of
from bots.tools.tool import Scene, Tool
from bots.tools.turn_tools import more_tools
from bots.waiting import LEAST, Waits
from memory.archive.awaited import ASKED, BACKGROUND, Awaited
from memory.theories import tokens
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.ports import Clock
from memory.vocabulary.recall import Cue

log = logging.getLogger(__name__)
_RESULT_TOKENS = 2000
_UNKNOWN = "Error: a restart has interrupted it; whether it took effect is unknown"


class LongWork:
    """Of all animas. `patience` is how many seconds a turn waits for a tool, by the tool's name."""

    def __init__(
        self,
        minds: Mapping[str, Mind],
        waits: Waits,
        clock: Clock,
        patience: Mapping[str, float],
        kept: timedelta = timedelta(hours=24),
    ) -> None:
        self.patience = patience
        self._minds, self._waits, self._clock, self._kept = minds, waits, clock, kept
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._lanes: dict[tuple[str, str], str] = {}

    async def go_on(
        self, mind: Mind, heard: Heard, turn: str, id: str, act: Mapping[str, object], work: asyncio.Task[str]
    ) -> None:
        """Put it on record; the turn goes on without it. Raises StorageFault."""
        now = self._clock()
        awaited = Awaited(
            id=id,
            kind=BACKGROUND,
            turn=turn,
            of=str(act["tool"]),
            text=json.dumps(act, ensure_ascii=False),
            asked_at=now,
            until=now + self._kept,
            origin=json.loads(pack_heard(heard)),
            has_left=True,
        )
        await self._waits.ask(mind, awaited)
        self._begin(mind.name, lane_of(mind.name, heard.message), awaited, work)

    async def take_up_again(self) -> None:
        """What the last run has left undone. Raises NotStored, StorageFault."""
        for mind in [*self._minds.values()]:
            for one in await asyncio.to_thread(mind.awaited.all):
                if one.kind == BACKGROUND and one.state == ASKED and (mind.name, one.id) not in self._tasks:
                    await self._again(mind, one)

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

    async def _again(self, mind: Mind, awaited: Awaited) -> None:
        act = json.loads(awaited.text)
        tools: dict[str, Tool] = {tool.name: tool for tool in (*CATALOGUE, *more_tools(mind))}
        tool = tools.get(str(act.get("tool", "")))
        heard = unpack_heard(json.dumps(dict(awaited.origin)).encode())
        if tool is None or tool.destination is not None or tool.acts or tool.asks or not tool.brings:
            await self._tell(mind.name, awaited, _UNKNOWN)
            return
        log.info("a tool is begun again after a restart", extra={"anima": mind.name, "tool": tool.name})
        scene = Scene(engine=mind.engine, cue=_cue(heard, self._clock), event_id=awaited.id)
        work = asyncio.create_task(result_of(tool, scene, act.get("arguments") or {}))
        self._begin(mind.name, lane_of(mind.name, heard.message), awaited, work)

    def _begin(self, anima: str, lane: str, awaited: Awaited, work: asyncio.Task[str]) -> None:
        key = (anima, awaited.id)
        task = self._tasks[key] = asyncio.create_task(self._finish(anima, awaited, work))
        self._lanes[key] = lane
        task.add_done_callback(lambda _: (self._tasks.pop(key, None), self._lanes.pop(key, None)))

    async def _finish(self, anima: str, awaited: Awaited, work: asyncio.Task[str]) -> None:
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

    async def _tell(self, anima: str, awaited: Awaited, text: str) -> None:
        by = tool_as_author(awaited.of)
        await self._waits.answered(anima, awaited.id, tokens.cut(text, _RESULT_TOKENS), by, trust=LEAST)


def _cue(heard: Heard, clock: Clock) -> Cue:
    message, answered = heard.message, heard.answered
    return Cue(
        text=message.text,
        audience=message.audience,
        now=clock(),
        sender=answered.person,
        sender_name=answered.name,
        trust=LEAST,
        place=message.place,
        key=f"{message.place}/{message.key}",
    )
