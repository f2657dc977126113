"""What a question is after, and the beginnings of its answers."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.questions import BEGINNINGS, GENERAL, INTENTS, WISHES, centroid, intent, topic, variants, wish
from tests.each import each

OF = {known.name: known for known in INTENTS}


@pytest.mark.ledger("RET-12")
@each(
    ("name", "vector", "lexical", "limit"),
    [
        ("factual", 0.6, 0.4, 10),
        ("temporal", 0.4, 0.6, 15),
        ("causal", 0.3, 0.3, 20),
        ("entity_profile", 0.5, 0.5, 15),
        ("preference", 0.5, 0.5, 10),
        ("general", 0.5, 0.5, 10),
    ],
)
def test_each_intent_has_its_weights_and_its_limit(name, vector, lexical, limit):
    known = OF[name]

    assert (known.vector, known.lexical, known.limit) == (vector, lexical, limit)


@pytest.mark.ledger("RET-12")
def test_each_intent_has_its_handling():
    assert OF["factual"].utility == 0.2
    assert OF["temporal"].by_valid_from
    assert OF["temporal"].with_superseded
    assert (OF["causal"].relations, OF["causal"].hops) == (("causes", "elaborates"), 2)
    assert (OF["entity_profile"].entity_hub, OF["entity_profile"].utility) == (True, 0.3)
    assert OF["preference"].categories == ("preference", "correction")


@each(
    ("question", "expected"),
    [
        ("Why did Ada leave the team?", "causal"),
        ("What caused the outage?", "causal"),
        ("How come Bob likes tea?", "causal"),
        ("なぜ会議が延期されたのですか", "causal"),
        ("Ada neden ayrıldı?", "causal"),
        ("When did Ada move?", "temporal"),
        ("What day is the launch?", "temporal"),
        ("How long has Bob lived here?", "temporal"),
        ("会議はいつですか", "temporal"),
        ("Toplantı ne zaman?", "temporal"),
        ("What does Bob like to eat?", "preference"),
        ("Ada's favourite colour?", "preference"),
        ("田中さんは何が好きですか", "preference"),
        ("Ali hangi çayı tercih eder?", "preference"),
        ("Who is Ada?", "entity_profile"),
        ("Tell me about Bob", "entity_profile"),
        ("田中さんってどんな人？", "entity_profile"),
        ("Ali kimdir?", "entity_profile"),
        ("What is the port of the server?", "factual"),
        ("Who is coming to the party?", "factual"),
        ("What happened when it crashed?", "factual"),
        ("サーバのポートは何番ですか", "factual"),
        ("Sunucu nerede?", "factual"),
        ("Let's go", "general"),
        ("お疲れ様", "general"),
        ("Hadi gidelim", "general"),
        ("", "general"),
    ],
)
def test_a_question_is_known_by_its_words(question, expected):
    assert intent(question).name == expected


@given(st.text(max_size=80))
def test_every_text_has_an_intent(text):
    assert intent(text) in INTENTS


@pytest.mark.ledger("RET-11")
@pytest.mark.parametrize("language", BEGINNINGS)
def test_every_language_has_two_or_three_templates_for_each_of_seven_wishes(language):
    templates = BEGINNINGS[language].templates

    assert set(templates) == {*WISHES, GENERAL.name}
    assert all(2 <= len(known) <= 3 for known in templates.values())
    assert all(template.count("{topic}") == 1 for known in templates.values() for template in known)


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
