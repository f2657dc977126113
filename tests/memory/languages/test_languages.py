"""The analyser and the dates that questions name."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.language.analyser import fold, query_terms, terms
from memory.language.dating.said_dates import asked_days
from memory.language.pack_tables import words_of
from tests.each import each

FRIDAY = date(2026, 11, 20)


@pytest.mark.ledger("RET-05")
@each(
    ("text", "expected"),
    [
        ("Hello, World 42", ["hello", "world", "42"]),
        ("東京会議", ["東京", "京会", "会議"]),
        ("私", ["私"]),
        ("Slackで会議", ["slack", "で会", "会議"]),
        ("ＡＢＣ", ["abc"]),
        ("IŞIK ışık İstanbul", ["isik", "isik", "istanbul"]),
        ("naïve café", ["naive", "cafe"]),
        ("ガ", ["ガ"]),
        ("snake_case", ["snake", "case"]),
        ("", []),
    ],
)
def test_text_becomes_the_terms_that_it_is_found_by(text, expected):
    assert terms(text) == expected


@given(st.text(max_size=80))
def test_folding_twice_is_folding_once_and_case_does_not_matter(text):
    assert terms(fold(text)) == terms(text)


@given(st.text(max_size=80))
def test_every_text_with_terms_can_be_asked_for(text):
    assert bool(query_terms(text)) == bool(terms(text))


def test_a_question_keeps_only_what_says_something():
    assert query_terms("When did Caroline go to the support group?") == ["caroline", "go", "support", "group"]
    assert query_terms("会議はいつですか") == ["会議", "議は"]
    assert query_terms("what is it") == ["what", "is", "it"]


@each(
    ("question", "first", "last"),
    [
        ("on 8 May 2023", "2023-05-08", "2023-05-08"),
        ("on May 8, 2023", "2023-05-08", "2023-05-08"),
        ("the 8th of May 2023", "2023-05-08", "2023-05-08"),
        ("in May 2023", "2023-05-01", "2023-05-31"),
        ("am 21.01.2024", "2024-01-21", "2024-01-21"),
        ("2023-05-08?", "2023-05-08", "2023-05-08"),
        ("2023年5月8日に何を", "2023-05-08", "2023-05-08"),
        ("2023年5月", "2023-05-01", "2023-05-31"),
        ("8 Mayıs 2023'te", "2023-05-08", "2023-05-08"),
        ("what did I say yesterday?", "2026-11-19", "2026-11-19"),
        ("昨日の会議", "2026-11-19", "2026-11-19"),
        ("dün ne yaptık", "2026-11-19", "2026-11-19"),
        ("last week", "2026-11-09", "2026-11-15"),
        ("先月", "2026-10-01", "2026-10-31"),
    ],
)
def test_a_named_day_is_understood(question, first, last):
    assert [(span.first.isoformat(), span.last.isoformat(), span.yearly) for span in asked_days(question, FRIDAY)] == [
        (first, last, False)
    ]


@pytest.mark.parametrize("question", ["in May", "on 8 May", "5月8日"])
def test_a_day_without_a_year_is_that_of_any_year(question):
    assert [span.yearly for span in asked_days(question, FRIDAY)] == [True]


@each("question", ["What may I do?", "31 June 2023", "Who marches?", "version 3.14", "may 2 people come", ""])
def test_what_is_unsure_or_impossible_names_no_certain_day(question):
    assert all(span.first.year == FRIDAY.year and span.yearly for span in asked_days(question, FRIDAY))


@given(st.text(max_size=60))
def test_any_text_can_be_asked_for_its_days(text):
    assert all(span.first <= span.last for span in asked_days(text, FRIDAY))


def test_packs_hold_their_words_in_folded_form():
    for name in ("stop_words", "question_words", "greetings", "acknowledgements", "requests", "question_endings"):
        for word in words_of("words", name):
            assert fold(word) == word
