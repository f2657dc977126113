"""Running a home: the whole fleet, a talk in the terminal, or one command."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from adapters.console.hub import ConsoleHub
from bots.commands.desk import Check, Desk
from bots.fleet import Fleet
from config.arguments import Globals
from config.control import Session, serve
from config.home import Home
from config.options import ChatOptions, StartOptions
from config.schema import Config
from memory.vocabulary.ports import Embedder

PATIENCE_S = 2.0
"""A command's question waits so long for the embedder."""


def start(options: StartOptions) -> int:
    """The whole fleet in the foreground. The home is owned, the log is set up."""
    from config import erasing
    from config.serving import AGAIN, serve_fleet

    while True:
        code = asyncio.run(serve_fleet(options))
        erasing.carry_out(options.home)
        if code != AGAIN:
            return code
        options = replace(options, fresh=False, again=True)


async def chat(options: ChatOptions) -> int:
    """A talk in the terminal, without the platforms; other commands work beside it. The home is owned, the log is set
    up."""
    from config import embedding, sitting
    from config.clock import now
    from config.deskwork import handler, to_terminal
    from config.site import anima_names, console_hubs
    from config.verbs import chat_asked
    from config.warming import Warming
    from config.watching import watching

    hubs = console_hubs(anima_names(options.config, options.home), now)
    choice = embedding.choose(options.config, options.home)
    # For one question no model is made ready: the answer would be there first.
    embedder = choice.embedder() if choice.is_at_hand or options.once is None else None
    fleet = await _fleet(options.home, options.config, hubs, embedder)
    lobby = sitting.Lobby(fleet, hubs)

    async def beside(session: Session, asked: Globals) -> int:
        return await sitting.chat_beside(lobby, chat_asked(asked, options.home, options.config), session)

    warming = Warming(fleet.models(), embedder)
    running = asyncio.create_task(fleet.run())
    warming.begin()
    try:
        async with (
            serve(options.home.socket, handler(fleet, beside)),
            watching(options.config, options.home, fleet),
            sitting.at_hand(options.home, as_json=options.once is not None) as screen,
        ):
            code = await sitting.chat(lobby, options, to_terminal, screen)
    finally:
        running.cancel()
        await asyncio.wait({running})
        await fleet.close()
        await warming.close()
    warming.leave(code)
    return code


@asynccontextmanager
async def desk(home: Home, config: Config, *, makes_ready: bool = False) -> AsyncIterator[Desk]:
    """The home opened for one command, without connecting to any platform.

    A command does without an embedder that would have to be made first, unless it `makes_ready`.
    """
    from config import embedding

    choice = embedding.choose(config, home)
    embedder = choice.embedder(PATIENCE_S) if choice.is_at_hand or makes_ready else None
    fleet = await _fleet(home, config, {}, embedder)
    try:
        yield fleet
    finally:
        await fleet.close()
        if embedder is not None:
            await asyncio.to_thread(embedder.close)


async def _fleet(home: Home, config: Config, hubs: dict[str, ConsoleHub], embedder: Embedder | None = None) -> Fleet:
    from adapters.models.embedders.query_cache import QueryCache
    from config import doctor, embedding, manifests
    from config.assembly import build_fleet
    from config.clock import now
    from config.load import Loaded
    from config.site import Site

    async def checks(offline: bool) -> Sequence[Check]:
        return await doctor.examine(home, Loaded(config=config), offline=offline)

    return await build_fleet(
        Site(
            config=config,
            home=home,
            clock=now,
            announce=lambda _: None,
            adapters={},
            checks=checks,
            manifest=manifests.manifest,
            hubs=hubs,
            embedder=QueryCache(embedder, now) if embedder else None,
            entailment=embedding.entailment_of(config),
        )
    )
