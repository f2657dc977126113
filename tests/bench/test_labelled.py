"""The labelled messages: enough of each, in both halves, and labels in the grammar that their guide gives."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date

import pytest

from training.labelled import CATEGORIES, LANGUAGES, NONE, read

TUNING, HELD_OUT = read("tuning"), read("held_out")
EVERY = (*TUNING, *HELD_OUT)
KINDS = {"chat", "work", "joke", "quote", "code", "correction", "plan", "dates", "reply", "spam"}
WORD = r"[\w+#.]*[\w+#]"
ENTITY = re.compile(rf"(tech|org)/{WORD}(-{WORD})*|person/slack:T01/U\d+|person/discord:\d+")


def is_iso(text):
    day, _, length = text.partition("/")
    if length:
        return length == "P7D" and date.fromisoformat(day).weekday() == 0
    return bool(re.fullmatch(r"\d{4}(-\d\d(-\d\d)?)?", day)) and date.fromisoformat(f"{day}-01-01"[:10])


@pytest.mark.ledger("FOR-03")
def test_there_are_enough_messages_and_none_of_them_twice():
    assert len(EVERY) >= 400
    assert len({one.id for one in EVERY}) == len({one.text for one in EVERY}) == len(EVERY)
    assert {one.kind for one in EVERY} == KINDS
    assert all(1 < len(one.text) <= 400 for one in EVERY)


@pytest.mark.ledger("FOR-03")
@pytest.mark.parametrize(("language", "at_least"), [("en", 6), ("ja", 3), ("tr", 3)])
def test_both_halves_have_every_category_of_every_language(language, at_least):
    for half in (TUNING, HELD_OUT):
        found = Counter(one.category for one in half if one.language == language)

        assert found.keys() == set(CATEGORIES)
        assert min(found.values()) >= at_least


@pytest.mark.ledger("FOR-01")
def test_a_good_third_is_junk_and_much_of_the_rest_is_about_people_themselves():
    junk = sum(one.category == NONE for one in EVERY)

    assert 0.3 < junk / len(EVERY) < 0.4
    assert sum(one.personal for one in EVERY) >= 110
    assert not any(one.personal for one in EVERY if one.category == NONE)


@pytest.mark.ledger("FOR-07")
def test_dates_are_valid_and_stand_in_their_message():
    dates = [(one, dated) for one in EVERY for dated in one.dates]

    assert len(dates) >= 150
    assert sum(dated.iso is None for _, dated in dates) >= 25
    assert [one.id for one, dated in dates if dated.text not in one.text] == []
    assert [one.id for one, dated in dates if dated.iso is not None and not is_iso(dated.iso)] == []


def test_words_that_mean_two_days_in_one_message_can_be_told_apart():
    for one in EVERY:
        said = {dated.text: dated.iso for dated in one.dates}

        assert all(said[dated.text] == dated.iso for dated in one.dates)
        assert not any(a != b and a in b and said[a] != said[b] for a in said for b in said)


@pytest.mark.ledger("FOR-04")
def test_entities_are_spelled_in_the_grammar_and_there_are_many():
    wrong = [(one.id, name) for one in EVERY for name in one.entities if not ENTITY.fullmatch(name)]

    assert wrong == []
    assert all(name == name.lower() for one in EVERY for name in one.entities if not name.startswith("person/"))
    assert sum(len(one.entities) for one in EVERY) >= 150
    assert all(len(one.entities) >= 2 for one in EVERY if one.category == "entity")
    assert all(any("person/discord" in name for name in one.entities) == (one.platform == "discord") for one in EVERY)


def test_every_moment_has_an_offset_and_languages_have_their_zones():
    offsets = {language: {one.at.utcoffset() for one in EVERY if one.language == language} for language in LANGUAGES}

    assert None not in set().union(*offsets.values())
    assert [len(offsets[language]) > 1 for language in LANGUAGES] == [True, False, False]
