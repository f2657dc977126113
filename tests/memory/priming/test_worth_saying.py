"""What has no place in a prompt: what stands there anyway, bare questions, chatter, echoes of the anima's own words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.recall.priming.channel import PrimingSituation
from memory.recall.priming.channels import related_knowledge_channel
from memory.recall.priming.injection_rules import keep_worth_saying
from memory.vocabulary.address import Audience
from memory.vocabulary.cue import Cue, Recollection
from tests.each import each

NOW = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)
FACT = "The cat Miso sleeps on the red sofa."


def said(text, id="1", *, own=False, kind="turn", outdated=""):
    return Recollection(
        id=id, kind=kind, text=text, score=1, confidence=1, reasons=(), path="", at=NOW, speaker="Ada", place="",
        audience="org", own=own, outdated=outdated,
    )  # fmt: skip


def kept(*found, asked="Where does Miso sleep?", shown=None):
    cue = Cue(text=asked, audience=Audience.parse("org"), now=NOW, shown=shown or {})
    return [one.text for one in keep_worth_saying(found, cue)]


@pytest.mark.ledger("PRI-04")
@each(
    "text",
    ["Where does Miso sleep?", "lol", "Good morning!", "Wow! What is it called?", "了解です", "どこですか？", "👍"],
)
def test_what_only_asks_or_nods_is_left_out(text):
    assert kept(said(text), said(FACT, "2")) == [FACT]


@pytest.mark.ledger("PRI-04")
@pytest.mark.parametrize(
    "text", ["I moved to Antwerp last week. Do you know it?", "Miso hates water", "No, Nora does."]
)
def test_what_states_something_stays(text):
    assert kept(said(text)) == [text]


@pytest.mark.ledger("PRI-04")
def test_what_the_talk_shows_already_is_left_out_whatever_it_is_kept_as():
    shown = {"1": FACT}

    assert kept(said(FACT), said(FACT, "9", kind="fact"), said("Miso is grey.", "2"), shown=shown) == ["Miso is grey."]


@pytest.mark.ledger("PRI-04")
def test_an_own_answer_that_says_again_what_others_said_is_left_out_and_an_own_promise_stays():
    echo, promise = "On 20 November Ada said: “The cat Miso sleeps on the red sofa.”", "I will feed Miso at seven."

    assert kept(said(FACT), said(echo, "2", own=True), said(promise, "3", own=True)) == [FACT, promise]


@pytest.mark.ledger("PRI-04")
def test_the_same_words_of_the_same_person_stand_once_where_they_rank_best():
    assert kept(said(FACT), said("Miso is grey.", "2"), said(FACT, "3")) == [FACT, "Miso is grey."]


@pytest.mark.ledger("PRI-04")
async def test_what_took_the_place_of_several_is_told_once():
    gone = "no longer true since 2026-11-01: everything moves to Ghent"

    async def recalled(cue):
        return [said("The shop is in Porto.", "1", outdated=gone), said("The office is in Porto.", "2", outdated=gone)]

    cue = Cue(text="Where is the shop?", audience=Audience.parse("org"), now=NOW)
    offer = await related_knowledge_channel(recalled).offer(PrimingSituation(cue=cue, zone=UTC, budget=700))

    assert [item.text for item in offer.items] == [
        f"- [Fri 20 Nov 2026 10:00] Ada: The shop is in Porto.\n  ({gone})",
        "- [Fri 20 Nov 2026 10:00, no longer true since 2026-11-01] Ada: The office is in Porto.",
    ]
