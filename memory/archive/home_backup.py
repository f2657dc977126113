"""Backups of a home: written whole or in increments, listed, checked, and brought into another home.

What is only ever added to is copied up to its last whole line; what is replaced is replaced at once, so that either
text is whole; databases are handed over as their own engine copies them. What can be made anew (indexes, models) is
left out. The file gets its name when it is whole; one that is torn or changed is not taken.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from memory.archive import json_lines
from memory.archive.files import DISK, Disk, Files, UnsafePath, make_private, path_components
from memory.archive.state_records import Codec, StateLines
from memory.vocabulary.errors import MemoryFault, StorageFault
from memory.vocabulary.ports import Progress, unwatched

BACKUP_MANIFEST = "manifest.json"
_FORMAT = 1
TRAVEL_MARK = "travels.json"
"""By this file a database knows the home that was the last to put something down in it."""

_LEFT_OUT = frozenset(
    {"index", "models", "control.sock", "fleet.lock", "backups", "erasing", "audit.head", TRAVEL_MARK}
)


class TornBackup(MemoryFault):
    """The file is no whole backup of ours; the message says what is wrong. Nothing was restored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupManifest:
    """What a backup holds: path -> hash of the bytes."""

    at: datetime
    files: Mapping[str, str]
    bytes: int


def write_backup(
    root: Path,
    target: Path,
    at: datetime,
    databases: Mapping[str, bytes],
    below: str = "",
    progress: Progress = unwatched,
) -> BackupManifest:
    """Back up what lies below `root` (of `below` alone, where it is given). Raises StorageFault; then there is none."""
    draft = target.with_name(f".{target.name}.part")
    try:
        make_private(target.parent)
        fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        with os.fdopen(fd, "wb") as file:
            manifest = _pack(
                zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED), backup_contents(root, databases, below, progress), at
            )
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, target)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise StorageFault(f"{target} could not be written: {error.strerror or error}") from error
    return manifest


def check_backup(file: Path) -> BackupManifest:
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


def unpack_backup(file: Path, folder: Path) -> BackupManifest:
    """Put everything into a folder that is not there yet, after it was checked. Raises TornBackup, StorageFault."""
    manifest = check_backup(file)
    files = Files(folder)
    with zipfile.ZipFile(file) as packed:
        for name in manifest.files:
            files.replace(name, packed.read(name))
    return manifest


def _pack(packed: zipfile.ZipFile, found: Iterable[tuple[str, bytes]], at: datetime) -> BackupManifest:
    hashes: dict[str, str] = {}
    size = 0
    with packed:
        for name, content in found:
            packed.writestr(name, content)
            hashes[name] = sha256(content).hexdigest()
            size += len(content)
        head = {"format": _FORMAT, "at": at.isoformat(), "bytes": size, "files": hashes}
        packed.writestr(BACKUP_MANIFEST, json.dumps(head, sort_keys=True))
    return BackupManifest(at=at, files=hashes, bytes=size)


def backup_contents(
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
        if name in taken or not is_of_backup(name) or not _is_plain(path):
            continue
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            continue  # put away meanwhile: it stands where it was put
        yield name, content[: content.rfind(b"\n") + 1] if name.endswith(".jsonl") else content


def is_of_backup(name: str) -> bool:
    """Whether the file is no index, no model, no lock, no draft and no log of the program's."""
    first, *_, last = name.split("/") if "/" in name else (name, name)
    is_working = last.startswith(".draft-") or last.endswith((".part", ".lock"))
    return first not in _LEFT_OUT and not is_working and not (first == "logs" and not last.startswith("audit."))


def _is_plain(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except FileNotFoundError:
        return False


def _manifest(packed: zipfile.ZipFile) -> BackupManifest:
    """Raises TornBackup, KeyError, ValueError, TypeError, UnsafePath."""
    manifest = manifest_of(json.loads(packed.read(BACKUP_MANIFEST)))
    if set(packed.namelist()) != {*manifest.files, BACKUP_MANIFEST}:
        raise TornBackup("it holds other files than its manifest names")
    return manifest


def manifest_of(head: Mapping[str, Any]) -> BackupManifest:
    """Raises TornBackup, KeyError, ValueError, TypeError, UnsafePath."""
    if head["format"] != _FORMAT:
        raise TornBackup(f"it has format {head['format']}, this program knows {_FORMAT}")
    files = {str(name): str(digest) for name, digest in head["files"].items()}
    for name in files:
        path_components(name)
    return BackupManifest(at=datetime.fromisoformat(head["at"]), files=files, bytes=int(head["bytes"]))


# --- increments -----------------------------------------------------------------------------------------------------
# Backups of one home side by side: a folder in which a file that did not change is stored once.
#
#     objects/3f/3f9a…        bytes, compressed, called by the hash of what they were
#     20261122T030000Z.json   a manifest: path → hash, of one instant, and the hash of itself
#     erased.jsonl            what was erased since: a restore goes by it
#
# A manifest gets its name last, so that one which was not finished is none.


OBJECTS_FOLDER = "objects"
_STAMP = "%Y%m%dT%H%M%S%fZ"


def write_increment(
    root: Path,
    folder: Path,
    at: datetime,
    databases: Mapping[str, bytes],
    disk: Disk = DISK,
    progress: Progress = unwatched,
) -> tuple[BackupManifest, int]:
    """One more backup of what lies below `root`; with how many bytes of it were new. Raises StorageFault."""
    files = Files(folder, disk)
    hashes: dict[str, str] = {}
    size = fresh = 0
    for name, content in backup_contents(root, databases, progress=progress):
        digest = sha256(content).hexdigest()
        if not (folder / _object(digest)).exists():
            fresh += len(content)
            files.create(_object(digest), zlib.compress(content, 6))
        hashes[name] = digest
        size += len(content)
    files.replace(f"{at.astimezone(UTC):{_STAMP}}.json", _sealed(at, hashes, size))
    return BackupManifest(at=at, files=hashes, bytes=size), fresh


def increments_in(folder: Path) -> list[Path]:
    """The manifests, the oldest first."""
    return sorted(file for file in folder.glob("*.json") if file.name[:8].isdigit())


def check_increment(manifest: Path) -> BackupManifest:
    """Read all of it once. Raises TornBackup."""
    read = _read(manifest)
    for name, digest in read.files.items():
        _content(manifest.parent, name, digest)
    return read


def unpack_increment(manifest: Path, folder: Path) -> BackupManifest:
    """Put everything into a folder that is not there yet, after it was checked. Raises TornBackup, StorageFault."""
    read, files = check_increment(manifest), Files(folder)
    for name, digest in read.files.items():
        files.replace(name, _content(manifest.parent, name, digest))
    return read


def rewrite_manifest(manifest: Path, root: Path) -> None:
    """The backup of this manifest holds what lies below `root` now; what no backup holds any more goes."""
    at = _read(manifest).at
    write_increment(root, manifest.parent, at, {})
    remove_unnamed_objects(manifest.parent)


def drop_increment(manifests: list[Path]) -> None:
    """These backups, and what they alone hold."""
    for manifest in manifests:
        Files(manifest.parent).remove(manifest.name)
    for folder in {manifest.parent for manifest in manifests}:
        remove_unnamed_objects(folder)


def remove_unnamed_objects(folder: Path) -> None:
    """Remove what no manifest names. One that cannot be read keeps everything."""
    try:
        held = {digest for manifest in increments_in(folder) for digest in _read(manifest).files.values()}
    except TornBackup:
        return
    for file in (folder / OBJECTS_FOLDER).rglob("*"):
        if file.is_file() and file.name not in held:
            Files(folder).remove(file.relative_to(folder).as_posix())


def _object(digest: str) -> str:
    return f"{OBJECTS_FOLDER}/{digest[:2]}/{digest}"


def _sealed(at: datetime, hashes: Mapping[str, str], size: int) -> bytes:
    head = json.dumps({"format": 1, "at": at.isoformat(), "bytes": size, "files": hashes}, sort_keys=True)
    return json.dumps({"hash": sha256(head.encode()).hexdigest(), "manifest": head}).encode()


def _read(file: Path) -> BackupManifest:
    try:
        sealed = json.loads(file.read_bytes())
        head = str(sealed["manifest"])
        if sha256(head.encode()).hexdigest() != sealed["hash"]:
            raise TornBackup(f"{file} is not as it was written")
        return manifest_of(json.loads(head))
    except (OSError, KeyError, ValueError, TypeError) as error:
        raise TornBackup(f"{file} is no whole manifest: {error}") from error


def _content(folder: Path, name: str, digest: str) -> bytes:
    try:
        content = zlib.decompress((folder / _object(digest)).read_bytes())
    except (OSError, zlib.error) as error:
        raise TornBackup(f"{folder}: {name} cannot be read: {error}") from error
    if sha256(content).hexdigest() != digest:
        raise TornBackup(f"{folder}: {name} is not as it was backed up")
    return content


# --- known backups --------------------------------------------------------------------------------------------------
# Which backups there are of a home, and how often one is to be made: `backups.jsonl` of the shared folder.


_FILE = "backups.jsonl"
_MADE, _EVERY = "made", "every"


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupInterval:
    """A backup into `folder` each time that `seconds` have gone by; of the older ones `keep` stay (0: all)."""

    folder: Path
    seconds: float
    keep: int = 0


_INTERVALS = Codec(BackupInterval)


class KnownBackups:
    """In the home's `shared`. Writes raise StorageFault."""

    def __init__(self, shared: Path) -> None:
        self._lines = StateLines(shared, _FILE)

    def note(self, place: Path, at: datetime) -> None:
        """A backup was made: a file, or a folder of several."""
        self._lines.append({"type": _MADE, "ts": at.isoformat(), "place": str(place)})

    def settle(self, every: BackupInterval, at: datetime) -> None:
        """From now on; with 0 seconds no more."""
        self._lines.append({"type": _EVERY, "ts": at.isoformat(), **_INTERVALS.dump(every)})

    def places(self) -> list[Path]:
        """All that were ever made, each once."""
        return [Path(place) for place in dict.fromkeys(place for place, _ in self._made())]

    def every(self) -> BackupInterval | None:
        """What was settled last."""
        lines = [line for line in self._lines.read() if line.get("type") == _EVERY]
        settled = [interval for interval in map(_INTERVALS.load, lines) if interval]
        return settled[-1] if settled and settled[-1].seconds > 0 else None

    def last(self, folder: Path) -> datetime | None:
        """When one was made there."""
        return max((at for place, at in self._made() if at and place == str(folder)), default=None)

    def _made(self) -> Iterator[tuple[str, datetime | None]]:
        lines = (line for line in self._lines.read() if line.get("type") == _MADE)
        return ((str(line.get("place")), json_lines.parse_moment(line.get("ts"))) for line in lines)


# --- moving ---------------------------------------------------------------------------------------------------------
# Moving: an anima that another home has exported comes into this one, whole or not at all.


MOVING_FOLDER = "moving"


def bring_in_anima(home: Path, file: Path, tidied: Callable[[Path], None]) -> str:
    """The anima's name. `tidied` takes out of the draft, a home of its own, what may not come in.

    Raises TornBackup, StorageFault, FileExistsError.
    """
    draft = home / MOVING_FOLDER
    with suppress(FileNotFoundError):
        shutil.rmtree(draft)
    try:
        manifest = unpack_backup(file, draft)
        names = {"/".join(name.split("/")[:2]) for name in manifest.files}
        if len(names) != 1 or not (folder := names.pop()).startswith("animas/"):
            raise TornBackup(f"{file} is no export of one anima")
        if not (draft / folder / "status.json").is_file():
            raise TornBackup(f"{file} holds no whole anima: its status.json is missing")
        if (home / folder).exists():
            raise FileExistsError(folder)
        tidied(draft)
        make_private(home / "animas")
        os.replace(draft / folder, home / folder)
        return folder.partition("/")[2]
    finally:
        with suppress(FileNotFoundError):
            shutil.rmtree(draft)
