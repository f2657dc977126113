"""The keeper: vectors follow the files in the background, and nothing but the files decides what there is."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from memory.archive.anima_directory import AnimaLocation
from memory.engine import MemoryEngine, Options
from memory.index.entry import SearchScope
from memory.index.keeper import INDEX_BACKGROUND, IndexBackground, IndexKeeper, OpenIndexes
from tests.memory.stage import MONDAY, PRIVATE, ROOM, TEAM, Stage, here
from tests.memory.word_embedder import WordEmbedder

ALL = SearchScope(audiences=[str(TEAM), str(PRIVATE)])


@pytest.fixture
def embedder():
    return WordEmbedder()


@pytest.fixture
async def stage(tmp_path, embedder):
    stage = await Stage.open(tmp_path)
    stage.engine = await MemoryEngine.open(
        tmp_path / "animas" / "alice", embedder, clock=lambda: stage.now, options=Options(chroma_from=None, forms=False)
    )
    yield stage
    await stage.engine.close()


def keeper_of(stage):
    return stage.engine.parts.keeper


def nearest(stage, words, limit=3, within=ALL):
    keeper = keeper_of(stage)
    query = keeper.embedder.embed([words], query=True)[0]
    return [id for id, _ in keeper.vectors().nearest(query, within, limit)]


async def test_what_is_recorded_gets_its_vector_in_the_background(stage):
    told = await stage.say("The vault opens at noon")
    await stage.say("Lunch was good")

    assert await stage.engine.settled(10)
    assert nearest(stage, "when does the vault open")[0] == told.id
    assert await stage.engine.embedded() == (2, 2)


async def test_a_deleted_message_loses_its_vector_at_once(stage, embedder):
    told = await stage.say("The code is 4711", message_id="m1")
    await stage.say("Lunch was good")
    await stage.engine.settled(10)
    query = embedder.embed(["code 4711"], query=True)[0]
    embedder.is_broken = True  # so the background can do nothing

    await stage.say("", type="message_deleted", message_id="m1")

    vectors = keeper_of(stage).vectors()
    assert [id for id, _ in vectors.nearest(query, ALL, 5)] == ["e1"]
    assert vectors.of([told.id]) == {}
    assert vectors.count() == 1


async def test_an_edited_message_is_found_by_its_new_meaning_alone(stage):
    await stage.say("The meeting is on Tuesday", message_id="m1")
    await stage.say("Lunch was good")
    await stage.engine.settled(10)

    await stage.say("The release slips to autumn", type="message_edited", message_id="m1")
    await stage.engine.settled(10)

    vectors, embedder = keeper_of(stage).vectors(), keeper_of(stage).embedder
    old, new = embedder.embed(["The meeting is on Tuesday", "The release slips to autumn"])
    cosines = dict(vectors.nearest(new, ALL, 5))
    assert cosines["e0"] > 0.6 > dict(vectors.nearest(old, ALL, 5))["e0"]


async def test_a_document_that_was_only_touched_is_not_embedded_again(stage, embedder, tmp_path):
    await stage.engine.write("knowledge/vault.md", "# Vault\nThe vault is blue.", TEAM, "noted")
    await stage.engine.settled(10)
    asked = embedder.asked
    file = tmp_path / "animas" / "alice" / here("knowledge/vault.md")
    file.write_bytes(file.read_bytes())
    stage.now = stage.now.replace(hour=12)

    await stage.engine.settled(10)

    assert embedder.asked == asked
    assert await stage.engine.embedded() == (1, 1)


async def test_vectors_survive_the_text_index_and_a_rebuild_but_not_their_text(stage, embedder, tmp_path):
    for n in range(20):
        await stage.say(f"apple number {n}")
    await stage.engine.settled(10)
    await stage.engine.close()
    asked = embedder.asked
    for file in (tmp_path / "index" / "alice").glob("text.sqlite3*"):
        file.unlink()

    await stage.found("apple")
    await stage.engine.settled(10)
    counted = []
    await stage.engine.rebuild(lambda done, total: counted.append((done, total)))
    await stage.engine.settled(10)

    assert embedder.asked == asked
    assert await stage.engine.embedded() == (20, 20)
    assert counted[-1][0] == counted[-1][1] > 20


async def test_another_model_embeds_all_again_and_nothing_of_the_old_is_found_meanwhile(stage, tmp_path):
    await stage.say("The vault opens at noon")
    await stage.engine.settled(10)
    await stage.engine.close()
    other = WordEmbedder(name="words-48", dimensions=48)
    engine = await MemoryEngine.open(
        tmp_path / "animas" / "alice", other, clock=lambda: stage.now, options=Options(forms=False)
    )
    keeper = engine.parts.keeper

    before = keeper.vectors().nearest(other.embed(["vault"], query=True)[0], ALL, 3)
    await engine.settled(10)
    after = keeper.vectors().nearest(other.embed(["vault"], query=True)[0], ALL, 3)

    await engine.close()
    assert before == []
    assert [id for id, _ in after] == ["e0"]


async def test_a_broken_model_leaves_recall_to_words_and_is_told_by_verify(stage, embedder):
    embedder.is_broken = True
    await stage.say("The vault opens at noon")

    assert not await stage.engine.settled(10)
    assert await stage.found("vault") == ["The vault opens at noon"]
    assert (await stage.engine.verify()).problems == ("1 entries have no vector of their text",)


@pytest.mark.ledger("LOG-12")
async def test_verify_finds_what_is_missing_and_what_is_too_much_and_a_rebuild_mends_it(stage):
    for n in range(10):
        await stage.say(f"apple number {n}")
    await stage.engine.settled(10)
    well = await stage.engine.verify()
    keeper = keeper_of(stage)
    with keeper.index.writing():
        keeper.index._run("UPDATE memories SET id = 'x' WHERE id = 'e3'")
        keeper.index._run("DELETE FROM words WHERE rowid = (SELECT row FROM memories WHERE id = 'e4')")

    ill = await stage.engine.verify()
    await stage.engine.rebuild()

    assert (well.problems, well.entries, well.vectors, well.asked) == ((), 10, 10, 10)
    assert "the text index is damaged" in ill.problems
    assert "1 entries of the files are not in the text index" in ill.problems
    assert "1 of 10 entries are not found by their own words" in ill.problems
    assert (await stage.engine.verify()).problems == ()


async def test_questions_are_answered_while_the_indexes_are_made_anew(stage, tmp_path):
    for n in range(5):
        await stage.say(f"apple number {n}")
    await stage.engine.settled(10)
    keeper, answers = keeper_of(stage), []

    def ask(done, total):
        answers.append(len(keeper.refresh(stage.now).match(["apple"], ALL, 10)))

    keeper.rebuild(ask)

    assert set(answers) == {5}


async def test_what_is_recorded_during_a_rebuild_is_not_lost(stage):
    await stage.say("The first apple")
    keeper = keeper_of(stage)
    day = f"{MONDAY:%Y-%m-%d}.jsonl"
    log = stage.engine.parts.stores.log()
    told = []

    def record(done, total):
        if not told:
            told.append(log.append(event_of(stage), stage.now))
            keeper.recorded(f"activity_log/{day}")

    keeper.rebuild(record)

    assert sorted(await stage.found("apple")) == ["The first apple", "The second apple"]
    assert await stage.engine.settled(10)
    assert (await stage.engine.verify()).problems == ()


def event_of(stage):
    from memory.vocabulary.event import Event

    meta = {"id": "second", "audience": str(TEAM), "name": "Ada"}
    return Event(ts=stage.now, type="message_received", content="The second apple", channel=str(ROOM), meta=meta)


async def test_an_idle_fleet_opens_nothing_and_keeps_no_thread(tmp_path):
    before = threading.active_count()
    engines = [
        await MemoryEngine.open(tmp_path / "animas" / f"a{n}", WordEmbedder(), options=Options(forms=False))
        for n in range(20)
    ]

    assert not (tmp_path / "index").exists()
    assert {thread.name for thread in threading.enumerate() if thread.name == "memory-index"} <= {"memory-index"}
    assert threading.active_count() <= before + 8  # of asyncio.to_thread
    for engine in engines:
        await engine.close()


def test_an_engine_with_an_embedder_at_rest_imports_no_numpy():
    script = (
        "import sys; from pathlib import Path; from memory.index.keeper import IndexKeeper; "
        "from memory.archive.anima_directory import AnimaLocation; from datetime import UTC; "
        "IndexKeeper(AnimaLocation.of(Path('/nowhere/animas/a')), UTC, object()); print('numpy' in sys.modules)"
    )
    root = Path(__file__).parents[3]

    said = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True)

    assert said.stdout.strip() == "False"


def test_the_indexes_of_those_who_were_asked_longest_ago_are_closed(tmp_path):
    background, opened = IndexBackground(linger_s=0.01), OpenIndexes(at_most=3)
    keepers = [
        IndexKeeper(
            AnimaLocation.of(tmp_path / "animas" / f"a{n}"), MONDAY.tzinfo, background=background, opened=opened
        )
        for n in range(5)
    ]
    for keeper in keepers:
        keeper.refresh(MONDAY)
    for keeper in keepers:
        background.settle(("rest", keeper), 10)

    assert [keeper.index._database.is_open for keeper in keepers] == [False, False, True, True, True]
    for keeper in keepers:
        keeper.close()
    assert not any(keeper.index._database.is_open for keeper in keepers)


class Waiting(WordEmbedder):
    """An embedder in the middle of a batch until `go`."""

    def __init__(self):
        super().__init__()
        self.began, self.go = threading.Event(), threading.Event()

    def embed(self, texts, *, query=False):
        if not query:
            self.began.set()
            self.go.wait(10)
        return super().embed(texts, query=query)


async def test_a_stop_waits_only_a_moment_for_a_batch_and_nothing_is_written_after_it(tmp_path):
    embedder = Waiting()
    stage = await Stage.open(tmp_path, embedder=embedder, forms=False)
    await stage.say("The vault opens at noon")
    await asyncio.to_thread(embedder.began.wait, 10)

    async with asyncio.timeout(2):
        await stage.engine.close()
    embedder.go.set()
    INDEX_BACKGROUND.settle(keeper_of(stage), 10)

    assert not keeper_of(stage).vectors().store._database.is_open
    assert not keeper_of(stage).index._database.is_open
    assert await stage.engine.settled(10)  # and it may be used again
    assert await stage.engine.embedded() == (1, 1)
    await stage.engine.close()


def test_the_thread_of_the_background_ends_when_there_is_nothing_to_do():
    background, done = IndexBackground(linger_s=0.01), threading.Event()
    background.ask("one", lambda: bool(done.set()))

    assert background.settle("one", 10)
    assert done.is_set()
    if thread := background._thread:
        thread.join(10)
    assert background._thread is None


def test_a_bug_in_one_task_leaves_the_others_their_turn():
    background, steps = IndexBackground(linger_s=0.01), []

    def bug():
        raise ValueError("a bug")

    background.ask("bug", bug)
    background.ask("two", lambda: len(steps) < 3 and not steps.append("two"))

    assert background.settle("bug", 10)
    assert background.settle("two", 10)
    assert steps == ["two"] * 3
