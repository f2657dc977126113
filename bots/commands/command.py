"""The shape of an admin command: declared once as a typed function, surfaced on every platform and the CLI.

    async def run(admin, asker, name: str, *query: str, k: int = 5, deep: bool = False) -> CommandAnswer:

The function's signature is the schema, its docstring the help. One parser reads the words of a chat and of a command
line; adapters render the same catalogue as their platform's own menu.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import timedelta
from difflib import get_close_matches
from functools import cache
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from bots.anima.anima_files import AnimaState
from bots.commands.admin_api import AdminApi
from bots.errors import BotFault
from bots.message import File
from bots.people.trust_policy import Role
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Progress, unwatched
from memory.vocabulary.text_form import normal


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandAnswer:
    """The answer as Markdown for people and as data for `--json`. `ok` False is exit code 1. `files` go with it in a
    direct talk."""

    text: str
    data: Mapping[str, Json] | Sequence[Json] = field(default_factory=dict)
    ok: bool = True
    files: Sequence[File] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandLimit:
    """How often one person may give a command in a chat. `holds_for` says of which of its words; else of all."""

    times: int
    within: timedelta
    holds_for: Callable[[Sequence[str]], bool] = lambda words: True


#: Of what touches the whole fleet, or goes through all that an anima keeps.
FLEET_WIDE = CommandLimit(times=5, within=timedelta(hours=1))


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredCommand:
    """A command as its parser sees it: its words, ("memory", "search"), and the function whose first two parameters
    are its surroundings and whose further ones are what people type."""

    path: tuple[str, ...]
    run: Callable[..., Any]

    @property
    def name(self) -> str:
        return " ".join(self.path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(DeclaredCommand):
    """One command of the fleet. `run` takes (admin, asker, **parameters); `admin` is bots.commands.admin_api.AdminApi.

    `chat` False: command line only. `recorded`: whether it stands in the audit log; None: where it is not everybody's.
    What has a `limit` is recorded: there it is counted.
    """

    run: Callable[..., Awaitable[CommandAnswer]]
    role: Role
    chat: bool = True
    recorded: bool | None = None
    limit: CommandLimit | None = None

    @property
    def is_recorded(self) -> bool:
        if self.limit is not None:
            return True
        return self.role >= Role.ADMIN if self.recorded is None else self.recorded


# --- signature ------------------------------------------------------------------------------------------------------
# A command's signature is its schema: one parser for the words of a chat and of a command line, its own verbs too.
#
#     async def run(admin, asker, name: str, *query: str, k: int = 5, deep: bool = False) -> Answer:
#
# A positional parameter without a default is a required word, one with a default a word that may be left out;
# `*words` takes the rest; keyword-only ones are options (`--k 5`, `--k=5`), of type bool flags. The docstring's first
# line is the help, its further lines `parameter: what it is`, or `parameter WORD: what it is` where the usage is to say
# WORD for its value.


ParameterShape = Literal["word", "rest", "option", "flag"]

_WORD = re.compile(r'(?:[^\s"]|"[^"]*")+')
_PARAMETER_HELP = re.compile(r"^(\w+)(?: (\S+))?: (.+)$", re.MULTILINE)


class CommandUsageError(BotFault):
    """The words do not fit the command; the message is the one line to show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandParameter:
    """One parameter of a command as people type it. `label` is what its usage calls the value."""

    name: str
    shape: ParameterShape
    type: type[str] | type[int] | type[float] | type[bool]
    required: bool
    label: str
    help: str = ""
    choices: tuple[str, ...] = ()

    @property
    def flag(self) -> str:
        return f"--{self.name.replace('_', '-').rstrip('-')}"

    @property
    def usage(self) -> str:
        match self.shape:
            case "word":
                return self.label if self.required else f"[{self.label}]"
            case "rest":
                return f"{self.label} …" if self.required else f"[{self.label} …]"
            case "flag":
                return f"[{self.flag}]"
            case "option":
                return f"{self.flag} {self.label}" if self.required else f"[{self.flag} {self.label}]"


@dataclass(slots=True)
class ParsedWords:
    """The words of one call, sorted into the parameters."""

    words: list[str]
    options: dict[str, Any]


def command_summary(command: DeclaredCommand) -> str:
    """What it does, in one line."""
    return (inspect.getdoc(command.run) or "").partition("\n")[0]


def command_usage(command: DeclaredCommand) -> str:
    return " ".join([command.name, *(parameter.usage for parameter in command_parameters(command.run))])


@cache
def command_parameters(run: Callable[..., Any]) -> tuple[CommandParameter, ...]:
    """The parameters that people give: all but the surroundings."""
    given = list(inspect.signature(run, eval_str=True).parameters.values())[2:]
    helps = {name: (label, text) for name, label, text in _PARAMETER_HELP.findall(inspect.getdoc(run) or "")}
    return tuple(_command_parameter(parameter, *helps.get(parameter.name, ("", ""))) for parameter in given)


def _command_parameter(parameter: inspect.Parameter, label: str, help: str) -> CommandParameter:
    types = [part for part in get_args(parameter.annotation) if part is not NoneType]
    choices = tuple(map(str, types)) if get_origin(parameter.annotation) is Literal else ()
    kind = str if choices else types[0] if types else parameter.annotation
    required = parameter.default is inspect.Parameter.empty
    shape: ParameterShape = "word"
    if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
        shape, required = "rest", help.startswith("(required)")
    elif parameter.kind is inspect.Parameter.KEYWORD_ONLY:
        shape = "flag" if kind is bool else "option"
    return CommandParameter(
        name=parameter.name,
        shape=shape,
        type=kind,
        required=required,
        label=label or "|".join(choices) or parameter.name.strip("_").upper(),
        help=help.removeprefix("(required)").strip(),
        choices=choices,
    )


def parse_command(command: DeclaredCommand, words: Sequence[str]) -> ParsedWords:
    """Sort the words after the command's own into its parameters. Raises CommandUsageError."""
    parameters = command_parameters(command.run)
    loose, options = _take_options(command, parameters, words)
    places = [parameter for parameter in parameters if parameter.shape == "word"]
    rest = [parameter for parameter in parameters if parameter.shape == "rest"]
    for place, parameter in enumerate(places):
        if parameter.name in options:  # an optional word may also be given by its name
            loose.insert(place, options.pop(parameter.name))
    unfilled = places[len(loose) :] + (rest if len(loose) <= len(places) else [])
    unfilled += [parameter for parameter in parameters if parameter.shape == "option" and parameter.name not in options]
    missing = [parameter for parameter in unfilled if parameter.required]
    if missing:
        raise _wrong_usage(command, f"{missing[0].usage.strip('[]')} is missing")
    if not rest and len(loose) > len(places):
        raise _wrong_usage(command, f"{loose[len(places)]!r} is one word too many")
    converted = [_converted(command, parameter, word) for parameter, word in zip(places, loose, strict=False)]
    return ParsedWords([*converted, *loose[len(places) :]], options)


def _take_options(
    command: DeclaredCommand, parameters: Sequence[CommandParameter], words: Sequence[str]
) -> tuple[list[str], dict[str, Any]]:
    by_flag = {parameter.flag: parameter for parameter in parameters if parameter.shape != "rest"}
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
            raise _wrong_usage(command, f"{flag} is no option of {command.name}{_near_option(flag, by_flag)}")
        if parameter.shape == "flag":
            if equals:
                raise _wrong_usage(command, f"{flag} takes no value")
            options[parameter.name] = True
            continue
        if not equals and not waiting:
            raise _wrong_usage(command, f"{flag} needs a value")
        options[parameter.name] = _converted(command, parameter, value if equals else waiting.pop(0))
    return loose, options


def _converted(command: DeclaredCommand, parameter: CommandParameter, word: Any) -> Any:
    if parameter.choices and word not in parameter.choices:
        near = _near_option(str(word), parameter.choices)
        raise _wrong_usage(command, f"{word!r} is not one of {', '.join(parameter.choices)}{near}")
    try:
        return parameter.type(word)
    except ValueError:
        kind = "a whole number" if parameter.type is int else "a number"
        raise _wrong_usage(command, f"{word!r} is not {kind}") from None


def _wrong_usage(command: DeclaredCommand, trouble: str) -> CommandUsageError:
    return CommandUsageError(f"{trouble}: {command_usage(command)}")


def split_words(text: str) -> list[str]:
    """The words of a chat line. Double quotes, also curly ones, hold words together; apostrophes mean nothing."""
    plain = re.sub("[“”„]", '"', text)
    if plain.count('"') % 2:
        return text.split()
    return [word.replace('"', "") for word in _WORD.findall(plain)]


def _plain_dashes(word: str) -> str:
    """Phones make one long dash of two short ones."""
    return re.sub(r"^[—–](?=\w)", "--", word)


def _near_option(word: str, words: Mapping[str, object] | Sequence[str]) -> str:
    found = get_close_matches(word, list(words), n=1)
    return f" (did you mean {found[0]}?)" if found else ""


# --- progress -------------------------------------------------------------------------------------------------------
# Whoever carries out a command sets `command_progress`: a bar in a terminal, an edited message in a chat. A command
# that takes long hands it `(done, total)`, from any thread.


command_progress: ContextVar[Progress] = ContextVar("progress", default=unwatched)


# --- names ----------------------------------------------------------------------------------------------------------
# Names that people type: the nearest known one, and the anima that is meant.


def folded_name(name: str) -> str:
    """Case and Unicode width do not matter in a name."""
    return normal(name).casefold()


def nearest_names(word: str, words: Iterable[str]) -> str:
    """The known word that is nearest; empty when none is near."""
    by_fold = {folded_name(known_word): known_word for known_word in words}
    found = get_close_matches(folded_name(word), by_fold, n=1, cutoff=0.6)
    return by_fold[found[0]] if found else ""


def anima_called(admin: AdminApi, name: str) -> AnimaState:
    """Raises Usage."""
    animas = admin.animas()
    for anima in animas:
        if folded_name(anima.name) == folded_name(name):
            return anima
    names = [anima.name for anima in animas]
    hint = nearest_names(name, names)
    known = (
        f"did you mean {hint}?" if hint else f"there {'is' if len(names) == 1 else 'are'} {', '.join(names) or 'none'}"
    )
    raise CommandUsageError(f"no anima is called {name!r} ({known})")


# --- surface --------------------------------------------------------------------------------------------------------
# The catalogue as a platform's own command menu: words, descriptions, options. Pure; adapters render it.


#: The command of every platform, and what its menu says of it.
ROOT = "anima"
ROOT_DESCRIPTION = "Ask or steer the animas"
ROOT_HINT = "help | list | status | why | stop …"
START_DESCRIPTION = "Who is here, and what they can do"
#: Discord's limit for descriptions.
LONGEST_DESCRIPTION = 100

OptionForm = Literal["word", "rest", "option", "number", "flag"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandOption:
    """One parameter in a menu.

    A `word` is required and stands by its place, `rest` takes the rest of the line, `option` is `--name value`,
    `number` the same with a whole number, `flag` is `--name`.
    """

    name: str
    description: str
    form: OptionForm
    required: bool
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandShape:
    """One command in a menu: one or two words, a description, options with the required ones first."""

    words: tuple[str, ...]
    description: str
    options: tuple[CommandOption, ...]
    role: Role


def command_shapes(commands: Sequence[Command]) -> list[CommandShape]:
    """What a chat's menu shows: once each, and no `anima …`, which is said by the name of the menu already."""
    return [_command_shape(command) for command in commands if command.chat and command.path[0] != "anima"]


def _command_shape(command: Command) -> CommandShape:
    options = [
        _command_option(parameter) for parameter in command_parameters(command.run) if parameter.name not in _OPERATORS
    ]
    options.sort(key=lambda option: not option.required)
    description = command_summary(command)[:LONGEST_DESCRIPTION]
    return CommandShape(words=command.path, description=description, options=tuple(options), role=command.role)


#: Parameters that only the command line takes.
_OPERATORS = ("file", "audience")


def _command_option(parameter: CommandParameter) -> CommandOption:
    return CommandOption(
        name=parameter.flag.removeprefix("--"),
        description=(parameter.help or parameter.name)[:LONGEST_DESCRIPTION],
        form=_option_form(parameter),
        required=parameter.required,
        choices=parameter.choices,
    )


def _option_form(parameter: CommandParameter) -> OptionForm:
    match parameter.shape:
        case "word" if parameter.required:
            return "word"
        case "rest" | "flag" as form:
            return form
    return "number" if parameter.type is int else "option"
