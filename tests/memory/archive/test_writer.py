"""The writer: nothing is lost, whoever is faster and wherever it ends; a batch is undone bit for bit."""

from __future__ import annotations

import os
import random
import shutil
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from memory.archive.files import Disk, Files
from memory.archive.json_lines import Quarantine, Storage
from memory.archive.memory_log import MemoryLog
from memory.archive.note_writer import CHANGED_MEANWHILE, GONE_MEANWHILE, NoteWriter
from memory.vocabulary.change import Change, NotKept
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.fact import USED, Use
from tests.forked import Forked
from tests.memory.archive.stage import NOON, FailingDisk

TEA = "knowledge/tea.md"
PLAIN = b"edited by hand \xff\n"


class QuickDisk(Disk):
    """Waits for no platter."""

    def fsync(self, fd: int) -> None:
        pass


class FaultyDisk(FailingDisk, QuickDisk):
    """Fails at one call."""


def writer(root: Path, disk: Disk | None = None) -> NoteWriter:
    storage = Storage(disk=disk or QuickDisk(), quarantine=Quarantine(files=Files(root / "quarantine")))
    log = MemoryLog(root / "memory_log", Storage(disk=storage.disk))
    return NoteWriter(root, lambda: NOON, log.append, storage)


def write(path: str, text: str, expects: str | None = None) -> Change:
    return Change(kind="write", path=path, text=text, because="noted", expects=expects)


def use(key: str) -> Change:
    return Change(kind="note", because="seen", note=Use(ts=NOON, key=key, type=USED, ids=("a",), audience="org"))


def files(root: Path) -> dict[str, bytes]:
    """All notes, bit for bit; what is kept of earlier ones is apart, and drafts that a kill has left are no files."""
    found = (path for path in root.rglob("*") if path.is_file() and not path.name.startswith(".draft"))
    names = {path.relative_to(root).as_posix(): path.read_bytes() for path in found}
    aside = ("archive/versions/", "archive/batches/", "memory_log/", "quarantine/")
    return {name: content for name, content in names.items() if not name.startswith(aside)}


def notes(root: Path) -> list[str]:
    log = MemoryLog(root / "memory_log")
    return [f"{note.type} {note.key}" for month in log.months() for note in log.read(month)]


def texts(root: Path, path: str) -> list[bytes]:
    kept = writer(root)
    return [kept._versions.content(path, version.id) for version in kept.versions(path)]


def furnish(root: Path) -> None:
    """Three notes, one of them no text at all."""
    writer(root).apply("before", [write("knowledge/a.md", "one"), write("procedures/b.md", "two")])
    (root / "knowledge" / "c.md").write_bytes(PLAIN)


CHANGES = [
    write("knowledge/a.md", "one again"),
    Change(kind="archive", path="procedures/b.md", because="over", folder="merged"),
    write("knowledge/c.md", "by hand no more"),
    write("episodes/new.md", "a day"),
    use("used/1"),
    Change(kind="archive", path="knowledge/none.md", because="over"),
    write("knowledge/d.md", "lost", expects="0" * 64),
]


@pytest.mark.ledger("LOG-12")
def test_what_is_replaced_or_put_away_is_kept_and_comes_back_bit_for_bit(tmp_path: Path) -> None:
    furnish(tmp_path)
    made = writer(tmp_path)

    outcomes = made.apply("night", CHANGES)

    assert [one.applied for one in outcomes] == [True] * 5 + [False] * 2
    assert [one.why for one in outcomes[5:]] == [GONE_MEANWHILE, CHANGED_MEANWHILE]
    assert b"lost" in texts(tmp_path, "knowledge/d.md")[0]
    assert texts(tmp_path, "knowledge/c.md")[0] == PLAIN or PLAIN in texts(tmp_path, "knowledge/c.md")
    assert set(files(tmp_path)) == {
        *("knowledge/a.md", "knowledge/c.md", "episodes/new.md", "archive/merged/procedures/b.md"),
    }
    back = Change(kind="restore", path="knowledge/c.md", because="asked to", version=_version_with(tmp_path, PLAIN))
    assert made.apply("back", [back])[0].applied
    assert (tmp_path / "knowledge" / "c.md").read_bytes() == PLAIN


def _version_with(root: Path, content: bytes) -> str:
    kept = writer(root)
    return next(
        one.id for one in kept.versions("knowledge/c.md") if kept._versions.content("knowledge/c.md", one.id) == content
    )


@pytest.mark.ledger("LOG-12")
def test_a_batch_is_undone_bit_for_bit_and_its_notes_count_no_more(tmp_path: Path) -> None:
    furnish(tmp_path)
    before = files(tmp_path)
    made = writer(tmp_path)
    made.apply("night", CHANGES)

    undone = made.undo("night")

    assert files(tmp_path) == before
    assert [one.applied for one in undone] == [True] * 5 + [False] * 2
    assert notes(tmp_path) == ["used used/1", "undone undone/night"]
    assert made.undo("night") == undone
    assert files(tmp_path) == before
    with pytest.raises(NotKept):
        made.undo("another")


@pytest.mark.ledger("LOG-12")
def test_what_was_changed_since_is_not_undone_and_is_told(tmp_path: Path) -> None:
    furnish(tmp_path)
    before, made = files(tmp_path), writer(tmp_path)
    made.apply("night", CHANGES)
    (tmp_path / "episodes" / "new.md").write_bytes(PLAIN)

    undone = made.undo("night")

    assert [one.path for one in undone if one.why == CHANGED_MEANWHILE] == ["episodes/new.md", "knowledge/d.md"]
    assert files(tmp_path) == {**before, "episodes/new.md": PLAIN}


def test_a_batch_is_applied_once_and_its_name_leads_nowhere(tmp_path: Path) -> None:
    made = writer(tmp_path)
    first = made.apply("night", [write(TEA, "one")])

    assert made.apply("night", [write(TEA, "two")]) == first
    assert b"one" in (tmp_path / TEA).read_bytes()
    for name in ("../night-2026-11-20", "a/b-20261120", "", "..", "pending"):
        made.apply(name, [write(TEA, "two")])
    kept = {path.name for path in (tmp_path / "archive" / "batches").iterdir()}
    assert kept == {"2026-11-20.jsonl", "undated.jsonl"}
    with pytest.raises(ValueError, match="two batches"):
        made.apply("twice", [write(TEA, "two"), write(TEA, "three")])


def test_however_often_notes_change_in_a_day_what_is_kept_of_them_are_two_files(tmp_path: Path) -> None:
    made = writer(tmp_path)
    for number in range(9):
        made.apply(f"night-daily-2026-11-20.{number}", [write(f"episodes/{number % 2}.md", f"the text {number}")])

    kept = {path.relative_to(tmp_path).as_posix() for path in (tmp_path / "archive").rglob("*.*")}
    assert kept == {"archive/versions/2026-11-20.jsonl", "archive/batches/2026-11-20.jsonl"}
    assert [b"the text 8" in text for text in texts(tmp_path, "episodes/0.md")] == [False] * 4 + [True]


class Ended(Exception):
    """The process ended here."""


class EndingDisk(FaultyDisk):
    """Ends the process at call `at`, as kill -9 does: nothing is tidied up afterwards."""

    def _count(self) -> None:
        self.calls += 1
        if self.calls >= self._fails.start:
            raise Ended


def at_every_call(tmp_path: Path, disk: Callable[[int], FaultyDisk], act: Callable[[NoteWriter], object]):
    """The home after `act` was cut off at each of its calls in turn, and what it was before."""
    furnish(tmp_path / "before")
    before = files(tmp_path / "before")
    for at in range(1, 400):
        root = tmp_path / str(at)
        shutil.copytree(tmp_path / "before", root)
        cut = disk(at)
        try:
            act(writer(root, cut))
        except (StorageFault, Ended):
            yield root, before
        if cut.calls < at:
            return
    pytest.fail("the calls were not exhausted")


def apply_(made: NoteWriter) -> None:
    made.apply("night", CHANGES)


def apply_and_undo(made: NoteWriter) -> None:
    made.apply("night", CHANGES)
    made.undo("night")


@pytest.mark.ledger("LOG-12")
@pytest.mark.parametrize("disk", [FaultyDisk, EndingDisk])
@pytest.mark.parametrize("act", [apply_, apply_and_undo])
def test_wherever_it_ends_the_batch_can_be_undone_bit_for_bit(tmp_path: Path, disk, act) -> None:
    for root, before in at_every_call(tmp_path, disk, act):
        again = writer(root)
        again.recover()
        with suppress(NotKept):  # it had not begun
            again.undo("night")

        assert files(root) == before
        assert notes(root) in ([], ["used used/1", "undone undone/night"])
        assert not (root / "archive" / "batches" / "pending.json").exists()


@pytest.mark.ledger("LOG-12")
@pytest.mark.parametrize("disk", [FaultyDisk, EndingDisk])
def test_wherever_it_ends_all_of_a_batch_is_done_or_nothing(tmp_path: Path, disk) -> None:
    furnish(tmp_path / "whole")
    apply_(writer(tmp_path / "whole"))
    whole = files(tmp_path / "whole")

    for root, before in at_every_call(tmp_path, disk, apply_):
        writer(root).recover()
        assert files(root) in (before, whole)


class KillingDisk(EndingDisk):
    """Kills the process at call `at`."""

    def _count(self) -> None:
        self.calls += 1
        if self.calls == self._fails.start:
            os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.ledger("LOG-12")
def test_after_a_kill_in_its_middle_a_batch_is_undone_bit_for_bit(tmp_path: Path) -> None:
    """M4."""
    counting = FaultyDisk(10_000)
    furnish(tmp_path / "0")
    apply_and_undo(writer(tmp_path / "0", counting))
    for at in range(1, counting.calls, counting.calls // 6):
        root = tmp_path / str(at)
        furnish(root)
        before = files(root)
        child = Forked(lambda _, root=root, at=at: apply_and_undo(writer(root, KillingDisk(at))))
        assert child.wait() == -signal.SIGKILL

        again = writer(root)
        again.recover()
        with suppress(NotKept):  # it had not begun
            again.undo("night")

        assert files(root) == before


@pytest.mark.ledger("LOG-12")
def test_of_two_hundred_pairs_that_write_at_once_no_text_is_lost(tmp_path: Path) -> None:
    """M4: on 952289c both were applied in 36 of 40 pairs, and one text was gone."""
    rng = random.Random(1)
    applied = []
    for pair in range(200):
        path, start = f"knowledge/n{pair % 20}.md", threading.Barrier(2)
        seen = writer(tmp_path)._is(path)
        blind = rng.random() < 0.5

        def one(name: str, path: str = path, start=start, seen=seen, blind=blind) -> None:
            made = writer(tmp_path)  # an engine of its own
            start.wait()
            applied.extend(made.apply(name, [write(path, f"text {name}", expects=None if blind else seen)]))

        threads = [threading.Thread(target=one, args=(f"{pair}-{side}",)) for side in "ab"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if not blind:
            assert sorted(outcome.applied for outcome in applied[-2:]) == [False, True]

    assert len(applied) == 400
    for number in range(20):
        path = f"knowledge/n{number}.md"
        kept = b"\n".join(texts(tmp_path, path))
        for pair in range(number, 200, 20):
            assert all(f"text {pair}-{side}".encode() in kept for side in "ab")
        version = writer(tmp_path).versions(path)[0].id
        assert writer(tmp_path).apply(f"back {number}", [
            Change(kind="restore", path=path, because="asked", version=version)
        ])[0].version == version  # fmt: skip


def test_a_hand_that_writes_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    ends = at_every_call(tmp_path, EndingDisk, apply_)
    root = next(root for root, _ in ends if (root / "archive" / "batches" / "pending.json").exists())
    (root / "knowledge" / "c.md").write_bytes(b"by hand once more")

    writer(root).recover()

    assert (root / "knowledge" / "c.md").read_bytes() == b"by hand once more"
    assert PLAIN in texts(root, "knowledge/c.md")


def test_all_that_is_kept_is_its_owners_alone(tmp_path: Path) -> None:
    """B12."""
    before = os.umask(0)
    try:
        furnish(tmp_path / "alice")
        apply_(writer(tmp_path / "alice"))
    finally:
        os.umask(before)

    made = list((tmp_path / "alice" / "archive").rglob("*"))
    assert {path.stat().st_mode & 0o077 for path in made} == {0}
