"""Whose word counts where several speak of one thing, law by law."""

from __future__ import annotations

import pytest

from memory.theories.truth import Contradicted, SettledDispute, SupersededBy, Timeline
from tests.memory.theories.histories import ADA, GUEST, believed, day, disputed, known, said


@pytest.mark.ledger("FOR-25", "FOR-26")
def test_a_person_s_own_word_holds_against_what_others_say_later_and_the_two_contradict():
    timeline = known(said("own", "porto", 0, person=ADA), said("told", "rome", 5, corrects=True))

    assert believed(timeline) == ["own"]
    assert disputed(timeline) == [("own", "told")]
    assert timeline.fate("told", day(30)) == Contradicted("own")


@pytest.mark.ledger("FOR-25", "FOR-26")
def test_what_others_said_before_a_person_spoke_of_themselves_is_answered_by_it():
    timeline = known(said("told", "rome", 0), said("own", "porto", 5, person=ADA))

    assert believed(timeline) == ["own"]
    assert disputed(timeline) == []
    assert timeline.fate("told", day(30)) == SupersededBy("own", day(5))


@pytest.mark.ledger("FOR-25")
@pytest.mark.parametrize("reported", ["reported", "quoted"])
def test_what_is_not_said_in_one_s_own_name_is_no_own_word(reported):
    timeline = known(said("quote", "rome", 0, person=ADA, reported=reported), said("told", "porto", 5))

    assert believed(timeline) == ["told"]


@pytest.mark.ledger("FOR-26")
def test_of_two_people_of_whom_nothing_decides_the_later_is_believed_and_both_are_told():
    timeline = known(
        said("first", "3 may", 0, person=ADA, subject="release", slot="release date"),
        said("second", "10 may", 5, subject="release", slot="release date"),
    )

    assert believed(timeline) == ["second"]
    assert disputed(timeline) == [("second", "first")]
    assert timeline.fate("first", day(30)) == Contradicted("second")


@pytest.mark.ledger("FOR-26")
@pytest.mark.parametrize("more", [{"corrects": True}, {"person": ADA}])
def test_a_correction_and_a_later_word_of_the_same_person_leave_nothing_undecided(more):
    timeline = known(
        said("first", "3 may", 0, person=ADA, subject="release", slot="release date"),
        said("second", "10 may", 5, subject="release", slot="release date", **more),
    )

    assert believed(timeline) == ["second"]
    assert disputed(timeline) == []


@pytest.mark.ledger("FOR-17")
def test_a_correction_takes_back_what_was_said_before_it_even_of_a_later_day():
    timeline = known(said("wrong", "ghent", 8), said("right", "bruges", 3, recorded=9, corrects=True))

    assert believed(timeline) == ["right"]
    assert timeline.fate("wrong", day(30)) == SupersededBy("right", day(8))


@pytest.mark.ledger("FOR-17")
def test_a_correction_about_the_past_leaves_the_present_alone():
    timeline = known(said("now", "ghent", 2), said("then", "lyon", 0, recorded=9, until=5, corrects=True))

    assert [believed(timeline, at=n) for n in (3, 5)] == [["then"], ["now"]]


@pytest.mark.ledger("FOR-26")
@pytest.mark.parametrize("trust", ["guest", "bot", "web", "file"])
def test_who_is_little_trusted_overrules_nobody_and_is_believed_where_nobody_else_spoke(trust):
    word = said("rumour", "rome", 5, person=GUEST, trust=trust, corrects=True)

    assert believed(known(word)) == ["rumour"]
    assert believed(known(said("known", "porto", 0), word)) == ["known"]
    assert disputed(known(said("known", "porto", 0), word)) == []


@pytest.mark.ledger("FOR-26")
def test_a_guest_s_word_of_themselves_is_not_believed_against_a_member_s_and_contradicts_it():
    own = said("own", "rome", 0, person=GUEST, subject=GUEST, trust="guest")
    timeline = known(own, said("told", "porto", 5, subject=GUEST))

    assert believed(timeline) == ["told"]
    assert disputed(timeline) == [("told", "own")]


@pytest.mark.ledger("FOR-26")
@pytest.mark.parametrize(
    ("holds", "against", "both", "expected"),
    [
        ("own", "told", False, ["own"]),
        ("told", "own", False, ["told"]),
        ("own", "told", True, ["own", "told"]),
    ],
)
def test_an_answer_decides_what_is_believed_from_then_on_and_asks_no_more(holds, against, both, expected):
    facts = [
        said("before", "lyon", 0, person=ADA),
        said("own", "porto", 2, person=ADA),
        said("again", "porto", 3, person=ADA),
        said("told", "rome", 5),
    ]
    answer = SettledDispute(at=day(9), holds=holds, against=against, both=both)
    before, after = (Timeline(facts, recorded_at=day(n), settled=[answer]) for n in (8, 9))

    assert {fact.value for fact in after.believed(day(9))} == {
        next(f.value for f in facts if f.id == e) for e in expected
    }
    assert disputed(before, at=9) == [("again", "told")]
    assert disputed(after, at=9) == []


@pytest.mark.ledger("FOR-26")
def test_after_an_answer_the_world_goes_on():
    answer = SettledDispute(at=day(9), holds="told", against="own")
    facts = [said("own", "porto", 2, person=ADA), said("told", "rome", 5), said("new", "oslo", 12, person=ADA)]

    assert believed(known(*facts, settled=[answer]), at=11) == ["told"]
    assert believed(known(*facts, settled=[answer]), at=12) == ["new"]


@pytest.mark.ledger("FOR-26")
def test_of_two_answers_the_later_one_counts():
    facts = [said("own", "porto", 2, person=ADA), said("told", "rome", 5)]
    answers = [
        SettledDispute(at=day(9), holds="told", against="own"),
        SettledDispute(at=day(11), holds="own", against="told"),
    ]

    assert [believed(known(*facts, on=n, settled=answers)) for n in (9, 11)] == [["told"], ["own"]]
