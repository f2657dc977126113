"""How stirred a text is, and what burns itself in."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.theories import salience
from memory.theories.salience import EMOTION_CATEGORIES, EmotionSigns, arousal, emotion_category, valence
from tests.each import each

anything = st.floats(allow_nan=True, allow_infinity=True)
share = st.floats(0, 1)
counts = st.integers(0, 10_000)
signs = st.builds(
    EmotionSigns,
    positive_words=counts,
    negative_words=counts,
    urgent_words=counts,
    profane_words=counts,
    exclamation_marks=counts,
    capital_share=share,
    letters=counts,
)
wild = st.builds(
    EmotionSigns,
    positive_words=st.integers(),
    negative_words=st.integers(),
    urgent_words=st.integers(),
    profane_words=st.integers(),
    exclamation_marks=st.integers(),
    capital_share=anything,
    letters=st.integers(),
)

#: "URGENT!!! the server is ON FIRE!!!": 12 of 23 letters are capitals.
ON_FIRE = EmotionSigns(urgent_words=1, exclamation_marks=6, capital_share=12 / 23, letters=23)


@pytest.mark.ledger("FOR-12")
def test_valence_weighs_glad_words_against_sad_ones():
    assert valence(EmotionSigns()) == 0
    assert valence(EmotionSigns(positive_words=1)) == 0.5
    assert valence(EmotionSigns(positive_words=3, negative_words=1)) == pytest.approx(0.4)
    assert valence(EmotionSigns(negative_words=4)) == pytest.approx(-0.8)


@pytest.mark.ledger("FOR-12")
def test_arousal_adds_up_what_is_loud_urgent_profane_and_charged():
    # 2 marks of 6, at most 1.5: 0.5; a fourth of the letters capitals: 0.5; two urgent words 0.75; one sad word 0.25
    some = EmotionSigns(exclamation_marks=2, capital_share=0.25, letters=40, urgent_words=2, negative_words=1)

    assert arousal(some) == pytest.approx(4 / (4 + 1.44))
    assert arousal(EmotionSigns()) == 0
    assert arousal(EmotionSigns(profane_words=1)) == pytest.approx(0.25 / 1.69)


@pytest.mark.ledger("FOR-12", "FOR-13")
def test_urgent_and_loud_together_burn_in():
    # loud 2 (the most), urgent 0.5
    assert arousal(ON_FIRE) == pytest.approx(6.25 / 7.69)
    assert salience.is_flashbulb(arousal(ON_FIRE))


@pytest.mark.ledger("FOR-12")
@each(
    "calm",
    [
        EmotionSigns(capital_share=0.04, letters=120),
        EmotionSigns(capital_share=0.2, letters=30, exclamation_marks=1),
        EmotionSigns(capital_share=0.05, letters=60, exclamation_marks=1, positive_words=1),
        EmotionSigns(capital_share=0.04, letters=80, urgent_words=1),
        EmotionSigns(capital_share=1, letters=2),
        EmotionSigns(negative_words=2),
    ],
)
def test_ordinary_text_is_calm(calm):
    assert arousal(calm) < 0.3


@pytest.mark.ledger("FOR-12", "FOR-13")
@given(counts, counts, share)
def test_being_loud_alone_never_burns_in(marks, letters, capitals):
    assert arousal(EmotionSigns(exclamation_marks=marks, capital_share=capitals, letters=letters)) < 0.74


@pytest.mark.ledger("FOR-12", "FOR-13")
@given(st.sampled_from(["positive_words", "negative_words", "urgent_words", "profane_words"]), counts)
def test_no_kind_of_word_burns_in_alone(kind, count):
    assert arousal(EmotionSigns(**{kind: count})) < 0.42


@pytest.mark.ledger("FOR-12")
def test_where_a_script_has_no_capitals_exclamation_marks_speak_for_them():
    assert arousal(replace(ON_FIRE, capital_share=0.0, letters=0)) == arousal(ON_FIRE)


@pytest.mark.ledger("FOR-12")
@given(signs, st.sampled_from(fields(EmotionSigns)), counts, share)
def test_more_of_any_sign_never_lowers_arousal(some, field, more, shout):
    if field.name != "letters":
        added = shout if field.name == "capital_share" else more

        assert arousal(replace(some, **{field.name: max(added, getattr(some, field.name))})) >= arousal(some)


@given(signs, counts)
def test_glad_words_lift_valence_and_sad_ones_lower_it(some, more):
    gladder = replace(some, positive_words=some.positive_words + more)
    sadder = replace(some, negative_words=some.negative_words + more)

    assert valence(sadder) <= valence(some) <= valence(gladder)


@given(wild)
def test_no_input_takes_emotion_out_of_bounds(some):
    assert -1 <= valence(some) <= 1
    assert 0 <= arousal(some) < 1


@pytest.mark.ledger("FOR-12")
def test_the_category_is_the_one_that_most_words_speak_for():
    assert emotion_category({"anger": 1, "fear": 2}) == "fear"
    assert emotion_category({"disgust": 1, "joy": 1}) == "joy"
    assert emotion_category({"joy": 0}) is None
    assert emotion_category({}) is None
    assert len(EMOTION_CATEGORIES) == 6


@pytest.mark.ledger("FOR-13")
def test_a_flashbulb_is_important_and_firm():
    assert salience.flashbulb_importance(0.3, 0.8) == 0.9
    assert salience.flashbulb_importance(0.95, 0.8) == 0.95
    assert salience.flashbulb_importance(0.3, 0.79) == 0.3
    assert salience.flashbulb_stability_days(2.0, 0.8) == 3.0
    assert salience.flashbulb_stability_days(2.0, 0.79) == 2.0


@pytest.mark.ledger("FOR-13")
def test_only_a_trusted_person_pins_and_no_more_than_three_a_day():
    assert [salience.is_pinned_flashbulb(0.9, is_trusted=True, pinned_today=count) for count in range(5)] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert not salience.is_pinned_flashbulb(1.0, is_trusted=False, pinned_today=0)
    assert not salience.is_pinned_flashbulb(0.79, is_trusted=True, pinned_today=0)


@given(anything, anything)
def test_no_input_takes_a_flashbulb_out_of_bounds(value, stirred):
    assert 0 <= salience.flashbulb_importance(value, stirred) <= 1
    assert 0.001 <= salience.flashbulb_stability_days(value, stirred) <= 1_000_000
