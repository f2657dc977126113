"""What a question is after, and how it is searched for then."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.recall.intent import INTENTS, intent, named
from tests.each import each


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
    known = named(name)

    assert known is not None
    assert (known.vector, known.lexical, known.limit) == (vector, lexical, limit)


@pytest.mark.ledger("RET-12")
def test_each_intent_has_its_handling():
    of = {known.name: known for known in INTENTS}

    assert of["factual"].utility == 0.2
    assert of["temporal"].by_valid_from
    assert of["temporal"].with_superseded
    assert (of["causal"].relations, of["causal"].hops) == (("causes", "elaborates"), 2)
    assert (of["entity_profile"].entity_hub, of["entity_profile"].utility) == (True, 0.3)
    assert of["preference"].categories == ("preference", "correction")
    assert named("soup") is None


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
