"""What may not be done to the audit log unnoticed: rewriting what an erasure has left, cutting its end, removing it."""

from __future__ import annotations

import pytest

from config.diagnostics import examine
from config.home import Home
from memory.archive.audit_log import HEAD, AuditLog
from memory.erasure.erasure import Erasure
from memory.erasure.findings import ErasureRequest
from memory.erasure.rewriting import FILE_KINDS
from tests.bots.platform import Clock
from tests.rights.seeded import ADA, BOB

pytestmark = pytest.mark.ledger("OPS-05")


def _log(home, acts: int = 3) -> AuditLog:
    log = AuditLog(home / "logs", Clock())
    for number in range(acts):
        log.record(ADA if number % 2 else BOB, "command me", f"act {number}", "allowed")
    return log


@pytest.mark.audit("R5")
def test_what_an_erasure_has_left_of_an_entry_cannot_be_rewritten_unnoticed(tmp_path):
    log, path = _log(tmp_path), tmp_path / "logs" / "audit.jsonl"
    for _ in range(2):
        erasing = Erasure(tmp_path, Clock(), FILE_KINDS)
        erasing.ask(ErasureRequest(addresses=(ADA,)))
        erasing.carry_out()
    assert log.verify().problems == ()
    whole = path.read_bytes()

    for before, after in (
        (b'"act":"command me","before"', b'"act":"command no","before"'),
        (b'"own":', b'"who":"x","own":'),
    ):
        assert before in whole
        path.write_bytes(whole.replace(before, after, 1))
        assert any("erased entries" in problem for problem in log.verify().problems)


@pytest.mark.audit("A12")
@pytest.mark.parametrize("what", ["the last line", "log and seal", "the head", "the last line, its seal put back"])
async def test_neither_the_end_nor_the_whole_of_the_log_goes_without_a_word(tmp_path, what):
    log, path = _log(tmp_path, 2), tmp_path / "logs" / "audit.jsonl"
    two, seal = path.read_bytes(), (tmp_path / "logs" / "audit.seal").read_bytes()
    log.record(BOB, "command me", "the last act", "allowed")
    assert log.verify().problems == log.verify().notes == ()

    if what.startswith("the last line"):
        path.write_bytes(two)
    if what == "the last line, its seal put back":
        (tmp_path / "logs" / "audit.seal").write_bytes(seal)
    if what == "log and seal":
        path.unlink()
        (tmp_path / "logs" / "audit.seal").unlink()
    if what == "the head":
        (tmp_path / HEAD).unlink()
    told = log.verify().problems
    checked = next(one for one in await examine(Home(tmp_path), None, offline=False) if one.subject == "Audit log")
    log.record(BOB, "command me", "one more", "allowed")

    assert told
    assert checked.ok is False
    assert what == "the head" or log.verify().problems


def test_a_process_that_dies_between_seal_and_line_or_line_and_head_is_no_problem(tmp_path):
    log, path = _log(tmp_path, 2), tmp_path / "logs" / "audit.jsonl"
    two, head = path.read_bytes(), (tmp_path / HEAD).read_bytes()
    log.record(BOB, "command me", "the last act", "allowed")
    (tmp_path / HEAD).write_bytes(head)
    after_line = log.verify()
    path.write_bytes(two)
    after_seal = log.verify()

    assert after_line.problems == after_line.notes == ()
    assert after_seal.problems == ()
    assert after_seal.notes
