"""Turns that wait: who has asked somebody else ends its turn, and is woken again when the answer is there.

What is waited for lies in the anima's `awaited.jsonl`, for days if need be, and nothing is held meanwhile. An answer
and the end of its time go to the lane of the talk in which it was asked, whichever comes first, once.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from bots.delivery.seam import Delivery
from bots.errors import NotStored
from bots.house import program_as_author, tool_as_author
from bots.message import Kind
from bots.mind import Mind
from bots.parcel import Heard, Occasion, lane_of, pack_heard, unpack_heard
from memory.archive.awaited import ANSWERED, APPROVAL, ASKED, BACKGROUND, Awaited
from memory.vocabulary.address import Person
from memory.vocabulary.author import Author
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)
#: The kind of what may be answered and need not.
LETTER = "letter"
LEAST = "guest"
_NOBODY = "waiting"
_LONGEST_SLEEP_S = 30.0
_AFTER_A_FAULT_S = 5.0
#: So long what was settled is handed over again at a start: the inbox knows it by its key.
_AGAIN_WITHIN = timedelta(days=3)


class Waits:
    """Of all animas."""

    def __init__(self, minds: Mapping[str, Mind], delivery: Delivery, clock: Clock) -> None:
        self._minds = minds
        self._delivery = delivery
        self._clock = clock
        self._changed = asyncio.Event()
        self._here: dict[tuple[str, str], asyncio.Event] = {}  # turns that wait for it and go on

    async def ask(self, mind: Mind, awaited: Awaited) -> Awaited:
        """Put on record what is waited for, once; what is on record. Raises StorageFault."""
        known = await asyncio.to_thread(mind.awaited.ask, awaited)
        self._changed.set()
        return known

    async def within(self, mind: Mind, id: str, seconds: float) -> Awaited:
        """Wait for it inside the turn; else the turn is taken up again later. Raises StorageFault."""
        came = self._here.setdefault((mind.name, id), asyncio.Event())
        try:
            known = await asyncio.to_thread(mind.awaited.find, id)
            if known is not None and known.state == ASKED:
                with suppress(TimeoutError):
                    await asyncio.wait_for(came.wait(), seconds)
        finally:
            self._here.pop((mind.name, id), None)
        return await asyncio.to_thread(mind.awaited.leave, id, self._clock())

    async def answered(self, anima: str, id: str, answer: str, by: Person, trust: str = "member") -> bool:
        """Somebody has answered; False: nobody waits for that (any more). Raises NotStored, StorageFault."""
        mind = self._minds.get(anima)
        return mind is not None and await self._settle(mind, id, answer=answer, by=str(by), trust=trust)

    async def dropped(self, anima: str, id: str) -> None:
        """Nobody wants it any more, and nobody is told. Raises StorageFault."""
        if (mind := self._minds.get(anima)) is not None:
            await self._settle(mind, id, is_told=False)

    async def keep_watch(self) -> None:
        """Hand over what a crash has kept back, then end what takes too long."""
        since = self._clock() - _AGAIN_WITHIN
        for mind, one in await self._all():
            is_told = one.has_left and (bool(one.by) or one.kind != LETTER)
            if is_told and one.settled_at is not None and one.settled_at >= since:
                await self._take_up(mind, one)
        while True:
            self._changed.clear()
            try:
                pause = self._until(await self.look())
            except (NotStored, MemoryFault, OSError):
                log.warning("what is waited for could not be looked at; it is tried again", exc_info=True)
                pause = _AFTER_A_FAULT_S
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), pause)

    async def look(self) -> datetime | None:
        """End what is over; when the next one is. Raises NotStored, StorageFault."""
        now, coming = self._clock(), []
        for mind, one in await self._all():
            if one.state == ASKED and one.until <= now:
                await self._settle(mind, one.id, is_told=one.kind != LETTER)
            elif one.state == ASKED:
                coming.append(one.until)
        return min(coming, default=None)

    async def _settle(
        self, mind: Mind, id: str, *, answer: str = "", by: str = "", trust: str = "", is_told: bool = True
    ) -> bool:
        now = self._clock()
        if not await asyncio.to_thread(mind.awaited.settle, id, now, answer=answer, by=by, trust=trust):
            return False
        if (here := self._here.get((mind.name, id))) is not None:
            here.set()
        known = await asyncio.to_thread(mind.awaited.find, id)
        if known is not None and known.has_left and is_told:
            await self._take_up(mind, known)
        return True

    async def _take_up(self, mind: Mind, awaited: Awaited) -> None:
        """Raises NotStored."""
        try:
            heard = unpack_heard(json.dumps(dict(awaited.origin)).encode())
        except ValueError:
            log.exception("what was waited for cannot be read and is dropped", extra={"awaited": awaited.id})
            return
        key = f"{heard.message.key}~{awaited.id}"
        await self._delivery.accept(lane_of(mind.name, heard.message), key, pack_heard(_again(heard, awaited)))

    async def _all(self) -> list[tuple[Mind, Awaited]]:
        found = []
        for mind in [*self._minds.values()]:
            found += [(mind, one) for one in await asyncio.to_thread(mind.awaited.all)]
        return found

    def _until(self, due: datetime | None) -> float | None:
        if due is None:
            return None
        return min(max((due - self._clock()).total_seconds(), 0.0), _LONGEST_SLEEP_S)


def _again(heard: Heard, awaited: Awaited) -> Heard:
    """The talk in which it was asked, woken by the answer: its author's words, or, without one, what was asked."""
    is_answered, by = awaited.state == ANSWERED, _author(awaited)
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
    trust = LEAST if author.is_mute else awaited.trust or "member"
    asker = heard.answered if heard.can_be_asked else None
    return replace(heard, message=message, answers=True, trust=trust, occasion=occasion, asker=asker)


def _author(awaited: Awaited) -> Person:
    """Whose words the answer is. A press only allows what a tool then does: what came of it is no person's text, also
    where an earlier version has written down who pressed."""
    if awaited.state != ANSWERED:
        return program_as_author(_NOBODY)
    if awaited.kind == BACKGROUND:
        return tool_as_author(awaited.of)
    by = Person.parse(awaited.by)
    if awaited.kind == APPROVAL and Author.by(by).is_person:
        return program_as_author(APPROVAL)
    return by
