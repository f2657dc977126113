"""Work of an anima's own hours: alone, one piece at a time, and each slot once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bots.attempt import Attempt
from bots.delivery.seam import Out
from bots.errands import errand
from bots.parcel import unpack_heard

Answer = Callable[[Attempt], Awaitable[Sequence[Out]]]


async def worked(one: Attempt, answer: Answer) -> Sequence[Out]:
    """Do it when the anima has nothing else to do; what was missed and is still to come again is left out."""
    if await _is_overtaken(one):
        return []
    one.turn.rest()
    return await one.stage.solitude.alone(one.mind.name, lambda: _work(replace(one), answer))


async def _work(one: Attempt, answer: Answer) -> Sequence[Out]:
    """`one` is of this try alone: a talk may end it."""
    chore = one.stage.chores.get(one.heard.woken_by)
    try:
        async with errand(one):
            if chore is None:
                return await answer(one)
            await chore(one.mind, one.heard)
            return []
    finally:
        await one.close()


async def _is_overtaken(one: Attempt) -> bool:
    """Whether a later slot of the same waits: runs that were missed are made up for by one."""
    behind = [unpack_heard(body) for body in await one.turn.behind()]
    return any(heard.woken_by == one.heard.woken_by for heard in behind)
