"""What the log promises when a process dies, a disk fills up or a line is damaged."""

from __future__ import annotations

import json
import resource
import shutil
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.archive.activity_log import ActivityLog
from memory.archive.files import Files
from memory.archive.json_lines import Quarantine, Storage
from memory.vocabulary.errors import StorageFault
from tests.forked import Forked
from tests.memory.archive.stage import BERLIN, DAY, FailingDisk, ids, log_in, said


def kept(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted(folder.rglob("*.quarantine"))]


@pytest.mark.ledger("LOG-01", "LOG-12")
def test_the_log_cut_at_every_byte_keeps_each_whole_record_and_the_fragment(tmp_path) -> None:
    first = log_in(tmp_path / "whole")
    first.append_many([said(number, "日本" * number) for number in range(4)])
    whole = (tmp_path / "whole/activity_log/2026-11-20.jsonl").read_bytes()
    start = whole.index(b"\n") + 1
    for cut in range(start, len(whole) + 1):
        home = tmp_path / str(cut)
        (home / "activity_log").mkdir(parents=True)
        (home / "activity_log/2026-11-20.jsonl").write_bytes(whole[:cut])
        log = log_in(home)

        log.append(said(9))

        # A record that lacks only its newline is whole.
        complete = sum(1 for line in whole[:cut].split(b"\n") if line.endswith(b"}}"))
        fragment = whole[:cut].rpartition(b"\n")[2]
        assert ids(log) == [*[f"slack:{n}" for n in range(complete)], "slack:9"], cut
        assert kept(home) == ([fragment] if fragment and not fragment.endswith(b"}}") else []), cut


@pytest.mark.ledger("LOG-01")
@pytest.mark.parametrize(
    ("damage", "whole"),
    [
        (b"\x00" * 40, []),
        (b'{"ts":"2026-11-20T12:00:00+01:00","type":"err\xff"}', []),
        (b"not json", []),
        (b"[1]", []),
        (b"[" * 100_000, []),
        (b'{"ts":"yesterday","type":"error"}', []),
        (b'{"ts":"2026-11-20T12:00:00+01:00","cont', ["glued"]),
        (b'{"ts":"2026-11-20T12:00:00+01:00","type":"error","meta":{"id":"before"}}', ["before", "glued"]),
    ],
    ids=range(8),
)
def test_a_damaged_line_costs_only_itself(tmp_path, damage, whole) -> None:
    log_in(tmp_path).append(said(1))
    glued = b'{"ts":"2026-11-20T12:00:00+01:00","type":"error","content":"{\\"ts\\":1","meta":{"id":"glued"}}'
    path = tmp_path / "activity_log/2026-11-20.jsonl"
    line = damage + (glued if whole else b"")
    path.write_bytes(path.read_bytes() + line + b"\n")
    log = log_in(tmp_path)
    log.append(said(2))

    expected = ["slack:1", *whole, "slack:2"]
    assert ids(log) == ids(log) == expected
    assert log.broken[DAY] == 1
    assert kept(tmp_path) == [line]
    assert [event.id for event in log.pointed_at(log.pointer(said(2)))] == ["slack:2"]


@pytest.mark.ledger("LOG-01")
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_flipped_bit_costs_at_most_the_record_it_is_in(tmp_path, data) -> None:
    folder = tmp_path / "flipped/activity_log"
    shutil.rmtree(folder, ignore_errors=True)
    log_in(folder.parent).append_many([said(number, "日本") for number in range(4)])
    path = folder / "2026-11-20.jsonl"
    content = bytearray(path.read_bytes())
    bit = data.draw(st.integers(0, len(content) * 8 - 1))
    content[bit // 8] ^= 1 << bit % 8
    path.write_bytes(content)

    hit = content[: bit // 8].count(b"\n")

    others = {f"slack:{number}" for number in range(4) if number != hit}
    assert others <= set(ids(log_in(folder.parent)))


def test_the_fragment_goes_to_the_home_where_one_is_given(tmp_path) -> None:
    (tmp_path / "log").mkdir()
    (tmp_path / "log/2026-11-20.jsonl").write_bytes(b'{"ts":"20')
    quarantine = Quarantine(files=Files(tmp_path / "quarantine"), owner="alice")

    ActivityLog(tmp_path / "log", Storage(zone=BERLIN, quarantine=quarantine))

    (found,) = (tmp_path / "quarantine").iterdir()
    assert found.name.startswith("alice.2026-11-20.jsonl.")
    assert found.read_bytes() == b'{"ts":"20'


@pytest.mark.ledger("LOG-01")
@pytest.mark.parametrize("with_torn_tail", [False, True])
def test_the_state_is_the_one_before_or_after_whichever_call_fails(tmp_path, with_torn_tail) -> None:
    for at in range(1, 40):
        home = tmp_path / str(at)
        log_in(home).append(said(1))
        path = home / "activity_log/2026-11-20.jsonl"
        disk = FailingDisk(10**9)
        log = log_in(home, disk)
        if with_torn_tail:
            path.write_bytes(path.read_bytes() + b'{"ts":"torn')
        disk._fails = range(disk.calls + at, disk.calls + at + 1)
        try:
            log.append_many([said(2), said(3)])
        except StorageFault:
            assert ids(log_in(home)) == ["slack:1"]
            assert log.append_many([said(2), said(3)]) == [True, True]

        assert ids(log_in(home)) == ["slack:1", "slack:2", "slack:3"]
        assert kept(home) == ([b'{"ts":"torn'] if with_torn_tail else [])
        if disk.calls < at:
            return
    pytest.fail("the calls were not exhausted")


@pytest.mark.ledger("LOG-01")
def test_a_disk_that_stays_full_is_told_and_harms_nothing(tmp_path) -> None:
    log_in(tmp_path).append(said(1))
    log = log_in(tmp_path, FailingDisk(1, lasts=10**6))

    with pytest.raises(StorageFault):
        log.append(said(2))

    assert ids(log) == ["slack:1"]
    assert ids(log_in(tmp_path)) == ["slack:1"]


def test_a_full_disk_does_not_keep_anybody_from_reading(tmp_path) -> None:
    log_in(tmp_path).append(said(1))
    path = tmp_path / "activity_log/2026-11-20.jsonl"
    path.write_bytes(path.read_bytes() + b"broken\n")

    assert ids(log_in(tmp_path, FailingDisk(1, lasts=10**6))) == ["slack:1"]


@pytest.mark.ledger("LOG-01")
def test_a_file_size_limit_raises_a_fault_and_leaves_the_log_as_it_was(tmp_path) -> None:
    def full(tell) -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (3000, resource.RLIM_INFINITY))
        log = log_in(tmp_path)
        path = tmp_path / "activity_log/2026-11-20.jsonl"
        log.append(said(1, "x" * 1000))
        before = path.read_bytes()
        try:
            log.append(said(2, "x" * 5000))
        except StorageFault:
            tell(f"fault {path.read_bytes() == before}")
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        tell(log.append(said(2, "x" * 5000)))

    child = Forked(full)

    assert child.rest() == ["fault", "True", "True"]
    assert ids(log_in(tmp_path)) == ["slack:1", "slack:2"]
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


@pytest.mark.ledger("LOG-01")
def test_nothing_that_was_acknowledged_is_lost_by_kill_9(tmp_path) -> None:
    acknowledged: list[str] = []
    for run in range(20):
        child = Forked(lambda tell, first=run * 1000: append_many(tmp_path, first, tell))
        acknowledged += [child.line() for _ in range(1 + run % 5)]
        child.kill()
        acknowledged += child.rest()

    found = ids(log_in(tmp_path))
    assert len(found) == len(set(found))
    assert {f"slack:{number}" for number in acknowledged if number} <= set(found)
    assert all(json.loads(line) for line in (tmp_path / "activity_log/2026-11-20.jsonl").read_bytes().splitlines())


def append_many(home, first: int, tell) -> None:
    log = log_in(home)
    for number in range(first, first + 1000):
        log.append(said(number, "y" * 20_000, minutes=number / 10_000))
        tell(number)


def test_only_the_owner_can_read_the_log(tmp_path) -> None:
    log_in(tmp_path / "home/animas/alice").append(said(1))

    modes = {path.stat().st_mode & 0o777 for path in tmp_path.rglob("*.jsonl")}
    assert modes == {0o600}
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "home").rglob("*") if path.is_dir()} == {0o700}
