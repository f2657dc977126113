"""Calls under way: whose turn it is, who sleeps, what is due, which post shows which call.

Each rung of a call is one turn in the lane of the talk with whom it goes to, so that nothing is sent twice; what
waited for the end of quiet hours goes out as one digest.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bots.anima.anima import Anima
from bots.delivery.contract import Delivery
from bots.delivery.error_boundary import keep_looking
from bots.delivery.internal_channel import program_as_author
from bots.delivery.items import Addressee, InboxItem, Occasion, Requester, lane_of, pack_inbox
from bots.errors import NotCalled
from bots.message import Kind, Message
from bots.people import roster
from bots.people.addressing import fold_name
from bots.people.roster import Routing
from memory.archive.contacts import SETTING_QUIET, SETTING_ZONE, Contacts
from memory.archive.requests import (
    CALL_FAILED,
    CALL_IN_DOUBT,
    CALL_OPEN,
    CALL_OVER,
    CALL_SENT,
    CallAttempt,
    EscalationStep,
    PersonCall,
)
from memory.vocabulary.address import Audience, Place, audience_covers
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)
URGENT, HIGH, LOW = "urgent", "high", "low"
CALL_PRIORITIES = ("low", "normal", "high", "urgent")
NOT_CALLED_AGAIN = timedelta(hours=24)
_ONE_DIGEST = 10


class Calling:
    """Of all animas. `changed` is set when there may be something to do."""

    def __init__(
        self,
        *,
        animas: Mapping[str, Anima],
        delivery: Delivery,
        routing: Routing,
        contacts: Contacts,
        settings: CallSettings,
        clock: Clock,
        chance: Callable[[str], str],
    ) -> None:
        self._animas, self._delivery, self.contacts, self._clock = animas, delivery, contacts, clock
        self.routing, self.settings = routing, settings
        self.chance = chance
        self.changed = asyncio.Event()

    # ------------------------------------------------------------------------------------ asking

    def rungs(self, to: str = "") -> tuple[EscalationStep, ...]:
        """Whom a call goes to, and how, in the order of trying. Raises NotCalled."""
        if not self.settings.enabled:
            raise NotCalled("nobody can be called: human_notification is not enabled in the config")
        found = self._ladder([to] if to else self.settings.people, {} if to else dict(self.settings.pagers))
        if not found:
            raise NotCalled(f"nobody can be reached as {to!r}" if to else "the config names nobody who could be called")
        return found

    def rungs_to(self, people: Sequence[str]) -> tuple[EscalationStep, ...]:
        """How these are reached for what only they can decide, whether or not calls are enabled."""
        return self._ladder(people, {})

    def _ladder(self, people: Sequence[str], pagers: dict[str, str]) -> tuple[EscalationStep, ...]:
        """Each person by each channel; who reads a pager comes with the first."""
        found = []
        for person in [self.routing.addresses(item) for item in people] or [()]:
            for channel in self.settings.channels:
                found += [EscalationStep(item, channel) for item in person if item.partition(":")[0] == channel]
                found += [EscalationStep(pagers.pop(channel), channel)] if channel in pagers else []
        return tuple(dict.fromkeys(found))

    async def add(self, call: PersonCall) -> PersonCall:
        """The call, or the one that this turn has made before. Raises NotCalled, StorageFault."""
        calls = self._animas[call.anima].records.calls
        known = [item for item in await asyncio.to_thread(calls.all) if call.turn and item.turn == call.turn]
        if known:
            return known[0]
        await self.check_new(call.text, call.rungs, Audience.parse(call.audience))
        await asyncio.to_thread(calls.ask, call)
        self.changed.set()
        return call

    def new_id(self) -> str:
        """Nobody can guess it: a tap carries no more than this."""
        return "".join(self.chance("0123456789abcdef") for _ in range(16))

    def in_order(self, rungs: tuple[EscalationStep, ...], priority: str) -> tuple[EscalationStep, ...]:
        """What is of high priority goes first to those who are awake."""
        now = self._clock()
        return tuple(sorted(rungs, key=lambda rung: priority == HIGH and self._sleeps(rung, now) is not None))

    async def check_new(self, text: str, rungs: Sequence[EscalationStep], present: Audience, turn: str = "") -> None:
        """Raises NotCalled for the same words within a day, among calls that were made where it may be known of.

        What `turn` has made itself does not count: it is that call again.
        """
        since = self._clock() - NOT_CALLED_AGAIN
        for _, before in await self.all():
            is_same = fold_name(before.text) == fold_name(text) and set(before.rungs) & set(rungs)
            is_own = bool(turn) and before.turn.startswith(f"{turn}/")
            if before.asked_at > since and is_same and not is_own and audience_covers(before.audience, present):
                state = f"{before.by} has answered: {before.answer}" if before.answer else "nobody has answered yet"
                raise NotCalled(f"{before.anima} has called with the same words within the last 24 hours; {state}")

    # ------------------------------------------------------------------------------------ what is due

    async def keep_watch(self) -> None:
        """Until cancelled."""
        await keep_looking(self.look, self.changed, self._clock, "calls")

    async def look(self) -> datetime | None:
        """Hand over what is due; when the next one is. Raises NotStored, StorageFault."""
        now, coming = self._clock(), list[datetime]()
        due: dict[tuple[str, str, bool], list[tuple[Anima, PersonCall, Addressee]]] = defaultdict(list)
        for anima, call in [item for item in await self.all() if item[1].is_waiting]:
            at = await self._due(anima, call, now)
            if at is None or at > now:
                coming += [at] if at is not None else []
                continue
            rung = call.rung
            assert rung is not None
            if (to := await self.routing.reach(anima.name, rung.person)) is None:
                await asyncio.to_thread(
                    anima.records.calls.tried, call.id, len(call.tried), CallAttempt(at=now, outcome=CALL_FAILED)
                )
                coming.append(now)
            else:
                due[str(to.account), str(to.place), call.priority == URGENT].append((anima, call, to))
        for (_, _, is_urgent), batch in due.items():
            size = 1 if is_urgent else _ONE_DIGEST
            for first in range(0, len(batch), size):
                await self._hand_over(batch[first : first + size], now)
        return min(coming, default=None)

    async def _due(self, anima: Anima, call: PersonCall, now: datetime) -> datetime | None:
        """When its next rung is to be called; None: never. Raises StorageFault."""
        patience = self.settings.escalate_after
        if call.begun_at is not None:
            if now - call.begun_at < patience:
                return call.begun_at + patience
            doubt = CallAttempt(
                at=now, outcome=CALL_IN_DOUBT
            )  # its turn has told nothing: the platform hangs, or cannot tell
            await asyncio.to_thread(anima.records.calls.tried, call.id, len(call.tried), doubt)
            call = anima.records.calls.find(call.id) or call
        last = call.tried[-1] if call.tried else None
        after = last.at + patience if last is not None and last.outcome != CALL_FAILED else now
        rung = call.rung
        if rung is None or (call.priority == LOW and last is not None and last.outcome == CALL_SENT):
            if rung is None and after <= now:
                await asyncio.to_thread(anima.records.calls.end, call.id, now)
                log.warning("nobody has answered a call", extra={"anima": call.anima, "call": call.id})
            return after if rung is None and after > now else None
        if after > now:
            return after
        wakes = self._sleeps(rung, now) if call.priority != URGENT else None
        if wakes is not None and call.held_since is None:
            await asyncio.to_thread(anima.records.calls.hold, call.id, now)
        return wakes or now

    def quiet_of(self, person: str) -> roster.QuietHours | None:
        """The person's own hours, else those of the house."""
        own, zone = self.contacts.settled(person, SETTING_QUIET), self.contacts.settled(person, SETTING_ZONE)
        where = ZoneInfo(zone) if zone else self.settings.zone
        hours = own or self.settings.quiet_hours
        return roster.parse_quiet_hours(hours, where) if hours else None

    def _sleeps(self, rung: EscalationStep, now: datetime) -> datetime | None:
        """Until when whom it goes to wants to hear nothing; None: they do not mind."""
        hours = self.quiet_of(rung.person)
        return hours.over(now) if hours is not None and hours.holds(now) else None

    async def _hand_over(self, batch: list[tuple[Anima, PersonCall, Addressee]], now: datetime) -> None:
        """One turn of the first one's anima; what is on record of each keeps it from being called twice."""
        anima, first, to = batch[0]
        person = to.audience.alone
        assert person is not None, "calls go to people, one by one"
        parts = [f"{call.anima}/{call.id}/{len(call.tried)}" for _, call, _ in batch]
        key = f"{now.isoformat()}~{parts[0]}"
        message = Message(
            kind=Kind.MESSAGE,
            account=to.account,
            place=to.place,
            id=first.id,
            order=key,
            author=program_as_author("call"),
            author_name=to.name,
            at=now,
            audience=to.audience,
            text=first.text,
            is_direct=True,
        )
        asker = Requester(person=person, name=to.name, trust="member")
        occasion = Occasion(kind="call", id=",".join(parts))
        heard = InboxItem(anima=anima.name, message=message, occasion=occasion, asker=asker)
        await self._delivery.accept(lane_of(anima.name, message), f"call~{parts[0]}", pack_inbox(heard))
        for caller, call, _ in batch:
            await asyncio.to_thread(caller.records.calls.begin, call.id, now)

    # ------------------------------------------------------------------------------------ looking up

    async def all(self) -> list[tuple[Anima, PersonCall]]:
        found = []
        for anima in self._animas.values():
            found += [(anima, call) for call in await asyncio.to_thread(anima.records.calls.all)]
        return found

    def of_occasion(self, occasion: str) -> Iterator[tuple[Anima, PersonCall, int]]:
        """The calls of a turn, each with its rung, as far as that is still to be called."""
        for part in occasion.split(","):
            name, _, rest = part.partition("/")
            id, _, rung = rest.partition("/")
            anima = self._animas.get(name)
            call = anima.records.calls.find(id) if anima is not None else None
            if anima is not None and call is not None and call.is_waiting and len(call.tried) == int(rung):
                yield anima, call, int(rung)

    async def posted_in(self, room: Place) -> list[tuple[PersonCall, CallAttempt]]:
        """What was posted of calls in a room, the latest first; of those that may still be answered."""
        return [
            (call, tried)
            for _, call in reversed(await self.all())
            for tried in call.tried
            if call.state in (CALL_OPEN, CALL_OVER) and tried.post and tried.place.partition("#")[0] == str(room)
        ]


# --- settings -------------------------------------------------------------------------------------------------------
# How people are called, as the config has it.


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSettings:
    """`channels` in the order in which they are tried; `people` who is called where nobody is named, in their order.

    `approvers` are the addresses of those who may allow an act, owners first.

    `pagers`: channel → the address of the one who is reached by it. `quiet_hours` hold for whoever has none of their
    own, in `zone`.
    """

    enabled: bool = False
    channels: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    approvers: tuple[str, ...] = ()
    pagers: tuple[tuple[str, str], ...] = ()
    quiet_hours: str = ""
    zone: ZoneInfo = field(default_factory=lambda: ZoneInfo("UTC"))
    escalate_after: timedelta = timedelta(minutes=15)


# --- post -----------------------------------------------------------------------------------------------------------
# Which calls a post shows.


CALL_SEEN = "seen"


def calls_of_post(posted: Sequence[tuple[PersonCall, CallAttempt]], post: str) -> list[PersonCall]:
    """The calls of this post in the order in which they stand there."""
    return list({call.id: call for call, tried in reversed(posted) if post and tried.post == post}.values())
