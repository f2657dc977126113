"""The hot tier: what is always in mind."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory.recall.hot_tier import qualifies
from memory.vocabulary.address import Audience
from memory.vocabulary.fact import Strength
from tests.each import each
from tests.memory.stage import ADA, PRIVATE, TEAM, Stage

NOW = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)
YESTERDAY = NOW - timedelta(days=1)


@pytest.mark.ledger("PRI-10")
@each(
    ("strength", "expected"),
    [
        (Strength(utility=0.8, access_count=10, last_access=YESTERDAY), True),
        (Strength(utility=0.79, access_count=10, last_access=YESTERDAY), False),
        (Strength(utility=0.8, access_count=9, last_access=YESTERDAY), False),
        (Strength(utility=0.8, access_count=10, last_access=NOW - timedelta(days=29, hours=23)), True),
        (Strength(utility=0.8, access_count=10, last_access=NOW - timedelta(days=30)), False),
        (Strength(utility=0.9, access_count=99), False),
        (Strength(pinned=True), True),
    ],
)
def test_what_qualifies(strength, expected):
    assert qualifies(strength, NOW) is expected


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path)
    yield stage
    await stage.engine.close()


def note(stage, name, *head, audience=TEAM, text="", folder="knowledge"):
    file = stage.engine.parts.stores.location.directory / folder / f"{name}.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(["---", f"audience: {audience}", *head, "---", text or f"About {name}."]))


async def in_mind(stage, audience=TEAM, text="Hello!"):
    said = (await stage.engine.prime(stage.cue(text, audience=audience))).text("important")
    return [line.partition("About ")[2].rstrip(".") for line in said.splitlines()]


@pytest.mark.ledger("PRI-10")
async def test_it_is_there_whatever_is_said_the_most_useful_first(stage):
    used = ["access_count: 12", "last_access: 2026-11-15T09:00:00+00:00"]
    note(stage, "useful", "utility: 0.85", *used)
    note(stage, "most", "utility: 0.95", *used)
    note(stage, "pin", "pinned: true")
    note(stage, "plain", "utility: 0.7", *used)
    note(stage, "asleep", "pinned: true", "status: dormant")
    note(stage, "replaced", "pinned: true", "superseded_by: knowledge/pin.md")
    note(stage, "stranger", "pinned: true", "trust: guest")

    assert await in_mind(stage) == ["pin", "most", "useful"]
    assert await in_mind(stage, text="What is it?") == ["pin", "most", "useful"]


@pytest.mark.ledger("PRI-10", "AUD-02")
async def test_the_set_is_made_for_those_who_are_present(stage):
    note(stage, "ours", "pinned: true")
    note(stage, "hers", "pinned: true", audience=PRIVATE)

    assert await in_mind(stage) == ["ours"]
    assert await in_mind(stage, audience=PRIVATE) == ["hers"]
    assert await in_mind(stage, audience=Audience.parse("org")) == []


@pytest.mark.ledger("PRI-10")
async def test_there_are_at_most_fifteen_of_those_who_may_read_them(stage):
    for number in range(20):
        note(stage, f"n{number:02}", "pinned: true", audience=PRIVATE)
        note(stage, f"t{number:02}", "pinned: true")

    primed = await stage.engine.prime(stage.cue("Hello!"), budget=5000)

    assert len(next(block for block in primed.blocks if block.channel == "important").recollections) == 15


@pytest.mark.ledger("PRI-10", "AUD-02")
async def test_a_note_made_by_hand_is_seen_at_once_whoever_else_has_talked_before(stage):
    await in_mind(stage, audience=PRIVATE)
    note(stage, "pin", "pinned: true")

    assert await in_mind(stage) == ["pin"]


@pytest.mark.ledger("PRI-10")
async def test_a_changed_text_is_told_as_it_is_now_and_a_new_one_at_once(stage):
    note(stage, "one", "pinned: true")
    assert await in_mind(stage) == ["one"]

    note(stage, "two", "pinned: true")
    note(stage, "one", "pinned: true", text="About one, told anew")
    assert await in_mind(stage) == ["one, told anew", "two"]


@pytest.mark.ledger("PRI-10", "AUD-04")
async def test_what_is_held_is_told_with_who_said_it(stage):
    said = await stage.say("Ada: the boat is called Opal.", name="Bea", trust="member")
    await stage.engine.settled()
    (fact,) = await stage.engine.facts.of(said.meta["id"], TEAM)
    await stage.engine.facts.pin(fact.id, TEAM, str(ADA))

    told = (await stage.engine.prime(stage.cue("Hello!"))).text("important")

    assert told == f"- [{fact.id}, 16 Nov 2026] Bea: {fact.text}"


@pytest.mark.ledger("PRI-10", "RET-19")
async def test_being_used_makes_a_useful_memory_hot(stage):
    note(stage, "tea", "utility: 0.9")
    for number in range(10):
        await stage.engine.read("knowledge/tea.md", TEAM, key=f"use{number}")

    assert await in_mind(stage) == ["tea"]
    stage.now += timedelta(days=31)
    assert await in_mind(stage) == []


@pytest.mark.ledger("PRI-10", "AUD-02")
async def test_what_others_used_is_in_nobody_elses_mind_and_what_these_used_is_at_once(stage):
    note(stage, "tea", "utility: 0.9", audience="org")
    for number in range(10):
        await stage.engine.read("knowledge/tea.md", PRIVATE, key=f"hers{number}")

    assert (await in_mind(stage, audience=PRIVATE), await in_mind(stage)) == (["tea"], [])
    for number in range(10):
        await stage.engine.read("knowledge/tea.md", TEAM, key=f"ours{number}")
    assert await in_mind(stage) == ["tea"]


@pytest.mark.ledger("PRI-10", "AUD-02")
async def test_a_pinned_note_that_sleeps_is_woken_for_those_alone_who_may_know_of_its_use(stage):
    """A8"""
    asleep = ("pinned: true", "status: dormant", "updated_at: 2026-11-01T03:00:00+00:00")
    note(stage, "tea", *asleep, audience="org")

    await stage.engine.read("knowledge/tea.md", PRIVATE, key="hers")

    assert (await in_mind(stage, audience=PRIVATE), await in_mind(stage)) == (["tea"], [])


@pytest.mark.ledger("PRI-10", "PRI-12")
async def test_what_is_always_in_mind_is_said_once_and_says_why(stage):
    note(stage, "tea", "pinned: true", text="Tea is served at four.")

    primed = await stage.engine.prime(stage.cue("When is tea served?"))

    assert "Tea is served" in primed.text("important")
    assert "Tea is served" not in primed.text("related_knowledge")
    assert [reason.signal for reason in primed.recollections[0].reasons] == ["pinned", "utility", "uses"]
