"""A backup: every file of a home in one ZIP with a manifest of their hashes, taken while the home is in use.

What is only ever added to is copied up to its last whole line; what is replaced is replaced at once, so that either
text is whole; databases are handed over as their own engine copies them. What can be made anew (indexes, models) is
left out. The file gets its name when it is whole; one that is torn or changed is not taken.
"""

from __future__ import annotations

import json
import os
import stat
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from memory.archive.files import Files, make_private
from memory.archive.paths import UnsafePath, parts
from memory.vocabulary.errors import MemoryFault, StorageFault
from memory.vocabulary.ports import Progress, unwatched

MANIFEST = "manifest.json"
_FORMAT = 1
_LEFT_OUT = frozenset({"index", "models", "control.sock", "fleet.lock", "backups", "erasing", "audit.head"})


class TornBackup(MemoryFault):
    """The file is no whole backup of ours; the message says what is wrong. Nothing was restored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a backup holds: path -> hash of the bytes."""

    at: datetime
    files: Mapping[str, str]
    bytes: int


def write(
    root: Path,
    target: Path,
    at: datetime,
    databases: Mapping[str, bytes],
    below: str = "",
    progress: Progress = unwatched,
) -> Manifest:
    """Back up what lies below `root` (of `below` alone, where it is given). Raises StorageFault; then there is none."""
    draft = target.with_name(f".{target.name}.part")
    try:
        make_private(target.parent)
        fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        with os.fdopen(fd, "wb") as file:
            manifest = _pack(
                zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED), contents(root, databases, below, progress), at
            )
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, target)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise StorageFault(f"{target} could not be written: {error.strerror or error}") from error
    return manifest


def check(file: Path) -> Manifest:
    """Read all of it once. Raises TornBackup."""
    try:
        with zipfile.ZipFile(file) as packed:
            manifest = _manifest(packed)
            for name, wanted in manifest.files.items():
                if sha256(packed.read(name)).hexdigest() != wanted:
                    raise TornBackup(f"{file}: {name} is not as it was backed up")
            return manifest
    except (OSError, zipfile.BadZipFile, KeyError, ValueError, TypeError, EOFError, UnsafePath) as error:
        raise TornBackup(f"{file} is no whole backup: {error}") from error


def unpack(file: Path, folder: Path) -> Manifest:
    """Put everything into a folder that is not there yet, after it was checked. Raises TornBackup, StorageFault."""
    manifest = check(file)
    files = Files(folder)
    with zipfile.ZipFile(file) as packed:
        for name in manifest.files:
            files.replace(name, packed.read(name))
    return manifest


def _pack(packed: zipfile.ZipFile, found: Iterable[tuple[str, bytes]], at: datetime) -> Manifest:
    hashes: dict[str, str] = {}
    size = 0
    with packed:
        for name, content in found:
            packed.writestr(name, content)
            hashes[name] = sha256(content).hexdigest()
            size += len(content)
        head = {"format": _FORMAT, "at": at.isoformat(), "bytes": size, "files": hashes}
        packed.writestr(MANIFEST, json.dumps(head, sort_keys=True))
    return Manifest(at=at, files=hashes, bytes=size)


def contents(
    root: Path, databases: Mapping[str, bytes], below: str = "", progress: Progress = unwatched
) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of all that a backup holds: logs up to their last whole line."""
    if not below:
        yield from databases.items()
    taken = {f"{name}{suffix}" for name in databases for suffix in ("", "-wal", "-shm", "-journal")}
    every = sorted((root / below).rglob("*"))
    for number, path in enumerate(every, start=1):
        progress(number, len(every))
        name = path.relative_to(root).as_posix()
        if name in taken or not _is_kept(name) or not _is_plain(path):
            continue
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            continue  # put away meanwhile: it stands where it was put
        yield name, content[: content.rfind(b"\n") + 1] if name.endswith(".jsonl") else content


def _is_kept(name: str) -> bool:
    first, *_, last = name.split("/") if "/" in name else (name, name)
    is_working = last.startswith(".draft-") or last.endswith((".part", ".lock"))
    return first not in _LEFT_OUT and not is_working and not (first == "logs" and not last.startswith("audit."))


def _is_plain(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except FileNotFoundError:
        return False


def _manifest(packed: zipfile.ZipFile) -> Manifest:
    """Raises TornBackup, KeyError, ValueError, TypeError, UnsafePath."""
    manifest = manifest_of(json.loads(packed.read(MANIFEST)))
    if set(packed.namelist()) != {*manifest.files, MANIFEST}:
        raise TornBackup("it holds other files than its manifest names")
    return manifest


def manifest_of(head: Mapping[str, Any]) -> Manifest:
    """Raises TornBackup, KeyError, ValueError, TypeError, UnsafePath."""
    if head["format"] != _FORMAT:
        raise TornBackup(f"it has format {head['format']}, this program knows {_FORMAT}")
    files = {str(name): str(one) for name, one in head["files"].items()}
    for name in files:
        parts(name)
    return Manifest(at=datetime.fromisoformat(head["at"]), files=files, bytes=int(head["bytes"]))
