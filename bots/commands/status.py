"""`status`: what is connected, what is being answered, what is in doubt."""

from __future__ import annotations

from dataclasses import asdict

from bots.commands.command import Answer, Asker, Command, Role
from bots.commands.desk import AnimaState, Desk
from bots.delivery.seam import Doubt
from memory.vocabulary.event import Json


async def run(desk: Desk, asker: Asker) -> Answer:
    """Accounts, animas, waiting turns, sends in doubt."""
    accounts, animas = desk.accounts(), desk.animas()
    doubts, dead = await desk.delivery.doubts(), await desk.delivery.dead()
    waiting = await desk.delivery.waiting()
    lines = [f"- {name}: {state}" for name, state in accounts.items()] or ["- no account: the console only"]
    lines += [_anima(anima) for anima in animas]
    lines += [f"- in doubt: an answer in {doubt.lane} may or may not have arrived" for doubt in doubts]
    lines += [f"- {len(dead)} dead letter{'s' * (len(dead) != 1)}: `dead list`"] if dead else []
    data: dict[str, Json] = {
        "home": str(desk.home),
        "accounts": dict(accounts),
        "animas": [asdict(anima) for anima in animas],
        "waiting": sum(waiting.values()),
        "in_doubt": [_doubt(doubt) for doubt in doubts],
        "dead": len(dead),
    }
    return Answer(text="\n".join(lines), data=data)


def _anima(anima: AnimaState) -> str:
    if not anima.enabled:
        return f"- **{anima.name}** · disabled"
    return f"- **{anima.name}** · {anima.model} · {anima.running} running, {anima.waiting} waiting"


def _doubt(doubt: Doubt) -> dict[str, Json]:
    return {"lane": doubt.lane, "key": doubt.key, "slot": doubt.slot}


COMMAND = Command(path=("status",), run=run, role=Role.MEMBER)
