"""A question is ranked as what it is after wants it, where that recipe is asked for."""

from __future__ import annotations

from datetime import UTC, timedelta

import pytest

from memory.index.entry import Entry
from memory.recall.candidate import Candidate
from memory.recall.intent import intent, named
from memory.recall.query import Query
from memory.recall.routing import rank_routed
from memory.vocabulary.strength import Strength
from tests.each import each
from tests.memory.stage import MONDAY, Stage


def candidate(id, similarity=0.5, lexical=0.5, speaker="Ada", days=1):
    at = MONDAY - timedelta(days=days)
    entry = Entry(id=id, kind="turn", text=id, path="x", audience="org", speaker=speaker, at=at)
    return Candidate(entry=entry, lexical=lexical, similarity=similarity)


class Told:
    """ "linked" is linked to the best, "liked" tells a preference."""

    def categories(self, ids):
        return {id: {"preference" if id == "liked" else "fact"} for id in ids}

    def linked(self, ids, kinds, hops):
        assert (set(kinds), hops) == ({"causes", "elaborates"}, 2)
        return {"linked"}


def ranked(name, *candidates, used=()):
    query = Query(text="What of Bob?", terms=("bob",), named=frozenset({"Bob"}), days=(), zone=UTC)
    worth = {one.entry.id: Strength(utility=0.9 if one.entry.id in used else 0.5) for one in candidates}
    return [one.candidate.entry.id for one in rank_routed(query, candidates, named(name), worth, Told())]


NEAR, WORDY = candidate("near", 0.8, 0.3), candidate("wordy", 0.3, 0.7)


@pytest.mark.ledger("RET-12")
@each(
    ("name", "candidates", "used", "first"),
    [
        ("factual", (NEAR, WORDY), (), "near"),
        ("factual", (candidate("new"), candidate("used", 0.45)), ("used",), "used"),
        ("general", (candidate("new"), candidate("used", 0.45)), ("used",), "new"),
        ("temporal", (candidate("old", 0.9, 0.9, days=9), candidate("late", 0.1, 0.1)), (), "late"),
        ("causal", (NEAR, candidate("linked", 0.1, 0.0)), (), "linked"),
        ("entity_profile", (NEAR, candidate("bob's", 0.1, 0.0, "Bob")), (), "bob's"),
        ("preference", (NEAR, candidate("liked", 0.1, 0.0)), (), "liked"),
        ("general", (NEAR, candidate("liked", 0.1, 0.0), candidate("linked", 0.1, 0.0)), (), "near"),
    ],
)
def test_each_intent_has_something_else_go_first(name, candidates, used, first):
    assert ranked(name, *candidates, used=used)[0] == first
    assert ranked(name, *reversed(candidates), used=used)[0] == first


@pytest.mark.ledger("RET-12")
@pytest.mark.parametrize(("name", "limit"), [("factual", 10), ("temporal", 15), ("causal", 20)])
def test_each_intent_wants_so_many(name, limit):
    assert len(ranked(name, *(candidate(f"c{number}") for number in range(40)))) == limit


@pytest.mark.ledger("RET-12")
async def test_who_asks_when_is_told_what_was_replaced_too(tmp_path):
    stage = await Stage.open(tmp_path, recipe="routed")
    try:
        for text in ("I live in Porto.", "The bus is late.", "I live in Ghent."):
            await stage.say(text)
            stage.now += timedelta(days=2)
        await stage.engine.settled()

        when, where = ("When did Ada live in Porto?", "Where does Ada live?")
        assert (intent(when).name, intent(where).name) == ("temporal", "factual")
        for question in (when, where):
            texts = [one.text for one in await stage.engine.recalled(stage.cue(question))]
            assert texts.index("I live in Ghent.") == 0
            assert "I live in Porto." in texts
    finally:
        await stage.engine.close()
