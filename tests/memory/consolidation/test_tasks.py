"""What is planned and what is settled: on the list of those who heard it, in the log, and known in the house."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from memory.vocabulary.fact import RETRACTED, FactChange
from tests.memory.consolidation.test_episodes import Inventing, over
from tests.memory.consolidation.test_night import fact, form
from tests.memory.stage import PRIVATE, TEAM, Stage, here


def tasks(stage, audience=TEAM):
    file = stage.engine.parts.stores.location.directory / here("state/current_task.md", audience)
    return file.read_text().split("---\n", 2)[2].strip().splitlines() if file.exists() else []


def plan(stage, number, text, audience=TEAM, **more):
    known = fact(stage, number, "x", slot="", audience=audience, **more)
    form(stage, replace(known, text=text, category="plan"))


@pytest.mark.ledger("SLP-01")
async def test_what_is_planned_is_listed_for_those_who_heard_it_until_it_is_over_or_taken_back(tmp_path):
    stage = await Stage.open(tmp_path, forms=False)
    plan(stage, 1, "Ada sends the invoices.")
    plan(stage, 2, "Ada buys tea.", valid_until=stage.now + timedelta(hours=2))
    plan(stage, 3, "Ada sees a doctor.", PRIVATE)
    plan(stage, 4, "Ada moves to Ghent.")
    await over(stage)
    file = stage.engine.parts.stores.location.directory / here("state/current_task.md")
    file.write_text(file.read_text() + "- [ ] by hand\n")
    first = tasks(stage)
    gone = FactChange(ts=stage.now, key="gone", type=RETRACTED, ids=("fact:0000000000000004",))
    stage.engine.parts.retracting.note([gone])
    await stage.engine.sleep("daily", stage.now + timedelta(hours=3))
    await stage.engine.close()

    assert first[1:] == [
        "- [ ] Ada sends the invoices.",
        "- [ ] Ada buys tea.",
        "- [ ] Ada moves to Ghent.",
        "- [ ] by hand",
    ]
    assert tasks(stage)[1:] == ["- [ ] Ada sends the invoices.", "- [ ] by hand"]
    assert tasks(stage, PRIVATE)[1:] == ["- [ ] Ada sees a doctor."]


@pytest.mark.ledger("SLP-02", "PRI-11", "SLP-01")
async def test_what_a_talk_settles_is_ticked_off_recorded_and_told_in_the_house_and_nothing_else_is(tmp_path):
    answer = {"title": "", "resolved": ["fact:0000000000000001", "fact:0000000000000003", "fact:none"]}
    stage = await Stage.open(tmp_path, forms=False, judge=Inventing(json.dumps(answer)))
    plan(stage, 1, "Ada sends the invoices.")
    plan(stage, 2, "Ada buys tea.")
    plan(stage, 3, "Ada sees a doctor.", PRIVATE)
    await over(stage)
    await stage.say("The invoices are sent.")
    await over(stage)
    again = await stage.engine.sleep("daily", stage.now)
    shared = [json.loads(line) for line in (tmp_path / "shared" / "resolutions.jsonl").read_text().splitlines()]
    day = (tmp_path / "animas" / "alice" / "activity_log" / "2026-11-16.jsonl").read_text()
    told = (await stage.engine.prime(stage.cue("What is new?"), deadline_s=60)).text("resolutions")
    await stage.engine.close()

    assert "- [x] Ada sends the invoices. (2026-11-16)" in tasks(stage)
    assert "- [ ] Ada buys tea." in tasks(stage)
    assert "- [ ] Ada sees a doctor." in tasks(stage, PRIVATE)
    assert [(one["issue"], one["audience"]) for one in shared] == [("Ada sends the invoices.", str(TEAM))]
    assert day.count("issue_resolved") == 1
    assert "Ada sends the invoices." in told
    assert again.state == "done"


@pytest.mark.ledger("SLP-15")
@pytest.mark.parametrize(("number", "is_summed"), [(9, False), (10, True), (11, True)])
async def test_ten_facts_of_a_category_are_summed_up_in_one_note_that_is_written_over(tmp_path, number, is_summed):
    stage = await Stage.open(tmp_path, forms=False)
    for one in range(number):
        known = fact(stage, one, "x", slot="", importance=0.9 if one == 0 else 0.4)
        form(stage, replace(known, text=f"Guest {one} likes tea.", category="preference"))
    await stage.engine.sleep("daily", stage.now)
    file = stage.engine.parts.stores.location.directory / here("knowledge/summaries/preference.md")
    first = file.read_text() if file.exists() else ""
    await stage.engine.sleep("daily", stage.now + timedelta(days=1))
    later = file.read_text() if file.exists() else ""
    await stage.engine.close()

    assert ("Guest 0 likes tea." in first) is is_summed
    assert ("importance: 0.8" in first) is is_summed
    assert first == later
