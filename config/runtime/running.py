"""Running a home: the whole fleet, a talk in the terminal, or one command."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from adapters.console.adapter import ConsoleAdapter
from bots.commands.admin_api import AdminApi, HealthCheck
from bots.delivery.opening import HomeDelivery
from bots.fleet.fleet import Fleet
from config.command_line.arguments import ChatOptions, Globals, ReadChat, StartOptions
from config.command_line.control import Session, serve
from config.home import Home
from config.settings.config_schema import Config
from memory.vocabulary.ports import Embedder

PATIENCE_S = 2.0
"""A command's question waits so long for the embedder."""


def start(options: StartOptions, read_chat: ReadChat) -> int:
    """The whole fleet in the foreground. The home is owned, the log is set up."""
    from config import home_erasure
    from config.runtime.serving import AGAIN, serve_fleet

    while True:
        code = asyncio.run(serve_fleet(options, read_chat))
        home_erasure.carry_out_erasure(options.home, options.delivery)
        if code != AGAIN:
            return code
        options = replace(options, fresh=False, again=True)


async def chat(options: ChatOptions, read_chat: ReadChat, delivery: HomeDelivery) -> int:
    """A talk in the terminal, without the platforms; other commands work beside it. The home is owned, the log is set
    up."""
    from config import embedder_choice
    from config.command_line.arguments import to_terminal
    from config.command_line.operator_commands import control_handler
    from config.fleet.anima_assembly import anima_names, console_hubs
    from config.fleet.chat_models import Warming
    from config.fleet.fleet_assembly import watching
    from config.process import utc_now
    from config.runtime import terminal_chat

    hubs = console_hubs(anima_names(options.config, options.home), utc_now)
    choice = embedder_choice.choose(options.config, options.home)
    # For one question no model is made ready: the answer would be there first.
    embedder = choice.embedder() if choice.is_at_hand or options.once is None else None
    fleet = await _fleet(options.home, options.config, delivery, hubs, embedder)
    lobby = terminal_chat.Lobby(fleet, hubs)

    async def beside(session: Session, asked: Globals) -> int:
        return await terminal_chat.chat_beside(lobby, read_chat(asked, options.home, options.config), session)

    warming = Warming(fleet.models(), embedder)
    running = asyncio.create_task(fleet.run())
    warming.begin()
    try:
        async with (
            serve(options.home.socket, control_handler(fleet, beside)),
            watching(options.config, options.home, fleet),
            terminal_chat.terminal_at_hand(options.home, as_json=options.once is not None) as screen,
        ):
            code = await terminal_chat.chat(lobby, options, to_terminal, screen)
    finally:
        running.cancel()
        await asyncio.wait({running})
        await fleet.close()
        await warming.close()
    warming.leave(code)
    return code


@asynccontextmanager
async def admin_api(
    home: Home, config: Config, delivery: HomeDelivery, *, makes_ready: bool = False
) -> AsyncIterator[AdminApi]:
    """The home opened for one command, without connecting to any platform.

    A command does without an embedder that would have to be made first, unless it `makes_ready`.
    """
    from config import embedder_choice

    choice = embedder_choice.choose(config, home)
    embedder = choice.embedder(PATIENCE_S) if choice.is_at_hand or makes_ready else None
    fleet = await _fleet(home, config, delivery, {}, embedder)
    try:
        yield fleet
    finally:
        await fleet.close()
        if embedder is not None:
            await asyncio.to_thread(embedder.close)


async def _fleet(
    home: Home,
    config: Config,
    delivery: HomeDelivery,
    hubs: dict[str, ConsoleAdapter],
    embedder: Embedder | None = None,
) -> Fleet:
    from adapters.models.embedders.lazy import QueryCache
    from config import diagnostics, embedder_choice
    from config.fleet.anima_assembly import FleetModels, FleetSetup, FleetTime
    from config.fleet.fleet_assembly import build_fleet
    from config.process import utc_now
    from config.settings.load import Loaded

    async def checks(offline: bool) -> Sequence[HealthCheck]:
        return await diagnostics.examine(home, Loaded(config=config), offline=offline)

    return await build_fleet(
        FleetSetup(
            config=config,
            home=home,
            time=FleetTime(clock=utc_now),
            announce=lambda _: None,
            adapters={},
            checks=checks,
            hubs=hubs,
            models=FleetModels(
                embedder=QueryCache(embedder, utc_now) if embedder else None,
                entailment=embedder_choice.entailment_of(config),
            ),
        ),
        delivery,
    )
