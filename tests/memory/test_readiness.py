"""Readiness: what comes to mind is whole after a start, and never waits for what works behind the talk."""

from __future__ import annotations

import asyncio
import threading
from datetime import timedelta
from pathlib import Path

import pytest

from memory.archive.json_lines import Storage
from memory.archive.memory_log import MemoryLog
from memory.index.fact_fold import fold_note
from memory.threads import BEHIND_THREADS
from memory.vocabulary.fact import USED, Use
from tests.memory.counting import calls
from tests.memory.stage import MONDAY, TEAM, Stage

USES = 3_000


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path, forms=False)
    for text in ("The vault opens at noon", "Lunch was good", "The vault is blue"):
        await stage.say(text)
    yield stage
    await stage.engine.close()


async def started(stage: Stage, tmp_path: Path) -> Stage:
    """The same memory in an engine that knows nothing yet."""
    await stage.engine.close()
    fresh = await Stage.open(tmp_path, forms=False)
    fresh.now = stage.now
    return fresh


@pytest.mark.process
@pytest.mark.ledger("PRI-01")
async def test_the_first_prime_after_a_start_is_whole_and_folds_nothing_of_three_thousand_uses(stage, tmp_path):
    """M9: after a start with 15,000 uses in the month six primes over five seconds had no related knowledge."""
    log = MemoryLog(tmp_path / "animas" / "alice" / "memory_log", Storage(zone=stage.engine.zone))
    moments = (MONDAY + timedelta(seconds=number) for number in range(USES))
    log.append([Use(ts=at, key=f"{at}", type=USED, ids=("e0", "e2"), how="reply") for at in moments])
    fresh = await started(stage, tmp_path)

    await fresh.engine.open_index()
    with calls(fold_note) as work:
        uses = fresh.engine.strength_of("e0").access_count
    primed = await fresh.engine.prime(fresh.cue("When does the vault open?"), deadline_s=60)

    assert (uses, dict(work)) == (USES, {})
    assert primed.late == ()
    assert "The vault opens at noon" in primed.text("related_knowledge")
    await fresh.engine.close()


@pytest.mark.ledger("PRI-01")
async def test_no_thread_that_is_blocked_behind_the_talk_keeps_an_answer_waiting(stage):
    """M9: blocked threads filled the executor that all shared."""
    go = threading.Event()
    loop = asyncio.get_running_loop()
    blocked = [loop.run_in_executor(None, go.wait, 60) for _ in range(64)]
    behind = [asyncio.ensure_future(BEHIND_THREADS.run(go.wait, 60)) for _ in range(64)]
    try:
        primed = await stage.engine.prime(stage.cue("When does the vault open?"), deadline_s=30)
        found = await asyncio.wait_for(stage.engine.search("vault", TEAM), 30)
    finally:
        go.set()
        await asyncio.gather(*blocked, *behind)

    assert primed.late == ()
    assert len(found) >= 2


@pytest.mark.process
@pytest.mark.ledger("PRI-01")
async def test_who_asks_while_the_index_is_being_read_is_answered_from_what_is_there(stage):
    await stage.found("vault")
    keeper, held, go = stage.engine.parts.keeper, threading.Event(), threading.Event()

    def read_long():
        with keeper._lock:
            held.set()
            go.wait(60)

    reading = threading.Thread(target=read_long)
    reading.start()
    held.wait(60)
    try:
        found = await stage.found("vault")
    finally:
        go.set()
        reading.join()

    assert len(found) >= 2


@pytest.mark.process
@pytest.mark.ledger("PRI-01")
async def test_half_a_second_is_no_reason_to_go_without_what_is_known(stage):
    """Fails on 952289c, whose deadline was half a second of a busy machine's time."""
    hot_tier = stage.engine.parts.hot_tier

    with hot_tier._lock:  # as if the disk were slow
        priming = asyncio.ensure_future(stage.engine.prime(stage.cue("When does the vault open?")))
        await asyncio.wait({priming}, timeout=0.7)
    primed = await priming

    assert primed.late == ()


def files_of(folder: Path, days: int) -> None:
    for day in range(days):
        at = MONDAY - timedelta(days=days - day)
        line = f'{{"ts":"{at.isoformat()}","type":"note","content":"nothing"}}\n'
        (folder / f"{at:%Y-%m-%d}.jsonl").write_text(line)


@pytest.mark.ledger("LOG-12")
async def test_a_question_looks_at_no_file_more_for_a_hundred_days_more(stage, tmp_path):
    """Fails on 952289c, where each question listed all days."""
    folder = tmp_path / "animas" / "alice" / "activity_log"
    looked = []
    for days in (3, 100):
        files_of(folder, days)
        stage.engine.parts.keeper.settle()
        with calls(builtin="stat") as stats:
            stage.now += timedelta(hours=1)
            stage.engine.parts.keeper.refresh(stage.now)
        looked.append(stats["stat"])

    assert max(looked) <= 40  # the hundred days alone would be more


@pytest.mark.ledger("LOG-12", "RET-21")
async def test_what_others_write_is_seen_by_the_next_question_and_an_edit_inside_a_file_soon_after(stage, tmp_path):
    anima = tmp_path / "animas" / "alice"
    await stage.found("vault")

    (anima / "knowledge" / "tea.md").write_text(f"---\naudience: {TEAM}\n---\nTea is served at four.\n")
    stage.now += timedelta(seconds=1)
    assert await stage.found("tea served") == ["Tea is served at four."]
    (anima / "knowledge" / "tea.md").write_text(f"---\naudience: {TEAM}\n---\nTea is served at five.\n")
    stage.now += timedelta(minutes=1)
    assert await stage.found("tea served") in ([], ["Tea is served at five."])  # never what is not so any more
    await stage.engine.settled()
    assert await stage.found("tea served") == ["Tea is served at five."]
