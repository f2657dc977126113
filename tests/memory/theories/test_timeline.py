"""What is believed of things that change, held against an account that looks at every instant and every pair."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.theories.truth import (
    Believed,
    Ended,
    NotYet,
    Retracted,
    SettledDispute,
    SupersededBy,
    Timeline,
    Validity,
    is_current,
    was_believed,
    was_true,
)
from tests.memory.theories.histories import ADA, BOB, DAYS, GUEST, believed, day, disputed, ids, known, number, said

HISTORIES = 1_000
MANY = 10_000


# ------------------------------------------------------------------------------------------------ one law each


@pytest.mark.ledger("FOR-17")
def test_what_began_later_in_the_world_holds_and_the_earlier_one_is_kept_as_replaced():
    timeline = known(said("porto", "porto", 0), said("ghent", "ghent", 10))

    assert believed(timeline, at=9) == ["porto"]
    assert believed(timeline, at=10) == ["ghent"]
    assert timeline.fate("porto", day(10)) == SupersededBy("ghent", day(10))


@pytest.mark.ledger("FOR-17")
def test_an_older_fact_that_arrives_late_is_replaced_already():
    timeline = known(said("rome", "rome", 5), said("lyon", "lyon", 2, at=2, recorded=9), on=9)

    assert believed(timeline, at=9) == ["rome"]
    assert timeline.fate("lyon", day(9)) == SupersededBy("rome", day(5))
    assert timeline.validity("lyon", day(9)) == Validity(
        valid_from=day(2), valid_until=day(5), recorded_at=day(9), invalidated_at=day(9)
    )


@pytest.mark.ledger("FOR-17")
def test_what_is_said_in_the_present_holds_when_it_is_said_and_gives_way_to_what_is_said_later_of_days_gone_by():
    """M7: the later statement tells of a move before the earlier one was said."""
    osaka, kyoto = said("osaka", "osaka", 10), said("kyoto", "kyoto", 4, at=11, recorded=11)
    before, after = known(osaka, kyoto, on=10), known(osaka, kyoto, on=11)

    assert [believed(before, at=n) for n in (9, 10)] == [[], ["osaka"]]
    assert [believed(after, at=n) for n in (3, 4, 9, 10, 11, 30)] == [[], *[["kyoto"]] * 5]


@pytest.mark.ledger("FOR-17")
def test_between_what_was_seen_and_what_began_after_it_the_earlier_one_holds():
    timeline = known(said("osaka", "osaka", 10), said("kyoto", "kyoto", 14, at=20, recorded=20))

    assert [believed(timeline, at=n) for n in (10, 13, 14, 20)] == [["osaka"], ["osaka"], ["kyoto"], ["kyoto"]]


@pytest.mark.ledger("FOR-17")
def test_what_began_makes_way_for_what_is_seen_after_it_was_told_and_no_sooner():
    timeline = known(said("kyoto", "kyoto", 4, at=11, recorded=11), said("osaka", "osaka", 20))

    assert [believed(timeline, at=n) for n in (4, 11, 19, 20)] == [["kyoto"], ["kyoto"], ["kyoto"], ["osaka"]]


@pytest.mark.ledger("FOR-17")
@pytest.mark.parametrize(("days_ago", "now"), [(92, "lisbon"), (93, "porto")])
def test_what_is_told_to_have_begun_long_ago_leaves_what_was_seen_since(days_ago, now):
    timeline = known(said("porto", "porto", 9), said("lisbon", "lisbon", 10 - days_ago, at=10, recorded=10))

    assert [believed(timeline, at=n) for n in (8, 10)] == [["lisbon"], [now]]


@pytest.mark.ledger("FOR-17")
def test_what_is_announced_comes_before_what_is_seen_before_it_begins_and_makes_way_for_what_is_seen_after_it():
    words = [said("oslo", "oslo", 10, at=2, recorded=2), said("rome", "rome", 6), said("bari", "bari", 14)]

    assert [believed(known(*words), at=n) for n in (6, 9, 10, 13, 14)] == [["rome"]] * 2 + [["oslo"]] * 2 + [["bari"]]


@pytest.mark.ledger("FOR-17")
@pytest.mark.parametrize("corrects", [True, False])
def test_the_order_in_one_message_is_the_order_of_time_whatever_the_ids_are(corrects):
    """M3: "I live in Porto. Actually, I live in Ghent." """
    for porto, ghent in (("a", "b"), ("b", "a")):
        timeline = known(said(porto, "porto", 3), said(ghent, "ghent", 3, order=1, corrects=corrects))

        assert believed(timeline, at=3) == believed(timeline, at=30) == [ghent]
        assert timeline.validity(porto, day(30)).valid_until == day(3)


@pytest.mark.ledger("FOR-17")
def test_what_begins_in_the_future_leaves_the_present_as_it_is_until_then():
    timeline = known(said("here", "rome", 0), said("there", "oslo", 20, recorded=3), on=3)
    now = timeline.validity("here", day(3))

    assert believed(timeline, at=3) == ["here"]
    assert timeline.fate("there", day(3)) == NotYet(day(20))
    assert [is_current(now, day(n)) for n in (3, 19, 20)] == [True, True, False]


def test_what_ends_by_itself_is_over_and_what_held_before_holds_again():
    timeline = known(said("home", "porto", 0), said("visit", "faro", 10, until=14))

    assert [believed(timeline, at=n) for n in (9, 10, 14)] == [["home"], ["visit"], ["home"]]
    assert timeline.fate("visit", day(14)) == Ended(day(14))
    assert timeline.validity("visit", day(20)).invalidated_at is None
    assert [was_true(timeline.validity("home", day(n)), day(n)) for n in (9, 10, 14)] == [True, False, True]


def test_what_was_retracted_was_never_so_and_yet_was_believed_until_then():
    facts, retracted_at = [said("rome", "rome", 0), said("oslo", "oslo", 4)], {"oslo": day(8)}
    before, after = (Timeline(facts, recorded_at=day(n), retracted_at=retracted_at) for n in (7, 8))

    assert believed(before, at=7) == ["oslo"]
    assert [believed(after, at=n) for n in (3, 5, 8)] == [["rome"]] * 3
    assert after.fate("oslo", day(8)) == Retracted(day(8))
    assert not any(was_true(after.validity("oslo", day(8)), day(n)) for n in range(12))


@pytest.mark.ledger("RET-18")
def test_what_was_known_on_a_day_leaves_out_what_came_to_be_known_after_it():
    facts = [said("rome", "rome", 0), said("oslo", "oslo", 4, recorded=9)]
    earlier, today = (Timeline(facts, recorded_at=day(n)) for n in (8, 9))

    assert believed(earlier, at=5) == ["rome"]
    assert believed(today, at=5) == ["oslo"]
    assert earlier.fate("oslo", day(5)) == NotYet(day(9))


@pytest.mark.ledger("RET-18")
def test_the_history_of_a_slot_has_replaced_facts_too_in_the_order_of_the_world():
    timeline = known(*(said(f"f{since}", f"v{since}", since, recorded=9 - since) for since in (4, 2, 6, 3)))

    assert ids(timeline.history(f"{ADA} home")) == ["f2", "f3", "f4", "f6"]


def test_facts_without_a_slot_replace_nothing():
    timeline = known(said("one", "", 0, slot=""), said("two", "", 4, slot=""), said("past", "", 1, slot="", until=3))

    assert believed(timeline) == ["one", "two"]
    assert disputed(timeline) == []


def test_what_the_readers_may_not_read_changes_nothing():
    seen, hidden = [said("rome", "rome", 0)], [said("oslo", "oslo", 5)]
    answer = SettledDispute(at=day(9), holds="oslo", against="rome")

    assert believed(known(*seen, retracted_at={"oslo": day(2)}, settled=[answer])) == ["rome"]
    assert believed(known(*seen, *hidden, settled=[answer])) == ["oslo"]


@pytest.mark.ledger("FOR-17")
def test_thousands_of_facts_of_one_slot_cost_no_more_than_a_look_at_each():
    facts = [said(f"f{n:04}", f"v{n}", n % 97, corrects=n % 2 == 0, person=f"p{n % 7}") for n in range(4000)]
    timeline = known(*facts, on=200)

    assert len(timeline.believed(day(100))) == 1


# ------------------------------------------------------------------------------------------------ laws of any history


DAY = st.integers(0, DAYS)
WORD = st.builds(
    dict,
    value=st.sampled_from("abc"),
    since=DAY,
    recorded=DAY,
    at=st.none() | DAY,
    order=st.integers(0, 1),
    until=st.none() | DAY,
    person=st.sampled_from((ADA, BOB, GUEST)),
    slot=st.sampled_from(("home", "date", "")),
    corrects=st.booleans(),
    reported=st.sampled_from(("", "reported")),
)


@st.composite
def lives(draw):
    words = draw(st.lists(WORD, min_size=1, max_size=6))
    facts = [said(f"f{n}", trust="guest" * (word["person"] == GUEST), **word) for n, word in enumerate(words)]
    pairs = [
        (one.id, other.id) for one in facts for other in facts if one is not other and one.slot == other.slot != ""
    ]
    answers = (
        st.builds(
            lambda pair, at, both: SettledDispute(at=day(at), holds=pair[0], against=pair[1], both=both),
            st.sampled_from(pairs),
            DAY,
            st.booleans(),
        )
        if pairs
        else st.nothing()
    )
    settled = draw(st.lists(answers, max_size=3)) if pairs else []
    retracted_at = draw(st.dictionaries(st.sampled_from([fact.id for fact in facts]), DAY.map(day), max_size=2))
    return facts, retracted_at, settled


@pytest.mark.ledger("FOR-17")
@given(lives(), st.randoms(use_true_random=False), DAY, DAY)
def test_the_order_in_which_facts_come_never_matters(life, chance, at, on):
    facts, retracted_at, settled = life
    timeline = Timeline(facts, recorded_at=day(on), retracted_at=retracted_at, settled=settled)
    chance.shuffle(facts)
    chance.shuffle(settled)
    other = Timeline(facts, recorded_at=day(on), retracted_at=dict(reversed(retracted_at.items())), settled=settled)

    assert timeline.believed(day(at)) == other.believed(day(at))
    assert timeline.contradictions(day(at)) == other.contradictions(day(at))
    assert [timeline.fate(fact.id, day(at)) for fact in facts] == [other.fate(fact.id, day(at)) for fact in facts]
    assert [timeline.validity(fact.id, day(at)) for fact in facts] == [
        other.validity(fact.id, day(at)) for fact in facts
    ]


@pytest.mark.ledger("FOR-17", "FOR-26")
@given(lives(), DAY, DAY)
def test_of_a_slot_of_which_anything_holds_something_is_believed_and_one_value_unless_more_were_said_to_hold(
    life, at, on
):
    facts, retracted_at, settled = life
    timeline = Timeline(facts, recorded_at=day(on), retracted_at=retracted_at, settled=settled)
    fates = {fact.id: timeline.fate(fact.id, day(at)) for fact in facts}
    found = timeline.believed(day(at))

    assert {id for id, fate in fates.items() if fate == Believed()} == set(ids(found))
    for slot in {"home", "date"}:
        holding = [
            fact for fact in facts if fact.slot == slot and not isinstance(fates[fact.id], NotYet | Ended | Retracted)
        ]
        values = [fact.value for fact in found if fact.slot == slot]
        assert bool(values) is bool(holding)
        assert len(values) == len(set(values))
        assert len(values) <= 1 or any(answer.both for answer in settled)


@given(lives(), DAY)
def test_the_two_times_of_a_fact_say_of_now_what_the_timeline_says_and_of_no_other_day_more(life, now):
    facts, retracted_at, settled = life
    timeline = Timeline(facts, recorded_at=day(now), retracted_at=retracted_at, settled=settled)
    told = {fact.id: timeline.validity(fact.id, day(now)) for fact in facts if fact.recorded_at <= day(now)}

    assert [id for id in sorted(told) if is_current(told[id], day(now))] == believed(timeline, at=now)
    for at in range(DAYS):
        assert {id for id in told if was_true(told[id], day(at))} <= set(believed(timeline, at=at))


@pytest.mark.ledger("RET-18", "FOR-17")
@given(st.lists(st.integers(-9, 0), min_size=1, max_size=7))
def test_what_was_believed_on_each_day_is_what_was_told_last_by_then(tellings):
    """Told one a day, of days gone by; what began last is no better known than what was said last."""
    facts = [said(f"f{today}", f"v{today}", begins, recorded=today) for today, begins in enumerate(tellings)]
    told = [known(*facts, on=len(facts)).validity(fact.id, day(len(facts))) for fact in facts]

    for today in range(len(tellings)):
        assert [order for order, one in enumerate(told) if was_believed(one, day(today))] == [today]


# --------------------------------------------------------------------------------- an account that looks at everything


def account(facts, retracted_at, at, on):
    """Of each slot who is believed and who contradicts, at the day `at` as known on the day `on`."""
    found, undecided = set(), set()
    heard = [
        one
        for one in facts
        if number(one.recorded_at) <= on
        and not (one.id in retracted_at and number(retracted_at[one.id]) <= on)
        and number(one.valid_from) <= at
        and (one.valid_until is None or at < number(one.valid_until))
    ]
    for one in heard:
        if not one.slot:
            found.add(one.id)
    for slot in {one.slot for one in heard if one.slot}:
        words = [one for one in heard if one.slot == slot]
        lasting = [one for one in words if not any(takes_back(other, one) for other in words)]
        (best,) = [one for one in lasting if not any(outdoes(other, one) for other in lasting)]
        found.add(best.id)
        for one in lasting:
            has_later = any(other.person == one.person and outdoes(other, one) for other in lasting)
            others = one.person != best.person and one.value != best.value
            if not has_later and others and undecided_between(best, one):
                undecided.add((best.id, one.id))
    return found, undecided


def speaks_of_self(one):
    return one.person == one.subject and one.reported == ""


def takes_back(other, one):
    if not other.corrects or not (other.said_at, other.order) > (one.said_at, one.order):
        return False
    if one.trust == "" and other.trust != "":
        return False
    same_trust = (one.trust == "") == (other.trust == "")
    return not (same_trust and speaks_of_self(one) and not speaks_of_self(other))


def outdoes(other, one):
    if (other.trust == "") != (one.trust == ""):
        return other.trust == ""
    if speaks_of_self(other) != speaks_of_self(one):
        return speaks_of_self(other)
    return later(other, one)


def later(other, one):
    if last_seen(other) != last_seen(one):
        return last_seen(other) > last_seen(one)
    if (other.said_at, other.order) != (one.said_at, one.order):
        return (other.said_at, other.order) > (one.said_at, one.order)
    if other.recorded_at != one.recorded_at:
        return other.recorded_at > one.recorded_at
    return other.id > one.id


def last_seen(one):
    """The last day of which it is told to be so: from its begin to the day on which it was said, if that is not far."""
    begin, said_on = number(one.valid_from), number(one.said_at)
    return max(each for each in (begin, said_on) if each == begin or begin < each < begin + 93)


def undecided_between(best, one):
    if one.trust and not best.trust:
        return speaks_of_self(one)
    if speaks_of_self(best):
        return later(one, best)
    return True


def a_history(chance):
    """Late and out of order, of days gone by and to come, retracted, at equal instants, by two people and a guest, of
    two slots or none."""
    facts = [
        said(
            f"f{n}",
            chance.choice("abc"),
            chance.choice((0, 0, 0, -91, -200)) + chance.randrange(DAYS),
            recorded=chance.randrange(DAYS),
            at=chance.choice((None, chance.randrange(DAYS))),
            order=chance.randrange(2),
            until=chance.choice((None, None, chance.randrange(DAYS + 1))),
            slot=chance.choice(("home", "home", "home", "date", "")),
            person=person,
            subject=chance.choice((ADA, ADA, GUEST)),
            trust="guest" if person == GUEST else "",
            reported=chance.choice(("", "", "", "reported")),
            corrects=chance.random() < 0.25,
        )
        for n, person in enumerate(chance.choices((ADA, BOB, GUEST), k=chance.randrange(1, 7)))
    ]
    retracted_at = {
        one.id: one.recorded_at + timedelta(days=chance.randrange(3)) for one in facts if chance.random() < 0.15
    }
    chance.shuffle(facts)
    return facts, retracted_at


@pytest.mark.ledger("FOR-17", "RET-18")
@pytest.mark.parametrize("histories", [HISTORIES, pytest.param(MANY, marks=pytest.mark.slow)])
def test_at_every_instant_of_random_histories_an_account_that_looks_at_every_pair_believes_the_same(histories):
    chance = Random(17)
    for _ in range(histories):
        facts, retracted_at = a_history(chance)
        for on in {DAYS + 2, chance.randrange(DAYS)}:
            timeline = Timeline(facts, recorded_at=day(on), retracted_at=retracted_at)
            for at in range(DAYS):
                found, undecided = account(facts, retracted_at, at, on)
                assert {fact.id for fact in timeline.believed(day(at))} == found
                assert set(disputed(timeline, at)) == undecided
