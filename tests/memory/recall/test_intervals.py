"""What is believed now, what was once, what held at an instant: what leaves the present stays known of the past."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory.vocabulary.fact import INVALIDATED, MERGED, QUARANTINED, RELEASED, FactChange
from tests.memory.recall.test_kept import keep, summary
from tests.memory.stage import ADA, MONDAY, TEAM, Stage

HOME = "Where does Ada live?"


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path)
    yield stage
    await stage.assert_the_index_is_derived()
    await stage.engine.close()


async def facts(stage, question, **more):
    return await stage.found(question, scope="facts", **more)


async def moved(stage):
    """From Porto to Ghent, told when she did, thirty days apart."""
    await stage.say("I live in Porto.", person=str(ADA))
    stage.now += timedelta(days=30)
    await stage.say("I live in Ghent.", person=str(ADA))
    await stage.engine.settled()


@pytest.mark.ledger("RET-18")
async def test_what_is_over_is_not_current_and_was_believed_while_it_held(stage):
    """M13"""
    keep(stage, summary(stage, "The discount is 10 percent.", valid_until=MONDAY + timedelta(days=10)))
    during, stage.now = stage.now, stage.now + timedelta(days=20)

    for scope in ("all", "facts"):
        assert await stage.found("What is the discount?", scope=scope) == []
        assert await stage.found("What is the discount?", scope=scope, as_of=during) == ["The discount is 10 percent."]
        assert await stage.found("What is the discount?", scope=scope, whole=True) == ["The discount is 10 percent."]


@pytest.mark.ledger("RET-18")
async def test_a_question_about_a_past_day_finds_what_held_then_and_is_over_now(stage):
    """M13"""
    keep(stage, summary(stage, "The discount is 10 percent.", valid_until=MONDAY + timedelta(days=10)))
    stage.now += timedelta(days=20)

    assert await facts(stage, "What was the discount on 20 November 2026?") == ["The discount is 10 percent."]
    assert await facts(stage, "What was the discount on 28 November 2026?") == []


@pytest.mark.ledger("RET-18")
async def test_what_was_replaced_leaves_the_present_and_stays_in_the_past_and_in_the_whole(stage):
    """M13"""
    await moved(stage)
    whole = await stage.engine.search(HOME, TEAM, scope="facts", whole=True)

    assert await facts(stage, HOME) == ["Ada lives in Ghent."]
    assert await facts(stage, HOME, as_of=stage.now - timedelta(days=1)) == ["Ada lives in Porto."]
    assert {one.text: one.outdated for one in whole} == {
        "Ada lives in Ghent.": "",
        "Ada lives in Porto.": "no longer true: Ada lives in Ghent.",
    }


@pytest.mark.ledger("RET-18")
async def test_who_asks_for_what_was_before_gets_it_first_and_else_what_holds(stage):
    await moved(stage)

    assert (await stage.found("Where do I live?"))[:1] == ["I live in Ghent."]
    for question in ("Where did I live before?", "Where did I live before Ghent?", "Where did I use to live?"):
        assert (await stage.found(question))[:2] == ["I live in Porto.", "I live in Ghent."]


@pytest.mark.ledger("RET-18")
async def test_what_begins_later_is_not_current_before(stage):
    keep(
        stage,
        summary(stage, "The gate is red.", id="fact:red", slot="gate", value="red"),
        summary(stage, "The gate is blue.", id="fact:blue", slot="gate", value="blue"),
    )
    keep(stage, summary(stage, "The gate will be green.", id="fact:green", valid_from=stage.now + timedelta(days=5)))

    assert "The gate will be green." not in await facts(stage, "Which colour is the gate?")
    stage.now += timedelta(days=6)
    assert "The gate will be green." in await facts(stage, "Which colour is the gate?")


@pytest.mark.ledger("RET-18")
async def test_what_was_put_aside_or_became_part_of_another_was_believed_until_then(stage):
    """M13"""
    linz = summary(stage, "The depot is in Linz.", id="fact:linz")
    keep(stage, linz, summary(stage, "The depot is old.", id="fact:old"))
    before, stage.now = stage.now, stage.now + timedelta(days=1)
    aside = FactChange(ts=stage.now, key="aside", type=QUARANTINED, ids=("fact:linz",))
    keep(stage, aside, summary(stage, "The depot is old and has two gates.", type=MERGED, ids=("fact:old",)))

    assert await facts(stage, "the depot") == ["The depot is old and has two gates."]
    assert set(await facts(stage, "the depot", as_of=before)) == {"The depot is in Linz.", "The depot is old."}

    stage.now += timedelta(days=1)
    keep(stage, FactChange(ts=stage.now, key="released", type=RELEASED, ids=("fact:linz",), fact=linz.fact))
    assert "The depot is in Linz." in await facts(stage, "the depot")


@pytest.mark.ledger("RET-18")
async def test_what_was_found_to_be_so_no_more_was_believed_until_then(stage):
    """M13"""
    keep(stage, summary(stage, "The depot is in Linz.", id="fact:linz"))
    before, stage.now = stage.now, stage.now + timedelta(days=1)
    keep(stage, FactChange(ts=stage.now, key="gone", type=INVALIDATED, ids=("fact:linz",)))

    assert await facts(stage, "the depot") == []
    assert await facts(stage, "the depot", as_of=before) == ["The depot is in Linz."]


@pytest.mark.ledger("RET-18")
async def test_what_was_forgotten_on_purpose_comes_back_through_no_question_of_any_day(stage):
    """M13: neither itself nor as what held instead of another one."""
    await moved(stage)
    (ghent,) = [one.id for one in await stage.engine.search(HOME, TEAM, scope="facts")]
    stage.now += timedelta(days=1)
    known = stage.now
    stage.now += timedelta(days=1)
    await stage.engine.facts.forget(ghent, TEAM, str(ADA))

    for more in ({}, {"as_of": known}, {"whole": True}):
        found = await stage.engine.search(HOME, TEAM, scope="facts", **more)
        assert [(one.text, one.outdated) for one in found] == [("Ada lives in Porto.", "")]
    turns = await stage.engine.search(HOME, TEAM, as_of=known)
    assert not any("Ghent" in one.outdated for one in turns)


async def test_of_what_was_taken_back_nothing_is_explained_but_that(stage):
    """B6: neither its words nor those of its source."""
    await moved(stage)
    (ghent,) = [one.id for one in await stage.engine.search(HOME, TEAM, scope="facts")]
    porto = (await stage.engine.search(HOME, TEAM, scope="facts", whole=True))[-1].id
    await stage.engine.facts.forget(ghent, TEAM, str(ADA))

    found = await stage.engine.facts.explain(ghent, TEAM)
    other = await stage.engine.facts.explain(porto, TEAM)

    assert "Ghent" not in str(found).replace(ghent, "")
    assert found.notes == ("taken back: asked to",)
    assert "Ghent" not in str(other)
