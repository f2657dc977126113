"""What outlived a long look-through is set apart; a short one sets nothing apart."""

from __future__ import annotations

import gc

import pytest

from config.process import keep_collections_short


@pytest.fixture
def keeping():
    begun = []
    yield lambda long_s: begun.append(keep_collections_short(long_s))
    for one in begun:
        gc.callbacks.remove(one)
    gc.unfreeze()


@pytest.mark.ledger("SLP-16")
@pytest.mark.parametrize(("long_s", "is_set_apart"), [(-1.0, True), (1000.0, False)])
def test_what_outlives_a_long_look_through_is_not_looked_through_again(keeping, long_s, is_set_apart):
    before = gc.get_freeze_count()
    keeping(long_s)

    gc.collect()

    assert (gc.get_freeze_count() > before) == is_set_apart
