"""`status`: what is connected, what is being answered, what is in doubt."""

from __future__ import annotations

from dataclasses import asdict

from bots.commands.command import Answer, Command
from bots.commands.desk import Desk
from bots.delivery.seam import Doubt
from bots.people.role import Asker, Role
from bots.persona.state import AnimaState
from bots.tool_server import ServerState
from memory.vocabulary.event import Json


async def run(desk: Desk, asker: Asker) -> Answer:
    """Show accounts, animas, waiting turns and undelivered messages."""
    accounts, animas = desk.accounts(), desk.animas()
    doubts = [one for one in await desk.delivery.doubts() if asker.hears_of(one.lane)]
    dead = [one for one in await desk.delivery.dead() if asker.hears_of(one.lane)]
    waiting = {lane: turns for lane, turns in (await desk.delivery.waiting()).items() if asker.hears_of(lane)}
    lines = [f"- {name}: {state}" for name, state in accounts.items()] or ["- no account: the console only"]
    servers = () if asker.place else desk.servers()
    lines += [_server(one) for one in servers]
    slept = {} if asker.place else {one.name: await _slept(desk, one) for one in animas if one.enabled}
    lines += [_anima(anima, asker) + slept.get(anima.name, "") for anima in animas]
    lines += [f"- in doubt: an answer in {doubt.lane} may or may not have arrived" for doubt in doubts]
    lines += [f"- {len(dead)} dead letter{'s' * (len(dead) != 1)}: `dead list`"] if dead else []
    data: dict[str, Json] = {
        "home": str(desk.home),
        "accounts": dict(accounts),
        "animas": [shown(anima, asker) for anima in animas],
        "servers": [asdict(one) for one in servers],
        "waiting": sum(waiting.values()),
        "in_doubt": [_doubt(doubt) for doubt in doubts],
        "dead": len(dead),
    }
    return Answer(text="\n".join(lines), data=data)


def shown(anima: AnimaState, asker: Asker) -> dict[str, Json]:
    """An anima as data. How many turns it has is told of no room in another one."""
    data: dict[str, Json] = asdict(anima)
    return {name: value for name, value in data.items() if not asker.place or name not in ("running", "waiting")}


def _anima(anima: AnimaState, asker: Asker) -> str:
    if not anima.enabled:
        return f"- **{anima.name}** · disabled"
    turns = "" if asker.place else f" · {anima.running} running, {anima.waiting} waiting"
    return f"- **{anima.name}** · {anima.model}{turns}"


def _server(one: ServerState) -> str:
    begun = f", connected {one.starts} times" if one.starts > 1 else ""
    return f"- mcp {one.name}: {one.state}, for {_lasted(one.lasts_s)}{begun}"


def _lasted(seconds: float) -> str:
    for unit, name in ((86_400, "d"), (3600, "h"), (60, "min")):
        if seconds >= unit:
            return f"{seconds // unit:.0f} {name}"
    return f"{seconds:.0f} s"


async def _slept(desk: Desk, anima: AnimaState) -> str:
    """What its latest night did."""
    night = await (await desk.memory(anima.name)).last_night()
    if night is None:
        return ""
    counts = ", ".join(f"{number} {kind}" for kind, number in sorted(night.counts.items())) or "nothing to change"
    return f" · {night.night} ({night.state}): {counts}"


def _doubt(doubt: Doubt) -> dict[str, Json]:
    return {"lane": doubt.lane, "key": doubt.key, "slot": doubt.slot}


COMMAND = Command(path=("status",), run=run, role=Role.MEMBER)
