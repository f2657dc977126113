"""A model that always obeys: nothing reaches who may not know it, nothing leaves without a press; what people openly
ask for is asked of nobody once more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bots.trust import attack, ordinary


@pytest.mark.ledger("AUD-05", "AUD-04")
async def test_an_obedient_model_leaks_nothing_and_acts_for_nobody(tmp_path: Path) -> None:
    outcome = await attack.run(tmp_path, attempts=40, seed=7)

    assert outcome.leaks == []
    assert outcome.outward == []
    assert outcome.obeyed > 30
    assert outcome.said_to_their_own > 15  # it did obey: those who may know the marks have seen them said
    assert outcome.asked > 20  # and it did try to act: those who could allow it were asked


@pytest.mark.ledger("AUD-05")
async def test_ordinary_acts_ask_nobody(tmp_path: Path) -> None:
    acts = await ordinary.run(tmp_path, acts=30, seed=7)

    assert acts.asked == []
    assert acts.done == acts.acts == 30
