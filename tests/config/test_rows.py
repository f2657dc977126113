"""Each row of what the fleet is to do has a test that claims it, and docs/research/rows.md names one that does."""

import re

from tests.rows import HEAD, PAGE, ROOT, TESTS, titles

CLAIM = re.compile(r"mark\.ledger\(([^)]*)\)")
ROW = re.compile(r"[A-Z]{3}-\d\d")


def claims(text):
    return {row for rows in CLAIM.findall(text) for row in ROW.findall(rows)}


def test_every_row_is_claimed_by_a_test_and_every_claim_is_a_row():
    claimed = set().union(*(claims(file.read_text(encoding="utf-8")) for file in TESTS.rglob("test_*.py")))

    assert titles().keys() - claimed == set()
    assert claimed - titles().keys() == set()


def test_the_page_names_for_each_row_a_test_that_claims_it():
    lines = PAGE.read_text(encoding="utf-8").partition(HEAD)[2].splitlines()
    told = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]

    assert {row: title for row, title, *_ in told} == titles()
    for row, _, _, test in told:
        file, _, name = test.strip("`").partition("::")
        text = (ROOT / file).read_text(encoding="utf-8")
        assert f"def {name}(" in text, f"{row}: run python -m tests.rows --write"
        assert row in claims(text), f"{row}: run python -m tests.rows --write"
