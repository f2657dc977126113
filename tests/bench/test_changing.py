"""The generated lives: the same for a seed, the same in every language but for the words, and fair to ask."""

from __future__ import annotations

from itertools import permutations

import pytest

from bench.changing import FORMS, NOW, WORDS, generate
from bench.changing_run import slot_of, understood
from memory.theories.truth import Timeline
from tests.each import each

LANGUAGES = ("en", "ja", "tr")
PARTS = ("tuning", "held_out")
LIVES = [(language, part) for language in LANGUAGES for part in PARTS]


@each(("language", "part"), LIVES)
def test_a_seed_gives_the_same_lives_again_and_another_seed_others(language, part):
    assert generate(language, 3, part) == generate(language, 3, part)
    assert generate(language, 3, part) != generate(language, 4, part)


@pytest.mark.parametrize("part", PARTS)
def test_languages_differ_in_their_words_alone(part):
    shapes = [
        (
            [(turn.id, turn.at, turn.place, turn.speaker, turn.states) for turn in lives.turns],
            [(one.kind, one.form, one.when, len(one.right), len(one.stale), one.as_of) for one in lives.questions],
        )
        for lives in (generate(language, 5, part) for language in LANGUAGES)
    ]

    assert shapes[0] == shapes[1] == shapes[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_held_out_shares_no_name_no_value_and_no_wording_with_what_is_for_tuning(language):
    tuning, held_out = (_texts(WORDS[language][part]) for part in PARTS)

    assert not tuning & held_out


@each(("language", "part"), LIVES)
def test_no_value_is_part_of_another_or_of_any_wording(language, part):
    words = WORDS[language][part]

    for kind in words.kinds:
        assert len(kind.values) >= 6
        for one, other in permutations(kind.values, 2):
            assert not any(way in text for way in one.written for text in other.written)
        for value in kind.values:
            wordings = (wording for every in kind.wordings.values() for wording in every)
            assert not any(value.text.casefold() in text.casefold() for text in (*wordings, *words.fillers))


@each(("language", "part"), LIVES)
def test_every_right_value_was_told_before_it_is_asked_for_and_every_stale_one_at_some_time(language, part):
    for seed in range(1, 4):
        lives = generate(language, seed, part)
        for asked in lives.questions:
            said = [turn.text for turn in lives.turns if turn.at <= (asked.as_of or NOW)]
            assert any(way in text for way in asked.right for text in said)
            assert not asked.stale or any(way in turn.text for way in asked.stale for turn in lives.turns)


@each(("language", "part"), LIVES)
def test_there_are_many_kinds_every_course_of_change_and_talk_between(language, part):
    lives = generate(language, 1, part)

    assert len({asked.kind for asked in lives.questions}) >= 12
    assert {asked.form for asked in lives.questions} == set(FORMS)
    assert {asked.when for asked in lives.questions} == {"now", "then", "as of"}
    assert sum(turn.states is None for turn in lives.turns) > len(lives.turns) / 2
    assert [turn.at for turn in lives.turns] == sorted(turn.at for turn in lives.turns)


@pytest.mark.ledger("FOR-17", "RET-18")
@each(("language", "part"), LIVES)
def test_whoever_understands_every_word_believes_the_right_value_of_every_question(language, part):
    for seed in range(1, 4):
        lives = generate(language, seed, part)
        facts = list(understood(lives))
        for asked in lives.questions:
            timeline = Timeline(facts, recorded_at=asked.as_of or NOW)
            believed = [fact for fact in timeline.believed(asked.at) if fact.slot == slot_of(asked.kind, asked.about)]
            assert [fact.value in asked.right for fact in believed] == [True]


def _texts(words):
    wordings = {text for kind in words.kinds for every in kind.wordings.values() for text in every}
    values = {value.text for kind in words.kinds for value in kind.values}
    names = {name.text for name in (*words.people, *words.things)}
    return wordings | values | names | {*words.corrections, *words.fillers}
