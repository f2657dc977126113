"""Each recipe ranks what a memory finds, as the product's wiring builds it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bench.product import memory
from bench.recipes import RECALLS, recall_of
from memory.vocabulary.address import Audience
from memory.vocabulary.event import Event
from tests.memory.stage import here
from tests.memory.word_embedder import WordEmbedder

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
TEAM = Audience.parse("org")


class QueryKeepingEmbedder(WordEmbedder):
    """Keeps what it was asked for."""

    def __init__(self):
        super().__init__()
        self.queries = []

    def embed(self, texts, *, query=False):
        self.queries += texts if query else ()
        return super().embed(texts, query=query)


async def remembering(folder, recipe, embedder=None):
    """A memory that ranks by the recipe, and a way to tell it something some days ago; in this order."""
    config = {"formation": {"enabled": False, "judge_updates": False}}  # rankings alone
    engine = await memory(folder, lambda: NOW, embedder=embedder, config=config, recall=recall_of(recipe))

    async def say(text, days):
        meta = {"id": text, "audience": "org", "name": "Ada"}
        at = NOW - timedelta(days=days)
        await engine.record(Event(ts=at, type="message_received", content=text, sender="slack:T/U", meta=meta))

    return engine, say


async def found(engine, question):
    await engine.settled()
    texts = [recollection.text for recollection in await engine.search(question, TEAM)]
    await engine.close()
    return texts


@pytest.mark.ledger("RET-07")
@pytest.mark.parametrize("recipe", RECALLS)
async def test_what_proved_right_comes_first_by_the_recipes_that_look_at_use(tmp_path, recipe):
    engine, say = await remembering(tmp_path, recipe)
    proved, newer = "The printer stands in room four.", "The printer stands in room five."
    await say(proved, days=2.2)
    await say(newer, days=2)
    for number in range(9):
        await engine.confirmed([proved], f"vote {number}", TEAM)

    first, second = await found(engine, "In which room does the printer stand?")
    assert (first, second) == ((newer, proved) if recipe == "default" else (proved, newer))


@pytest.mark.ledger("RET-10")
@pytest.mark.parametrize(("recipe", "order"), [("utility", [0, 1, 2, 3]), ("cognitive", [0, 2, 1, 3])])
async def test_what_adds_something_comes_before_what_repeats_by_the_cognitive_recipe(tmp_path, recipe, order):
    engine, _ = await remembering(tmp_path, recipe)
    texts = [
        "The old red boat lies in the harbour.",
        "The old red boat lies in the harbour!",
        "An old harbour, painted by somebody in Spain, with a red boat.",
        "A boat.",
    ]
    for name, text in zip("abcd", texts, strict=True):
        await engine.write(here(f"knowledge/{name}.md", TEAM), text, TEAM, "told")

    assert await found(engine, "old red boat harbour") == [texts[number] for number in order]


@pytest.mark.ledger("RET-14")
@pytest.mark.parametrize("recipe", RECALLS)
async def test_a_rule_comes_before_a_single_fact_by_the_cognitive_recipe(tmp_path, recipe):
    engine, _ = await remembering(tmp_path, recipe)
    fact, rule = "Backups of the ledger: cellar.", "Always put all the backups of the ledger in the cellar."
    await engine.write(here("knowledge/a.md", TEAM), fact, TEAM, "told")
    await engine.write(here("knowledge/b.md", TEAM), rule, TEAM, "told")

    first, second = await found(engine, "backups of the ledger")
    assert (first, second) == ((rule, fact) if recipe == "cognitive" else (fact, rule))


@pytest.mark.ledger("RET-11")
@pytest.mark.parametrize("recipe", RECALLS)
async def test_beginnings_of_answers_are_searched_for_too_by_the_cognitive_recipe(tmp_path, recipe):
    embedder = QueryKeepingEmbedder()
    engine, say = await remembering(tmp_path, recipe, embedder)
    await say("A lane is one queue of messages.", days=1)

    await found(engine, "What is a lane?")
    assert ("lane means" in embedder.queries) == (recipe == "cognitive")
