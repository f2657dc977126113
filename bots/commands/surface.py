"""The catalogue as a platform's own command menu: words, descriptions, options. Pure; adapters render it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bots.commands.command import Command
from bots.commands.signature import Parameter, parameters, summary
from bots.people.role import Role

#: The command of every platform, and what its menu says of it.
ROOT = "anima"
ROOT_DESCRIPTION = "Ask or steer the animas"
ROOT_HINT = "help | list | status | why | stop …"
START_DESCRIPTION = "Who is here, and what they can do"
#: Discord's limit for descriptions.
LONGEST_DESCRIPTION = 100

Form = Literal["word", "rest", "option", "number", "flag"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One parameter in a menu.

    A `word` is required and stands by its place, `rest` takes the rest of the line, `option` is `--name value`,
    `number` the same with a whole number, `flag` is `--name`.
    """

    name: str
    description: str
    form: Form
    required: bool
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandShape:
    """One command in a menu: one or two words, a description, options with the required ones first."""

    words: tuple[str, ...]
    description: str
    options: tuple[Option, ...]
    role: Role


def shapes(commands: Sequence[Command]) -> list[CommandShape]:
    """What a chat's menu shows: once each, and no `anima …`, which is said by the name of the menu already."""
    return [_shape(command) for command in commands if command.chat and command.path[0] != "anima"]


def _shape(command: Command) -> CommandShape:
    options = [_option(parameter) for parameter in parameters(command.run) if parameter.name not in _OPERATORS]
    options.sort(key=lambda option: not option.required)
    description = summary(command)[:LONGEST_DESCRIPTION]
    return CommandShape(words=command.path, description=description, options=tuple(options), role=command.role)


#: Parameters that only the command line takes.
_OPERATORS = ("file", "audience")


def _option(parameter: Parameter) -> Option:
    return Option(
        name=parameter.flag.removeprefix("--"),
        description=(parameter.help or parameter.name)[:LONGEST_DESCRIPTION],
        form=_form(parameter),
        required=parameter.required,
        choices=parameter.choices,
    )


def _form(parameter: Parameter) -> Form:
    match parameter.shape:
        case "word" if parameter.required:
            return "word"
        case "rest" | "flag" as form:
            return form
    return "number" if parameter.type is int else "option"
