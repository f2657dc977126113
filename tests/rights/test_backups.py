"""Backups in a folder: each is the home at its instant, what did not change is stored once, a torn one is refused."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from bots.commands.access import carry_out_command
from bots.commands.backups import Backups
from bots.commands.catalogue import COMMANDS
from config import home_erasure
from config.home import Home
from memory.archive import home_backup
from memory.archive.home_backup import BackupInterval, KnownBackups, TornBackup
from memory.erasure.erasure import Erasure
from memory.erasure.findings import ErasureRequest
from tests.backing_up import make_backup
from tests.bots.commands.admin_double import OWNER
from tests.bots.platform import Clock
from tests.rights.seeded import house_at

TIMES = 20


def hashes(root: Path) -> dict[str, str]:
    files = sorted((root / "animas").rglob("*"))
    return {str(one.relative_to(root)): sha256(one.read_bytes()).hexdigest() for one in files if one.is_file()}


def restored(place: Path, path: Path) -> int:
    return home_erasure.restore(Home(path), place, lambda *_: None, who="console:op", over=False)


@pytest.mark.ledger("OPS-06")
async def test_twenty_backups_under_traffic_are_each_the_home_at_its_instant(tmp_path):
    house, folder = house_at(tmp_path / "home"), tmp_path / "backups"
    async with house.open():
        direct = house.world.direct("ada")
        talking = [asyncio.create_task(house.world.say("ada", direct, f"Tea number {n}.")) for n in range(TIMES)]
        for _ in range(TIMES):
            await asyncio.to_thread(make_backup, house.home, folder, house.clock)
            house.clock.pass_(seconds=1)
        await asyncio.gather(*talking)
        await house.settled(120)
        await carry_out_command(COMMANDS, house.fleet, OWNER, ["backup", "--folder", str(folder)])
        now = hashes(house.home)
        logs = {one: (house.home / one).read_bytes() for one in now if "/activity_log/" in one}

    every = home_backup.increments_in(folder)
    assert len(every) == TIMES + 1
    for number, one in enumerate(every[::5]):
        assert restored(one, tmp_path / f"back{number}") == 0
        for name, content in logs.items():
            then = tmp_path / f"back{number}" / name
            assert content.startswith(then.read_bytes() if then.exists() else b"")
        with closing(sqlite3.connect(tmp_path / f"back{number}" / "delivery.sqlite3")) as database:
            assert database.execute("pragma integrity_check").fetchone() == ("ok",)
    for one in every:
        home_backup.check_increment(one)
    assert restored(folder, tmp_path / "last") == 0
    assert hashes(tmp_path / "last") == now


@pytest.mark.ledger("OPS-06")
def test_a_file_that_did_not_change_is_stored_once(tmp_path):
    home, clock = tmp_path / "home", Clock()
    (home / "animas" / "alice").mkdir(parents=True)
    (home / "animas" / "alice" / "identity.md").write_text("I am Alice.")
    _, first = make_backup(home, tmp_path / "b", clock)
    clock.pass_(seconds=1)
    (home / "animas" / "alice" / "bootstrap.md").write_text("new")

    _, second = make_backup(home, tmp_path / "b", clock)

    assert first >= 11
    assert second < 3 + 500  # the list of backups grows, too
    stored = [one for one in (tmp_path / "b" / "objects").rglob("*") if one.is_file()]
    assert len(stored) == len({one.name for one in stored}) == 4


@pytest.mark.ledger("OPS-08")
def test_backups_and_the_count_of_an_erasure_tell_how_far_they_are(tmp_path):
    home, heard = tmp_path / "home", []
    (home / "animas" / "alice").mkdir(parents=True)
    for name in ("identity", "bootstrap", "injection"):
        (home / "animas" / "alice" / f"{name}.md").write_text(name)

    def hear(done, total):
        heard.append(done / total)

    make_backup(home, tmp_path / "b", Clock(), hear)
    home_backup.write_backup(home, tmp_path / "b.zip", Clock()(), {}, progress=hear)
    Erasure(home, Clock()).count(ErasureRequest(addresses=("chat:W/ada",)), hear)

    assert heard.count(1.0) == 3
    assert len(heard) > 9


@pytest.mark.ledger("OPS-06")
@pytest.mark.parametrize("part", ["manifest", "object"])
def test_a_torn_backup_in_a_folder_is_refused_and_nothing_is_restored(tmp_path, part):
    home = tmp_path / "home"
    (home / "animas" / "alice").mkdir(parents=True)
    (home / "animas" / "alice" / "identity.md").write_text("I am Alice.")
    make_backup(home, tmp_path / "b", Clock())
    objects = [one for one in (tmp_path / "b" / "objects").rglob("*") if one.is_file()]
    torn = home_backup.increments_in(tmp_path / "b")[-1] if part == "manifest" else objects[0]
    torn.write_bytes(torn.read_bytes()[:-3])

    with pytest.raises(TornBackup):
        home_backup.check_increment(home_backup.increments_in(tmp_path / "b")[-1])
    assert restored(tmp_path / "b", tmp_path / "back") == 1
    assert not (tmp_path / "back").exists()


@pytest.mark.ledger("OPS-06")
async def test_a_running_fleet_makes_a_backup_each_time_the_span_is_over_and_keeps_the_latest(tmp_path):
    home, clock = tmp_path / "home", Clock()
    (home / "shared").mkdir(parents=True)
    KnownBackups(home / "shared").settle(BackupInterval(folder=tmp_path / "b", seconds=3600, keep=2), clock())

    async def nothing_delivered() -> dict[str, bytes]:
        return {}

    backups = Backups(home, clock, nothing_delivered)

    made = []
    for _ in range(4):
        made += [await backups.make_due(), await backups.make_due()]
        clock.pass_(hours=1)

    assert made == [True, False] * 4
    assert len(home_backup.increments_in(tmp_path / "b")) == 2
