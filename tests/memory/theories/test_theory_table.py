"""Every theory is in the table and can be checked by what it tells."""

from __future__ import annotations

from pathlib import Path

import memory.theories
from memory.theories.theory_table import theory_rows


def test_every_theory_is_in_the_table_and_tells_its_formula_and_source():
    folder = Path(memory.theories.__path__[0])
    files = [file for file in folder.glob("*.py") if file.stem not in ("__init__", "theory_table")]
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    told = [line for line in lines if line.lstrip("# ").startswith("Formula ")]

    rows = theory_rows()

    assert {row.module for row in rows} == {file.stem for file in files}
    assert len(rows) == len(told)
    assert len({row.name for row in rows}) == len(rows)
    assert all(row.name and row.idea and row.formula and row.source for row in rows)
