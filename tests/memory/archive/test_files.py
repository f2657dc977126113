from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from memory.archive.files import Disk, Files
from memory.vocabulary.errors import StorageFault
from tests.memory.archive.stage import FailingDisk, ids, log_in, said


class PowerCut(Disk):
    """Knows what would be gone if the power failed now: unsynced files and folders, by inode."""

    def __init__(self) -> None:
        self.unsynced: set[int] = set()

    def open(self, name: str, flags: int, folder: int) -> int:
        is_new = flags & os.O_CREAT and name not in os.listdir(folder)
        fd = super().open(name, flags, folder)
        if is_new:
            self._dirty(folder)
        return fd

    def write(self, fd: int, data: memoryview) -> int:
        self._dirty(fd)
        return super().write(fd, data)

    def truncate(self, fd: int, size: int) -> None:
        self._dirty(fd)
        super().truncate(fd, size)

    def fsync(self, fd: int) -> None:
        self.unsynced.discard(os.fstat(fd).st_ino)
        super().fsync(fd)

    def rename(self, old: str, new: str, old_folder: int, new_folder: int) -> None:
        assert os.stat(old, dir_fd=old_folder).st_ino not in self.unsynced, "renamed before its content was safe"
        super().rename(old, new, old_folder, new_folder)
        self._dirty(old_folder)
        self._dirty(new_folder)

    def mkdir(self, name: str, folder: int) -> None:
        super().mkdir(name, folder)
        self._dirty(folder)

    def unlink(self, name: str, folder: int) -> None:
        super().unlink(name, folder)
        self._dirty(folder)

    def _dirty(self, fd: int) -> None:
        self.unsynced.add(os.fstat(fd).st_ino)


@pytest.mark.ledger("LOG-01", "LOG-12")
@pytest.mark.parametrize(
    "act",
    [
        lambda files: files.append("a/b/new.jsonl", b"x\n"),
        lambda files: files.append("old.md", b"x\n"),
        lambda files: files.replace("old.md", b"x"),
        lambda files: files.replace("a/b/new.md", b"x"),
        lambda files: files.create("a/new.md", b"x"),
        lambda files: files.move("old.md", "archive/old.md"),
        lambda files: files.truncate("old.md", 1),
        lambda files: files.remove("old.md"),
        lambda files: files.make_folder("a/b/c"),
    ],
    ids=["append new", "append", "replace", "replace new", "create", "move", "truncate", "remove", "folder"],
)
def test_what_has_returned_survives_a_power_cut(tmp_path, act: Callable[[Files], object]) -> None:
    Files(tmp_path).append("old.md", b"old\n")
    disk = PowerCut()

    act(Files(tmp_path, disk))

    assert disk.unsynced == set()


@pytest.mark.ledger("LOG-01")
def test_a_file_whose_creation_failed_is_made_durable_by_the_next_append(tmp_path) -> None:
    with pytest.raises(StorageFault):
        Files(tmp_path, FailingDisk(3)).append("new.jsonl", b"x\n")  # write, fsync, then the folder's fsync
    disk = PowerCut()
    disk.unsynced.add(tmp_path.stat().st_ino)

    Files(tmp_path, disk).append("new.jsonl", b"x\n")

    assert disk.unsynced == set()
    assert (tmp_path / "new.jsonl").read_bytes() == b"x\n"


@pytest.mark.ledger("LOG-03")
def test_many_threads_record_each_event_once(tmp_path) -> None:
    log = log_in(tmp_path)
    with ThreadPoolExecutor(8) as threads:
        stored = list(threads.map(log.append, [said(number % 20) for number in range(160)]))

    assert sum(stored) == 20
    assert sorted(ids(log)) == sorted(f"slack:{number}" for number in range(20))


def test_create_never_replaces(tmp_path) -> None:
    files = Files(tmp_path)

    assert [files.create("a.md", b"one"), files.create("a.md", b"two")] == [True, False]
    assert files.read("a.md") == b"one"
    assert files.names() == ["a.md"]


def test_a_failed_replacement_leaves_no_draft(tmp_path) -> None:
    files = Files(tmp_path)
    files.replace("a.md", b"one")

    for at in (1, 2, 3):
        with pytest.raises(StorageFault):
            Files(tmp_path, FailingDisk(at)).replace("a.md", b"two")
        assert os.listdir(tmp_path) == ["a.md"]
        assert files.read("a.md") == b"one"


def test_a_file_that_is_replaced_between_opening_and_looking_is_opened_again(tmp_path):
    class Overtaken(Disk):
        def open(self, name: str, flags: int, folder: int) -> int:
            fd = super().open(name, flags, folder)
            if others:
                Files(tmp_path).replace("rhythm.json", others.pop())
            return fd

    others: list[bytes] = []
    files = Files(tmp_path, Overtaken())
    files.replace("rhythm.json", b"old")
    others[:] = [b"newest", b"newer"]
    assert files.read("rhythm.json") == b"newest"

    others[:] = [b"newer still "]
    files.append("rhythm.json", b"and this")
    assert files.read("rhythm.json") == b"newer still and this"
