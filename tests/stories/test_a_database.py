"""The inbox lies in PostgreSQL: it outlives the machine, and the next one goes on where the last one ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import postgres
from tests.stories.bad_input.product import Product, Town, no_traceback, town

pytestmark = pytest.mark.ledger("OPS-12")
PASSWORD = "b1rdsOfAFeather"
STORE = {"store": "env:STORE"}


@pytest.fixture
def store() -> str:
    """With a password, which the tests' server does not ask for."""
    return postgres.server().fresh().replace("tests@", f"tests:{PASSWORD}@")


def machine(home: Path, place: Town, store: str, **more: object) -> Product:
    return Product(home, place.config(fleet=STORE, **more), STORE=store)


async def test_with_one_line_of_config_the_inbox_is_kept_in_postgresql(tmp_path: Path, store: str) -> None:
    async with town("slack") as place:
        product = machine(tmp_path / "home", place, store)
        async with product.running() as life:
            answer = await place.answered("slack", "Is this kept in the database?", 40)
            told = [await product.run(*words.split()) for words in ("doctor", "config show", "trace message --json")]
        after = await product.run("dead", "list", "--json")

    assert answer
    assert not list(product.home.glob("delivery.sqlite3*"))
    assert "PostgreSQL 1" in told[0].out
    assert after.code == 0
    said = "".join([*life.out, *life.err, product.log(), *(one.out + one.err for one in told), after.out, after.err])
    assert PASSWORD not in said
    no_traceback(*life.err)


async def test_a_home_that_had_a_file_goes_on_in_the_database(tmp_path: Path, store: str) -> None:
    async with town("slack") as place:
        before = Product(tmp_path / "home", place.config())
        async with before.running():
            await place.answered("slack", "Before the move.", 40)
        product = machine(tmp_path / "home", place, store)
        async with product.running():
            await place.answered("slack", "After the move.", 40)
        traced = await product.run("trace", "message", "--json")

    assert not list(product.home.glob("delivery.sqlite3*"))
    assert len(place.answers("slack")) == 2
    assert "done" in traced.out


async def test_a_database_that_is_away_at_the_start_is_told_in_one_line(tmp_path: Path) -> None:
    async with town("slack") as place:
        product = machine(tmp_path / "home", place, f"postgresql://ada:{PASSWORD}@127.0.0.1:1/fleet")
        began = await product.run("start")

    assert began.code == 1
    assert len(began.err.splitlines()) == 1
    assert "PostgreSQL" in began.err
    assert PASSWORD not in began.err + product.log()
