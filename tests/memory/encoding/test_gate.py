"""The gate: new, more of it, again, or otherwise."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memory.formation.fact_maker import LONGEST_FACT, NearFact, judge_fact, merge_facts
from memory.vocabulary.fact import Fact
from tests.each import each

MONDAY = datetime(2026, 11, 16, 9, tzinfo=UTC)
ADA, BEN = "slack:T01/U01", "slack:T01/U02"


def fact(id="fact:new", text="Ada keeps bees", at=MONDAY, **more):
    plain = {"category": "fact", "person": ADA, "subject": ADA, "audience": "org", "importance": 0.5}
    return Fact(id=id, text=text, recorded_at=at, valid_from=at, **{**plain, **more})


def home(id, place, at=MONDAY, **more):
    return fact(id, f"Ada lives in {place}", at, slot=f"{ADA} home", value=place.lower(), **more)


@pytest.mark.ledger("FOR-08")
@each(
    ("similarity", "importance", "decision"),
    [
        (0.0, 0.1, "create"),
        (0.69, 0.1, "create"),
        (0.70, 0.59, "skip"),
        (0.70, 0.60, "create"),
        (0.75, 0.1, "update"),
        (0.92, 0.1, "update"),
        (0.93, 0.1, "reinforce"),
    ],
)
def test_similarity_decides_where_nothing_contradicts(similarity, importance, decision):
    verdict = judge_fact(fact(importance=importance), (), [NearFact(fact("fact:old"), similarity)])

    assert verdict.decision == decision


@pytest.mark.ledger("FOR-08")
def test_another_value_of_a_slot_supersedes_however_similar_it_is():
    old = home("fact:old", "Porto", MONDAY - timedelta(days=9))

    assert judge_fact(home("fact:new", "Ghent"), [old], [NearFact(old, 0.97)]) == judge_fact(
        home("fact:new", "Ghent"), [old], []
    )
    assert judge_fact(home("fact:new", "Ghent"), [old], []).decision == "supersede"


@pytest.mark.ledger("FOR-08", "FOR-25")
def test_the_same_value_reinforces_from_the_same_person_and_is_a_word_of_its_own_from_another():
    old = home("fact:old", "Porto", MONDAY - timedelta(days=9))

    assert judge_fact(home("fact:new", "Porto"), [old], []).decision == "reinforce"
    assert judge_fact(home("fact:new", "Porto", person=BEN), [old], []).decision == "create"


@pytest.mark.ledger("FOR-25")
def test_what_two_people_say_alike_are_two_facts():
    of_ben = fact("fact:old", person=BEN, subject=BEN)

    assert judge_fact(fact(), (), [NearFact(of_ben, 0.99)]).decision == "create"


@pytest.mark.ledger("FOR-18", "FOR-09")
@pytest.mark.parametrize("difference", [{"immutable": True}, {"audience": "person:slack:T01/U01"}, {"trust": "guest"}])
def test_what_is_immutable_or_of_other_readers_or_of_other_trust_is_never_merged_into(difference):
    known = replace(fact("fact:old"), **difference)

    assert judge_fact(fact(), (), [NearFact(known, 0.85)]).decision == "create"


@pytest.mark.ledger("FOR-09")
def test_a_merge_keeps_every_word_and_source_and_the_firmer_of_everything():
    old = fact("fact:old", "Ada keeps bees", sources=("e1",), importance=0.8, pinned=True)
    new = fact("fact:new", "Ada keeps bees on the roof since spring", sources=("e2",))
    other = fact("fact:other", "The bees of Ada are Carniolan", sources=("e3",))

    said_more, both = merge_facts(old, new), merge_facts(old, other)

    assert said_more.text == new.text
    assert both.text == "Ada keeps bees · The bees of Ada are Carniolan"
    assert (both.sources, both.importance, both.pinned) == (("e3", "e1"), 0.8, True)


@pytest.mark.ledger("FOR-09")
def test_two_texts_that_are_too_long_for_one_stay_two():
    old = fact("fact:old", "honey " * (LONGEST_FACT // 7))

    assert merge_facts(old, fact(text="wax " * (LONGEST_FACT // 9))) is None
