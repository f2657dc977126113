"""What was said in the mood of the question goes up, where that is wanted; in a sad one only where that is too."""

from __future__ import annotations

import pytest

from memory.index.entry import IndexEntry
from memory.recall.candidate_search import RecallCandidate
from memory.recall.ranking import RankedCandidate, raise_by_mood
from memory.theories.ranking_signals import mood_factor, raised_by_mood
from tests.each import each
from tests.memory.stage import Stage

GLAD, SAD = "The lake was wonderful, I was so happy.", "The lake was horrible, I was so sad."
HAPPY, LOW = "I am so happy! How was the lake?", "I am so sad. How was the lake?"


@pytest.mark.ledger("RET-15")
@each(
    ("message", "memory", "when_sad", "expected"),
    [
        (0.5, 0.1, False, 1.1),
        (0.5, 0.0, False, 1.0),
        (0.5, -0.5, True, 1.0),
        (0.0, 0.5, True, 1.0),
        (-0.5, -0.1, False, 1.0),
        (-0.5, -0.1, True, 1.1),
        (-0.5, 0.0, True, 1.0),
    ],
)
def test_two_valences_of_one_sign_agree_and_sad_ones_only_where_that_is_wanted(message, memory, when_sad, expected):
    assert mood_factor(message, memory, when_sad=when_sad) == expected


@pytest.mark.ledger("RET-15")
@pytest.mark.parametrize("score", [2.0, 0.5, 0.0, -0.5])
def test_what_agrees_never_falls(score):
    assert raised_by_mood(score, 1.1) >= score


@pytest.mark.ledger("RET-15")
@each(
    ("mood", "question", "better", "first"),
    [
        ("off", HAPPY, SAD, SAD),
        ("glad", HAPPY, SAD, GLAD),
        ("any", HAPPY, SAD, GLAD),
        ("glad", LOW, GLAD, GLAD),
        ("any", LOW, GLAD, SAD),
    ],
)
def test_of_two_that_fit_nearly_as_well_that_of_the_same_mood_goes_first(mood, question, better, first):
    worse = SAD if better == GLAD else GLAD
    ranked = [
        RankedCandidate(
            RecallCandidate(IndexEntry(id=text, kind="turn", text=text, path="x", audience="org")),
            score,
            ("fit",),
            (score,),
        )
        for text, score in ((better, 1.0), (worse, 0.95))
    ]

    found = raise_by_mood(question, ranked, mood)

    assert found[0].candidate.entry.text == first
    assert all(sum(one.parts) == pytest.approx(one.score) for one in found)


@pytest.mark.ledger("RET-15")
@pytest.mark.parametrize(("mood", "risen"), [("off", []), ("glad", [GLAD])])
async def test_what_goes_up_for_its_mood_says_so_among_its_reasons(tmp_path, mood, risen):
    stage = await Stage.open(tmp_path, mood=mood, forms=False)
    try:
        for text in (GLAD, SAD):
            await stage.say(text)

        found = await stage.engine.recalled(stage.cue(HAPPY))

        assert {one.text for one in found} >= {GLAD, SAD}
        assert [one.text for one in found if any(reason.signal == "mood" for reason in one.reasons)] == risen
    finally:
        await stage.engine.close()
