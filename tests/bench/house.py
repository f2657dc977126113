"""A home with animas for a run, a clock that the run drives, and the fleet on it in this process."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bots.commands.admin_api import HealthCheck
from bots.fleet.fleet import Fleet
from bots.ports import Adapter, ChatModel
from config.fleet.anima_assembly import FleetModels, FleetSetup, FleetTime
from config.fleet.fleet_assembly import build_fleet
from config.home import Home, create_missing
from config.platforms import platform_adapters
from config.settings.config_schema import Config
from config.settings.load import load
from memory.vocabulary.event import Json


class DrivenClock:
    """A clock that stands where it was put."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


def write_home(path: Path, config: Mapping[str, Any]) -> tuple[Home, Config]:
    """A home with this config and its animas. Raises AssertionError with the problems."""
    home = Home(path)
    home.make()
    home.config.write_text(json.dumps(config, indent=1))
    home.config.chmod(0o600)
    loaded = load(home.config, {})
    assert loaded.config is not None, [str(problem) for problem in loaded.problems]
    create_missing(home, loaded.config)
    return home, loaded.config


@asynccontextmanager
async def running_fleet(
    home: Home,
    config: Config,
    *,
    clock: Any = None,
    models: Mapping[str, ChatModel] | None = None,
    scale: float = 1.0,
    told: list[Mapping[str, Json]] | None = None,
    wrap: Callable[[Adapter], Adapter] = lambda adapter: adapter,
) -> AsyncIterator[Fleet]:
    """The fleet, its accounts connected. `wrap` puts something around each adapter, to measure it."""
    now = clock or (lambda: datetime.now(UTC))
    heard = told if told is not None else []

    async def no_checks(_: bool) -> Sequence[HealthCheck]:
        return []

    fleet = await build_fleet(
        FleetSetup(
            config=config,
            home=home,
            time=FleetTime(clock=now, scale=scale),
            announce=heard.append,
            adapters={account: wrap(one) for account, one in platform_adapters(config, now, scale).items()},
            checks=no_checks,
            models=FleetModels(by_anima=models or {}),
        )
    )
    task = asyncio.create_task(fleet.run())
    try:
        await fleet.settled(30.0)
        assert all(state == "connected" for state in fleet.accounts().values()), fleet.accounts()
        yield fleet
    finally:
        task.cancel()
        await asyncio.wait({task})
        await fleet.close()
