"""Gathering: versions, batches and nights that had a file each are put into the files of their days.

Whatever is gathered is there before its own file goes. So it may end anywhere; what is there twice says the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from memory.archive import batches, nights, state_file, versions
from memory.archive.by_day import ByDay
from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.archive.quarantine import Quarantine
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock

_VERSION = re.compile(r"\d{6}-(\d{8}T\d{6}Z)-[0-9a-f]{64}\.md")


def gather(root: Path, quarantine: Quarantine, clock: Clock, disk: Disk = DISK) -> None:
    """Of the anima's directory, before anything writes there. Blocking; raises StorageFault."""
    files = Files(root, disk)
    kept, over = versions.Versions(files, quarantine, clock), ByDay(files, quarantine, batches.FOLDER)
    for path, name, at in _versions(files, versions.FOLDER):
        kept.put(path, files.read(name), at)
        files.remove(name)
    for name, record in _records(files, quarantine, batches.FOLDER):
        over.put(record)
        files.remove(name)
    slept = nights.Nights(root, quarantine, disk)
    for name, record in _records(files, quarantine, nights.FOLDER):
        if (night := nights.record_of(record)) is not None:
            slept.keep(night)
            files.remove(name)


def _versions(files: Files, folder: str) -> Iterator[tuple[str, str, datetime]]:
    """The path of the note, the name of the file, when it was kept; the oldest of a note first."""
    for inner in files.folders(folder):
        yield from _versions(files, f"{folder}/{inner}")
        with suppress(OSError):  # something else is there
            (files.root / folder / inner).rmdir()
    path = f"{folder.removeprefix(versions.FOLDER).lstrip('/')}.md"
    for name in files.names(folder):
        if match := _VERSION.fullmatch(name):
            at = datetime.strptime(match[1], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
            yield path, f"{folder}/{name}", at


def _records(files: Files, quarantine: Quarantine, folder: str) -> Iterator[tuple[str, dict[str, Json]]]:
    for name in (f"{folder}/{one}" for one in files.names(folder, ".json")):
        record = state_file.read(files, name, quarantine) if name != batches.PENDING else None
        if record is not None and isinstance(record.get("id"), str):
            yield name, record
