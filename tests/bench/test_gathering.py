"""The generated gathering: the same for a seed, the same in every language but for the words, and full of traps."""

from __future__ import annotations

import pytest

from bench.gathering import IMPOSTOR, WORDS, generate
from tests.each import each

LANGUAGES = ("en", "ja", "tr")
GATHERINGS = [(language, words) for language in LANGUAGES for words in ("tuning", "held_out")]


@each(("language", "words"), GATHERINGS)
def test_a_seed_gives_the_same_gathering_again_and_another_seed_another(language, words):
    assert generate(language, 3, words) == generate(language, 3, words)
    assert generate(language, 3, words) != generate(language, 4, words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_held_out_shares_no_name_and_no_value_with_what_is_for_tuning(language):
    tuning, held_out = WORDS[language]["tuning"], WORDS[language]["held_out"]

    assert not {*tuning.people, *tuning.nicknames} & {*held_out.people, *held_out.nicknames}
    assert not {relation.name for relation in tuning.relations} & {relation.name for relation in held_out.relations}
    assert not {v for one in tuning.relations for v in one.values} & {
        v for one in held_out.relations for v in one.values
    }
    assert not {*tuning.fillers} & {*held_out.fillers}


@pytest.mark.parametrize("words", ["tuning", "held_out"])
def test_languages_differ_in_their_words_alone(words):
    shapes = [
        (
            [(turn.id, turn.at, turn.speaker, turn.place, turn.true) for turn in gathering.turns],
            [(asked.kind, asked.about, asked.evidence) for asked in gathering.questions],
        )
        for gathering in (generate(language, 5, words) for language in LANGUAGES)
    ]

    assert shapes[0] == shapes[1] == shapes[2]


@each(("language", "words"), GATHERINGS)
def test_every_question_has_its_evidence_among_many_people_and_their_traps(language, words):
    gathering = generate(language, 1, words)
    turns = {turn.id: turn for turn in gathering.turns}
    kinds = {asked.kind.partition(",")[0] for asked in gathering.questions}

    assert len({turn.person for turn in gathering.turns}) >= 7
    assert {turn.speaker for turn in gathering.turns} >= {IMPOSTOR}
    assert {"plain", "burst", "answer", "hearsay", "changed", "quoted", "list", "dated"} <= kinds
    assert any("nickname" in asked.kind for asked in gathering.questions)
    assert any("#" in turn.place for turn in gathering.turns)
    assert any(turn.text.startswith("> ") for turn in gathering.turns)
    for asked in gathering.questions:
        assert asked.evidence
        for id in asked.evidence:
            assert turns[id].true
            assert turns[id].states == (asked.relation, asked.about)
    assert [turn.at for turn in gathering.turns] == sorted(turn.at for turn in gathering.turns)


def test_what_changed_is_asked_of_its_latest_state():
    gathering = generate("en", 1, "tuning")

    for asked in gathering.questions:
        if asked.kind.startswith("changed"):
            stated = [turn.id for turn in gathering.turns if turn.states == (asked.relation, asked.about)]
            assert asked.evidence == (stated[-1],)
