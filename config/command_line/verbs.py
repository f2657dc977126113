"""The command line's own verbs, which exist in no chat (start, init, chat, bench, config), and what is made of the
declarations of all commands: `--help`, shell completion.
"""

from __future__ import annotations

import argparse
import pkgutil
import shlex
from collections.abc import Callable, Mapping, Sequence
from string import Template
from typing import NoReturn, get_args

from bots.commands.access import command_group, find_command
from bots.commands.catalogue import COMMANDS
from bots.commands.command import Command, command_parameters, command_summary, command_usage, nearest_names
from config import checkout
from config.command_line.arguments import BenchOptions, ChatOptions, Globals, WrongUsage
from config.command_line.operator_commands import operator
from config.home import STARTER, STARTER_ROLE, Home
from config.settings.config_schema import Config, Role
from memory.vocabulary.address import Person
from memory.vocabulary.errors import AddressError

HELP: Mapping[str, str] = {
    "start": "run the fleet in the foreground; the default command",
    "init": "create a home with a config, a commented example and a first anima",
    "chat": "talk to an anima in the terminal",
    "config": "check, show, describe or change config.json",
    "restore": "make a backup the home again",
    "completion": "print the completion script of a shell",
    "bench": "benchmarks: recall, cost of a question, replay, latency, size of a fleet",
}
NAMES = tuple(HELP)
CONFIG: Mapping[str, str] = {
    "check": "report all problems at once",
    "show": "the whole config with its defaults; secrets are hidden",
    "schema": "the JSON Schema",
    "get": "the value of a key",
    "set": "set a key; a value that is not allowed is refused",
    "describe": "what the keys are for",
}


class _Parser(argparse.ArgumentParser):
    """Wrong usage is one line, and never ends the process."""

    def error(self, message: str) -> NoReturn:
        raise WrongUsage(f"{message}: {' '.join(self.format_usage().split()[1:])}")


def parser(verb: str) -> argparse.ArgumentParser:
    found = _Parser(prog=f"run_bots.py {verb}", description=HELP[verb], add_help=False, allow_abbrev=False)
    match verb:
        case "start":
            found.add_argument("--as", dest="person", metavar="PERSON", help="who speaks in this terminal")
            found.add_argument(
                "--with", dest="partner", default="", metavar="NAME", help="the anima they talk to first"
            )
        case "init":
            found.add_argument("--name", default=STARTER, help="the starter anima's name")
            found.add_argument("--role", default=STARTER_ROLE, choices=get_args(Role), help="its template")
        case "chat":
            found.add_argument("name", nargs="?", default="", help="the anima; the first one where none is named")
            found.add_argument("--once", metavar="TEXT", help="say this, print the reply, end")
            found.add_argument("--as", dest="person", metavar="PERSON", help="who speaks (ada, or console:ada)")
            found.add_argument("--place", default="dm", metavar="dm|CHANNEL", help="where it is said")
        case "config":
            what = found.add_subparsers(dest="what", required=True, metavar="WHAT", parser_class=_Parser)
            for name, text in CONFIG.items():
                one = what.add_parser(name, help=text, add_help=False, allow_abbrev=False)
                if name in ("get", "set", "describe"):
                    one.add_argument(
                        "key", nargs="?" if name == "describe" else None, default="", help="as system.timezone"
                    )
                if name == "set":
                    one.add_argument("value", help="JSON, or a text as it is")
        case "restore":
            found.add_argument("file", help="what `backup --file` has written")
            found.add_argument("--over", action="store_true", help="put the home that is there aside")
        case "completion":
            found.add_argument("shell", choices=("bash", "zsh", "fish"), help="source its output, or keep it as a file")
        case "bench":
            found.add_argument("name", help=f"one of {', '.join(benches()) or 'those of a checkout'}")
            found.add_argument("words", nargs="...", help="what the benchmark itself takes")
    return found


def is_left_out(words: Sequence[str]) -> bool:
    """Whether the words name no command, so that `start` is meant."""
    return not words or words[0].startswith("-")


def parse(verb: str, words: Sequence[str]) -> argparse.Namespace:
    """Raises WrongUsage."""
    return parser(verb).parse_args(list(words))


def chat_options(given: argparse.Namespace, asked: Globals, home: Home, config: Config) -> ChatOptions:
    """Raises WrongUsage."""
    if given.once is not None and not given.once.strip():
        raise WrongUsage("--once needs something to say")
    return ChatOptions(
        home=home,
        config=config,
        name=given.name,
        once=given.once,
        person=person_of(given.person),
        place=_place(given.place),
        json=asked.json,
        quiet=asked.quiet,
    )


def chat_asked(asked: Globals, home: Home, config: Config) -> ChatOptions:
    """What a client of the control socket wants of `chat`. Raises WrongUsage."""
    return chat_options(parse("chat", asked.words[1:]), asked, home, config)


def _place(text: str) -> str:
    name = text.removeprefix("console:")
    if not name or any(char in "/#:" or not char.isprintable() for char in name):
        raise WrongUsage(f"{text!r} is no place of the terminal: dm, or a channel's name such as general")
    return name


def person_of(text: str | None) -> str:
    """Who speaks, by the address. Raises WrongUsage."""
    if not text:
        return operator().person
    try:
        return str(Person.parse(text if ":" in text else f"console:{text}"))
    except AddressError as error:
        raise WrongUsage(str(error)) from None


# ------------------------------------------------------------------------------------------------ benchmarks


class NoCheckout(Exception):
    """Benchmarks are no part of an installed copy: run `bench` in a checkout of the project."""

    def __init__(self) -> None:
        super().__init__(self.__doc__)


def benches() -> list[str]:
    """The benchmarks of the checkout, one module each; none in an installed copy."""
    if not checkout.is_there():
        return []
    return sorted(found.name for found in pkgutil.iter_modules([str(checkout.ROOT / "bench" / "commands")]))


def bench(words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The benchmark's name, and its own words. Raises NoCheckout, WrongUsage."""
    known = benches()
    if not known:
        raise NoCheckout
    if not words or words[0] not in known:
        hint = nearest_names(words[0], known) if words else ""
        which = f"{words[0]}: no such benchmark" if words else "which benchmark?"
        raise WrongUsage(f"{which} ({f'did you mean {hint}?' if hint else ', '.join(known)})")
    return words[0], tuple(words[1:])


def bench_runner(name: str) -> Callable[[BenchOptions], int]:
    """`run(options) -> exit code` of bench/commands/<name>.py."""
    found: Callable[[BenchOptions], int] = checkout.module(f"bench.commands.{name}").run
    return found


# --- helping --------------------------------------------------------------------------------------------------------
# `--help`: the whole command line on a page, or one command.


_HELP_HEAD = """\
Animas: personas with a memory of their own, on Slack, Discord, Telegram and in this terminal.

usage: run_bots.py [--home DIR] [--json] [--quiet] [COMMAND …]
"""
_HELP_TAIL = """\
  --home DIR   the fleet's home (else $ANIMA_HOME, else ~/.anima-fleet)
  --json       JSON on stdout, words for people on stderr
  --quiet      say only what was asked for
  --version    the version of the program

`COMMAND --help` tells more. In a chat the same words follow /anima."""


def help_for(words: Sequence[str]) -> str:
    """The page for these words; empty when there is no such command."""
    if not words:
        return help_page()
    if words[0].casefold() in NAMES:
        return parser(words[0].casefold()).format_help().strip()
    found = find_command(COMMANDS, words)
    if found is not None:
        return command_help(found.command)
    return "\n".join(
        f"{command_usage(command)}\n    {command_summary(command)}" for command in command_group(COMMANDS, words[:1])
    )


def help_page() -> str:
    rows = [(name, text) for name, text in HELP.items()]
    rows += [(command.name, command_summary(command)) for command in COMMANDS]
    width = max(len(name) for name, _ in rows)
    lines = [f"  {name:<{width}}   {text}" for name, text in rows]
    return "\n".join([_HELP_HEAD, *lines, "", _HELP_TAIL])


def command_help(command: Command) -> str:
    rows = [(one.usage.strip("[]"), one.help) for one in command_parameters(command.run) if one.help]
    lines = [f"usage: run_bots.py {command_usage(command)}", "", command_summary(command)]
    if rows:
        width = max(len(name) for name, _ in rows)
        lines += ["", *(f"  {name:<{width}}   {text}" for name, text in rows)]
    return "\n".join(lines)


# --- completion -----------------------------------------------------------------------------------------------------
# Shell completion, made from the declarations of the commands: `completion bash | zsh | fish`.


PROGRAM = "anima-fleet"
GLOBAL_OPTIONS = ("--home", "--json", "--quiet", "--no-color", "--help", "--version")

_Words = dict[str, str]
#: zsh reads bash's by its own compatibility layer.
_BASH = Template("""\
_anima_fleet() {
  local at=1 before="" word words
  while [ "$$at" -lt "$$COMP_CWORD" ]; do
    word="$${COMP_WORDS[$$at]}"
    case "$$word" in -*) ;; *) before="$${before:+$$before }$$word" ;; esac
    at=$$((at + 1))
  done
  case "$$before" in
$cases
    *) words="$all" ;;
  esac
  COMPREPLY=($$(compgen -W "$$words" -- "$${COMP_WORDS[$$COMP_CWORD]}"))
}
complete -o default -F _anima_fleet $program
""")
_ZSH = "#compdef $program\nautoload -U +X compinit bashcompinit && compinit -u && bashcompinit\n"


def completion_script(shell: str) -> str:
    """What the shell is to read. Raises KeyError for another shell."""
    return {"bash": _bash, "zsh": lambda: Template(_ZSH).substitute(program=PROGRAM) + _bash(), "fish": _fish}[shell]()


def completion_followers() -> Mapping[tuple[str, ...], Sequence[tuple[str, str]]]:
    """By the words of a command so far, what may come next, and what it is for."""
    found: dict[tuple[str, ...], dict[str, str]] = {(): {}}
    for verb, text in HELP.items():
        found[()][verb] = text
        _of_parser(parser(verb), (verb,), found)
    for command in COMMANDS:
        for depth in range(len(command.path)):
            text = command_summary(command) if depth == len(command.path) - 1 else f"{command.path[0]} …"
            found.setdefault(command.path[:depth], {}).setdefault(command.path[depth], text)
        options = found.setdefault(command.path, {})
        for one in command_parameters(command.run):
            if one.shape in ("option", "flag"):
                options[one.flag] = one.help
            elif one.shape == "word":
                options |= dict.fromkeys(one.choices, "")
    return {path: list(words.items()) for path, words in found.items()}


def _of_parser(parser: argparse.ArgumentParser, path: tuple[str, ...], found: dict[tuple[str, ...], _Words]) -> None:
    words = found.setdefault(path, {})
    for action in parser._actions:  # argparse has no other list of them
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                words[name] = ""
                _of_parser(inner, (*path, name), found)
        elif action.option_strings:
            words[action.option_strings[0]] = action.help or ""
        else:
            words |= dict.fromkeys(map(str, action.choices or ()), "")


def _bash() -> str:
    known = completion_followers()
    longest_first = sorted((path for path in known if path), key=len, reverse=True)
    shared = " ".join(GLOBAL_OPTIONS)
    cases = [
        f'    "{said}"|"{said} "*) words="{" ".join(word for word, _ in known[path])} {shared}" ;;'
        for path in longest_first
        for said in [" ".join(path)]
    ]
    everything = " ".join([*(word for word, _ in known[()]), *GLOBAL_OPTIONS])
    return _BASH.substitute(cases="\n".join(cases), all=everything, program=PROGRAM)


def _fish() -> str:
    lines = [f"complete -c {PROGRAM} -f"]
    lines += [f"complete -c {PROGRAM} -l {word[2:]}" for word in GLOBAL_OPTIONS]
    for path, words in completion_followers().items():
        seen = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in path) or "__fish_use_subcommand"
        for word, text in words:
            what = f"-l {word[2:]}" if word.startswith("--") else f"-a {word}"
            lines.append(f"complete -c {PROGRAM} -n {shlex.quote(seen)} {what} -d {shlex.quote(text)}")
    return "\n".join(lines) + "\n"
