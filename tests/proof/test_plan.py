"""Where a secret may lawfully flow: the proof compares only what it may not reach."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

from tests.proof.plan import FOUNDING, Act, Plan, Step, sound, watched
from tests.proof.texts import telling
from tests.proof.town import EVERYBODY, Layout
from tests.proof.worlds import plan_of, slack

LAYOUT: Layout = slack(random.Random(1))
SECRET = Step(
    one=Act(what="say", who="ada", room="core", text="yes"), other=Act(what="say", who="ada", room="core", text="no")
)


def both(act: Act, *, is_probe: bool = False) -> Step:
    return Step(one=act, other=act, is_probe=is_probe)


def asked(who: str, room: str) -> Step:
    return both(Act(what="say", who=who, room=room, text="What?", called=True), is_probe=True)


def plan(*steps: Step, observers: str = "cem") -> Plan:
    return Plan(seed=0, layout=LAYOUT, observers=frozenset(observers.split()), steps=steps)


def test_what_is_said_in_a_room_is_a_secret_from_who_is_not_in_it() -> None:
    assert sound(plan(SECRET, asked("cem", "team"))).secrets == [0]
    assert sound(plan(SECRET, asked("ada", "team"), observers="ada bea cem")).secrets == [0]
    assert sound(plan(SECRET, asked("ada", "core"), observers="ada")).secrets == []


def test_what_the_anima_may_repeat_to_a_member_is_no_secret_where_that_member_is_alone() -> None:
    direct = both(Act(what="say", who="ada", room="dm ada", text="What?", called=True))

    assert "dm ada" not in watched(plan(SECRET, direct, asked("ada", "dm ada"), observers="ada"))[-1]
    assert "team" in watched(plan(SECRET, direct, asked("ada", "team"), observers="ada bea cem"))[-1]


def test_who_joins_reads_all_that_stands_in_the_room() -> None:
    joins = both(Act(what="join", who="cem", room="core"))

    assert sound(plan(SECRET, joins, asked("cem", "core"))).secrets == []
    assert sound(plan(SECRET, joins, asked("cem", "dm cem"))).secrets == []


def test_who_has_left_reads_nothing_any_more_unless_it_was_told_to_them_before() -> None:
    leaves, direct = both(Act(what="leave", who="bea", room="core")), asked("bea", "dm bea")
    before = both(Act(what="say", who="bea", room="dm bea", text="What?", called=True))

    assert sound(plan(SECRET, leaves, direct, observers="bea")).secrets == [0]
    assert sound(plan(SECRET, before, leaves, direct, observers="bea")).secrets == []


def test_deleted_words_are_secret_from_everybody_where_nothing_was_said_to_them() -> None:
    deleted = both(Act(what="delete", who="ada", room="core", target=0))
    one = Act(what="say", who="ada", room="core", text="yes", called=True)
    answered = Step(one=one, other=replace(one, text="no"))

    assert sound(plan(SECRET, deleted, asked("ada", "core"), observers="ada bea")).secrets == [0]
    assert sound(plan(answered, deleted, asked("ada", "core"), observers="ada bea")).secrets == []


def test_a_guest_reads_an_open_room_only_from_inside() -> None:
    said = Step(one=Act(what="say", who="ada", room="general", text="yes"), other=None)

    assert sound(plan(said, asked("gus", "dm gus"), observers="gus")).secrets == [0]
    assert sound(plan(said, asked("fay", "shared"), observers="fay")).secrets == [0]
    assert sound(plan(said, asked("cem", "dm cem"))).secrets == []


def test_what_is_said_on_one_side_of_a_board_is_read_on_all_of_them() -> None:
    board = replace(LAYOUT, boards=(frozenset({"core", "team"}),))
    said = replace(plan(SECRET, asked("cem", "dm cem")), layout=board)
    elsewhere = replace(plan(SECRET, asked("gus", "dm gus"), observers="gus"), layout=board)

    assert sound(said).secrets == []
    assert sound(elsewhere).secrets == [0]


def test_what_was_said_in_a_room_before_it_was_a_side_of_a_board_is_a_secret_on_the_other_sides() -> None:
    board = replace(LAYOUT, boards=(frozenset({"core", "team"}),), founds_later=True)
    called = replace(SECRET.act, called=True)
    secret = Step(one=called, other=replace(called, text="no"))
    founding = both(Act(what="restart", text=FOUNDING))
    before = replace(plan(secret, founding, asked("cem", "dm cem"), asked("ada", "core")), layout=board)
    after = replace(plan(founding, secret, asked("cem", "dm cem")), layout=board)

    assert sound(before).secrets == [0]
    assert {"core", "team"} <= watched(before)[-1]
    assert sound(after).secrets == []


def test_an_answer_that_repeats_nothing_tells_nothing_to_who_joins_later() -> None:
    said = Act(what="say", who="ada", room="general", text="yes")
    secret = Step(one=said, other=replace(said, text="no"))
    question = Act(what="say", who="ada", room="core", text="What?", called=True)
    joins = both(Act(what="join", who="gus", room="core"))

    told = plan(secret, both(question), joins, asked("gus", "core"), observers="gus")
    untold = plan(secret, both(replace(question, tells=False)), joins, asked("gus", "core"), observers="gus")

    assert sound(told).secrets == []
    assert sound(untold).secrets == [0]


def test_two_accounts_of_one_person_read_the_same_as_long_as_they_are_linked() -> None:
    linked = both(Act(what="link", who="ada", text="cem"))
    parted = both(Act(what="unlink", who="cem"))

    assert sound(plan(SECRET, linked, asked("cem", "dm cem"))).secrets == []
    assert sound(plan(SECRET, linked, parted, asked("cem", "dm cem"))).secrets == [0]


def test_a_file_that_stands_in_both_twins_is_not_written_over_in_one() -> None:
    plans = both(Act(what="note", room=EVERYBODY, path="knowledge/plan.md", text="The plan."))
    secret = Step(one=Act(what="note", room="core", path="knowledge/plan.md", text="yes"), other=None)
    elsewhere = replace(secret, one=replace(secret.act, path="knowledge/own.md"))

    assert sound(plan(plans, secret, asked("cem", "dm cem"))).secrets == []
    assert sound(plan(plans, elsewhere, asked("cem", "dm cem"))).secrets == [1]


def test_an_anima_that_writes_to_others_may_tell_them_what_they_could_read() -> None:
    called = Act(what="say", who="ada", room="core", text="yes", called=True)
    secret = Step(one=called, other=replace(called, text="no"))
    writes = both(Act(what="say", who="ada", room="core", text=telling("bea"), called=True))
    leaves, alone = both(Act(what="leave", who="bea", room="core")), asked("bea", "dm bea")

    assert sound(plan(secret, leaves, alone, observers="bea")).secrets == [0]
    assert sound(plan(secret, writes, leaves, alone, observers="bea")).secrets == []


def test_nights_are_at_half_past_three_and_so_many_days_apart() -> None:
    nights = [both(Act(what="night", text=days)) for days in ("1", "1", "40")]
    times = plan(SECRET, *nights).times()

    assert [time // timedelta(days=1) for time in times] == [0, 0, 1, 41]
    assert {time % timedelta(days=1) for time in times[1:]} == {timedelta(hours=18, minutes=30)}


def test_a_seed_is_always_the_same_world() -> None:
    assert plan_of(17) == plan_of(17)
    assert plan_of(17) != plan_of(18)
