"""The tool delegate_task: work for a subordinate, whose result comes back into this turn or, later, into this talk."""

from __future__ import annotations

from datetime import timedelta

from bots.tools.send_message import LONGEST
from bots.tools.tool import Scene, ToolFault

_MOST_MINUTES = 7 * 24 * 60


async def delegate_task(scene: Scene, to: str, task: str, minutes: float = 60.0) -> str:
    """Hand a task to somebody whom you supervise, and get their result.

    to: the name of a subordinate
    task: what is to be done, with all that they need to know, and what a good result looks like
    minutes: how long they have
    """
    if scene.reach is None:
        raise ToolFault("nothing can be delegated from here")
    if not task.strip() or len(task) > LONGEST:
        raise ToolFault(f"describe the task, in at most {LONGEST} characters")
    if not 0 < minutes <= _MOST_MINUTES:
        raise ToolFault(f"give between 0 and {_MOST_MINUTES} minutes")
    return await scene.reach.delegate(to, task.strip(), timedelta(minutes=minutes))
