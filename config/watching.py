"""The file watcher: a Markdown file that somebody edits is read again at once, not only when something is asked."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from bots.commands.desk import Desk
from config.home import Home
from config.schema import Config

log = logging.getLogger(__name__)

#: An editor writes a file in several strokes.
_STROKES_MS = 400
#: So often the operating system is asked; a stop waits for it.
_LOOK_MS = 200
#: Between two looks at nothing.
_IDLE_MS = 60_000


@asynccontextmanager
async def watching(config: Config, home: Home, desk: Desk) -> AsyncIterator[None]:
    """Watch while inside, where the config wants it. Without a watcher recall looks for itself, every two seconds."""
    if not config.rag.enable_file_watcher:
        yield
        return
    over = asyncio.Event()
    task = asyncio.create_task(_watch(home, desk, over))
    try:
        yield
    finally:
        over.set()
        await asyncio.wait({task})


async def _watch(home: Home, desk: Desk, over: asyncio.Event) -> None:
    try:
        async for paths in changes([home.animas, home.shared], over):
            for name in whose(paths, home, [state.name for state in desk.animas() if state.enabled]):
                (await desk.memory(name)).changed()
    except (OSError, RuntimeError) as fault:  # as a rule too few watches of the operating system
        log.warning("files cannot be watched, and are looked at when something is asked: %s", fault)


async def changes(folders: Iterable[Path], over: asyncio.Event) -> AsyncIterator[Sequence[Path]]:
    """The Markdown files below the folders that were made, changed or removed. Raises OSError, RuntimeError."""
    from watchfiles import awatch

    there = [folder for folder in folders if folder.is_dir()]
    if not there:
        return
    looks = awatch(
        *there,
        watch_filter=lambda _, path: path.endswith(".md"),
        debounce=_STROKES_MS,
        step=_LOOK_MS,
        rust_timeout=_IDLE_MS,
        stop_event=over,
    )
    async for found in looks:
        yield [Path(path) for _, path in found]


def whose(paths: Iterable[Path], home: Home, animas: Sequence[str]) -> list[str]:
    """The animas that read one of the files; what is shared, all of them read."""
    named = {path.relative_to(home.animas).parts[0] for path in paths if path.is_relative_to(home.animas)}
    is_shared = any(path.is_relative_to(home.shared) for path in paths)
    return [name for name in animas if is_shared or name in named]
