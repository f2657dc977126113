"""A person at a terminal: the product in a pseudo terminal, keys in, screen out."""

from __future__ import annotations

import asyncio
import fcntl
import os
import re
import sys
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.stories.bad_input.product import ROOT, Product, until

CTRL_C, CTRL_D = "\x03", "\x04"
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """What is on the screen, and a keyboard."""

    def __init__(self, process: asyncio.subprocess.Process, master: int) -> None:
        self.process = process
        self._master = master
        self._seen = b""
        self._looked_at = 0
        asyncio.get_running_loop().add_reader(master, self._read)

    @property
    def raw(self) -> str:
        return self._seen.decode(errors="replace")

    @property
    def screen(self) -> str:
        """All that was written, without control sequences."""
        return _ESCAPES.sub("", self.raw).replace("\r", "")

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    async def sees(self, text: str, within_s: float = 20.0) -> str:
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
            self._seen += os.read(self._master, 65536)
        except OSError:  # the other side is closed
            asyncio.get_running_loop().remove_reader(self._master)


@asynccontextmanager
async def terminal(product: Product, *words: str) -> AsyncIterator[Terminal]:
    master, slave = os.openpty()

    def own_terminal() -> None:
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(ROOT / "run_bots.py"),
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
