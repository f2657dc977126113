"""What comes of a source that is not to be relied on stands behind what is as well known, and is found all the same."""

from __future__ import annotations

import pytest

from tests.memory.recall.test_kept import keep, summary
from tests.memory.stage import Stage

QUESTION = "Which day is the market?"
DOUBTED, PLAIN = "The market is on Monday.", "The market is on Friday."


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path)
    yield stage
    await stage.assert_the_index_is_derived()
    await stage.engine.close()


@pytest.mark.ledger("RET-17")
@pytest.mark.parametrize(("confidence", "order"), [(0.1, [PLAIN, DOUBTED]), (0.3, [DOUBTED, PLAIN])])
@pytest.mark.parametrize("scope", ["all", "facts"])
async def test_a_fact_of_a_doubtful_source_is_ranked_down(stage, confidence, order, scope):
    keep(
        stage,
        summary(stage, DOUBTED, id="fact:a", confidence=confidence),
        summary(stage, PLAIN, id="fact:b", confidence=0.5),
    )

    assert await stage.found(QUESTION, scope=scope) == order


@pytest.mark.ledger("RET-17")
@pytest.mark.parametrize(("confidence", "order"), [(0.1, [PLAIN, DOUBTED]), (0.3, [DOUBTED, PLAIN])])
async def test_a_note_of_a_doubtful_source_is_ranked_down(stage, confidence, order):
    folder = stage.engine.parts.stores.location.directory / "knowledge"
    for name, sure, text in (("a", confidence, DOUBTED), ("b", 0.5, PLAIN)):
        (folder / f"{name}.md").write_text(f"---\naudience: org\nconfidence: {sure}\n---\n{text}\n")
    stage.engine.changed()

    assert await stage.found(QUESTION) == order
