"""What holds of an inbox in the home holds of one in PostgreSQL: erasures, backups, restores."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from bots.delivery import DATABASE
from bots.delivery.opening import PostgresHome
from bots.errors import NotStored
from config import home_erasure
from config.home import Home
from memory.archive import home_backup
from memory.archive.files import Files
from memory.erasure.findings import ErasureRequest
from tests import postgres
from tests.rights.erasures import answered_again, canaries_left, lost, not_heard, texts_of
from tests.rights.lives import lived

pytestmark = pytest.mark.ledger("OPS-12")


def now() -> datetime:
    return datetime.now(UTC)


def opened_once(kept: PostgresHome) -> None:
    asyncio.run(kept.open(now).close())


@pytest.fixture
def url() -> str:
    return postgres.server().fresh()


@pytest.mark.parametrize("seed", range(1, 5))
def test_an_erasure_reaches_the_database_and_its_dead_rows(tmp_path: Path, url: str, seed: int) -> None:
    life = lived(tmp_path / "home", Random(seed))
    before, kept = texts_of(life.home), PostgresHome(life.home, url)
    with kept.owned():
        kept.take_in()
        home_erasure.erasing_of(life.home).ask(ErasureRequest(addresses=life.addresses, by=life.addresses[0]))
        receipt = home_erasure.carry_out_erasure(Home(life.home), kept)
        is_gone = not (life.home / DATABASE).exists()
        Files(life.home).replace(DATABASE, kept.copy())

    assert receipt is not None
    assert is_gone
    assert canaries_left(tmp_path, life.gone) == []
    on_disk = b"".join(postgres.server().rows_on_disk(url))
    assert [word for word in life.gone if word.encode() in on_disk] == []
    assert lost(before, texts_of(life.home), life.kept) == []
    assert (answered_again(life), not_heard(life)) == ([], [])


def test_an_erasure_that_was_cut_off_is_finished_by_the_next_start(tmp_path: Path, url: str) -> None:
    life = lived(tmp_path / "home", Random(3))
    kept = PostgresHome(life.home, url)
    with kept.owned():
        kept.take_in()
        home_erasure.erasing_of(life.home).ask(ErasureRequest(addresses=life.addresses))
        with pytest.raises(ZeroDivisionError), kept.laid_down():
            home_erasure.erasing_of(life.home).carry_out()
            raise ZeroDivisionError  # as if killed before the file was taken in
    with kept.owned():
        opened_once(kept)
        Files(life.home).replace(DATABASE, kept.copy())

    assert canaries_left(life.home, life.gone) == []


def test_a_file_that_is_not_what_the_database_was_is_not_taken_in(tmp_path: Path, url: str) -> None:
    life = lived(tmp_path / "home", Random(3))
    file, kept = (life.home / DATABASE).read_bytes(), PostgresHome(life.home, url)
    with kept.owned():
        opened_once(kept)
    (life.home / DATABASE).write_bytes(file)

    with kept.owned(), pytest.raises(NotStored, match="move away"):
        opened_once(kept)


@pytest.mark.parametrize("is_lost", [False, True])
def test_a_backup_is_restored_into_the_database(tmp_path: Path, url: str, is_lost: bool) -> None:
    life = lived(tmp_path / "home", Random(5))
    home, kept = Home(life.home), PostgresHome(life.home, url)
    home.config.write_text(json.dumps({"fleet": {"store": url}}))
    with kept.owned():
        kept.take_in()
        whole = kept.copy()
        home_backup.write_backup(life.home, tmp_path / "whole.zip", now(), {DATABASE: whole})
    if is_lost:
        life.home.rename(tmp_path / "lost")

    said: list[str] = []
    code = home_erasure.restore(
        home, tmp_path / "whole.zip", lambda _, text: said.append(text), who="console:op", over=not is_lost
    )

    assert code == 0, said
    assert not (life.home / DATABASE).exists()
    with kept.owned():
        opened_once(kept)
        Files(life.home).replace(DATABASE, kept.copy())
    assert [line for line in answered_again(life) if line.startswith("delivery")] == []  # nobody was erased
