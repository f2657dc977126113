"""Random lives: after an erasure nothing of theirs is left, others' words all stand, nothing is heard twice."""

from __future__ import annotations

from random import Random
from shutil import rmtree

import pytest

from config import home_erasure
from config.home import Home
from config.process import utc_now
from memory.erasure.findings import ErasureRequest
from tests.backing_up import make_backup
from tests.rights.erasures import canaries_left, erased
from tests.rights.lives import lived, of_a_database

pytestmark = pytest.mark.ledger("AUD-07")


def test_a_request_that_waits_when_a_backup_is_restored_is_carried_out_in_the_home_that_was_put_aside_too(tmp_path):
    home, backups = tmp_path / "home", tmp_path / "elsewhere"
    life = lived(home, Random(1))
    make_backup(home, backups, utc_now)
    home_erasure.erasing_of(home).ask(ErasureRequest(addresses=life.addresses))
    home_erasure.restore(Home(home), backups, lambda *_: None, who="console:op", over=True)
    rmtree(backups)

    receipt = home_erasure.carry_out_erasure(Home(home))

    assert receipt is not None
    assert (tmp_path / "home.before-restore").is_dir()
    assert canaries_left(tmp_path, life.gone) == []


@pytest.mark.parametrize("seed", range(1, 17))
def test_of_a_random_life_nothing_is_left_and_nothing_of_others_is_lost(tmp_path, seed):
    assert {name: those for name, those in erased(tmp_path / "life", seed).items() if those} == {}


@pytest.mark.parametrize("seed", [20_263_933, 20_270_116])  # "lehome" and "refere" were drawn for them
def test_no_made_up_word_stands_in_a_database_of_which_nobody_has_said_anything(tmp_path, seed):
    life = lived(tmp_path / "home", Random(seed))

    assert [word for word in life.gone if word.casefold() in of_a_database()] == []
