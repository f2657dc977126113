"""The contract of delivery: everything above knows no engine.

A message the platform handed us is durable before it is acknowledged (`accept`); a lane is served in order, one turn
at a time (`run`); what a turn wants to say becomes outbox rows in one transaction, each new → sending → sent or in
doubt; nothing is sent twice blindly. `turn_id` names the turn under way in the program's log.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from bots.errors import SendFault


@dataclass(frozen=True, slots=True, kw_only=True)
class Out:
    """One thing to be sent: a chunk. `body` is JSON for the sender; `slot` names it within its turn.

    `event` is the id of the event that records what this is a part of; `repeatable` says that a second copy does no
    harm, so that it is done again where nobody can tell whether it is there.
    """

    slot: str
    body: bytes
    event: str = ""
    repeatable: bool = False


class Turn(Protocol):
    """One accepted message being thought about."""

    lane: str
    key: str
    body: bytes
    attempt: int  # 1 for the first try
    accepted_at: datetime
    away: timedelta  # since it was accepted, nobody was running for so long
    sent: Mapping[str, str]  # slot -> platform id: what earlier attempts sent already
    halted: Sequence[Out] | None  # a person stopped its answer when this much of it had been sent: say so

    async def once(self, name: str, step: Callable[[], Awaitable[str]]) -> str:
        """Run the step and journal its result; after a crash the journaled result is returned instead."""
        ...

    async def send(self, out: Out) -> str:
        """Send within the turn, before it has ended, under the same three-state law; returns the platform's id.

        Repeated (also after a crash) with the same slot it returns the first id. Raises SendFault.
        """
        ...

    async def behind(self) -> Sequence[bytes]:
        """What waits in the lane now, in its order: the bodies."""
        ...

    async def mark(self, what: str, detail: str = "") -> None:
        """Add a line to the message's life, for `trace`."""
        ...

    def rest(self) -> None:
        """From here on the turn waits for something else than a model: its place goes to another turn."""
        ...


#: Raises Refused where there is nobody any more to think it; what else it raises is tried again.
Think = Callable[[Turn], Awaitable[Sequence[Out]]]


class Carrier(Protocol):
    """What takes sends to the platforms and puts them on record."""

    async def post(self, out: Out, nonce: str, in_doubt: bool) -> str:
        """The platform's id. The nonce is the same at every try. What it raises besides SendFault is Broken."""
        ...

    async def sent(self, out: Out, ids: Sequence[str]) -> None:
        """Put on record that it is out; `ids` are those of all posts of its event so far, its own last. Idempotent.

        Raises NotStored: it is tried again for as long as it takes.
        """
        ...

    async def lost(self, out: Out, nonce: str, end: SendFault) -> None:
        """Put on record that it was given up: Refused, or InDoubt. Idempotent."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubtfulSend:
    """A send of which the platform cannot tell whether it happened."""

    lane: str
    key: str
    slot: str
    nonce: str
    body: bytes
    turn: bytes  # the accepted body
    accepted_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadLetter:
    """A turn or a send that was given up; a person may send it again."""

    id: int
    lane: str
    key: str
    slot: str  # empty: the turn itself
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceStep:
    """One line of a message's life, for `trace`."""

    at: datetime
    what: str  # accepted, thinking, answering, silent, sending, sent, in_doubt, failed, halted, done, dead
    detail: str = ""  # lane and key, then what there is to say of the step


SILENT_STEP = "silent"
"""The step of a message's life that says why it is not answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPatience:
    """How long and how often. Seconds."""

    grace_s: float = 8.0  # open turns at shutdown
    attempts: int = 8  # a turn that raised that often is dead, a send that broke that often is given up
    crashes: int = 30  # so is a turn that was begun that often: it may be what kills the process
    first_pause_s: float = 0.5  # between tries of one send; doubles
    longest_pause_s: float = 60.0
    parallel_turns: int = 64
    dedup_window: timedelta = timedelta(days=7)
    sweep_s: float | None = None  # between looks for lanes of which nobody told; None: there are none


class Delivery(Protocol):
    """What every engine is (conformance suite: tests/contracts/delivery.py)."""

    async def accept(self, lane: str, key: str, body: bytes) -> bool:
        """Durable on return; False: this (lane, key) was seen before. Raises NotStored."""
        ...

    async def accept_all(self, bodies: Mapping[str, bytes], key: str) -> bool:
        """One message for several lanes (lane -> body), in all of them or in none: a crash between two would let it be
        taken for heard. False: each lane has seen it before. Raises NotStored."""
        ...

    async def took(self, place: str, key: str) -> frozenset[str]:
        """Who in the place has seen the key: their lanes' names before the `@`. Raises NotStored."""
        ...

    async def bury(self, bodies: Mapping[str, bytes], key: str, reason: str) -> None:
        """One message for several lanes that cannot be served: a dead letter of each. Raises NotStored."""
        ...

    async def note(self, lane: str, key: str) -> bool:
        """What has been seen to elsewhere: durable, nothing to be served. False: seen before. Raises NotStored."""
        ...

    async def run(self, think: Think, carrier: Carrier) -> None:
        """Serve all lanes, one turn a lane at a time, in key order. Returns when cancelled, after open turns ended
        or were given up for the next start. Resumes first what a crash left open."""
        ...

    async def stop(self, lane: str) -> bool:
        """End the lane's running turn; the lane goes on only after it has ended. False: nothing ran.

        An answer that is being sent is halted: what is not sent yet never is, and the turn is thought once more
        (`Turn.halted`) to say so.
        """
        ...

    async def prune(self, older_than: timedelta) -> int:
        """Forget finished rows; never inside the dedup window (7 days), never a lane's newest."""
        ...

    # What a person asks of it.
    async def latest(self, before: datetime | None = None) -> Mapping[str, str]:
        """Lane -> greatest key accepted until then (else the lane's first): where catch-up begins."""
        ...

    async def open_gaps(self, account: str, cursors: Mapping[str, str]) -> None:
        """The account may miss what is said in these places after their cursors. A gap that is open stays as it is."""
        ...

    async def gaps(self, account: str) -> Mapping[str, str]:
        """Place -> cursor: what is still to be caught up, also from earlier lives."""
        ...

    async def close_gap(self, account: str, place: str) -> None:
        """What was missed there is accepted."""
        ...

    async def last_accepted(self) -> datetime | None:
        """When something was accepted last: until then, at least, somebody was listening."""
        ...

    async def waiting(self) -> Mapping[str, int]:
        """Lane -> turns that are not done yet."""
        ...

    def running(self) -> Sequence[str]:
        """The lanes in which a turn is being thought about, or its answer sent."""
        ...

    async def snapshot(self) -> Mapping[str, bytes]:
        """All of it at one instant, as a backup keeps it: files below the home. Raises NotStored."""
        ...

    async def was_answered(self, lane: str, key: str, at: datetime) -> bool | None:
        """Whether a life of the home that a restore has ended answered what was said at that instant; None: it may
        have, and only the platform can tell."""
        ...

    async def doubts(self, *, untold: bool = False) -> list[DoubtfulSend]: ...

    async def told(self, nonce: str) -> None:
        """The doubt has been shown to the person."""
        ...

    async def dead(self) -> list[DeadLetter]: ...

    async def resend(self, letter: int) -> bool: ...

    async def posts(self, event: str) -> Mapping[str, str]:
        """Slot -> platform id of all that was posted of this event, in the order of sending."""
        ...

    async def trace(self, key: str, room: str = "") -> list[TraceStep]:
        """The life of the messages whose key contains this text, or of which a post has this id; where a room is given,
        of those in it alone."""
        ...

    async def close(self) -> None: ...


# --- work slot ------------------------------------------------------------------------------------------------------


class WorkSlot:
    """A place among the turns that are thought at once."""

    def __init__(self, slots: asyncio.Semaphore) -> None:
        self._slots = slots
        self._is_held = False

    async def take(self) -> None:
        await self._slots.acquire()
        self._is_held = True

    def leave(self) -> None:
        if self._is_held:
            self._is_held = False
            self._slots.release()


# --- turn id --------------------------------------------------------------------------------------------------------
# The id of the turn that is being thought about: it ties the lines of the program's log together.
#
# Set it around a turn (`turn_id.set(message.id)`); tasks made inside inherit it.


turn_id: ContextVar[str] = ContextVar("turn_id", default="")


@contextmanager
def turn_called(id: str) -> Iterator[None]:
    """Until the end of the block; what is posted in the middle of a turn leaves that turn its own id."""
    before = turn_id.set(id)
    try:
        yield
    finally:
        turn_id.reset(before)
