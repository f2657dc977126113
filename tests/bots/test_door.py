"""What comes in by whichever way: nothing erased is taken in again, nothing is answered twice, nothing new is lost."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.delivery import store
from bots.delivery.embedded import prepare
from bots.delivery.intake import import_history
from bots.delivery.maintenance import fold_write_ahead_log
from bots.message import Kind
from config import home_erasure
from config.home import Home
from memory.erasure.findings import ErasureRequest
from tests.backing_up import make_backup
from tests.bots.house import House
from tests.rights.seeded import ADA


def house_at(home, world=None):
    house = House(home=home, models={name: ScriptedModel(["Noted."] * 900) for name in ("alice", "bob")})
    if world is not None:
        house.world = world
        house.worlds = {world.platform: world}
        house.clock = world.clock
        house.adapter = world.adapters[0]
    return house


async def settled(house):
    """Caught up, and nothing open."""
    for _ in range(3):
        await asyncio.sleep(0.05)
        await house.settled(60)


async def rest(house):
    async with house.open():
        await settled(house)


def answers_to(world, said):
    return [post for post in world.posts if post.reply_to == said or said in post.text]


def said(house, *animas):
    return [event.content for name in animas or ("alice", "bob") for event in house.log(name, "message_received")]


@pytest.mark.audit("R1")
@pytest.mark.ledger("AUD-07")
async def test_what_an_erased_person_said_stays_gone_through_catch_up_and_what_they_say_later_is_heard(tmp_path):
    house = house_at(tmp_path / "home")
    async with house.open():
        room = house.world.add_room("talk", "ada", "ben")
        await house.ask("ada", room, "@alice my locker is Violet-77")
        slip = await house.world.say("ada", room, "a slip Violet-78")
        await house.world.say("ada", room, "mended Violet-79", kind=Kind.EDIT, target=slip)
        await house.ask("ben", room, "@alice bring tea")
        await settled(house)
        house.clock.pass_(seconds=1)
    posts = len(house.world.posts)
    forgotten_at = house.clock()
    erase_at(house.home, forgotten_at)

    await rest(house)
    kept = (said(house), len(house.world.posts))
    async with house.open():
        await house.ask("ada", room, "@alice hello again")

    assert not any("Violet" in text for text in kept[0])
    assert kept[1] == posts
    assert sum("hello again" in text for text in said(house, "alice")) == 1
    assert len(house.world.posts) == posts + 1


def erase_at(home, at):
    """As by the clock of the house."""
    from memory.erasure.erasure import Erasure

    one = Erasure(home, lambda: at, home_erasure.ALL)
    one.ask(ErasureRequest(addresses=(ADA,), by=ADA))
    fold_write_ahead_log(home)
    one.carry_out()


@pytest.mark.audit("R1")
async def test_an_import_brings_back_nobody_who_was_erased(tmp_path):
    house = house_at(tmp_path / "home")
    async with house.open() as fleet:
        room = house.world.add_room("talk", "ada", "ben")
        await house.world.say("ada", room, "my locker is Violet-77")
        await house.world.say("ben", room, "bring tea")
        await settled(house)
        export = [*house.world.said]
    erase_at(house.home, house.clock() + timedelta(seconds=1))
    async with house.open() as fleet:
        engines = {"alice": await fleet.memory("alice")}
        tally = await import_history(engines, export, fleet.door.admitted)

    assert sum(tally.left_out.values()) == 1
    assert not any("Violet" in text for text in said(house))


@pytest.mark.ledger("OPS-02")
async def test_what_a_living_home_keeps_is_readable_by_its_owner_alone(tmp_path):
    house, before = house_at(tmp_path / "home"), os.umask(0o022)
    try:
        async with house.open() as fleet:
            room, engine = house.world.add_room("talk", "ada"), await fleet.memory("alice")
            await house.ask("ada", room, "@alice I live in Ghent.")
            late = [replace(one, id="9001", at=one.at - timedelta(days=9)) for one in house.world.said]
            await import_history({"alice": engine}, late, fleet.door.admitted)
            await engine.digest(9)
            make_backup(house.home, tmp_path / "home" / "backups", house.clock)
            living = [house.home, *house.home.rglob("*")]
            seen = {str(path): path.lstat().st_mode & 0o077 for path in living if path.exists()}
    finally:
        os.umask(before)

    assert {".sqlite3", ".jsonl", ".md"} <= {Path(one).suffix for one in seen}
    assert [path for path, others in seen.items() if others] == []


@pytest.mark.audit("R6")
async def test_an_imported_room_comes_to_mind_for_its_members_and_for_nobody_else(tmp_path):
    before = house_at(tmp_path / "elsewhere")
    room = before.world.add_room("garden", "ada")
    before.world.add_room("kitchen", "ada", "eve")
    for text in ("the spare key hangs behind the blue heron painting", "thank you, I shall look there"):
        await before.world.say("ada", room, text)
    export = before.world.said
    house = house_at(tmp_path / "home")
    house.world.members = {name: {*people} for name, people in before.world.members.items()}
    house.world._number = 900
    house.clock.pass_(days=3)
    async with house.open() as fleet:
        assert (await import_history({"alice": await fleet.memory("alice")}, export, fleet.door.admitted)).new == 2
        await (await fleet.memory("alice")).settled()
        given = {}
        for person in ("ada", "eve"):
            await house.ask(person, house.world.direct(person), "@alice where does the spare key hang?")
            given[person] = str(house.models["alice"].asked[-1])
        house.world.members["garden"].discard("ada")
        house.clock.pass_(minutes=11)
        await house.ask("ada", house.world.direct("ada"), "@alice where did the spare key hang?")
        given["ada, who has left"] = str(house.models["alice"].asked[-1])

    assert {person for person, read in given.items() if "blue heron" in read} == {"ada"}


@pytest.mark.audit("R2")
@pytest.mark.ledger("OPS-06")
@pytest.mark.parametrize("over", [True, False])
async def test_a_restored_backup_answers_nothing_twice_and_records_what_was_said_since(tmp_path, over):
    house = house_at(tmp_path / "home")
    async with house.open():
        room, direct = house.world.add_room("talk", "ada"), house.world.direct("ada")
        await house.ask("ada", room, "@alice before")
        make_backup(house.home, tmp_path / "backups", house.clock)
        for number in range(6):
            await house.ask("ada", room if number % 2 else direct, f"@alice since {number}")
    posts = len(house.world.posts)
    missed = await house.world.say("ada", room, "@alice nobody was there")
    restore(house, tmp_path / "backups", over=over)

    await rest(house)

    new = house.world.posts[posts:]
    assert [post.reply_to for post in new] == [missed]
    assert sum("since" in text for text in said(house, "alice")) == 6
    assert sum("nobody was there" in text for text in said(house, "alice")) == 1


@pytest.mark.audit("R2")
async def test_where_the_platform_cannot_tell_what_may_have_been_answered_is_recorded_alone(tmp_path):
    house = house_at(tmp_path / "home")
    async with house.open():
        room = house.world.add_room("talk", "ada")
        await house.ask("ada", room, "@alice before")
        make_backup(house.home, tmp_path / "backups", house.clock)
        await house.ask("ada", room, "@alice since")
    posts = len(house.world.posts)
    house.adapter.can_tell = False
    restore(house, tmp_path / "backups", over=False)

    await rest(house)
    async with house.open():
        await house.ask("ada", room, "@alice now")

    assert len(house.world.posts) == posts + 1
    assert sum("since" in text for text in said(house, "alice")) == 1


def restore(house, backups, *, over):
    """As the operator does it, at this instant of the house's clock."""
    if not over:
        shutil.move(house.home, house.home.with_name(f"lost-{len(house.world.said)}"))
    home, say = Home(house.home), lambda *_: None
    assert home_erasure.restore(home, backups, say, who="console:op", over=over, clock=house.clock) == 0


@pytest.mark.audit("R1", "R2")
@pytest.mark.parametrize("seed", range(6))
async def test_through_random_lives_nothing_erased_comes_back_nothing_is_answered_twice_and_nothing_new_is_lost(
    tmp_path, seed
):
    chance, house, backups = random.Random(seed), house_at(tmp_path / "home"), tmp_path / "backups"
    room, direct = house.world.add_room("talk", "ada", "ben"), house.world.direct("ada")
    told: list[tuple[str, str, datetime]] = []  # message, person, when
    gone: datetime | None = None

    async def talk():
        for _ in range(chance.randrange(1, 5)):
            who = chance.choice(["ada", "ben"])
            where = direct if who == "ada" and chance.random() < 0.5 else room
            id = await house.world.say(who, where, f"@alice word-{len(told):03}")
            told.append((id, who, house.clock()))

    async with house.open():
        await talk()
        await settled(house)
        make_backup(house.home, backups, house.clock)
    for _ in range(7):
        match chance.choice(["talk", "away", "erase", "backup", "restore", "over", "import"]):
            case "talk":
                async with house.open():
                    await talk()
                    await settled(house)
            case "away":
                await talk()
            case "erase":
                gone = house.clock()
                erase_at(house.home, gone)
                shutil.copy(house.home / "shared" / "erased.jsonl", backups / "erased.jsonl")
                house.clock.pass_(seconds=1)
            case "backup":
                house.clock.pass_(seconds=1)
                make_backup(house.home, backups, house.clock)
            case "import":
                async with house.open() as fleet:
                    await settled(house)
                    await import_history({"alice": await fleet.memory("alice")}, house.world.said, fleet.door.admitted)
            case how:
                house.clock.pass_(seconds=1)
                restore(house, backups, over=how == "over")
        await rest(house)

    log = [event.content for event in house.log("alice", "message_received")]
    for number, (id, who, at) in enumerate(told):
        is_gone = who == "ada" and gone is not None and at <= gone
        heard = sum(f"word-{number:03}" in text for text in log)
        assert heard == (0 if is_gone else 1), (number, who)
        assert len([post for post in house.world.posts if post.reply_to == id]) <= 1, number
    in_room = [id for id, who, _ in told if who == "ben"]
    assert all(any(post.reply_to == id for post in house.world.posts) for id in in_room)
    assert len(house.world.posts) <= len(told)


@pytest.mark.audit("R1")
def test_a_boundary_outlives_the_rows_that_it_was_made_of(tmp_path):
    with closing(sqlite3.connect(":memory:")) as db:
        prepare(db)
        begin = datetime.fromisoformat("2026-11-01T09:00:00+00:00")
        for number in range(5):
            store.accept(db, "alice@chat:W/talk", f"{number:06}:message", b"{}", begin, "done")

        store.prune(db, begin + timedelta(days=30))

        rows = db.execute("select count(*) from inbox").fetchone()[0]
        known = [store.was_taken_in(db, "alice@chat:W/talk", f"{number:06}:message") for number in range(6)]
        assert (rows, known) == (1, [True] * 4 + [False] * 2)
        assert b"alice" not in b"".join(str(tuple(one)).encode() for one in db.execute("select * from boundary"))


@pytest.mark.audit("A13")
async def test_a_token_that_is_typed_in_a_chat_is_in_no_file_of_the_home(tmp_path):
    house, token = house_at(tmp_path / "home"), "sk-" + "a1B2" * 8
    async with house.open():
        room = house.world.add_room("talk", "ada")
        await house.ask("ada", room, f"@alice my key is {token}, keep it")

        held = [one for one in house.home.rglob("*") if one.is_file() and token.encode() in one.read_bytes()]

    assert held == []
    assert any("my key is ***" in text for text in said(house, "alice"))
