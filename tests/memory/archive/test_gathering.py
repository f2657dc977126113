"""What had a file each, as the first homes have it, is gathered into files of days and means what it meant."""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memory.archive.anima_directory import gather_into_days
from memory.archive.checkpoints import NightRecord, NightRecords
from memory.archive.documents import VERSIONS_FOLDER, version_bytes
from memory.archive.files import Disk, Files
from memory.archive.json_lines import Quarantine, Storage
from tests.memory.archive.stage import NOON
from tests.memory.archive.test_writer import (
    CHANGES,
    PLAIN,
    Ended,
    EndingDisk,
    QuickDisk,
    files,
    furnish,
    texts,
    write,
    writer,
)

NIGHTS = [
    NightRecord(id=f"daily-2026-11-2{day}", stage="daily", at=NOON.replace(day=20 + day), state=state)
    for day, state in ((0, "undone"), (1, "done"), (2, "open"))
]


def storage(root: Path, disk: Disk | None) -> Storage:
    return Storage(disk=disk or QuickDisk(), quarantine=Quarantine(files=Files(root / "quarantine")))


def nights(root: Path, disk: Disk | None = None) -> NightRecords:
    return NightRecords(root, storage(root, disk))


def scattered(root: Path) -> None:
    """The notes of a home that has lived, with what is kept of it in a file each."""
    furnish(root)
    writer(root).apply("night-daily-2026-11-20.01-a", CHANGES)
    writer(root).apply("note-20261121-1", [write("knowledge/a.md", "one at last")])
    for file in sorted((root / VERSIONS_FOLDER).glob("*.jsonl")):
        for number, line in enumerate(file.read_bytes().splitlines(), 1):
            one = json.loads(line)
            stamp = datetime.fromisoformat(one["at"]).astimezone(UTC)
            folder = root / VERSIONS_FOLDER / one["path"].removesuffix(".md")
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{number:06}-{stamp:%Y%m%dT%H%M%SZ}-{one['id']}.md").write_bytes(version_bytes(one))
        file.unlink()
    _apart(root / "archive" / "batches")
    for night in NIGHTS:
        nights(root).keep(night)
    _apart(root / "archive" / "nights")
    (root / "state/sleep.json").rename(root / "archive/nights" / f"{NIGHTS[-1].id}.json")
    (root / "state/sleep.json").write_text(json.dumps({"night": NIGHTS[-1].id}))


def _apart(folder: Path) -> None:
    for file in folder.glob("*.jsonl"):
        for line in file.read_bytes().splitlines():
            file.with_name(f"{json.loads(line)['id']}.json").write_bytes(line + b"\n")
        file.unlink()


@pytest.fixture(scope="module")
def old(tmp_path_factory) -> Path:
    root = tmp_path_factory.mktemp("old") / "alice"
    scattered(root)
    return root


def gathered(root: Path, disk: Disk | None = None) -> None:
    gather_into_days(root, lambda: NOON, storage(root, disk))


@pytest.mark.process
@pytest.mark.ledger("LOG-12", "SLP-16")
def test_wherever_the_gathering_ends_all_of_it_is_there_after_the_next_one_and_can_be_undone(old, tmp_path) -> None:
    furnish(tmp_path / "first")
    first = files(tmp_path / "first")
    for at in range(1, 400):
        root = tmp_path / str(at)
        shutil.copytree(old, root)
        disk = EndingDisk(at)
        with suppress(Ended):
            gathered(root, disk)
        gathered(root)

        assert nights(root).all() == NIGHTS
        assert nights(root).open() == NIGHTS[-1]
        assert PLAIN in texts(root, "knowledge/c.md")
        assert [*root.glob("archive/batches/*.json"), *root.glob("archive/nights/*.json")] == []
        assert [one for one in (root / VERSIONS_FOLDER).iterdir() if one.suffix != ".jsonl"] == []
        assert [one.applied for one in writer(root).undo("note-20261121-1")] == [True]
        writer(root).undo("night-daily-2026-11-20.01-a")
        changed = files(root)
        assert {name: changed[name] for name in first} == first
        if disk.calls < at:
            return
        shutil.rmtree(root)
    pytest.fail("the calls were not exhausted")


def test_what_is_gathered_stays_where_it_is(old, tmp_path) -> None:
    shutil.copytree(old, tmp_path / "alice")
    gathered(tmp_path / "alice")
    before = {path: path.read_bytes() for path in (tmp_path / "alice").rglob("*") if path.is_file()}

    gathered(tmp_path / "alice")

    assert {path: path.read_bytes() for path in (tmp_path / "alice").rglob("*") if path.is_file()} == before
