"""Named points at which a fault run kills the process; nothing at all without the environment variable.

ANIMA_CRASH_AT=after_accept        at its first visit
ANIMA_CRASH_AT=after_accept:3      at its third
"""

from __future__ import annotations

import os
import signal

POINTS = (
    "before_accept",
    "after_accept",
    "turn_started",
    "after_record",
    "board_recorded",
    "while_streaming",
    "answer_journaled",
    "before_outbox",
    "after_outbox",
    "marked_sending",
    "before_response_record",
    "after_post",
    "after_sent",
    "before_done",
    "after_done",
)

_wanted, _left = "", 1


def arm(point: str) -> None:
    """Have this process die there: a point's name, perhaps with the visit; empty: nowhere."""
    global _wanted, _left
    _wanted, _, visit = point.partition(":")
    _left = int(visit or 1)


arm(os.environ.get("ANIMA_CRASH_AT", ""))


def crash_point(name: str) -> None:
    """Die here, as by kill -9, if the fault run asks for it."""
    global _left
    if name != _wanted:
        return
    _left -= 1
    if _left <= 0:
        os.kill(os.getpid(), signal.SIGKILL)
