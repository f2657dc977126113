"""Notes that say the same, or cannot both be so: what becomes of them in a night, by whoever decides."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from memory.archive import documents
from memory.vocabulary.fact import FORMED, Fact, FactChange
from memory.vocabulary.ports import Entailed, JudgeAnswer
from tests.memory.stage import TEAM, Stage, here

OLD, NEW = "The staging database listens on port 5432.", "The staging database listens on port 5433."


class Deciding:
    """Answers whatever decision is asked for, and approves of everything."""

    name = "scripted"

    def __init__(self, **answer):
        self.answer = answer

    async def __call__(self, instructions, text, deadline_s):
        return JudgeAnswer(text=json.dumps({"approved": True, "knowledge": [], **self.answer}))


class Agreeing:
    name = "tiny"

    def __init__(self, entailment, contradiction=0.0):
        self.judged = Entailed(entailment, contradiction)

    def __call__(self, pairs):
        return [self.judged for _ in pairs]


async def told(tmp_path, *texts, judge=None, **aids):
    """Notes on one shelf, written a day apart, and a night after."""
    stage = await Stage.open(tmp_path, forms=False, judge=judge, **aids)
    for number, text in enumerate(texts):
        await stage.engine.write(f"knowledge/n{number}.md", text, TEAM, "told")
        stage.now += timedelta(hours=20)
    for number in range(4):  # so that one note is no quarter of all there is
        await stage.engine.write(f"knowledge/other{number}.md", "abcd"[number] * 9, TEAM, "told")
    return stage


async def slept(stage, cadence="daily"):
    await stage.engine.sleep(cadence, stage.now)
    await stage.engine.close()


def note(folder, path):
    file = folder / "animas" / "alice" / path
    if not file.exists():
        return None, ""
    head, body = documents.split_frontmatter(file.read_text(encoding="utf-8"))
    return documents.parse_frontmatter(head), body.strip()


@pytest.mark.ledger("SLP-08")
async def test_what_holds_later_supersedes_both_are_linked_and_the_earlier_is_put_away(tmp_path):
    stage = await told(tmp_path, OLD, NEW, judge=Deciding(decision="supersede"))
    await slept(stage)
    head, body = note(tmp_path, here("knowledge/n1.md"))
    gone, old = note(tmp_path, f"archive/{here('knowledge/n0.md')}")

    assert (head["supersedes"], body, head["version"]) == ([here("knowledge/n0.md")], NEW, 1)
    assert (gone["superseded_by"], old) == (here("knowledge/n1.md"), OLD)
    assert note(tmp_path, here("knowledge/n0.md")) == (None, "")


@pytest.mark.ledger("SLP-08")
async def test_both_stay_annotated_where_each_holds_under_a_condition_and_are_not_asked_about_again(tmp_path):
    judge = Deciding(decision="coexist", earlier_if="on weekdays", later_if="on Sundays")
    stage = await told(tmp_path, OLD, NEW, judge=judge)
    await slept(stage)
    earlier, later = (note(tmp_path, here(f"knowledge/n{number}.md")) for number in (0, 1))

    assert (earlier[0]["condition"], earlier[1]) == ("on weekdays", OLD)
    assert (later[0]["condition"], later[0]["coexists"]) == ("on Sundays", [here("knowledge/n0.md")])


@pytest.mark.ledger("SLP-05", "SLP-08")
@pytest.mark.parametrize(
    ("text", "is_merged"),
    [
        ("The staging database of billing listens on port 5433 in Ghent.", True),
        ("The staging database listens on port 9999 for Mallory.", False),
        ("", False),
    ],
)
async def test_two_notes_are_merged_only_into_what_they_say(tmp_path, text, is_merged):
    stage = await told(
        tmp_path,
        "The staging database of billing listens in Ghent.",
        NEW.replace(" listens", " of billing listens"),
        judge=Deciding(decision="merge", text=text),
    )
    await slept(stage, "weekly")
    root = tmp_path / "animas" / "alice"
    merged = list((root / "knowledge").rglob("merged-*.md"))

    assert bool(merged) is is_merged
    assert (root / "archive" / "merged").exists() is is_merged
    assert all(note(tmp_path, here(f"knowledge/n{n}.md"))[1] for n in (0, 1)) is not is_merged


@pytest.mark.ledger("SLP-08", "SLP-16")
async def test_without_anybody_who_decides_and_where_they_agree_both_stay(tmp_path):
    for folder, aids in (("a", {}), ("b", {"entailment": Agreeing(0.9)})):
        stage = await told(tmp_path / folder, OLD, NEW, **aids)
        await slept(stage)

        assert [note(tmp_path / folder, here(f"knowledge/n{n}.md"))[1] for n in (0, 1)] == [OLD, NEW]


@pytest.mark.ledger("SLP-05")
async def test_a_note_all_of_which_stands_in_a_later_one_is_put_away_without_a_model(tmp_path):
    short = "The staging server is called Larch."
    stage = await told(tmp_path, short, f"{short} It runs in Ghent.")
    await slept(stage, "weekly")

    assert note(tmp_path, here("knowledge/n0.md")) == (None, "")
    assert note(tmp_path, f"archive/{here('knowledge/n0.md')}")[1] == short


@pytest.mark.ledger("SLP-09", "PRO-07")
@pytest.mark.parametrize("folder", ["knowledge", "procedures"])
async def test_a_note_that_news_contradict_gets_a_version_that_both_bear_and_the_old_one_is_kept(tmp_path, folder):
    judge = Deciding(contradicts=True, text=NEW, decision="none")
    stage = await Stage.open(tmp_path, forms=False, judge=judge)
    await stage.engine.write(f"{folder}/port.md", OLD, TEAM, "told")
    if folder == "procedures":
        await stage.engine.procedures.tried("procedures/port.md", "t1", TEAM, worked=True)
    fact = Fact(
        id="fact:0000000000000001", text=NEW, category="fact", recorded_at=stage.now, valid_from=stage.now,
        subject="staging", audience=str(TEAM), person="slack:T01/Ada", speaker="Ada", sources=("s1",),
    )  # fmt: skip
    stage.engine.parts.retracting.note([FactChange(ts=stage.now, key="formed/1", type=FORMED, fact=fact)])
    path = here(f"{folder}/port.md")
    await slept(stage)
    head, body = note(tmp_path, path)

    assert (body, head["version"]) == (NEW, 2)
    assert len(await stage.engine.versions(path)) >= 2
    if folder == "procedures":
        assert (head["success_count"], head["lifetime_successes"], head["confidence"]) == (0, 1, 0.5)


@pytest.mark.ledger("FOR-24")
async def test_a_note_without_a_head_gets_one_and_one_that_cannot_be_read_stays_and_is_quarantined(tmp_path):
    stage = await Stage.open(tmp_path, forms=False)
    root = tmp_path / "animas" / "alice"
    plain, broken = root / here("knowledge/plain.md"), root / here("knowledge/broken.md")
    plain.parent.mkdir(parents=True)
    plain.write_text("Tea is in the blue box.\n", encoding="utf-8")
    broken.write_bytes(b"---\na: [1\n---\nkept\n")
    stage.engine.changed()
    await slept(stage)
    head, body = note(tmp_path, here("knowledge/plain.md"))

    assert (body, head["audience"], head["version"]) == ("Tea is in the blue box.", str(TEAM), 1)
    assert head["created_at"]
    assert broken.read_bytes() == b"---\na: [1\n---\nkept\n"
    assert any(file.read_bytes() == broken.read_bytes() for file in (tmp_path / "quarantine").iterdir())
