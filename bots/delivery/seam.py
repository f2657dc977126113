"""The seam of delivery: four verbs; everything above knows no engine.

A message the platform handed us is durable before it is acknowledged (`accept`); a lane is served in order, one
turn at a time (`run`); what a turn wants to say becomes outbox rows in one transaction, each new → sending → sent
or in doubt; nothing is sent twice blindly.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Out:
    """One thing to be sent: a chunk. `body` is JSON for the sender; `slot` names it within its turn."""

    slot: str
    body: bytes


class Turn(Protocol):
    """One accepted message being thought about."""

    lane: str
    key: str
    body: bytes
    attempt: int  # 1 for the first try
    accepted_at: datetime
    sent: Mapping[str, str]  # slot -> platform id: what earlier attempts sent already

    async def once(self, name: str, step: Callable[[], Awaitable[str]]) -> str:
        """Run the step and journal its result; after a crash the journaled result is returned instead."""
        ...

    async def send(self, out: Out) -> str:
        """Send within the turn, before it has ended, under the same three-state law; returns the platform's id.

        Repeated (also after a crash) with the same slot it returns the first id. Raises SendFault.
        """
        ...

    async def mark(self, what: str, detail: str = "") -> None:
        """Add a line to the message's life, for `trace`."""
        ...


Think = Callable[[Turn], Awaitable[Sequence[Out]]]
#: (out, nonce, in_doubt) -> platform id. The nonce is the same at every try. Raises SendFault's children.
Post = Callable[[Out, str, bool], Awaitable[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
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
class Step:
    """One line of a message's life, for `trace`."""

    at: datetime
    what: str  # accepted, thinking, answering, sending, sent, in_doubt, failed, done, dead
    detail: str = ""


class Delivery(Protocol):
    """What every engine is (conformance suite: tests/contracts/delivery.py)."""

    async def accept(self, lane: str, key: str, body: bytes) -> bool:
        """Durable on return; False: this (lane, key) was seen before. Raises NotStored."""
        ...

    async def accept_all(self, bodies: Mapping[str, bytes], key: str) -> bool:
        """One message for several lanes (lane -> body), in all of them or in none: a crash between two would let it be
        taken for heard. False: each lane has seen it before. Raises NotStored."""
        ...

    async def run(self, think: Think, post: Post) -> None:
        """Serve all lanes, one turn a lane at a time, in key order. Returns when cancelled, after open turns ended
        or were given up for the next start. Resumes first what a crash left open."""
        ...

    async def stop(self, lane: str) -> bool:
        """Cancel the lane's running turn; the lane goes on only after it has ended. False: nothing ran."""
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

    async def doubts(self, *, untold: bool = False) -> list[Doubt]: ...

    async def told(self, nonce: str) -> None:
        """The doubt has been shown to the person."""
        ...

    async def dead(self) -> list[DeadLetter]: ...

    async def resend(self, letter: int) -> bool: ...

    async def trace(self, key: str, room: str = "") -> list[Step]:
        """The life of the messages whose key contains this text; where a room is given, of those in it alone."""
        ...

    async def close(self) -> None: ...
