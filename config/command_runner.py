"""What the words of a command line ask for, carried out: exit 0 done, 1 failed, 2 wrong usage."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

from bots.commands.access import command_group, find_command
from bots.commands.catalogue import COMMANDS
from bots.commands.command import Command, CommandUsageError, parse_command
from bots.errors import NotStored
from config import process
from config.command_line.arguments import (
    DONE,
    FAILED,
    WRONG_USAGE,
    BenchOptions,
    Globals,
    Say,
    WrongUsage,
    fail,
    for_reading,
    globals_of,
    to_terminal,
)
from config.command_line.control import Unanswered
from config.command_line.operator_commands import (
    carry_out_as_operator,
    in_home_or_beside,
    through_socket,
)
from config.help_pages import BENCH, VERBS, help_for, no_such_command
from config.home import Home, HomeFault, kept_delivery
from config.verbs import NoCheckout, bench_runner, load_config, print_problems, set_up_logs

if TYPE_CHECKING:
    from bots.commands.admin_api import AdminApi, HealthCheck
    from bots.people.trust_policy import Asker
    from config.settings.load import Loaded


class AdminWithoutFleet:
    """The part of AdminApi that `help`, `manifest` and `doctor` need, which are answered without a fleet."""

    def __init__(self, home: Home, loaded: Loaded | None = None) -> None:
        self._home, self._loaded = home, loaded

    async def checks(self, asker: Asker, *, offline: bool = False) -> Sequence[HealthCheck]:
        from config import diagnostics

        return await diagnostics.examine(self._home, self._loaded, (self._live,), offline=offline)

    async def _live(self) -> Sequence[HealthCheck]:
        """Ask the platforms without running anything."""
        if self._loaded is None or self._loaded.config is None:
            return []
        from config import live_checks
        from config.platforms import platform_adapters

        config = self._loaded.config
        names = {*config.animas, *self._home.anima_names()}
        models = await live_checks.ask_models(config, sorted(names), process.utc_now)
        stored = await live_checks.ask_store(kept_delivery(self._home, config))
        return [*stored, *models, *await live_checks.ask_platforms_once(platform_adapters(config, process.utc_now))]

    def manifest(self, platform: str) -> str:
        from config import platforms

        return platforms.manifest(platform)


# --- cli ------------------------------------------------------------------------------------------------------------


logger = logging.getLogger(__name__)

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
    for library in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
        os.environ.setdefault(library, "1")  # threads that wait for one small product spin, and cost twice the time
    process.limit_malloc_arenas()
    sys.setswitchinterval(TURN_S)
    process.hold_logs_back()
    try:
        return _dispatch(sys.argv[1:] if argv is None else argv)
    except (WrongUsage, CommandUsageError) as error:
        return fail(to_terminal, error, code=WRONG_USAGE)
    except (HomeFault, Unanswered, NotStored, NoCheckout) as error:
        return fail(to_terminal, error)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # the interpreter would complain about the pipe once more
        return FAILED
    except Exception as error:
        logger.exception("the command failed")
        from config.settings.redaction import Redaction

        detail = Redaction()(" ".join(str(error).split()))[:200]
        return fail(to_terminal, f"failed: {type(error).__name__}{f': {detail}' if detail else ''}")


def _dispatch(argv: Sequence[str]) -> int:
    asked = globals_of(argv)
    if asked.no_color:
        os.environ["NO_COLOR"] = "1"
    if asked.help:
        return _help(asked.words)
    words = asked.words
    if not words or words[0].startswith("-"):
        words = ("start", *words)
    if words[0].casefold() == "help" and (find_command(VERBS, words[1:]) or command_group(VERBS, words[1:])):
        return _help(words[1:])
    home = Home.find(asked.home, os.environ)
    if found := find_command(VERBS, words):
        # The options of a benchmark are its own.
        given = parse_command(found.command, ("--", *found.words) if found.command is BENCH else found.words)
        code: int = found.command.run(home, asked, *given.words, **given.options)
        return code
    if group := command_group(VERBS, words):
        raise WrongUsage(f"{words[0]} needs one of {', '.join(verb.path[1] for verb in group)}")
    return _command(home, asked)


def _help(words: Sequence[str]) -> int:
    if len(words) > 1 and words[0] == "bench":
        with suppress(SystemExit):  # by which argparse ends once it has printed
            bench_runner(words[1])(BenchOptions(words=("--help",), json=False, quiet=True))
        return DONE
    text = help_for(words)
    to_terminal("stdout" if text else "stderr", f"{text or no_such_command(words)}\n")
    return DONE if text else WRONG_USAGE


def _command(home: Home, asked: Globals) -> int:
    found = find_command(COMMANDS, asked.words)
    if found is None and command_group(COMMANDS, asked.words):
        return _help(asked.words)
    if found is None:
        return fail(to_terminal, no_such_command(asked.words), code=WRONG_USAGE)
    parse_command(found.command, found.words)
    here = Path.cwd()
    if found.command.path in DESKLESS:
        say = to_terminal if asked.json or found.command.path in AS_IT_IS else for_reading(to_terminal)
        return asyncio.run(_without_fleet(home, None, asked, say, here))
    if not home.exists():
        if found.command.path == ("doctor",):
            return asyncio.run(_without_fleet(home, None, asked, to_terminal, here))
        raise HomeFault(f"there is no home at {home.path}: `init` makes one, and so does the first `start`")
    home.check()
    return asyncio.run(_at_home(home, found.command, asked, here))


async def _without_fleet(home: Home, loaded: Loaded | None, asked: Globals, say: Say, here: Path) -> int:
    return await carry_out_as_operator(cast("AdminApi", AdminWithoutFleet(home, loaded)), asked, say, here)


async def _at_home(home: Home, command: Command, asked: Globals, here: Path) -> int:
    say = to_terminal if asked.json or command.path in AS_IT_IS else for_reading(to_terminal)

    async def own() -> int:
        if command.path == ("doctor",):
            return await _without_fleet(home, load_config(home), asked, say, here)
        loaded = load_config(home, THINKING if command.path in THINKS else ())
        if loaded.config is None:
            return print_problems(loaded)
        set_up_logs(home, loaded)
        from config import home_erasure
        from config.runtime import running

        delivery = kept_delivery(home, loaded.config)
        with delivery.owned():
            home_erasure.carry_out_erasure(home, delivery)
            ready = command.path in EMBEDDING
            async with running.admin_api(home, loaded.config, delivery, makes_ready=ready) as api:
                code = await carry_out_as_operator(api, asked, say, here)
            home_erasure.carry_out_erasure(home, delivery)
        return code

    return await in_home_or_beside(home, own, lambda: through_socket(home, asked.argv, say))
