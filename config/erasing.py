"""Erasures around a home: what was asked for is carried out while nothing is open, in the home and in all its copies.

Copies are homes that were put aside (before a restore or a migration) and the backups that the fleet knows of. The
list of what was erased is laid beside each backup, for a copy of it that nobody knows of.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from bots.delivery import erasing as delivery
from config.clock import now
from config.home import Home
from memory.archive import backup, increments
from memory.archive.backup import TornBackup
from memory.archive.erased import LIST
from memory.archive.files import Files
from memory.archive.known_backups import KnownBackups
from memory.archive.staging import Staging
from memory.erasure.catalogue import STORES
from memory.erasure.erase import Erasing, Receipt, erased_since
from memory.erasure.finding import Asked
from memory.vocabulary.errors import MemoryFault

ALL = (*delivery.STORES, *STORES)
BESIDE = "erased.jsonl"
_CARRIED = (LIST, "shared/backups.jsonl")
"""What a home knows that is brought back."""


def carry_out(home: Home) -> Receipt | None:
    """What was asked for, or the rest of it; None: nothing was. The home is owned. Raises StorageFault."""
    erasing = of(home.path)
    if erasing.pending() is None:
        return None
    delivery.folded(home.path)
    _let_go_of_logs()
    try:
        return erasing.carry_out(lambda asked: list(_copies(home, asked)), tells=True)
    finally:
        _let_go_of_logs()


def _let_go_of_logs() -> None:
    """A log that is open stays the file that it was; closed, it is opened anew with the next line."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler, logging.FileHandler):
            handler.close()


def of(home: Path) -> Erasing:
    return Erasing(home, now, ALL)


def erase_in(folder: Path, asked: Asked) -> None:
    """In a home that nobody uses. Raises StorageFault."""
    delivery.folded(folder)
    erasing = of(folder)
    if erasing.pending() is None and not erasing.count(asked).files:
        return
    if erasing.pending() is None:
        erasing.ask(asked)
    erasing.carry_out()


def hand_on(home: Path, fresh: Path) -> None:
    """What waits in a home that is put aside is carried out by the one in its place, in the former, too."""
    if (asked := Staging(home).asked()) is not None:
        Staging(fresh).ask(asked)


def _copies(home: Home, asked: Asked) -> Iterator[str]:
    """Names of those that could not be reached."""
    for folder in sorted(home.path.parent.glob(f"{home.path.name}.*")):
        if folder.is_dir() and (folder / "animas").is_dir():
            erase_in(folder, asked)
    for place in KnownBackups(home.shared).places():
        if not place.exists():
            yield f"the backup {place}, which is not there"
            continue
        folder = place if place.is_dir() else place.parent
        _lay_beside(folder / BESIDE, home.path / LIST)
        for one in increments.all_of(place) if place.is_dir() else [place]:
            try:
                _erase_in_backup(one, asked)
            except MemoryFault as fault:
                yield f"{one}: {fault}"


def _lay_beside(target: Path, source: Path) -> None:
    """What one list says and the other does not yet."""
    files, lines = Files(target.parent), source.read_bytes() if source.exists() else b""
    known = files.read_or_none(target.name) or b""
    if missing := [line for line in lines.splitlines(True) if line not in known]:
        files.replace(target.name, known + b"".join(missing))


def _erase_in_backup(file: Path, asked: Asked) -> None:
    """Raises TornBackup, StorageFault; then the backup is as it was."""
    draft = file.with_name(f"{file.name}.erasing")
    _clear(draft)
    try:
        is_one_of_many = file.suffix == ".json"
        manifest = increments.unpack(file, draft) if is_one_of_many else backup.unpack(file, draft)
        erase_in(draft, asked)
        if is_one_of_many:
            increments.written_again(file, draft)
        else:
            backup.write(draft, file, manifest.at, {})
    finally:
        _clear(draft)


def _clear(folder: Path) -> None:
    with suppress(FileNotFoundError):
        shutil.rmtree(folder)


def unpacked(file: Path, folder: Path, home: Home) -> backup.Manifest:
    """A backup put into a folder, as the home of then would be now: without what was erased since, in `home` or by a
    list beside the backup. Of several in a folder the last one. Raises TornBackup, StorageFault."""
    if file.is_dir():
        found = increments.all_of(file)
        if not found:
            raise TornBackup(f"{file} holds no backup")
        file = found[-1]
    manifest = increments.unpack(file, folder) if file.suffix == ".json" else backup.unpack(file, folder)
    for name in _CARRIED:
        _lay_beside(folder / name, home.path / name)
    lists = [one.read_bytes() for one in (folder / LIST, file.with_name(BESIDE)) if one.exists()]
    asked = erased_since(folder, lists)
    for one in (asked, of(home.path).pending() if home.exists() else None):
        if one is not None:
            erase_in(folder, one)
    return manifest
