"""One life of a bot, for tests that end it with kill -9: `python -m tests.adapters.slack.one_life API_BASE FILE`.

Each message is a line of FILE, fsynced before it is acknowledged; on every connect the room's history since the
greatest line is read, as the fleet does it.
"""

from __future__ import annotations

import asyncio
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from adapters.slack.adapter import SlackAdapter, SlackSettings
from bots.message import Kind, Message
from bots.ports import Connection
from memory.vocabulary.address import Account, Person, Place
from tests.adapters.slack.scene import ACCOUNT, PACE, PATIENCE, ROOM


class FileSink:
    """Durable, deduplicated, append-only."""

    def __init__(self, path: Path, adapter: SlackAdapter) -> None:
        path.touch()
        self._file = path.open("r+b")
        text = self._file.read()
        self._file.truncate(text.rfind(b"\n") + 1)  # a line that a kill has torn was never acknowledged
        self._file.seek(0, os.SEEK_END)
        self._keys = set(text[: text.rfind(b"\n") + 1].decode().splitlines())
        self._adapter = adapter
        self._tasks: set[asyncio.Task[None]] = set()

    async def deliver(self, message: Message) -> bool:
        if message.kind is not Kind.MESSAGE or message.key in self._keys:
            return False
        self._keys.add(message.key)
        self._file.write(message.key.encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        return True

    def readers_changed(self, what: Person | Place) -> None:
        """Nobody asks here."""

    async def connection(self, account: Account, state: Connection, detail: str = "") -> None:
        if state is Connection.CONNECTED:
            task = asyncio.create_task(self._catch_up(max(self._keys, default="").partition(":")[0]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _catch_up(self, after: str) -> None:
        for message in await self._adapter.history(ROOM, after):
            await self.deliver(message)


async def live(api_base: str, path: Path) -> None:
    settings = SlackSettings(bot_token="xoxb-test", app_token="xapp-test", api_base=api_base)
    adapter = SlackAdapter(settings, ACCOUNT, lambda: datetime.now(UTC), PACE, PATIENCE)
    await adapter.run(FileSink(path, adapter))


if __name__ == "__main__":
    asyncio.run(live(sys.argv[1], Path(sys.argv[2])))
