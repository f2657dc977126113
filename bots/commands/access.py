"""The one gate: who may give which command, and where the words of a command lead."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from bots.commands.command import Answer, Command
from bots.commands.desk import Desk
from bots.commands.names import near
from bots.commands.signature import Usage, call
from bots.people.role import Asker
from memory.vocabulary.errors import StorageFault

log = logging.getLogger(__name__)
_ALLOWED = "allowed"


@dataclass(frozen=True, slots=True)
class Call:
    """A command with the words that are left for it."""

    command: Command
    words: tuple[str, ...]


def find(commands: Sequence[Command], words: Sequence[str]) -> Call | None:
    """The command with the longest path that the words begin with, in any case."""
    folded = tuple(word.casefold() for word in words)
    fitting = [command for command in commands if folded[: len(command.path)] == command.path]
    if not fitting:
        return None
    command = max(fitting, key=lambda one: len(one.path))
    return Call(command, tuple(words[len(command.path) :]))


def refusal(command: Command, asker: Asker) -> str:
    """Why the asker may not; empty when they may."""
    if asker.role >= command.role:
        return ""
    return f"`{command.name}` is for {command.role.name.lower()}s; you are {asker.role.name.lower()} here."


def allowed(commands: Sequence[Command], asker: Asker) -> list[Command]:
    return [command for command in commands if not refusal(command, asker)]


def group(commands: Sequence[Command], words: Sequence[str]) -> list[Command]:
    """The commands that begin with this one word, where it is no command itself."""
    if len(words) != 1:
        return []
    return [command for command in commands if len(command.path) > 1 and command.path[0] == words[0].casefold()]


def unknown(commands: Sequence[Command], words: Sequence[str]) -> str:
    """One line: what was not understood, and what is nearest to it."""
    text = " ".join(words[:2])
    beginnings = [command.name for command in commands if words and command.path[0] == words[0].casefold()]
    guess = near(text, beginnings or [command.name for command in commands]) or near(
        words[0] if words else "", [command.path[0] for command in commands]
    )
    hint = f" (did you mean {guess}?)" if guess else ""
    return f"{text or 'nothing'}: no such command{hint}; `help` lists all."


async def carry_out(commands: Sequence[Command], desk: Desk, asker: Asker, words: Sequence[str]) -> Answer:
    """Answer a command as typed after `/anima` or `run_bots.py`. Wrong words and refusals are answers, too."""
    found = find(commands, words or ("help",))
    if found is None and group(allowed(commands, asker), words):
        found = find(commands, ("help", *words))
    if found is None:
        return Answer(text=unknown(allowed(commands, asker), words), ok=False)
    no = refusal(found.command, asker) or await _too_often(desk, asker, found)
    if no:
        await _record(desk, asker, found, "refused")
        return Answer(text=no, data={"error": no}, ok=False)
    if found.command.is_recorded:
        await _record(desk, asker, found, _ALLOWED)
    answer = await _answer(desk, asker, found)
    if found.command.is_recorded and not answer.ok:
        await _record(desk, asker, found, "failed")
    return answer


async def _too_often(desk: Desk, asker: Asker, found: Call) -> str:
    """Why the asker has to wait; empty where they need not. Who sits at the machine is held up by nothing."""
    limit, now = found.command.limit, desk.clock()
    if limit is None or not asker.place or not limit.holds_for(found.words):
        return ""
    given = await asyncio.to_thread(_given, desk, asker, found.command, now - limit.within)
    given = [(at, words) for at, words in given if limit.holds_for(words)]
    if len(given) < limit.times:
        return ""
    again = (given[limit.times - 1][0] + limit.within - now).total_seconds()
    return (
        f"`{found.command.name}` goes through what the whole fleet keeps: {limit.times} times in "
        f"{limit.within.total_seconds() / 3600:g} h are enough. Try again in {math.ceil(again / 60)} min."
    )


def _given(desk: Desk, asker: Asker, command: Command, since: datetime) -> list[tuple[datetime, list[str]]]:
    """When the asker has given the command since then, the latest first, and its words: the audit log knows."""
    found = []
    with suppress(StorageFault):
        for entry in desk.audit.newest():
            if entry.at is None or entry.at <= since:
                break
            if (entry.who, entry.act, entry.outcome) == (asker.person, _act(command), _ALLOWED):
                found.append((entry.at, entry.what.split()))
    return found


async def _answer(desk: Desk, asker: Asker, found: Call) -> Answer:
    try:
        return await call(found.command, desk, asker, found.words)
    except Usage as error:
        return Answer(text=str(error), data={"error": str(error)}, ok=False)


async def _record(desk: Desk, asker: Asker, found: Call, outcome: str) -> None:
    """Before it is carried out. A disk that refuses keeps nobody from the commands that make room on it."""
    act, what = _act(found.command), " ".join(found.words)
    try:
        await asyncio.to_thread(desk.audit.record, asker.person, act, what, outcome, place=asker.place)
    except StorageFault:
        log.exception("a command could not be recorded", extra={"command": found.command.name, "outcome": outcome})


def _act(command: Command) -> str:
    return f"command {command.name}"
