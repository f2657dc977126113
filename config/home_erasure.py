"""Erasures around a home (what was asked for is carried out while nothing is open, in the home and in all its
copies), and `restore`, which brings nothing erased back.
"""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from bots.delivery.opening import DELIVERY_FILES, HomeDelivery, home_delivery, restore_delivery
from config.command_line.arguments import DONE, FAILED, Say
from config.home import Home, HomeFault, free, kept_delivery
from config.process import utc_now
from config.settings.load import load
from memory.archive import home_backup
from memory.archive.audit_log import AuditLog
from memory.archive.files import Files
from memory.archive.home_backup import KnownBackups, TornBackup
from memory.archive.shared_logs import ERASED_LIST_FILE
from memory.archive.staging import StagedChange
from memory.erasure.erasure import Erasure, ErasureReceipt, erasures_since
from memory.erasure.findings import ErasureRequest
from memory.erasure.rewriting import FILE_KINDS
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.ports import Clock

ALL = (*DELIVERY_FILES, *FILE_KINDS)
BESIDE = "erased.jsonl"
_CARRIED = (ERASED_LIST_FILE, "shared/backups.jsonl")
"""What a home knows that is brought back."""


def carry_out_erasure(home: Home, delivery: HomeDelivery | None = None) -> ErasureReceipt | None:
    """What was asked for, or the rest of it; None: nothing was. The home is owned, and so is its delivery (None: it is
    in the home). Raises StorageFault, NotStored."""
    erasing = erasing_of(home.path)
    if erasing.pending() is None:
        return None
    _let_go_of_logs()
    try:
        with (delivery or home_delivery(home.path)).laid_down():
            return erasing.carry_out(lambda asked: list(_copies(home, asked)), tells=True)
    finally:
        _let_go_of_logs()


def _let_go_of_logs() -> None:
    """A log that is open stays the file that it was; closed, it is opened anew with the next line."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler, logging.FileHandler):
            handler.close()


def erasing_of(home: Path) -> Erasure:
    return Erasure(home, utc_now, ALL)


def erase_in(folder: Path, asked: ErasureRequest) -> None:
    """In a home that nobody uses. Raises StorageFault."""
    with home_delivery(folder).laid_down():
        erasing = erasing_of(folder)
        if erasing.pending() is None and not erasing.count(asked).files:
            return
        if erasing.pending() is None:
            erasing.ask(asked)
        erasing.carry_out()


def hand_on(home: Path, fresh: Path) -> None:
    """What waits in a home that is put aside is carried out by the one in its place, in the former, too."""
    if (asked := StagedChange(home).asked()) is not None:
        StagedChange(fresh).ask(asked)


def _copies(home: Home, asked: ErasureRequest) -> Iterator[str]:
    """Names of those that could not be reached."""
    for folder in sorted(home.path.parent.glob(f"{home.path.name}.*")):
        if folder.is_dir() and (folder / "animas").is_dir():
            erase_in(folder, asked)
    for place in KnownBackups(home.shared).places():
        if not place.exists():
            yield f"the backup {place}, which is not there"
            continue
        folder = place if place.is_dir() else place.parent
        _lay_beside(folder / BESIDE, home.path / ERASED_LIST_FILE)
        for item in home_backup.increments_in(place) if place.is_dir() else [place]:
            try:
                _erase_in_backup(item, asked)
            except MemoryFault as fault:
                yield f"{item}: {fault}"


def _lay_beside(target: Path, source: Path) -> None:
    """What one list says and the other does not yet."""
    files, lines = Files(target.parent), source.read_bytes() if source.exists() else b""
    known = files.read_or_none(target.name) or b""
    if missing := [line for line in lines.splitlines(True) if line not in known]:
        files.replace(target.name, known + b"".join(missing))


def _erase_in_backup(file: Path, asked: ErasureRequest) -> None:
    """Raises TornBackup, StorageFault; then the backup is as it was."""
    draft = file.with_name(f"{file.name}.erasing")
    _clear(draft)
    try:
        is_one_of_many = file.suffix == ".json"
        manifest = (
            home_backup.unpack_increment(file, draft) if is_one_of_many else home_backup.unpack_backup(file, draft)
        )
        erase_in(draft, asked)
        if is_one_of_many:
            home_backup.rewrite_manifest(file, draft)
        else:
            home_backup.write_backup(draft, file, manifest.at, {})
    finally:
        _clear(draft)


def _clear(folder: Path) -> None:
    with suppress(FileNotFoundError):
        shutil.rmtree(folder)


def unpacked(file: Path, folder: Path, home: Home) -> home_backup.BackupManifest:
    """A backup put into a folder, as the home of then would be now: without what was erased since, in `home` or by a
    list beside the backup. Of several in a folder the last one. Raises TornBackup, StorageFault."""
    if file.is_dir():
        found = home_backup.increments_in(file)
        if not found:
            raise TornBackup(f"{file} holds no backup")
        file = found[-1]
    manifest = (
        home_backup.unpack_increment(file, folder)
        if file.suffix == ".json"
        else home_backup.unpack_backup(file, folder)
    )
    for name in _CARRIED:
        _lay_beside(folder / name, home.path / name)
    lists = [item.read_bytes() for item in (folder / ERASED_LIST_FILE, file.with_name(BESIDE)) if item.exists()]
    asked = erasures_since(folder, lists)
    for item in (asked, erasing_of(home.path).pending() if home.exists() else None):
        if item is not None:
            erase_in(folder, item)
    return manifest


def _delivery_in(folder: Path) -> HomeDelivery:
    return kept_delivery(Home(folder), load(folder / "config.json", os.environ, uses=()).config)


# --- restoring ------------------------------------------------------------------------------------------------------
# `restore`: a backup becomes the home; what was there before is put beside it, never over.


def restore(home: Home, file: Path, say: Say, *, who: str, over: bool, clock: Clock = utc_now) -> int:
    """The exit code. Nothing is touched before the whole backup has been read and found as it was written."""
    exists = home.exists()
    if exists and not over:
        raise HomeFault(f"there is a home at {home.path}: with --over it is put aside first, and nothing of it is lost")
    fresh = free(home.path.with_name(f"{home.path.name}.restoring"))
    try:
        manifest = unpacked(file, fresh, home)
    except MemoryFault as fault:
        say("stderr", f"{fault}; nothing was restored\n")
        return FAILED
    before = _delivery_in(home.path if exists else fresh)
    if not (exists or before.is_elsewhere):
        before = home_delivery(home.path)  # of which nothing is known
    if exists:
        with home.owned(), before.owned(brings_files=False):
            restore_delivery(fresh, before, clock())
            _take_in(fresh)
            hand_on(home.path, fresh)
            aside = free(home.path.with_name(f"{home.path.name}.before-restore"))
            os.replace(home.path, aside)
            os.replace(fresh, home.path)
        say("stdout", f"the home as it was is in {aside}\n")
    else:
        with before.owned(brings_files=False):
            restore_delivery(fresh, before, clock())
            _take_in(fresh)
        home.path.parent.mkdir(parents=True, exist_ok=True)
        os.replace(fresh, home.path)
    AuditLog(home.logs, clock).record(who, "restore", str(file), "done")
    say("stdout", f"{home.path} is as it was at {manifest.at.isoformat()}: {len(manifest.files)} files\n")
    say("stdout", "indexes are made anew at the next start\n")
    return DONE


def _take_in(fresh: Path) -> None:
    """What the backup holds of delivery goes to where its config says that it is."""
    delivery = _delivery_in(fresh)
    with delivery.owned(brings_files=False):
        delivery.take_in()
