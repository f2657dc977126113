"""The one gate: who may give which command, where its words lead, and `help`: what one may ask for."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from bots.commands.admin_api import AdminApi
from bots.commands.command import (
    Command,
    CommandAnswer,
    CommandUsageError,
    DeclaredCommand,
    command_parameters,
    command_summary,
    command_usage,
    nearest_names,
    parse_command,
)
from bots.people.trust_policy import Asker, Role
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.event import Json

log = logging.getLogger(__name__)
_ALLOWED_OUTCOME = "allowed"


C = TypeVar("C", bound=DeclaredCommand)


@dataclass(frozen=True, slots=True)
class CommandCall(Generic[C]):
    """A command with the words that are left for it."""

    command: C
    words: tuple[str, ...]


def find_command(commands: Sequence[C], words: Sequence[str]) -> CommandCall[C] | None:
    """The command with the longest path that the words begin with, in any case."""
    folded = tuple(word.casefold() for word in words)
    fitting = [command for command in commands if folded[: len(command.path)] == command.path]
    if not fitting:
        return None
    command = max(fitting, key=lambda command: len(command.path))
    return CommandCall(command, tuple(words[len(command.path) :]))


def refusal(command: Command, asker: Asker) -> str:
    """Why the asker may not; empty when they may."""
    if asker.role >= command.role:
        return ""
    return f"`{command.name}` is for {command.role.name.lower()}s; you are {asker.role.name.lower()} here."


def allowed_commands(commands: Sequence[Command], asker: Asker) -> list[Command]:
    return [command for command in commands if not refusal(command, asker)]


def command_group(commands: Sequence[C], words: Sequence[str]) -> list[C]:
    """The commands that begin with this one word, where it is no command itself."""
    if len(words) != 1:
        return []
    return [command for command in commands if len(command.path) > 1 and command.path[0] == words[0].casefold()]


def unknown_command(commands: Sequence[DeclaredCommand], words: Sequence[str]) -> str:
    """One line: what was not understood, and what is nearest to it."""
    text = " ".join(words[:2])
    beginnings = [command.name for command in commands if words and command.path[0] == words[0].casefold()]
    guess = nearest_names(text, beginnings or [command.name for command in commands]) or nearest_names(
        words[0] if words else "", [command.path[0] for command in commands]
    )
    hint = f" (did you mean {guess}?)" if guess else ""
    return f"{text or 'nothing'}: no such command{hint}; `help` lists all."


async def carry_out_command(
    commands: Sequence[Command], admin: AdminApi, asker: Asker, words: Sequence[str]
) -> CommandAnswer:
    """Answer a command as typed after `/anima` or `run_bots.py`. Wrong words and refusals are answers, too."""
    found = find_command(commands, words or ("help",))
    if found is None and command_group(allowed_commands(commands, asker), words):
        found = find_command(commands, ("help", *words))
    if found is None:
        return CommandAnswer(text=unknown_command(allowed_commands(commands, asker), words), ok=False)
    no = refusal(found.command, asker) or await _too_often(admin, asker, found)
    if no:
        await _record_command(admin, asker, found, "refused")
        return CommandAnswer(text=no, data={"error": no}, ok=False)
    if found.command.is_recorded:
        await _record_command(admin, asker, found, _ALLOWED_OUTCOME)
    answer = await _answer_command(admin, asker, found)
    if found.command.is_recorded and not answer.ok:
        await _record_command(admin, asker, found, "failed")
    return answer


async def _too_often(admin: AdminApi, asker: Asker, found: CommandCall[Command]) -> str:
    """Why the asker has to wait; empty where they need not. Who sits at the machine is held up by nothing."""
    limit = found.command.limit
    if limit is None or not asker.place or not limit.holds_for(found.words):
        return ""
    now = admin.clock()
    given = await asyncio.to_thread(_times_given, admin, asker, found.command, now - limit.within)
    given = [(at, words) for at, words in given if limit.holds_for(words)]
    if len(given) < limit.times:
        return ""
    again = (given[limit.times - 1][0] + limit.within - now).total_seconds()
    return (
        f"`{found.command.name}` goes through what the whole fleet keeps: {limit.times} times in "
        f"{limit.within.total_seconds() / 3600:g} h are enough. Try again in {math.ceil(again / 60)} min."
    )


def _times_given(admin: AdminApi, asker: Asker, command: Command, since: datetime) -> list[tuple[datetime, list[str]]]:
    """When the asker has given the command since then, the latest first, and its words: the audit log knows."""
    found = []
    with suppress(StorageFault):
        for entry in admin.audit.newest():
            if entry.at is None or entry.at <= since:
                break
            if (entry.who, entry.act, entry.outcome) == (asker.person, _audited_act(command), _ALLOWED_OUTCOME):
                found.append((entry.at, entry.what.split()))
    return found


async def _answer_command(admin: AdminApi, asker: Asker, found: CommandCall[Command]) -> CommandAnswer:
    try:
        given = parse_command(found.command, found.words)
        return await found.command.run(admin, asker, *given.words, **given.options)
    except CommandUsageError as error:
        return CommandAnswer(text=str(error), data={"error": str(error)}, ok=False)


async def _record_command(admin: AdminApi, asker: Asker, found: CommandCall[Command], outcome: str) -> None:
    """Before it is carried out. A disk that refuses keeps nobody from the commands that make room on it."""
    act, what = _audited_act(found.command), " ".join(found.words)
    try:
        await asyncio.to_thread(admin.audit.record, asker.person, act, what, outcome, place=asker.place)
    except StorageFault:
        log.exception("a command could not be recorded", extra={"command": found.command.name, "outcome": outcome})


def _audited_act(command: Command) -> str:
    return f"command {command.name}"


# --- help -----------------------------------------------------------------------------------------------------------
# `help`: what one may ask for.


ADMIN_HEADING = "admin"
#: In a chat these words stand behind `/anima` already.
ANIMA_HEADING = "anima"


def help_command(catalogue: Callable[[], Sequence[Command]]) -> Command:
    """`help` over a catalogue that holds this very command."""

    async def run(admin: AdminApi, asker: Asker, *command: str) -> CommandAnswer:
        """List the commands, or explain one of them.

        command: the command to be explained
        """
        mine = [
            allowed_command
            for allowed_command in allowed_commands(catalogue(), asker)
            if allowed_command.chat or not asker.place
        ]
        if not command:
            return _help_of_all(mine, apart=bool(asker.place))
        if command == (ADMIN_HEADING,) and (admins := _help_for_admins(mine)):
            return _help_of_all(admins)
        found = find_command(mine, command)
        if found is None and (several := command_group(mine, command)):
            return _help_of_all(several)
        if found is None:
            return CommandAnswer(text=unknown_command(mine, command), ok=False)
        below = command_group(mine, command)
        return _help_of_all([found.command, *below]) if below else _help_of_one(found.command)

    return Command(path=("help",), run=run, role=Role.GUEST)


def _help_for_admins(commands: Sequence[Command]) -> list[Command]:
    return [item for item in commands if item.role >= Role.ADMIN]


def _help_of_all(commands: list[Command], *, apart: bool = False) -> CommandAnswer:
    """`apart`: in a chat what admins may is one line, and so is a command with others below it."""
    admins = _help_for_admins(commands) if apart else []
    heads = {command.path[0] for command in commands if len(command.path) == 1} if apart else set()
    below = {command.path[0] for command in commands if len(command.path) > 1 and command.path[0] in heads}
    lines = [
        f"- `{command_usage(command)}` — {command_summary(command)}"
        + (f" More: `help {command.name}`." if command.name in below else "")
        for command in commands
        if command not in admins
        and not (apart and command.path[0] == ANIMA_HEADING)
        and not (len(command.path) > 1 and command.path[0] in below)
    ]
    if admins:
        names = ", ".join(f"`{command.name}`" for command in admins if command.path[0] != ANIMA_HEADING)
        lines.append(f"\nFor admins: {names}. `help {ADMIN_HEADING}` explains them.")
    data: list[Json] = [
        {"command": command.name, "usage": command_usage(command), "help": command_summary(command)}
        for command in commands
    ]
    return CommandAnswer(text="\n".join(lines), data={"commands": data})


def _help_of_one(command: Command) -> CommandAnswer:
    lines = [f"`{command_usage(command)}` — {command_summary(command)}"]
    lines += [
        f"- `{command_parameter.name}`: {command_parameter.help}"
        for command_parameter in command_parameters(command.run)
        if command_parameter.help
    ]
    return CommandAnswer(text="\n".join(lines), data={"command": command.name, "usage": command_usage(command)})
