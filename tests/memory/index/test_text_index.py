"""The text index: sessions, neighbours, filters, and that nothing depends on the order of arrival."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.index.entry import IndexEntry, SearchScope
from memory.index.text_index import TextIndex
from memory.index.text_tables import prepare_schema

START = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
TEAM = "group:slack:T01/C01"
ALL = SearchScope(audiences=[TEAM])


def turn(minute, text="apple", audience=TEAM, place="slack:T01/C01", **more):
    return IndexEntry(
        id=f"{place} {minute}",
        kind="turn",
        text=text,
        path="activity_log/2026-11-16.jsonl",
        audience=audience,
        at=START + timedelta(minutes=minute),
        place=place,
        **more,
    )


@pytest.fixture
def index(tmp_path):
    index = TextIndex(tmp_path / "text.sqlite3")
    yield index
    index.close()


def fill(index, entries):
    with index.writing():
        for entry in entries:
            index.add(entry)


def found(index, word="apple", within=ALL):
    return {entry.id: entry for entry in index.match([word], within, 100)}


def test_turns_of_a_place_are_one_session_until_three_hours_of_silence(index):
    fill(index, [turn(0), turn(170), turn(170 + 181), turn(5, place="slack:T01/C02")])

    sessions = {id: entry.session for id, entry in found(index).items()}
    assert sessions["slack:T01/C01 0"] == sessions["slack:T01/C01 170"]
    assert len(set(sessions.values())) == 3


@settings(max_examples=20, deadline=None)
@given(order=st.permutations([0, 100, 200, 300, 390, 700, 800]))
def test_the_sessions_are_the_same_in_whatever_order_turns_arrive(order, tmp_path_factory):
    index = TextIndex(tmp_path_factory.mktemp("index") / "text.sqlite3")
    fill(index, [turn(minute) for minute in order])

    groups = {}
    for entry in found(index).values():
        groups.setdefault(entry.session, set()).add(entry.id.split()[1])
    count, mean, _ = index.sessions.sizes(groups, ALL)
    index.close()

    assert sorted(map(sorted, groups.values())) == [["0", "100", "200", "300", "390"], ["700", "800"]]
    assert (count, mean > 0) == (2, True)


def test_neighbours_are_the_turns_said_before_and_after_in_the_session(index):
    fill(index, [turn(0, "one"), turn(9, "three"), turn(4, "apple"), turn(5, "other", place="slack:T01/C02")])

    entry = next(iter(found(index).values()))
    before, after = index.sessions.neighbours([entry], ALL)[entry.id]

    assert (before.text, after.text) == ("one", "three")


def test_what_may_not_be_read_is_not_found_not_counted_and_nobodys_neighbour(index):
    fill(index, [turn(0, audience="person:slack:T01/U01"), turn(1, "pear"), turn(2, audience=""), turn(3)])

    assert list(found(index)) == ["slack:T01/C01 3"]
    assert index.count([TEAM]) == 2
    place = index.word_counts.occurrences("apple", ALL, {entry.row: entry.session for entry in found(index).values()})
    assert (place.entries, place.sessions, place.rows) == (1, 1, [4])
    assert found(index, within=SearchScope(audiences=[])) == {}


def test_words_that_stand_nearly_everywhere_are_not_looked_for_where_there_are_others(index):
    fill(index, [turn(minute, f"ada said word{minute}") for minute in range(60)])

    assert len(found(index, "ada")) == 60
    assert index.word_counts.telling(["ada", "word5", "word2"], ALL) == ["word5", "word2"]
    assert index.word_counts.telling(["ada", "word5"], ALL) == ["ada", "word5"]


@pytest.mark.ledger("AUD-02")
def test_how_often_others_use_a_word_decides_nothing_of_what_is_looked_for(index):
    """B10: much said elsewhere took a word out of questions here."""
    fill(index, [turn(0, "ada said word5 to word2")])
    here = SearchScope(audiences=[TEAM])
    before = index.word_counts.telling(["ada", "word5", "word2"], here)
    fill(index, [turn(minute, f"ada said word{minute}", audience="person:slack:T01/U01") for minute in range(1, 60)])

    assert index.word_counts.telling(["ada", "word5", "word2"], here) == before == ["ada", "word5", "word2"]


def test_an_entry_is_kept_once(index):
    fill(index, [turn(0), turn(0, "other words")])

    assert [entry.text for entry in found(index).values()] == ["apple"]
    assert index.count([TEAM]) == 1


def test_a_forgotten_file_leaves_nothing_behind(index):
    fill(index, [turn(0), turn(1)])

    with index.writing():
        index.forget_file("activity_log/2026-11-16.jsonl")

    assert found(index) == {}
    assert index.count([TEAM]) == 0
    assert index.sessions.sizes([1], ALL) == (0, 0.0, {})


def test_a_failed_write_leaves_the_index_as_it_was(index):
    with pytest.raises(RuntimeError), index.writing():
        index.add(turn(0))
        raise RuntimeError

    assert found(index) == {}


@pytest.mark.parametrize("word", ['"', "apple OR pear", "NEAR(", "*", "a'b", "-", "会"])
def test_no_query_breaks_the_syntax(index, word):
    fill(index, [turn(0, "会議 apple")])

    assert len(index.match([word], ALL, 5)) <= 1


def test_what_a_word_finds_is_looked_up_once_each_however_many_audiences_and_kinds_are_asked():
    database = sqlite3.connect(":memory:")
    prepare_schema(database)
    clause, values = SearchScope(audiences=[TEAM, "org", "person:slack:T01/U01"], kinds=["turn", "episode"]).sql()

    plan = database.execute(
        "EXPLAIN QUERY PLAN SELECT count(*) FROM words JOIN memories m INDEXED BY scope ON m.row = words.rowid "
        f"WHERE words MATCH 'apple' AND {clause}",
        values,
    ).fetchall()

    assert "SEARCH m USING COVERING INDEX scope (row=?)" in [step["detail"] for step in plan]


@pytest.mark.audit("A8")
@pytest.mark.ledger("AUD-02", "AUD-01")
def test_how_rare_words_are_elsewhere_and_how_long_texts_are_there_changes_no_order(index):
    asked = ["apple", "pear"]
    told = [turn(1, "apple pie"), turn(2, "pear cake"), turn(3, "pear and a tale of the harbour, long and winding")]
    mine = SearchScope(audiences=[TEAM], kinds=("turn",))
    fill(index, told)
    before = [entry.id for entry in index.match(asked, mine, 10)]

    fill(index, [turn(100 + n, "apple pie and apple cake " * 9, audience="person:slack:T01/U01") for n in range(60)])

    assert [entry.id for entry in index.match(asked, mine, 10)] == before
    fill(index, [turn(300 + n, "apple") for n in range(9)])  # what they may read does
    assert [entry.id for entry in index.match(asked, mine, 10)][:2] == ["slack:T01/C01 2", "slack:T01/C01 3"]
