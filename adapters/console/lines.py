"""Lines from standard input, read by a thread: the event loop never waits, and no shutdown waits for a person."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable
from typing import TextIO


async def lines_of(stream: TextIO) -> AsyncIterator[str]:
    """What is piped in, line by line. Ends at end of file."""
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[str | None] = asyncio.Queue()

    def put(line: str | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens any more
            loop.call_soon_threadsafe(queue.put_nowait, line)

    # A daemon, because nothing can wake a thread that waits for a terminal.
    threading.Thread(target=_read, args=(stream, put), name="console-input", daemon=True).start()
    while (line := await queue.get()) is not None:
        yield line


def _read(stream: TextIO, put: Callable[[str | None], None]) -> None:
    try:
        while line := stream.readline():
            put(line.rstrip("\n"))
    except (OSError, ValueError):  # the stream was closed under us: the end of it
        pass
    finally:
        put(None)
