"""The fold: the same notes give the same state, whatever their order and however often a start reads them."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.archive.anima_directory import AnimaLocation
from memory.archive.memory_log import MemoryLog, decode_note
from memory.index.fact_fold import USED_TOGETHER, fold_note, folded, kind_of_moment, note_order
from memory.index.strengths import Strengths, count_accesses, retrieval_now, strength_of
from memory.theories import association
from memory.theories.retention import FSRS6_CURVE, SOURCE_CURVE
from memory.vocabulary.fact import (
    ASKED,
    DEMOTED,
    DORMANT,
    FORMED,
    INVALIDATED,
    MERGED,
    PINNED,
    PROMOTED,
    QUARANTINED,
    REFUTED,
    REHEARSED,
    REINFORCED,
    RELATED,
    RELEASED,
    RETRACTED,
    SETTLED,
    UNDONE,
    UNPINNED,
    USED,
    WOKEN,
    Fact,
    FactChange,
    Feeling,
    Use,
)
from tests.memory.counting import calls

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


def use(*ids, minutes=0, type=USED, how="search"):
    at = START + timedelta(minutes=minutes)
    return Use(ts=at, key=f"{type}/{minutes}/{ids}/{how}/{USED}", type=type, ids=ids, how=how)


def seen(state, curve=SOURCE_CURVE):
    """Everything that a folded state says, as text: two states are the same where this is."""
    ids = sorted({*state.facts, *state.uses, *state.changes})
    views = (state.facts, state.retracted, state.invalidated, state.merged, state.quarantined, state.said_again)
    finders = (state.of_source, state.of_slot, state.of_person, state.of_message)
    return repr(
        (
            [sorted(view.items()) for view in views],
            [sorted((name, list(found)) for name, found in finder.items() if found) for finder in finders],
            (state.settled, list(state.asked.items()), list(state.replies.items()), state.links()),
            [(id, strength_of(state, id, curve), count_accesses(state, id)) for id in ids],
            [sorted(state.used(id)) for id in ids],
        )
    )


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
    st.builds(lambda one, other, minutes: use(one, other, minutes=minutes, how="reply"), _ids, _ids, _moments),
    st.builds(lambda number, minutes: use(f"e{number}", minutes=minutes), st.integers(1, 6), _moments),
    st.builds(lambda id, minutes: use(id, minutes=minutes, type=REFUTED), _ids, _moments),
    st.builds(lambda id, minutes: change(REINFORCED, id, minutes=minutes, source=f"again{minutes}"), _ids, _moments),
    st.builds(
        lambda type, id, minutes, how: change(type, id, minutes=minutes, how=how),
        st.sampled_from(
            [RETRACTED, INVALIDATED, QUARANTINED, RELEASED, DORMANT, WOKEN, PROMOTED, DEMOTED, REHEARSED, UNPINNED]
        ),
        _ids,
        _moments,
        st.just(""),
    ),
    st.builds(
        lambda id, minutes, how: change(PINNED, id, minutes=minutes, how=how),
        _ids,
        _moments,
        st.sampled_from(["", "immutable"]),
    ),
    st.builds(
        lambda into, id, minutes: change(MERGED, id, minutes=minutes, fact=fact(into, START)),
        st.integers(1, 6),
        _ids,
        _moments,
    ),
    st.builds(lambda one, other, minutes: change(ASKED, one, other, minutes=minutes), _ids, _ids, _moments),
    st.builds(
        lambda one, other, minutes: change(SETTLED, one, other, minutes=minutes, because=f"asked/{minutes}"),
        _ids,
        _ids,
        _moments,
    ),
    st.builds(
        lambda one, other, minutes: change(RELATED, one, other, minutes=minutes, how="same_entity", confidence=0.7),
        _ids,
        _ids,
        _moments,
    ),
)


_lives = st.lists(_notes, max_size=25, unique_by=lambda note: note.key)


def with_undone(notes, chance):
    """The notes, and one that takes a third of them back."""
    keys = tuple(note.key for note in notes if chance.random() < 1 / 3)
    return [*notes, change(UNDONE, *keys, minutes=chance.randrange(600_000))]


@pytest.mark.ledger("STR-02", "LOG-12")
@settings(max_examples=60, deadline=None)
@given(_lives, st.randoms(use_true_random=False), st.integers(0, 25))
def test_no_order_of_the_notes_no_repetition_and_no_split_decides_anything(notes, chance, cut):
    """M8."""
    notes = with_undone(notes, chance)
    shuffled = notes[:]
    chance.shuffle(shuffled)

    state = folded(notes)

    assert seen(folded(shuffled)) == seen(state)
    assert seen(folded(shuffled[cut:], onto=folded([*shuffled[:cut], *notes[:3]]))) == seen(state)


@pytest.mark.ledger("LOG-12")
@settings(max_examples=60, deadline=None)
@given(_lives, st.randoms(use_true_random=False))
def test_what_is_undone_was_never_noted(notes, chance):
    notes = with_undone(notes, chance)
    gone = set(notes[-1].ids)

    state, never = folded(notes), folded([note for note in notes[:-1] if note.key not in gone])

    for id in {*state.facts, *state.uses, *state.changes, *never.facts}:
        assert strength_of(state, id) == strength_of(never, id)
        assert state.is_shown(id) == never.is_shown(id)
    assert (state.facts, state.said_again, state.settled) == (never.facts, never.said_again, never.settled)
    assert (state.replies, state.asked, state.links()) == (never.replies, never.asked, never.links())


@pytest.mark.ledger("STR-02")
@settings(max_examples=60, deadline=None)
@given(_lives)
def test_no_bound_is_left(notes):
    state = folded(notes)

    for id in (*state.facts, *state.uses):
        held = strength_of(state, id)
        assert 0 <= held.utility <= 1
        assert 0 <= held.importance <= 1
        assert 1 <= held.storage <= 10
        assert 1 <= held.difficulty <= 10
        assert held.stability_days > 0
        assert 0 <= retrieval_now(held, START + timedelta(days=500)) <= 1
        assert held.access_count == count_accesses(state, id)
    pairs = [frozenset((link.relation.source, link.relation.target)) for link in state.links()]
    assert len(pairs) == len(set(pairs))


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
    alone = strength_of(folded([formed(1, 0, **weak)]), "fact:1").stability_days

    captured = {id for id in state.facts if strength_of(state, id).captured}
    assert captured == {"fact:1"}
    assert strength_of(state, "fact:1").stability_days == pytest.approx(1.3 * alone)


@pytest.mark.ledger("AUD-02", "FOR-14")
def test_something_strong_captures_a_fact_before_those_alone_who_may_know_of_both(tmp_path):
    """A8"""
    weak, strong = {"importance": 0.3, "audience": "org"}, {"importance": 0.75}
    elsewhere, here = formed(2, 60, audience="person:a", **strong), formed(3, 90, audience="org", **strong)

    def stability(*notes):
        location = AnimaLocation.of(tmp_path / f"{len(list(tmp_path.iterdir()))}" / "animas" / "alice")
        MemoryLog(location.directory / "memory_log").append([formed(1, 0, **weak), *notes])
        strengths = Strengths(location, UTC)
        everybody, org = strengths.told_to("fact:1", lambda _: True), strengths.told_to("fact:1", "org".__eq__)
        return everybody.stability_days, org.stability_days

    alone = stability()[1]
    assert stability(elsewhere) == (pytest.approx(1.3 * alone), alone)
    assert stability(elsewhere, here)[1] == stability(here)[1] == pytest.approx(1.3 * alone)


@pytest.mark.ledger("RET-19", "STR-02", "STR-03")
def test_who_uses_a_turn_uses_what_it_told():
    state = folded([formed(1), use("e1", minutes=9000)])

    used = strength_of(state, "fact:1")
    assert (used.access_count, used.last_access) == (1, START + timedelta(minutes=9000))
    assert used.storage > 1
    assert used.stability_days > strength_of(folded([formed(1)]), "fact:1").stability_days
    assert retrieval_now(used, START + timedelta(minutes=9000)) == 1


@pytest.mark.ledger("STR-03")
def test_what_a_person_calls_wrong_is_worth_less_and_was_not_used():
    state = folded([formed(1), use("fact:1", minutes=5, type=REFUTED)])

    assert strength_of(state, "fact:1").utility == pytest.approx(0.45)
    assert strength_of(state, "fact:1").access_count == 0


@pytest.mark.ledger("RET-16", "FOR-16")
def test_what_is_used_together_and_its_neighbours_grow_firmer():
    links = [formed(1), formed(2), formed(3), change(RELATED, "fact:1", "fact:3", minutes=1, how="elaborates")]
    before = folded(links)
    after = folded([*links, use("fact:1", "fact:2", minutes=2, how="reply")])
    apart = folded([*links, use("fact:1", minutes=2), use("fact:2", minutes=2)])

    assert [[kind_of_moment(moment) for moment in after.used(f"fact:{number}")] for number in (1, 2, 3)] == [
        [USED_TOGETHER],
        [USED_TOGETHER],
        [],
    ]
    ratio = strength_of(after, "fact:3").stability_days / strength_of(before, "fact:3").stability_days
    assert ratio == pytest.approx(1.02)
    ratio = strength_of(after, "fact:2").stability_days / strength_of(apart, "fact:2").stability_days
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
    assert strength_of(state, "fact:9").access_count == 2
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
    location = AnimaLocation.of(tmp_path / "animas" / "alice")
    return MemoryLog(location.directory / "memory_log"), lambda **more: Strengths(location, UTC, **more)


def without_private(audience):
    return audience != "private"


@pytest.mark.ledger("STR-02", "PRI-10")
@settings(max_examples=25, deadline=None)
@given(_lives)
def test_what_is_kept_of_strengths_is_what_a_fresh_fold_says_after_every_note(notes):
    with TemporaryDirectory() as folder:
        location = AnimaLocation.of(Path(folder) / "animas" / "alice")
        log, running, told = MemoryLog(location.directory / "memory_log"), Strengths(location, UTC), []
        for number, note in enumerate(notes):
            told.append(replace(note, audience="private" if number % 2 else "") if isinstance(note, Use) else note)
            log.append(told[-1:])
            running.refresh()
            state = folded(told)
            ids = sorted({*state.facts, *state.uses, *state.changes})

            assert [running.of(id) for id in ids] == [strength_of(state, id) for id in ids]
            assert [running.told_to(id, without_private) for id in ids] == [
                strength_of(state, id, told=without_private) for id in ids
            ]
            awake = [
                id
                for id in state.facts
                if state.holds(id, lambda _: True) and strength_of(state, id).asleep_since is None
            ]
            assert sorted(fact.id for fact in running.awake("")) == sorted(awake)


@pytest.mark.ledger("LOG-12")
def test_a_clock_that_was_set_back_has_no_note_folded_twice(strengths):
    """M8: a note older than the last one refolded its month."""
    log, fresh = strengths
    log.append([use(f"e{number % 50}", minutes=number) for number in range(500)])
    running = fresh()

    with calls(fold_note) as folds:
        running.refresh()
        for number in range(1, 41):
            log.append([use("e1", minutes=-number)])
            running.refresh()

    assert folds == {"fold_note": 540}
    assert running.of("e1").access_count == 50
    assert running.asked(seen) == fresh().asked(seen)


@pytest.mark.ledger("LOG-12")
def test_a_batch_is_undone_without_folding_its_notes_again(strengths):
    log, fresh = strengths
    log.append([formed(number, number) for number in range(300)])
    before = fresh().asked(seen)
    batch = [change(DORMANT, f"fact:{number}", minutes=1000) for number in range(300)]
    log.append(batch)
    running = fresh()
    running.refresh()

    with calls(fold_note) as folds:
        log.append([change(UNDONE, *(note.key for note in batch), minutes=2000)])
        running.refresh()

    assert folds == {"fold_note": 1}
    assert all(running.of(f"fact:{number}").asleep_since is None for number in range(300))
    assert running.asked(seen) == before


@pytest.mark.ledger("STR-01", "LOG-12")
def test_a_rebuild_gives_the_same_state_to_the_bit_over_months_from_digests_and_without(strengths, tmp_path):
    """M10."""
    log, fresh = strengths
    running = fresh()
    chance = random.Random(7)
    for day in range(130):
        at = 1440 * day
        uses = [use(f"fact:{chance.randrange(day + 1)}", minutes=at + number) for number in range(12)]
        log.append([formed(day, at, importance=chance.random()), *uses])
        running.refresh()
        if day == 70:
            log.append([replace(formed(1000, 1440 * 69 + 5), key="late")])

    assert {file.name for file in digests_of(tmp_path)} >= {"2026-03.digest", "2026-04.digest"}
    states = [running.asked(seen), fresh().asked(seen)]
    running.rebuild()
    states.append(running.asked(seen))
    assert states[0] == states[1] == states[2]


@pytest.mark.ledger("STR-01", "LOG-12")
def test_another_curve_gives_the_strengths_of_a_fresh_fold_although_all_was_digested(strengths, tmp_path):
    """M10: snapshots ignored the curve that they were made with."""
    log, fresh = strengths
    log.append([formed(1), *(use("fact:1", minutes=3000 * number) for number in range(1, 8))])
    log.append([use("fact:1", minutes=60 * 24 * 40 + number) for number in range(300)])
    by_source = fresh().of("fact:1")

    other = fresh(curve=FSRS6_CURVE).of("fact:1")
    for file in digests_of(tmp_path):
        file.unlink()

    assert other == fresh(curve=FSRS6_CURVE).of("fact:1")
    assert other != by_source


def digests_of(folder):
    return list((folder / "index" / "alice" / "fold").iterdir())


@pytest.mark.ledger("LOG-12")
def test_a_digest_spares_a_start_what_it_holds(strengths):
    log, fresh = strengths
    log.append([formed(1), *(use("fact:1", "e7", minutes=number) for number in range(1, 900))])
    true = fresh().asked(seen)

    with calls(decode_note) as lines:
        assert fresh().asked(seen) == true

    assert lines["decode"] <= 1


@pytest.mark.ledger("LOG-12")
def test_a_digest_that_was_tampered_with_or_is_of_another_log_or_other_code_is_not_believed(strengths, tmp_path):
    """M10: a snapshot was believed whatever code had made it."""
    log, fresh = strengths
    log.append([formed(1), *(use("fact:1", "e7", minutes=number) for number in range(1, 300))])
    true = fresh().asked(seen)
    (kept,) = digests_of(tmp_path)
    whole = kept.read_bytes()

    for broken in (b"", b"[]", b'{"made_by": 1}', whole[:-20], whole.replace(b'"made_by":"', b'"made_by":"0')):
        kept.write_bytes(broken)
        assert fresh().asked(seen) == true
    kept.write_bytes(whole)
    file = tmp_path / "animas/alice/memory_log/2026-03.jsonl"
    file.write_bytes(file.read_bytes().replace(b"e7", b"e8"))
    assert fresh().of("e8").access_count == 299


@pytest.mark.ledger("FOR-15")
def test_links_that_never_go_drive_no_others_out_and_cost_no_more_the_more_there_are():
    """M11: past a thousand of them every link was looked at anew for each, and all others were dropped at once."""
    notes = [change(RELATED, f"a{n}", f"b{n}", minutes=n, how="supersedes", confidence=1.0) for n in range(2000)]
    notes += [change(RELATED, f"c{n}", f"d{n}", minutes=n, how="elaborates", confidence=0.5) for n in range(950)]

    with calls(association.relation_identity) as compared:
        state = folded(notes)

    assert compared["identity"] <= len(notes)
    kinds = [link.relation.kind for link in state.links()]
    assert (kinds.count("supersedes"), kinds.count("elaborates")) == (2000, 950)


@pytest.mark.ledger("FOR-15")
def test_the_thousand_and_first_relation_prunes_to_nine_hundred_the_least_sure_first():
    """M11."""
    notes = [change(RELATED, f"{n}", "x", minutes=n, how="related_to", confidence=n / 4000) for n in range(3000)]
    chance = random.Random(3)

    def kept(some):
        return {link.relation.source for link in folded(chance.sample(some, len(some))).links()}

    assert kept(notes[:1000]) == {f"{n}" for n in range(1000)}
    assert kept(notes[:1001]) == {f"{n}" for n in range(101, 1001)}
    assert kept(notes) == {f"{n}" for n in range(2100, 3000)}


@pytest.mark.ledger("FOR-15")
def test_of_those_as_sure_the_kind_that_says_more_stays():
    notes = [
        change(RELATED, f"{kind}{n}", "x", minutes=n, how=kind, confidence=0.5)
        for kind in ("same_entity", "related_to", "elaborates")
        for n in range(400)
    ]

    left = [link.relation.kind for link in folded(notes).links()]

    assert (left.count("elaborates"), left.count("same_entity"), left.count("related_to")) == (400, 400, 100)


@pytest.mark.ledger("FOR-15")
def test_relations_never_double_and_the_surest_telling_counts():
    notes = [
        change(RELATED, "a", "b", minutes=1, how="elaborates", confidence=0.5),
        change(RELATED, "a", "b", minutes=2, how="elaborates", confidence=0.9),
        change(RELATED, "b", "a", minutes=3, how="elaborates", confidence=0.5),
        change(RELATED, "a", "c", minutes=4, how="related_to", confidence=0.4),
        change(RELATED, "c", "a", minutes=5, how="related_to", confidence=0.3),
        change(RELATED, "d", "d", minutes=6, how="related_to", confidence=0.9),
    ]

    told = [(one.source, one.target, one.confidence) for one, _ in folded(notes).links()]

    assert told == [("a", "b", 0.9), ("b", "a", 0.5), ("a", "c", 0.4)]


@pytest.mark.ledger("RET-16", "RET-19")
def test_what_was_only_looked_through_has_nothing_in_common():
    """M12: a day file that was read counted all its lines as pairs, 124,750 of them."""
    day = tuple(f"e{number}" for number in range(500))

    read = folded([use(*day, how="read")])
    shown = folded([use(*day, how="reply")])

    def together(state):
        return sum(kind_of_moment(moment) == USED_TOGETHER for id in day for moment in state.used(id))

    assert (together(read), together(shown)) == (0, 8)


@pytest.mark.ledger("SLP-13", "STR-05", "STR-07")
def test_what_is_laid_to_rest_sleeps_until_it_is_woken_or_used():
    notes = [formed(1), change(DORMANT, "fact:1", minutes=5)]

    def asleep(*more):
        return strength_of(folded([*notes, *more]), "fact:1").asleep_since is not None

    assert asleep()
    assert not asleep(change(WOKEN, "fact:1", minutes=6))
    assert not asleep(use("e1", minutes=6))
    assert asleep(use("e1", minutes=4))
    assert asleep(change(PROMOTED, "fact:1", minutes=6, how="semantic"), change(DEMOTED, "fact:1", minutes=7))


@pytest.mark.ledger("SLP-14", "STR-06")
def test_a_promotion_is_a_tier_and_a_rehearsal_half_as_much_again():
    plain, state = folded([formed(1)]), folded([formed(1), change(REHEARSED, "fact:1", minutes=5)])
    risen = folded([formed(1), change(PROMOTED, "fact:1", minutes=5, how="semantic")])

    assert strength_of(state, "fact:1").stability_days == pytest.approx(
        1.5 * strength_of(plain, "fact:1").stability_days
    )
    assert (strength_of(plain, "fact:1").tier, strength_of(risen, "fact:1").tier) == ("episodic", "semantic")


@pytest.mark.ledger("FOR-17")
def test_what_is_invalidated_was_so_and_is_told_with_its_reason():
    state = folded([formed(1), change(INVALIDATED, "fact:1", minutes=5, because="the plan's day is over")])

    assert state.invalidated["fact:1"].because == "the plan's day is over"
    assert state.is_shown("fact:1")


@pytest.mark.process
@pytest.mark.ledger("RET-19")
def test_a_fact_that_is_said_again_a_thousand_times_is_not_looked_at_anew_for_each():
    """M11: what grows is never gone through for each note."""
    notes = [change(REINFORCED, "fact:1", minutes=n, source=f"again{n}") for n in range(1, 1001)]

    with calls(note_order) as orders:
        state = folded([formed(1), *notes])

    assert orders["order"] <= 60 * len(notes)
    assert len(state.said_again["fact:1"]) == 1000
    assert seen(state) == seen(folded([*reversed(notes), formed(1)]))


@pytest.mark.audit("A9")
@pytest.mark.ledger("FOR-15", "AUD-01")
def test_links_and_replies_of_others_drive_out_nobody_elses():
    own = [
        change(RELATED, f"{n}", "x", minutes=n, how="related_to", confidence=0.1, audience="group:slack:T01/C01")
        for n in range(20)
    ]
    theirs = [
        change(RELATED, f"t{n}", "y", minutes=n, how="related_to", confidence=0.9, audience="person:slack:T01/U02")
        for n in range(2000)
    ]
    replies = [
        Use(
            ts=START + timedelta(minutes=n),
            key=f"q{n}/{USED}",
            type=USED,
            ids=("fact:1",),
            how="reply",
            audience=audience,
        )
        for n, audience in [(0, "group:slack:T01/C01"), *((n, "person:slack:T01/U02") for n in range(1, 400))]
    ]

    state = folded([*own, *theirs, *replies])

    kept = {link.relation.source for link in state.links()}
    assert {f"{n}" for n in range(20)} <= kept
    assert sum(source.startswith("t") for source in kept) == 900
    assert "q0" in state.replies
