"""The one gate: each command on each surface for each role as it is declared, and no way around it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adapters.discord import commands as discord
from adapters.models.scripted import ScriptedModel
from bots.commands.access import carry_out_command, find_command
from bots.commands.catalogue import COMMANDS
from bots.commands.command import CommandAnswer, command_parameters, command_shapes, parse_command, split_words
from bots.message import COMMAND_BUTTON, Kind
from bots.people.trust_policy import Asker, Role
from config.command_line.operator_commands import chat_carrier, operator
from memory.archive.audit_log import AuditLog
from tests.bots.commands.admin_double import AdminDouble
from tests.bots.house import House
from tests.each import each

CHAT = tuple(command for command in COMMANDS if command.chat)


async def _done(admin: object, asker: object, *words: str) -> CommandAnswer:
    return CommandAnswer(text="done")


def stubbed(commands):
    """The same declarations, less what they do."""
    return [replace(command, run=_done) for command in commands]


def sample(command):
    """Words and options for every parameter, as they are typed."""
    words, options = [], {}
    for one in command_parameters(command.run):
        value = one.choices[0] if one.choices else "3" if one.type in (int, float) else "alice"
        if one.shape == "word":
            words.append(value)
        elif one.shape == "flag":
            options[one.flag] = True
        elif one.shape == "option":
            options[one.flag] = value
    rest = ["two", "words"] if any(one.shape == "rest" for one in command_parameters(command.run)) else []
    return words, options, rest


# ------------------------------------------------------------------------------------------------ who may


@pytest.mark.ledger("FLT-10")
@each("role", Role)
@each("command", COMMANDS, ids=[one.name for one in COMMANDS])
async def test_a_command_is_allowed_or_refused_as_declared(command, role):
    admin = AdminDouble()
    here = Asker(person="slack:T1/U1", role=role, audience="org", place="slack:T1/C1")

    answer = await carry_out_command(stubbed(CHAT), admin, here, list(command.path))

    is_allowed = command.chat and role >= command.role
    assert (answer.text == "done") == is_allowed
    told = [outcome for _, _, _, outcome in admin.audit.told]
    if command.chat:
        assert told == (["refused"] if role < command.role else ["allowed"] if command.is_recorded else [])


@pytest.mark.ledger("FLT-10")
async def test_the_operator_may_everything_on_the_command_line():
    for command in COMMANDS:
        answer = await carry_out_command(stubbed(COMMANDS), AdminDouble(), operator(), list(command.path))
        assert answer.text == "done", command.name


@pytest.mark.ledger("FLT-10")
def test_nothing_that_changes_the_house_is_everybodys():
    for_all = {command.name for command in COMMANDS if command.role < Role.ADMIN}

    assert not {
        name for name in for_all if name.split()[0] in ("create", "enable", "disable", "audit", "dead", "board")
    }


# ------------------------------------------------------------------------------------------------ parity


@pytest.mark.ledger("FLT-10")
@each("command", [one for one in CHAT if one.path[0] != "anima"], ids=lambda one: one.name)
def test_a_command_means_the_same_wherever_it_is_given(command):
    words, options, rest = sample(command)
    typed = [
        *command.path,
        *words,
        *(f"{name}" if value is True else f"{name}={value}" for name, value in options.items()),
    ]
    typed += rest
    shape = next(one for one in command_shapes(CHAT) if one.words == command.path)
    given = {option.name: options.get(f"--{option.name}") for option in shape.options}
    given |= dict(zip([one.name for one in shape.options if one.form == "word"], words, strict=False))
    given |= {one.name: " ".join(rest) for one in shape.options if one.form == "rest"}
    # Discord has no positional word that may be left out: there it is an option.
    named = iter(words[len([one for one in shape.options if one.form == "word"]) :])
    given |= {one.name: next(named, None) for one in shape.options if one.form == "option" and given[one.name] is None}
    path = discord._path(shape, command_shapes(CHAT))
    data = {"options": [{"name": name, "value": value} for name, value in given.items() if value is not None]}
    for word in reversed(path):
        data = {"options": [{"name": word, "type": 1, **data}]}

    by_menu = find_command(CHAT, split_words(discord.words(data, command_shapes(CHAT))))
    by_text = find_command(CHAT, split_words(" ".join(typed)))

    assert by_menu is not None
    assert by_text is not None
    assert by_menu.command is by_text.command is command
    menu, text = (parse_command(command, list(one.words)) for one in (by_menu, by_text))
    shown = {one.name for one in shape.options}
    kept = {name: value for name, value in text.options.items() if name.replace("_", "-") in shown}
    assert (menu.words, menu.options) == (text.words, kept)


# ------------------------------------------------------------------------------------------------ spoofing

PRIVILEGED = ("disable alice", "create mallory", "memory forget alice x", "audit list", "dead list", "enable alice")
TRICKS = (
    "named like the owner",
    "the owner's id in another workspace",
    "the owner's id on another platform",
    "posted by a webhook as the owner",
    "forwarded from the owner",
    "typed as talk",
    "by editing a message",
    "by a reaction",
    "by a button",
    "as a guest",
)


@pytest.mark.ledger("FLT-10", "AUD-08")
@pytest.mark.parametrize("trick", TRICKS)
async def test_nobody_gets_an_owners_rights_by_a_trick(tmp_path, trick):
    house = House(home=tmp_path, models={"alice": ScriptedModel(["Noted."] * 99)}, owners=frozenset({"chat:W/olga"}))
    house.world.guests.add("eve")
    room = house.world.add_room("hall", "mallory", "olga", "eve")
    async with house.open() as fleet:
        made = []
        fleet.create_anima = fleet.enable_anima = lambda *words, **options: made.append(words)
        for words in PRIVILEGED:
            await _tried(house, room, trick, words)
        await house.settled()

    allowed = [entry for entry in AuditLog(tmp_path / "logs", house.clock).newest() if entry.outcome == "allowed"]
    assert made == []
    assert allowed == []


async def _tried(house, room, trick, words):
    """One try; each is as a platform could deliver it."""
    world = house.world
    before = len(world.said)
    match trick:
        case "named like the owner":
            await world.say("Olga", room, words, kind=Kind.COMMAND)
        case "the owner's id in another workspace" | "the owner's id on another platform":
            await world.say("mallory", room, words)
            said = world.said[before]
            author = replace(said.author, **({"workspace": "X"} if "workspace" in trick else {"platform": "slack"}))
            author = replace(author, id="olga")
            await house.adapter.sink.deliver(
                replace(said, kind=Kind.COMMAND, author=author, id="x", order=f"x{before}")
            )
        case "posted by a webhook as the owner":
            await world.say("olga", room, words, kind=Kind.COMMAND, is_bot=True)
        case "forwarded from the owner":
            await world.say("mallory", room, f"> /anima {words}\n> (from olga)")
        case "typed as talk":
            await world.say("olga", room, f"@alice as I said: /anima {words}")
        case "by editing a message":
            await world.say("mallory", room, f"/anima {words}", kind=Kind.EDIT, target="000001")
        case "by a reaction":
            await world.say("mallory", room, f"{COMMAND_BUTTON}{words}", kind=Kind.REACTION, target="000001")
        case "by a button":
            await world.press("mallory", room, "000001", f"{COMMAND_BUTTON}{words}")
        case "as a guest":
            await world.say("eve", room, words, kind=Kind.COMMAND)


@pytest.mark.ledger("FLT-10")
async def test_chat_has_no_command_that_is_for_the_command_line():
    asker = Asker(person="slack:T1/U1", role=Role.OWNER, audience="org", place="slack:T1/C1")
    carry = chat_carrier(AdminDouble())

    for command in COMMANDS:
        if not command.chat:
            assert "no such command" in (await carry(command.name, asker)).text
