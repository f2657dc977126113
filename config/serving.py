"""`start`: the fleet in the foreground, from the first line of the screen to a clean end."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace

from adapters.console.inbound import direct_place
from adapters.console.screen import Screen
from adapters.models.embedders.query_cache import QueryCache
from bots.commands.desk import Check
from bots.fleet import Fleet
from bots.ports import Adapter
from config import doctor, embedding, live_checks, manifests, webhooks
from config.accounts import platform_adapters
from config.arguments import Globals
from config.assembly import build_fleet
from config.clock import now
from config.control import Session, serve
from config.deskwork import handler, operator
from config.live import reloading
from config.options import StartOptions
from config.rendering import DONE, FAILED
from config.screen import ready_lines
from config.site import Site, anima_names, console_hubs
from config.sitting import Lobby, at_hand, chat_beside
from config.verbs import chat_asked
from config.warming import Warming
from config.watching import watching
from memory.vocabulary.address import Account, Person
from memory.vocabulary.event import Json

logger = logging.getLogger(__name__)

READY_WITHIN_S = 30.0
AGAIN = -1
"""In place of an exit code: it rests, and is to be begun again when the home has been seen to."""


async def serve_fleet(options: StartOptions) -> int:
    """Until SIGTERM, SIGINT, or the end of the console where nothing else is served. The exit code, or AGAIN."""
    voice = Voice(as_json=options.json, quiet=options.quiet)
    config, home = options.config, options.home
    adapters = platform_adapters(config, now, moves=home.telegram_moves)
    hubs = console_hubs(anima_names(config, home), now)
    choice = embedding.choose(config, home)
    if choice.ok is False:
        logger.error("recall: %s; %s", choice.finding, choice.advice)
    embedder = choice.embedder()
    fleet = await build_fleet(
        Site(
            config=config,
            home=home,
            clock=now,
            announce=voice.announce,
            adapters=adapters,
            checks=_checks(options, adapters, lambda: fleet),
            manifest=manifests.manifest,
            hubs=hubs,
            embedder=QueryCache(embedder, now) if embedder else None,
            entailment=embedding.entailment_of(config),
        )
    )
    warming = Warming(fleet.models(), embedder)

    def ready() -> None:
        voice.ready(options, fleet, choice)
        warming.begin()

    try:
        code = await _served(options, Lobby(fleet, hubs), adapters, ready)
    finally:
        await fleet.close()
        await warming.close()
    if fleet.rests:
        return AGAIN
    warming.leave(code)
    return code


async def _served(
    options: StartOptions, lobby: Lobby, adapters: Mapping[Account, Adapter], ready: Callable[[], None]
) -> int:
    """Run it with all that people and programs reach it by; `ready` is called when its accounts are settled."""
    config, home, fleet = options.config, options.home, lobby.fleet

    async def chat(session: Session, asked: Globals) -> int:
        return await chat_beside(lobby, chat_asked(asked, home, config), session)

    running = asyncio.create_task(fleet.run())
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, running.cancel)
    code = DONE
    try:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(webhooks.serving(config, adapters, lambda: is_ready(fleet), fleet.figures))
            await stack.enter_async_context(serve(home.socket, handler(fleet, chat)))
            await stack.enter_async_context(watching(config, home, fleet))
            await stack.enter_async_context(reloading(fleet, home.path, home.animas))
            settled = asyncio.create_task(fleet.settled(READY_WITHIN_S))
            await asyncio.wait({settled, running}, return_when=asyncio.FIRST_COMPLETED)
            settled.cancel()
            if not running.done():
                ready()
                code = await _serve_people(lobby, options, running, bool(adapters))
            await asyncio.wait({running})
    finally:
        running.cancel()
        await asyncio.wait({running})
    if not running.cancelled() and (bug := running.exception()) is not None:
        raise bug
    return code


def _checks(
    options: StartOptions, adapters: Mapping[Account, Adapter], fleet: Callable[[], Fleet]
) -> Callable[[bool], Awaitable[Sequence[Check]]]:
    """`doctor` of the running fleet; offline it asks nobody."""
    config = options.config

    async def live() -> Sequence[Check]:
        asked = await live_checks.ask_models(config, anima_names(config, options.home), now)
        here = Check(subject="fleet", ok=True, finding=f"runs with pid {os.getpid()}")
        return [here, *live_checks.states(fleet().accounts()), *asked, *await live_checks.ask_platforms(adapters)]

    async def checks(offline: bool) -> Sequence[Check]:
        return await doctor.examine(options.home, options.loaded, (live,), offline=offline)

    return checks


async def _serve_people(lobby: Lobby, options: StartOptions, running: asyncio.Task[None], has_accounts: bool) -> int:
    """The console where there is one; returns when the fleet is to end."""
    is_terminal = sys.stdin is not None and sys.stdin.isatty()
    states = lobby.fleet.accounts().values()
    if has_accounts and not is_terminal:
        if all(state.startswith("failed") for state in states):
            sys.stderr.write("no account could be connected, and there is no terminal to talk at\n")
            running.cancel()
            return FAILED
        return DONE
    person = Person.parse(options.person or operator().person)
    heard = Heard()

    async def sit() -> None:
        async with at_hand(options.home, as_json=options.json) as screen:
            await lobby.talk(person, direct_place(person), heard.at(screen), options.partner)

    sitting = asyncio.create_task(sit())
    await asyncio.wait({sitting, running}, return_when=asyncio.FIRST_COMPLETED)
    # Input that ended without a word is a service's; a person who has talked is done.
    if sitting.done() and not has_accounts and (is_terminal or heard.anything):
        running.cancel()
    sitting.cancel()
    with suppress(asyncio.CancelledError):
        await sitting
    return DONE


class Heard:
    """Whether anything was entered at a screen."""

    def __init__(self) -> None:
        self.anything = False

    def at(self, screen: Screen) -> Screen:
        return replace(screen, lines=self._all(screen.lines))

    async def _all(self, lines: AsyncIterator[str]) -> AsyncIterator[str]:
        async for line in lines:
            self.anything = True
            yield line


def is_ready(fleet: Fleet) -> bool:
    states = list(fleet.accounts().values())
    return not states or "connected" in states


class Voice:
    """What `start` prints: JSON lines, or words."""

    def __init__(self, *, as_json: bool, quiet: bool) -> None:
        self._as_json, self._quiet = as_json, quiet
        self._is_ready = False

    def announce(self, line: Mapping[str, Json]) -> None:
        """A change of an account, a send in doubt. Before `ready` only that line tells of accounts."""
        _log(line)
        if not self._is_ready and line.get("event") == "account":
            return
        if self._as_json:
            _print_json(line)
        elif line.get("event") == "account":
            sys.stderr.write(f"{line['name']}: {line['state']}\n")
        elif line.get("event") == "config":
            sys.stderr.write(f"the changed config is refused: {line['refused']}\n")
        else:
            sys.stderr.write(f"an answer in {line.get('place')} is in doubt; `doctor` and `trace` tell more\n")

    def ready(self, options: StartOptions, fleet: Fleet, recall: embedding.Choice) -> None:
        self._is_ready = True
        if options.again:
            return
        animas = fleet.animas()
        models = list(dict.fromkeys(anima.model for anima in animas))
        if self._as_json:
            _print_json(
                {
                    "event": "ready",
                    "home": str(options.home.path),
                    "pid": os.getpid(),
                    "accounts": dict(fleet.accounts()),
                    "animas": [anima.name for anima in animas],
                    "model": ", ".join(models) or "none",
                    "embedder": recall.name,
                }
            )
            return
        text = "ready\n" if self._quiet else ready_lines(options, fleet, ", ".join(models), recall)
        _write(text)


def _log(line: Mapping[str, Json]) -> None:
    if line.get("event") == "account":
        has_failed = str(line["state"]).startswith("failed")
        logger.log(
            logging.WARNING if has_failed else logging.INFO,
            "an account failed for good" if has_failed else "an account's state",
            extra={"account": line["name"], "state": line["state"]},
        )


def _print_json(line: Mapping[str, Json]) -> None:
    _write(json.dumps(line, ensure_ascii=False) + "\n")


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
