"""What is linked to a note that was found comes to mind with it, as far as the people present may read both."""

from __future__ import annotations

import pytest

from memory.archive import documents
from memory.engine import MemoryEngine, Options
from memory.recall.associations import Spreading
from tests.memory.stage import PRIVATE, TEAM, Stage


async def engine_of(tmp_path, **more):
    stage = await Stage.open(tmp_path)
    await stage.engine.close()
    return await MemoryEngine.open(tmp_path / "animas" / "alice", clock=lambda: stage.now, options=Options(**more))


async def note(engine, name, text, audience=TEAM):
    await engine.write(f"knowledge/{name}.md", f"# {name}\n{text}", audience, "noted")


async def found(engine, question, audience=TEAM):
    return [documents.path_without_shelf(one.path) for one in await engine.search(question, audience)]


@pytest.mark.ledger("RET-09")
async def test_a_written_link_brings_a_note_that_shares_no_word_with_the_question(tmp_path):
    engine = await engine_of(tmp_path)
    await note(engine, "vault", "The vault opens to the left. See [[keys]].")
    await note(engine, "keys", "Ruby has them on Tuesdays.")
    await note(engine, "lunch", "Soup again.")

    paths = await found(engine, "How does the vault open?")
    await engine.close()

    assert paths[0] == "knowledge/vault.md"
    assert "knowledge/keys.md" in paths
    assert "knowledge/lunch.md" not in paths


@pytest.mark.ledger("RET-09")
async def test_without_spreading_nothing_is_woken_by_links(tmp_path):
    engine = await engine_of(tmp_path, spreading=None)
    await note(engine, "vault", "The vault opens to the left. See [[keys]].")
    await note(engine, "keys", "Ruby has them on Tuesdays.")

    paths = await found(engine, "How does the vault open?")
    await engine.close()

    assert paths == ["knowledge/vault.md"]


@pytest.mark.ledger("RET-09")
async def test_a_chain_is_followed_no_further_than_the_hops_allow(tmp_path):
    engine = await engine_of(tmp_path, spreading=Spreading(max_hops=1))
    await note(engine, "vault", "The vault opens to the left. See [[keys]].")
    await note(engine, "keys", "Ruby has them. See [[ruby]].")
    await note(engine, "ruby", "Lives by the harbour.")

    paths = await found(engine, "How does the vault open?")
    await engine.close()

    assert "knowledge/keys.md" in paths
    assert "knowledge/ruby.md" not in paths


@pytest.mark.ledger("RET-09", "AUD-02", "PRI-13")
async def test_nothing_leads_through_a_note_that_may_not_be_read(tmp_path):
    engine = await engine_of(tmp_path)
    await note(engine, "vault", "The vault opens to the left. See [[diary]].")
    await note(engine, "diary", "Nobody knows. See [[island]].", audience=PRIVATE)
    await note(engine, "island", "Palms and sand.")

    paths = await found(engine, "How does the vault open?")
    await engine.close()

    assert paths == ["knowledge/vault.md"]


@pytest.mark.ledger("RET-09")
async def test_a_link_that_is_taken_out_leads_nowhere_any_more(tmp_path):
    engine = await engine_of(tmp_path)
    await note(engine, "vault", "The vault opens to the left. See [[keys]].")
    await note(engine, "keys", "Ruby has them on Tuesdays.")
    before = await found(engine, "How does the vault open?")
    await note(engine, "vault", "The vault opens to the left.")

    after = await found(engine, "How does the vault open?")
    await engine.close()

    assert "knowledge/keys.md" in before
    assert "knowledge/keys.md" not in after
