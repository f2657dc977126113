"""What every loopback server shares: a ledger of what passed, and a plan of faults.

The ledger, not the product's log, is what gets counted.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal

from aiohttp import web

FaultKind = Literal["drop", "delay", "429", "5xx", "accept_then_cut", "duplicate", "reorder", "cut_socket"]


@dataclass(slots=True)
class Delivered:
    """A message of a person that the server handed to the bot (`acked` once the bot said so, `acked_at` then)."""

    id: str
    place: str
    person: str
    text: str
    times: int = 0
    acked: bool = False
    acked_at: float = 0.0  # server's time.monotonic

    def acknowledge(self) -> None:
        """The first time counts."""
        if not self.acked:
            self.acked, self.acked_at = True, time.monotonic()


@dataclass(slots=True)
class Received:
    """A call by which the bot changed what people see, as the server executed it."""

    method: str  # the platform's own method or route
    place: str
    message_id: str
    text: str
    at: float  # server's time.monotonic
    persona: str = ""
    reply_to: str = ""
    nonce: str = ""
    bot: str = ""


@dataclass(slots=True)
class Ledger:
    """What a platform delivered and received, in order."""

    delivered: dict[str, Delivered] = field(default_factory=dict)
    received: list[Received] = field(default_factory=list)
    calls: list[tuple[float, str, int]] = field(default_factory=list)  # (monotonic, method, HTTP status)


@dataclass(slots=True)
class Fault:
    """Happens to the next `times` calls (or deliveries) whose method matches `where`.

    `drop`: connection closed before anything is done · `accept_then_cut`: done, then closed without an answer ·
    `delay`: `seconds` first · `429`: refused with `seconds` as retry-after · `5xx`: refused with 502 ·
    `duplicate`, `reorder`: of deliveries to the bot · `cut_socket`: the event socket is closed.
    """

    kind: FaultKind
    where: str = ".*"
    times: int = 1
    seconds: float = 0.0


@dataclass(slots=True)
class FaultPlan:
    """Faults in the order in which they were asked for."""

    faults: list[Fault] = field(default_factory=list)

    def add(self, *faults: Fault) -> None:
        self.faults.extend(faults)

    def next(self, method: str, *kinds: FaultKind) -> Fault | None:
        """The fault that hits this call, counted down."""
        for fault in self.faults:
            if fault.times > 0 and (not kinds or fault.kind in kinds) and re.search(fault.where, method):
                fault.times -= 1
                return fault
        return None

    @contextmanager
    def during(self, *faults: Fault) -> Iterator[None]:
        """The faults hold inside the block only."""
        self.add(*faults)
        try:
            yield
        finally:
            self.faults = [fault for fault in self.faults if not any(fault is one for one in faults)]


async def cut(request: web.Request, content: bytes) -> web.StreamResponse:
    """Half of a file, then the connection is closed."""
    response = web.StreamResponse()
    response.content_length = len(content)
    await response.prepare(request)
    await response.write(content[: len(content) // 2])
    assert request.transport is not None
    request.transport.abort()
    return response
