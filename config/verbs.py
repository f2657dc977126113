"""The command line's own verbs, which exist in no chat: start, init, chat, bench, config."""

from __future__ import annotations

import argparse
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn, get_args

from bots.commands.names import near
from config import checkout
from config.animas import STARTER, STARTER_ROLE
from config.arguments import Globals, WrongUsage
from config.deskwork import operator
from config.home import Home
from config.options import BenchOptions, ChatOptions
from config.schema import Config
from config.section import Role
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
        hint = near(words[0], known) if words else ""
        which = f"{words[0]}: no such benchmark" if words else "which benchmark?"
        raise WrongUsage(f"{which} ({f'did you mean {hint}?' if hint else ', '.join(known)})")
    return words[0], tuple(words[1:])


def bench_runner(name: str) -> Callable[[BenchOptions], int]:
    """`run(options) -> exit code` of bench/commands/<name>.py."""
    found: Callable[[BenchOptions], int] = checkout.module(f"bench.commands.{name}").run
    return found
