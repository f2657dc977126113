"""The fleet of a soak, in a process of its own:  python -m tests.soak.child HOME SCALE INSTANT

It is put together as `start` does it, with the HTTP server, the control socket and the watchers of files, but its
clock stands where the harness puts it. A line of JSON on its input is answered by one on its output:
`{"do": "tick" | "look" | "settle" | "weigh", "n": 1, "at": INSTANT}`. At the end of its input it ends.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from pathlib import Path
from typing import Any

from bots.commands.admin_api import HealthCheck
from bots.fleet.fleet import Fleet
from config import embedder_choice, process
from config.command_line.control import serve
from config.command_line.operator_commands import control_handler
from config.fleet.anima_assembly import FleetModels, FleetSetup, FleetTime, anima_names
from config.fleet.fleet_assembly import build_fleet, reloading, watching
from config.home import Home
from config.logs import set_up
from config.platforms import platform_adapters
from config.runtime.serving import serving_webhooks
from config.settings.load import load
from config.settings.redaction import Redaction
from tests.bench.house import DrivenClock
from tests.faults.child import announce
from tests.faults.echo_model import EchoModel

SETTLED_WITHIN_S = 240.0


async def main(path: Path, scale: float, at: datetime) -> None:
    home = Home(path)
    config = load(home.config, {}).config
    assert config is not None
    clock = DrivenClock(at)
    set_up(home.logs, level="INFO", form="json", redaction=Redaction(()), is_spoken=False)

    async def no_checks(_: bool) -> Sequence[HealthCheck]:
        return []

    with home.owned():
        adapters = platform_adapters(config, clock, scale, home.telegram_moves)
        model = EchoModel(random.Random(7))
        site = FleetSetup(
            config=config,
            home=home,
            time=FleetTime(clock=clock, scale=scale, monotonic=lambda: clock().timestamp()),
            announce=announce,
            adapters=adapters,
            checks=no_checks,
            models=FleetModels(
                by_anima=dict.fromkeys((*anima_names(config, home), "carol"), model),
                embedder=embedder_choice.choose(config, home).embedder(),
            ),
        )
        fleet = await build_fleet(site)
        running = asyncio.create_task(fleet.run())
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
        async with AsyncExitStack() as stack:
            port = await stack.enter_async_context(serving_webhooks(config, adapters, lambda: True, fleet.figures))
            await stack.enter_async_context(serve(home.socket, control_handler(fleet)))
            await stack.enter_async_context(watching(config, home, fleet))
            await stack.enter_async_context(reloading(fleet, home.path, home.animas))
            await fleet.settled(30.0)
            announce({"event": "ready", "port": port, "accounts": dict(fleet.accounts())})
            serving = asyncio.create_task(_serve(fleet, clock))
            await asyncio.wait({running, serving}, return_when=asyncio.FIRST_COMPLETED)
            serving.cancel()
            running.cancel()
            await asyncio.wait({running, serving})
        await fleet.close()


async def _serve(fleet: Fleet, clock: DrivenClock) -> None:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        told = json.loads(line)
        clock.now = datetime.fromisoformat(told["at"])
        answer: Mapping[str, Any] = {}
        match told["do"]:
            case "look":
                await look(fleet)
            case "settle":
                answer = {"open": await settle(fleet)}
            case "weigh":
                answer = weight()
        announce({"event": told["do"], "n": told["n"], **answer})


async def look(fleet: Fleet) -> None:
    """What the fleet's own watches do now and again by the clock of the machine, for this one is driven."""
    await fleet.rhythm.look()
    await fleet.reminding.look()
    await fleet.waits.look()
    await fleet.calling.look()
    if fleet.nights is not None:
        await fleet.nights.look()


async def settle(fleet: Fleet) -> Sequence[str]:
    """Wait until nothing is open and all that was heard is formed; the lanes that are open after a while."""
    until = time.monotonic() + SETTLED_WITHIN_S
    while (waiting := await fleet.delivery.waiting()) and time.monotonic() < until:
        await asyncio.sleep(0.02)
    for anima in fleet.animas():
        if anima.enabled:
            await (await fleet.memory(anima.name)).settled(SETTLED_WITHIN_S)
    return sorted(waiting)


def weight() -> Mapping[str, Any]:
    """Of this process: resident MB, open files and sockets, threads, tasks, and objects that Python counts."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return {
        "memory_mb": pages * os.sysconf("SC_PAGE_SIZE") / 1e6,
        "handles": len(os.listdir("/proc/self/fd")),
        "threads": threading.active_count(),
        "tasks": len(asyncio.all_tasks()),
        "objects": len(gc.get_objects()),
        "cpu_s": time.process_time(),
    }


if __name__ == "__main__":
    process.limit_malloc_arenas()
    asyncio.run(main(Path(sys.argv[1]), float(sys.argv[2]), datetime.fromisoformat(sys.argv[3])))
