"""Backups of one home side by side: a folder in which a file that did not change is stored once.

    objects/3f/3f9a…        bytes, compressed, called by the hash of what they were
    20261122T030000Z.json   a manifest: path → hash, of one instant, and the hash of itself
    erased.jsonl            what was erased since: a restore goes by it

A manifest gets its name last, so that one which was not finished is none.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from memory.archive.backup import Manifest, TornBackup, contents, manifest_of
from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.vocabulary.ports import Progress, unwatched

OBJECTS = "objects"
_STAMP = "%Y%m%dT%H%M%S%fZ"


def write(
    root: Path,
    folder: Path,
    at: datetime,
    databases: Mapping[str, bytes],
    disk: Disk = DISK,
    progress: Progress = unwatched,
) -> tuple[Manifest, int]:
    """One more backup of what lies below `root`; with how many bytes of it were new. Raises StorageFault."""
    files = Files(folder, disk)
    hashes: dict[str, str] = {}
    size = fresh = 0
    for name, content in contents(root, databases, progress=progress):
        digest = sha256(content).hexdigest()
        if not (folder / _object(digest)).exists():
            fresh += len(content)
            files.create(_object(digest), zlib.compress(content, 6))
        hashes[name] = digest
        size += len(content)
    files.replace(f"{at.astimezone(UTC):{_STAMP}}.json", _sealed(at, hashes, size))
    return Manifest(at=at, files=hashes, bytes=size), fresh


def all_of(folder: Path) -> list[Path]:
    """The manifests, the oldest first."""
    return sorted(one for one in folder.glob("*.json") if one.name[:8].isdigit())


def check(manifest: Path) -> Manifest:
    """Read all of it once. Raises TornBackup."""
    read = _read(manifest)
    for name, digest in read.files.items():
        _content(manifest.parent, name, digest)
    return read


def unpack(manifest: Path, folder: Path) -> Manifest:
    """Put everything into a folder that is not there yet, after it was checked. Raises TornBackup, StorageFault."""
    read, files = check(manifest), Files(folder)
    for name, digest in read.files.items():
        files.replace(name, _content(manifest.parent, name, digest))
    return read


def written_again(manifest: Path, root: Path) -> None:
    """The backup of this manifest holds what lies below `root` now; what no backup holds any more goes."""
    at = _read(manifest).at
    write(root, manifest.parent, at, {})
    tidy(manifest.parent)


def drop(manifests: list[Path]) -> None:
    """These backups, and what they alone hold."""
    for one in manifests:
        Files(one.parent).remove(one.name)
    for folder in {one.parent for one in manifests}:
        tidy(folder)


def tidy(folder: Path) -> None:
    """Remove what no manifest names. One that cannot be read keeps everything."""
    try:
        held = {digest for one in all_of(folder) for digest in _read(one).files.values()}
    except TornBackup:
        return
    for one in (folder / OBJECTS).rglob("*"):
        if one.is_file() and one.name not in held:
            Files(folder).remove(one.relative_to(folder).as_posix())


def _object(digest: str) -> str:
    return f"{OBJECTS}/{digest[:2]}/{digest}"


def _sealed(at: datetime, hashes: Mapping[str, str], size: int) -> bytes:
    head = json.dumps({"format": 1, "at": at.isoformat(), "bytes": size, "files": hashes}, sort_keys=True)
    return json.dumps({"hash": sha256(head.encode()).hexdigest(), "manifest": head}).encode()


def _read(file: Path) -> Manifest:
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
