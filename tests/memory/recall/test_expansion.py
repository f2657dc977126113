"""A question with the beginnings of its answers."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.languages.catalogue import LANGUAGES
from memory.recall.expansion import GENERAL, WISHES, centroid, topic, variants, wish
from tests.each import each


@pytest.mark.ledger("RET-11")
@pytest.mark.parametrize("pack", LANGUAGES, ids=lambda pack: pack.code)
def test_every_language_has_two_or_three_templates_for_each_of_seven_wishes(pack):
    assert set(pack.templates) == {*WISHES, GENERAL}
    assert len(pack.templates) == 7
    assert all(2 <= len(templates) <= 3 for templates in pack.templates.values())
    assert all(template.count("{topic}") == 1 for templates in pack.templates.values() for template in templates)


@pytest.mark.ledger("RET-11")
@each(
    ("question", "expected"),
    [
        ("What is a lane?", "definition"),
        ("How do I restart the server?", "howto"),
        ("Why did we choose SQLite?", "reasoning"),
        ("Where is the report?", "lookup"),
        ("The deploy fails with an error", "technical"),
        ("What food do you prefer?", "preference"),
        ("Ada and the weather", "general"),
        ("レーンとは何ですか", "definition"),
        ("再起動の方法を教えて", "howto"),
        ("東京はどこですか", "lookup"),
        ("Şerit nedir?", "definition"),
        ("Sunucuyu nasıl yeniden başlatırım?", "howto"),
        ("Rapor nerede?", "lookup"),
    ],
)
def test_the_wish_of_a_question_is_known_by_its_words(question, expected):
    assert wish(question) == expected


@pytest.mark.ledger("RET-11")
def test_variants_begin_answers_in_the_language_of_the_question():
    assert "lane means" in variants("What is a lane?")
    assert "東京の場所は" in variants("東京はどこですか？")
    assert "Rapor şurada" in variants("Rapor nerede?")
    assert variants("What is it?") == ()


def test_the_topic_is_the_question_without_what_makes_it_one():
    assert topic("Where is the quarterly report?") == "quarterly report"
    assert topic("レーンとは何ですか") == "レーン"
    assert topic("Şerit nedir?") == "Şerit"
    assert topic("The deploy fails with an error") == "deploy fails error"


@pytest.mark.ledger("RET-11")
def test_the_centroid_is_the_direction_between_the_vectors():
    assert centroid([[1, 0], [0, 1]]) == pytest.approx([1 / sqrt(2), 1 / sqrt(2)])
    assert centroid([[0, 3.0]]) == [0, 1]
    assert centroid([[1.0], [-1.0]]) == [0]
    with pytest.raises(ValueError, match="no vectors"):
        centroid([])
    with pytest.raises(ValueError):
        centroid([[1, 0], [1]])


@given(st.text(max_size=80))
def test_any_text_can_be_expanded(text):
    assert len(variants(text)) <= 3
