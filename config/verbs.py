"""The command line's own verbs, which exist in no chat (start, init, chat, config, restore, bench): each is
declared as a typed function, like the commands of the fleet.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import time
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from bots.anima.anima_files import RoleTemplate
from bots.commands.command import (
    DeclaredCommand,
    nearest_names,
    parse_command,
)
from config.command_line.arguments import (
    DONE,
    FAILED,
    BenchOptions,
    ChatOptions,
    Globals,
    StartOptions,
    WrongUsage,
    fail,
    is_terminal,
    to_terminal,
)
from config.command_line.control import ask
from config.command_line.operator_commands import in_home_or_beside, operator, through_socket
from config.home import STARTER, STARTER_ROLE, Home, HomeFault, Owned, create, create_missing, kept_delivery, new_files
from memory.vocabulary.address import Person
from memory.vocabulary.errors import AddressError

if TYPE_CHECKING:  # the schema of the config takes longer to import than `--help` may take
    from config.settings.config_schema import Config
    from config.settings.load import Loaded

logger = logging.getLogger(__name__)

OWNER_PATIENCE_S = 3.0


def start(home: Home, asked: Globals, *, as_: str = "", with_: str = "") -> int:
    """Run the fleet in the foreground; the default command.

    as_ PERSON: who speaks in this terminal
    with_ NAME: the anima they talk to first
    """
    person = _person_address(as_)
    fresh = not home.exists()
    home.make()
    home.check()
    with _owned_with_patience(home):
        if copy := home.migrate():
            to_terminal("stderr", f"the home's format was brought up to date; the old state is in {copy}\n")
        if fresh:
            _furnish(home, STARTER, STARTER_ROLE)
        loaded = load_config(home)
        if loaded.config is None:
            return print_problems(loaded)
        set_up_logs(home, loaded, talks=not asked.json)
        from config import home_erasure
        from config.runtime import running

        delivery = kept_delivery(home, loaded.config)
        with delivery.owned(_stands_by):
            create_missing(home, loaded.config)
            home_erasure.carry_out_erasure(home, delivery)
            return running.start(
                StartOptions(
                    home=home,
                    config=loaded.config,
                    loaded=loaded,
                    delivery=delivery,
                    json=asked.json,
                    quiet=asked.quiet,
                    fresh=fresh,
                    person=person,
                    partner=_existing_anima(with_, loaded.config, home),
                ),
                chat_asked,
            )


def _stands_by(holder: str) -> None:
    logger.info("the fleet is run by %s: this one stands by", holder)
    to_terminal("stderr", f"the fleet is run by {holder}: this one stands by\n")


@contextmanager
def _owned_with_patience(home: Home) -> Iterator[None]:
    """Own the home. A command may own it for a moment; a fleet, which listens at its socket, is refused at once."""
    until = time.monotonic() + OWNER_PATIENCE_S
    with ExitStack() as stack:
        while True:
            try:
                stack.enter_context(home.owned())
                break
            except Owned:
                if home.socket.exists() or time.monotonic() > until:
                    raise
            time.sleep(0.1)
        yield


def init(home: Home, asked: Globals, *, name: str = STARTER, role: RoleTemplate = STARTER_ROLE) -> int:
    """Create a home with a config, a commented example and a first anima.

    name: the starter anima's name
    role: its template
    """
    if home.exists():
        raise HomeFault(f"{home.path} is a home already; `anima create NAME` makes another anima in it")
    try:
        new_files(name, role=role)
    except ValueError as error:
        raise WrongUsage(str(error)) from None
    home.make()
    with home.owned():
        _furnish(home, name, role)
    _print_new_home(home, name, as_json=asked.json, quiet=asked.quiet)
    return DONE


def setup(
    home: Home,
    asked: Globals,
    *,
    language: str | None = None,
    name: str | None = None,
    role: str | None = None,
    model: str | None = None,
    key: str | None = None,
    base_url: str | None = None,
    platforms: str | None = None,
    slack_bot_token: str | None = None,
    slack_app_token: str | None = None,
    discord_bot_token: str | None = None,
    telegram_bot_token: str | None = None,
    owner: str | None = None,
    service: str | None = None,
    no_talk: bool = False,
) -> int:
    """Set up a fleet step by step: language, anima, model, platforms, owner.

    language: of the fleet's own words
    name: of the first anima
    role: its template
    model MODEL: a name, a provider whose key follows, the address of a server, or offline
    key: the provider's key, best as env:NAME
    base_url URL: another server of that provider
    platforms LIST: slack, discord, telegram, or none
    slack_bot_token TOKEN: xoxb-…, best as env:NAME
    slack_app_token TOKEN: xapp-…, best as env:NAME
    discord_bot_token TOKEN: best as env:NAME
    telegram_bot_token TOKEN: best as env:NAME
    owner ADDRESS: who may do everything, such as telegram:5678
    service yes|no: whether to write a service file
    no_talk: end when all is set
    """
    from config.runtime.setup import Interview, NotSetUp, at_terminal, run_setup

    given = {
        "language": language,
        "name": name,
        "role": role,
        "model": model,
        "key": key,
        "base_url": base_url,
        "platforms": platforms,
        "slack_bot_token": slack_bot_token,
        "slack_app_token": slack_app_token,
        "discord_bot_token": discord_bot_token,
        "telegram_bot_token": telegram_bot_token,
        "owner": owner,
        "service": service,
    }
    flags = {option: value for option, value in given.items() if value is not None}
    teller = at_terminal() if is_terminal() and not asked.json else None
    home.make()
    home.check()
    with home.owned():
        interview = Interview(home, flags, teller, lambda line: to_terminal("stderr", f"{line}\n"), os.environ)
        try:
            partner = run_setup(interview)
        except NotSetUp as wrong:
            return fail(to_terminal, wrong)
        except (EOFError, KeyboardInterrupt):
            return fail(to_terminal, f"What you have answered is kept in {home.config}; `setup` goes on from there.")
    if teller is None or no_talk:
        _print_new_home(home, partner, as_json=asked.json, quiet=asked.quiet)
        return DONE
    return start(home, asked, with_=partner)


def _furnish(home: Home, name: str, role: str) -> None:
    """A minimal config, its commented example, and a starter anima."""
    from config.command_line.config_command import write_first

    if not home.config.exists():
        write_first(home, {name: role})
    if not home.anima_names():
        create(home, name, role=role)


def _print_new_home(home: Home, name: str, *, as_json: bool, quiet: bool) -> None:
    """What `init` made, and what comes next."""
    if as_json:
        data = {"home": str(home.path), "config": str(home.config), "anima": name}
        to_terminal("stdout", json.dumps(data, ensure_ascii=False) + "\n")
    elif quiet:
        to_terminal("stdout", f"{home.path}\n")
    else:
        to_terminal(
            "stdout",
            f"{home.path} is a home now, and {name} lives in it.\n"
            f"  {home.config.name}  the settings; {home.config_example.name} beside it has every key with a word on "
            "each\n"
            f"  run_bots.py chat {name}     talk in this terminal\n"
            "  run_bots.py setup           a language model, Slack, Discord and Telegram, step by step\n"
            "  run_bots.py                 start the fleet\n",
        )


# --- chat -----------------------------------------------------------------------------------------------------------


def chat(
    home: Home, asked: Globals, name: str = "", *, once: str | None = None, as_: str = "", place: str = "dm"
) -> int:
    """Talk to an anima in the terminal.

    name: the anima; the first one where none is named
    once TEXT: say this, print the reply, end
    as_ PERSON: who speaks (ada, or console:ada)
    place dm|CHANNEL: where it is said
    """
    if not home.exists():
        home.make()
        with home.owned():
            _furnish(home, name or STARTER, STARTER_ROLE)
    home.check()

    async def own() -> int:
        loaded = load_config(home)
        if loaded.config is None:
            return print_problems(loaded)
        set_up_logs(home, loaded, talks=once is None)
        from config import home_erasure
        from config.runtime import running

        delivery = kept_delivery(home, loaded.config)
        with delivery.owned():
            create_missing(home, loaded.config)
            home_erasure.carry_out_erasure(home, delivery)
            options = _chat_options(home, asked, loaded.config, name, once=once, as_=as_, place=place)
            code = await running.chat(options, chat_asked, delivery)
            home_erasure.carry_out_erasure(home, delivery)
        return code

    async def beside() -> int:
        return await _chat_beside(home, asked.argv, is_talk=once is None)

    return asyncio.run(in_home_or_beside(home, own, beside))


async def _chat_beside(home: Home, argv: Sequence[str], *, is_talk: bool) -> int:
    if not is_talk:
        return await through_socket(home, argv, to_terminal)
    from adapters.console.outbound import Shown
    from config.runtime.terminal_chat import terminal_at_hand

    async with terminal_at_hand(home) as screen:

        def show(shown: Mapping[str, str]) -> None:
            screen.show(Shown(**shown))  # type: ignore[arg-type]  # of the same program

        return await ask(home.socket, argv, said=to_terminal, typed=screen.lines, show=show if screen.leaves else None)


def chat_asked(asked: Globals, home: Home, config: Config) -> ChatOptions:
    """What a client of the control socket wants of `chat`. Raises CommandUsageError, WrongUsage."""
    given = parse_command(CHAT, asked.words[1:])
    return _chat_options(home, asked, config, *given.words, **given.options)


def _chat_options(
    home: Home,
    asked: Globals,
    config: Config,
    name: str = "",
    *,
    once: str | None = None,
    as_: str = "",
    place: str = "dm",
) -> ChatOptions:
    """Raises WrongUsage."""
    if once is not None and not once.strip():
        raise WrongUsage("--once needs something to say")
    return ChatOptions(
        home=home,
        config=config,
        name=name,
        once=once,
        person=_person_address(as_),
        place=_console_place(place),
        json=asked.json,
        quiet=asked.quiet,
    )


def _console_place(text: str) -> str:
    name = text.removeprefix("console:")
    if not name or any(char in "/#:" or not char.isprintable() for char in name):
        raise WrongUsage(f"{text!r} is no place of the terminal: dm, or a channel's name such as general")
    return name


def _person_address(text: str) -> str:
    """Who speaks, by the address. Raises WrongUsage."""
    if not text:
        return operator().person
    try:
        return str(Person.parse(text if ":" in text else f"console:{text}"))
    except AddressError as error:
        raise WrongUsage(str(error)) from None


CHAT = DeclaredCommand(path=("chat",), run=chat)


# --- config, restore ------------------------------------------------------------------------------------------------


def check_config(home: Home, asked: Globals) -> int:
    """Report all problems at once."""
    return _config("check", home, asked)


def show_config(home: Home, asked: Globals) -> int:
    """The whole config with its defaults; secrets are hidden."""
    return _config("show", home, asked)


def show_config_schema(home: Home, asked: Globals) -> int:
    """The JSON Schema."""
    return _config("schema", home, asked)


def get_config_key(home: Home, asked: Globals, key: str) -> int:
    """The value of a key.

    key: as system.timezone
    """
    return _config("get", home, asked, key)


def set_config_key(home: Home, asked: Globals, key: str, value: str) -> int:
    """Set a key; a value that is not allowed is refused.

    key: as system.timezone
    value: JSON, or a text as it is
    """
    return _config("set", home, asked, key, value)


def describe_config(home: Home, asked: Globals, key: str = "") -> int:
    """What the keys are for.

    key: as system.timezone
    """
    return _config("describe", home, asked, key)


def _config(what: str, home: Home, asked: Globals, key: str = "", value: str = "") -> int:
    from config.command_line.config_command import run_config_command

    return run_config_command(what, home, to_terminal, who=operator().person, key=key, value=value, as_json=asked.json)


def restore(home: Home, asked: Globals, file: str, *, over: bool = False) -> int:
    """Make a backup the home again.

    file: what `backup --file` has written
    over: put the home that is there aside
    """
    from config import home_erasure

    path = Path(file).expanduser().absolute()
    return home_erasure.restore(home, path, to_terminal, who=operator().person, over=over)


# --- bench ----------------------------------------------------------------------------------------------------------


#: A checkout has the benchmarks beside the packages, an installed copy has not.
CHECKOUT = Path(__file__).parents[1]


class NoCheckout(Exception):
    """Benchmarks are no part of an installed copy: run `bench` in a checkout of the project."""

    def __init__(self) -> None:
        super().__init__(self.__doc__)


def bench(home: Home, asked: Globals, name: str = "", *words: str) -> int:
    """Benchmarks: recall, cost of a question, replay, latency, size of a fleet.

    name: one of BENCHMARKS
    words: what the benchmark itself takes
    """
    return bench_runner(name)(BenchOptions(words=words, json=asked.json, quiet=asked.quiet))


def bench_runner(name: str) -> Callable[[BenchOptions], int]:
    """`run(options) -> exit code` of bench/commands/<name>.py. Raises NoCheckout, WrongUsage."""
    names = bench_names()
    if not names:
        raise NoCheckout
    if name not in names:
        hint = nearest_names(name, names) if name else ""
        which = f"{name}: no such benchmark" if name else "which benchmark?"
        raise WrongUsage(f"{which} ({f'did you mean {hint}?' if hint else ', '.join(names)})")
    if str(CHECKOUT) not in sys.path:
        sys.path.insert(0, str(CHECKOUT))
    run: Callable[[BenchOptions], int] = import_module(f"bench.commands.{name}").run
    return run


def bench_names() -> list[str]:
    """The benchmarks of the checkout, one module each; none in an installed copy."""
    if not (CHECKOUT / "pyproject.toml").is_file():
        return []
    return sorted(path.stem for path in (CHECKOUT / "bench" / "commands").glob("[a-z]*.py"))


# --- opening a home -------------------------------------------------------------------------------------------------


def load_config(home: Home, uses: Container[str] | None = None) -> Loaded:
    """`uses`: the sections whose secrets are needed; None: of all."""
    from config.settings.load import ALL, load

    return load(home.config, os.environ, home.anima_names(), uses=ALL if uses is None else uses)


def print_problems(loaded: Loaded) -> int:
    for problem in loaded.problems:
        to_terminal("stderr", f"{problem}\n")
    return FAILED


def set_up_logs(home: Home, loaded: Loaded, *, talks: bool = False) -> None:
    """Nothing of the log is printed into a talk at a terminal."""
    from config import logs
    from config.settings.redaction import Redaction

    assert loaded.config is not None
    system = loaded.config.system
    redaction = Redaction(loaded.secrets)
    is_spoken = not (talks and is_terminal())
    logs.set_up(home.logs, level=system.log_level, form=system.log_format, redaction=redaction, is_spoken=is_spoken)
    for note in loaded.notes:
        logger.info("config: %s", note)


def _existing_anima(name: str, config: Config, home: Home) -> str:
    """The anima's name. Raises WrongUsage where it does not exist."""
    names = [*config.animas, *home.anima_names()]
    if name and name not in names:
        raise WrongUsage(f"{name}: no such anima; there are: {', '.join(dict.fromkeys(names)) or 'none'}")
    return name
