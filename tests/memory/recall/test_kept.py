"""What is kept without anybody having said it comes to mind by itself: what was added by hand, merged, summed up."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory.vocabulary.errors import NotAllowed
from memory.vocabulary.fact import FORMED, MERGED, Fact, FactChange
from tests.memory.stage import ADA, PRIVATE, TEAM, Stage
from tests.memory.word_embedder import WordEmbedder


@pytest.fixture(params=["words", "vectors"])
async def stage(tmp_path, request):
    stage = await Stage.open(tmp_path, embedder=WordEmbedder() if request.param == "vectors" else None)
    stage.now += timedelta(hours=1)
    yield stage
    await stage.assert_the_index_is_derived()
    await stage.engine.close()


async def added(stage, text="The boiler is serviced by Novak every spring.", audience=TEAM):
    fact = await stage.engine.facts.add(text, str(ADA), audience)
    await stage.engine.settled()
    return fact


def keep(stage, *notes):
    stage.engine.parts.retracting.note(notes)


def summary(stage, text, id="fact:summary", type=FORMED, ids=(), **more):
    fact = Fact(
        **{
            "id": id,
            "text": text,
            "category": "fact",
            "recorded_at": stage.now,
            "valid_from": stage.now,
            "audience": str(TEAM),
            "confidence": 0.9,
            "written_by": "dream",
            **more,
        }
    )
    return FactChange(ts=stage.now, key=f"{type}/{id}", type=type, ids=ids, fact=fact)


@pytest.mark.ledger("PRI-12", "RET-20")
async def test_what_was_added_by_hand_comes_to_mind_and_tells_why_and_can_be_opened_by_its_id(stage):
    """M6"""
    fact = await added(stage)
    question = "Who services the boiler?"

    primed = await stage.engine.prime(stage.cue(question))
    (found,) = await stage.engine.search(question, TEAM)

    assert "The boiler is serviced by Novak every spring." in primed.text("related_knowledge")
    assert (found.id, found.kind, found.path) == (fact.id, "fact", fact.id)
    assert found.reasons
    assert await stage.engine.read(found.path, TEAM) == "The boiler is serviced by Novak every spring."
    assert await stage.found(question, scope="facts") == [fact.text]


@pytest.mark.ledger("AUD-02")
async def test_what_was_added_for_one_person_comes_to_nobody_else(stage):
    """M6"""
    fact = await added(stage, audience=PRIVATE)

    assert await stage.found("Who services the boiler?", PRIVATE) == [fact.text]
    assert await stage.found("Who services the boiler?", TEAM) == []
    assert (await stage.engine.prime(stage.cue("Who services the boiler?"))).recollections == ()
    with pytest.raises(NotAllowed):
        await stage.engine.read(fact.id, TEAM)


async def test_a_fact_that_was_said_is_told_by_the_turn_that_said_it_and_not_twice(stage):
    await stage.say("I live in Porto.")
    await stage.engine.settled()

    assert [one.kind for one in await stage.engine.search("Where does Ada live?", TEAM)] == ["turn"]


async def test_a_summary_without_a_turn_and_a_fact_whose_turn_is_gone_come_to_mind(stage):
    """M6"""
    keep(
        stage,
        summary(stage, "In spring the team moved the depot to Linz."),
        summary(stage, "The depot has two gates.", id="fact:orphan", sources=("an event that is not there",)),
    )
    await stage.engine.settled()

    assert set(await stage.found("Where is the depot?")) == {
        "In spring the team moved the depot to Linz.",
        "The depot has two gates.",
    }


async def test_what_took_the_place_of_others_comes_to_mind_instead_of_them(stage):
    """M6"""
    first = await added(stage, "The depot is in Linz.")
    second = await added(stage, "The depot has two gates.")
    stage.now += timedelta(days=1)
    keep(stage, summary(stage, "The depot in Linz has two gates.", type=MERGED, ids=(first.id, second.id)))
    await stage.engine.settled()

    assert await stage.found("Where is the depot?") == ["The depot in Linz has two gates."]
    assert await stage.found("Where is the depot?", scope="facts") == ["The depot in Linz has two gates."]


@pytest.mark.ledger("PRI-10", "FOR-18", "AUD-02")
async def test_a_fact_that_is_pinned_is_always_in_mind_of_those_who_may_read_it_until_it_is_let_go(stage):
    """M6"""
    fact, hidden = await added(stage), await added(stage, "Ada's locker is 7.", PRIVATE)
    idle = stage.cue("Good morning!")
    before = await stage.engine.prime(idle)
    for one, audience in ((fact, TEAM), (hidden, PRIVATE)):
        await stage.engine.facts.pin(one.id, audience, str(ADA))
    stage.now += timedelta(days=200)

    pinned = await stage.engine.prime(idle)
    await stage.engine.facts.pin(fact.id, TEAM, str(ADA), pinned=False)
    after = await stage.engine.prime(idle)

    assert before.text("important") == after.text("important") == ""
    assert fact.text in pinned.text("important")
    assert [one.id for one in pinned.recollections] == [fact.id]
    assert "pinned" in {reason.signal for reason in pinned.recollections[0].reasons}


@pytest.mark.ledger("PRI-10")
async def test_a_fact_that_is_pinned_and_holds_no_more_is_not_in_mind(stage):
    keep(
        stage,
        summary(stage, "The gate is shut.", id="fact:over", pinned=True, valid_until=stage.now + timedelta(days=2)),
        summary(stage, "The gate is red.", id="fact:red", pinned=True, slot="gate colour", value="red"),
    )
    before = (await stage.engine.prime(stage.cue("Good morning!"))).text("important")
    stage.now += timedelta(days=3)
    keep(stage, summary(stage, "The gate is blue.", id="fact:blue", slot="gate colour", value="blue"))
    after = (await stage.engine.prime(stage.cue("Good morning!"))).text("important")

    assert "The gate is shut." in before
    assert "The gate is red." in before
    assert after == ""


@pytest.mark.ledger("PRI-10")
async def test_a_fact_that_is_used_again_and_again_is_in_mind_and_no_more_once_it_is_taken_back(stage):
    fact = await added(stage)
    for number in range(12):
        stage.now += timedelta(minutes=10)
        await stage.engine.confirmed([fact.id], f"confirmed {number}", TEAM)
    stage.now += timedelta(minutes=10)
    before = (await stage.engine.prime(stage.cue("Good morning!"))).text("important")
    await stage.engine.facts.forget(fact.id, TEAM, str(ADA))
    after = (await stage.engine.prime(stage.cue("Good morning!"))).text("important")

    assert fact.text in before
    assert after == ""
