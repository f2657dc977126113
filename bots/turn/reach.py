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
from bots.delivery.contract import Out, Turn
from bots.delivery.internal_channel import INTERNAL, internal_account, own_place
from bots.delivery.items import Addressee, InboxItem, Letter, OutboxItem, nobody, pack_inbox, pack_outbox
from bots.delivery.lanes import WorkSlot
from bots.errors import NotCalled, Refused
from bots.message import Send
from bots.people.addressing import fold_name
from bots.rooms.board_log import shown_posts, standing_posts
from bots.tools.tool import ToolFault
from bots.trust.clearance import Clearance, Destination
from bots.turn.awaited_turns import AWAITED_LETTER
from bots.turn.letters import letter_id, letter_out
from bots.turn.turn_context import TurnContext
from memory.archive.contacts import SETTING_NAME
from memory.archive.requests import ANSWER_AWAITED, AwaitedAnswer, EscalationStep, PersonCall
from memory.vocabulary.address import Audience, Person, Place, audience_covers
from memory.vocabulary.event import Event

TOLD_BEFORE_WITHIN = timedelta(hours=24)
_TOLD_LOOKED_BACK = 200
#: Of two texts that say the same, so much at least is the same; characters that are compared.
_SAME, _CHARACTERS = 0.85, 400
_TELLING_EVENTS = frozenset({"human_notify", "channel_post", "response_sent"})


async def was_told_before(mind: Anima, place: Place, text: str, now: datetime) -> bool:
    """Whether the anima has said this there lately."""
    wanted = fold_name(text)[:_CHARACTERS]

    def is_own(event: Event) -> bool:
        return event.type in _TELLING_EVENTS and event.sender == mind.name and now - event.ts < TOLD_BEFORE_WITHIN

    for event in await mind.engine.recent(place.room, _TOLD_LOOKED_BACK, since=now - TOLD_BEFORE_WITHIN, wanted=is_own):
        said = fold_name(event.content)[:_CHARACTERS]
        matcher = SequenceMatcher(None, wanted, said, autojunk=False)
        if matcher.quick_ratio() >= _SAME and matcher.ratio() >= _SAME:
            return True
    return False


# --- destination ----------------------------------------------------------------------------------------------------
# Where words go that leave a talk: found before anybody is asked, shown in the question, bound to the yes.
#
# Each act that reaches somebody besides those who are present has one: a message, a post, a call, and each use of a
# tool
# that reaches a service outside, reading or writing, for what is asked for carries words, too.


async def destination_of_message(
    context: TurnContext, mind: Anima, heard: InboxItem, to: str, text: str
) -> Destination:
    """The places of the person who is meant, in the order in which they are tried. Raises ToolFault."""
    found = await _places_of_person(context, mind, _is_own_address(context, heard, to) or to)
    if not found:
        colleagues = ", ".join(other.name for other in context.animas.values() if other is not mind) or "none"
        raise ToolFault(f"nobody is known as {to[:80]!r}: give an address; your colleagues are: {colleagues}")
    for person in found:
        await _check_not_told_before(context, mind, heard, person.name, person.place, text)
    return Destination(
        shown=tuple(
            dict.fromkeys(_shown_place(there.name, str(there.audience.alone or there.place)) for there in found)
        ),
        bound=tuple(dict.fromkeys(str(there.audience) for there in found)),
        readers=tuple(dict.fromkeys(there.audience for there in found)),
        people=tuple(found),
    )


async def destination_of_post(
    context: TurnContext, mind: Anima, heard: InboxItem, board: str, text: str
) -> Destination:
    """Whoever reads a board on which the anima lives. Raises ToolFault."""
    readers = readers_of(context, mind, board)
    await _check_not_told_before(context, mind, heard, board, own_place(mind.name, "boards", readers), text)
    return Destination(shown=(f"{board} ({len(readers.rooms)})",), bound=(f"{board} {readers}",), readers=(readers,))


async def destination_of_call(
    context: TurnContext, heard: InboxItem, turn: str, to: str, text: str, priority: str
) -> Destination:
    """Whom a call goes to, in order; `turn` is that of the call, which may have been made already. Raises ToolFault."""
    calling = context.people.calling
    try:
        rungs = calling.rungs(_is_own_address(context, heard, to) or to)
        await calling.check_new(text, rungs, heard.message.audience, turn)
    except NotCalled as no:
        raise ToolFault(str(no)) from None
    people = tuple(dict.fromkeys(rung.person for rung in rungs))
    return Destination(
        shown=tuple(_shown_place(calling.routing.name_of(person), person) for person in people),
        bound=tuple(sorted(f"{rung.person} {rung.channel}" for rung in rungs)),
        readers=tuple(Audience.person(Person.parse(calling.contacts.known_as(person))) for person in people),
        rungs=calling.in_order(rungs, priority),
    )


def boards_of(context: TurnContext, mind: Anima) -> list[str]:
    """Where the anima lives."""
    return [board.name for board in context.rooms.roster.boards if mind.name in board.animas]


def readers_of(context: TurnContext, mind: Anima, board: str) -> Audience:
    """Of a board on which the anima lives. Raises ToolFault."""
    yours = boards_of(context, mind)
    readers = context.rooms.boards.readers(board) if board in yours else None
    if readers is None:
        raise ToolFault(f"you live on no board {board[:80]!r}; yours are: {', '.join(yours) or 'none'}")
    return readers


async def may_all_read(context: TurnContext, heard: InboxItem, readers: Sequence[Audience]) -> bool:
    """Whether all of them could read this talk anyway. Raises nothing: where nobody can tell, the answer is no."""
    for reader in readers:
        if not await context.rooms.known.may_read(str(heard.message.audience), reader):
            return False
    return True


async def _places_of_person(context: TurnContext, mind: Anima, to: str) -> list[Addressee]:
    found: list[Addressee] = []
    while (there := await context.people.find(mind.name, to, [known.place for known in found])) is not None:
        if any(known.place == there.place for known in found):
            break
        found.append(there)
    return found


def _is_own_address(context: TurnContext, heard: InboxItem, to: str) -> str:
    """The address of who is answered, where they are meant by the name that they have given themselves.

    That name is theirs alone: it leads nobody else's words to them. A name of the config goes before it.
    """
    calling, person = context.people.calling, str(heard.answered.person)
    own = fold_name(calling.contacts.settled(person, SETTING_NAME))
    return person if own and own == fold_name(to.removeprefix("@")) and not calling.routing.addresses(to) else ""


async def _check_not_told_before(
    context: TurnContext, mind: Anima, heard: InboxItem, name: str, place: Place, text: str
) -> None:
    """What no message of a person began does not say the same twice a day. Raises ToolFault."""
    if heard.woken_by and await was_told_before(mind, place, text, context.clock()):
        raise ToolFault(f"{name} was told so within the last 24 hours; it is not repeated")


def _shown_place(name: str, address: str) -> str:
    return address if name == address else f"{name} ({address})"


# --- wishing --------------------------------------------------------------------------------------------------------
# A call that was cleared, put on record, and the answer that the talk waits for.


CALL_AWAITED = "call"
#: So long an answer still goes back to where it was asked for.
CALL_ANSWERED_WITHIN = timedelta(days=7)


async def request_call(
    context: TurnContext,
    mind: Anima,
    heard: InboxItem,
    turn: str,
    *,
    text: str,
    priority: str,
    rungs: tuple[EscalationStep, ...],
    options: tuple[str, ...],
    clearance: Clearance,
) -> str:
    """What the model is told. `turn` names the wish, once. Raises ToolFault, StorageFault."""
    calling = context.people.calling
    try:
        call = await calling.add(
            PersonCall(
                id=calling.new_id(),
                anima=mind.name,
                text=context.trust.gate(text, clearance.exposure),
                priority=priority,
                asked_at=context.clock(),
                rungs=rungs,
                options=tuple(context.trust.gate.line(option, clearance.exposure) for option in options),
                turn=turn,
                audience=str(heard.message.audience),
            )
        )
    except NotCalled as no:
        raise ToolFault(str(no)) from None
    await await_call_answer(context, mind, heard, call)
    called = names_called(context, call)
    return f"{called} will be called. End your answer: you will be woken in this talk with the answer."


async def await_call_answer(context: TurnContext, mind: Anima, heard: InboxItem, call: PersonCall) -> None:
    """The answer comes back into this talk. Raises StorageFault."""
    now = context.clock()
    await context.schedule.waits.ask(
        mind,
        AwaitedAnswer(
            id=call.id,
            kind=CALL_AWAITED,
            turn=call.turn,
            of=names_called(context, call),
            text=call.text,
            asked_at=now,
            until=now + CALL_ANSWERED_WITHIN,
            origin=json.loads(pack_inbox(heard)),
            has_left=True,
        ),
    )


def names_called(context: TurnContext, call: PersonCall) -> str:
    contacts = context.people.calling.contacts
    people = dict.fromkeys(contacts.known_as(rung.person) for rung in call.rungs)
    return ", ".join(map(context.people.calling.routing.name_of, people))


# --- reaching -------------------------------------------------------------------------------------------------------
# How the tools of one turn reach others: letters to colleagues, messages to people, tasks for subordinates.


MOST_HOPS = 6
#: So long an answer to a letter is given to the talk in which it was written.
LETTER_ANSWERED_WITHIN = timedelta(days=7)
#: A tool call may take a part of the time of a whole answer.
WAITS_FOR_TASK_S = 90.0
AWAITED_TASK = "task"
#: Of a board's log, for each post with its copies and what became of it.
_LINES_A_POST = 12


class TurnReach:
    """Reach (bots.tools.tool) of one attempt at a turn."""

    def __init__(
        self,
        *,
        context: TurnContext,
        turn: Turn,
        mind: Anima,
        heard: InboxItem,
        errand: WorkSlot | None,
        clearance: Clearance,
    ) -> None:
        self.clearance = clearance
        self._context, self._turn, self._mind, self._errand = context, turn, mind, errand
        self.heard = heard
        self._acts: Counter[str] = Counter()

    @property
    def can_call(self) -> bool:
        return self._context.people.calling.settings.enabled

    @property
    def can_write(self) -> bool:
        return self._context.people.find is not nobody

    def colleague(self, name: str) -> str:
        found = self._colleague(name)
        return found.name if found else ""

    def gated(self, text: str) -> str:
        return self._context.trust.gate.line(text, self.clearance.exposure)

    def slot(self, what: str) -> str:
        self._acts[what] += 1
        return f"tool/{what}/{self._acts[what]}"

    async def send(self, out: Out) -> str:
        return await self._turn.send(out)

    async def expect(self, id: str, *, kind: str, of: str, text: str, until: timedelta, stays: bool = False) -> None:
        now = self._context.clock()
        awaited = AwaitedAnswer(
            id=id,
            kind=kind,
            turn=f"{self._turn.lane}/{self._turn.key}",
            of=of,
            text=text,
            asked_at=now,
            until=now + until,
            origin=json.loads(pack_inbox(self.heard)),
            has_left=not stays,
        )
        await self._context.schedule.waits.ask(self._mind, awaited)

    async def answer_within(self, id: str, seconds: float) -> str | None:
        self._turn.rest()
        if self._errand is not None:
            self._errand.leave()
        try:
            known = await self._context.schedule.waits.within(self._mind, id, seconds)
        finally:
            if self._errand is not None:
                await self._errand.take()
        return None if known.state == ANSWER_AWAITED else known.answer

    @property
    def patience(self) -> Mapping[str, float]:
        return self._context.schedule.long_work.patience if self._context.schedule.long_work else {}

    async def go_on(self, tool: str, arguments: Mapping[str, object], work: asyncio.Task[str]) -> None:
        assert self._context.schedule.long_work is not None
        turn = f"{self._turn.lane}/{self._turn.key}"
        id = sha256(f"{turn}/{self.slot(f'long/{tool}')}".encode()).hexdigest()[:16]
        act = {"tool": tool, "arguments": dict(arguments)}
        await self._context.schedule.long_work.go_on(self._mind, self.heard, turn, id, act, work)

    def is_colleague(self, name: str) -> bool:
        return self._colleague(name) is not None

    async def destination_of_message(self, to: str, text: str) -> Destination:
        return await destination_of_message(self._context, self._mind, self.heard, to, text)

    async def destination_of_post(self, board: str, text: str) -> Destination:
        return await destination_of_post(self._context, self._mind, self.heard, board, text)

    async def destination_of_call(self, text: str, priority: str, to: str) -> Destination:
        turn = f"{self._turn.lane}/{self._turn.key}"
        return await destination_of_call(self._context, self.heard, turn, to, text, priority)

    async def write(self, to: str, text: str, destination: Destination | None) -> str:
        colleague = self._colleague(to)
        if colleague is not None:
            letter = self._letter(colleague.name, text, "message")
            await self.expect(
                letter.id, kind=AWAITED_LETTER, of=letter.to_person, text=text, until=LETTER_ANSWERED_WITHIN
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
        if colleague is None or colleague.traits.supervisor != self._mind.name:
            mine = [one.name for one in self._context.animas.values() if one.traits.supervisor == self._mind.name]
            raise ToolFault(f"{to[:80]!r} does not report to you; you supervise: {', '.join(mine) or 'nobody'}")
        letter = self._letter(colleague.name, task, "request")
        await self.expect(letter.id, kind=AWAITED_TASK, of=colleague.name, text=task, until=limit, stays=True)
        await self._post(letter)
        result = await self.answer_within(letter.id, min(limit.total_seconds(), WAITS_FOR_TASK_S))
        if result is None:
            return f"{colleague.name} is still at work. End your answer: you will be woken here with the result."
        return result or f"{colleague.name} has given no result in time."

    async def call(self, text: str, priority: str, options: tuple[str, ...], destination: Destination) -> str:
        turn = f"{self._turn.lane}/{self._turn.key}/{self.slot('call')}"
        return await request_call(
            self._context,
            self._mind,
            self.heard,
            turn,
            text=text,
            priority=priority,
            rungs=destination.rungs,
            options=options,
            clearance=self.clearance,
        )

    def _colleague(self, name: str) -> Anima | None:
        wanted = fold_name(name.removeprefix("@"))
        return next(
            (one for one in self._context.animas.values() if fold_name(one.name) == wanted and one is not self._mind),
            None,
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
            timestamp=self._context.clock(),
            audience=str(audience),
            trust="guest" if self.heard.trust == "guest" else "member",
            type="request" if type == "request" else "message",
            hops=hops,
        )
        if why := self._context.people.letters.refusal(letter):
            raise ToolFault(why)
        return letter

    async def _post(self, letter: Letter) -> None:
        await self.send(letter_out(letter, f"letter/{letter.id}", self._context.clock()))

    async def _say(self, to: Addressee, text: str) -> None:
        slot = self.slot(f"say/{to.place}")
        id = f"{self._turn.lane}/{self._turn.key}/{slot}"
        event = Event(
            ts=self._context.clock(),
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
        capabilities = self._context.adapters[to.account].capabilities(to.place)
        persona = self._context.rooms.roster.persona(to.account, self._mind.name)
        for number, chunk in enumerate(await asyncio.to_thread(capabilities.split, text)):
            parcel = OutboxItem(
                anima=self._mind.name,
                account=to.account,
                act=Send(place=to.place, text=chunk, persona=persona),
                audience=str(to.audience),
                event=event if number == 0 else None,
            )
            await self.send(Out(slot=f"{slot}/{number}", body=pack_outbox(parcel), event=id))

    def boards(self) -> list[str]:
        return boards_of(self._context, self._mind)

    async def post(self, board: str, text: str, destination: Destination) -> str:
        (readers,) = destination.readers
        place, slot = own_place(self._mind.name, "boards", readers), self.slot(f"post/{board}")
        event = Event(
            ts=self._context.clock(),
            type="channel_post",
            content=self._context.trust.gate(text, self.clearance.exposure),
            sender=self._mind.name,
            channel=str(place),
            meta={
                "id": f"{self._turn.lane}/{self._turn.key}/{slot}",
                "platform": INTERNAL,
                "audience": str(readers),
                "name": self._mind.name,
                "board": board,
            },
        )
        account, act = internal_account(self._mind.name), Send(place=place, text=event.content)
        parcel = OutboxItem(
            anima=self._mind.name, account=account, act=act, audience=str(readers), event=event, board=board
        )
        await self.send(Out(slot=slot, body=pack_outbox(parcel), event=event.id, repeatable=True))
        return f"Posted on {board}, for {len(readers.rooms)} channels."

    async def read_board(self, board: str, limit: int) -> str:
        readers_of(self._context, self._mind, board)
        present, rooms = self.heard.message.audience, self._context.rooms.known
        await rooms.refresh(present)
        lines = await asyncio.to_thread(self._context.rooms.boards.logs.tail, board, _LINES_A_POST * limit)
        found = standing_posts(lines, lambda audience: audience_covers(audience, present, rooms.members))
        return shown_posts(found[-limit:], self._mind.engine.zone)
