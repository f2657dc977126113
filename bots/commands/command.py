"""The shape of an admin command: declared once as a typed function, surfaced on every platform and the CLI.

    async def run(desk, asker, name: str, *query: str, k: int = 5, deep: bool = False) -> CommandAnswer:

The function's signature is the schema, its docstring the help. A positional parameter without a default is a required
word, one with a default a word that may be left out; `*words` takes the rest; keyword-only ones are options (`--k 5`,
`--k=5`), of type bool flags. One parser reads the words of a chat and of a command line; adapters render the same
catalogue as their platform's own menu. Whoever carries out a command sets `progress`, for what takes long.
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
from typing import Any, Literal, get_args, get_origin

from bots.anima.anima_files import AnimaState
from bots.commands.admin_api import AdminApi
from bots.errors import BotFault
from bots.message import File
from bots.people.trust_policy import Asker, Role
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
class Command:
    """One command. `run` takes (fleet, asker, **parameters); `fleet` is bots.commands.admin_api.AdminApi.

    `path` is its words: ("memory", "search"). `chat` False: command line only. `recorded`: whether it stands in the
    audit log; None: where it is not everybody's. What has a `limit` is recorded: there it is counted.
    """

    path: tuple[str, ...]
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

    @property
    def name(self) -> str:
        return " ".join(self.path)


Arguments = dict[str, Any]


# --- signature ------------------------------------------------------------------------------------------------------
# A command's signature is its schema: one parser for the words of a chat and of a command line.
#
#     async def run(desk, asker, name: str, *query: str, k: int = 5, deep: bool = False) -> Answer:
#
# A positional parameter without a default is a required word, one with a default a word that may be left out;
# `*words` takes the rest; keyword-only ones are options (`--k 5`, `--k=5`), of type bool flags. The docstring's first
# line is the help, its further lines `parameter: what it is`.


CommandSignature = Literal["word", "rest", "option", "flag"]

_WORD = re.compile(r'(?:[^\s"]|"[^"]*")+')


class CommandUsageError(BotFault):
    """The words do not fit the command; the message is the one line to show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandParameter:
    """One parameter of a command as people type it."""

    name: str
    shape: CommandSignature
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
class ParsedWords:
    """The words of one call, sorted into the parameters."""

    words: list[str]
    options: dict[str, Any]


def command_summary(command: Command) -> str:
    """What it does, in one line."""
    return (inspect.getdoc(command.run) or "").partition("\n")[0]


def command_usage(command: Command) -> str:
    return " ".join([command.name, *(parameter.usage for parameter in command_parameters(command.run))])


@cache
def command_parameters(run: Callable[..., Awaitable[CommandAnswer]]) -> tuple[CommandParameter, ...]:
    """The parameters that people give: all but desk and asker."""
    known = list(inspect.signature(run, eval_str=True).parameters.values())[2:]
    helps = dict(re.findall(r"^(\w+): (.+)$", inspect.getdoc(run) or "", re.MULTILINE))
    return tuple(_command_parameter(one, helps.get(one.name, "")) for one in known)


def _command_parameter(one: inspect.Parameter, help: str) -> CommandParameter:
    choices = tuple(str(choice) for choice in get_args(one.annotation)) if get_origin(one.annotation) is Literal else ()
    kind = str if choices else one.annotation
    required = one.default is inspect.Parameter.empty
    shape: CommandSignature = "word"
    if one.kind is inspect.Parameter.VAR_POSITIONAL:
        shape, required = "rest", help.startswith("(required)")
    elif one.kind is inspect.Parameter.KEYWORD_ONLY:
        shape = "flag" if kind is bool else "option"
    return CommandParameter(
        name=one.name,
        shape=shape,
        type=kind,
        required=required,
        help=help.removeprefix("(required)").strip(),
        choices=choices,
    )


async def call_command(command: Command, desk: AdminApi, asker: Asker, words: Sequence[str]) -> CommandAnswer:
    """Run the command with these words. Raises Usage."""
    given = parse_command(command, words)
    return await command.run(desk, asker, *given.words, **given.options)


def parse_command(command: Command, words: Sequence[str]) -> ParsedWords:
    """Sort the words after the command's own into its parameters. Raises Usage."""
    known = command_parameters(command.run)
    loose, options = _take_options(command, known, words)
    places = [parameter for parameter in known if parameter.shape == "word"]
    rest = next((parameter for parameter in known if parameter.shape == "rest"), None)
    for parameter in places:
        if parameter.name in options:  # an optional word may also be given by its name
            loose.insert(places.index(parameter), options.pop(parameter.name))
    missing = places[len(loose) :]
    needed = [parameter for parameter in (*missing, *_short_type(rest, loose, places)) if parameter.required]
    needed += [one for one in known if one.shape == "option" and one.required and one.name not in options]
    if needed:
        raise CommandUsageError(f"{needed[0].usage.strip('[]')} is missing: {command_usage(command)}")
    if rest is None and len(loose) > len(places):
        raise CommandUsageError(f"{loose[len(places)]!r} is one word too many: {command_usage(command)}")
    converted = [_converted(command, parameter, word) for parameter, word in zip(places, loose, strict=False)]
    return ParsedWords([*converted, *loose[len(places) :]], options)


def _short_type(
    rest: CommandParameter | None, loose: list[str], places: list[CommandParameter]
) -> list[CommandParameter]:
    return [rest] if rest and len(loose) <= len(places) else []


def _take_options(
    command: Command, known: Sequence[CommandParameter], words: Sequence[str]
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
            raise CommandUsageError(
                f"{flag} is no option of {command.name}{_near_option(flag, by_flag)}: {command_usage(command)}"
            )
        if parameter.shape == "flag":
            options[parameter.name] = True
            continue
        if not equals and not waiting:
            raise CommandUsageError(f"{flag} needs a value: {command_usage(command)}")
        options[parameter.name] = _converted(command, parameter, value if equals else waiting.pop(0))
    return loose, options


def _converted(command: Command, parameter: CommandParameter, word: Any) -> Any:
    if parameter.choices and word not in parameter.choices:
        near = _near_option(str(word), parameter.choices)
        raise CommandUsageError(
            f"{word!r} is not one of {', '.join(parameter.choices)}{near}: {command_usage(command)}"
        )
    try:
        return parameter.type(word)
    except ValueError:
        kind = "a whole number" if parameter.type is int else "a number"
        raise CommandUsageError(f"{word!r} is not {kind}: {command_usage(command)}") from None


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
# How long work tells how far it is, wherever it was asked for: a bar in a terminal, an edited message in a chat.
#
# Whoever carries out a command sets `progress`; a command that takes long hands it `(done, total)`, from any thread.


command_progress: ContextVar[Progress] = ContextVar("progress", default=unwatched)


# --- names ----------------------------------------------------------------------------------------------------------
# Names that people type: the nearest known one, and the anima that is meant.


def folded_name(name: str) -> str:
    """Case and Unicode width do not matter in a name."""
    return normal(name).casefold()


def nearest_names(word: str, words: Iterable[str]) -> str:
    """The known word that is nearest; empty when none is near."""
    by_fold = {folded_name(one): one for one in words}
    found = get_close_matches(folded_name(word), by_fold, n=1, cutoff=0.6)
    return by_fold[found[0]] if found else ""


def anima_called(desk: AdminApi, name: str) -> AnimaState:
    """Raises Usage."""
    animas = desk.animas()
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
