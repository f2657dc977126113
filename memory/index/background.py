"""Work behind the questions: one thread of the process, for all animas in turn.

It begins with the first task and ends when there has been none for a while, so an idle fleet keeps no thread.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

_log = logging.getLogger(__name__)

Step = Callable[[], bool]
"""A short piece of a task; True: there is more to do, after the others have had their turn."""

_LINGER_S = 5.0


class Background:
    """Tasks by their owner: one that is asked for again while it runs, runs again."""

    def __init__(self, linger_s: float = _LINGER_S) -> None:
        self._linger_s = linger_s
        self._steps: dict[object, Step] = {}
        self._running: object = None
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def ask(self, owner: object, step: Step) -> None:
        """Do it soon."""
        with self._changed:
            self._steps[owner] = step
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="memory-index", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def is_at_work_for(self, owner: object) -> bool:
        with self._changed:
            return owner in self._steps or self._running is owner

    def settle(self, owner: object, within_s: float | None = None) -> bool:
        """Wait until nothing is left to do for the owner; False: it takes longer than this."""
        with self._changed:
            return self._changed.wait_for(lambda: owner not in self._steps and self._running is not owner, within_s)

    def drop(self, owner: object, within_s: float) -> bool:
        """Forget the owner's task; the step under way may end within this time. False: it goes on."""
        with self._changed:
            self._steps.pop(owner, None)
        return self.settle(owner, within_s)

    def _work(self) -> None:
        while (found := self._next()) is not None:
            owner, step = found
            more = False
            try:
                more = step()
            except Exception:  # the one rim of this thread: a bug costs one anima its vectors, not all of them
                _log.exception("work on an index in the background ended by a bug")
            with self._changed:
                self._running = None
                if more:
                    self._steps.setdefault(owner, step)
                self._changed.notify_all()
            time.sleep(0)  # whoever waits to ask goes first

    def _next(self) -> tuple[object, Step] | None:
        with self._changed:
            if not self._changed.wait_for(lambda: bool(self._steps), self._linger_s):
                self._thread = None
                return None
            owner = next(iter(self._steps))
            self._running = owner
            return owner, self._steps.pop(owner)


BACKGROUND = Background()
"""The process has one, as it has one processor to spare."""
