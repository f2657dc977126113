"""`help`: what one may ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bots.commands.access import allowed, find, group, unknown
from bots.commands.command import Answer, Command
from bots.commands.desk import Desk
from bots.commands.signature import parameters, summary, usage
from bots.people.role import Asker, Role
from memory.vocabulary.event import Json

ADMIN = "admin"
#: In a chat these words stand behind `/anima` already.
ANIMA = "anima"


def command_of(catalogue: Callable[[], Sequence[Command]]) -> Command:
    """`help` over a catalogue that holds this very command."""

    async def run(desk: Desk, asker: Asker, *command: str) -> Answer:
        """List the commands, or explain one of them.

        command: the command to be explained
        """
        mine = [one for one in allowed(catalogue(), asker) if one.chat or not asker.place]
        if not command:
            return _all(mine, apart=bool(asker.place))
        if command == (ADMIN,) and (admins := _for_admins(mine)):
            return _all(admins)
        found = find(mine, command)
        if found is None and (several := group(mine, command)):
            return _all(several)
        if found is None:
            return Answer(text=unknown(mine, command), ok=False)
        below = group(mine, command)
        return _all([found.command, *below]) if below else _one(found.command)

    return Command(path=("help",), run=run, role=Role.GUEST)


def _for_admins(commands: Sequence[Command]) -> list[Command]:
    return [one for one in commands if one.role >= Role.ADMIN]


def _all(commands: list[Command], *, apart: bool = False) -> Answer:
    """`apart`: in a chat what admins may is one line, and so is a command with others below it."""
    admins = _for_admins(commands) if apart else []
    heads = {command.path[0] for command in commands if len(command.path) == 1} if apart else set()
    below = {command.path[0] for command in commands if len(command.path) > 1 and command.path[0] in heads}
    lines = [
        f"- `{usage(command)}` — {summary(command)}"
        + (f" More: `help {command.name}`." if command.name in below else "")
        for command in commands
        if command not in admins
        and not (apart and command.path[0] == ANIMA)
        and not (len(command.path) > 1 and command.path[0] in below)
    ]
    if admins:
        names = ", ".join(f"`{one.name}`" for one in admins if one.path[0] != ANIMA)
        lines.append(f"\nFor admins: {names}. `help {ADMIN}` explains them.")
    data: list[Json] = [
        {"command": command.name, "usage": usage(command), "help": summary(command)} for command in commands
    ]
    return Answer(text="\n".join(lines), data={"commands": data})


def _one(command: Command) -> Answer:
    lines = [f"`{usage(command)}` — {summary(command)}"]
    lines += [f"- `{one.name}`: {one.help}" for one in parameters(command.run) if one.help]
    return Answer(text="\n".join(lines), data={"command": command.name, "usage": usage(command)})
