"""Every theory is in the catalogue and can be checked by its docstring."""

from __future__ import annotations

from pathlib import Path

import memory.theories
from memory.theories.theory_table import THEORIES, theory_row


def test_every_theory_is_in_the_catalogue_and_tells_its_formula_and_source():
    modules = {file.stem for file in Path(memory.theories.__path__[0]).glob("*.py")} - {"__init__", "catalogue"}

    rows = [theory_row(theory) for theory in THEORIES]

    assert {one.name for one in rows} == modules
    assert all(one.idea and one.formula and one.source for one in rows)
