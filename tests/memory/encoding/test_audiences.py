"""What is said in front of some is never folded into what others may know."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory.vocabulary.address import Audience, Place
from tests.memory.stage import ADA, PRIVATE, Stage

OPEN = Audience.open(Place("slack", "T01", "C02"))
HERE = {"place": Place("slack", "T01", "C02"), "name": "Ada", "person": str(ADA), "trust": "member"}
ALONE = {"place": Place("slack", "T01", "D01"), "name": "Ada", "person": str(ADA), "trust": "member"}
CITY = "I live in Porto."


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path)
    yield stage
    await stage.engine.close()


async def facts(stage: Stage):
    stage.engine.parts.strengths.refresh()
    return stage.engine.parts.strengths.asked(
        lambda state: [one for one in state.facts.values() if state.is_shown(one.id)]
    )


@pytest.mark.ledger("AUD-01", "PLT-13")
async def test_what_is_deleted_in_a_room_and_said_in_private_too_is_known_in_private_only(stage):
    """B5."""
    await stage.say(CITY, OPEN, message_id="m1", **HERE)
    await stage.engine.formed()
    await stage.say(CITY, PRIVATE, message_id="m2", **ALONE)
    await stage.engine.formed()
    await stage.say("", OPEN, type="message_deleted", message_id="m1", **HERE)
    await stage.engine.formed()

    assert [fact.audience for fact in await facts(stage)] == [str(PRIVATE)]


@pytest.mark.ledger("AUD-01", "FOR-08")
async def test_what_is_said_again_in_private_makes_no_difference_in_the_room(stage):
    """B10."""
    said = await stage.say(CITY, OPEN, message_id="m1", **HERE)
    await stage.engine.formed()
    (fact,) = await stage.engine.facts.of(said.id, OPEN)
    before = await stage.engine.facts.explain(fact.id, OPEN)
    for number in range(3):
        await stage.say(CITY, PRIVATE, message_id=f"p{number}", **ALONE)
        await stage.engine.formed()
    after = await stage.engine.facts.explain(fact.id, OPEN)

    assert before is not None
    assert after is not None
    assert (after.strength, after.notes, after.sources) == (before.strength, before.notes, before.sources)
    assert sorted(one.audience for one in await facts(stage)) == sorted([str(OPEN), str(PRIVATE)])


@pytest.mark.ledger("AUD-01")
async def test_what_a_stranger_repeats_in_private_puts_nothing_of_the_room_aside(stage):
    """B10."""
    guest = {"trust": "guest"}
    for number in range(2):
        await stage.say("The bank account of the firm is 4711.", PRIVATE, message_id=f"p{number}", **{**ALONE, **guest})
        await stage.engine.formed()
    await stage.say("The bank account of the firm is 4711.", OPEN, message_id="m1", **{**HERE, **guest})
    await stage.engine.formed()

    assert await stage.engine.facts.aside(OPEN) == []


@pytest.mark.ledger("FOR-25")
async def test_what_the_anima_says_makes_no_fact_of_anybody_else(stage):
    """M14."""
    await stage.say(
        "Ada's salary is 48213 crowns. Bea's dog is called Rex.", type="response_sent", name="alice", person=str(ADA)
    )
    await stage.engine.formed()

    assert await facts(stage) == []


async def test_what_has_been_heard_before_is_not_said_again_when_its_place_is_lost(stage, tmp_path):
    """Deleting state/formation.json reinforces no old month again."""
    said = [await stage.say(CITY, PRIVATE, message_id=f"m{number}", **ALONE) for number in range(2)]
    await stage.engine.formed()
    (fact,) = await facts(stage)
    before = await stage.engine.facts.explain(fact.id, PRIVATE)
    await stage.engine.close()
    (tmp_path / "animas" / "alice" / "state" / "formation.json").unlink()
    again = await Stage.open(tmp_path)
    again.now = stage.now + timedelta(days=40)
    again.engine.parts.formation.heard()
    await again.engine.formed()
    after = await again.engine.facts.explain(fact.id, PRIVATE)
    await again.engine.close()

    assert said
    assert before is not None
    assert after is not None
    assert (after.strength, after.notes) == (before.strength, before.notes)


async def test_a_fault_of_the_disk_while_the_log_is_read_ends_no_formation(stage, monkeypatch):
    """An OSError in ActivityLog.since: what was said is formed when the disk can be read again."""
    said = await stage.say(CITY, PRIVATE, message_id="m1", **ALONE)
    formation = stage.engine.parts.formation
    whole, tries = formation._log, iter([OSError("the disk is away")])

    def log():
        for fault in tries:
            raise fault
        return whole()

    monkeypatch.setattr(formation, "_log", log)
    await stage.engine.formed()
    await stage.engine.formed()

    assert [fact.sources for fact in await facts(stage)] == [(said.id,)]
