"""The fleet of a fault run, in a process of its own:  python -m tests.faults.child HOME SCALE"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from pathlib import Path

from bots.commands.admin_api import HealthCheck
from bots.delivery import crash_points
from config.fleet.anima_assembly import FleetModels, FleetSetup, FleetTime, anima_names
from config.fleet.fleet_assembly import build_fleet
from config.home import Home
from config.platforms import platform_adapters
from config.settings.load import load
from memory.vocabulary.event import Json
from tests.faults.echo_model import EchoModel

Announce = Callable[[Mapping[str, Json]], None]


def announce(line: Mapping[str, Json]) -> None:
    print(json.dumps(line), flush=True)


def begin(path: Path, scale: float, crash_at: str, told: Connection) -> None:
    """As a copy of a process that has everything imported."""
    with (path / "stderr.txt").open("ab") as log:
        os.dup2(log.fileno(), sys.stderr.fileno())
    crash_points.arm(crash_at)
    asyncio.run(_with_parent(path, scale, told.send))


async def _with_parent(path: Path, scale: float, announce: Announce) -> None:
    """No longer than who began it."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    asyncio.get_running_loop().add_reader(parent.sentinel, os._exit, 1)
    await main(path, scale, announce)


async def main(path: Path, scale: float, announce: Announce = announce) -> None:
    home = Home(path)
    config = load(home.config, {}).config
    assert config is not None

    def clock() -> datetime:
        return datetime.now(UTC)

    async def no_checks(_: bool) -> Sequence[HealthCheck]:
        return []

    with home.owned():
        model = EchoModel(random.Random())
        site = FleetSetup(
            config=config,
            home=home,
            time=FleetTime(clock=clock, scale=scale),
            announce=announce,
            adapters=platform_adapters(config, clock, scale, home.telegram_moves),
            checks=no_checks,
            models=FleetModels(by_anima=dict.fromkeys(anima_names(config, home), model)),
        )
        fleet = await build_fleet(site)
        task = asyncio.create_task(fleet.run())
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        while not all(state == "connected" for state in fleet.accounts().values()) and not task.done():
            await asyncio.sleep(0.02)
        announce({"event": "ready", "accounts": dict(fleet.accounts())})
        await asyncio.wait({task})
        await fleet.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), float(sys.argv[2])))
