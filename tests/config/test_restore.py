"""Backup and restore: taken under traffic, checked whole, refused when torn, and the home of before is never lost."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import zipfile
from hashlib import sha256

import pytest

from adapters.models.scripted import ScriptedModel
from bots.commands.access import carry_out_command
from bots.commands.catalogue import COMMANDS
from config import home_erasure
from config.home import Home, HomeFault
from memory.archive import home_backup
from memory.archive.audit_log import AuditLog
from memory.archive.home_backup import TornBackup
from tests.bots.commands.admin_double import OWNER
from tests.bots.house import House

WHO = "console:ada"


def house_at(path):
    return House(home=path, models={"alice": ScriptedModel(["Noted."] * 99)})


async def backed_up(house, file):
    return await carry_out_command(COMMANDS, house.fleet, OWNER, ["backup", "--file", str(file)])


def restored(file, path, *, over=False):
    said = []
    code = home_erasure.restore(Home(path), file, lambda stream, text: said.append(text), who=WHO, over=over)
    return code, "".join(said)


def hashes(root, below):
    files = sorted((root / below).rglob("*"))
    return {str(one.relative_to(root)): sha256(one.read_bytes()).hexdigest() for one in files if one.is_file()}


@pytest.mark.ledger("OPS-06")
async def test_a_backup_under_traffic_is_whole_and_what_was_said_before_it_is_remembered(tmp_path):
    house = house_at(tmp_path / "home")
    async with house.open():
        direct = house.world.direct("ada")
        await house.ask("ada", direct, "My cat is called Mira.")
        talking = [asyncio.create_task(house.world.say("ada", direct, f"Tea number {n}.")) for n in range(12)]
        answers = [await backed_up(house, tmp_path / f"{n}.zip") for n in range(4)]
        await asyncio.gather(*talking)
        await house.settled()
        await backed_up(house, tmp_path / "last.zip")
        now = hashes(tmp_path / "home", "animas")

    assert all(answer.ok for answer in answers)
    for number in range(4):
        assert restored(tmp_path / f"{number}.zip", tmp_path / f"back{number}")[0] == 0
    assert restored(tmp_path / "last.zip", tmp_path / "back")[0] == 0
    assert hashes(tmp_path / "back", "animas") == now
    database = sqlite3.connect(tmp_path / "back" / "delivery.sqlite3")
    assert database.execute("pragma integrity_check").fetchone() == ("ok",)
    database.close()
    again = house_at(tmp_path / "back0")
    async with again.open():
        found = await again.animas["alice"].engine.search("cat", (await again.animas["alice"].engine.audiences())[0])
    assert "Mira" in found[0].text


@pytest.mark.ledger("OPS-06")
async def test_a_torn_or_changed_backup_is_refused_and_nothing_is_touched(tmp_path):
    house = house_at(tmp_path / "home")
    async with house.open():
        await house.ask("ada", house.world.direct("ada"), "Hello.")
        await backed_up(house, tmp_path / "whole.zip")
    content = (tmp_path / "whole.zip").read_bytes()
    for number, torn in enumerate([content[:-1], content[: len(content) // 2], content[:40], b"", b"no zip"]):
        (tmp_path / "torn.zip").write_bytes(torn)
        code, said = restored(tmp_path / "torn.zip", tmp_path / f"back{number}")
        assert (code, "nothing was restored" in said) == (1, True)
        assert not (tmp_path / f"back{number}").exists()

    with zipfile.ZipFile(tmp_path / "whole.zip") as whole, zipfile.ZipFile(tmp_path / "forged.zip", "w") as forged:
        for name in whole.namelist():
            forged.writestr(name, whole.read(name).replace(b"Hello", b"HELLO"))
    with pytest.raises(TornBackup, match="is not as it was backed up"):
        home_backup.check_backup(tmp_path / "forged.zip")


@pytest.mark.ledger("OPS-06")
def test_a_backup_cannot_write_outside_the_home(tmp_path):
    content = b"x"
    files = {"../outside.txt": sha256(content).hexdigest()}
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as evil:
        evil.writestr("../outside.txt", content)
        head = {"format": 1, "at": "2026-11-22T09:00:00+00:00", "bytes": 1, "files": files}
        evil.writestr("manifest.json", json.dumps(head))

    assert restored(tmp_path / "evil.zip", tmp_path / "deep" / "home")[0] == 1
    assert not (tmp_path / "deep" / "outside.txt").exists()


@pytest.mark.ledger("OPS-06", "OPS-05")
async def test_the_home_of_before_is_put_aside_on_request_alone_and_the_restore_is_recorded(tmp_path):
    house = house_at(tmp_path / "home")
    async with house.open():
        await house.ask("ada", house.world.direct("ada"), "Hello.")
        await backed_up(house, tmp_path / "whole.zip")
        await house.ask("ada", house.world.direct("ada"), "Later.")

    with pytest.raises(HomeFault, match="--over"):
        restored(tmp_path / "whole.zip", tmp_path / "home")
    code, said = restored(tmp_path / "whole.zip", tmp_path / "home", over=True)

    assert code == 0
    assert "home.before-restore" in said
    aside = (tmp_path / "home.before-restore" / "animas").rglob("*.jsonl")
    assert any(b"Later." in file.read_bytes() for file in aside)
    log = AuditLog(tmp_path / "home" / "logs", house.clock)
    assert [entry.act for entry in log.newest()] == ["restore", "command backup"]
    assert log.verify().problems == ()


@pytest.mark.ledger("OPS-06")
async def test_a_note_gets_back_what_it_was_and_an_anima_can_be_taken_along(tmp_path):
    house = house_at(tmp_path / "home")
    async with house.open():
        engine = house.animas["alice"].engine
        (audience,) = {one.audience for one in [await _said(house)]}
        for text in ("one", "two"):
            await engine.write("knowledge/tea.md", text, audience, "a note")
        path = next((tmp_path / "home" / "animas" / "alice" / "knowledge").rglob("*.md"))
        name = str(path.relative_to(tmp_path / "home" / "animas" / "alice"))
        listed = await carry_out_command(COMMANDS, house.fleet, OWNER, ["memory", "versions", "alice", name])
        undone = await carry_out_command(COMMANDS, house.fleet, OWNER, ["memory", "undo", "alice", name])
        words = ["memory", "export", "alice", "--file", str(tmp_path / "alice.zip")]
        taken = await carry_out_command(COMMANDS, house.fleet, OWNER, words)

    assert len(listed.data["versions"]) == 2
    assert undone.ok
    assert path.read_text().rstrip().endswith("one")
    assert taken.ok
    assert all(one.startswith("animas/alice/") for one in home_backup.check_backup(tmp_path / "alice.zip").files)


async def _said(house):
    await house.ask("ada", house.world.direct("ada"), "Hello.")
    return house.world.said[-1]
