"""How the tools of one turn reach others: letters to colleagues, messages and calls to people, tasks, posts.

Where words go that leave a talk is found before anybody is asked, shown in the question, and bound to the yes. Each
act that reaches somebody besides those who are present has such a destination, and so has each use of a tool that
reaches a service outside, reading or writing, for what is asked for carries words, too.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from difflib import SequenceMatcher
from hashlib import sha256

from bots.anima.anima import Anima
from bots.delivery.contract import Out
from bots.delivery.internal_channel import INTERNAL, internal_account, own_place
from bots.delivery.items import Addressee, Letter, OutboxItem, nobody, pack_inbox, pack_outbox
from bots.errors import NotCalled, Refused
from bots.message import Send
from bots.people.addressing import fold_name
from bots.rooms.board_log import shown_posts, standing_posts
from bots.tools.tool import ToolFault
from bots.trust.clearance import Clearance, Destination
from bots.turn.awaited_turns import AWAITED_LETTER
from bots.turn.letters import letter_id, letter_out
from bots.turn.turn_context import Attempt
from memory.archive.contacts import SETTING_NAME
from memory.archive.requests import (
    ANSWER_AWAITED,
    REMINDER_DROPPED,
    REMINDER_KEPT,
    AwaitedAnswer,
    PersonCall,
    Reminder,
)
from memory.vocabulary.address import Audience, Person, Place, audience_covers
from memory.vocabulary.event import Event

TOLD_BEFORE_WITHIN = timedelta(hours=24)
_TOLD_LOOKED_BACK = 200
#: Of two texts that say the same, so much at least is the same; characters that are compared.
_SAME, _CHARACTERS = 0.85, 400
_TELLING_EVENTS = frozenset({"human_notify", "channel_post", "response_sent"})


async def was_told_before(anima: Anima, place: Place, text: str, now: datetime) -> bool:
    """Whether the anima has said this there lately."""
    wanted = fold_name(text)[:_CHARACTERS]

    def is_own(event: Event) -> bool:
        return event.type in _TELLING_EVENTS and event.sender == anima.name and now - event.ts < TOLD_BEFORE_WITHIN

    for event in await anima.engine.recent(
        place.room, _TOLD_LOOKED_BACK, since=now - TOLD_BEFORE_WITHIN, wanted=is_own
    ):
        said = fold_name(event.content)[:_CHARACTERS]
        matcher = SequenceMatcher(None, wanted, said, autojunk=False)
        if matcher.quick_ratio() >= _SAME and matcher.ratio() >= _SAME:
            return True
    return False


# --- what leaves a turn -----------------------------------------------------------------------------------------------


async def posts_to(
    attempt: Attempt, to: Addressee, text: str, event: Event, slot: str, board: str = ""
) -> Sequence[Out]:
    """The posts of a text to those who are not in the talk; with the first, the event is recorded."""
    persona = attempt.context.rooms.roster.persona(to.account, attempt.anima.name)
    capabilities = attempt.context.adapters[to.account].capabilities(to.place)
    items = [
        OutboxItem(
            anima=attempt.anima.name,
            account=to.account,
            act=Send(place=to.place, text=chunk, persona=persona),
            audience=str(to.audience),
            event=None if number else event,
            board=board,
        )
        for number, chunk in enumerate(await asyncio.to_thread(capabilities.split, text))
    ]
    return [
        Out(slot=f"{slot}/{number}", body=pack_outbox(item), event=event.id, repeatable=bool(board))
        for number, item in enumerate(items)
    ]


async def await_answer(
    attempt: Attempt, id: str, *, kind: str, of: str, text: str, until: datetime, turn: str = "", stays: bool = False
) -> None:
    """Put on record that an answer to `text` is waited for under this id, before it is asked for.

    The turn ends without it and is taken up again when it is there (bots.turn.awaited_turns), unless it `stays` for
    it. Raises StorageFault.
    """
    awaited = AwaitedAnswer(
        id=id,
        kind=kind,
        turn=turn or attempt.id,
        of=of,
        text=text,
        asked_at=attempt.now,
        until=until,
        origin=json.loads(pack_inbox(attempt.heard)),
        has_left=not stays,
    )
    await attempt.context.schedule.waits.ask(attempt.anima, awaited)


async def may_all_read(attempt: Attempt, readers: Sequence[Audience]) -> bool:
    """Whether all of them could read this talk anyway. Raises nothing: where nobody can tell, the answer is no."""
    for reader in readers:
        if not await attempt.context.rooms.known.may_read(str(attempt.message.audience), reader):
            return False
    return True


# --- reaching -------------------------------------------------------------------------------------------------------
# How the tools of one turn reach others: letters to colleagues, messages and calls to people, tasks for subordinates.


MOST_HOPS = 6
#: So long an answer to a letter is given to the talk in which it was written.
LETTER_ANSWERED_WITHIN = timedelta(days=7)
#: So long an answer to a call goes back to where it was asked for.
CALL_ANSWERED_WITHIN = timedelta(days=7)
#: A tool call may take a part of the time of a whole answer.
WAITS_FOR_TASK_S = 90.0
AWAITED_TASK, CALL_AWAITED = "task", "call"
#: Of a board's log, for each post with its copies and what became of it.
_LINES_A_POST = 12


class TurnReach:
    """Reach (bots.tools.tool) of one attempt at a turn."""

    def __init__(self, attempt: Attempt, clearance: Clearance) -> None:
        self.clearance = clearance
        self.heard = attempt.heard
        self._attempt, self._context, self._anima = attempt, attempt.context, attempt.anima
        self._calling = attempt.context.people.calling
        self._acts: Counter[str] = Counter()

    @property
    def can_call(self) -> bool:
        return self._calling.settings.enabled

    @property
    def can_write(self) -> bool:
        return self._context.people.find is not nobody

    def is_colleague(self, name: str) -> bool:
        return self._colleague(name) is not None

    def colleague(self, name: str) -> str:
        found = self._colleague(name)
        return found.name if found else ""

    def gated(self, text: str) -> str:
        return self._context.trust.gate.line(text, self.clearance.exposure)

    @property
    def patience(self) -> Mapping[str, float]:
        work = self._context.schedule.long_work
        return work.patience if work else {}

    async def go_on(self, tool: str, arguments: Mapping[str, object], work: asyncio.Task[str]) -> None:
        assert self._context.schedule.long_work is not None
        turn = self._attempt.id
        id = sha256(f"{turn}/{self._slot(f'long/{tool}')}".encode()).hexdigest()[:16]
        act = {"tool": tool, "arguments": dict(arguments)}
        await self._context.schedule.long_work.go_on(self._anima, self.heard, turn, id, act, work)

    # ------------------------------------------------------------------------------------ reminders

    async def reminders(self) -> Sequence[Reminder]:
        kept = await asyncio.to_thread(self._anima.records.reminders.kept)
        whose = (str(self.heard.answered.person), str(self.heard.message.audience))
        return [item for item in kept if (item.person, item.audience) == whose]

    async def keep_reminder(self, text: str, at: datetime) -> Reminder:
        if not self.heard.can_be_asked or self.heard.occasion is not None:
            raise ToolFault("only somebody who speaks with you here can set a reminder")
        message, now = self.heard.message, self._attempt.now
        reminder = Reminder(
            id=sha256(f"{self._attempt.id}/{self._slot('reminder')}".encode()).hexdigest()[:8],
            text=text,
            person=str(message.author),
            place=str(message.place),
            audience=str(message.audience),
            wished_at=now,
            at=at,
            origin=json.loads(pack_inbox(self.heard)),
        )
        await asyncio.to_thread(self._anima.records.reminders.wish, reminder)
        await asyncio.to_thread(self._anima.records.reminders.change, reminder.id, REMINDER_KEPT, now)
        self._context.schedule.reminders_changed.set()
        return reminder

    async def drop_reminder(self, id: str) -> bool:
        now = self._attempt.now
        done = await asyncio.to_thread(self._anima.records.reminders.change, id, REMINDER_DROPPED, now)
        self._context.schedule.reminders_changed.set()
        return done

    # ------------------------------------------------------------------------------------ destinations

    async def destination_of_message(self, to: str, text: str) -> Destination:
        """The places of the person who is meant, in the order in which they are tried."""
        found = await self._places_of_person(self._own_address(to) or to)
        if not found:
            colleagues = ", ".join(other.name for other in self._colleagues()) or "none"
            raise ToolFault(f"nobody is known as {to[:80]!r}: give an address; your colleagues are: {colleagues}")
        for person in found:
            await self._check_not_told_before(person.name, person.place, text)
        return Destination(
            shown=tuple(
                dict.fromkeys(_shown_place(there.name, str(there.audience.alone or there.place)) for there in found)
            ),
            bound=tuple(dict.fromkeys(str(there.audience) for there in found)),
            readers=tuple(dict.fromkeys(there.audience for there in found)),
            people=tuple(found),
        )

    async def destination_of_post(self, board: str, text: str) -> Destination:
        """Whoever reads a board on which the anima lives."""
        readers = self._readers_of(board)
        await self._check_not_told_before(board, own_place(self._anima.name, "boards", readers), text)
        return Destination(
            shown=(f"{board} ({len(readers.rooms)})",), bound=(f"{board} {readers}",), readers=(readers,)
        )

    async def destination_of_call(self, text: str, priority: str, to: str) -> Destination:
        """Whom a call goes to, in order; this turn may have made it already."""
        calling = self._calling
        try:
            rungs = calling.rungs(self._own_address(to) or to)
            await calling.check_new(text, rungs, self.heard.message.audience, self._attempt.id)
        except NotCalled as no:
            raise ToolFault(str(no)) from None
        people = tuple(dict.fromkeys(rung.person for rung in rungs))
        return Destination(
            shown=tuple(_shown_place(calling.routing.name_of(person), person) for person in people),
            bound=tuple(sorted(f"{rung.person} {rung.channel}" for rung in rungs)),
            readers=tuple(Audience.person(Person.parse(calling.contacts.known_as(person))) for person in people),
            rungs=calling.in_order(rungs, priority),
        )

    async def _places_of_person(self, to: str) -> list[Addressee]:
        found: list[Addressee] = []
        places: list[Place] = []
        while (there := await self._context.people.find(self._anima.name, to, places)) is not None:
            if there.place in places:
                break
            found.append(there)
            places.append(there.place)
        return found

    def _own_address(self, to: str) -> str:
        """The address of who is answered, where they are meant by the name that they have given themselves.

        That name is theirs alone: it leads nobody else's words to them. A name of the config goes before it.
        """
        calling, person = self._calling, str(self.heard.answered.person)
        own = fold_name(calling.contacts.settled(person, SETTING_NAME))
        return person if own and own == fold_name(to.removeprefix("@")) and not calling.routing.addresses(to) else ""

    async def _check_not_told_before(self, name: str, place: Place, text: str) -> None:
        """What no message of a person began does not say the same twice a day. Raises ToolFault."""
        if self.heard.woken_by and await was_told_before(self._anima, place, text, self._attempt.now):
            raise ToolFault(f"{name} was told so within the last 24 hours; it is not repeated")

    # ------------------------------------------------------------------------------------ people and colleagues

    async def write(self, to: str, text: str, destination: Destination | None) -> str:
        colleague = self._colleague(to)
        if colleague is not None:
            letter = self._letter(colleague.name, text, "message")
            await await_answer(
                self._attempt,
                letter.id,
                kind=AWAITED_LETTER,
                of=letter.to_person,
                text=text,
                until=self._attempt.now + LETTER_ANSWERED_WITHIN,
            )
            await self._post(letter)
            return f"Sent to {colleague.name}. If an answer comes, you will be woken with it in this talk."
        for person in destination.people if destination else ():
            with suppress(Refused):
                await self._say(person, self._context.trust.gate(text, self.clearance.exposure))
                return f"Sent to {person.name}."
        raise ToolFault(f"{to[:80]!r} takes no message from here on any platform")

    async def delegate(self, to: str, task: str, limit: timedelta) -> str:
        colleague = self._colleague(to)
        if colleague is None or colleague.traits.supervisor != self._anima.name:
            mine = [
                anima.name for anima in self._context.animas.values() if anima.traits.supervisor == self._anima.name
            ]
            raise ToolFault(f"{to[:80]!r} does not report to you; you supervise: {', '.join(mine) or 'nobody'}")
        letter = self._letter(colleague.name, task, "request")
        until = self._attempt.now + limit
        await await_answer(
            self._attempt, letter.id, kind=AWAITED_TASK, of=colleague.name, text=task, until=until, stays=True
        )
        await self._post(letter)
        result = await self._answer_within(letter.id, min(limit.total_seconds(), WAITS_FOR_TASK_S))
        if result is None:
            return f"{colleague.name} is still at work. End your answer: you will be woken here with the result."
        return result or f"{colleague.name} has given no result in time."

    async def call(self, text: str, priority: str, options: tuple[str, ...], destination: Destination) -> str:
        calling, gate, exposure = self._calling, self._context.trust.gate, self.clearance.exposure
        wish = PersonCall(
            id=calling.new_id(),
            anima=self._anima.name,
            text=gate(text, exposure),
            priority=priority,
            asked_at=self._attempt.now,
            rungs=destination.rungs,
            options=tuple(gate.line(option, exposure) for option in options),
            turn=f"{self._attempt.id}/{self._slot('call')}",
            audience=str(self.heard.message.audience),
        )
        try:
            call = await calling.add(wish)
        except NotCalled as no:
            raise ToolFault(str(no)) from None
        people = dict.fromkeys(calling.contacts.known_as(rung.person) for rung in call.rungs)
        called, until = ", ".join(map(calling.routing.name_of, people)), self._attempt.now + CALL_ANSWERED_WITHIN
        await await_answer(
            self._attempt, call.id, kind=CALL_AWAITED, of=called, text=call.text, until=until, turn=call.turn
        )
        return f"{called} will be called. End your answer: you will be woken in this talk with the answer."

    def _colleagues(self) -> list[Anima]:
        return [anima for anima in self._context.animas.values() if anima is not self._anima]

    def _colleague(self, name: str) -> Anima | None:
        wanted = fold_name(name.removeprefix("@"))
        return next((anima for anima in self._colleagues() if fold_name(anima.name) == wanted), None)

    def _letter(self, to: str, text: str, type: str) -> Letter:
        """Raises ToolFault where too many letters have led to this one."""
        before = self.heard.occasion.letter if self.heard.occasion else None
        hops = before.hops + 1 if before else 1
        if hops > MOST_HOPS:
            raise ToolFault(f"{MOST_HOPS} letters have led to this one; no more go out. Answer with what you have")
        audience = self.heard.message.audience
        letter = Letter(
            id=letter_id(self._attempt.turn.lane, self._attempt.turn.key, self._slot(f"letter/{to}")),
            thread_id=before.thread_id if before and before.from_person == to else "",
            from_person=self._anima.name,
            to_person=to,
            content=self.gated(text),
            timestamp=self._attempt.now,
            audience=str(audience),
            trust="guest" if self.heard.trust == "guest" else "member",
            type="request" if type == "request" else "message",
            hops=hops,
        )
        if why := self._context.people.letters.refusal(letter):
            raise ToolFault(why)
        return letter

    async def _post(self, letter: Letter) -> None:
        await self._attempt.turn.send(letter_out(letter, f"letter/{letter.id}", self._attempt.now))

    async def _say(self, to: Addressee, text: str) -> None:
        slot = self._slot(f"say/{to.place}")
        event = Event(
            ts=self._attempt.now,
            type="human_notify",
            content=text,
            sender=self._anima.name,
            recipient=to.name,
            channel=str(to.place),
            meta={
                "id": f"{self._attempt.id}/{slot}",
                "platform": to.place.platform,
                "account": str(to.account),
                "audience": str(to.audience),
                "name": self._anima.name,
            },
        )
        for out in await posts_to(self._attempt, to, text, event, slot):
            await self._attempt.turn.send(out)

    async def _answer_within(self, id: str, seconds: float) -> str | None:
        """The answer that the turn stayed for, its place given up meanwhile. None: not yet; the turn is taken up again
        with it. Raises StorageFault."""
        slot = self._attempt.errand
        self._attempt.turn.rest()
        if slot is not None:
            slot.leave()
        try:
            awaited = await self._context.schedule.waits.within(self._anima, id, seconds)
        finally:
            if slot is not None:
                await slot.take()
        return None if awaited.state == ANSWER_AWAITED else awaited.answer

    def _slot(self, what: str) -> str:
        """A name for the next act of this sort."""
        self._acts[what] += 1
        return f"tool/{what}/{self._acts[what]}"

    # ------------------------------------------------------------------------------------ boards

    def boards(self) -> list[str]:
        return [board.name for board in self._context.rooms.roster.boards if self._anima.name in board.animas]

    def _readers_of(self, board: str) -> Audience:
        """Of a board on which the anima lives. Raises ToolFault."""
        yours = self.boards()
        readers = self._context.rooms.boards.readers(board) if board in yours else None
        if readers is None:
            raise ToolFault(f"you live on no board {board[:80]!r}; yours are: {', '.join(yours) or 'none'}")
        return readers

    async def post(self, board: str, text: str, destination: Destination) -> str:
        (readers,) = destination.readers
        place, slot = own_place(self._anima.name, "boards", readers), self._slot(f"post/{board}")
        event = Event(
            ts=self._attempt.now,
            type="channel_post",
            content=self._context.trust.gate(text, self.clearance.exposure),
            sender=self._anima.name,
            channel=str(place),
            meta={
                "id": f"{self._attempt.id}/{slot}",
                "platform": INTERNAL,
                "audience": str(readers),
                "name": self._anima.name,
                "board": board,
            },
        )
        account, act = internal_account(self._anima.name), Send(place=place, text=event.content)
        parcel = OutboxItem(
            anima=self._anima.name, account=account, act=act, audience=str(readers), event=event, board=board
        )
        await self._attempt.turn.send(Out(slot=slot, body=pack_outbox(parcel), event=event.id, repeatable=True))
        return f"Posted on {board}, for {len(readers.rooms)} channels."

    async def read_board(self, board: str, limit: int) -> str:
        self._readers_of(board)
        present, rooms = self.heard.message.audience, self._context.rooms.known
        await rooms.refresh(present)
        lines = await asyncio.to_thread(self._context.rooms.boards.logs.tail, board, _LINES_A_POST * limit)
        found = standing_posts(lines, lambda audience: audience_covers(audience, present, rooms.members))
        return shown_posts(found[-limit:], self._anima.engine.zone)


def _shown_place(name: str, address: str) -> str:
    return address if name == address else f"{name} ({address})"
