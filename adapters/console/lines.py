"""Lines from standard input, read by a thread: the event loop never waits, and no shutdown waits for a person."""

from __future__ import annotations

import asyncio
import contextlib
import select
import threading
from collections.abc import AsyncIterator, Callable
from typing import TextIO

#: Lines that arrive within this time of one another were pasted together.
_PASTE_S = 0.03


async def lines_of(stream: TextIO) -> AsyncIterator[str]:
    """What a person enters, line by line; lines pasted into a terminal at once come as one. Ends at end of file."""
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
    pasted = stream.isatty()
    try:
        while line := stream.readline():
            put((line + _rest_of_paste(stream)).rstrip("\n") if pasted else line.rstrip("\n"))
    except (OSError, ValueError):  # the stream was closed under us: the end of it
        pass
    finally:
        put(None)


def _rest_of_paste(stream: TextIO) -> str:
    """A terminal hands over a line at a time, so that what is pasted is there already when the first line is read."""
    rest = ""
    while _is_ready(stream) and (line := stream.readline()):
        rest += line
    return rest


def _is_ready(stream: TextIO) -> bool:
    try:
        return bool(select.select([stream], [], [], _PASTE_S)[0])
    except (OSError, ValueError):
        return False
