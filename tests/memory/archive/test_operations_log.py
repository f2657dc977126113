"""The operations log: one line a decision, full files put aside, errors that harm nothing."""

import json
from datetime import timedelta

import pytest

from memory.archive.files import Disk
from memory.archive.json_lines import Storage, redact_nothing
from memory.archive.operations_log import MOST_OPERATION_LETTERS, Operation, OperationsLog
from tests.memory.archive.stage import BERLIN, NOON, FailingDisk

pytestmark = pytest.mark.ledger("LOG-11")


def log_in(folder, disk=None, redact=redact_nothing, **knobs):
    storage = Storage(zone=BERLIN, disk=disk or Disk(), redact=redact)
    return OperationsLog(folder / "operations", storage, **knobs)


def noted(log, *operations):
    for operation in operations:
        log.note(operation)
    log.close()


def operation(number=0, **fields):
    return Operation(ts=NOON + timedelta(minutes=number), op="formation", input=f"asked {number}", **fields)


def test_a_decision_is_one_line_with_the_names_of_the_specification(tmp_path):
    log = log_in(tmp_path)
    noted(
        log,
        operation(
            output="2 facts",
            model="small",
            latency_ms=450,
            fallback=True,
            intent="technical",
            avg_relevance=0.7213,
            result_count=2,
            input_tokens=900,
            output_tokens=80,
        ),
    )

    (line,) = (tmp_path / "operations" / "ops-log.jsonl").read_text().splitlines()
    assert json.loads(line) == {
        "ts": "2026-11-20T13:00:00+01:00",
        "op": "formation",
        "input": "asked 0",
        "output": "2 facts",
        "model": "small",
        "latencyMs": 450,
        "success": True,
        "fallback": True,
        "intent": "technical",
        "avgRelevance": 0.721,
        "resultCount": 2,
        "inputTokens": 900,
        "outputTokens": 80,
    }


def test_long_texts_are_cut_after_the_secrets_are_gone(tmp_path):
    log = log_in(tmp_path, redact=lambda text: text.replace("hunter2", "***"))
    secret_at_the_cut = "a" * (MOST_OPERATION_LETTERS - 3) + "hunter2 and more"
    noted(log, Operation(ts=NOON, op="formation", input=secret_at_the_cut, output="x" * 900))

    (record,) = log.tail(1)
    assert record["input"] == "a" * (MOST_OPERATION_LETTERS - 3) + "***"
    assert len(record["output"]) == MOST_OPERATION_LETTERS == 200


def test_a_full_file_is_named_after_its_day_and_a_second_one_does_not_replace_it(tmp_path):
    log = log_in(tmp_path, limit_bytes=1)
    noted(log, *(operation(number) for number in range(4)))

    names = sorted(path.name for path in (tmp_path / "operations").iterdir() if path.suffix == ".jsonl")
    assert names == [
        "ops-log-2026-11-20.2.jsonl",
        "ops-log-2026-11-20.3.jsonl",
        "ops-log-2026-11-20.jsonl",
        "ops-log.jsonl",
    ]
    assert [record["input"] for record in log.tail(3)] == ["asked 1", "asked 2", "asked 3"]


def test_a_full_disk_harms_nothing_and_is_counted(tmp_path):
    log = log_in(tmp_path, disk=FailingDisk(at=1, lasts=10_000))
    noted(log, operation(1), operation(2))

    assert log.failed == 2
    assert log.tail(9) == []


def test_a_torn_line_is_mended_before_the_next_is_written(tmp_path):
    log = log_in(tmp_path)
    noted(log, operation(1))
    with (tmp_path / "operations" / "ops-log.jsonl").open("ab") as file:
        file.write(b'{"ts":"2026')
    noted(log, operation(2))

    assert [record["input"] for record in log.tail(9)] == ["asked 1", "asked 2"]


def test_many_notes_are_written_in_order_by_a_thread_that_ends(tmp_path):
    log = log_in(tmp_path)
    noted(log, *(operation(number) for number in range(30)))

    assert [record["input"] for record in log.tail(30)] == [f"asked {number}" for number in range(30)]
    assert log._writer is None
