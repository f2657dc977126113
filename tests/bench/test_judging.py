"""The figures of formation: worked by hand, and bounded whatever comes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.judging import NOTHING, Predicted, by_language, judge, silently_wrong
from tests.each import each
from training.labelled import CATEGORIES, NONE, Dated, Labelled, read


def label(id, category, *, text="", personal=False, entities="", dates=()):
    return Labelled(
        id=id,
        kind="chat",
        at=datetime(2026, 3, 14, 10, 0, tzinfo=UTC),
        speaker="Ada",
        before=(),
        text=text,
        category=category,
        personal=personal,
        entities=frozenset(entities.split()),
        dates=dated(*dates),
    )


def dated(*pairs):
    return tuple(Dated(text=text, iso=iso) for text, iso in pairs)


def kept_as(**categories):
    return {id.replace("_", "-"): Predicted(category=category) for id, category in categories.items()}


@pytest.mark.ledger("FOR-03")
def test_categories_are_those_worked_by_hand():
    labels = [label("en-1", "fact"), label("en-2", "fact"), label("en-3", "plan"), label("en-4", NONE)]

    found = judge(labels, kept_as(en_1="fact", en_2="plan", en_3="plan", en_4="fact"))

    fact, plan, none = (found.categories[name] for name in ("fact", "plan", NONE))
    assert (fact.precision, fact.recall, fact.f1) == (1 / 2, 1 / 2, 1 / 2)
    assert (plan.precision, plan.recall, plan.f1) == (1 / 2, 1, pytest.approx(2 / 3))
    assert (none.precision, none.recall, none.f1) == (0, 0, 0)
    assert found.macro_f1 == pytest.approx((1 / 2 + 2 / 3 + 0) / 3)


@pytest.mark.ledger("FOR-01")
def test_junk_that_is_kept_and_personal_facts_that_are_lost_are_shares_of_their_own_kind():
    labels = [
        label("en-1", NONE),
        label("en-2", NONE),
        label("en-3", NONE),
        label("en-4", "fact", personal=True),
        label("en-5", "plan", personal=True),
        label("en-6", "fact"),
    ]

    found = judge(labels, kept_as(en_1="fact", en_2=NONE, en_4="preference", en_5=NONE, en_6=NONE))

    assert (found.junk_kept_share, found.personal_lost_share) == (1 / 3, 1 / 2)


@pytest.mark.ledger("FOR-04")
def test_entities_are_counted_over_all_messages_together():
    labels = [
        label("en-1", "entity", entities="tech/grafana tech/prometheus"),
        label("en-2", "fact"),
        label("en-3", NONE, entities="org/ibm"),
    ]
    predictions = {
        "en-1": Predicted(category="fact", entities=frozenset({"tech/grafana"})),
        "en-2": Predicted(category="fact", entities=frozenset({"tech/go"})),
        "en-3": Predicted(entities=frozenset({"org/ibm"})),
    }

    found = judge(labels, predictions).entities

    assert (found.right, found.wrong, found.missed) == (2, 1, 1)
    assert found.precision == found.recall == found.f1 == pytest.approx(2 / 3)


@pytest.mark.ledger("FOR-07")
@each(
    ("said", "right", "wrong"),
    [
        ([("Friday", "2026-03-20")], 1, 0),
        ([("on Friday", "2026-03-20")], 1, 0),
        ([("Friday", "2026-03-27")], 0, 1),
        ([("Friday", None)], 0, 0),
        ([], 0, 0),
        ([("the 12th", "2026-04-12")], 0, 1),
        ([("two weeks", "2026-03-28")], 0, 1),
        ([("two weeks", None)], 0, 0),
        ([("meet", "2026-03-20")], 0, 1),
        ([("not said", "2026-03-20")], 0, 1),
        ([("", "2026-03-20")], 0, 1),
        ([("Friday", "2026-03-20"), ("Fri", "2026-03-19"), ("May", "2026-05")], 2, 1),
    ],
)
def test_a_date_is_right_by_its_words_and_its_day_and_wrong_only_where_it_was_sure(said, right, wrong):
    text = "meet on Friday or in two weeks, the 12th is full, May is free, mid-May too"
    labels = [
        label("en-1", "plan", text=text, dates=[("Friday", "2026-03-20"), ("two weeks", None), ("May", "2026-05")])
    ]

    found = judge(labels, {"en-1": Predicted(category="plan", dates=dated(*said))})

    assert (found.dates, found.dates_right, found.silently_wrong) == (2, right, wrong)
    assert found.date_accuracy == right / 2


def test_words_that_are_said_twice_may_be_told_once():
    one = label("en-1", "fact", text="June, yes June", dates=[("June", "2026-06"), ("June", "2026-06")])

    found = judge([one], {"en-1": Predicted(dates=dated(("June", "2026-06")))})

    assert (found.dates_right, found.silently_wrong) == (2, 0)


def test_languages_are_judged_apart_and_together():
    found = by_language([label("en-1", "fact"), label("tr-1", "fact")], kept_as(en_1="fact"))

    assert {name: judgement.macro_f1 for name, judgement in found.items()} == {"all": 1 / 3, "en": 1.0, "tr": 0.0}
    assert [judgement.items for judgement in found.values()] == [2, 1, 1]


def test_of_nothing_every_figure_is_zero():
    found = judge([], {})

    assert (found.items, found.macro_f1, found.date_accuracy, found.junk_kept_share) == (0, 0, 0, 0)


LABELS = read("tuning")
PERFECT = {one.id: Predicted(category=one.category, entities=one.entities, dates=one.dates) for one in LABELS}


def test_who_repeats_the_labels_is_right_in_everything():
    for found in by_language(LABELS, PERFECT).values():
        assert found.macro_f1 == found.entities.f1 == found.date_accuracy == 1
        assert found.silently_wrong == found.junk_kept == found.personal_lost == 0


def test_who_keeps_nothing_keeps_no_junk_and_loses_everything_personal():
    found = judge(LABELS, {})

    assert (found.junk_kept_share, found.personal_lost_share, found.silently_wrong) == (0, 1, 0)
    assert [name for name, hits in found.categories.items() if hits.f1] == [NONE]


@given(st.lists(st.sampled_from(CATEGORIES), min_size=len(LABELS) // 8, max_size=len(LABELS)))
def test_every_figure_is_a_share(categories):
    predictions = {one.id: Predicted(category=name) for one, name in zip(LABELS, categories, strict=False)}

    found = judge(LABELS, predictions)

    assert 0 <= found.macro_f1 <= max(hits.f1 for hits in found.categories.values()) <= 1
    assert 0 <= found.junk_kept_share <= 1
    assert 0 <= found.personal_lost_share <= 1
    assert sum(hits.right + hits.missed for hits in found.categories.values()) == found.items == len(LABELS)


def test_what_is_silently_wrong_can_be_read():
    one = label("en-1", "plan", text="see you Friday", dates=[("Friday", None)])

    assert silently_wrong(one, Predicted(dates=dated(("Friday", "2026-03-20")))) == dated(("Friday", "2026-03-20"))
    assert silently_wrong(one, NOTHING) == ()


def test_figures_are_told_in_per_cent():
    told = judge([label("en-1", NONE), label("en-2", "fact", personal=True)], kept_as(en_1=NONE, en_2="fact")).as_json()

    assert told["macro_f1"] == 100.0
    assert told["junk"] == {"items": 1, "kept": 0.0}
    assert told["personal"] == {"items": 1, "lost": 0.0}
