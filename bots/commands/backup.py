"""`backup`, `memory export`: all that a home, or one anima, keeps, in one file that is read again when it is whole."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bots.backups import make
from bots.commands.command import FLEET_WIDE, Answer, Command
from bots.commands.desk import Desk
from bots.commands.names import anima_called
from bots.commands.progress import progress
from bots.commands.signature import Usage
from bots.delivery import DATABASE
from bots.delivery.copying import copied
from bots.people.role import Asker, Role
from memory.archive import backup as archive
from memory.archive import moving
from memory.archive.backup import Manifest, TornBackup
from memory.archive.erased import LIST
from memory.archive.known_backups import Every, KnownBackups
from memory.erasure.erase import Erasing, erased_since
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.event import Json

_SPANS = {"m": 60, "h": 3600, "d": 86400}


async def run(desk: Desk, asker: Asker, *, file: str = "", folder: str = "", every: str = "", keep: int = 0) -> Answer:
    """Back up the home while it runs, and check the backup; `restore` brings it back.

    file: where to, for example ~/fleet.zip: one file with everything
    folder: instead: a folder of several backups, in which a file that did not change is stored once
    every: with --folder: again after each such span while the fleet runs, as 6h or 1d; off ends it
    keep: with --every: how many of the latest stay; 0 keeps all
    """
    if bool(file) == bool(folder) or (every and not folder):
        raise Usage("one of --file and --folder is needed; --every goes with --folder")
    if not folder:
        return await _written(desk, _target(file), "")
    place, known = _target(folder), KnownBackups(desk.home / "shared")
    if every:
        settled = Every(folder=place, seconds=_seconds(every), keep=max(0, keep))
        await asyncio.to_thread(known.settle, settled, desk.clock())
        if not settled.seconds:
            return Answer(text="No backups are made by themselves any more.", data={"every": 0})
    try:
        manifest, fresh = await asyncio.to_thread(make, desk.home, place, desk.clock, progress.get())
    except (StorageFault, TornBackup) as error:
        return Answer(text=str(error), data={"error": str(error)}, ok=False)
    again = f" Every {every} there is another one while the fleet runs." if every else ""
    size = f"{len(manifest.files)} files, {manifest.bytes / 1e6:.1f} MB, {fresh / 1e6:.1f} MB of them new"
    data: dict[str, Json] = {"folder": str(place), "files": len(manifest.files), "bytes": manifest.bytes, "new": fresh}
    return Answer(text=f"{place} holds {size}; it was read again and is whole.{again}", data=data)


async def export(desk: Desk, asker: Asker, name: str, *, file: str = "") -> Answer:
    """Export all that an anima keeps into one file.

    name: the anima
    file: (required) where to, for example ~/alice.zip
    """
    return await _written(desk, _target(file), f"animas/{anima_called(desk, name).name}")


async def bring(desk: Desk, asker: Asker, *, file: str = "") -> Answer:
    """Bring in an anima that another home has exported, with its memory, without whom this home has erased.

    file: (required) what `anima export` has written
    """
    try:
        name = await asyncio.to_thread(moving.bring, desk.home, _target(file), lambda draft: _tidied(desk, draft))
    except FileExistsError as error:
        return _no(f"There is {error} already: nothing was brought in.")
    except (StorageFault, TornBackup) as error:
        return _no(f"{error}; nothing was brought in")
    await desk.enable_anima(name, True)
    hears = any(one.name == name for one in desk.animas())
    words = "is here. Say hello." if hears else "is here and will be available after the next start."
    return Answer(text=f"**{name}** {words}", data={"name": name, "hears": hears})


def _tidied(desk: Desk, draft: Path) -> None:
    known = desk.home / LIST
    asked = erased_since(draft, [known.read_bytes()]) if known.exists() else None
    if asked is not None:
        erasing = Erasing(draft, desk.clock)
        erasing.ask(asked)
        erasing.carry_out()


def _no(text: str) -> Answer:
    return Answer(text=text, data={"error": text}, ok=False)


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
    content = copied(desk.home / DATABASE) if not below else b""
    KnownBackups(desk.home / "shared").note(target, desk.clock())
    archive.write(desk.home, target, desk.clock(), {DATABASE: content} if content else {}, below, progress.get())
    return archive.check(target)


def _seconds(span: str) -> float:
    """Raises Usage."""
    if span == "off":
        return 0.0
    number, unit = span[:-1], span[-1:]
    if not number.isdecimal() or unit not in _SPANS or not int(number):
        raise Usage(f"{span!r} is no span such as 30m, 6h or 1d, nor off")
    return float(int(number) * _SPANS[unit])


def _target(file: str) -> Path:
    if not file:
        raise Usage("--file is missing: where should it be written to?")
    return Path(file).expanduser().absolute()


COMMAND = Command(path=("backup",), run=run, role=Role.OWNER, chat=False, limit=FLEET_WIDE)
EXPORT = Command(path=("memory", "export"), run=export, role=Role.OWNER, chat=False, limit=FLEET_WIDE)
MOVES = (
    Command(path=("anima", "export"), run=export, role=Role.OWNER, chat=False),
    Command(path=("anima", "import"), run=bring, role=Role.OWNER, chat=False),
)
