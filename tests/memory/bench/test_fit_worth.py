"""The table of weights is what the fitting makes of the labelled messages, and nothing held out is among them."""

import pytest

from memory.bench.fit_worth import rows, table
from memory.bench.labelled import practice, read
from memory.encoding import worth

pytestmark = pytest.mark.ledger("FOR-03", "FOR-07")


def test_what_is_practised_on_is_not_what_is_held_out():
    held_out = {one.text for one in read("held_out")}

    assert not held_out & {one.text for one in practice()}
    assert len({one.id for one in practice()}) == len(practice()) > 3000


def test_shares_of_all_categories_add_up_to_one():
    found = worth.shares({"=": 1.0, "question": 1.0, "a word that nobody said": 1.0})

    assert sum(found.values()) == pytest.approx(1)
    assert set(found) == {"correction", "decision", "entity", "fact", "none", "plan", "preference"}


def test_a_table_is_fitted_to_what_is_labelled():
    pytest.importorskip("sklearn")
    lines = table(rows(practice()[:120])).splitlines()

    assert lines[0].split("\t")[0] == "feature"
    assert {line.split("\t")[0] for line in lines} > {"for fact", "rules none", "question"}
