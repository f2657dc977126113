"""Which of two messages holds is judged when it is asked, and whatever tells memories asks the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from memory.recall.belief import BeliefQuestion, FoundAnswer, LearnedBelief, ToldMemory
from memory.vocabulary.address import Audience
from memory.vocabulary.fact import FactChange
from tests.memory.stage import PRIVATE, ROOM, TEAM, Stage

OLD, NEW, NEWEST = (
    "the padlock opens with quartz",
    "from now on the padlock opens with feldspar, tell the others",
    "we took gneiss instead",
)
ASKED = "how does the padlock open?"
REPLACES = {(OLD, NEW): 0.95}


@dataclass
class ScriptedBelief:
    """`says`: by the two texts, how likely the later one holds in the place of the earlier; `first` is told first."""

    says: dict[tuple[str, str], float] = field(default_factory=dict)
    first: str = ""
    sure: float = 0.9
    most: int = 4
    asked: list[str] = field(default_factory=list)

    def chosen(self, question: BeliefQuestion, found: Sequence[FoundAnswer]) -> int:
        texts = [item.candidate.entry.text for item in found]
        return texts.index(self.first) if self.first in texts else 0

    def replaced(self, memory: ToldMemory, later: Sequence[ToldMemory]) -> list[float]:
        self.asked.append(memory.entry.text)
        return [self.says.get((memory.entry.text, item.entry.text), 0.0) for item in later]


class _Room:
    """Ada can read the room, and nobody else reads what she is told alone."""

    def reads(self, person, room):
        return True

    def addresses(self, person):
        return frozenset({person})

    def is_open_to(self, room, others):
        return False


async def stage(tmp_path, says=None, **more) -> Stage:
    return await Stage.open(tmp_path, membership=_Room(), belief=ScriptedBelief(says or {}, **more))


async def found(on: Stage, audience=TEAM, **more) -> dict[str, str]:
    """Texts in their order, each with what is said of it."""
    await on.engine.formed()
    return {one.text: one.outdated for one in await on.engine.search(ASKED, audience, **more)}


@pytest.mark.ledger("FOR-08", "RET-24")
async def test_what_is_surely_replaced_stands_behind_what_holds_and_is_marked(tmp_path):
    on = await stage(tmp_path, REPLACES)
    await on.say(OLD)
    await on.say(NEW, name="Ben")

    told = await found(on)

    assert list(told)[:2] == [NEW, OLD]
    assert told[OLD] == f"no longer true since 2026-11-16: {NEW}"
    assert not told[NEW]


@pytest.mark.ledger("FOR-08", "FOR-26", "RET-24")
async def test_what_is_not_surely_replaced_is_told_as_it_is(tmp_path):
    on = await stage(tmp_path / "judged", {(OLD, NEW): 0.89})
    without = await Stage.open(tmp_path / "without")
    for one in (on, without):
        await one.say(OLD)
        await one.say(NEW)

    told = await found(on)

    assert told == await found(without)
    assert not any(told.values())


@pytest.mark.ledger("RET-24")
async def test_what_is_chosen_for_a_question_is_told_first_and_nothing_is_marked(tmp_path):
    on = await stage(tmp_path, first=NEW)
    await on.say(OLD)
    await on.say(NEW)

    told = await found(on)

    assert list(told)[:2] == [NEW, OLD]
    assert not any(told.values())


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
    on = await stage(tmp_path, REPLACES)
    await on.say(OLD, message_id="1")
    await on.say(NEW, message_id="2")
    await found(on)

    await on.say("just kidding about the feldspar", type="message_edited", message_id="2")

    assert not any((await found(on)).values())


@pytest.mark.ledger("FOR-15")
async def test_what_was_replaced_by_what_was_replaced_gives_its_place_to_what_holds(tmp_path):
    on = await stage(tmp_path, REPLACES | {(NEW, NEWEST): 0.95})
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
async def test_who_is_little_trusted_does_not_replace_the_words_of_others(tmp_path):
    on = await stage(tmp_path, REPLACES)
    await on.say(OLD, trust="member")
    await on.say(NEW, name="Eve", trust="guest")

    assert not any((await found(on)).values())


@pytest.mark.ledger("FOR-17", "RET-24")
async def test_nothing_of_it_is_stored(tmp_path):
    on = await stage(tmp_path, REPLACES)
    await on.say(OLD)
    await on.say(NEW)
    assert any((await found(on)).values())

    notes = on.engine.parts.strengths.asked(lambda state: [*state.changes.get("e0", ()), *state.changes.get("e1", ())])

    assert [note.type for note in notes if isinstance(note, FactChange) and "e0" in note.ids] == []


@pytest.mark.ledger("FOR-08")
async def test_neither_other_rooms_nor_the_anima_itself_replace_anything(tmp_path):
    on = await stage(tmp_path, REPLACES)
    elsewhere = Audience.group(ROOM.__class__.parse("slack:T01/C02"))
    await on.say(OLD)
    await on.say(NEW, type="response_sent")
    await on.say(NEW, audience=elsewhere, place=ROOM.__class__.parse("slack:T01/C02"))

    assert not any((await found(on)).values())


@pytest.mark.ledger("FOR-17", "RET-18")
async def test_what_is_announced_for_a_day_replaces_nothing_before_that_day(tmp_path):
    announced = "We decided that from 1 December 2026 on the padlock opens with feldspar."
    on = await stage(tmp_path, {(OLD, announced): 0.95})
    await on.say(OLD)
    await on.say(announced)

    before = await found(on)
    on.now += timedelta(days=30)
    after = await found(on)

    assert not any(before.values())
    assert after[OLD] == f"no longer true since 2026-12-01: {announced}"


@pytest.mark.ledger("FOR-08", "FOR-26")
async def test_a_profile_leaves_out_what_a_later_message_has_surely_changed(tmp_path):
    old, new = "My sister lives in Ghent.", "she packed her boxes for Antwerp"
    on = await stage(tmp_path, {(old, new): 0.95})
    await on.say(old)
    await on.engine.formed()
    before = [fact.text for fact in await on.engine.facts.believed(TEAM)]
    await on.say(new)
    await on.engine.formed()

    assert any("Ghent" in text for text in before)
    assert not any("Ghent" in fact.text for fact in await on.engine.facts.believed(TEAM))


@pytest.mark.ledger("RET-24")
async def test_a_question_and_a_statement_of_other_things_replace_nothing():
    judge = LearnedBelief()

    assert judge.replaced(ToldMemory(_entry("is it still 8036?")), [ToldMemory(_entry("it's 8063 now", 1))]) == [0.0]


def _entry(text, days=0):
    from memory.index.entry import IndexEntry
    from tests.memory.stage import MONDAY

    return IndexEntry("e", "turn", text, "", str(TEAM), at=MONDAY + timedelta(days=days))
