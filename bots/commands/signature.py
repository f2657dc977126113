"""A command's signature is its schema: one parser for the words of a chat and of a command line.

    async def run(desk, asker, name: str, *query: str, k: int = 5, deep: bool = False) -> Answer:

A positional parameter without a default is a required word, one with a default a word that may be left out;
`*words` takes the rest; keyword-only ones are options (`--k 5`, `--k=5`), of type bool flags. The docstring's first
line is the help, its further lines `parameter: what it is`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any, Literal, get_args, get_origin

from bots.commands.command import Answer, Command
from bots.commands.desk import Desk
from bots.errors import BotFault
from bots.people.role import Asker

Shape = Literal["word", "rest", "option", "flag"]

_WORD = re.compile(r'(?:[^\s"]|"[^"]*")+')


class Usage(BotFault):
    """The words do not fit the command; the message is the one line to show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter of a command as people type it."""

    name: str
    shape: Shape
    type: type[str] | type[int] | type[float] | type[bool]
    required: bool
    help: str = ""
    choices: tuple[str, ...] = ()

    @property
    def flag(self) -> str:
        return f"--{self.name.replace('_', '-').rstrip('-')}"

    @property
    def usage(self) -> str:
        word = "|".join(self.choices) or self.name.strip("_").upper()
        match self.shape:
            case "word":
                return word if self.required else f"[{word}]"
            case "rest":
                return f"{word} …" if self.required else f"[{word} …]"
            case "flag":
                return f"[{self.flag}]"
            case "option":
                return f"{self.flag} {word}" if self.required else f"[{self.flag} {word}]"


@dataclass(slots=True)
class Given:
    """The words of one call, sorted into the parameters."""

    words: list[str]
    options: dict[str, Any]


def summary(command: Command) -> str:
    """What it does, in one line."""
    return (inspect.getdoc(command.run) or "").partition("\n")[0]


def usage(command: Command) -> str:
    return " ".join([command.name, *(parameter.usage for parameter in parameters(command.run))])


@cache
def parameters(run: Callable[..., Awaitable[Answer]]) -> tuple[Parameter, ...]:
    """The parameters that people give: all but desk and asker."""
    known = list(inspect.signature(run, eval_str=True).parameters.values())[2:]
    helps = dict(re.findall(r"^(\w+): (.+)$", inspect.getdoc(run) or "", re.MULTILINE))
    return tuple(_parameter(one, helps.get(one.name, "")) for one in known)


def _parameter(one: inspect.Parameter, help: str) -> Parameter:
    choices = tuple(str(choice) for choice in get_args(one.annotation)) if get_origin(one.annotation) is Literal else ()
    kind = str if choices else one.annotation
    required = one.default is inspect.Parameter.empty
    shape: Shape = "word"
    if one.kind is inspect.Parameter.VAR_POSITIONAL:
        shape, required = "rest", help.startswith("(required)")
    elif one.kind is inspect.Parameter.KEYWORD_ONLY:
        shape = "flag" if kind is bool else "option"
    return Parameter(
        name=one.name,
        shape=shape,
        type=kind,
        required=required,
        help=help.removeprefix("(required)").strip(),
        choices=choices,
    )


async def call(command: Command, desk: Desk, asker: Asker, words: Sequence[str]) -> Answer:
    """Run the command with these words. Raises Usage."""
    given = parse(command, words)
    return await command.run(desk, asker, *given.words, **given.options)


def parse(command: Command, words: Sequence[str]) -> Given:
    """Sort the words after the command's own into its parameters. Raises Usage."""
    known = parameters(command.run)
    loose, options = _take_options(command, known, words)
    places = [parameter for parameter in known if parameter.shape == "word"]
    rest = next((parameter for parameter in known if parameter.shape == "rest"), None)
    for parameter in places:
        if parameter.name in options:  # an optional word may also be given by its name
            loose.insert(places.index(parameter), options.pop(parameter.name))
    missing = places[len(loose) :]
    needed = [parameter for parameter in (*missing, *_short(rest, loose, places)) if parameter.required]
    needed += [one for one in known if one.shape == "option" and one.required and one.name not in options]
    if needed:
        raise Usage(f"{needed[0].usage.strip('[]')} is missing: {usage(command)}")
    if rest is None and len(loose) > len(places):
        raise Usage(f"{loose[len(places)]!r} is one word too many: {usage(command)}")
    converted = [_converted(command, parameter, word) for parameter, word in zip(places, loose, strict=False)]
    return Given([*converted, *loose[len(places) :]], options)


def _short(rest: Parameter | None, loose: list[str], places: list[Parameter]) -> list[Parameter]:
    return [rest] if rest and len(loose) <= len(places) else []


def _take_options(
    command: Command, known: Sequence[Parameter], words: Sequence[str]
) -> tuple[list[str], dict[str, Any]]:
    by_flag = {parameter.flag: parameter for parameter in known if parameter.shape != "rest"}
    loose: list[str] = []
    options: dict[str, Any] = {}
    waiting = list(words)
    while waiting:
        word = _plain_dashes(waiting.pop(0))
        if word == "--":
            return [*loose, *waiting], options
        if not word.startswith("--"):
            loose.append(word)
            continue
        flag, equals, value = word.partition("=")
        parameter = by_flag.get(flag)
        if parameter is None:
            raise Usage(f"{flag} is no option of {command.name}{_near(flag, by_flag)}: {usage(command)}")
        if parameter.shape == "flag":
            options[parameter.name] = True
            continue
        if not equals and not waiting:
            raise Usage(f"{flag} needs a value: {usage(command)}")
        options[parameter.name] = _converted(command, parameter, value if equals else waiting.pop(0))
    return loose, options


def _converted(command: Command, parameter: Parameter, word: Any) -> Any:
    if parameter.choices and word not in parameter.choices:
        near = _near(str(word), parameter.choices)
        raise Usage(f"{word!r} is not one of {', '.join(parameter.choices)}{near}: {usage(command)}")
    try:
        return parameter.type(word)
    except ValueError:
        kind = "a whole number" if parameter.type is int else "a number"
        raise Usage(f"{word!r} is not {kind}: {usage(command)}") from None


def split(text: str) -> list[str]:
    """The words of a chat line. Double quotes, also curly ones, hold words together; apostrophes mean nothing."""
    plain = re.sub("[“”„]", '"', text)
    if plain.count('"') % 2:
        return text.split()
    return [word.replace('"', "") for word in _WORD.findall(plain)]


def _plain_dashes(word: str) -> str:
    """Phones make one long dash of two short ones."""
    return re.sub(r"^[—–](?=\w)", "--", word)


def _near(word: str, words: Mapping[str, object] | Sequence[str]) -> str:
    found = get_close_matches(word, list(words), n=1)
    return f" (did you mean {found[0]}?)" if found else ""
