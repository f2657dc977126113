"""Facts that belong together become a note; what shows on several days a pattern; nothing else does."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from memory.archive import documents
from memory.sleep.themes import find_themes
from memory.vocabulary.ports import JudgeAnswer
from tests.memory.consolidation.test_night import fact, form
from tests.memory.stage import MONDAY, TEAM, Stage

BOAT = ("The Ruby needs a new mast.", "Ada paints the Ruby white.", "The mast of the Ruby costs 900.")
OTHERS = ("It rains in Ghent.", "Bob likes plums.", "The printer is loud.", "Lunch was late.", "Cem reads a lot.")


def told(stage, texts, first=1, apart=1):
    found = []
    for number, text in enumerate(texts, first):
        one = fact(stage, number, text, days=20 - apart * number)
        fields = {name: getattr(one, name) for name in one.__slots__} | {"text": text, "slot": f"s{number}"}
        found.append(type(one)(**fields))
    return found


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path, forms=False)
    yield stage
    await stage.engine.close()


@pytest.mark.ledger("SLP-04")
def test_what_shares_rare_words_is_one_theme_and_what_shares_common_ones_is_none(tmp_path):
    class Now:
        now = MONDAY

    every = told(Now, [*BOAT, *OTHERS])
    common = told(
        Now, [f"Ada saw a {word}." for word in ("mole", "gate", "lamp", "tram", "wasp", "barn", "kite", "oak")]
    )

    found = find_themes(every)

    assert [{one.text for one in theme.facts} for theme in found] == [set(BOAT)]
    assert "ruby" in found[0].title
    assert find_themes(common) == []
    assert find_themes(every) == find_themes(every[::-1])


@pytest.mark.ledger("SLP-04")
async def test_a_theme_and_its_pattern_are_written_told_anew_and_gone_with_a_fact_that_is_taken_back(stage):
    every = told(stage, [*BOAT, *OTHERS])
    form(stage, *every)
    await stage.engine.sleep("daily", stage.now)
    folder = stage.engine.parts.stores.location.directory
    notes = [file for file in folder.glob("knowledge/@*/_*/*.md") if "Ruby" in file.read_text()]
    found = {file.parent.name: file for file in notes}
    head, body = documents.split_frontmatter(found["_themes"].read_text())
    meta = documents.parse_frontmatter(head)
    first = {name: file.read_bytes() for name, file in found.items()}
    await stage.engine.sleep("daily", stage.now + timedelta(days=1))

    assert {"_themes", "_patterns"} <= set(found)
    assert all(text in body for text in BOAT)
    assert not any(text in body for text in OTHERS)
    assert (meta["importance"], meta["category"]) == (0.8, "theme")
    assert {name: file.read_bytes() for name, file in found.items()} == first
    await stage.engine.facts.forget(every[0].id, TEAM, "slack:T01/U01")
    assert not any(file.exists() and BOAT[0] in file.read_text() for file in found.values())


class Telling:
    name = "telling"

    def __init__(self, text):
        self.text = text

    async def __call__(self, instructions, text, deadline_s):
        return JudgeAnswer(text=json.dumps({"text": self.text, "approved": True}), model=self.name)


@pytest.mark.ledger("SLP-04", "SLP-07")
@pytest.mark.parametrize(
    ("answer", "is_kept"), [("The Ruby needs a new mast, which costs 900.", True), ("The Ruby sank in 1912.", False)]
)
async def test_a_model_tells_a_theme_in_its_words_only_as_far_as_the_facts_bear_them(tmp_path, answer, is_kept):
    stage = await Stage.open(tmp_path, forms=False, judge=Telling(answer))
    form(stage, *told(stage, [*BOAT, *OTHERS]))
    await stage.engine.sleep("daily", stage.now)
    text = "".join(file.read_text() for file in (tmp_path / "animas" / "alice").glob("knowledge/@*/_themes/*.md"))
    await stage.engine.close()

    assert (answer in text) == is_kept
    assert all(one in text for one in BOAT)
