"""What is used counts, what was only primed does not."""

from __future__ import annotations

import asyncio
import json

import pytest

from bots.ports import ToolCall
from bots.tools.turn_tools import TurnTools
from memory.index.fact_fold import USED_TOGETHER, kind_of_moment
from memory.recall.intentional import used_memories
from memory.vocabulary.cue import Recollection
from memory.vocabulary.fact import FACT_CHANGES, Strength
from tests.memory.stage import PRIVATE, TEAM, Stage, here


def memory(text, path="activity_log/2026-11-16.jsonl#L1"):
    return Recollection(
        id=text, kind="turn", text=text, score=0.0, confidence=1.0, reasons=(), path=path, at=None, speaker="",
        place="", audience="org",
    )  # fmt: skip


def used(reply, question, *texts):
    return [one.text for one in used_memories(reply, question, [memory(text) for text in texts])]


@pytest.mark.ledger("RET-19")
def test_a_reply_uses_what_its_new_words_come_from():
    cat, dog = "The cat is called Ruby.", "The dog is called Rex."

    assert used("She is called Ruby!", "What is the cat called?", cat, dog) == [cat]
    assert used("I do not know.", "What is the cat called?", cat, dog) == []
    assert used("The cat, you mean?", "What is the cat called?", cat, dog) == []


@pytest.mark.ledger("RET-19")
def test_four_words_of_a_long_memory_are_enough_and_three_of_many_are_not():
    long = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda omicron sigma upsilon omega"

    assert used("alpha beta gamma delta", "?", long) == [long]
    assert used("alpha beta gamma", "?", long) == []


@pytest.mark.ledger("RET-19")
def test_who_names_the_file_has_used_it():
    note = memory("Something else", path="knowledge/tea.md")

    assert used_memories("See knowledge/tea.md.", "Tea?", [note]) == [note]


@pytest.mark.ledger("RET-19")
def test_japanese_has_no_spaces_and_is_used_all_the_same():
    assert used("東京駅です。", "どこで会いますか", "東京駅で会いましょう", "昼食はそば") == ["東京駅で会いましょう"]


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path, forms=False)  # turns and notes alone: what is formed comes when it comes
    yield stage
    await stage.engine.close()


@pytest.mark.ledger("RET-19")
async def test_what_was_only_primed_is_logged_and_teaches_nothing(stage, tmp_path):
    ruby = await stage.say("The cat is called Ruby.")
    rex = await stage.say("The dog near the cat is called Rex.")
    cue = stage.cue("What is the cat called?", key="turn1")
    primed = await stage.engine.prime(cue)

    await stage.engine.answered(cue, primed, "Ruby is her name.")
    await stage.engine.answered(cue, primed, "Ruby is her name.")

    assert {one.id for one in primed.recollections} == {ruby.id, rex.id}
    used = stage.engine.strength_of(ruby.id)
    assert (used.access_count, used.last_access, used.reviewed) == (1, stage.now, stage.now)
    assert used.utility > 0.5
    assert used.storage > 1
    assert stage.engine.strength_of(rex.id) == Strength()
    (log,) = (tmp_path / "animas" / "alice" / "memory_log").iterdir()
    noted = [line.split('"type":"')[1].split('"')[0] for line in log.read_text().splitlines()]
    assert [type for type in noted if type not in FACT_CHANGES] == ["primed", "used"]


@pytest.mark.ledger("RET-19")
async def test_found_read_and_confirmed_count_each_once_and_the_fold_comes_back_from_the_files(stage, tmp_path):
    await stage.engine.write("knowledge/tea.md", "Tea is served at four.", TEAM, "noted")
    said = await stage.say("Tea at four")

    for _ in range(2):
        await stage.engine.search("tea four", TEAM, key="s1")
        await stage.engine.read("knowledge/tea.md", TEAM, key="r1")
        await stage.engine.read("activity_log/2026-11-16.jsonl", TEAM, key="r2")
        await stage.engine.confirmed([f"{here('knowledge/tea.md')}#1"], "c1", TEAM)
    await stage.engine.search("tea four", TEAM)
    await stage.engine.read("knowledge/tea.md", TEAM)

    again = await Stage.open(tmp_path)
    for engine in (stage.engine, again.engine):
        assert engine.strength_of(f"{here('knowledge/tea.md')}#1").access_count == 3
        assert engine.strength_of(said.id).access_count == 2
    await again.engine.close()


@pytest.mark.ledger("RET-19")
async def test_a_published_count_is_not_counted_twice(stage, tmp_path):
    file = tmp_path / "animas" / "alice" / "knowledge" / "tea.md"
    file.write_text(f"---\naudience: {TEAM}\naccess_count: 7\nutility: 0.9\nimportance: 0.6\n---\nTea at four.\n")
    await stage.engine.read("knowledge/tea.md", TEAM, key="r1")

    strength = stage.engine.strength_of("knowledge/tea.md")

    assert (strength.access_count, strength.utility, strength.importance) == (7, 0.9, 0.6)
    assert strength.last_access == stage.now


@pytest.mark.ledger("RET-19")
async def test_a_full_disk_keeps_nobody_from_remembering(stage, tmp_path):
    await stage.say("The apple is red")
    blocked = tmp_path / "animas" / "alice" / "memory_log"
    blocked.write_text("no folder")

    found = await stage.engine.search("apple", TEAM, key="s1")

    assert [one.text for one in found] == ["The apple is red"]


@pytest.mark.ledger("RET-22")
async def test_two_animas_and_two_conversations_at_once_never_mix(tmp_path):
    one, two = await Stage.open(tmp_path / "one"), await Stage.open(tmp_path / "two")
    for number in range(6):
        await one.say(f"apple red {number}")
        await one.say(f"apple private {number}", audience=PRIVATE)
        await two.say(f"apple green {number}")

    async def asked(stage, audience):
        primed = await stage.engine.prime(stage.cue("Which apple is it?", audience=audience))
        found = await stage.engine.search("apple", audience, key=f"{audience}")
        return {text.split()[1] for text in (one.text for one in (*primed.recollections, *found))}

    rooms = [(one, TEAM), (two, TEAM), (one, PRIVATE)] * 5
    alone = [await asked(stage, audience) for stage, audience in rooms[:3]]
    together = await asyncio.gather(*(asked(stage, audience) for stage, audience in rooms))

    assert alone == [{"red"}, {"green"}, {"private"}]
    assert together == alone * 5
    assert one.engine.strength_of("e0").access_count == two.engine.strength_of("e0").access_count == 1
    for stage in (one, two):
        await stage.engine.close()


@pytest.mark.ledger("RET-22")
async def test_the_same_cue_brings_the_same_whatever_was_asked_before(stage):
    for text in ("The apple is red", "The pear is green", "The plum is blue"):
        await stage.say(text)
    cue = stage.cue("Which colour has the apple?")
    first = await stage.engine.prime(cue)

    for text in ("pear", "plum", "What is blue?"):
        await stage.engine.prime(stage.cue(text))
        await stage.engine.search(text, TEAM)
    again = await stage.engine.prime(cue)

    assert again.blocks == first.blocks


@pytest.mark.ledger("RET-19", "RET-16")
async def test_of_a_long_file_only_what_the_model_saw_counts_as_used(stage):
    """M12: each of the 500 lines of a day file that was read counted as used, and each two of them as a pair."""
    said = [await stage.say(f"The vault of number {number} opens at noon") for number in range(60)]
    day = f"activity_log/{said[0].ts:%Y-%m-%d}.jsonl"

    async def observe(name, arguments, result):
        assert result.ok

    tools = TurnTools(engine=stage.engine, cue=stage.cue("?", key="turn"), observe=observe, budget_tokens=200)
    result = await tools.call(ToolCall(id="1", name="read_memory_file", arguments=json.dumps({"path": day})))

    used = [one for one in said if stage.engine.strength_of(one.id).access_count]
    assert used == [one for one in said if f"number {one.content.split()[4]} " in result.text]
    assert 3 <= len(used) <= 20
    ids = [one.id for one in said]
    moments = stage.engine.parts.strengths.asked(lambda state: [one for id in ids for one in state.used(id)])
    assert len(moments) >= len(used)
    assert USED_TOGETHER not in map(kind_of_moment, moments)
