"""The extractive rule on labelled pairs of four languages, and on what it is meant for."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.sleep.validation import LONGEST_SOURCE, SourceText, grounded, source_bears

LANGUAGES = ("de", "en", "ja", "tr")


def said(text):
    named = (part.partition(": ") for part in text.split(" || "))
    return [SourceText(name, words) for name, _, words in named]


def labelled(language):
    """(is true, what was said, candidate) of each line."""
    file = Path(__file__).with_name(f"supported.{language}.tsv")
    for line in file.read_text(encoding="utf-8").splitlines():
        kind, sources, candidate = line.split("\t")
        yield kind == "true", said(sources), candidate


@pytest.mark.ledger("SLP-07")
@pytest.mark.parametrize("language", LANGUAGES)
def test_at_least_95_of_100_invented_facts_are_rejected_and_most_true_ones_are_kept(language):
    judged = [(is_true, grounded(candidate, sources)) for is_true, sources, candidate in labelled(language)]
    invented = [kept for is_true, kept in judged if not is_true]
    true = [kept for is_true, kept in judged if is_true]

    assert len(invented) >= 48
    assert sum(not kept for kept in invented) >= 0.95 * len(invented)
    assert sum(true) >= 0.7 * len(true)


@pytest.mark.ledger("SLP-07")
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_true_fact_is_made_of_stands_in_its_sources(language):
    assert all(source_bears(candidate, sources) for is_true, sources, candidate in labelled(language) if is_true)


@pytest.mark.ledger("SLP-07")
def test_nothing_is_put_together_from_two_sentences_and_a_quotation_is_not_the_quoters_word():
    talk = [
        SourceText("Ada", "I like tea. Coffee is what Bob likes."),
        SourceText("Bob", "> I moved to Turin.\nGreat!"),
    ]

    assert not grounded("Ada likes coffee.", talk)
    assert not grounded("Bob moved to Turin.", talk)
    assert not grounded("", talk)
    assert grounded("Ada likes tea.", talk)


def test_a_very_long_message_tells_nothing_by_the_rule():
    assert not grounded("Ada likes tea.", [SourceText("Ada", "I like tea. " + "x" * LONGEST_SOURCE)])
