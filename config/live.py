"""The config of a running fleet: what is changed takes effect where that is safe, the rest at the next start.

A config that is not valid is refused whole. Everything that it needs is made before anything of it holds; then roster,
standing, caps and animas become the new ones where they are, so that nobody keeps an old one.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel

from adapters.console.hub import ConsoleHub
from bots.commands.desk import Reloaded
from bots.fleet import Fleet
from bots.mind import Mind
from bots.persona import status
from bots.rim import Rim
from bots.spending.purse import Purse
from bots.stage import Stage
from config.animas import create_missing
from config.calling import call_by
from config.load import Loaded, dump, load, parse, save
from config.models import caps_of, ledger_of
from config.schema import Config
from config.settings import settings_of
from memory.archive.directory import AnimaDirectory
from memory.archive.files import Files
from memory.vocabulary.address import Account
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.event import Json

if TYPE_CHECKING:
    from config.assembly import Assembly

log = logging.getLogger(__name__)
#: Keys below which a change holds at once.
LIVE = (
    *("animas", "anima_defaults", "credentials", "model_modes", "costs", "prices", "boards", "admins", "access"),
    *("human_notification.enabled", "human_notification.people", "human_notification.quiet_hours"),
    *("human_notification.escalate_after_minutes", "external_messaging.user_aliases"),
    *("external_messaging.preferred_channel", "external_messaging.slack.ambient"),
    *("external_messaging.discord.ambient", "external_messaging.telegram.ambient"),
)
#: What an anima thinks with is made of these, besides its own settings.
_THOUGHT_WITH = ("credentials", "model_modes", "costs", "prices", "anima_defaults")
_STROKES_MS, _LOOK_MS, _IDLE_MS = 400, 200, 60_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """What of a running fleet becomes another one."""

    stage: Stage
    purse: Purse
    fleet: Callable[[], Fleet]


class Live:
    """Settings (bots.commands.desk) of a fleet that was built by `assembly`."""

    def __init__(self, assembly: Assembly, running: Running) -> None:
        self._assembly, self._running = assembly, running
        self._config = assembly.site.config
        self._home = assembly.site.home
        self._lock = asyncio.Lock()

    async def reload(self) -> Reloaded:
        async with self._lock:
            names = self._home.anima_names()
            return await self._become(await asyncio.to_thread(load, self._home.config, os.environ, names))

    async def renew(self) -> Reloaded:
        async with self._lock:
            return await self._become(Loaded(config=self._config))

    async def change(self, edit: Callable[[dict[str, Json]], None]) -> Reloaded:
        async with self._lock:
            raw = self.raw()
            edit(raw)
            found = parse(dump(raw).encode(), os.environ, self._home.anima_names())
            if found.config is not None:
                try:
                    await asyncio.to_thread(save, self._home.config, raw)
                except OSError as error:
                    raise StorageFault(f"config.json could not be written: {error.strerror}") from error
            return await self._become(found)

    def raw(self) -> dict[str, Json]:
        try:
            found = json.loads(self._home.config.read_text(encoding="utf-8-sig"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    async def _become(self, loaded: Loaded) -> Reloaded:
        config, problems = loaded.config, tuple(map(str, loaded.problems))
        if config is None:
            log.warning("the changed config is refused, the old one stays", extra={"problems": "; ".join(problems)})
            return Reloaded(problems=problems)
        changed = [path for path in differing(self._config, config) if path.startswith(LIVE)]
        waiting = [path for path in differing(self._assembly.site.config, config) if not path.startswith(LIVE)]
        await asyncio.to_thread(create_missing, self._home, config)
        self._assembly.site = replace(self._assembly.site, config=config)
        changed += await self._people(config)
        self._assembly.standing.become(
            frozenset(config.admins.owner), frozenset(config.admins.admin), config.access.guests
        )
        self._running.stage.guests = config.access.guests
        call_by(config, self._running.stage.calling)
        self._config = config
        await self._running.fleet().boards_changed()
        if changed:
            log.info("the config has changed", extra={"keys": ", ".join(changed)})
        return Reloaded(changed=tuple(changed), waiting=tuple(waiting))

    async def _people(self, config: Config) -> list[str]:
        """The animas as they are to be; what of them has changed."""
        assembly, fleet, minds = self._assembly, self._running.fleet(), self._running.stage.minds
        names, told = assembly.names(), []
        self._running.purse.caps = caps_of(config, names)
        come = [await self._new(name) for name in names if name not in minds]
        for name in [name for name in minds if name not in names]:
            await fleet.dismiss(name)
            told.append(f"animas.{name}: disabled")
        for mind in [one for name, one in minds.items() if self._thinks_otherwise(name, config)]:
            other = assembly.thought_of(mind.name, mind.directory)
            mind.model, mind.thinker, mind.traits = other
        for mind in come:
            await fleet.admit(mind, self._terminal(mind.name))
            told.append(f"animas.{mind.name}: enabled")
        fleet.resting = assembly.resting(names)
        assembly.roster.become(assembly.roster_now(names))
        return told

    async def _new(self, name: str) -> Mind:
        quarantine = Files(self._home.path / "quarantine")
        self._running.purse.join(name, ledger_of(name, self._home.anima(name), quarantine))
        return await self._assembly.mind(name)

    def _terminal(self, name: str) -> Rim | None:
        """The anima's own account at the terminals, where there are any."""
        hubs = self._assembly.site.hubs
        if not hubs:
            return None
        hub = hubs.setdefault(name, ConsoleHub(Account("console", name), self._assembly.site.clock, name))
        return Rim(hub)

    def _thinks_otherwise(self, name: str, config: Config) -> bool:
        said = status.parse(AnimaDirectory(self._home.anima(name)).status())
        old, new = settings_of(self._config, name, said), settings_of(config, name, said)
        return old != new or any(getattr(self._config, one) != getattr(config, one) for one in _THOUGHT_WITH)


def differing(one: BaseModel, other: BaseModel, before: str = "") -> Iterator[str]:
    """The keys that have another value."""
    for name in type(one).model_fields:
        yield from _differing(getattr(one, name), getattr(other, name), f"{before}{name}")


def _differing(one: object, other: object, path: str) -> Iterator[str]:
    if isinstance(one, BaseModel) and type(one) is type(other):
        yield from differing(one, other, f"{path}.")
    elif isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in sorted({*one, *other}):
            if key in one and key in other:
                yield from _differing(one[key], other[key], f"{path}.{key}")
            else:
                yield f"{path}.{key}"
    elif one != other:
        yield path


@asynccontextmanager
async def reloading(fleet: Fleet, home: Path, animas: Path) -> AsyncIterator[None]:
    """Take up config.json and the animas' status files whenever somebody changes them, while inside."""
    over = asyncio.Event()
    tasks = [
        asyncio.create_task(_watch(fleet, home, ("config.json",), over)),
        asyncio.create_task(_watch(fleet, animas, ("status.json",), over)),
    ]
    try:
        yield
    finally:
        over.set()
        await asyncio.wait(tasks)


async def _watch(fleet: Fleet, folder: Path, names: tuple[str, ...], over: asyncio.Event) -> None:
    from watchfiles import awatch

    looks = awatch(
        folder,
        watch_filter=lambda _, path: path.endswith(names),
        recursive=names != ("config.json",),
        debounce=_STROKES_MS,
        step=_LOOK_MS,
        rust_timeout=_IDLE_MS,
        stop_event=over,
    )
    try:
        async for _ in looks:
            await fleet.reload()
    except (OSError, RuntimeError) as fault:
        log.warning("the config is not watched; `reload` takes it up: %s", fault)
