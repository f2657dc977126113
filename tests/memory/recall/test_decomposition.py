"""Compound questions come apart, others stay whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.recall.decomposition import MOST_PARTS, decompose
from tests.each import each


@pytest.mark.ledger("RET-13")
@each(
    ("question", "parts"),
    [
        ("Where does Ada live? Who is Bob?", ["Where does Ada live?", "Who is Bob?"]),
        ("Where does Ada live? When did she move?", ["Where does Ada live?", "When did she move? Ada"]),
        ("When did Ada move and where does she live?", ["When did Ada move", "where does she live? Ada"]),
        ("What do Ada and Bob like?", ["What do Ada like?", "What do Bob like?"]),
        ("Did Ada, Bob and Carol come?", ["Did Ada come?", "Did Bob come?", "Did Carol come?"]),
        ("Ada nereye taşındı ve ne zaman evlendi?", ["Ada nereye taşındı", "ne zaman evlendi? Ada"]),
        ("Ali ve Veli ne sever?", ["Ali ne sever?", "Veli ne sever?"]),
        ("Ali ile Veli ne sever?", ["Ali ne sever?", "Veli ne sever?"]),
        ("What are Ada and Bob's hobbies?", ["What are Ada's hobbies?", "What are Bob's hobbies?"]),
        ("What is Ada's job and where does she live?", ["What is Ada's job", "where does she live? Ada"]),
        ("田中さんと佐藤さんは何が好きですか", ["田中さんは何が好きですか", "佐藤さんは何が好きですか"]),
        ("田中さんはどこですか。そして会議はいつですか", ["田中さんはどこですか。", "会議はいつですか 田中さん"]),
    ],
)
def test_a_compound_question_comes_apart(question, parts):
    assert list(decompose(question)) == parts


@pytest.mark.ledger("RET-13")
@each(
    "question",
    [
        "Where does Ada live?",
        "What is rock and roll?",
        "What is the name and the date of the party?",
        "What did Ada and Bob do together?",
        "Do Ada and Bob have the same hobby?",
        "When and where did Ada move?",
        "Really? Where is the report?",
        "When did Ada go on a hike and have a bad time?",
        "What does Ada carry and is proud of?",
        "How did Ada deal with doubts and stress when she was young?",
        "Ali ile Veli arasında ne oldu?",
        "東京と大阪はどこですか",
        "田中さんと佐藤さんは一緒に何をしましたか",
        "",
    ],
)
def test_what_is_not_surely_compound_stays_whole(question):
    assert decompose(question) == (question,)


@pytest.mark.ledger("RET-13")
def test_there_are_four_parts_at_most_and_nothing_is_lost():
    question = "Who is Ada? Who is Bob? Who is Carol? Who is Dan? Who is Eve?"

    parts = decompose(question)

    assert len(parts) == MOST_PARTS
    assert " ".join(parts) == question


@given(st.text(alphabet="Ada Bob and ve? 何と、さん,", max_size=60))
def test_any_text_has_one_to_four_parts(text):
    assert 1 <= len(decompose(text)) <= MOST_PARTS
