"""The command line: `run_bots.py [--home DIR] [--json] [--quiet] COMMAND …`; exit 0 done, 1 failed, 2 wrong usage."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from bots.anima.anima_files import AnimaState
from bots.commands.access import command_group, find_command, unknown_command
from bots.commands.admin_api import BoardState, FleetSettings, HealthCheck
from bots.commands.catalogue import COMMANDS
from bots.commands.command import Command, CommandUsageError, nearest_names, parse_command
from bots.delivery.contract import Delivery
from bots.delivery.intake import Exported, IntakeGate
from bots.errors import NotStored
from bots.people.trust_policy import Asker
from bots.ports import ServerState
from bots.turn.turn_report import TurnReport
from config import diagnostics, logs, platforms, process
from config.command_line import config_command, verbs
from config.command_line.arguments import (
    DONE,
    FAILED,
    WRONG_USAGE,
    BenchOptions,
    Globals,
    Say,
    StartOptions,
    WrongUsage,
    fail,
    for_reading,
    globals_of,
    is_terminal,
)
from config.command_line.config_command import EXAMPLE
from config.command_line.control import Unanswered, ask
from config.command_line.operator_commands import (
    carry_out_as_operator,
    in_home_or_beside,
    operator,
    through_socket,
    to_terminal,
)
from config.home import STARTER, STARTER_ROLE, Home, HomeFault, Owned, create, create_missing, new_files
from config.logs import Redaction
from config.platforms import exported
from config.process import keep_collections_short
from config.settings.config_schema import Config
from config.settings.load import ALL, Loaded, load
from memory.archive.audit_log import AuditLog
from memory.archive.contacts import Contacts
from memory.archive.requests import Reminders
from memory.vocabulary.ports import Clock

if TYPE_CHECKING:
    from bots.people.account_linking import AccountLinking
    from bots.people.calling import Calling
    from bots.schedule.slots import Slots
    from memory.engine import MemoryEngine


class NeedsOpenHome(HomeFault):
    """This needs an open home."""


class AdminWithoutFleet:
    """Answers `help`, `manifest` and `doctor`; everything else raises NotHere."""

    def __init__(self, home: Home, loaded: Loaded | None = None) -> None:
        self._home, self._loaded = home, loaded
        self.home: Path = home.path
        self.clock: Clock = lambda: datetime.now(UTC)

    @property
    def delivery(self) -> Delivery:
        raise NeedsOpenHome

    @property
    def zone(self) -> tzinfo:
        return UTC

    @property
    def audit(self) -> AuditLog:
        return AuditLog(self._home.logs, self.clock)

    @property
    def door(self) -> IntakeGate:
        raise NeedsOpenHome

    @property
    def contacts(self) -> Contacts:
        raise NeedsOpenHome

    @property
    def calling(self) -> Calling:
        raise NeedsOpenHome

    @property
    def linking(self) -> AccountLinking:
        raise NeedsOpenHome

    @property
    def rhythm(self) -> Slots:
        raise NeedsOpenHome

    def animas(self) -> Sequence[AnimaState]:
        raise NeedsOpenHome

    def accounts(self) -> Mapping[str, str]:
        raise NeedsOpenHome

    def servers(self) -> Sequence[ServerState]:
        raise NeedsOpenHome

    async def memory(self, anima: str) -> MemoryEngine:
        raise NeedsOpenHome

    def reminders(self, anima: str) -> Reminders:
        raise NeedsOpenHome

    def rest(self) -> None:
        raise NeedsOpenHome

    async def stop_turns(self, anima: str = "", place: str = "") -> int:
        raise NeedsOpenHome

    async def why(self, anima: str, turn: str = "", audience: str = "") -> TurnReport | None:
        raise NeedsOpenHome

    async def boards(self) -> Sequence[BoardState]:
        raise NeedsOpenHome

    @property
    def settings(self) -> FleetSettings:
        raise NeedsOpenHome

    async def create_anima(self, name: str, *, role: str = "", markdown: str = "") -> None:
        raise NeedsOpenHome

    async def enable_anima(self, name: str, enabled: bool) -> None:
        raise NeedsOpenHome

    async def checks(self, asker: Asker, *, offline: bool = False) -> Sequence[HealthCheck]:
        return await diagnostics.examine(self._home, self._loaded, (self._live,), offline=offline)

    async def _live(self) -> Sequence[HealthCheck]:
        """Ask the platforms without running anything."""
        if self._loaded is None or self._loaded.config is None:
            return []
        from config import live_checks
        from config.platforms import platform_adapters

        config = self._loaded.config
        names = {*config.animas, *self._home.anima_names()}
        models = await live_checks.ask_models(config, sorted(names), self.clock)
        return [*models, *await live_checks.ask_platforms_once(platform_adapters(config, self.clock))]

    def exported(self, platform: str, path: Path) -> Iterator[Exported]:
        return exported(platform, path)

    def manifest(self, platform: str) -> str:
        return platforms.manifest(platform)


def print_made_home(say: Say, home: Home, name: str, *, as_json: bool, quiet: bool) -> None:
    """What `init` made, and what comes next."""
    if as_json:
        data = {"home": str(home.path), "config": str(home.config), "anima": name}
        say("stdout", json.dumps(data, ensure_ascii=False) + "\n")
    elif quiet:
        say("stdout", f"{home.path}\n")
    else:
        say(
            "stdout",
            f"{home.path} is a home now, and {name} lives in it.\n"
            f"  {home.config.name}  the settings; {EXAMPLE} beside it has every key with a word on each\n"
            f"  run_bots.py chat {name}     talk in this terminal\n"
            "  run_bots.py manifest slack  how to let the fleet into Slack (or discord, telegram)\n"
            "  run_bots.py                 start the fleet\n",
        )


# --- cli ------------------------------------------------------------------------------------------------------------


logger = logging.getLogger(__name__)

OWNER_PATIENCE_S = 3.0
#: A thread that works gives way so often to those that wait: with the usual 5 ms a night beside a talk held the event
#: loop for up to 105 ms, now for 48 (docs/research/sleep_figures.md).
TURN_S = 0.001
#: Commands that need neither the home's lock nor a memory.
DESKLESS = (("help",), ("manifest",))
#: Commands whose answer is for copying.
AS_IT_IS = (("manifest",),)
#: Commands that ask a model of the config, and what they need for it; no command without a fleet speaks on a platform.
THINKS, THINKING = (("dream",),), ("credentials", "mcp")
#: Commands that embed, and wait for it.
EMBEDDING = (("memory", "rebuild"), ("memory", "verify"), ("memory", "calibrate"))


def run_command(argv: Sequence[str] | None = None) -> int:
    """The exit code. The outermost rim: an error is one line here, and a trace in the log."""
    words = list(sys.argv[1:] if argv is None else argv)
    for library in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(library, "1")  # threads that wait for one small product spin, and cost twice the time
    process.limit_malloc_arenas()
    sys.setswitchinterval(TURN_S)
    logs.hold_back()
    try:
        return _dispatch(words, globals_of(words))
    except (WrongUsage, CommandUsageError) as error:
        return fail(to_terminal, error, code=WRONG_USAGE)
    except (HomeFault, Unanswered, NotStored, verbs.NoCheckout) as error:
        return fail(to_terminal, error)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # the interpreter would complain about the pipe once more
        return FAILED
    except Exception as error:
        logger.exception("the command failed")
        detail = Redaction()(" ".join(str(error).split()))[:200]
        return fail(to_terminal, f"failed: {type(error).__name__}{f': {detail}' if detail else ''}")


def _dispatch(argv: list[str], asked: Globals) -> int:
    verb = "start" if verbs.is_left_out(asked.words) else asked.words[0].casefold()
    if asked.no_color:
        os.environ["NO_COLOR"] = "1"
    if asked.version:
        to_terminal("stdout", f"anima-fleet {version('anima-fleet')}\n")
        return DONE
    if asked.help:
        return _help(asked.words)
    if verb == "help" and asked.words[1:2] and asked.words[1].casefold() in verbs.NAMES:
        return _help(asked.words[1:])
    home = Home.find(asked.home, os.environ)
    own: Mapping[str, Callable[[Home, Globals, list[str]], int]] = {
        "start": _start,
        "init": _init,
        "chat": _chat,
        "bench": _bench,
        "completion": _completion,
        "config": _config,
        "restore": _restore,
    }
    if verb in own:
        return own[verb](home, asked, argv)
    return _command(home, asked, argv)


def _help(words: Sequence[str]) -> int:
    if len(words) > 1 and words[0] == "bench":
        name, _ = verbs.bench(words[1:])
        with suppress(SystemExit):  # by which argparse ends once it has printed
            verbs.bench_runner(name)(BenchOptions(words=("--help",), json=False, quiet=True))
        return DONE
    text = verbs.help_for(words)
    to_terminal("stdout" if text else "stderr", f"{text or _unknown(words)}\n")
    return DONE if text else WRONG_USAGE


def _unknown(words: Sequence[str]) -> str:
    guess = nearest_names(words[0], [*verbs.NAMES, *(command.path[0] for command in COMMANDS)])
    if guess in verbs.NAMES:
        return f"{words[0]}: no such command (did you mean {guess}?); `--help` lists all."
    return unknown_command(COMMANDS, words).replace("`help`", "`--help`")


# ------------------------------------------------------------------------------------------------ verbs


def _start(home: Home, asked: Globals, argv: list[str]) -> int:
    given = verbs.parse("start", asked.words if verbs.is_left_out(asked.words) else asked.words[1:])
    person = verbs.person_of(given.person)
    fresh = not home.exists()
    home.make()
    home.check()
    with _patiently(home):
        if copy := home.migrate():
            to_terminal("stderr", f"the home's format was brought up to date; the old state is in {copy}\n")
        if fresh:
            _furnish(home, STARTER, STARTER_ROLE)
        loaded = _load(home)
        if loaded.config is None:
            return _tell(loaded)
        _set_up_logs(home, loaded, talks=not asked.json)
        create_missing(home, loaded.config)
        from config import home_erasure, running

        home_erasure.carry_out_erasure(home)
        return running.start(
            StartOptions(
                home=home,
                config=loaded.config,
                loaded=loaded,
                json=asked.json,
                quiet=asked.quiet,
                fresh=fresh,
                person=person,
                partner=_existing(given.partner, loaded.config, home),
            )
        )


@contextmanager
def _patiently(home: Home) -> Iterator[None]:
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


def _init(home: Home, asked: Globals, argv: list[str]) -> int:
    given = verbs.parse("init", asked.words[1:])
    if home.exists():
        raise HomeFault(f"{home.path} is a home already; `anima create NAME` makes another anima in it")
    name, role = str(given.name), str(given.role)
    try:
        new_files(name, role=role)
    except ValueError as error:
        raise WrongUsage(str(error)) from None
    home.make()
    with home.owned():
        _furnish(home, name, role)
    is_asked = is_terminal() and not asked.json and not asked.quiet
    if is_asked:
        from config.command_line.config_command import Teller, ask_for_model

        ask_for_model(home, Teller())
    print_made_home(to_terminal, home, name, as_json=asked.json, quiet=asked.quiet)
    if not is_asked:
        return DONE
    return _chat(home, replace(asked, words=("chat", name)), ["--home", str(home.path), "chat", name])


def _furnish(home: Home, name: str, role: str) -> None:
    """A minimal config, its commented example, and a starter anima."""
    if not home.config.exists():
        config_command.write_first(home, name, role)
    if not home.anima_names():
        create(home, name, role=role)


def _chat(home: Home, asked: Globals, argv: list[str]) -> int:
    given = verbs.parse("chat", asked.words[1:])
    if not home.exists():
        home.make()
        with home.owned():
            _furnish(home, str(given.name) or STARTER, STARTER_ROLE)
    home.check()

    async def own() -> int:
        loaded = _load(home)
        if loaded.config is None:
            return _tell(loaded)
        _set_up_logs(home, loaded, talks=given.once is None)
        create_missing(home, loaded.config)
        from config import home_erasure, running

        home_erasure.carry_out_erasure(home)
        code = await running.chat(verbs.chat_options(given, asked, home, loaded.config))
        home_erasure.carry_out_erasure(home)
        return code

    async def beside() -> int:
        return await _chat_beside(home, argv, is_talk=given.once is None)

    return asyncio.run(in_home_or_beside(home, own, beside))


async def _chat_beside(home: Home, argv: list[str], *, is_talk: bool) -> int:
    if not is_talk:
        return await through_socket(home, argv, to_terminal)
    from adapters.console.outbound import Shown
    from config.terminal_chat import terminal_at_hand

    async with terminal_at_hand(home) as screen:

        def show(shown: Mapping[str, str]) -> None:
            screen.show(Shown(**shown))  # type: ignore[arg-type]  # of the same program

        return await ask(home.socket, argv, said=to_terminal, typed=screen.lines, show=show if screen.leaves else None)


def _bench(home: Home, asked: Globals, argv: list[str]) -> int:
    name, words = verbs.bench(asked.words[1:])
    run = verbs.bench_runner(name)
    return run(BenchOptions(words=words, json=asked.json, quiet=asked.quiet))


def _completion(home: Home, asked: Globals, argv: list[str]) -> int:
    from config.command_line.verbs import completion_script

    to_terminal("stdout", completion_script(str(verbs.parse("completion", asked.words[1:]).shell)))
    return DONE


def _config(home: Home, asked: Globals, argv: list[str]) -> int:
    given = verbs.parse("config", asked.words[1:])
    key, value = str(getattr(given, "key", "")), str(getattr(given, "value", ""))
    who, as_json = operator().person, asked.json
    return config_command.run_config_command(
        str(given.what), home, to_terminal, who=who, key=key, value=value, as_json=as_json
    )


def _restore(home: Home, asked: Globals, argv: list[str]) -> int:
    from config import home_erasure

    given = verbs.parse("restore", asked.words[1:])
    file = Path(str(given.file)).expanduser().absolute()
    return home_erasure.restore(home, file, to_terminal, who=operator().person, over=bool(given.over))


# ------------------------------------------------------------------------------------------------ catalogue


def _command(home: Home, asked: Globals, argv: list[str]) -> int:
    found = find_command(COMMANDS, asked.words)
    if found is None and command_group(COMMANDS, asked.words):
        return _help(asked.words)
    if found is None:
        return fail(to_terminal, _unknown(asked.words), code=WRONG_USAGE)
    parse_command(found.command, found.words)
    here = Path.cwd()
    if found.command.path in DESKLESS:
        say = to_terminal if asked.json or found.command.path in AS_IT_IS else for_reading(to_terminal)
        return asyncio.run(carry_out_as_operator(AdminWithoutFleet(home), asked, say, here))
    if not home.exists():
        if found.command.path == ("doctor",):
            return asyncio.run(carry_out_as_operator(AdminWithoutFleet(home), asked, to_terminal, here))
        raise HomeFault(f"there is no home at {home.path}: `init` makes one, and so does the first `start`")
    home.check()
    return asyncio.run(_at_home(home, found.command, asked, argv, here))


async def _at_home(home: Home, command: Command, asked: Globals, argv: list[str], here: Path) -> int:
    say = to_terminal if asked.json or command.path in AS_IT_IS else for_reading(to_terminal)

    async def own() -> int:
        uses = ALL if command.path == ("doctor",) else THINKING if command.path in THINKS else ()
        loaded = load(home.config, os.environ, home.anima_names(), uses=uses)
        if command.path == ("doctor",):
            return await carry_out_as_operator(AdminWithoutFleet(home, loaded), asked, say, here)
        if loaded.config is None:
            return _tell(loaded)
        _set_up_logs(home, loaded)
        from config import home_erasure, running

        home_erasure.carry_out_erasure(home)
        async with running.admin_api(home, loaded.config, makes_ready=command.path in EMBEDDING) as api:
            code = await carry_out_as_operator(api, asked, say, here)
        home_erasure.carry_out_erasure(home)
        return code

    return await in_home_or_beside(home, own, lambda: through_socket(home, argv, say))


def _existing(name: str, config: Config, home: Home) -> str:
    """The anima's name. Raises WrongUsage where it does not exist."""
    known = [*config.animas, *home.anima_names()]
    if name and name not in known:
        raise WrongUsage(f"{name}: no such anima; there are: {', '.join(dict.fromkeys(known)) or 'none'}")
    return name


def _load(home: Home) -> Loaded:
    return load(home.config, os.environ, home.anima_names())


def _tell(loaded: Loaded) -> int:
    for problem in loaded.problems:
        to_terminal("stderr", f"{problem}\n")
    return FAILED


def _set_up_logs(home: Home, loaded: Loaded, *, talks: bool = False) -> None:
    """Nothing of the log is printed into a talk at a terminal."""
    assert loaded.config is not None
    system = loaded.config.system
    redaction = Redaction(loaded.secrets)
    is_spoken = not (talks and is_terminal())
    logs.set_up(home.logs, level=system.log_level, form=system.log_format, redaction=redaction, is_spoken=is_spoken)
    for note in loaded.notes:
        logger.info("config: %s", note)


# --- wiring ---------------------------------------------------------------------------------------------------------
# The command line as a process: where `run_bots.py` begins and how it ends.


_SLOW_TO_LEAVE = {"litellm", "onnxruntime", "torch"}


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; the exit code."""
    if argv is None:
        keep_collections_short()
    code = run_command(argv)
    if argv is None and _SLOW_TO_LEAVE & sys.modules.keys():
        from config.fleet.chat_models import end_process

        end_process(code)
    return code
