"""What to do with something that was heard."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.theories.similarity import encoding_decision
from tests.each import each

anything = st.floats(allow_nan=True, allow_infinity=True)


@pytest.mark.ledger("FOR-08")
@each(
    ("similarity", "importance", "expected"),
    [
        (0.0, 0.0, "create"),
        (0.6999, 0.1, "create"),
        (0.70, 0.6, "create"),
        (0.70, 0.59, "skip"),
        (0.7499, 0.59, "skip"),
        (0.7499, 1.0, "create"),
        (0.75, 0.1, "update"),
        (0.92, 1.0, "update"),
        (0.9201, 0.1, "reinforce"),
        (1.0, 1.0, "reinforce"),
    ],
)
def test_similarity_decides_and_in_the_gap_importance(similarity, importance, expected):
    assert encoding_decision(similarity, importance, contradicts=False) == expected


@pytest.mark.ledger("FOR-08")
@given(anything, anything)
def test_what_contradicts_supersedes_however_similar_it_is(similarity, importance):
    assert encoding_decision(similarity, importance, contradicts=True) == "supersede"


@given(anything, anything)
def test_only_a_contradiction_supersedes(similarity, importance):
    assert encoding_decision(similarity, importance, contradicts=False) in ("create", "skip", "update", "reinforce")


@pytest.mark.ledger("FOR-08")
@given(anything, st.floats(0.6, 1))
def test_nothing_important_is_skipped(similarity, importance):
    assert encoding_decision(similarity, importance, contradicts=False) != "skip"
