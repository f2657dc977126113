"""`start`: the fleet in the foreground, from the first line of the screen to a clean end, with its HTTP server."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from aiohttp import web

from adapters.console.inbound import direct_place
from adapters.console.outbound import Screen
from adapters.models.embedders.lazy import QueryCache
from bots.commands.admin_api import HealthCheck
from bots.delivery.metrics import CONTENT_TYPE
from bots.errors import NotStored
from bots.fleet.fleet import Fleet
from bots.people.trust_policy import Asker
from bots.ports import Adapter
from config import diagnostics, embedder_choice, live_checks
from config.command_line.arguments import DONE, FAILED, Globals, ReadChat, StartOptions
from config.command_line.control import Session, serve
from config.command_line.operator_commands import control_handler, operator
from config.embedder_choice import EmbedderChoice
from config.fleet.anima_assembly import FleetModels, FleetSetup, FleetTime, anima_names, console_hubs
from config.fleet.chat_models import Warming
from config.fleet.fleet_assembly import build_fleet, reloading, watching
from config.home import HomeFault
from config.platforms import platform_adapters
from config.process import utc_now
from config.runtime.terminal_chat import Lobby, chat_beside, terminal_at_hand
from config.settings.anima_settings import price_notes
from config.settings.config_schema import OFFLINE, Config, Server
from config.settings.problems import Problem
from memory.vocabulary.address import Account, Person
from memory.vocabulary.event import Json

if TYPE_CHECKING:
    from adapters.pagers import LineAdapter
    from adapters.telegram.adapter import TelegramAdapter

_PLATFORMS = ("slack", "discord", "telegram")


def ready_lines(options: StartOptions, fleet: Fleet, model: str, recall: EmbedderChoice) -> str:
    """The screen's text."""
    animas = fleet.animas()
    names = ", ".join(f"{anima.name} ({anima.role})" if anima.role else anima.name for anima in animas) or "none yet"
    lines = [
        f"ready · {names}",
        f"  home       {options.home.path}",
        f"  model      {_model_line(model)}",
        f"  recall     {_recall_line(recall)}",
        *(f"  {name:<10} {state}" for name, state in fleet.accounts().items()),
        *(f"  money      {note}" for note in price_notes(options.config)),
        *_missing(options),
    ]
    if options.fresh:
        lines.append(
            f"  This is a new home. {animas[0].name.title() if animas else 'Somebody'} lives in it and remembers."
        )
    lines.append("  /help tells the keys, /anima help the commands; Ctrl-C stops an answer, Ctrl-D leaves.")
    return "\n".join(lines) + "\n\n"


def _model_line(model: str) -> str:
    if model == OFFLINE:
        return "offline: quotes what it remembers; for a language model put a key under credentials in config.json"
    return model


def _recall_line(choice: EmbedderChoice) -> str:
    return f"{choice.finding}; {choice.advice}" if choice.ok is False else choice.finding


def _missing(options: StartOptions) -> list[str]:
    messaging = options.config.external_messaging
    enabled = (messaging.slack.enabled, messaging.discord.enabled, messaging.telegram.enabled)
    off = [name for name, is_on in zip(_PLATFORMS, enabled, strict=True) if not is_on]
    return [f"  not set up {', '.join(off)} (`run_bots.py manifest {off[0]}` says how)"] if off else []


# --- webhooks -------------------------------------------------------------------------------------------------------
# The HTTP server: what platforms post to us, health, and figures for Prometheus.


logger = logging.getLogger(__name__)

Handle = Callable[[web.Request], Awaitable[web.StreamResponse]]
Figures = Callable[[], Awaitable[bytes]]
#: Platforms post some kilobytes; files come by address. What is longer is refused before it is read.
LARGEST_BODY = 1024 * 1024


class NotListening(HomeFault):
    """Nobody can post to us; the message says which key of the config to change."""


def needs_server(config: Config) -> bool:
    """Whether an account listens for posts."""
    messaging, calls = config.external_messaging, config.human_notification
    return (
        (messaging.slack.enabled and messaging.slack.mode == "http")
        or (messaging.telegram.enabled and messaging.telegram.mode == "webhook")
        or (calls.enabled and "line" in calls.channels and calls.line.channel_secret is not None)
    )


@asynccontextmanager
async def serving_webhooks(
    config: Config, adapters: Mapping[Account, Adapter], ready: Callable[[], bool], figures: Figures
) -> AsyncIterator[int | None]:
    """Serve while inside; yields the port.

    When the address cannot be had: None where it is only for health and figures; where an account listens for posts,
    raises NotListening.
    """
    app = web.Application(client_max_size=LARGEST_BODY)
    posted_to = {"slack": _slack, "telegram": _telegram, "line": _line}
    here = {account.platform for account in adapters}  # the others' libraries need not be installed
    app.add_routes(
        [
            *(web.post(f"/{name}/{{account}}", to(adapters)) for name, to in posted_to.items() if name in here),
            web.get("/healthz", _healthy),
            web.get("/readyz", _readiness(ready)),
            web.get("/metrics", _figures(figures)),
        ]
    )
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await _listen(runner, config.server)
        except NotListening as taken:
            if needs_server(config):
                raise
            logger.info("health and metrics are not served: %s", taken)
        yield int(runner.addresses[0][1]) if runner.addresses else None
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, server: Server) -> None:
    try:
        await web.TCPSite(runner, server.host, server.port).start()
    except OSError as error:
        why = os.strerror(error.errno).lower() if error.errno and error.errno > 0 else str(error)
        address = f"{server.host}:{server.port}"
        raise NotListening(str(Problem("server.port", address, f"a free address on this machine ({why})"))) from error


def _slack(adapters: Mapping[Account, Adapter]) -> Handle:
    from adapters.slack.adapter import SlackAdapter

    async def handle(request: web.Request) -> web.Response:
        adapter = adapters.get(Account("slack", request.match_info["account"]))
        if not isinstance(adapter, SlackAdapter):
            return web.Response(status=404)
        status, headers, body = await adapter.receive(dict(request.headers), await request.read())
        return web.Response(status=status, headers=headers, text=body)

    return handle


def _telegram(adapters: Mapping[Account, Adapter]) -> Handle:
    from adapters.telegram.adapter import TelegramAdapter

    return _answered_by_status(adapters, "telegram", TelegramAdapter)


def _line(adapters: Mapping[Account, Adapter]) -> Handle:
    from adapters.pagers import LineAdapter

    return _answered_by_status(adapters, "line", LineAdapter)


def _answered_by_status(
    adapters: Mapping[Account, Adapter], platform: str, kind: type[LineAdapter | TelegramAdapter]
) -> Handle:
    async def handle(request: web.Request) -> web.Response:
        adapter = adapters.get(Account(platform, request.match_info["account"]))
        if not isinstance(adapter, kind):
            return web.Response(status=404)
        try:
            return web.Response(status=await adapter.receive(dict(request.headers), await request.read()))
        except NotStored:
            return web.Response(status=503)

    return handle


async def _healthy(_: web.Request) -> web.Response:
    return web.Response(text="ok\n")


def _figures(figures: Figures) -> Handle:
    async def handle(_: web.Request) -> web.Response:
        return web.Response(body=await figures(), headers={"Content-Type": CONTENT_TYPE})

    return handle


def _readiness(ready: Callable[[], bool]) -> Handle:
    async def handle(_: web.Request) -> web.Response:
        return web.Response(status=200 if ready() else 503, text="ready\n" if ready() else "not ready\n")

    return handle


# --- page -----------------------------------------------------------------------------------------------------------
# What commands tell, in a browser of this machine; on a listener of its own.


@asynccontextmanager
async def _page_of(fleet: Fleet, config: Config) -> AsyncIterator[None]:
    """Served while inside, and linked to by `status`. A port that cannot be had costs the page alone."""
    if config.server.page_port is None:
        yield
        return
    from adapters.page.door import PageDoor
    from adapters.page.server import PageNotServed, serving_page

    async def asker_of(person: str) -> Asker:
        """Who sits at the machine is told what their terminal is told; everybody else what they may read."""
        here = operator()
        return replace(here, is_direct=True) if person == here.person else await fleet.reader(person)

    door = PageDoor(utc_now)
    async with AsyncExitStack() as stack:
        page = serving_page(door, fleet, asker_of, config.system.language, config.server.page_port)
        try:
            address = await stack.enter_async_context(page)
        except PageNotServed as taken:
            problem = Problem("server.page_port", str(config.server.page_port), str(taken))
            logger.warning("there is no page: %s", problem)
        else:
            fleet.page = lambda person: f"{address}/enter?token={door.link(person)}"
        yield
        fleet.page = None


# --- serving --------------------------------------------------------------------------------------------------------


READY_WITHIN_S = 30.0
AGAIN = -1
"""In place of an exit code: it rests, and is to be begun again when the home has been seen to."""


async def serve_fleet(options: StartOptions, read_chat: ReadChat) -> int:
    """Until SIGTERM, SIGINT, or the end of the console where nothing else is served. The exit code, or AGAIN."""
    voice = StartOutput(as_json=options.json, quiet=options.quiet)
    config, home = options.config, options.home
    adapters = platform_adapters(config, utc_now, moves=home.telegram_moves)
    hubs = console_hubs(anima_names(config, home), utc_now)
    choice = embedder_choice.choose(config, home)
    if choice.ok is False:
        logger.error("recall: %s; %s", choice.finding, choice.advice)
    embedder = choice.embedder()
    fleet = await build_fleet(
        FleetSetup(
            config=config,
            home=home,
            time=FleetTime(clock=utc_now),
            announce=voice.announce,
            adapters=adapters,
            checks=_checks(options, adapters, lambda: fleet),
            hubs=hubs,
            models=FleetModels(
                embedder=QueryCache(embedder, utc_now) if embedder else None,
                entailment=embedder_choice.entailment_of(config),
            ),
        ),
        options.delivery,
    )
    warming = Warming(fleet.models(), embedder)

    def ready() -> None:
        voice.ready(options, fleet, choice)
        warming.begin()

    try:
        code = await _served(options, Lobby(fleet, hubs), adapters, read_chat, ready)
    finally:
        await fleet.close()
        await warming.close()
    if fleet.rests:
        return AGAIN
    warming.leave(code)
    return code


async def _served(
    options: StartOptions,
    lobby: Lobby,
    adapters: Mapping[Account, Adapter],
    read_chat: ReadChat,
    ready: Callable[[], None],
) -> int:
    """Run it with all that people and programs reach it by; `ready` is called when its accounts are settled."""
    config, home, fleet = options.config, options.home, lobby.fleet

    async def chat(session: Session, asked: Globals) -> int:
        return await chat_beside(lobby, read_chat(asked, home, config), session)

    running = asyncio.create_task(fleet.run())
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, running.cancel)
    code = DONE
    try:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(serving_webhooks(config, adapters, lambda: is_ready(fleet), fleet.figures))
            await stack.enter_async_context(_page_of(fleet, config))
            await stack.enter_async_context(serve(home.socket, control_handler(fleet, chat)))
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
) -> Callable[[bool], Awaitable[Sequence[HealthCheck]]]:
    """`doctor` of the running fleet; offline it asks nobody."""
    config = options.config

    async def live() -> Sequence[HealthCheck]:
        asked = await live_checks.ask_models(config, anima_names(config, options.home), utc_now)
        here = HealthCheck(subject="fleet", ok=True, finding=f"runs with pid {os.getpid()}")
        return [
            here,
            *await live_checks.ask_store(options.delivery),
            *live_checks.account_states(fleet().accounts()),
            *asked,
            *await live_checks.ask_platforms(adapters),
        ]

    async def checks(offline: bool) -> Sequence[HealthCheck]:
        return await diagnostics.examine(options.home, options.loaded, (live,), offline=offline)

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
    heard = InputSeen()

    async def sit() -> None:
        async with terminal_at_hand(options.home, as_json=options.json) as screen:
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


class InputSeen:
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


class StartOutput:
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

    def ready(self, options: StartOptions, fleet: Fleet, recall: embedder_choice.EmbedderChoice) -> None:
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
