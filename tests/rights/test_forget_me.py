"""Forget me: 500 canary strings of one person over all stores are gone from every byte, and nothing of others is."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.commands.access import carry_out_command
from bots.commands.catalogue import COMMANDS
from config import home_erasure
from config.home import Home
from config.process import utc_now
from memory.archive.audit_log import ERASE, AuditLog, without
from memory.archive.data_subject import DataSubject
from memory.archive.home_backup import KnownBackups
from memory.erasure.erasure import Erasure, erasure_receipts
from memory.erasure.findings import ErasureRequest
from memory.erasure.rewriting import OTHER_FILES, file_kind_of, rewrite_records
from memory.vocabulary.errors import StorageFault
from tests.bots.commands.admin_double import OWNER
from tests.bots.house import House
from tests.memory.archive.stage import FailingDisk
from tests.rights.seeded import ADA, BOB, BOBS, MANY, Canaries, bytes_of, found_in, house_at, integrity, seeded

ASKED = ErasureRequest(addresses=(ADA,), by="console:op")


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    root = tmp_path_factory.mktemp("lived")
    canary = Canaries()
    asyncio.run(seeded(root / "home", canary))
    return root, canary.used


@pytest.fixture
def copy(lived, tmp_path):
    """The home, its backups where its own list says they are, and the canaries."""
    root, canaries = lived
    shutil.copytree(root, tmp_path, dirs_exist_ok=True)
    listed = tmp_path / "home" / "shared" / "backups.jsonl"
    listed.write_bytes(listed.read_bytes().replace(str(root).encode(), str(tmp_path).encode()))
    return tmp_path, canaries


def of_bob(home: Path) -> list[str]:
    house = house_at(home)

    async def recalled() -> list[str]:
        async with house.open():
            engine = house.animas["alice"].engine
            audiences = [one for one in await engine.audiences() if "ada" not in str(one).lower()]
            found = [
                one
                for ask in ("dog", "Ghent", "invoices")
                for aud in audiences
                for one in await engine.search(ask, aud)
            ]
            return sorted({one.text for one in found if any(text in one.text for text in BOBS)})

    return asyncio.run(recalled())


@pytest.mark.ledger("AUD-07")
def test_after_forget_me_no_byte_of_the_persons_is_left_and_others_are_recalled_as_before(copy):
    root, canaries = copy
    home = Home(root / "home")
    assert len(canaries) == MANY
    assert len(found_in(root, canaries)) > 25
    before = of_bob(home.path)

    home_erasure.erasing_of(home.path).ask(ASKED)
    with home.owned():
        receipt = home_erasure.carry_out_erasure(home)

    assert receipt is not None
    assert receipt.left == ()
    assert found_in(root, canaries) == {}
    assert [name for name, content in bytes_of(root).items() if ADA.encode() in content] == []
    assert integrity(home.path) == "ok"
    assert of_bob(home.path) == before
    assert "Rex" in (home.path / "animas/alice/knowledge/dogs.md").read_text()
    assert "Lock up at six." in (home.path / "animas/alice/knowledge/rules.md").read_text()
    assert not (home.path / "animas/alice/knowledge/doors.md").exists()
    assert b"nothing of hers" in (home.path / "logs/fleet.log").read_bytes()
    assert not AuditLog(home.logs, lambda: None).verify().problems


@pytest.mark.ledger("AUD-07")
def test_an_erasure_that_is_broken_off_at_any_write_is_ended_by_the_next_owner(copy, tmp_path_factory):
    root, canaries = copy
    chance = random.Random(20261122)
    for number, at in enumerate(sorted(chance.sample(range(1, 220), 6))):
        broken = tmp_path_factory.mktemp(f"broken{number}") / "home"
        shutil.copytree(root / "home", broken)
        (broken / "shared" / "backups.jsonl").unlink()
        home_erasure.erasing_of(broken).ask(ASKED)
        with suppress(StorageFault):
            Erasure(broken, utc_now, home_erasure.ALL, FailingDisk(at, lasts=10**6)).carry_out()
        home_erasure.carry_out_erasure(Home(broken))

        assert found_in(broken, canaries) == {}, at
        assert home_erasure.erasing_of(broken).pending() is None
        assert integrity(broken) == "ok"


@pytest.mark.ledger("AUD-07", "OPS-06")
def test_who_was_erased_does_not_come_back_by_a_restore_of_a_copy_that_nobody_knew(copy):
    root, canaries = copy
    home = Home(root / "home")
    shutil.copy(root / "backups" / "one.zip", root / "hidden.zip")
    home_erasure.erasing_of(home.path).ask(ASKED)
    home_erasure.carry_out_erasure(home)

    code = home_erasure.restore(home, root / "hidden.zip", lambda *_: None, who="console:op", over=True)

    (root / "hidden.zip").unlink()
    assert code == 0
    assert found_in(root, canaries) == {}


@pytest.mark.ledger("AUD-07")
def test_every_kind_of_file_of_a_lived_in_home_stands_in_the_catalogue(lived):
    home = lived[0] / "home"
    files = [one.relative_to(home).as_posix() for one in home.rglob("*") if one.is_file()]

    assert len(files) > 20
    assert [one for one in files if file_kind_of(one, home_erasure.ALL) is OTHER_FILES] == []


@pytest.mark.ledger("AUD-07")
async def test_a_person_sees_counts_first_and_is_erased_at_the_second_word(tmp_path):
    house = house_at(tmp_path / "home")
    async with house.open():
        direct = house.world.direct("ada")
        await house.ask("ada", direct, "My cat is called Mira.")
        counted = (await house.command("ada", direct, "me forget everything")).text
        waiting = home_erasure.erasing_of(house.home).pending()
        done = (await house.command("ada", direct, "me forget everything yes")).text

    assert "- 1 message of yours" in counted
    assert "me forget everything yes" in counted
    assert waiting is None
    assert "Receipt" in done
    home_erasure.carry_out_erasure(Home(house.home))
    left = b"\n".join(bytes_of(house.home).values())
    assert b"Mira" not in left
    assert ADA.encode() not in left


@pytest.mark.ledger("AUD-07")
async def test_what_would_go_tells_nobody_whether_somebody_else_has_said_the_same(tmp_path):
    """How many lines of a store go depends on it, and is told on the command line alone."""
    told = []
    for number, elsewhere in enumerate(("My cat is called Mira Quill.", "The invoices are late again.")):
        model = ScriptedModel(["Noted.", "Noted.", "Ada told me: My cat is called Mira Quill."])
        house = House(home=tmp_path / f"home{number}", models={"alice": model})
        async with house.open():
            room, direct = house.world.add_room("talk", "ada", "bob"), house.world.direct("ada")
            await house.ask("bob", house.world.direct("bob"), elsewhere)
            await house.ask("ada", room, "@alice My cat is called Mira Quill.")
            await house.ask("bob", room, "@alice What is her cat called?")
            told.append((await house.command("ada", direct, "me forget everything")).text)

    assert told[0] == told[1]
    assert "lines in" not in told[0]


@pytest.mark.ledger("AUD-07")
async def test_one_message_is_erased_with_what_was_made_of_it_and_no_other(tmp_path):
    house = house_at(tmp_path / "home")
    async with house.open():
        direct = house.world.direct("ada")
        await house.ask("ada", direct, "My cat is called Mira Quill.")
        await house.ask("ada", direct, "My bike is from 1987.")
        first = house.log("alice", "message_received")[0].id
    home_erasure.erasing_of(house.home).ask(ErasureRequest(events=(first,)))

    home_erasure.carry_out_erasure(Home(house.home))

    left = b"\n".join(bytes_of(house.home).values())
    assert b"Mira" not in left
    assert b"1987" in left


@pytest.mark.ledger("AUD-07", "OPS-05")
async def test_an_owner_erases_who_was_only_imported_and_is_told_of_a_backup_that_is_away(tmp_path):
    house = house_at(tmp_path / "home")
    async with house.open():
        await house.ask("bob", house.world.direct("bob"), BOBS[0])
        counted = await carry_out_command(COMMANDS, house.fleet, OWNER, ["erase", BOB])
        unknown = await carry_out_command(COMMANDS, house.fleet, OWNER, ["erase", "chat:W/nobody"])
        done = await carry_out_command(COMMANDS, house.fleet, OWNER, ["erase", BOB, "--yes"])
    KnownBackups(house.home / "shared").note(tmp_path / "away" / "b.zip", utc_now())

    home_erasure.carry_out_erasure(Home(house.home))

    (receipt,) = erasure_receipts(house.home)
    assert (counted.ok, unknown.ok, done.ok) == (True, False, True)
    assert receipt["receipt"] == done.data["receipt"]
    assert "b.zip" in str(receipt["left"])
    assert b"Rex" not in b"".join(bytes_of(house.home).values())
    assert not AuditLog(house.home / "logs", utc_now).verify().problems


def test_an_audit_line_without_who_and_what_counts_only_where_an_erasure_names_it(tmp_path):
    log = AuditLog(tmp_path, utc_now)
    log.record(ADA, "command me", "x", "allowed")
    log.record(BOB, "command me", "y", "allowed")
    path = tmp_path / "audit.jsonl"
    path.write_bytes(without("", path.read_bytes(), DataSubject(addresses=(ADA,), marks=frozenset({ADA}))))

    assert "no erasure says so" in log.verify().problems[0]
    log.record("fleet", ERASE, "1", "receipt r")
    assert log.verify().problems == ()
    path.write_bytes(path.read_bytes().replace(b'"x', b'"z').replace(BOB.encode(), b"chat:W/eve"))
    assert log.verify().problems


def test_what_became_of_an_erased_record_goes_with_it_and_anothers_of_the_same_id_stays():
    whom = DataSubject(addresses=(ADA,), marks=frozenset({ADA}))
    lines = [{"id": "7", "person": ADA, "text": "call"}, {"id": "7", "type": "done"}, {"id": "7", "person": BOB}]
    content = b"".join(json.dumps(one).encode() + b"\n" for one in lines)

    left = rewrite_records("animas/alice/state/reminders.jsonl", content, whom)

    assert [json.loads(line) for line in left.splitlines()] == [{"id": "7", "person": BOB}]
