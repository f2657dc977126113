"""The figures of rankings: worked by hand, and bounded whatever comes."""

from __future__ import annotations

import json
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.asking import ask, opened, read_lines, results
from bench.conversations import UnreadableData, read, read_all
from bench.score import MEASURES, Item, Result, compared, interval, means

IDS = "abcdefgh"


def result(ranking, evidence="ab", id="q", primed=0.0):
    """Items are written as the ids that they stand for; each is forty characters long."""
    items = tuple(Item(ids=tuple(item), characters=40) for item in ranking)
    return Result(id=id, category="single-hop", evidence=frozenset(evidence), ranking=items, primed=primed)


def test_figures_are_those_worked_by_hand():
    found = means([result(["c", "a", *"defghijk", "b"], primed=0.5)])

    assert found["recall@5"] == found["recall@10"] == 0.5
    assert found["recall@20"] == 1.0
    assert (found["hit@10"], found["all@10"], found["mrr"], found["primed"]) == (1.0, 0.0, 0.5, 0.5)
    assert found["ndcg@10"] == pytest.approx((1 / log2(3)) / (1 + 1 / log2(3)))


def test_an_item_of_several_turns_counts_once_by_items_and_each_by_turns():
    found = means([result(["cdefghijkl", "ab"])])

    assert (found["recall@10"], found["flat_recall@10"]) == (1.0, 0.0)


def test_what_does_not_fit_the_tokens_ends_what_is_read():
    long = Result(
        id="q",
        category="x",
        evidence=frozenset("ab"),
        ranking=(Item(ids=("a",), characters=2799), Item(ids=("c",), characters=2), Item(ids=("b",), characters=1)),
    )

    assert means([long])["tokens@700"] == 0.5
    assert means([long])["tokens@1500"] == 1.0


@given(st.lists(st.text(IDS, min_size=1, max_size=3), max_size=12), st.sets(st.sampled_from(IDS), min_size=1))
def test_every_figure_is_a_share_and_more_places_find_no_less(ranking, evidence):
    found = means([result(ranking, evidence)])

    assert all(0 <= value <= 1 for value in found.values())
    assert found["recall@5"] <= found["recall@10"] <= found["recall@20"]
    assert found["all@10"] <= found["recall@10"] <= found["hit@10"]


@given(st.permutations("ab"), st.text("cdefgh", max_size=8))
def test_evidence_before_all_else_is_perfect(first, rest):
    found = means([result([*first, *rest], primed=1.0)])

    assert all(value == pytest.approx(1.0) for value in found.values())


def test_an_interval_holds_the_mean_and_a_difference_is_paired():
    low, high = interval([0.0, 1.0] * 50)
    told = compared([result("ab", id="1"), result("ab", id="2")], [result("cd", id="1")])

    assert 0.3 < low < 0.5 < high < 0.7
    assert interval([1.0] * 9) == (1.0, 1.0)
    assert told["recall@10"] == (1.0, 1.0, 1.0)
    assert set(told) == set(MEASURES)


CONVERSATION = {
    "speakers": ["Ada", "Bob"],
    "last_session": "2026-05-03T10:00:00",
    "turns": [
        {"dia_id": "D1:1", "session": 1, "datetime": "2026-05-01T10:00:00", "speaker": "Ada", "text": "Hello Bob"},
        {"dia_id": "D1:2", "session": 1, "datetime": "2026-05-01T10:00:00", "speaker": "Bob", "text": "My cat is Ruby"},
        {"dia_id": "D2:1", "session": 2, "datetime": "2026-05-03T10:00:00", "speaker": "Ada", "text": "Rain again"},
    ],
    "questions": [
        {"id": "q1", "question": "What is the cat of Bob called?", "category": 4, "evidence": ["D1:2"]},
        {"id": "q2", "question": "What is the dog called?", "category": 5, "evidence": ["D1:2"]},
        {"id": "q3", "question": "Does it rain?", "category": 4, "evidence": [], "recall_valid": False},
    ],
}


@pytest.fixture
def talk(tmp_path):
    file = tmp_path / "talk.json"
    file.write_text(json.dumps(CONVERSATION))
    return read(file)


async def test_a_conversation_is_told_asked_and_scored(talk, tmp_path):
    engine = await opened(talk, tmp_path / "home", None, "default")
    answers = [await ask(engine, talk, query) for query in talk.queries]
    await engine.close()

    lines = {one.query.id: one.as_json() for one in answers}
    scored = results(talk, lines)

    assert talk.turns[1].at.isoformat() == "2026-05-01T10:00:02+00:00"
    assert lines["q1"]["ranking"][0] == "D1:2"
    assert "My cat is Ruby" in lines["q1"]["primed"]
    assert [(one.id, one.primed) for one in scored] == [("q1", 1.0)]
    assert means(scored)["mrr"] == 1.0


def test_what_is_no_data_is_told_in_one_sentence(talk, tmp_path):
    (tmp_path / "talk.json").write_text("{}")
    (tmp_path / "lines").write_text('{"id": "q1"}\nsoup\n')

    with pytest.raises(UnreadableData, match="talk"):
        read(tmp_path / "talk.json")
    with pytest.raises(UnreadableData, match="has no soup"):
        read_all(tmp_path, ("soup",))
    with pytest.raises(ValueError, match="line 2"):
        read_lines(tmp_path / "lines")
