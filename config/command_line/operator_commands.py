"""The operator's commands: in a running fleet for a client of the control socket, or in a home that was opened for
one.
"""

from __future__ import annotations

import asyncio
import getpass
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path

from bots.commands.access import CommandCall, carry_out_command, find_command
from bots.commands.admin_api import AdminApi
from bots.commands.catalogue import COMMANDS
from bots.commands.command import (
    Command,
    CommandAnswer,
    CommandUsageError,
    command_parameters,
    command_progress,
    parse_command,
    split_words,
)
from bots.people.trust_policy import Asker, Role
from config.command_line.arguments import (
    WRONG_USAGE,
    Globals,
    Say,
    Stream,
    WrongUsage,
    bar,
    give,
    globals_of,
)
from config.command_line.control import BrokenOff, Handler, Session, Unanswered, ask
from config.home import Home, Owned

#: A home may be owned for a moment by a command, or by a fleet that does not listen yet.
PATIENCE_S = 10.0
_PAUSE_S = 0.1


def operator() -> Asker:
    """Whoever sits at the machine owns the home's files anyway."""
    person = f"console:{_user()}"
    return Asker(person=person, role=Role.OWNER, audience=f"person:{person}")


def chat_carrier(admin: AdminApi) -> Callable[[str, Asker], Awaitable[CommandAnswer]]:
    """How a fleet answers what was typed after `/anima`."""
    commands = tuple(command for command in COMMANDS if command.chat)

    async def carry(text: str, asker: Asker) -> CommandAnswer:
        return await carry_out_command(commands, admin, asker, split_words(text))

    return carry


def control_handler(admin: AdminApi, chat: Callable[[Session, Globals], Awaitable[int]] | None = None) -> Handler:
    """The control socket's handler of a running fleet. `chat` serves `chat [NAME] …`."""

    async def handle(session: Session) -> int:
        try:
            asked = globals_of(session.argv)
            if asked.words[:1] == ("chat",) and chat is not None:
                return await chat(session, asked)
        except WrongUsage as error:
            await session.say(f"{error}\n", "stderr")
            return WRONG_USAGE
        return await _streamed(
            session, lambda say: carry_out_as_operator(admin, asked, say, Path(session.cwd), is_here=False)
        )

    return handle


async def _streamed(session: Session, work: Callable[[Say], Awaitable[int]]) -> int:
    """Give what the work says to the client as it says it, from whatever thread."""
    loop = asyncio.get_running_loop()
    said: asyncio.Queue[tuple[Stream, str] | None] = asyncio.Queue()

    def say(stream: Stream, text: str) -> None:
        loop.call_soon_threadsafe(said.put_nowait, (stream, text))

    async def pump() -> None:
        while (item := await said.get()) is not None:
            await session.say(item[1], item[0])

    pumping = asyncio.create_task(pump())
    try:
        return await work(say)
    finally:
        loop.call_soon_threadsafe(said.put_nowait, None)
        await pumping


async def carry_out_as_operator(admin: AdminApi, asked: Globals, say: Say, cwd: Path, *, is_here: bool = True) -> int:
    """Carry out a command as the operator and print its answer; the exit code. `is_here`: in the operator's process."""
    found = find_command(COMMANDS, asked.words)
    if found is not None:
        try:
            parse_command(found.command, found.words)
        except CommandUsageError as error:
            say("stderr", f"{error}\n")
            return WRONG_USAGE
        asked = replace(asked, words=(*found.command.path, *_absolute(found, cwd)))
    if not (asked.json or asked.quiet):
        command_progress.set(bar(say, live=is_here and sys.stderr.isatty()))
    return give(say, await carry_out_command(COMMANDS, admin, operator(), asked.words), as_json=asked.json)


async def through_socket(home: Home, argv: Sequence[str], say: Say) -> int:
    """Have the running fleet do it. Raises Unanswered."""
    return await ask(home.socket, argv, said=say, typed=None)


async def in_home_or_beside(home: Home, own: Callable[[], Awaitable[int]], beside: Callable[[], Awaitable[int]]) -> int:
    """Do it in the home itself where it is free, through its owner where it is not. Raises HomeFault."""
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE_S
    while True:
        try:
            with home.owned():
                return await own()
        except Owned:
            try:
                return await beside()
            except BrokenOff:
                raise
            except Unanswered:
                if loop.time() > until:
                    raise
        await asyncio.sleep(_PAUSE_S)


def _absolute(found: CommandCall[Command], cwd: Path) -> list[str]:
    """A file is named from where the person stands, not from where the fleet runs."""
    words = list(found.words)
    places = [
        command_parameter.name
        for command_parameter in command_parameters(found.command.run)
        if command_parameter.shape == "word"
    ]
    if "file" in places and len(words) > places.index("file"):
        words[places.index("file")] = _whole(words[places.index("file")], cwd)
    for index, word in enumerate(words):
        if word == "--file" and index + 1 < len(words):
            words[index + 1] = _whole(words[index + 1], cwd)
        elif word.startswith("--file="):
            words[index] = f"--file={_whole(word.removeprefix('--file='), cwd)}"
    return words


def _whole(file: str, cwd: Path) -> str:
    return str(cwd / Path(file).expanduser())


def _user() -> str:
    try:
        return "".join(char for char in getpass.getuser() if char not in ":/#") or "operator"
    except (KeyError, OSError):  # no such user in a container
        return "operator"
