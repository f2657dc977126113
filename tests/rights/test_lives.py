"""Random lives: after an erasure nothing of theirs is left, others' words all stand, nothing is heard twice."""

from __future__ import annotations

import pytest

from tests.rights.erasures import erased


@pytest.mark.ledger("AUD-07")
@pytest.mark.parametrize("seed", range(1, 17))
def test_of_a_random_life_nothing_is_left_and_nothing_of_others_is_lost(tmp_path, seed):
    assert {name: those for name, those in erased(tmp_path / "life", seed).items() if those} == {}
