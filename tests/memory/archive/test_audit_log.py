"""The audit log: what is written stays, and whatever else becomes of it is found and named."""

import json
from datetime import UTC, datetime

import pytest

from memory.archive.audit_log import AuditLog
from memory.archive.files import Disk
from memory.vocabulary.errors import StorageFault

NOW = datetime(2026, 11, 22, 9, 0, tzinfo=UTC)


@pytest.fixture
def log(tmp_path):
    return AuditLog(tmp_path, lambda: NOW, redact=lambda text: text.replace("s3cret", "***"))


def written(log, tmp_path, acts=5):
    for number in range(1, acts + 1):
        log.record("console:ada", f"act {number}", f"thing {number}", "done", place="slack:T1/C1")
    return (tmp_path / "audit.jsonl").read_bytes().splitlines(keepends=True)


def tampered(tmp_path, lines):
    (tmp_path / "audit.jsonl").write_bytes(b"".join(lines))


@pytest.mark.ledger("OPS-05")
def test_what_is_recorded_can_be_read_and_is_well(log, tmp_path):
    written(log, tmp_path)

    last = next(log.newest())
    assert (last.number, last.at, last.who, last.act, last.what, last.outcome, last.place) == (
        5, NOW, "console:ada", "act 5", "thing 5", "done", "slack:T1/C1",
    )  # fmt: skip
    assert (log.verify().entries, log.verify().problems, log.verify().notes) == (5, (), ())


@pytest.mark.ledger("OPS-02")
def test_no_secret_is_recorded(log, tmp_path):
    log.record("console:ada", "config set", "token s3cret")

    assert b"s3cret" not in (tmp_path / "audit.jsonl").read_bytes()


@pytest.mark.ledger("OPS-05")
@pytest.mark.parametrize("at", range(5))
def test_a_changed_entry_is_named(log, tmp_path, at):
    lines = written(log, tmp_path)
    lines[at] = lines[at].replace(b"thing", b"THING")
    tampered(tmp_path, lines)

    assert log.verify().problems == (f"entry {at + 1} was changed after it was written",)


@pytest.mark.ledger("OPS-05")
@pytest.mark.parametrize(("gone", "words"), [
    (slice(0, 1), "entry 1 is not there: removed before entry 2"),
    (slice(1, 3), "entries 2 to 3 are not there: removed before entry 4"),
    (slice(3, 5), "entries 4 to 5 are not there: removed at the end"),
    (slice(0, 5), "entries 1 to 5 are not there: removed at the end"),
])  # fmt: skip
def test_removed_entries_are_named(log, tmp_path, gone, words):
    lines = written(log, tmp_path)
    del lines[gone]
    tampered(tmp_path, lines)

    assert log.verify().problems == (words,)


@pytest.mark.ledger("OPS-05")
def test_reordered_entries_are_named(log, tmp_path):
    lines = written(log, tmp_path)
    lines[1], lines[2] = lines[2], lines[1]
    tampered(tmp_path, lines)

    assert "entry 2 stands in the wrong place (line 3)" in log.verify().problems


@pytest.mark.ledger("OPS-05")
def test_an_entry_that_another_hand_appended_is_named_even_where_its_hash_is_right(log, tmp_path):
    lines = written(log, tmp_path)
    forged = {"n": 6, "ts": NOW.isoformat(), "who": "console:ada", "act": "approved", "before": log.verify().head}
    tampered(tmp_path, [*lines, json.dumps(forged).encode() + b"\n"])

    assert log.verify().problems == ("entry 6 is of another hand: appended after the end",)


@pytest.mark.ledger("OPS-05")
@pytest.mark.parametrize("hand", ["cut", "changed", "appended"])
def test_the_next_act_hides_no_tampering(log, tmp_path, hand):
    lines = written(log, tmp_path)
    forged = b'{"n":6,"who":"console:eve","act":"approved"}\n'
    changed = lines[4].replace(b"act", b"ACT")
    hands = {"cut": lines[:3], "changed": [*lines[:4], changed], "appended": [*lines, forged]}
    tampered(tmp_path, hands[hand])

    log.record("console:ada", "later")

    assert any("the log ended with entry 5" in problem for problem in log.verify().problems)


@pytest.mark.ledger("OPS-05")
def test_a_death_while_writing_is_told_as_one_and_the_chain_goes_on(log, tmp_path):
    lines = written(log, tmp_path)
    tampered(tmp_path, [*lines[:4], lines[4][:20]])  # the seal was down, the line was torn
    assert log.verify().notes == ("entry 5 is not there: the process died while it was written, or it was cut",)

    log.record("console:ada", "later")

    found = log.verify()
    assert (found.entries, found.problems) == (6, ())
    assert found.notes[0].startswith("entry 5: entry 5 (")
    assert [entry.act for entry in log.newest()][:2] == ["later", "audit gap"]


@pytest.mark.ledger("OPS-05")
def test_a_full_disk_leaves_the_log_as_it_was(tmp_path):
    class Full(Disk):
        def write(self, fd, data):
            if b"second" in bytes(data):
                raise OSError(28, "No space left on device")
            return super().write(fd, data)

    log = AuditLog(tmp_path, lambda: NOW, disk=Full())
    log.record("console:ada", "first")

    with pytest.raises(StorageFault):
        log.record("console:ada", "second")
    log.record("console:ada", "third")

    assert [entry.act for entry in log.newest()] == ["third", "first"]
    assert (log.verify().problems, log.verify().notes) == ((), ())


@pytest.mark.ledger("OPS-05")
def test_two_writers_of_one_log_keep_one_chain(log, tmp_path):
    other = AuditLog(tmp_path, lambda: NOW)
    for _ in range(3):
        log.record("console:ada", "here")
        other.record("console:bob", "there")

    assert (log.verify().entries, log.verify().problems) == (6, ())
