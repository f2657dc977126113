"""A fleet whose animas think with a scripted model, and a person at this terminal: `sitter.py --home HOME`.

What says SLOW is answered in many pieces. At SIGUSR1 alice says something of her own accord.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from bots.message import Send
from bots.ports import ChatMessage, Chunk, ToolSpec
from config.fleet.anima_assembly import FleetModels, FleetSetup, FleetTime, anima_names, console_hubs
from config.fleet.fleet_assembly import build_fleet
from config.home import Home, create_missing
from config.runtime.terminal_chat import Lobby, terminal_at_hand
from config.settings.load import load
from memory.vocabulary.address import Person, Place

LONG = [f"This is sentence {number} of a **long** answer. " for number in range(60)]
SHORT = "You are **heard**, and what you said is kept among many other things that people say to me."
ADA, PLACE = Person("console", "", "ada"), Place("console", "dm", "ada")


class Model:
    name, context_tokens = "scripted", 32_000

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        is_slow = "SLOW" in messages[-1].content
        for piece in LONG if is_slow else [SHORT]:
            yield Chunk(text=piece)
            await asyncio.sleep(0.2 if is_slow else 0)
        yield Chunk(end="stop")


def now() -> datetime:
    return datetime.now(UTC)


async def nothing(_: bool) -> list:
    return []


async def main(home: Home) -> None:
    loaded = load(home.config, os.environ, [])
    assert loaded.config is not None, loaded.problems
    create_missing(home, loaded.config)
    hubs = console_hubs(anima_names(loaded.config, home), now)
    fleet = await build_fleet(
        FleetSetup(
            config=loaded.config,
            home=home,
            time=FleetTime(clock=now),
            announce=lambda _: None,
            adapters={},
            checks=nothing,
            hubs=hubs,
            models=FleetModels(by_anima=dict.fromkeys(hubs, Model())),
        )
    )
    running, telling = asyncio.create_task(fleet.run()), []

    def tell() -> None:
        act = Send(place=PLACE, text="By the way: *tea* is ready.")
        telling.append(asyncio.create_task(hubs["alice"].perform(act, "tea")))

    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, tell)
    async with terminal_at_hand(home) as screen:
        await Lobby(fleet, hubs).talk(ADA, PLACE, screen)
    running.cancel()
    await asyncio.wait({running})
    await fleet.close()


if __name__ == "__main__":
    asyncio.run(main(Home(Path(sys.argv[-1]))))
