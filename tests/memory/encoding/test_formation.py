"""Formation behind a conversation: what people tell becomes facts, what they correct is replaced, noise stays noise."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import timedelta

import pytest

from memory.theories.truth import Believed, Retracted, SupersededBy
from memory.vocabulary.event import Event
from memory.vocabulary.fact import REFUTED, Fact
from tests.memory.stage import ADA, PRIVATE, ROOM, TEAM, Stage

PERSON = "slack:T01/Ada"


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path)
    yield stage
    await stage.engine.close()


async def facts(stage, audience=TEAM) -> list[Fact]:
    await stage.engine.settled()
    kept = stage.engine.parts.strengths.asked(
        lambda state: [one for id, one in state.facts.items() if state.is_shown(id)]
    )
    return [one for one in kept if one.audience == str(audience)]


def log_of(folder) -> str:
    (month,) = (folder / "animas" / "alice" / "memory_log").glob("*.jsonl")
    return month.read_text()


async def happened(stage, type, content, message_id, **meta):
    """Something that is about a message of the room: an edit, a deletion, a reaction."""
    stage.now += timedelta(minutes=1)
    told = {"id": f"{type} of {message_id} {content}", "audience": str(TEAM), "message_id": message_id, **meta}
    event = Event(ts=stage.now, type=type, content=content, sender=PERSON, channel=str(ROOM), meta=told)
    await stage.engine.record(event)


@pytest.mark.ledger("FOR-05", "FOR-11", "FOR-19", "FOR-25", "AUD-01")
async def test_what_a_person_tells_becomes_a_fact_of_theirs_with_its_source(stage):
    said = await stage.say("I live in Porto.", person=PERSON)

    (fact,) = await facts(stage)

    assert fact.sources == (said.id,)
    assert (fact.person, fact.subject, fact.speaker) == (PERSON, PERSON, "Ada")
    assert (fact.slot, fact.value) == (f"{PERSON} home", "porto")
    assert "Ada" in fact.text
    assert "Porto" in fact.text
    assert (fact.written_by, fact.told_by, fact.audience) == ("observer", "user_message", str(TEAM))


@pytest.mark.ledger("FOR-01", "FOR-02")
@pytest.mark.parametrize("noise", ["lol", "sounds good", "good morning everyone", "what time is it?", "👍👍👍👍👍"])
async def test_noise_stays_in_the_log(stage, noise):
    await stage.say(noise)

    assert await facts(stage) == []
    assert (await stage.engine.facts.counted())["heard"] == 1


@pytest.mark.ledger("FOR-17", "FOR-08")
async def test_a_later_word_replaces_an_earlier_one_which_stays_readable(stage):
    await stage.say("I live in Porto.", person=PERSON)
    stage.now += timedelta(days=40)
    await stage.say("I moved to Ghent.", person=PERSON)

    old, new = await facts(stage)
    explained = await stage.engine.facts.explain(old.id, TEAM)
    found = await stage.engine.search("Where does Ada live?", TEAM)

    assert isinstance(explained.fate, SupersededBy)
    assert explained.fate.id == new.id
    assert "Ghent" in found[0].text
    (porto,) = [one for one in found if "Porto" in one.text]
    assert "Ghent" in porto.outdated


@pytest.mark.ledger("FOR-17")
async def test_a_message_that_tells_two_things_is_told_with_the_one_that_has_changed(stage):
    both = await stage.say("My dog is called Rex and I live in Porto.", person=PERSON)
    stage.now += timedelta(days=40)
    await stage.say("I moved to Ghent.", person=PERSON)
    await facts(stage)

    found = await stage.engine.search("What is the dog of Ada called?", TEAM)

    assert found[0].id == both.id
    assert "Ghent" in found[0].outdated


@pytest.mark.ledger("FOR-17")
@pytest.mark.parametrize(
    ("word", "city"),
    [
        ("We moved to Ghent last week.", "Ghent"),
        ("I lived in Lyon until March.", "Porto"),
        ("I moved to Lisbon in 2019.", "Porto"),
    ],
)
async def test_of_two_words_of_one_breath_the_last_counts_unless_it_is_of_long_ago(stage, word, city):
    await stage.say("I live in Porto.", person=PERSON)
    await stage.say(word, person=PERSON)
    await facts(stage)

    found = await stage.engine.search("Where does Ada live?", TEAM)

    assert city in found[0].text


@pytest.mark.ledger("RET-18", "FOR-17")
async def test_what_was_believed_on_a_day_is_asked_as_of_that_day(stage):
    await stage.say("I live in Porto.", person=PERSON)
    then = stage.now + timedelta(days=1)
    stage.now += timedelta(days=40)
    await stage.say("I moved to Ghent.", person=PERSON)
    await stage.engine.settled()

    found = await stage.engine.search("Where does Ada live?", TEAM, as_of=then)

    assert [one.text for one in found] == ["I live in Porto."]
    assert found[0].outdated == ""


@pytest.mark.ledger("AUD-02", "FOR-17")
async def test_a_private_word_replaces_nothing_in_a_wider_room(stage):
    await stage.say("I live in Porto.", person=PERSON)
    stage.now += timedelta(days=2)
    await stage.say("I moved to Ghent.", audience=PRIVATE, person=PERSON, place=replace(ROOM, channel="D01"))
    await stage.engine.settled()

    in_the_room = await stage.engine.search("Where does Ada live?", TEAM)

    assert [one.text for one in in_the_room] == ["I live in Porto."]
    assert in_the_room[0].outdated == ""
    assert ADA is not None


@pytest.mark.ledger("FOR-08")
async def test_a_correction_without_a_subject_corrects_what_was_said_last(stage):
    await stage.say("The release is on Wednesday, 2 December 2026.", person=PERSON)
    await stage.say("no, it's Thursday, 3 December 2026", person=PERSON)

    first, second = await facts(stage)

    assert first.slot == second.slot != ""
    assert second.corrects
    assert isinstance((await stage.engine.facts.explain(first.id, TEAM)).fate, SupersededBy)
    assert isinstance((await stage.engine.facts.explain(second.id, TEAM)).fate, Believed)


async def test_a_message_that_is_edited_is_understood_anew(stage):
    await stage.say("I live in Porto.", person=PERSON, message_id="17.1")
    await facts(stage)
    await happened(stage, "message_edited", "I live in Lisbon.", "17.1")

    (fact,) = await facts(stage)

    assert fact.value == "lisbon"
    assert [one.text for one in await stage.engine.search("Porto Lisbon", TEAM)] == ["I live in Lisbon."]


async def test_what_was_understood_of_a_deleted_message_is_taken_back(stage):
    await stage.say("I live in Porto.", person=PERSON, message_id="17.1")
    (fact,) = await facts(stage)
    await happened(stage, "message_deleted", "", "17.1")

    assert await facts(stage) == []
    assert await stage.engine.search("Porto", TEAM, scope="facts") == []
    explained = await stage.engine.facts.explain(fact.id, TEAM)
    assert isinstance(explained.fate, Retracted)
    assert explained.notes == ("taken back: the message was deleted",)


async def test_forget_that_takes_back_the_persons_own_last_facts(stage):
    await stage.say("I live in Porto.", person=PERSON)
    await stage.say("My brother works at Siemens.", person="slack:T01/Ben", name="Ben")
    await stage.say("Forget that.", person=PERSON)

    assert {fact.person for fact in await facts(stage)} == {"slack:T01/Ben"}


@pytest.mark.parametrize(
    ("told", "wish"),
    [
        ("My cat is called Miso.", "please forget that I have a cat"),
        ("My cat is called Miso.", "Forget everything you know about my cat."),
        pytest.param(
            "Kedimin adı Miso.",
            "kedimle ilgili her şeyi unut",
            marks=pytest.mark.xfail(strict=True, reason="the fact says kedisinin: it is answered that none is found"),
        ),
        ("私の猫の名前はミソです。", "猫のことは忘れてください"),
    ],
)
async def test_what_a_person_wants_forgotten_by_name_is_taken_back_wherever_they_told_it(stage, told, wish):
    await stage.say(told, person=PERSON)
    await stage.say("My cat is called Brutus.", person="slack:T01/Ben", name="Ben")
    await stage.say("I live in Porto.", person=PERSON)
    await stage.say(wish, person=PERSON)

    assert sorted(fact.value for fact in await facts(stage)) == ["brutus", "porto"]


@pytest.mark.parametrize("idle", ["forget about it", "I forget what I said about cats", "forget that we talked"])
async def test_who_only_speaks_of_forgetting_loses_nothing(stage, idle):
    await stage.say("My cat is called Miso.", person=PERSON)
    await stage.say(idle, person=PERSON)

    assert "miso" in [fact.value for fact in await facts(stage)]


@pytest.mark.ledger("FOR-21")
async def test_what_a_person_asks_to_remember_is_kept_and_important(stage):
    await stage.say("Remember that bins go out before the gulls wake.", person=PERSON, trust="member")

    (fact,) = await facts(stage)

    assert fact.importance >= 0.8
    assert fact.written_by == "manual"
    assert not fact.pinned


@pytest.mark.ledger("STR-03", "RET-19")
async def test_a_thumb_and_a_word_of_praise_or_blame_reach_what_the_answer_made_use_of(stage):
    await stage.say("I live in Porto.", person=PERSON)
    (fact,) = await facts(stage)
    asked = await stage.say("Where do I live?", person=PERSON, message_id="17.2")
    cue = stage.cue(asked.content, key=asked.id)
    primed = await stage.engine.prime(cue)
    await stage.engine.answered(cue, primed, "You live in Porto, Ada.")
    used = stage.engine.strength_of(fact.id)
    await stage.say("You live in Porto.", type="response_sent", reply_to="17.2", message_id="17.3", name="alice")

    await happened(stage, "reaction_added", "👍", "17.3")
    await facts(stage)
    liked = stage.engine.strength_of(fact.id)
    await stage.say("You live in Porto.", type="response_sent", reply_to="17.2", message_id="17.4", name="alice")
    await stage.say("That's wrong.", person=PERSON)
    await facts(stage)
    refuted = stage.engine.strength_of(fact.id)

    assert used.access_count == 1
    assert (liked.access_count, liked.utility > used.utility) == (2, True)
    assert (refuted.access_count, refuted.utility < liked.utility) == (2, True)
    assert REFUTED


@pytest.mark.ledger("FOR-26")
async def test_what_another_says_against_a_persons_own_word_becomes_a_question_to_them(stage):
    await stage.say("I live in Porto.", person=PERSON)
    await stage.say("Ada lives in Ghent.", person="slack:T01/Ben", name="Ben")
    await stage.engine.settled()

    doubts = await stage.engine.facts.doubts(PERSON, TEAM)

    (doubt,) = doubts
    assert (doubt.known.value, doubt.other.value) == ("porto", "ghent")
    assert (await stage.found("Where does Ada live?"))[0] == "I live in Porto."
    assert await stage.engine.facts.settle(doubt.key, "replace", "slack:T01/Ben") is None
    await stage.engine.facts.settle(doubt.key, "replace", PERSON)
    assert await stage.engine.facts.doubts(PERSON, TEAM) == []
    assert (await stage.found("Where does Ada live?"))[0] == "Ada lives in Ghent."


async def test_nothing_is_formed_twice_however_often_it_is_heard(stage, tmp_path):
    await stage.say("I live in Porto.", person=PERSON)
    await stage.say("My sister is called Mona.", person=PERSON)
    before = await facts(stage)
    await stage.engine.close()
    (tmp_path / "animas" / "alice" / "state" / "formation.json").unlink()

    again = await Stage.open(tmp_path)
    after = await facts(again)
    await again.engine.close()

    assert [fact.id for fact in after] == [fact.id for fact in before]
    assert log_of(tmp_path).count('"type":"formed"') == len(before)


async def test_what_was_not_formed_before_a_stop_is_formed_after_the_next_start(stage, tmp_path):
    quiet = await Stage.open(tmp_path, forms=False)
    await quiet.say("I live in Porto.", person=PERSON)
    await quiet.engine.close()

    assert [fact.value for fact in await facts(stage)] == ["porto"]


@pytest.mark.ledger("RET-18")
@pytest.mark.parametrize(
    ("told", "moved", "of_home", "of_cat"),
    [
        (
            "I live in Porto and my cat is called Miso.",
            "We moved to Ghent.",
            "Where do I live?",
            "What is my cat called?",
        ),
        ("Porto'da yaşıyorum ve kedimin adı Miso.", "Gent'e taşındık.", "Nerede yaşıyorum?", "Kedimin adı ne?"),
    ],
)
async def test_of_what_told_two_things_only_the_one_that_is_asked_for_is_behind_what_replaced_it(
    stage, told, moved, of_home, of_cat
):
    await stage.say(told, person=PERSON)
    stage.now += timedelta(days=40)
    await stage.say(moved, person=PERSON)
    await stage.engine.formed()

    assert (await stage.found(of_home))[0] == moved
    assert (await stage.found(of_cat))[0] == told


class SilentJudge:
    """A model that takes a question and never answers."""

    name = "silent"

    def __init__(self):
        self.was_asked = asyncio.Event()

    async def __call__(self, instructions, text, deadline_s):
        self.was_asked.set()
        await asyncio.Event().wait()


@pytest.mark.ledger("FOR-06", "FLT-01")
async def test_at_the_end_no_model_is_waited_for_and_rules_have_the_last_word(stage, tmp_path):
    judge = SilentJudge()
    asking = await Stage.open(tmp_path, judge=judge)
    await asking.say("I live in Porto.", person=PERSON)
    asked = asyncio.create_task(asking.engine.formed())
    await asyncio.wait_for(judge.was_asked.wait(), 10)

    await asyncio.wait_for(asking.engine.close(), 5)
    await asked

    (notes,) = (tmp_path / "animas" / "alice" / "operations").glob("*.jsonl")
    (note,) = notes.read_text().splitlines()
    assert json.loads(note)["output"] == "broken off"
    assert log_of(tmp_path).count('"type":"formed"') == 1
    assert [fact.value for fact in await facts(stage)] == ["porto"]


@pytest.mark.ledger("FOR-01", "PLT-05")
async def test_who_says_one_thing_and_goes_is_understood_all_the_same(tmp_path):
    for said in ("I live in Porto.", "My cat is called Miso."):
        short = await Stage.open(tmp_path)
        await short.say(said, person=PERSON, id=said)
        await short.engine.close()

    assert log_of(tmp_path).count('"type":"formed"') == 2


async def test_nobody_waits_for_formation_and_a_full_disk_keeps_nobody_from_speaking(stage, tmp_path):
    (tmp_path / "animas" / "alice").mkdir(parents=True, exist_ok=True)
    (tmp_path / "animas" / "alice" / "memory_log").rmdir() if (
        tmp_path / "animas" / "alice" / "memory_log"
    ).is_dir() else None
    (tmp_path / "animas" / "alice" / "memory_log").write_text("no folder")

    await stage.say("I live in Porto.", person=PERSON)
    await asyncio.wait_for(stage.engine.formed(), 10)

    assert await stage.found("Porto") == ["I live in Porto."]
    (tmp_path / "animas" / "alice" / "memory_log").unlink()
    assert [fact.value for fact in await facts(stage)] == ["porto"]


class Breaking:
    """A view that cannot look for what one message says."""

    def __init__(self, known):
        self._known = known

    def __getattr__(self, name):
        return getattr(self._known, name)

    def near(self, text, audience):
        if "Brutus" in text:
            raise ZeroDivisionError
        return self._known.near(text, audience)


@pytest.mark.ledger("FOR-01")
async def test_a_message_of_which_nothing_can_be_formed_keeps_no_other_from_being_heard(stage, caplog):
    stage.engine.parts.formation._known = Breaking(stage.engine.parts.formation._known)

    await stage.say("My cat is called Brutus.")
    await stage.say("My dog is called Rex.")
    await stage.engine.formed()

    assert (await stage.found("What is the dog called?"))[0] == "My dog is called Rex."
    (told,) = [one.getMessage() for one in caplog.records if "nothing could be formed of the event" in one.getMessage()]
    assert told.endswith("it stays in the log")
