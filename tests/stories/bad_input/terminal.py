"""A person at a terminal: the product in a pseudo terminal, keys in, screen out."""

from __future__ import annotations

import asyncio
import fcntl
import os
import struct
import sys
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pyte

from tests.stories.bad_input.product import ROOT, Product, until

CTRL_C, CTRL_D, UP = "\x03", "\x04", "\x1b[A"
COLUMNS, ROWS = 160, 40


class Terminal:
    """What is on the screen, and a keyboard."""

    def __init__(self, process: asyncio.subprocess.Process, master: int) -> None:
        self.process = process
        self._master = master
        self._raw = bytearray()
        self._screen = pyte.HistoryScreen(COLUMNS, ROWS, history=5000, ratio=1.0)
        self._stream = pyte.ByteStream(self._screen)
        self._text = ""  # what is on the screen, once somebody has looked since it changed
        self._looked_at = 0
        asyncio.get_running_loop().add_reader(master, self._read)

    @property
    def raw(self) -> str:
        """All that was written, control sequences too."""
        return self._raw.decode(errors="replace")

    @property
    def screen(self) -> str:
        """What stands on it, with what has left it at the top."""
        if not self._text:
            gone = ["".join(row[at].data for at in range(self._screen.columns)) for row in self._screen.history.top]
            self._text = "\n".join(line.rstrip() for line in [*gone, *self._screen.display]).rstrip("\n") + " "
        return self._text

    @property
    def line(self) -> str:
        """Where the cursor is."""
        return self._screen.display[self._screen.cursor.y].rstrip()

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def resize(self, columns: int, rows: int = 0) -> None:
        """As a window manager does it."""
        self._screen.resize(rows or ROWS, columns)
        self._text = ""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows or ROWS, columns, 0, 0))

    async def sees(self, text: str, within_s: float = 40.0) -> str:
        """Wait for the text after what was seen last, and return what came with it."""
        try:
            await until(lambda: text in self.screen[self._looked_at :], within_s)
        except AssertionError:
            raise AssertionError(f"{text!r} is not in {self.screen[self._looked_at :]!r}") from None
        found = self.screen[self._looked_at :]
        end = found.index(text) + len(text)
        self._looked_at += end
        return found[:end]

    async def ended(self, within_s: float = 12.0) -> int:
        return await asyncio.wait_for(self.process.wait(), within_s)

    def close(self) -> None:
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)

    def _read(self) -> None:
        try:
            seen = os.read(self._master, 65536)
            self._raw += seen
            self._stream.feed(seen)
            self._text = ""
        except OSError:  # the other side is closed
            asyncio.get_running_loop().remove_reader(self._master)


@asynccontextmanager
async def terminal(product: Product, *words: str, program: str = str(ROOT / "run_bots.py")) -> AsyncIterator[Terminal]:
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))

    def own_terminal() -> None:
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    process = await asyncio.create_subprocess_exec(
        sys.executable,
        program,
        "--home",
        str(product.home),
        *words,
        cwd=product.home.parent,
        env={**product.env, "TERM": "xterm"},
        stdin=slave,
        stdout=slave,
        stderr=slave,
        preexec_fn=own_terminal,
    )
    os.close(slave)
    found = Terminal(process, master)
    try:
        yield found
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        found.close()
