"""Files on their way to another machine: only what has changed goes, and what is laid down is what was put down."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path

import pytest

from memory.archive.home_travel import FileChange, FileDigest, TravellingFiles

pytestmark = pytest.mark.ledger("OPS-12")
LOG, NOTE = "animas/alice/activity_log/2026-11-24.jsonl", "animas/alice/knowledge/tea.md"


class Kept:
    """A database of files in memory."""

    def __init__(self) -> None:
        self.digests: dict[str, FileDigest] = {}
        self.pieces: dict[str, list[tuple[int, bytes]]] = {}

    def take(self, files: TravellingFiles) -> list[tuple[str, int, bytes | None]]:
        with closing(files.changes()) as changes:
            found = list(changes)
        for change in found:
            self._put(change)
        files.put_down({change.path: change.whole for change in found})
        return [(change.path, change.start, change.content) for change in found]

    def _put(self, change: FileChange) -> None:
        if not change.start:
            self.pieces.pop(change.path, None)
        if change.content is None or change.whole is None:
            self.digests.pop(change.path, None)
            return
        self.pieces.setdefault(change.path, []).append((change.start, change.content))
        self.digests[change.path] = change.whole

    def fetch(self, path: str, start: int) -> list[tuple[int, bytes]]:
        return [piece for piece in self.pieces[path] if piece[0] >= start]


def write(root: Path, name: str, content: bytes, how: str = "wb") -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    with (root / name).open(how) as file:
        file.write(content)


def contents(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_a_log_that_has_grown_goes_as_what_it_has_grown_by_up_to_its_last_whole_line(tmp_path: Path) -> None:
    files, kept = TravellingFiles(tmp_path), Kept()
    write(tmp_path, LOG, b"one\ntwo\n")
    kept.take(files)

    write(tmp_path, LOG, b"three\nfo", "ab")

    assert kept.take(files) == [(LOG, 8, b"three\n")]
    assert kept.take(files) == []
    write(tmp_path, LOG, b"ur\n", "ab")
    assert kept.take(files) == [(LOG, 14, b"four\n")]


def test_what_was_written_anew_or_changed_within_goes_whole_and_what_is_gone_is_told(tmp_path: Path) -> None:
    files, kept = TravellingFiles(tmp_path), Kept()
    write(tmp_path, LOG, b"one\ntwo\n")
    write(tmp_path, NOTE, b"green")
    kept.take(files)

    write(tmp_path, LOG, b"0ne\ntwo\nthree\n")
    (tmp_path / NOTE).unlink()

    assert sorted(kept.take(files)) == [(LOG, 0, b"0ne\ntwo\nthree\n"), (NOTE, 0, None)]


def test_what_is_of_one_machine_alone_stays(tmp_path: Path) -> None:
    kept = Kept()
    for name in ("config.json", "index/alice/text.sqlite3", "logs/fleet.log", "delivery.sqlite3", "fleet.lock"):
        write(tmp_path, name, b"x")
    for name in ("logs/audit.jsonl", "audit.head", "erasing/asked.json", "shared/people.jsonl"):
        write(tmp_path, name, b"x\n")

    kept.take(TravellingFiles(tmp_path, ["delivery.sqlite3"]))

    assert sorted(kept.digests) == ["audit.head", "erasing/asked.json", "logs/audit.jsonl", "shared/people.jsonl"]


def test_a_put_that_failed_is_made_up_for_by_the_next(tmp_path: Path) -> None:
    files, kept = TravellingFiles(tmp_path), Kept()
    write(tmp_path, LOG, b"one\n")
    kept.take(files)
    write(tmp_path, LOG, b"two\n", "ab")
    with closing(files.changes()) as lost:
        list(lost)

    write(tmp_path, LOG, b"three\n", "ab")

    assert kept.take(files) == [(LOG, 4, b"two\nthree\n")]


@pytest.mark.parametrize("seed", range(12))
def test_whatever_two_machines_do_in_turn_the_next_one_has_what_the_last_one_had(tmp_path: Path, seed: int) -> None:
    rng, kept = random.Random(seed), Kept()
    homes = [tmp_path / "a", tmp_path / "b"]
    machines = [TravellingFiles(home) for home in homes]
    for home in homes:
        home.mkdir()
    for _ in range(12):
        which = rng.randrange(2)
        if rng.random() < 0.3:
            machines[which] = TravellingFiles(homes[which])  # it was begun again
        machines[which].lay_down(kept.digests, kept.fetch)
        for _ in range(rng.randrange(4)):
            name, content = rng.choice((LOG, NOTE, "shared/people.jsonl")), b"%d\n" % rng.randrange(10**6)
            write(homes[which], name, content, rng.choice(("ab", "ab", "wb")))
            if rng.random() < 0.2:
                (homes[which] / name).unlink()
            if rng.random() < 0.5:
                kept.take(machines[which])
        kept.take(machines[which])

    machines[0].lay_down(kept.digests, kept.fetch)
    machines[1].lay_down(kept.digests, kept.fetch)

    assert contents(homes[0]) == contents(homes[1])
