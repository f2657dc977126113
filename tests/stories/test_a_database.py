"""The inbox lies in PostgreSQL: it outlives the machine, and the next one goes on where the last one ended."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests import postgres
from tests.stories.bad_input.product import Product, Town, no_traceback, town, until

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


@pytest.mark.timeout(240)
async def test_a_machine_that_dies_is_replaced_by_one_that_knows_what_it_knew(tmp_path: Path, store: str) -> None:
    async with town("slack") as place:
        first, second = (machine(tmp_path / name, place, store) for name in ("first", "second"))
        async with first.running() as dying:
            await place.answered("slack", "My cat is called Mira.", 40)
            standing_by = await second.start()
            await until(lambda: any("stands by" in line for line in standing_by.err), 40)
            refused = await Product(tmp_path / "second", STORE=store).run("dead", "list")
            await dying.kill()
            died = time.monotonic()
            await place.say("slack", "What is my cat called?")
            await until(lambda: any("Mira" in answer for answer in place.answers("slack")[1:]), 60)
            took = time.monotonic() - died
        heard = second.heard()

        third = await first.start()
        await until(lambda: any("stands by" in line for line in third.err), 40)
        code, _ = await standing_by.stop()
        await third.ready(60)
        await place.answered("slack", "Thank you.", 60)
        await third.stop()

    assert heard == ["My cat is called Mira.", "What is my cat called?"]
    assert first.heard() == [*heard, "Thank you."]
    assert (code, refused.code) == (0, 1)
    assert took < 30  # of which a lease is 6 s; the rest is a start on a busy machine
    no_traceback(*standing_by.err, *third.err)


async def test_a_home_with_animas_of_its_own_does_not_become_another_fleets(tmp_path: Path, store: str) -> None:
    async with town("slack") as place:
        first = machine(tmp_path / "first", place, store)
        async with first.running():
            await place.answered("slack", "Hello.", 40)
        other = Product(tmp_path / "other", place.config())
        async with other.running():
            await place.answered("slack", "Hello, too.", 40)
        before = other.heard()
        other = machine(tmp_path / "other", place, store)
        began = await other.run("start")

    assert began.code == 1
    assert "begin with a home of a config alone" in began.err
    assert other.heard() == before
