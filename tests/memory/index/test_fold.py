"""The fold: the same notes give the same state, whatever their order and however often a start reads them."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.archive.memory_log import MemoryLog
from memory.index import snapshots
from memory.index.fold import folded, retrieval
from memory.index.location import Location
from memory.index.strengths import Strengths
from memory.vocabulary.fact import (
    FORMED,
    MERGED,
    PINNED,
    QUARANTINED,
    REINFORCED,
    RELATED,
    RELEASED,
    RETRACTED,
    Fact,
    FactChange,
    Feeling,
)
from memory.vocabulary.strength import REFUTED, USED, Use

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
ROOM = "slack:T01/C01"


def fact(number=1, at=START, **more):
    plain = {"category": "fact", "place": ROOM, "sources": (f"e{number}",), "importance": 0.4}
    return Fact(id=f"fact:{number}", text=f"Fact {number}", recorded_at=at, valid_from=at, **{**plain, **more})


def formed(number=1, minutes=0, **more):
    at = START + timedelta(minutes=minutes)
    return FactChange(ts=at, key=f"formed/{number}", type=FORMED, fact=fact(number, at, **more))


def change(type, *ids, minutes=0, **more):
    at = START + timedelta(minutes=minutes)
    return FactChange(ts=at, key=f"{type}/{minutes}/{ids}", type=type, ids=ids, **more)


def use(*ids, minutes=0, type=USED):
    at = START + timedelta(minutes=minutes)
    return Use(ts=at, key=f"{type}/{minutes}/{ids}", type=type, ids=ids)


_moments = st.integers(0, 600_000)
_ids = st.integers(1, 6).map(lambda number: f"fact:{number}")
_notes = st.one_of(
    st.builds(
        lambda number, minutes, importance, arousal: formed(
            number, minutes, importance=importance, feeling=Feeling(arousal=arousal), flashbulb=arousal >= 0.8
        ),
        st.integers(1, 6),
        _moments,
        st.floats(0, 1),
        st.floats(0, 1),
    ),
    st.builds(lambda id, minutes: use(id, minutes=minutes), _ids, _moments),
    st.builds(lambda one, other, minutes: use(one, other, minutes=minutes), _ids, _ids, _moments),
    st.builds(lambda id, minutes: use(id, minutes=minutes, type=REFUTED), _ids, _moments),
    st.builds(lambda id, minutes: change(REINFORCED, id, minutes=minutes, source=f"again{minutes}"), _ids, _moments),
    st.builds(lambda id, minutes: change(RETRACTED, id, minutes=minutes), _ids, _moments),
    st.builds(lambda id, minutes: change(PINNED, id, minutes=minutes), _ids, _moments),
    st.builds(
        lambda one, other, minutes: change(RELATED, one, other, minutes=minutes, how="same_entity", confidence=0.7),
        _ids,
        _ids,
        _moments,
    ),
)


@pytest.mark.ledger("STR-02", "LOG-12")
@settings(max_examples=60, deadline=None)
@given(st.lists(_notes, max_size=25, unique_by=lambda note: note.key), st.randoms())
def test_the_order_of_arrival_decides_nothing_and_no_bound_is_left(notes, chance):
    shuffled = notes[:]
    chance.shuffle(shuffled)

    state, other = folded(notes), folded(shuffled)

    assert snapshots.written(state) == snapshots.written(other)
    for strength in state.strengths.values():
        assert 0 <= strength.utility <= 1
        assert 0 <= strength.importance <= 1
        assert 1 <= strength.storage <= 10
        assert 1 <= strength.difficulty <= 10
        assert strength.stability_days > 0
        assert 0 <= retrieval(strength, START + timedelta(days=500)) <= 1
    assert len(state.relations) == len({frozenset((one.source, one.target)) for one in state.relations})


@pytest.mark.ledger("STR-02")
@settings(max_examples=30, deadline=None)
@given(st.lists(_notes, max_size=20, unique_by=lambda note: note.key), st.integers(0, 20))
def test_a_snapshot_and_the_rest_give_the_same_state_to_the_bit(notes, cut):
    notes = sorted(notes, key=lambda note: (note.ts, note.key))
    kept = snapshots.read(snapshots.written(folded(notes[:cut])))

    assert snapshots.written(folded(notes[cut:], onto=kept)) == snapshots.written(folded(notes))


@pytest.mark.ledger("FOR-14")
def test_a_weak_fact_is_captured_once_by_something_strong_of_its_place_within_four_hours():
    weak, strong = {"importance": 0.3}, {"importance": 0.75}
    notes = [
        formed(1, 0, **weak),
        formed(2, 0, place="slack:T01/C02", **weak),
        formed(3, 60, **strong),
        formed(4, 90, **strong),
        formed(5, 100, **weak),
        formed(6, 500, **strong),
    ]

    state = folded(notes)
    alone = folded([formed(1, 0, **weak)]).strengths["fact:1"].stability_days

    captured = {id for id, one in state.strengths.items() if one.captured}
    assert captured == {"fact:1"}
    assert state.strengths["fact:1"].stability_days == pytest.approx(1.3 * alone)


@pytest.mark.ledger("RET-19", "STR-02", "STR-03")
def test_who_uses_a_turn_uses_what_it_told():
    state = folded([formed(1), use("e1", minutes=9000)])

    used = state.strengths["fact:1"]
    assert (used.access_count, used.last_access) == (1, START + timedelta(minutes=9000))
    assert used.storage > 1
    assert used.stability_days > folded([formed(1)]).strengths["fact:1"].stability_days
    assert retrieval(used, START + timedelta(minutes=9000)) == 1


@pytest.mark.ledger("STR-03")
def test_what_a_person_calls_wrong_is_worth_less_and_was_not_used():
    state = folded([formed(1), use("fact:1", minutes=5, type=REFUTED)])

    assert state.strengths["fact:1"].utility == pytest.approx(0.45)
    assert state.strengths["fact:1"].access_count == 0


@pytest.mark.ledger("RET-16", "FOR-16")
def test_what_is_used_together_and_its_neighbours_grow_firmer():
    links = [formed(1), formed(2), formed(3), change(RELATED, "fact:1", "fact:3", minutes=1, how="elaborates")]
    before = folded(links)
    after = folded([*links, use("fact:1", "fact:2", minutes=2)])

    assert after.pairs[("fact:1", "fact:2")] == 1
    ratio = after.strengths["fact:3"].stability_days / before.strengths["fact:3"].stability_days
    assert ratio == pytest.approx(1.02)


@pytest.mark.ledger("FOR-09")
def test_what_takes_the_place_of_others_inherits_their_use():
    merged = fact(9, START + timedelta(minutes=30))
    notes = [formed(1), use("fact:1", minutes=5)]
    notes.append(
        FactChange(ts=merged.recorded_at, key="merged/9", type=MERGED, ids=("fact:1",), fact=merged, because="detail")
    )

    state = folded(notes)

    assert state.merged == {"fact:1": "fact:9"}
    assert state.strengths["fact:9"].access_count == 2
    assert state.facts["fact:1"].text == "Fact 1"


@pytest.mark.ledger("AUD-06")
def test_a_quarantine_is_lifted_and_a_retraction_stays_with_its_reason():
    notes = [formed(1), change(QUARANTINED, "fact:1", minutes=1), change(RELEASED, "fact:1", minutes=2)]
    notes.append(change(RETRACTED, "fact:1", minutes=3, because="forget that"))

    state = folded(notes)

    assert not state.quarantined
    assert state.retracted["fact:1"].because == "forget that"


@pytest.fixture
def strengths(tmp_path):
    location = Location.of(tmp_path / "animas" / "alice")
    return MemoryLog(location.directory / "memory_log", UTC), lambda: Strengths(location, UTC)


@pytest.mark.ledger("STR-01", "LOG-12")
def test_a_rebuild_gives_the_same_state_to_the_bit_also_over_months_and_from_snapshots(strengths, tmp_path):
    log, fresh = strengths
    running = fresh()
    chance = random.Random(7)
    for day in range(130):
        at = 1440 * day
        log.append([formed(day, at, importance=chance.random()), use(f"fact:{chance.randrange(day + 1)}", minutes=at)])
        running.refresh()
        if day == 70:
            late = [replace(formed(1000, 1440 * 69 + 5), key="late")]
            log.append(late)

    assert {file.name for file in (tmp_path / "index" / "alice" / "fold").iterdir()} >= {"2026-03.json", "2026-04.json"}
    from_snapshot, states = fresh(), []
    for one in (running, from_snapshot):
        one.refresh()
        states.append(one.asked(snapshots.written))
    for file in (tmp_path / "index" / "alice" / "fold").iterdir():
        file.unlink()
    states.append(fresh().asked(snapshots.written))
    assert states[0] == states[1] == states[2]


@pytest.mark.ledger("LOG-12")
def test_a_snapshot_that_was_tampered_with_or_is_of_other_files_is_passed_over(strengths, tmp_path):
    log, fresh = strengths
    log.append([formed(1, 0)])
    log.append([formed(2, 60 * 24 * 40)])
    fresh().refresh()
    (kept,) = (tmp_path / "index" / "alice" / "fold").iterdir()
    true = fresh().asked(snapshots.written)

    for broken in (b"", b"[]", b'{"version": 1}', kept.read_bytes()[:-20]):
        kept.write_bytes(broken)
        assert fresh().asked(snapshots.written) == true
    with (tmp_path / "animas/alice/memory_log/2026-03.jsonl").open("ab") as file:
        file.write(b'{"ts":"2026-03-09T10:00:00+00:00","type":"used","key":"x","ids":["fact:1"]}\n')
    assert fresh().of("fact:1").access_count == 1
