"""Every command on every surface, through the platforms' client libraries: the same answer and effect; allowed or
refused as the table says."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bots.commands.catalogue import COMMANDS
from bots.commands.command import Command, command_parameters
from bots.people.trust_policy import Role
from config.command_line.operator_commands import operator
from memory.archive.audit_log import AuditLog
from tests.bots.commands.surfaces import (
    CHAT,
    CONSOLE,
    NOW,
    PLATFORMS,
    Said,
    Surfaces,
    is_in_menu,
    open_surfaces,
    plain,
)

#: Each command once or more, as an owner gives it; KIM and LEE are animas and FACT is a memory of each surface's own.
SCRIPT: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("help", {}),
    ("help", {"command": "memory"}),
    ("list", {}),
    ("status", {}),
    ("create", {"name": "KIM", "role": "writer"}),
    ("create", {"name": "alice"}),
    ("show", {"name": "KIM"}),
    ("disable", {"name": "KIM"}),
    ("enable", {"name": "KIM"}),
    ("anima create", {"name": "LEE", "role": "general"}),
    ("anima list", {}),
    ("anima show", {"name": "alice"}),
    ("anima disable", {"name": "LEE"}),
    ("anima enable", {"name": "LEE"}),
    ("memory add", {"name": "alice", "text": "The harbour of KIM is closed on Mondays"}),
    ("memory search", {"name": "alice", "query": "harbour KIM", "k": 1}),
    ("memory show", {"name": "alice", "memory": "FACT"}),
    ("memory pin", {"name": "alice", "memory": "FACT"}),
    ("memory pin", {"name": "alice", "memory": "FACT", "off": True}),
    ("memory aside", {"name": "alice"}),
    ("memory stats", {"name": "bob"}),
    ("memory verify", {"name": "bob"}),
    ("memory rebuild", {"name": "bob"}),
    ("memory calibrate", {"name": "alice"}),
    ("memory graph", {"name": "bob"}),
    ("memory year", {"name": "bob"}),
    ("memory forget", {"name": "alice", "memory": "FACT"}),
    ("me", {}),
    ("me name", {"name": "Ada"}),
    ("me quiet", {"hours": "22:00-08:00", "zone": "Europe/Berlin"}),
    ("me card", {"switch": "off"}),
    ("me link", {}),
    ("me unlink", {}),
    ("me correct", {"memory": "nothing", "text": "so it is"}),
    ("me share", {"memory": "nothing", "with_": "everyone"}),
    ("me unshare", {"memory": "nothing"}),
    ("me export", {}),
    ("me forget", {"memory": "nothing"}),
    ("stop", {"name": "alice"}),
    ("why", {"name": "alice"}),
    ("reminders", {"name": "alice"}),
    ("heartbeat", {"name": "alice"}),
    ("cron", {"name": "alice"}),
    ("dream", {"name": "alice", "dry_run": True}),
    ("dream", {"name": "undo alice"}),
    ("board list", {}),
    ("board map", {"board": "hall", "channel": "nowhere:main/1"}),
    ("board unmap", {"board": "hall", "channel": "nowhere:main/1"}),
    ("board animas", {"board": "hall", "animas": "alice"}),
    ("reload", {}),
    ("doctor", {}),
    ("trace", {"link": "1700000000.000100"}),
    ("dead list", {}),
    ("dead resend", {"letter": "7"}),
    ("notify", {"text": "The shop is closed"}),
    ("people list", {}),
    ("people show", {"address": "slack:T9/U9"}),
    ("people help-lines", {"country": "de"}),
    ("people unlink", {"address": "slack:T9/U9"}),
    ("cost", {"name": "alice", "days": 7}),
    ("audit list", {"n": 1, "act": "command reload"}),
    ("audit verify", {}),
    ("erase", {"what": "slack:T9/U9"}),
)
#: Whoever sits at the machine is told more: counts of all audiences, paths of files, how far work is, codes of nobody.
TELLS_THE_OPERATOR_MORE = frozenset(
    {
        *("status", "show", "anima show", "memory stats", "memory verify", "memory rebuild", "memory graph"),
        *(
            "board list",
            "memory year",
            "memory add",
            "memory show",
            "help",
            "me",
            "me link",
            "me export",
            "dream",
            "board map",
        ),
    }
)
#: What the audit log holds on the command line alone: an account of no platform is linked to nothing.
NO_CODE = ("command me link", "", "failed")
#: Commands that name what is of all surfaces.
LISTS = frozenset(("list", "anima list", "people list", "audit list"))
#: Of an answer, what is not the same twice: codes, numbers of entries, hashes, scores; and what a platform cannot do.
_CHANGING = r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b|\b\d+\. |\d+ entries|[0-9a-f]{64}| · cannot [^\n]*| · \d\.\d\d|`?on-\w+`?"


def anything(command: Command) -> Said:
    """Something for each word that must be given; there is no such thing, so that little is done."""
    needed = [one for one in command_parameters(command.run) if one.required]
    return Said(command.name, {one.name: one.choices[0] if one.choices else "no/body" for one in needed})


@pytest.mark.timeout(300)
@pytest.mark.ledger("FLT-10")
async def test_each_role_may_on_each_platform_what_the_table_says(tmp_path: Path) -> None:
    async def wrong(surfaces: Surfaces, platform: str) -> list[str]:
        found = []
        for command in CHAT:
            for role in Role if platform != "discord" or is_in_menu(command) else ():
                answer = plain(await surfaces.ask(platform, role, anything(command)))
                refusal = f"`{command.name}` is for {command.role.name}s; you are {role.name} here."
                if (plain(refusal) in answer) != (role < command.role):
                    found.append(f"{platform}, {role.name}: {answer}")
        return found

    async with open_surfaces(tmp_path, *PLATFORMS) as surfaces:
        found = await asyncio.gather(*(wrong(surfaces, platform) for platform in PLATFORMS))
        typed = [await surfaces.type(anything(command)) for command in COMMANDS]

    assert found == [[], [], []]
    assert [text for text in typed if "is for " in text or "no such command" in text] == []


@pytest.mark.timeout(300)
@pytest.mark.ledger("FLT-10")
async def test_each_command_has_the_same_answer_and_effect_on_every_surface(tmp_path: Path) -> None:
    answers: dict[str, dict[str, str]] = {}
    async with open_surfaces(tmp_path, *PLATFORMS) as surfaces:
        names = {surface: _names(surfaces, surface) for surface in (*PLATFORMS, CONSOLE)}
        for number, (name, given) in enumerate(SCRIPT):
            told = answers[f"{number} {name}"] = {}
            for surface in names:
                if surface != "discord" or is_in_menu(Said(name).command):
                    told[surface] = await _told(surfaces, surface, Said(name, given), names)
            if name in TELLS_THE_OPERATOR_MORE:
                del told[CONSOLE]

    different = {step: told for step, told in answers.items() if len({*told.values()}) > 1}
    assert different == {}
    acts = {surface: _acts(tmp_path, known) for surface, known in names.items()}
    assert acts["slack"] == acts["telegram"] == [act for act in acts[CONSOLE] if act != NO_CODE]
    assert acts["discord"] == [act for act in acts["slack"] if not act[0].startswith("command anima")]
    assert {command.name for command in CHAT} - {name for name, _ in SCRIPT} == set()
    assert sorted(path.name[:3] for path in (tmp_path / "animas").iterdir()) == [
        "ali",
        "bob",
        *["kim"] * 4,
        *["lee"] * 3,
    ]


def _names(surfaces: Surfaces, surface: str) -> dict[str, str]:
    """What is called otherwise on each surface, and by what it is compared."""
    town, own = surfaces.town, {f"kim{surface}": "KIM", f"lee{surface}": "LEE"}
    if surface == CONSOLE:
        return {**own, operator().person: "PERSON"}
    place = town.venues[surface].place(town.room(surface, Role.OWNER))
    return {**own, place: "PLACE", town.address(surface, Role.OWNER): "PERSON"}


async def _told(surfaces: Surfaces, surface: str, said: Said, names: Mapping[str, dict[str, str]]) -> str:
    """The words of the answer, with the same names for what is called otherwise on each surface."""
    known = names[surface]
    real = {instead: name for name, instead in known.items()}
    said = Said(said.name, {key: _replaced(value, real) for key, value in said.given.items()})
    text = await (surfaces.type(said) if surface == CONSOLE else surfaces.ask(surface, Role.OWNER, said))
    if said.name == "memory add":
        known[re.findall(r"fact:[0-9a-f]+", text)[0]] = "FACT"
    for more in names.values() if surface == CONSOLE or said.name in LISTS else [known]:
        text = _replaced(text, more)
    return plain(re.sub(_CHANGING, "", text))


def _replaced(value: Any, names: Mapping[str, str]) -> Any:
    for name, instead in names.items() if isinstance(value, str) else ():
        value = value.replace(name, instead)
    return value


def _acts(home: Path, known: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """What stands in the audit log of what this surface's owner has done."""
    person = next(name for name, instead in known.items() if instead == "PERSON")
    entries = [*AuditLog(home / "logs", lambda: NOW).newest()]
    told = [one for one in reversed(entries) if one.who == person]
    return [(one.act, _words(_replaced(one.what, known)), one.outcome) for one in told]


def _words(what: str) -> str:
    """What may be given by its place or by its name, alike."""
    return " ".join(sorted(re.sub(r"--[\w-]+[= ]", "", what).split()))
