"""Whom a misspelled or short name means, among those who are known in the place."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.recall.query import jaro_winkler, meant_name, understand_query
from memory.recall.recipes import speaker
from tests.each import each
from tests.memory.stage import TEAM, Stage

NOW = datetime(2026, 11, 20, tzinfo=UTC)
NAMES = ["Mohammed", "Joakim", "Katherine", "Bob", "田中"]


def never(word: str) -> bool:
    return False


def always(word: str) -> bool:
    return True


@pytest.mark.parametrize(("one", "other", "likeness"), [("martha", "marhta", 0.961), ("dwayne", "duane", 0.84)])
def test_likeness_is_that_of_jaro_and_winkler(one, other, likeness):
    assert round(jaro_winkler(one, other), 3) == likeness


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("Where does Muhammad live?", "Mohammed"),
        ("what is Akim allergic to", "Joakim"),
        ("What did Kate cook?", "Katherine"),
        ("where does muhammad live", "Mohammed"),
    ],
)
def test_a_misspelled_or_short_name_means_the_person_of_the_place(asked, name):
    found = meant_name(asked, NAMES, never)

    assert found
    assert found.name == name


@each(
    "asked",
    ["What car is it?", "Which kettle, Bob?", "Where does Muhammad meet Kate?", "田村さんはどこ？", "Who is 2200?"],
)
def test_other_words_and_several_names_mean_nobody(asked):
    assert meant_name(asked, NAMES, never) is None


def test_a_word_that_was_said_before_is_what_it_is_unless_it_is_a_name_cut_short():
    assert meant_name("Does Karin like Katarine?", NAMES, always) is None
    assert meant_name("Does that Kathe like tea?", NAMES, always)


def test_two_names_that_are_as_near_are_both_left_out():
    assert meant_name("Where is Mari?", ["Marie", "Maria"], never) is None


def test_who_is_guessed_counts_less_than_who_is_named():
    exact, guessed = (
        understand_query(f"Where does {name} live?", NOW, UTC, NAMES, is_said=never)
        for name in ("Mohammed", "Muhammad")
    )

    assert guessed.named == exact.named
    assert 0 < guessed.named_surely < exact.named_surely == 1
    assert speaker(guessed, ()) == []
    assert "mohammed" in guessed.terms
    assert "Muhammad" not in guessed.topic


async def test_a_question_with_a_misspelled_name_finds_what_that_person_said(tmp_path):
    stage = await Stage.open(tmp_path)
    for who in ("Mohammed", "Bob"):
        await stage.say("My parking space is by the gate.", name=who)

    found = await stage.engine.search("Where is Muhammad's parking space?", TEAM)
    await stage.engine.close()

    assert found[0].speaker == "Mohammed"
