"""Nothing lies about that the product does not use; and no test claims a row of the ledgers for such a thing."""

import ast

from tests.architecture import reach

ROOT = reach.ROOT

#: What is not reached, and what it waits for. Whoever builds that takes the line out.
WAITS: dict[str, str] = {
    "memory.theories.truth.was_true": "nothing: tests measure by it",
    "adapters.models.scripted": "nothing: a model for tests and for `bench prompt`, which passes the suite of its port",
    "memory.recall.pipeline.Recall.considered": "nothing: `bench ablation` ranks what it gathers",
    "bench.formulas.base_level": "nothing: RET-08 wants the full form beside the one that `cognitive` writes",
    "memory.index.keeper.IndexBackground.is_at_work_for": "nothing: tests wait by it",
}


def test_no_module_lies_about_that_nothing_leads_to():
    assert reach.unreached_modules() - WAITS.keys() == set()


def test_nothing_public_lies_about_that_nothing_names():
    waiting = reach.unreached_modules() | WAITS.keys()
    found = {name for name in reach.unreached_names() if not any(name.startswith(prefix) for prefix in waiting)}

    assert found == set()


def test_the_list_of_what_waits_holds_nothing_that_is_reached():
    assert WAITS.keys() - reach.unreached_modules() - reach.unreached_names() == set()  # take the line out


def claims(tree):
    """(test, rows) of each test with a ledger marker."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            rows = [
                argument.value
                for mark in node.decorator_list
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.ledger"
                for argument in mark.args
            ]
            if rows:
                yield node, rows


def meant(tree):
    """Local name → what of the product it means."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in reach.PACKAGES
        for alias in node.names
    }


def test_no_row_is_claimed_through_code_that_nothing_calls():
    dead = tuple(reach.unreached_modules() | reach.unreached_names())
    found = []
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        names = meant(tree)
        for test, rows in claims(tree):
            used = {names[node.id] for node in ast.walk(test) if isinstance(node, ast.Name) and node.id in names}
            lifeless = [name for name in used if name.startswith(dead) and name not in HELPFUL]
            found += [(file.name, test.name, rows, lifeless)] if lifeless else []

    assert found == []


#: Used by tests to wait, or as a stand-in for a port: no row is claimed through them.
HELPFUL = {"adapters.models.scripted.ScriptedModel", "adapters.models.scripted"}
