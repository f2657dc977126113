from __future__ import annotations

import stat

import pytest

from memory.archive.anima_directory import ANIMA_FILES, ANIMA_FOLDERS, AnimaDirectory
from memory.archive.files import UnsafePath
from memory.archive.json_lines import Storage
from memory.vocabulary.errors import StorageFault
from tests.memory.archive.stage import FailingDisk

TEXTS = {name: f"text of {name}" for name in ANIMA_FILES if name.endswith(".md")}


@pytest.mark.ledger("ANI-01")
def test_a_persona_gets_every_part_and_nobody_else_can_read_it(tmp_path) -> None:
    directory = AnimaDirectory.create(tmp_path / "animas/alice", TEXTS, {"role": "engineer"})

    assert sorted(path.name for path in directory.path.iterdir()) == sorted((*ANIMA_FILES, *ANIMA_FOLDERS))
    assert {stat.S_IMODE(path.stat().st_mode) for path in directory.path.iterdir()} == {0o600, 0o700}
    assert directory.read_text("identity.md") == "text of identity.md"
    assert directory.status() == {"enabled": True, "role": "engineer"}


@pytest.mark.ledger("ANI-01")
def test_an_absent_text_is_empty_and_an_unsafe_name_refused(tmp_path) -> None:
    directory = AnimaDirectory(tmp_path / "nobody")

    assert directory.read_text("identity.md") == ""
    assert not directory.exists()
    with pytest.raises(UnsafePath):
        directory.read_text("../secret")


@pytest.mark.ledger("ANI-01")
def test_what_exists_is_not_created_again(tmp_path) -> None:
    AnimaDirectory.create(tmp_path / "alice", TEXTS)

    with pytest.raises(FileExistsError):
        AnimaDirectory.create(tmp_path / "alice", {"identity.md": "other"})
    with pytest.raises(UnsafePath):
        AnimaDirectory.create(tmp_path / ".alice", TEXTS)
    with pytest.raises(UnsafePath):
        AnimaDirectory.create(tmp_path / "bob", {**TEXTS, "../bob.md": ""})
    assert [path.name for path in tmp_path.iterdir()] == ["alice"]


@pytest.mark.ledger("ANI-01")
def test_an_interrupted_creation_is_completed_and_overwrites_nothing(tmp_path) -> None:
    with pytest.raises(StorageFault):
        AnimaDirectory.create(tmp_path / "alice", TEXTS, storage=Storage(disk=FailingDisk(40, lasts=10**6)))
    (tmp_path / "alice/identity.md").write_text("by hand")

    directory = AnimaDirectory.create(tmp_path / "alice", TEXTS)

    assert directory.read_text("identity.md") == "by hand"
    assert directory.read_text("cron.md") == "text of cron.md"


@pytest.mark.ledger("ANI-01")
def test_bootstrap_goes_to_the_archive_once(tmp_path) -> None:
    directory = AnimaDirectory.create(tmp_path / "alice", TEXTS)

    assert [directory.remove_bootstrap(), directory.remove_bootstrap()] == [True, False]
    assert directory.read_text("bootstrap.md") == ""
    assert directory.read_text("archive/bootstrap.md") == "text of bootstrap.md"


@pytest.mark.ledger("ANI-01")
def test_the_status_survives_a_restart_and_a_broken_file(tmp_path) -> None:
    directory = AnimaDirectory.create(tmp_path / "alice", TEXTS, {"role": "writer"})
    directory.enable(False)
    assert AnimaDirectory(directory.path).status() == {"enabled": False, "role": "writer"}
    assert not AnimaDirectory(directory.path).is_enabled

    (directory.path / "status.json").write_bytes(b"{enabled")

    assert directory.is_enabled
    assert [path.read_bytes() for path in directory.path.glob("*.quarantine")] == [b"{enabled"]
