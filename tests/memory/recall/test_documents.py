"""What sleep has written tells again what was said, and must not take the place of it."""

from __future__ import annotations

import pytest

from memory.recall.priming.channels import KNOWN_KINDS
from tests.memory.stage import TEAM, Stage, here


async def turns_that_come(stage: Stage, question: str) -> list[tuple[str, float]]:
    """With what their words count for."""
    parts = stage.engine.parts
    _, found = parts.recall.considered(parts.surroundings.question(stage.cue(question), KNOWN_KINDS))
    return sorted((one.entry.id, round(one.lexical, 6)) for one in found if one.entry.kind == "turn")


@pytest.mark.process
async def test_however_many_notes_tell_of_somebody_the_same_turns_come_to_mind_and_their_words_count_the_same(tmp_path):
    stage = await Stage.open(tmp_path, forms=False)
    for number in range(60):
        await stage.say(f"Melanie and thing{number} were there, said they." if number % 2 else f"Thing{number} it was.")
    await stage.say("To destress, Melanie runs.")
    before = await turns_that_come(stage, "What does Melanie do to destress?")
    for number in range(60):
        await stage.engine.write(here(f"knowledge/n{number}.md"), f"Melanie {number} came.", TEAM, "told")

    after = await turns_that_come(stage, "What does Melanie do to destress?")
    found = await stage.found("Melanie 7 came", scope="knowledge")
    await stage.engine.close()

    assert after == before
    assert found
