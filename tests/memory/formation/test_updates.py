"""Which of two messages holds: links that a judge makes between messages, and what recall makes of them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory.index.strengths import Strengths
from memory.vocabulary.address import Audience
from memory.vocabulary.fact import SUPERSEDED
from tests.memory.formation.judges import ScriptedJudge
from tests.memory.stage import PRIVATE, ROOM, TEAM, Stage

OLD, NEW, NEWEST = (
    "the padlock opens with quartz",
    "from now on the padlock opens with feldspar, tell the others",
    "we took gneiss instead",
)
ASKED = "how does the padlock open?"
REPLACES = {(OLD, NEW): ("replaces", 0.9)}


class _Room:
    """Ada can read the room, and nobody else reads what she is told alone."""

    def reads(self, person, room):
        return True

    def addresses(self, person):
        return frozenset({person})

    def is_open_to(self, room, others):
        return False


async def stage(tmp_path, says=None, **more) -> Stage:
    return await Stage.open(tmp_path, membership=_Room(), relations=ScriptedJudge(says or {}, **more))


async def found(on: Stage, audience=TEAM, **more) -> dict[str, str]:
    """Texts in their order, each with what is said of it."""
    await on.engine.formed()
    return {one.text: one.outdated for one in await on.engine.search(ASKED, audience, **more)}


@pytest.mark.ledger("FOR-08", "FOR-15")
async def test_a_later_statement_that_replaces_comes_first_and_the_other_is_marked(tmp_path):
    on = await stage(tmp_path, REPLACES)
    await on.say(OLD)
    await on.say(NEW, name="Ben")

    told = await found(on)

    assert list(told)[:2] == [NEW, OLD]
    assert told[OLD] == f"no longer true since 2026-11-16: {NEW}"
    assert not told[NEW]


@pytest.mark.ledger("FOR-08", "FOR-26")
@pytest.mark.parametrize(
    ("relation", "share", "said"),
    [("unrelated", 0.9, ""), ("adds", 0.9, ""), ("same", 0.9, ""), ("replaces", 0.3, ""), ("replaces", 0.5, "perhaps")],
)
async def test_what_is_not_judged_surely_to_replace_leaves_both_and_the_unsure_is_said(tmp_path, relation, share, said):
    on = await stage(tmp_path / "judged", {(OLD, NEW): (relation, share)})
    without = await Stage.open(tmp_path / "without")
    for one in (on, without):
        await one.say(OLD)
        await one.say(NEW)

    told = await found(on)

    assert list(told) == list(await found(without))
    assert told[OLD].startswith(said)
    assert bool(told[OLD]) == bool(said)
    assert not told[NEW]


@pytest.mark.ledger("FOR-15", "PRI-08")
async def test_a_private_update_does_not_change_what_a_room_is_told(tmp_path):
    on = await stage(tmp_path, REPLACES)
    await on.say(OLD)
    await on.say(NEW, audience=PRIVATE, type="dm_received")

    room, alone = await found(on), await found(on, PRIVATE)

    assert not any(room.values())
    assert NEW not in room
    assert next(iter(alone)) == NEW
    assert alone[OLD]


@pytest.mark.ledger("FOR-17")
async def test_a_deletion_of_the_later_message_gives_the_earlier_its_place_back(tmp_path):
    on = await stage(tmp_path, REPLACES)
    await on.say(OLD, message_id="1")
    await on.say(NEW, message_id="2")
    assert next(iter(await found(on))) == NEW

    await on.say("", type="message_deleted", message_id="2")

    assert await found(on) == {OLD: ""}


@pytest.mark.ledger("FOR-17")
async def test_an_edit_of_the_later_message_is_judged_anew(tmp_path):
    joke = "just kidding about the feldspar"
    on = await stage(tmp_path, REPLACES)
    await on.say(OLD, message_id="1")
    await on.say(NEW, message_id="2")
    await found(on)

    await on.say(joke, type="message_edited", message_id="2")

    told = await found(on)
    assert next(iter(told)) == OLD
    assert not any(told.values())


@pytest.mark.ledger("FOR-17")
async def test_an_edit_of_the_earlier_message_is_judged_anew(tmp_path):
    spelled = OLD.replace("quartz", "Quartz!")
    on = await stage(tmp_path, REPLACES | {(spelled, NEW): ("replaces", 0.9)})
    await on.say(OLD, message_id="1")
    await on.say(NEW, message_id="2")
    await found(on)

    await on.say(spelled, type="message_edited", message_id="1")

    told = await found(on)
    assert list(told)[:2] == [NEW, spelled]
    assert told[spelled]


@pytest.mark.ledger("FOR-15")
async def test_what_was_replaced_by_what_was_replaced_gives_its_place_to_what_holds(tmp_path):
    on = await stage(tmp_path, REPLACES | {(NEW, NEWEST): ("replaces", 0.9)})
    for text in (OLD, NEW, NEWEST):
        await on.say(text)

    told = await found(on)

    assert next(iter(told)) == NEWEST
    assert told[OLD].endswith(NEWEST)
    assert told[NEW].endswith(NEWEST)


@pytest.mark.ledger("RET-18")
async def test_as_of_the_day_before_the_update_the_earlier_message_holds(tmp_path):
    on = await stage(tmp_path, REPLACES)
    await on.say(OLD)
    before = on.now + timedelta(hours=1)
    on.now += timedelta(days=2)
    await on.say(NEW)

    assert await found(on, as_of=before) == {OLD: ""}


@pytest.mark.ledger("FOR-08")
async def test_a_correction_takes_the_latest_statement_that_it_fits(tmp_path):
    again = "the padlock of the shed opens with basalt"
    on = await stage(tmp_path, {(OLD, NEW): ("corrects", 0.91), (again, NEW): ("corrects", 0.9)})
    await on.say(OLD)
    await on.say(again)
    await on.say(NEW)

    told = await found(on)

    assert told[again].startswith("corrected on 2026-11-16")
    assert not told[OLD]


@pytest.mark.ledger("FOR-08")
async def test_who_is_little_trusted_does_not_replace_the_words_of_others(tmp_path):
    on = await stage(tmp_path, REPLACES)
    await on.say(OLD, trust="member")
    await on.say(NEW, name="Eve", trust="guest")

    assert not any((await found(on)).values())


@pytest.mark.ledger("FOR-15")
async def test_a_link_is_a_note_of_the_memory_log_that_is_made_once(tmp_path):
    on = await stage(tmp_path, REPLACES)
    await on.say(OLD)
    later = await on.say(NEW)
    await found(on)
    await found(on)

    strengths: Strengths = on.engine.parts.strengths
    notes = [note for note in strengths.asked(lambda state: state.changes.get("e0", [])) if note.type == SUPERSEDED]
    assert [(note.source, note.how, note.audience) for note in notes] == [(later.id, "replaces", str(TEAM))]


@pytest.mark.ledger("FOR-08")
async def test_neither_other_rooms_nor_the_anima_itself_are_asked_about(tmp_path):
    on = await stage(tmp_path, REPLACES)
    elsewhere = Audience.group(ROOM.__class__.parse("slack:T01/C02"))
    await on.say(OLD, audience=elsewhere, place=ROOM.__class__.parse("slack:T01/C02"))
    await on.say(OLD, type="response_sent")
    await on.say(NEW)
    await on.engine.formed()

    assert on.engine is not None
    judge = on.engine.parts.formation._linking._judge
    assert judge.asked == []


@pytest.mark.ledger("FOR-17", "RET-18")
async def test_what_is_announced_for_a_day_replaces_nothing_before_that_day(tmp_path):
    announced = "We decided that from 1 December 2026 on the padlock opens with feldspar."
    on = await stage(tmp_path, {(OLD, announced): ("replaces", 0.9)})
    await on.say(OLD)
    await on.say(announced)

    before = await found(on)
    on.now += timedelta(days=30)
    after = await found(on)

    assert not any(before.values())
    assert after[OLD] == f"no longer true since 2026-12-01: {announced}"


@pytest.mark.ledger("FOR-08", "FOR-26")
@pytest.mark.parametrize("share", [0.5, 0.9])
async def test_a_profile_leaves_out_what_a_later_message_has_changed_or_perhaps(tmp_path, share):
    old, new = "My sister lives in Ghent.", "she packed her boxes for Antwerp"
    on = await stage(tmp_path, {(old, new): ("replaces", share)})
    await on.say(old)
    await on.engine.formed()
    before = [fact.text for fact in await on.engine.facts.believed(TEAM)]
    await on.say(new)
    await on.engine.formed()

    assert any("Ghent" in text for text in before)
    assert not any("Ghent" in fact.text for fact in await on.engine.facts.believed(TEAM))
