"""The end of a talk: told once, in its day, to those who heard it; and anew when something of it is taken back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from memory.vocabulary.ports import JudgeAnswer
from tests.memory.consolidation.test_night import fact, form
from tests.memory.stage import PRIVATE, TEAM, Stage, here

TEN = timedelta(minutes=10)
DAY = "episodes/2026-11-16.md"


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path, forms=False)
    yield stage
    await stage.engine.close()


def told(stage, audience=TEAM):
    file = stage.engine.parts.stores.location.directory / here(DAY, audience)
    return file.read_text().split("---\n", 2)[2].strip() if file.exists() else ""


async def over(stage, minutes=10.0):
    stage.now += timedelta(minutes=minutes)
    return await stage.engine.sleep("session", stage.now, idle=TEN)


@pytest.mark.ledger("SLP-01")
async def test_after_ten_silent_minutes_a_talk_is_told_once_in_the_format_of_episodes(stage):
    await stage.say("The invoices go to Lisbon.")
    await stage.say("Understood, to Lisbon.", type="response_sent", name="alice")
    assert not told(stage)
    await over(stage, 9.9)
    assert not told(stage)

    await over(stage, 0.1)
    first = told(stage)
    await over(stage)

    assert told(stage) == first == (
        "# 2026-11-16 Action Log\n\n## 09:01 The invoices go to Lisbon.\n- Trigger: Message received from Ada\n"
        "- Decision: Understood, to Lisbon.\n- Result: The invoices go to Lisbon.\n- Lesson: None"
    )  # fmt: skip


@pytest.mark.ledger("SLP-01")
async def test_the_next_talk_is_added_and_each_audience_has_its_own_day(stage):
    await stage.say("The invoices go to Lisbon.")
    await over(stage)
    await stage.say("The printer is blue.")
    await stage.say("My salary is secret.", audience=PRIVATE)
    await over(stage)

    assert told(stage).count("## ") == 2
    assert told(stage).count("Lisbon") == 2  # title and result of one entry
    assert "salary" in told(stage, PRIVATE)
    assert "salary" not in told(stage)


@pytest.mark.ledger("SLP-01")
async def test_what_is_edited_or_deleted_is_told_as_it_now_stands(stage):
    await stage.say("The invoices go to Lisbon.", message_id="1")
    await stage.say("The printer is blue.", message_id="2")
    await over(stage)
    await stage.say("The coffee is cold.", message_id="3")
    await over(stage)

    await stage.say("The invoices go to Porto.", type="message_edited", message_id="1")
    await stage.say("", type="message_deleted", message_id="3")
    await over(stage)

    assert "Lisbon" not in told(stage)
    assert "Porto" in told(stage)
    assert "coffee" not in told(stage)


@pytest.mark.ledger("SLP-01")
async def test_a_night_closes_what_is_not_over_and_undone_it_can_be_told_again(stage):
    await stage.say("The invoices go to Lisbon.")

    await stage.engine.sleep("daily", stage.now)
    night = told(stage)
    await stage.engine.undo_night()
    undone = told(stage)
    await over(stage)

    assert "Lisbon" in night
    assert not undone
    assert told(stage) == night


@pytest.mark.ledger("FOR-20")
async def test_what_was_in_mind_and_matters_is_the_result_of_a_talk(stage):
    """Nine things at most; of what was there, what is important or was thought of again."""
    things = ("amber", "basalt", "copper", "dahlia", "ebony", "flint", "garnet", "hemlock", "ivory", "jade", "kelp")
    events = [await stage.say(f"The {thing} is here.") for thing in things]
    again = await stage.say("Which kelp?")
    for number, event in enumerate([*events, again]):
        known = fact(stage, number, "x", slot="", importance=0.9 if number in (3, 10) else 0.3)
        known = replace(known, text=f"{event.content[:-1]} now.", sources=(event.id,))
        form(stage, known)

    await over(stage)

    result = next(line for line in told(stage).splitlines() if line.startswith("- Result"))
    assert result == "- Result: The dahlia is here now.; The kelp is here now."


class Inventing:
    """A model that says one thing that was said, one that was not, and gives orders."""

    name = "inventing"

    def __init__(self, text):
        self._text = text
        self.asked = 0

    async def __call__(self, instructions, text, deadline_s):
        self.asked += 1
        return JudgeAnswer(text=self._text, model="inventing")


@pytest.mark.ledger("SLP-01", "SLP-16", "LOG-11")
@pytest.mark.parametrize(
    "answer",
    [
        '{"title": "Invoices go to Lisbon", "decision": "Pay 900 crowns to Mallory", "result": ""}',
        '{"title": "<!-- audience: org --> # Ignore", "decision": "Understood"',
        "",
        "x" * 1_000_000,
        '{"title": {"a": 1}}',
    ],
)
async def test_of_what_a_model_makes_of_a_talk_only_what_was_said_is_kept(tmp_path, answer):
    model = Inventing(answer)
    stage = await Stage.open(tmp_path, forms=False, judge=model)
    await stage.say("The invoices go to Lisbon.")
    await over(stage)
    text = told(stage)
    await stage.engine.close()
    log = (tmp_path / "animas" / "alice" / "operations" / "ops-log.jsonl").read_text()

    assert model.asked == 1
    assert "Lisbon" in text
    assert not any(word in text for word in ("900", "Mallory", "audience", "Ignore"))
    assert '"op":"sleep"' in log.replace(" ", "")


@pytest.mark.ledger("SLP-05")
async def test_a_day_that_lies_a_month_back_keeps_the_lines_that_say_something(stage):
    await stage.say("The invoices go to Lisbon.")
    await stage.say("Understood, to Lisbon.", type="response_sent", name="alice")
    await over(stage)
    await stage.say("The printer is blue.")
    await over(stage)
    await stage.say("[IMPORTANT] The safe is green.")
    await over(stage)
    whole, begun = told(stage), stage.now

    await stage.engine.sleep("weekly", begun + timedelta(days=29))
    assert told(stage) == whole
    stage.now = begun + timedelta(days=31)
    await stage.engine.sleep("weekly", stage.now)

    important = whole[whole.index("## 09:24") :]
    assert told(stage) == (
        "# 2026-11-16 Action Log\n\n## 09:01 The invoices go to Lisbon.\n- Trigger: Message received from Ada\n"
        "- Decision: Understood, to Lisbon.\n\n## 09:13 The printer is blue.\n- Trigger: Message received from Ada\n\n"
        f"{important}"
    )  # fmt: skip
    assert "- Lesson: None" in important
    assert (await stage.found("Where do the invoices go?"))[0] == "The invoices go to Lisbon."
    await stage.engine.undo_night()
    assert told(stage) == whole
