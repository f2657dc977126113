"""How the tools of one turn reach others: letters to colleagues, messages to people, tasks for subordinates."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256

from bots.addressee import Addressee, nobody
from bots.addressing import fold
from bots.boards.reading import shown, standing
from bots.calling.wishing import wish
from bots.delivery.seam import Out, Turn
from bots.delivery.taken import Slot
from bots.errors import Refused
from bots.house import HOUSE, account_of, own_place
from bots.letters.post import letter_id, out_of_letter
from bots.message import Send
from bots.mind import Mind
from bots.parcel import Heard, Letter, Parcel, pack, pack_heard
from bots.stage import Stage
from bots.tools.tool import ToolFault
from bots.trust.clearance import Clearance, Destination
from bots.trust.destination import boards_of, of_call, of_message, of_post, readers_of
from bots.waiting import LETTER
from memory.archive.awaited import ASKED, Awaited
from memory.audience import covers
from memory.vocabulary.event import Event

MOST_HOPS = 6
#: So long an answer to a letter is given to the talk in which it was written.
ANSWERED_WITHIN = timedelta(days=7)
#: A tool call may take a part of the time of a whole answer.
STAYS_S = 90.0
TASK = "task"
#: Of a board's log, for each post with its copies and what became of it.
_LINES_A_POST = 12


class Reaching:
    """Reach (bots.tools.reach) of one attempt at a turn."""

    def __init__(
        self, *, stage: Stage, turn: Turn, mind: Mind, heard: Heard, errand: Slot | None, clearance: Clearance
    ) -> None:
        self.clearance = clearance
        self._stage, self._turn, self._mind, self._errand = stage, turn, mind, errand
        self.heard = heard
        self._acts: Counter[str] = Counter()

    @property
    def can_call(self) -> bool:
        return self._stage.calling.settings.enabled

    @property
    def can_write(self) -> bool:
        return self._stage.person is not nobody

    def colleague(self, name: str) -> str:
        found = self._colleague(name)
        return found.name if found else ""

    def gated(self, text: str) -> str:
        return self._stage.gate.line(text, self.clearance.exposure)

    def slot(self, what: str) -> str:
        self._acts[what] += 1
        return f"tool/{what}/{self._acts[what]}"

    async def send(self, out: Out) -> str:
        return await self._turn.send(out)

    async def expect(self, id: str, *, kind: str, of: str, text: str, until: timedelta, stays: bool = False) -> None:
        now = self._stage.clock()
        awaited = Awaited(
            id=id,
            kind=kind,
            turn=f"{self._turn.lane}/{self._turn.key}",
            of=of,
            text=text,
            asked_at=now,
            until=now + until,
            origin=json.loads(pack_heard(self.heard)),
            has_left=not stays,
        )
        await self._stage.waits.ask(self._mind, awaited)

    async def answer_within(self, id: str, seconds: float) -> str | None:
        self._turn.rest()
        if self._errand is not None:
            self._errand.leave()
        try:
            known = await self._stage.waits.within(self._mind, id, seconds)
        finally:
            if self._errand is not None:
                await self._errand.take()
        return None if known.state == ASKED else known.answer

    @property
    def patience(self) -> Mapping[str, float]:
        return self._stage.long_work.patience if self._stage.long_work else {}

    async def go_on(self, tool: str, arguments: Mapping[str, object], work: asyncio.Task[str]) -> None:
        assert self._stage.long_work is not None
        turn = f"{self._turn.lane}/{self._turn.key}"
        id = sha256(f"{turn}/{self.slot(f'long/{tool}')}".encode()).hexdigest()[:16]
        act = {"tool": tool, "arguments": dict(arguments)}
        await self._stage.long_work.go_on(self._mind, self.heard, turn, id, act, work)

    def is_colleague(self, name: str) -> bool:
        return self._colleague(name) is not None

    async def destination_of_message(self, to: str, text: str) -> Destination:
        return await of_message(self._stage, self._mind, self.heard, to, text)

    async def destination_of_post(self, board: str, text: str) -> Destination:
        return await of_post(self._stage, self._mind, self.heard, board, text)

    async def destination_of_call(self, text: str, priority: str, to: str) -> Destination:
        turn = f"{self._turn.lane}/{self._turn.key}"
        return await of_call(self._stage, self.heard, turn, to, text, priority)

    async def write(self, to: str, text: str, destination: Destination | None) -> str:
        colleague = self._colleague(to)
        if colleague is not None:
            letter = self._letter(colleague.name, text, "message")
            await self.expect(letter.id, kind=LETTER, of=letter.to_person, text=text, until=ANSWERED_WITHIN)
            await self._post(letter)
            return f"Sent to {colleague.name}. If an answer comes, you will be woken with it in this talk."
        for person in destination.people if destination else ():
            with suppress(Refused):
                await self._say(person, self._stage.gate(text, self.clearance.exposure))
                return f"Sent to {person.name}."
        raise ToolFault(f"{to[:80]!r} takes no message from here on any platform")

    async def delegate(self, to: str, task: str, limit: timedelta) -> str:
        colleague = self._colleague(to)
        if colleague is None or colleague.traits.supervisor != self._mind.name:
            mine = [one.name for one in self._stage.minds.values() if one.traits.supervisor == self._mind.name]
            raise ToolFault(f"{to[:80]!r} does not report to you; you supervise: {', '.join(mine) or 'nobody'}")
        letter = self._letter(colleague.name, task, "request")
        await self.expect(letter.id, kind=TASK, of=colleague.name, text=task, until=limit, stays=True)
        await self._post(letter)
        result = await self.answer_within(letter.id, min(limit.total_seconds(), STAYS_S))
        if result is None:
            return f"{colleague.name} is still at work. End your answer: you will be woken here with the result."
        return result or f"{colleague.name} has given no result in time."

    async def call(self, text: str, priority: str, options: tuple[str, ...], destination: Destination) -> str:
        turn = f"{self._turn.lane}/{self._turn.key}/{self.slot('call')}"
        return await wish(
            self._stage,
            self._mind,
            self.heard,
            turn,
            text=text,
            priority=priority,
            rungs=destination.rungs,
            options=options,
            clearance=self.clearance,
        )

    def _colleague(self, name: str) -> Mind | None:
        wanted = fold(name.removeprefix("@"))
        return next(
            (one for one in self._stage.minds.values() if fold(one.name) == wanted and one is not self._mind), None
        )

    def _letter(self, to: str, text: str, type: str) -> Letter:
        """Raises ToolFault where too many letters have led to this one."""
        before = self.heard.occasion.letter if self.heard.occasion else None
        hops = before.hops + 1 if before else 1
        if hops > MOST_HOPS:
            raise ToolFault(f"{MOST_HOPS} letters have led to this one; no more go out. Answer with what you have")
        audience = self.heard.message.audience
        letter = Letter(
            id=letter_id(self._turn.lane, self._turn.key, self.slot(f"letter/{to}")),
            thread_id=before.thread_id if before and before.from_person == to else "",
            from_person=self._mind.name,
            to_person=to,
            content=self.gated(text),
            timestamp=self._stage.clock(),
            audience=str(audience),
            trust="guest" if self.heard.trust == "guest" else "member",
            type="request" if type == "request" else "message",
            hops=hops,
        )
        if why := self._stage.letters.refusal(letter):
            raise ToolFault(why)
        return letter

    async def _post(self, letter: Letter) -> None:
        await self.send(out_of_letter(letter, f"letter/{letter.id}", self._stage.clock()))

    async def _say(self, to: Addressee, text: str) -> None:
        slot = self.slot(f"say/{to.place}")
        id = f"{self._turn.lane}/{self._turn.key}/{slot}"
        event = Event(
            ts=self._stage.clock(),
            type="human_notify",
            content=text,
            sender=self._mind.name,
            recipient=to.name,
            channel=str(to.place),
            meta={
                "id": id,
                "platform": to.place.platform,
                "account": str(to.account),
                "audience": str(to.audience),
                "name": self._mind.name,
            },
        )
        capabilities = self._stage.adapters[to.account].capabilities(to.place)
        for number, chunk in enumerate(await asyncio.to_thread(capabilities.split, text)):
            parcel = Parcel(
                anima=self._mind.name,
                account=to.account,
                act=Send(place=to.place, text=chunk, persona=self._stage.roster.persona(to.account, self._mind.name)),
                audience=str(to.audience),
                event=event if number == 0 else None,
            )
            await self.send(Out(slot=f"{slot}/{number}", body=pack(parcel), event=id))

    def boards(self) -> list[str]:
        return boards_of(self._stage, self._mind)

    async def post(self, board: str, text: str, destination: Destination) -> str:
        (readers,) = destination.readers
        place, slot = own_place(self._mind.name, "boards", readers), self.slot(f"post/{board}")
        event = Event(
            ts=self._stage.clock(),
            type="channel_post",
            content=self._stage.gate(text, self.clearance.exposure),
            sender=self._mind.name,
            channel=str(place),
            meta={
                "id": f"{self._turn.lane}/{self._turn.key}/{slot}",
                "platform": HOUSE,
                "audience": str(readers),
                "name": self._mind.name,
                "board": board,
            },
        )
        account, act = account_of(self._mind.name), Send(place=place, text=event.content)
        parcel = Parcel(
            anima=self._mind.name, account=account, act=act, audience=str(readers), event=event, board=board
        )
        await self.send(Out(slot=slot, body=pack(parcel), event=event.id, repeatable=True))
        return f"Posted on {board}, for {len(readers.rooms)} channels."

    async def read_board(self, board: str, limit: int) -> str:
        readers_of(self._stage, self._mind, board)
        present, rooms = self.heard.message.audience, self._stage.rooms
        await rooms.refresh(present, await self._stage.rooms_known(()))
        lines = await asyncio.to_thread(self._stage.channels.tail, board, _LINES_A_POST * limit)
        found = standing(lines, lambda audience: covers(audience, present, rooms))
        return shown(found[-limit:], self._mind.engine.zone)
