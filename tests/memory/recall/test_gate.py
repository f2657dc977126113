"""The gate before a search, in three languages."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.recall.priming.injection_rules import is_worth_a_search
from memory.vocabulary.address import Audience
from memory.vocabulary.cue import Cue
from tests.each import each


def cue(text):
    return Cue(text=text, audience=Audience.parse("group:slack:T01/C01"), now=datetime(2026, 11, 20, tzinfo=UTC))


@pytest.mark.ledger("PRI-08")
@each(
    "text",
    [
        "hi",
        "Hello!",
        "merhaba",
        "Selam",
        "こんにちは",
        "ok",
        "sure",
        "evet",
        "Tamam.",
        "はい",
        "/help",
        " /dream now",
        "thanks 🙏",
    ],
)
def test_greetings_assent_and_commands_call_nothing_up(text):
    assert not is_worth_a_search(cue(text))


@pytest.mark.ledger("PRI-08")
@each("text", ["Tokyo", "hi, where is the report?", "tamam ama ne zaman?", "はい、会議はいつですか", "sure about Ada?"])
def test_what_says_anything_more_is_searched_for(text):
    assert is_worth_a_search(cue(text))
