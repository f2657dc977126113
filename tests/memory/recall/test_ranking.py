"""Signals stay lawful, a recipe adds up, its reasons say how."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.index.entry import Entry
from memory.recall.candidate import Candidate
from memory.recall.query import understand
from memory.recall.ranking import rank
from memory.recall.recipes import DEFAULT, RECIPES, recipe
from memory.recall.signals import SIGNALS

NOW = datetime(2026, 11, 20, tzinfo=UTC)
ASKED = understand("What did Ada say in November?", NOW, UTC, ["Ada", "Bob"])

share = st.floats(0, 1)
candidates = st.lists(
    st.builds(
        lambda number, text, speaker, days, lexical, session, own: Candidate(
            entry=Entry(
                id=str(number),
                kind="turn",
                text=text,
                path="x",
                audience="org",
                speaker=speaker,
                at=NOW - timedelta(days=days),
                own=own,
            ),
            lexical=lexical,
            session=session,
        ),
        st.integers(0, 10**9),
        st.text(max_size=80),
        st.sampled_from(["Ada", "Bob"]),
        st.integers(0, 900),
        share,
        share,
        st.booleans(),
    ),
    max_size=12,
    unique_by=lambda candidate: candidate.entry.id,
)


@pytest.mark.ledger("RET-07")
@given(candidates)
def test_every_signal_stays_between_nought_and_one(found):
    assert all(0 <= signal(ASKED, candidate) <= 1 for candidate in found for signal in SIGNALS)


@pytest.mark.ledger("PRI-12")
@given(candidates)
def test_the_reasons_of_a_recollection_add_up_to_its_score(found):
    ranked = rank(ASKED, found, DEFAULT)

    assert len(ranked) == len(found)
    for one in ranked:
        assert sum(reason.value for reason in one.reasons) == pytest.approx(one.score, abs=1e-6)
    assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)


@given(candidates, st.randoms())
def test_the_order_in_which_candidates_come_does_not_matter(found, random):
    shuffled = random.sample(found, len(found))

    assert [one.candidate.entry.id for one in rank(ASKED, found, DEFAULT)] == [
        one.candidate.entry.id for one in rank(ASKED, shuffled, DEFAULT)
    ]


def test_recipes_are_found_by_name_and_a_wrong_name_tells_the_right_ones():
    assert all(recipe(known.name) is known for known in RECIPES)
    with pytest.raises(KeyError, match="default"):
        recipe("soup")


def test_a_question_names_people_by_their_first_name_and_days_by_the_calendar():
    asked = understand("What did Ada's sister do on 3 May 2025?", NOW, UTC, ["Ada Lovelace", "Bob"])

    assert asked.named == {"Ada Lovelace"}
    assert [span.first.isoformat() for span in asked.days] == ["2025-05-03"]
    assert "what" not in asked.terms
