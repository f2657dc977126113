"""What an anima can do, and how often that worked."""

import pytest

from memory.archive import documents
from memory.vocabulary.address import ORG
from tests.memory.stage import PRIVATE, TEAM, Stage, here

PATH = "procedures/release.md"


def head_of(folder, path):
    head, body = documents.split_frontmatter((folder / "animas" / "alice" / path).read_text(encoding="utf-8"))
    return documents.parse_frontmatter(head), body


def put(folder, path, text):
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path, forms=False)
    await stage.engine.write(PATH, "# Release\n1. tag\n2. push", TEAM, "learned")
    yield stage
    await stage.engine.close()


@pytest.mark.ledger("PRO-05", "PRO-07", "ANI-12", "FOR-23")
async def test_each_try_of_a_procedure_is_counted_once_in_its_head_and_its_text_stays(stage, tmp_path):
    tried = stage.engine.procedures.tried

    sure = [
        await tried(PATH, turn, TEAM, worked=worked) for turn, worked in (("t1", True), ("t1", True), ("t2", False))
    ]
    head, body = head_of(tmp_path, here(PATH))

    assert sure == [2 / 3, 2 / 3, 0.5]
    assert (head["success_count"], head["failure_count"], head["version"]) == (1, 1, 1)
    assert (head["confidence"], head["lifetime_successes"]) == (0.5, 1)
    assert body.strip() == "# Release\n1. tag\n2. push"


@pytest.mark.ledger("PRO-07", "SLP-09")
async def test_a_procedure_that_is_written_anew_begins_its_counts_anew_and_keeps_those_of_its_life(stage, tmp_path):
    for turn in ("t1", "t2", "t3"):
        await stage.engine.procedures.tried(PATH, turn, TEAM, worked=True)
    await stage.engine.write(PATH, "# Release\n1. test\n2. tag", TEAM, "it changed")
    head, _ = head_of(tmp_path, here(PATH))

    assert (head["success_count"], head["lifetime_successes"], head["version"]) == (0, 3, 2)
    assert head["confidence"] == 0.5
    assert len(await stage.engine.versions(here(PATH))) >= 2


@pytest.mark.ledger("PRO-05", "AUD-02")
async def test_a_try_counts_in_no_procedure_that_is_for_others_than_those_before_whom_it_was_made(stage, tmp_path):
    put(tmp_path / "animas" / "alice", "procedures/house.md", "---\naudience: org\n---\n1. lock the door")
    tried = stage.engine.procedures.tried

    assert await tried("procedures/house.md", "t1", PRIVATE, worked=False) is None
    assert await tried("procedures/house.md", "t1", TEAM, worked=False) is None
    assert await tried("procedures/house.md", "t1", ORG, worked=True) is not None
    assert await tried(here(PATH), "t1", PRIVATE, worked=True) is None
    assert await tried("skills/letter.md", "t1", TEAM, worked=True) is None


@pytest.mark.ledger("PRO-08", "ANI-04")
async def test_skills_and_procedures_are_listed_for_those_who_may_read_them(stage, tmp_path):
    put(tmp_path, "shared/common_skills/letter.md", "---\nname: letter\ndescription: Writing letters\n---\ntext")
    put(tmp_path / "animas" / "alice", "skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Reading PDFs\n---\ntext")
    stage.engine.changed()

    known = {one.path: (one.name, one.description) for one in await stage.engine.procedures.known(TEAM)}
    others = [one.path for one in await stage.engine.procedures.known(ORG)]

    assert known == {
        "shared/common_skills/letter.md": ("letter", "Writing letters"),
        "skills/pdf/SKILL.md": ("pdf", "Reading PDFs"),
        PATH: ("release", "Release"),
    }
    assert sorted(others) == ["shared/common_skills/letter.md", "skills/pdf/SKILL.md"]
