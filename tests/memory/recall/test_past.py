"""Whether a question is after a time."""

from __future__ import annotations

import pytest

from memory.recall.query import asks_when


@pytest.mark.ledger("RET-12")
@pytest.mark.parametrize(
    "question", ["When did Ada move?", "How long has Bob lived here?", "会議はいつですか", "Toplantı ne zaman?"]
)
def test_a_question_for_a_time_asks_when(question):
    assert asks_when(question)


@pytest.mark.ledger("RET-12")
@pytest.mark.parametrize(
    "question", ["Why did it crash the last time?", "What happened when it crashed?", "Who is Ada?", ""]
)
def test_a_question_for_the_reason_or_for_what_happened_does_not(question):
    assert not asks_when(question)
