"""A recipe without one of its parts is the rest of it."""

from __future__ import annotations

import pytest
from hypothesis import given

from bench.asking import without
from memory.recall.ranking import rank
from memory.recall.recipes import DEFAULT, NEIGHBOURS
from tests.memory.recall.test_ranking import ASKED, candidates


@pytest.mark.ledger("RET-07")
@given(candidates)
def test_a_recipe_without_a_part_adds_up_to_the_rest(found):
    for name in DEFAULT.names():
        less = {ranked.candidate.entry.id: ranked for ranked in rank(ASKED, found, without(DEFAULT, name))}
        for ranked in rank(ASKED, found, DEFAULT):
            reasons = {reason.signal: reason.value for reason in ranked.reasons if reason.signal != NEIGHBOURS}
            rest = {reason.signal: reason.value for reason in less[ranked.candidate.entry.id].reasons}
            assert name not in rest
            assert rest.keys() - {NEIGHBOURS} == reasons.keys() - {name}
    with pytest.raises(KeyError, match="lexical"):
        without(DEFAULT, "soup")
