"""What is believed now, and what was believed on a day of the past."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory.vocabulary.change import Change
from memory.vocabulary.event import Event
from memory.vocabulary.fact import DORMANT, FORMED, REFUTED, Fact, FactChange, Use
from tests.memory.stage import MONDAY, PRIVATE, TEAM, Stage


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path)
    yield stage
    await stage.engine.close()


def note(stage, name, text, *head, folder="knowledge", audience=TEAM):
    file = stage.engine.parts.stores.location.directory / folder / f"{name}.md"
    file.write_text("\n".join(["---", f'audience: "{audience}"', *head, "---", text, ""]))


async def primed(stage, text, audience=TEAM):
    return (await stage.engine.prime(stage.cue(text, audience=audience))).text("related_knowledge")


OLD = "The office is in Berlin."
NEW = "The office is in Hamburg."


@pytest.fixture
def moved(stage):
    """The office moved; the fleet learned of it on the tenth."""
    note(
        stage, "old", OLD, "recorded_at: 2026-11-01T09:00:00+00:00", "invalidated_at: 2026-11-10T09:00:00+00:00",
        "updated_at: 2026-11-12T03:00:00+00:00", "superseded_by: knowledge/new.md",
    )  # fmt: skip
    note(stage, "new", NEW, "recorded_at: 2026-11-10T09:00:00+00:00", "updated_at: 2026-11-15T03:00:00+00:00")


@pytest.mark.ledger("RET-18")
@pytest.mark.usefixtures("moved")
@pytest.mark.parametrize(
    ("day", "believed"),
    [
        (datetime(2026, 10, 31, tzinfo=UTC), []),
        (datetime(2026, 11, 5, tzinfo=UTC), [OLD]),
        (datetime(2026, 11, 10, 8, 59, tzinfo=UTC), [OLD]),
        (datetime(2026, 11, 10, 9, 0, tzinfo=UTC), [NEW]),
        (datetime(2026, 11, 14, tzinfo=UTC), [NEW]),
    ],
)
async def test_what_did_you_believe_on_that_day(stage, day, believed):
    assert await stage.found("Where is the office?", as_of=day) == believed


@pytest.mark.ledger("RET-18")
@pytest.mark.usefixtures("moved")
async def test_what_is_asked_without_a_day_is_what_is_believed_now(stage):
    assert await stage.found("Where is the office?") == [NEW]
    assert OLD not in await primed(stage, "Where is the office?")
    assert NEW in await primed(stage, "Where is the office?")


@pytest.mark.ledger("RET-18")
async def test_a_note_counts_from_and_until_its_time(stage):
    note(stage, "over", "The discount is 20 percent.", "valid_until: 2026-11-16")
    note(stage, "now", "The discount is 10 percent.", "valid_from: 2026-11-16", "valid_until: 2026-11-17")
    note(stage, "later", "The discount is 30 percent.", "valid_from: 2026-11-17")
    stage.now = MONDAY

    assert await stage.found("What is the discount?") == ["The discount is 10 percent."]
    stage.now += timedelta(days=1)
    assert await stage.found("What is the discount?") == ["The discount is 30 percent."]


@pytest.mark.ledger("RET-18")
async def test_what_was_said_but_heard_later_was_not_known_yet(stage):
    said = MONDAY + timedelta(hours=1)
    meta = {"id": "late", "audience": str(TEAM), "name": "Ada"}
    stage.now = MONDAY + timedelta(days=2)
    await stage.engine.record(Event(ts=said, type="message_received", content="The key is lost", meta=meta))

    assert await stage.found("key", as_of=MONDAY + timedelta(days=1)) == []
    assert await stage.found("key", as_of=stage.now) == ["The key is lost"]


@pytest.mark.ledger("RET-20")
async def test_a_dormant_note_is_found_on_purpose_only_and_wakes_up_when_it_is_used(stage):
    note(stage, "cup", "The cup is in the attic.", "status: dormant", "updated_at: 2026-11-01T03:00:00+00:00")

    assert await primed(stage, "Where is the cup?") == ""
    assert await stage.found("Where is the cup?", key="s1") == ["The cup is in the attic."]
    assert "attic" in await primed(stage, "Where is the cup?")


@pytest.mark.ledger("AUD-02", "RET-20")
async def test_what_others_use_wakes_a_dormant_note_for_nobody_who_may_not_know_of_it(stage):
    """A8"""
    asleep = ("status: dormant", "updated_at: 2026-11-01T03:00:00+00:00")
    note(stage, "cup", "The cup is in the attic.", *asleep, audience="org")

    await stage.found("Where is the cup?", PRIVATE, key="hers")

    assert "attic" in await primed(stage, "Where is the cup?", PRIVATE)
    assert await primed(stage, "Where is the cup?") == ""
    await stage.found("Where is the cup?", key="ours")
    assert "attic" in await primed(stage, "Where is the cup?")


@pytest.mark.ledger("AUD-02", "FOR-17")
async def test_what_is_called_wrong_in_private_is_out_of_the_mind_of_those_alone_who_may_know_of_it(stage):
    note(stage, "cup", "The cup is in the attic.", audience="org")
    refuted = Use(ts=MONDAY, key="e/refuted", type=REFUTED, ids=("knowledge/cup.md",), audience=str(PRIVATE))
    await stage.engine.apply("refuted", [Change(kind="note", because="told", note=refuted)])

    assert await stage.found("Where is the cup?", PRIVATE) == []
    assert await stage.found("Where is the cup?") != []


@pytest.mark.ledger("AUD-02", "SLP-13", "RET-20")
async def test_what_others_use_wakes_a_fact_for_nobody_who_may_not_know_of_it(stage):
    """A8. A fact that is awake comes near, so that the cue alone wakes none."""
    await told(stage, 1, "The bean grinder in the kitchen is blue.", asleep=True, audience="org")
    await told(stage, 2, "The kitchen has a blue kettle.", audience="org")
    stage.now, question = MONDAY + timedelta(hours=2), "What is blue in the kitchen?"

    await stage.found(question, PRIVATE, key="hers")

    assert "grinder" in await primed(stage, question, PRIVATE)
    assert "grinder" not in await primed(stage, question)
    await stage.found(question, key="ours")
    assert "grinder" in await primed(stage, question)


async def told(stage, number, text, *, asleep=False, audience=TEAM):
    fact = Fact(
        id=f"fact:{number}", text=text, category="fact", recorded_at=MONDAY, valid_from=MONDAY, audience=str(audience)
    )
    notes = [FactChange(ts=MONDAY, key=f"f{number}", type=FORMED, fact=fact)]
    notes += [FactChange(ts=MONDAY + timedelta(hours=1), key=f"d{number}", type=DORMANT, ids=(fact.id,))] * asleep
    changes = [Change(kind="note", because="told", note=one) for one in notes]
    await stage.engine.apply(f"told-{number}", changes)


@pytest.mark.ledger("SLP-13", "RET-20")
async def test_a_fact_that_sleeps_comes_to_mind_by_the_cue_that_names_it_where_nothing_awake_comes_near(stage):
    await told(stage, 1, "The zither of Ada stands in Riga.", asleep=True)
    await told(stage, 2, "The harp of Ada stands in Bonn.")
    await told(stage, 3, "The zither of Ben stands in Oslo.")

    assert "Riga" not in await primed(stage, "What stands in the hall?")
    assert "Riga" not in await primed(stage, "Where is the harp?")
    assert "Riga" not in await primed(stage, "Where does a zither stand?")
    assert "Riga" in await primed(stage, "Where stands the zither of Ada?")


@pytest.mark.ledger("PRI-09")
async def test_a_doubtful_source_makes_a_sure_hit_less_sure(stage):
    note(stage, "doubt", "The boiler needs water.", "confidence: 0.0")
    note(stage, "web", "The boiler needs gas.", "confidence: 0.9", "trust: web")
    note(stage, "own", "The boiler needs oil.", "confidence: 0.5")
    said = await primed(stage, "What boiler needs?")

    assert "- [knowledge/own.md] The boiler needs oil." in said
    assert "- The boiler needs water. (-> knowledge/doubt.md)" in said
    assert "- (web): The boiler needs gas. (-> knowledge/web.md)" in said


async def test_what_is_believed_no_more_takes_nobodys_place(stage):
    for number in range(6):
        note(stage, f"old{number}", f"The office is {number}.", "superseded_by: knowledge/new.md")
    note(stage, "new", "The office, where the office people of the office are now, is in Hamburg.")

    assert await stage.found("office", limit=3) == [
        "The office, where the office people of the office are now, is in Hamburg."
    ]
