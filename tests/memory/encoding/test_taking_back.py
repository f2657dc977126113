"""What a deletion or an edit takes back, in whatever order and however often it is heard; and what it leaves."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from itertools import count
from random import Random

import pytest

from memory.vocabulary.errors import NotAllowed
from memory.vocabulary.event import Event
from tests.memory.stage import ROOM, TEAM, Stage

ADA = {"person": "slack:T01/Ada"}
BEN = {"person": "slack:T01/Ben", "name": "Ben"}
EVE = {"person": "slack:T01/Eve", "name": "Eve", "trust": "guest"}


@pytest.fixture
async def stage(tmp_path):
    """Nothing is recalled in it but what a test recalls: the index of a process that has just begun is not abreast."""
    stage = await Stage.open(tmp_path)
    yield stage
    await stage.engine.close()


async def told(stage, text, message_id, who=ADA, **how):
    await stage.say(text, message_id=message_id, **{**who, **how})
    await stage.engine.formed()


async def deleted(stage, message_id, who=ADA):
    await told(stage, "", message_id, who, type="message_deleted")


def texts(stage):
    stage.engine.parts.strengths.refresh()
    return stage.engine.parts.strengths.asked(
        lambda state: [one.text for one in state.facts.values() if state.is_shown(one.id)]
    )


async def restarted(stage, folder) -> Stage:
    await stage.engine.close()
    again = await Stage.open(folder)
    again.now, again.numbers = stage.now + timedelta(days=40), count(1000)
    return again


# ------------------------------------------------------------------------------------------------ deleted, edited


@pytest.mark.ledger("FOR-19")
async def test_an_edit_is_understood_even_if_nobody_has_recalled_anything_yet(stage):
    await told(stage, "I live in Ghent.", "m1")
    await told(stage, "I live in Porto.", "m1", type="message_edited")

    assert texts(stage) == ["Ada lives in Porto."]


async def test_what_is_said_again_and_again_is_one_fact_even_if_nobody_has_recalled_anything_yet(stage):
    for number in range(4):
        await told(stage, "The kitchen roof leaks when it rains hard in winter.", f"m{number}")

    assert len(texts(stage)) == 1


async def test_of_two_messages_merged_into_one_fact_each_goes_alone(stage):
    await told(stage, "I am allergic to peanuts, walnuts and penicillin.", "m0")
    await told(stage, "I am allergic to peanuts, walnuts and pollen.", "m1")
    assert len(texts(stage)) == 1

    await deleted(stage, "m0")

    assert texts(stage) == ["Ada is allergic to peanuts, walnuts and pollen."]
    assert await stage.found("penicillin", scope="facts") == []
    assert await stage.found("pollen", scope="facts") == texts(stage)
    await deleted(stage, "m1")
    assert texts(stage) == []
    await stage.assert_the_index_is_derived()


async def test_with_the_newer_of_two_merged_messages_goes_what_it_added(stage):
    await told(stage, "I am allergic to peanuts and walnuts.", "m0")
    await told(stage, "I am allergic to peanuts, walnuts and cashews.", "m1")
    assert len(texts(stage)) == 1

    await deleted(stage, "m1")

    assert texts(stage) == ["Ada is allergic to peanuts and walnuts."]
    assert await stage.found("walnuts", scope="facts") == texts(stage)
    await stage.assert_the_index_is_derived()


async def test_what_was_said_twice_goes_with_the_last_message_that_says_it(stage):
    await told(stage, "I live in Ghent.", "m1")
    await told(stage, "I live in Ghent!", "m2")

    await deleted(stage, "m1")
    assert texts(stage) == ["Ada lives in Ghent."]
    await deleted(stage, "m2")
    assert texts(stage) == []


async def test_what_another_person_said_too_does_not_keep_it(stage):
    await told(stage, "I live in Ghent.", "m1")
    await told(stage, "You live in Ghent, Ada.", "m2", {"name": "alice"}, type="response_sent")

    await deleted(stage, "m1")

    assert "Ada lives in Ghent." not in texts(stage)


async def test_the_words_of_a_question_go_with_it_out_of_its_answer(stage):
    await told(stage, "Do you live with Bob since the divorce?", "m1", BEN)
    await told(stage, "No, with my sister", "m2")
    assert "divorce" in " ".join(texts(stage))

    await deleted(stage, "m1", BEN)

    assert "divorce" not in " ".join(texts(stage))


async def test_what_was_deleted_is_before_nothing_any_more_and_what_was_edited_with_its_new_words(stage):
    await told(stage, "Do you live with Bob since the divorce?", "m1", BEN)
    await deleted(stage, "m1", BEN)
    await told(stage, "Do you live with Bob?", "m3", BEN)
    await told(stage, "Do you live with your parents?", "m3", BEN, type="message_edited")
    await told(stage, "No, with my sister", "m4")

    (fact,) = texts(stage)
    assert "Bob" not in fact
    assert "parents" in fact


async def test_what_was_put_aside_goes_too_and_cannot_be_believed_any_more(stage):
    for number in range(4):
        await told(stage, f"The address of the Atlas server is 203.0.113.{number}.", f"m{number}", EVE)
    aside = {one.message: one.id for one in await stage.engine.facts.aside(TEAM)}

    await deleted(stage, "m0", EVE)

    assert len(await stage.engine.facts.aside(TEAM)) == len(aside) - 1
    gone = next(id for message, id in aside.items() if message.endswith("m0"))
    with pytest.raises(NotAllowed):
        await stage.engine.facts.release(gone, TEAM, ADA["person"])


async def test_an_explanation_does_not_repeat_what_was_deleted(stage):
    await told(stage, "I live in Ghent.", "m1")
    await told(stage, "I moved to Porto last week.", "m2")
    await deleted(stage, "m1")

    (fact,) = await stage.engine.facts.of("e1", TEAM)
    explained = await stage.engine.facts.explain(fact.id, TEAM)

    assert (explained.links, explained.replaced) == ((), ())


WORDS = ("penicillin", "pollen", "cashews", "kiwi", "latex", "soy", "mango", "wool")
WORDINGS = (
    "I am allergic to peanuts, walnuts and {}.",
    "I am allergic to peanuts and walnuts and also {}.",
    "I am allergic to {}.",
)


@pytest.mark.parametrize("seed", range(15))
async def test_whatever_is_said_edited_and_deleted_no_word_of_what_is_gone_is_left(tmp_path, seed):
    chance, stage = Random(seed), await Stage.open(tmp_path)
    ticks, stands = count(), {}
    for number in range(14):
        stage.engine.parts.formation._clock = lambda: stage.now + timedelta(microseconds=next(ticks))
        word, what = chance.choice(WORDS), chance.random()
        if what < 0.55 or not stands:
            stands[f"m{number}"] = word
            await stage.say(chance.choice(WORDINGS).format(word), message_id=f"m{number}", **ADA)
        elif what < 0.8:
            message = chance.choice(list(stands))
            del stands[message]
            await stage.say("", type="message_deleted", message_id=message, **ADA)
        else:
            message = chance.choice(list(stands))
            stands[message] = word
            await stage.say(WORDINGS[0].format(word), type="message_edited", message_id=message, **ADA)
        if chance.random() < 0.4:
            await stage.engine.formed()
    await stage.engine.formed()

    gone = set(WORDS) - set(stands.values())
    kept = " ".join(texts(stage))
    found = [word for word in WORDS if await stage.engine.search(word, TEAM, scope="facts")]
    await stage.engine.close()
    assert [word for word in gone if word in kept] == []
    assert found == [word for word in WORDS if word in kept]


# ------------------------------------------------------------------------------------------------ heard again


async def test_an_edit_that_is_heard_again_after_a_crash_takes_nothing_of_its_own_back(stage, tmp_path):
    state = tmp_path / "animas" / "alice" / "state" / "formation.json"
    await told(stage, "hm", "m1")
    await stage.engine.parts.formation.close()
    before = state.read_bytes()
    await told(stage, "I live in Ghent.", "m1", type="message_edited")
    await stage.engine.close()
    state.write_bytes(before)  # as a kill within seconds leaves it

    again = await restarted(stage, tmp_path)
    await again.engine.formed()

    assert texts(again) == ["Ada lives in Ghent."]
    await again.engine.close()


async def test_all_that_is_heard_again_long_after_changes_nothing(stage, tmp_path):
    await told(stage, "I live in Ghent.", "m1")
    await told(stage, "I live in Porto.", "m1", type="message_edited")
    await told(stage, "My dog is called Rex.", "m2")
    await told(stage, "forget that", "m3")
    await told(stage, "My cat is called Miso.", "m4")
    await deleted(stage, "m4")
    before = texts(stage)
    await stage.engine.close()
    (tmp_path / "animas" / "alice" / "state" / "formation.json").unlink()

    again = await restarted(stage, tmp_path)
    await again.engine.formed()

    assert before == texts(again) == ["Ada lives in Porto."]
    await again.engine.close()


async def test_forget_that_reaches_what_was_said_before_a_restart(stage, tmp_path):
    await told(stage, "I live in Ghent.", "m1")

    again = await restarted(stage, tmp_path)
    await told(again, "forget that", "m2")

    assert texts(again) == []
    await again.engine.close()


async def test_forget_that_means_the_words_before_it_even_if_they_told_nothing_new(stage):
    await told(stage, "I live in Ghent.", "m1")
    await stage.say("My dog is called Rex.", message_id="m2", **ADA)
    await stage.say("I live in Ghent.", message_id="m3", **ADA)
    await told(stage, "forget that", "m4")

    assert texts(stage) == ["Ada's dog is called Rex."]


async def test_what_is_said_while_many_messages_are_worked_off_is_heard_after_them(stage):
    formation, loop = stage.engine.parts.formation, asyncio.get_running_loop()
    form = formation._form

    def while_saying(batch, answers):
        if len(batch.events) == 64:
            saying = asyncio.run_coroutine_threadsafe(stage.say("I live in Ghent.", **ADA), loop)
            saying.result()
        return form(batch, answers)

    formation._form = while_saying
    log = stage.engine.parts.stores.log()
    for number in range(70):
        meta = {"id": f"x{number}", "audience": str(TEAM), "name": "Ada", **ADA}
        log.append(Event(ts=stage.now, type="message_received", content="hm", channel=str(ROOM), meta=meta))
    formation.heard(log.file_of(log.find("x0")))

    await stage.engine.formed()

    assert texts(stage) == ["Ada lives in Ghent."]


# ------------------------------------------------------------------------------------------------ whose word it is


@pytest.mark.ledger("FOR-25")
async def test_a_correction_of_oneself_changes_nobody_elses_word(stage):
    await told(stage, "My birthday is on 3 May.", "m1")
    await told(stage, "My birthday is on 5 June.", "m2", BEN)
    await told(stage, "No, it's 4 May, sorry.", "m3")

    facts = stage.engine.parts.strengths.asked(lambda state: list(state.facts.values()))
    assert [(one.slot, one.value) for one in facts][-1] == ("slack:T01/Ada birthday", "4 may")


async def test_who_gives_the_same_day_as_a_correction_agrees_with_it(stage):
    await told(stage, "The release date is Tuesday 1 December 2026.", "m1")
    await told(stage, "No, it's Thursday 3 December.", "m2")
    await told(stage, "The release date is 3 December 2026.", "m3", BEN)

    relations = stage.engine.parts.strengths.asked(lambda state: [link.relation.kind for link in state.links()])
    assert "contradicts" not in relations
