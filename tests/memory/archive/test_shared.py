from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from memory.archive.contacts import Profile, ProfileShelf
from memory.archive.files import Files
from memory.archive.json_lines import Quarantine, Storage
from memory.archive.operations_log import TurnReports
from memory.archive.shared_logs import Resolution, Resolutions
from memory.vocabulary.address import Person
from tests.memory.archive.stage import NOON

ADA = Person.parse("slack:T01/U01")


@pytest.fixture
def people(tmp_path) -> ProfileShelf:
    shelf = ProfileShelf(tmp_path, Storage(quarantine=Quarantine(files=Files(tmp_path / "quarantine"))))
    aliases = ("discord:1234", "Ada Lovelace")
    shelf.write(Profile(person=str(ADA), name="Ada", aliases=aliases, text="Likes trains.\n"))
    shelf.write(Profile(person="discord:99", text="Likes tea.\n"))
    return shelf


@pytest.mark.ledger("PRI-02")
@pytest.mark.parametrize("who", [ADA, "slack:T01/U01", "discord:1234", "ada lovelace"])
def test_a_profile_is_found_by_address_or_alias(people, tmp_path, who) -> None:
    assert people.find(who).text == "Likes trains.\n"
    assert (tmp_path / "users/slack.T01.U01/index.md").exists()


@pytest.mark.ledger("PRI-02")
@pytest.mark.parametrize(
    "who", ["slack:T01/U0", "slack:T02/U01", "slack.T01.U01", "discord:12345", "", "Ada L", "x:../.."]
)
def test_nobody_gets_the_profile_of_another(people, who) -> None:
    assert people.find(who) is None


def test_a_profile_made_by_hand_needs_no_frontmatter(people, tmp_path) -> None:
    folder = tmp_path / "users/telegram.5678"
    folder.mkdir()
    (folder / "index.md").write_text("Tea.\n")

    assert people.find("telegram:5678").text == "Tea.\n"


def test_a_broken_profile_is_read_and_kept(people, tmp_path) -> None:
    path = tmp_path / "users/slack.T01.U01/index.md"
    path.write_text("---\na: [\n---\nTrains.\n")

    assert people.find(ADA).text == "Trains.\n"
    assert people.find(ADA).problem
    assert len(list((tmp_path / "quarantine").iterdir())) == 1


@pytest.mark.ledger("PRI-11")
def test_the_registry_of_resolutions_keeps_each_once(tmp_path) -> None:
    registry = Resolutions(tmp_path)
    settled = Resolution(ts=NOON, anima="alice", issue="VPN down", resolution="restarted", audience="org", id="r1")
    later = replace(settled, id="r2", ts=NOON + timedelta(hours=1))

    assert [registry.append(settled), registry.append(later), registry.append(settled)] == [True, True, False]
    (tmp_path / "resolutions.jsonl").open("ab").write(b'{"ts":"torn')
    assert Resolutions(tmp_path).append(replace(later, id="r3"))

    assert registry.latest(2) == [replace(later, id="r3"), later]
    assert [found.id for found in registry.latest(9)] == ["r3", "r2", "r1"]


def test_turn_reports_are_found_and_rotated(tmp_path) -> None:
    reports = TurnReports(tmp_path, limit_bytes=400)
    assert reports.last() is None
    for number in range(40):
        reports.append({"id": f"t{number}", "why": ["recency", 0.5]})

    assert reports.last() == {"id": "t39", "why": ["recency", 0.5]}
    assert reports.find("t33")["id"] == "t33"
    assert reports.find("t0") is None
    assert [report["id"] for report in reports.tail(2)] == ["t38", "t39"]
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 1000
