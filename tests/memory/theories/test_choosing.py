"""Likeness of texts, co-activation and the doubt about a source."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.theories import association, ranking_signals
from memory.theories.text_retrieval import text_cosine

share = st.floats(0, 1)
words = st.lists(st.sampled_from("abcde"), max_size=12)


@pytest.mark.ledger("RET-10")
def test_texts_are_alike_by_their_words():
    assert text_cosine(["a", "b"], ["b", "c"]) == pytest.approx(0.5)
    assert text_cosine(["a", "a", "b"], ["a"]) == pytest.approx(2 / sqrt(5))
    assert text_cosine(["a"], ["b"]) == 0
    assert text_cosine([], ["b"]) == 0


@given(words, words)
def test_likeness_of_texts_has_no_direction_and_is_whole_with_itself(one, other):
    assert text_cosine(one, other) == pytest.approx(text_cosine(other, one))
    assert text_cosine(one, one) == pytest.approx(1.0 if one else 0.0)


@pytest.mark.ledger("RET-16")
def test_being_together_adds_two_per_cent_of_stability_and_only_the_first_eight_are():
    assert association.coactivated_stability_days(10.0) == pytest.approx(10.2)
    assert [association.used_together(["a"] * many) for many in (0, 1, 2, 8, 500)] == [0, 0, 2, 8, 8]


@pytest.mark.ledger("RET-17")
def test_a_doubtful_source_is_ranked_down_and_never_out():
    assert ranking_signals.source_doubt(0.3) == 0
    assert ranking_signals.source_doubt(0.9) == 0
    assert ranking_signals.source_doubt(0.15) == pytest.approx(0.5)
    assert ranking_signals.source_doubt(0.0) == 1
    assert ranking_signals.source_factor(0.15) == pytest.approx(0.75)
    assert ranking_signals.source_factor(0.0) == 0.5


@given(share, share)
def test_a_surer_source_never_stands_lower(one, other):
    less, more = sorted((one, other))

    assert 0 <= ranking_signals.source_doubt(more) <= ranking_signals.source_doubt(less) <= 1
