"""A fleet in a process of its own that notes when each message was durable.

    python -m tests.bench.child HOME NOTES config|slow

A line of NOTES: time.monotonic() of this machine, the room, the message's id.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import time
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TextIO

from bots.message import Act, Message, Receipt
from bots.ports import Adapter, Capabilities, Connection, Sink
from config.fleet.anima_assembly import anima_names
from config.home import Home
from config.settings.load import load
from memory.vocabulary.address import Account, Person, Place
from memory.vocabulary.event import Json
from tests.bench.house import running_fleet
from tests.bench.slow_model import SlowModel


class NotingSink:
    """A Sink that notes each message once it is durable."""

    def __init__(self, inner: Sink, notes: TextIO) -> None:
        self._inner, self._notes = inner, notes

    async def deliver(self, message: Message) -> bool:
        is_new = await self._inner.deliver(message)
        self._notes.write(f"{time.monotonic():.6f} {message.place.room} {message.id}\n")
        self._notes.flush()
        return is_new

    def readers_changed(self, what: Person | Place) -> None:
        """Nobody asks here."""

    async def connection(self, account: Account, state: Connection, detail: str = "") -> None:
        await self._inner.connection(account, state, detail)


class NotingAdapter:
    """An adapter that is listened to; everything else passes through."""

    def __init__(self, inner: Adapter, notes: TextIO) -> None:
        self.account = inner.account
        self._inner, self._notes = inner, notes

    async def run(self, sink: Sink) -> None:
        await self._inner.run(NotingSink(sink, self._notes))

    def capabilities(self, place: Place) -> Capabilities:
        return self._inner.capabilities(place)

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        return await self._inner.perform(act, nonce, in_doubt)

    async def history(self, place: Place, after: str) -> list[Message]:
        return await self._inner.history(place, after)

    async def rooms(self, since: datetime) -> Mapping[Place, str]:
        return await self._inner.rooms(since)

    async def find(self, query: str) -> list[Person | Place]:
        return await self._inner.find(query)

    async def members(self, place: Place) -> frozenset[str] | None:
        return await self._inner.members(place)


def announce(line: Mapping[str, Json]) -> None:
    print(json.dumps(line), flush=True)


async def main(path: Path, notes: TextIO, model: str) -> None:
    home = Home(path)
    config = load(home.config, {}).config
    assert config is not None
    slow = SlowModel(lambda now: announce({"event": "speaking", "now": now}))
    models = dict.fromkeys(anima_names(config, home), slow) if model == "slow" else {}
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    with home.owned():
        async with running_fleet(home, config, models=models, wrap=partial(NotingAdapter, notes=notes)) as fleet:
            announce({"event": "ready", "accounts": dict(fleet.accounts())})
            await ended.wait()


if __name__ == "__main__":
    with Path(sys.argv[2]).open("w") as file:
        asyncio.run(main(Path(sys.argv[1]), file, sys.argv[3]))
