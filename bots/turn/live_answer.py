"""An answer in the making: seen while it is written, and journaled so that a crash loses about a second of it.

A typing sign comes at once, then the text so far at the platform's pace. Only the first post goes through the outbox,
so that a crash knows of it; edits are idempotent and may be lost. A fast answer is never streamed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

from bots.errors import SendFault
from bots.message import Act, Edit, Persona, Typing
from bots.ports import Adapter, Capabilities, Thought
from memory.archive.unfinished_turns import FLUSH_AFTER_S, TurnJournal
from memory.vocabulary.address import Place
from memory.vocabulary.errors import StorageFault

log = logging.getLogger(__name__)
UNFINISHED = " …"
#: After a preview that took a second, so many seconds without one.
_REST_FACTOR = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamPace:
    """Seconds."""

    first_text_s: float = 1.5  # an answer that is whole by then is posted whole
    album_s: float = 1.0  # so long nothing more comes of an album whose parts come one by one
    typing_s: float = 4.0  # platforms take the sign away after five


@dataclass(frozen=True, slots=True, kw_only=True)
class Previews:
    """How the fleet shows answers while they grow: at which pace, and one is cut at a time."""

    pace: StreamPace = field(default_factory=StreamPace)
    cutting: asyncio.Lock = field(default_factory=asyncio.Lock)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerTarget:
    """Where an answer is shown, by what and as whom; `question` is the message that it answers."""

    adapter: Adapter
    capabilities: Capabilities
    place: Place
    question: str
    persona: Persona | None


class LiveAnswer:
    """Use as an async context manager; `text` may be set at any time.

    `visible` is the post's id once there is one, `is_drafted` says that a draft was shown.
    """

    def __init__(
        self,
        target: AnswerTarget,
        previews: Previews,
        *,
        begin: Callable[[str], Awaitable[str]],
        waits: Callable[[], None],
        visible: str,
        gate: Callable[[str], str],
    ) -> None:
        """`gate` makes of a text what may be seen.

        `begin` posts the first text through the outbox and returns its id; `visible` is such an id of before.

        `waits` is told when the answer is whole and only the platform is waited for.
        """
        self.text = ""
        self.visible = visible
        self.is_drafted = False
        self._target = target
        self._previews = previews
        self._begin = begin
        self._waits = waits
        self._gate = gate
        self._not_before = 0.0  # loop time of the next preview
        self._shown = ""
        self._task: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()
        self._is_posting = False

    async def __aenter__(self) -> LiveAnswer:
        self._task = asyncio.create_task(self._show())
        return self

    async def __aexit__(self, *_: object) -> None:
        """A post or edit under way ends first: the last one must not be overtaken. A typing sign is not waited for."""
        self._closing.set()
        if self._task is not None:
            if not self._is_posting:
                self._task.cancel()
            self._waits()
            await _has_ended(self._task)

    async def _show(self) -> None:
        try:
            await self._typing()
            if await self._closed_within(self._previews.pace.first_text_s):
                return
            pause = self._target.capabilities.edit_interval_s
            typing_every = max(1, round(self._previews.pace.typing_s / max(pause, 0.05)))
            beat = 0
            while True:
                beat += 1
                await self._beat(show_typing=beat % typing_every == 0)
                if await self._closed_within(pause):
                    return
        except SendFault as fault:
            log.info("the answer cannot be shown while it is written: %s", type(fault).__name__)
        except Exception:
            log.exception("showing the answer failed; it is sent when it is whole")

    async def _beat(self, *, show_typing: bool) -> None:
        preview = await self._preview()
        if not preview or preview == self._shown or self._target.capabilities.streaming == "none":
            if show_typing:
                await self._typing()
            return
        self._shown = preview
        self._is_posting = True
        await self._post(preview)
        self._is_posting = False

    async def _post(self, preview: str) -> None:
        if self._target.capabilities.streaming == "draft":
            await self._act(Typing(place=self._target.place, reply_to=self._target.question, preview=preview))
            self.is_drafted = True
        elif not self.visible:
            self.visible = await self._begin(preview)
        else:
            await self._act(
                Edit(place=self._target.place, message_id=self.visible, text=preview, persona=self._target.persona)
            )

    async def _preview(self) -> str:
        """Empty while nothing new that can be seen is written.

        Cutting long Markdown takes a while: it is done in a thread, for one answer at a time, and may take a fifth of
        the time at most.
        """
        now = asyncio.get_running_loop().time
        if self._previews.cutting.locked() or now() < self._not_before:
            return ""
        async with self._previews.cutting:
            began, capabilities = now(), self._target.capabilities
            chunks = await asyncio.to_thread(self._cut, capabilities, self.text[: capabilities.longest_editable])
            self._not_before = now() + _REST_FACTOR * (now() - began)
        return chunks[0] + UNFINISHED if chunks else ""

    def _cut(self, capabilities: Capabilities, text: str) -> list[str]:
        return capabilities.split(self._gate(text)[: capabilities.longest_editable])

    async def _typing(self) -> None:
        await self._act(Typing(place=self._target.place, reply_to=self._target.question))

    async def _act(self, act: Act) -> None:
        with suppress(SendFault):
            await self._target.adapter.perform(act, nonce="")

    async def _closed_within(self, seconds: float) -> bool:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._closing.wait(), seconds)
        return self._closing.is_set()


async def _has_ended(task: asyncio.Task[None]) -> None:
    """Wait for it, also when cancelled meanwhile: what is posted behind our back would be seen twice."""
    told_to_stop = False
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError:
            told_to_stop = True
    if told_to_stop:
        raise asyncio.CancelledError


# --- journaling -----------------------------------------------------------------------------------------------------
# The write-ahead journal of one answer in the making: what is thought reaches the disk within about a second.


#: What the journal keeps of a tool's result: enough to tell what was done.
_RESULT = 500


class AnswerJournal:
    """Use as an async context manager: inside it, what waits is written even while the model is silent."""

    def __init__(self, journal: TurnJournal, flush_after_s: float = FLUSH_AFTER_S) -> None:
        self._journal = journal
        self._pause_s = flush_after_s / 4
        self._tools = 0
        self._news = asyncio.Event()
        self._ticking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> AnswerJournal:
        self._ticking = asyncio.create_task(self._tick())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._ticking is not None:
            self._ticking.cancel()

    async def take(self, thought: Thought) -> None:
        """A piece of thinking. Raises StorageFault."""
        if thought.text:
            await asyncio.to_thread(self._journal.text, thought.text)
            self._news.set()
        if not thought.tool:
            return
        if thought.result is None:
            self._tools += 1
            await asyncio.to_thread(self._journal.tool_start, str(self._tools), thought.tool, thought.arguments)
        else:
            result = thought.result
            await asyncio.to_thread(self._journal.tool_end, str(self._tools), result.text[:_RESULT], result.ok)

    async def close(self) -> None:
        """The answer is stored elsewhere, or nobody wants it any more. Raises StorageFault."""
        await asyncio.to_thread(self._journal.finalize)

    async def _tick(self) -> None:
        """While something is new: look four times within the time after which it is due."""
        while True:
            await self._news.wait()
            self._news.clear()
            for _ in range(5):
                await asyncio.sleep(self._pause_s)
                with suppress(StorageFault):  # kept for later; the next piece tells of a full disk
                    await asyncio.to_thread(self._journal.tick)
