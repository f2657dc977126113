"""Signals stay lawful, a recipe adds up, its reasons say how."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.index.entry import IndexEntry
from memory.recall.candidate_search import RecallCandidate
from memory.recall.query import understand_query
from memory.recall.ranking import rank
from memory.recall.recipes import DEFAULT, SIGNALS

NOW = datetime(2026, 11, 20, tzinfo=UTC)
ASKED = understand_query("What did Ada say in November?", NOW, UTC, ["Ada", "Bob"])

share = st.floats(0, 1)
candidates = st.lists(
    st.builds(
        lambda number, text, speaker, days, lexical, session, own: RecallCandidate(
            entry=IndexEntry(
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
    values = [value for signal in SIGNALS for value in signal(ASKED, found)]

    assert all(0 <= value <= 1 for value in values if value is not None)


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


def test_a_candidate_of_which_a_signal_knows_nothing_is_an_average_one():
    known = [RecallCandidate(entry=entry(id), similarity=value) for id, value in (("a", 0.9), ("b", 0.1))]
    unknown = RecallCandidate(entry=entry("c"))

    order = [one.candidate.entry.id for one in rank(ASKED, [*known, unknown], DEFAULT)]

    assert order == ["a", "c", "b"]


def entry(id: str) -> IndexEntry:
    return IndexEntry(id=id, kind="turn", text="the same words", path="x", audience="org", at=NOW)
