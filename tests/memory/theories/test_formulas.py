"""Golden numbers, worked out by hand, and the laws that the formulas obey."""

from __future__ import annotations

from datetime import date, timedelta
from math import log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.theories import tokens
from memory.theories.ranking_signals import DaySpan, date_match, length, open_question, with_neighbours
from memory.theories.text_retrieval import bm25, inverse_document_frequency, rank_fusion, z_scores
from tests.each import each

numbers = st.floats(-1e6, 1e6)


@pytest.mark.ledger("RET-06")
def test_rank_fusion_counts_ranks_from_nought_with_k_sixty():
    fused = rank_fusion([["a", "b"], ["b", "c"]])

    assert fused == {"a": 1 / 61, "b": 1 / 62 + 1 / 61, "c": 1 / 62}


def test_z_scores_are_deviations_from_the_mean():
    assert z_scores([1.0, 3.0]) == [-1.0, 1.0]
    assert z_scores([2.0, 4.0, 9.0]) == pytest.approx([(x - 5) / sqrt(26 / 3) for x in (2, 4, 9)])
    assert z_scores([7.0, 7.0]) == [0.0, 0.0]
    assert z_scores([]) == []


@given(st.lists(numbers, min_size=1, max_size=30), st.floats(0.01, 1e3), numbers)
def test_z_scores_do_not_depend_on_the_unit(values, factor, shift):
    if max(values) - min(values) > 1e-2:
        assert z_scores([x * factor + shift for x in values]) == pytest.approx(z_scores(values), abs=1e-2)


def test_bm25_is_okapis():
    idf = inverse_document_frequency(documents=10, containing=2)

    assert idf == pytest.approx(log(1 + 8.5 / 2.5))
    assert bm25([(idf, 3)], length=20, mean_length=10) == pytest.approx(idf * 3 * 2.2 / (3 + 1.2 * 1.75))
    assert bm25([(idf, 0)], length=20, mean_length=10) == 0
    assert bm25([], length=0, mean_length=0) == 0


def test_length_is_logarithmic_and_ends_at_a_page():
    assert length(0) == 0
    assert length(100) == pytest.approx(log(101) / log(2001))
    assert length(50_000) == 1


def test_neighbours_lend_four_tenths_and_two_tenths():
    assert with_neighbours(1.0, 2.0, -1.0) == pytest.approx(1.6)
    assert with_neighbours(1.0, None, None) == 1.0


def test_a_date_matches_inside_its_span_and_less_and_less_after_it():
    may = DaySpan(date(2023, 5, 1), date(2023, 5, 31))

    assert date_match(date(2023, 5, 1), (may,)) == 1
    assert date_match(date(2023, 6, 1), (may,)) == 0.75
    assert date_match(date(2023, 6, 4), (may,)) == 0
    assert date_match(date(2023, 4, 30), (may,)) == 0
    assert date_match(date(2024, 5, 9), (may,)) == 0
    assert date_match(date(2024, 5, 9), (DaySpan(may.first, may.last, yearly=True),)) == 1
    assert date_match(date(2023, 5, 1), ()) == 0


@given(st.dates(date(1950, 1, 1), date(2100, 1, 1)), st.integers(0, 400), st.booleans(), st.dates())
def test_a_date_match_stays_between_nought_and_one(first, days, yearly, said):
    assert 0 <= date_match(said, (DaySpan(first, first + timedelta(days=days), yearly),)) <= 1


@each(
    ("text", "expected"),
    [
        ("Where?", 1),
        ("どこ？", 1),
        ('He said "why?"', 1),
        ("Like it? [image: a cat]", 1),
        ("Why? Because.", 0),
        ("", 0),
    ],
)
def test_an_open_question_ends_by_asking(text, expected):
    assert open_question(text) == expected


@pytest.mark.ledger("PRI-06")
def test_tokens_are_a_quarter_of_the_characters_and_one_for_each_of_cjk():
    assert tokens.count_tokens("") == 0
    assert tokens.count_tokens("four") == 1
    assert tokens.count_tokens("fives") == 2
    assert tokens.count_tokens("会議は東京") == 5
    assert tokens.count_tokens("会議 ok") == 3


@given(st.text(max_size=200), st.integers(0, 60))
def test_a_cut_text_fits_and_is_a_beginning(text, budget):
    short = tokens.cut_to_tokens(text, budget)

    assert tokens.count_tokens(short) <= budget
    assert text == short or text.startswith(short.removesuffix("…"))
