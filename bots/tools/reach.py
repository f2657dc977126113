"""What a tool may do beyond the memory of its anima: the port that a turn opens to it.

Each act has a name within its turn (`slot`) and is done once under it, also where the turn is thought again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Protocol

from bots.delivery.seam import Out
from bots.parcel import Heard
from bots.trust.clearance import Clearance, Destination


class Reach(Protocol):
    """Bound to one turn."""

    @property
    def heard(self) -> Heard:
        """What woke the turn."""
        ...

    @property
    def clearance(self) -> Clearance:
        """Whether a tool may act now."""
        ...

    @property
    def patience(self) -> Mapping[str, float]:
        """Seconds that the turn waits for a tool, by its name; others it waits for to their end."""
        ...

    async def go_on(self, tool: str, arguments: Mapping[str, object], work: asyncio.Task[str]) -> None:
        """Let it go on when the turn ends; the talk is told what it gives. Raises StorageFault."""
        ...

    def is_colleague(self, name: str) -> bool:
        """Whether a letter to that name stays in the house."""
        ...

    @property
    def can_call(self) -> bool:
        """Whether people may be called."""
        ...

    @property
    def can_write(self) -> bool:
        """Whether people elsewhere may be written to."""
        ...

    def colleague(self, name: str) -> str:
        """The other anima that is called so, in any case; empty where there is none."""
        ...

    def gated(self, text: str) -> str:
        """The text without links that would carry words of the turn away."""
        ...

    def slot(self, what: str) -> str:
        """A name for the next act of this sort."""
        ...

    async def send(self, out: Out) -> str:
        """Send it now, under the law of the outbox; the platform's id. Raises SendFault."""
        ...

    async def expect(self, id: str, *, kind: str, of: str, text: str, until: timedelta, stays: bool = False) -> None:
        """Put on record that an answer to `text` is waited for under this id, before it is asked for.

        The turn ends without it and is taken up again when it is there (bots.waiting), unless it `stays` for it.
        Raises StorageFault.
        """
        ...

    async def answer_within(self, id: str, seconds: float) -> str | None:
        """The answer that the turn stayed for, its place given up meanwhile. None: not yet; the turn is taken up again
        with it. Raises StorageFault."""
        ...

    async def destination_of_message(self, to: str, text: str) -> Destination:
        """Whom a message to a person reaches. Raises ToolFault where it would not be sent."""
        ...

    async def destination_of_post(self, board: str, text: str) -> Destination:
        """Raises as that of a message."""
        ...

    async def destination_of_call(self, text: str, priority: str, to: str) -> Destination:
        """Raises as that of a message."""
        ...

    async def write(self, to: str, text: str, destination: Destination | None) -> str:
        """A letter to a colleague, or a message to a person; what the model is told. Raises ToolFault, SendFault."""
        ...

    async def call(self, text: str, priority: str, options: tuple[str, ...], destination: Destination) -> str:
        """Call a person who is not here; what the model is told. Raises ToolFault, StorageFault."""
        ...

    async def delegate(self, to: str, task: str, limit: timedelta) -> str:
        """Hand a task to a subordinate; the result, or what the model is told without it. Raises as `write`."""
        ...

    def boards(self) -> Sequence[str]:
        """Where the anima lives."""
        ...

    async def post(self, board: str, text: str, destination: Destination) -> str:
        """Something new on a board; what the model is told. Raises as `write`."""
        ...

    async def read_board(self, board: str, limit: int) -> str:
        """The last posts that those who read this talk could read there, too. Raises ToolFault."""
        ...
