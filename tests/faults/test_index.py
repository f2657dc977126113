"""An index may be damaged in any way at any moment: a sample; `python -m tests.faults --only index` takes all."""

from __future__ import annotations

import pytest

from tests.faults.index import Ground

pytestmark = pytest.mark.ledger("LOG-12", "RET-03")

SAMPLE = [
    ("text.sqlite3", "flipped", "closed"),
    ("text.sqlite3", "truncated", "open"),
    ("text.sqlite3-wal", "flipped", "killed"),
    ("vectors.sqlite3", "flipped", "closed"),
    ("data_level0.bin", "flipped", "closed"),
    ("header.bin", "flipped", "killed"),
    ("chroma.sqlite3", "flipped", "open"),
    ("chroma.sqlite3", "deleted", "closed"),
    ("manifest.json", "flipped", "closed"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("home")


@pytest.mark.timeout(600)  # a busy machine takes several times as long
async def test_a_damaged_index_costs_neither_an_answer_nor_a_memory(folder):
    ground = await Ground.prepare(folder, turns=100, questions=20)
    cases = [
        case
        for case in ground.cases()
        if any((case.file.endswith(file), case.damage, case.moment) == (True, how, when) for file, how, when in SAMPLE)
    ]

    outcomes = [await ground.outcome(case) for case in cases]

    assert len(cases) >= len(SAMPLE)
    assert [outcome for outcome in outcomes if not outcome.is_clean] == []
