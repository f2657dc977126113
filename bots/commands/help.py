"""`help`: what one may ask for."""

from __future__ import annotations

from bots.commands.access import allowed, find, unknown
from bots.commands.command import Answer, Asker, Command, Role
from bots.commands.desk import Desk
from bots.commands.signature import parameters, summary, usage
from memory.vocabulary.event import Json


async def run(desk: Desk, asker: Asker, *command: str) -> Answer:
    """What there is, or how one command is used.

    command: the command to be explained
    """
    from bots.commands.catalogue import COMMANDS  # the catalogue holds this very command

    mine = [one for one in allowed(COMMANDS, asker) if one.chat or not asker.place]
    if not command:
        return _all(mine)
    found = find(mine, command)
    if found is None:
        return Answer(text=unknown(mine, command), ok=False)
    return _one(found.command)


def _all(commands: list[Command]) -> Answer:
    lines = [f"- `{usage(command)}` — {summary(command)}" for command in commands]
    data: list[Json] = [
        {"command": command.name, "usage": usage(command), "help": summary(command)} for command in commands
    ]
    return Answer(text="\n".join(lines), data={"commands": data})


def _one(command: Command) -> Answer:
    lines = [f"`{usage(command)}` — {summary(command)}"]
    lines += [f"- `{one.name}`: {one.help}" for one in parameters(command.run) if one.help]
    return Answer(text="\n".join(lines), data={"command": command.name, "usage": usage(command)})


COMMAND = Command(path=("help",), run=run, role=Role.GUEST)
