"""A copy of this process, to be killed: it has everything imported already, so it costs nothing to begin.

For what makes its own threads and loops alone: threads of this process are not there in the copy.
"""

from __future__ import annotations

import os
import signal
import time
import traceback
from collections.abc import Callable

_PAUSE_S = 0.002


class Forked:
    """`run` in a process of its own; what it prints to `tell` is read by `heard`."""

    def __init__(self, run: Callable[[Callable[[object], None]], object]) -> None:
        reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            code = 1
            try:
                os.close(reading)
                run(lambda said: os.write(writing, f"{said}\n".encode()))
                code = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(code)
        os.close(writing)
        self._reading = os.fdopen(reading, "rb")
        self._code: int | None = None

    def line(self) -> str:
        """The next line that it told; empty when it is over."""
        return self._reading.readline().decode().strip()

    def rest(self) -> list[str]:
        """What it told besides, when it is over."""
        self.wait()
        with self._reading:
            return self._reading.read().decode().split()

    def kill(self) -> None:
        if self._code is None:
            os.kill(self.pid, signal.SIGKILL)

    def wait(self, within_s: float = 20.0) -> int | None:
        """Its exit status, below 0 the signal that ended it; None: it still runs."""
        ends = time.monotonic() + within_s
        while self._code is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self._code = os.waitstatus_to_exitcode(status)
            elif time.monotonic() >= ends:
                return None
            else:
                time.sleep(_PAUSE_S)
        return self._code
