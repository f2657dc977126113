"""`memory show | add | pin | forget | aside` over a real memory: one memory explained, and changed by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bots.commands.access import carry_out_command
from bots.commands.catalogue import COMMANDS
from bots.commands.command import split_words
from bots.people.trust_policy import Asker, Role
from bots.turn.turn_report import ReportedMemory, TurnReport
from tests.bots.commands.admin_double import AdminDouble
from tests.memory.stage import TEAM, Stage

ADA = "slack:T01/Ada"
HERE = Asker(person=ADA, role=Role.ADMIN, audience=str(TEAM), place="slack:T01/C01")
OPERATOR = Asker(person="console:root", role=Role.OWNER, audience="org")
ELSEWHERE = Asker(person="slack:T01/Eve", role=Role.ADMIN, audience="person:slack:T01/Eve", place="slack:T01/D09")


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path)
    yield stage
    await stage.engine.close()


async def say(stage, text, asker=HERE):
    return await carry_out_command(COMMANDS, AdminDouble(engine=stage.engine), asker, split_words(text))


async def told(stage):
    """She lived in Porto and moved to Ghent; the ids of both facts."""
    await stage.say("I live in Porto.", person=ADA, trust="member")
    stage.now += timedelta(days=30)
    await stage.say("I moved to Ghent.", person=ADA, trust="member")
    await stage.engine.settled()
    facts = stage.engine.parts.strengths.asked(lambda state: list(state.facts.values()))
    return [fact.id for fact in sorted(facts, key=lambda fact: fact.recorded_at)]


async def test_days_are_those_of_the_house_after_a_restart_and_in_a_later_month_too(tmp_path):
    tokyo, first = ZoneInfo("Asia/Tokyo"), ""
    for now, text in (
        (datetime(2026, 11, 20, 8, tzinfo=tokyo), "I live in Ghent since 1 November 2026."),
        (datetime(2026, 12, 2, 8, tzinfo=tokyo), "My dog is called Rex."),
    ):
        stage = await Stage.open(tmp_path, zone=tokyo)
        stage.now = now
        said = await stage.say(text, person=ADA, id=text)
        await stage.engine.settled()
        (fact,) = await stage.engine.facts.of(said.id, TEAM)
        first = first or fact.id
        shown = await say(stage, f"memory show alice {first}")
        day_before = await say(stage, "memory search alice Ghent --as-of 2026-11-19")
        await stage.engine.close()

        assert "true from 2026-11-01" in shown.text
        assert day_before.data["results"] == []


async def test_what_is_added_by_hand_is_rid_of_secrets_and_a_wrong_audience_is_told_in_a_line(tmp_path):
    stage = await Stage.open(tmp_path, redact=lambda text: text.replace("xoxb-1", "[secret]"))

    added = await say(stage, "memory add alice The token of the bot is xoxb-1")
    wrong = await say(stage, "memory add alice The sky is blue --audience everybody", OPERATOR)
    await stage.engine.close()

    (month,) = (tmp_path / "animas" / "alice" / "memory_log").glob("*.jsonl")
    assert added.ok
    assert "xoxb-1" not in month.read_text()
    assert not wrong.ok
    assert "everybody" in wrong.text


@pytest.mark.ledger("FOR-11", "FOR-17", "FOR-19", "STR-02")
async def test_show_explains_one_memory_source_strength_fate_and_what_it_replaced(stage):
    porto, ghent = await told(stage)

    old, new = await say(stage, f"memory show alice {porto}"), await say(stage, f"memory show alice {ghent}")

    assert old.ok
    assert "said by Ada" in old.text
    assert "I live in Porto." in old.text
    assert f"replaced by `{ghent}`" in old.text
    assert "strength now" in new.text
    assert "importance" in new.text
    assert "replaced porto" in new.text
    assert "supersedes" in new.text
    assert new.data["replaced"] == [porto]
    assert new.data["strength"]["stability_days"] > 0
    assert new.data["sources"][0]["text"] == "I moved to Ghent."


@pytest.mark.ledger("AUD-02")
async def test_a_memory_is_not_shown_pinned_or_forgotten_from_where_it_may_not_be_read(stage):
    porto, _ = await told(stage)

    for words in (f"memory show alice {porto}", f"memory pin alice {porto}", f"memory forget alice {porto}"):
        answer = await say(stage, words, ELSEWHERE)
        assert not answer.ok
        assert "Porto" not in answer.text


@pytest.mark.ledger("FOR-18")
async def test_what_is_pinned_stays_pinned_until_it_is_let_go(stage):
    porto, _ = await told(stage)

    await say(stage, f"memory pin alice {porto} --immutable")
    pinned = stage.engine.strength_of(porto).pinned
    await say(stage, f"memory pin alice {porto} --off")

    assert pinned
    assert not stage.engine.strength_of(porto).pinned


@pytest.mark.ledger("AUD-02", "FLT-10")
async def test_what_was_said_is_forgotten_by_the_id_that_a_search_prints(stage):
    await told(stage)
    await stage.say("We walk by the river.", person=ADA, trust="member")
    found = (await say(stage, "memory search alice Ghent river", OPERATOR)).data["results"]
    ids = {one["id"] for one in found if not one["id"].startswith("fact:") and "Porto" not in one["text"]}

    elsewhere = [await say(stage, f'memory forget alice "{id}"', ELSEWHERE) for id in ids]
    done = [await say(stage, f'memory forget alice "{id}"', OPERATOR) for id in ids]
    left = (await say(stage, "memory search alice Ghent river", OPERATOR)).data["results"]

    assert len(ids) == 2
    assert not any(answer.ok for answer in elsewhere)
    assert all(answer.ok for answer in done), done
    assert not [one for one in left if "Ghent" in one["text"] or "river" in one["text"]]


async def test_what_is_forgotten_is_found_no_more_and_can_still_be_explained(stage):
    _, ghent = await told(stage)

    assert (await say(stage, f"memory forget alice {ghent}")).ok

    assert not [one for one in await stage.engine.search("Ghent", TEAM, scope="facts") if one.id == ghent]
    assert "taken back: asked to" in (await say(stage, f"memory show alice {ghent}")).text
    assert (await stage.engine.search("Where does Ada live?", TEAM, scope="facts"))[0].outdated == ""


async def test_what_is_added_by_hand_is_kept_for_those_who_are_here(stage):
    answer = await say(stage, "memory add alice The spare key is with Mrs Ito.")

    (found,) = await stage.engine.search("spare key", TEAM, scope="facts")
    assert found.id == answer.data["id"]
    assert answer.data["audience"] == str(TEAM)


@pytest.mark.ledger("AUD-06")
async def test_what_was_put_aside_is_listed_and_can_be_believed(stage):
    for number in range(6):
        text = f"The address of the Atlas server is 203.0.113.{number}."
        await stage.say(text, person="slack:T01/X", name="Eve", trust="guest")
    await stage.engine.settled()

    listed = await say(stage, "memory aside alice")
    first = listed.data["aside"][0]
    await say(stage, f"memory aside alice --release {first}")

    assert len(listed.data["aside"]) >= 3
    assert "Eve (guest)" in listed.text
    assert first not in (await say(stage, "memory aside alice")).data["aside"]


@pytest.mark.ledger("RET-18")
async def test_why_and_show_tell_in_words_until_when_a_fact_was_believed_and_so(stage):
    """M13"""
    said = await stage.say("I live in Porto.", person=ADA, trust="member")
    await stage.engine.settled()
    (porto,) = await stage.engine.facts.of(said.id, TEAM)
    turn = ReportedMemory(
        id=said.id, text="I live in Porto.", path="p", channel="c", score=1.0, reasons=(), audience=str(TEAM)
    )
    report = TurnReport(
        turn="t", anima="alice", at=stage.now, place=HERE.place, audience=str(TEAM), person=ADA, model="m",
        message_type="question", remembered=(turn, replace(turn, id=porto.id)), late=(), outcome="answered",
    )  # fmt: skip
    admin = AdminDouble(engine=stage.engine, reports={("alice", ""): report})
    admin.clock = lambda: stage.now
    before = await carry_out_command(COMMANDS, admin, HERE, ["why"])

    stage.now += timedelta(days=30)
    await stage.say("I moved to Ghent.", person=ADA, trust="member")
    await stage.engine.settled()
    why = await carry_out_command(COMMANDS, admin, HERE, ["why"])
    shown = await carry_out_command(COMMANDS, admin, HERE, ["memory", "show", "alice", porto.id])

    told = "seen on 2026-11-16; known since 2026-11-16, believed until 2026-12-16"
    assert "no longer so" not in before.text
    assert why.text.count(f"no longer true: Ada lives in Porto. ({told})") == 2
    assert told in shown.text
