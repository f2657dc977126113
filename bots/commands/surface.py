"""The catalogue as a platform's own command menu: words, descriptions, options. Pure; adapters render it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bots.commands.command import Command, Role
from bots.commands.signature import Parameter, parameters, summary

#: Discord's limit for descriptions.
LONGEST_DESCRIPTION = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One parameter in a menu. `type` is text, whole, number or flag; required ones come first."""

    name: str
    type: str
    required: bool
    description: str
    choices: tuple[str, ...] = ()
    positional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandShape:
    """One command in a menu: one or two words, a description, options."""

    words: tuple[str, ...]
    description: str
    options: tuple[Option, ...]
    role: Role


def shapes(commands: Sequence[Command]) -> list[CommandShape]:
    """What a chat's menu shows: once each, and no `anima …`, which is said by the name of the menu already."""
    return [_shape(command) for command in commands if command.chat and command.path[0] != "anima"]


def text_of(shape: CommandShape, given: Sequence[tuple[str, object]]) -> str:
    """The words that somebody would have typed for what was chosen in a menu."""
    values = {name: value for name, value in given if value is not None and value is not False}
    words = list(shape.words)
    for option in shape.options:
        if option.name not in values:
            continue
        value = values[option.name]
        if option.positional:
            words.append(_quoted(str(value)))
        elif value is True:
            words.append(f"--{option.name}")
        else:
            words.append(f"--{option.name} {_quoted(str(value))}")
    return " ".join(words)


def _shape(command: Command) -> CommandShape:
    options = [_option(parameter) for parameter in parameters(command.run) if parameter.name != "file"]
    options.sort(key=lambda option: not option.required)
    description = summary(command)[:LONGEST_DESCRIPTION]
    return CommandShape(words=command.path, description=description, options=tuple(options), role=command.role)


def _option(parameter: Parameter) -> Option:
    types = {str: "text", int: "whole", float: "number", bool: "flag"}
    return Option(
        name=parameter.flag.removeprefix("--"),
        type=types[parameter.type],
        required=parameter.required,
        description=(parameter.help or parameter.name)[:LONGEST_DESCRIPTION],
        choices=parameter.choices,
        positional=parameter.shape in ("word", "rest"),
    )


def _quoted(text: str) -> str:
    return f'"{text.replace(chr(34), "")}"' if " " in text else text
