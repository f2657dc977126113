"""`backup`, `memory export`: all that a home, or one anima, keeps, in one file that is read again when it is whole."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bots.commands.command import Answer, Asker, Command, Role
from bots.commands.desk import Desk
from bots.commands.names import anima_called
from bots.commands.signature import Usage
from bots.delivery.copying import copied
from memory.archive import backup as archive
from memory.archive.backup import Manifest, TornBackup
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.event import Json

_DATABASE = "delivery.sqlite3"


async def run(desk: Desk, asker: Asker, *, file: str = "") -> Answer:
    """Back up the home while it runs into one file, and check it; `restore` brings it back.

    file: (required) where to, for example ~/fleet.zip
    """
    return await _written(desk, _target(file), "")


async def export(desk: Desk, asker: Asker, name: str, *, file: str = "") -> Answer:
    """Export all that an anima keeps into one file.

    name: the anima
    file: (required) where to, for example ~/alice.zip
    """
    return await _written(desk, _target(file), f"animas/{anima_called(desk, name).name}")


async def _written(desk: Desk, target: Path, below: str) -> Answer:
    try:
        manifest = await asyncio.to_thread(_write, desk, target, below)
    except (StorageFault, TornBackup) as error:
        return Answer(text=str(error), data={"error": str(error)}, ok=False)
    size = f"{len(manifest.files)} files, {manifest.bytes / 1e6:.1f} MB"
    data: dict[str, Json] = {
        "file": str(target),
        "files": len(manifest.files),
        "bytes": manifest.bytes,
        "at": manifest.at.isoformat(),
    }
    return Answer(text=f"{target} holds {size}; it was read again and is whole.", data=data)


def _write(desk: Desk, target: Path, below: str) -> Manifest:
    """The database first: what is done later is recorded again at most, and never lost."""
    content = copied(desk.home / _DATABASE) if not below else b""
    archive.write(desk.home, target, desk.clock(), {_DATABASE: content} if content else {}, below)
    return archive.check(target)


def _target(file: str) -> Path:
    if not file:
        raise Usage("--file is missing: where should it be written to?")
    return Path(file).expanduser()


COMMAND = Command(path=("backup",), run=run, role=Role.OWNER, chat=False)
EXPORT = Command(path=("memory", "export"), run=export, role=Role.OWNER, chat=False)
