"""Wherever a night ends, what is there is the state before or after a step; gone on with, it ends as if unbroken."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from memory.archive.checkpoints import NightRecords
from memory.archive.files import Files
from memory.archive.json_lines import Quarantine, Storage
from memory.archive.note_writer import NoteWriter
from memory.sleep.step_catalogue import steps_of
from memory.vocabulary.change import NotKept
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.fact import FORMED, FactChange
from tests.memory.archive.test_writer import Ended, EndingDisk, FaultyDisk, QuickDisk, files
from tests.memory.consolidation.test_night import fact
from tests.memory.stage import MONDAY, Stage, here

NIGHT = MONDAY + timedelta(hours=18)


async def furnished(folder: Path) -> None:
    """Something to do for five steps: two marks, a replaced fact, a plan that is over, a count to publish."""
    stage = await Stage.open(folder, forms=False)
    facts = [fact(stage, 1, "porto", days=40), fact(stage, 2, "ghent", days=3)]
    facts += [fact(stage, 3, "rome", days=9, valid_until=MONDAY - timedelta(days=1))]
    facts += [fact(stage, 4 + number, f"{number}") for number in range(9)]
    for number, one in enumerate(facts[3:]):
        facts[3 + number] = type(one)(**{name: getattr(one, name) for name in one.__slots__} | {"slot": f"{number}"})
    stage.engine.parts.retracting.note(
        [FactChange(ts=one.recorded_at, key=f"f/{one.id}", type=FORMED, fact=one) for one in facts]
    )
    for name, idle in (("tea", 100), ("cake", 200)):
        file = folder / "animas" / "alice" / here(f"knowledge/{name}.md")
        file.parent.mkdir(parents=True, exist_ok=True)
        at = (MONDAY - timedelta(days=idle)).isoformat()
        file.write_text(f"---\nrecorded_at: '{at}'\n---\n{name.title()} is served at four.\n")
    await stage.found("tea", key="looked")
    await stage.engine.close()


async def sleeping(folder: Path, disk=None):
    """The anima's engine, at whose archive this disk stands."""
    stage = await Stage.open(folder, forms=False)
    stage.now = NIGHT
    root = folder / "animas" / "alice"
    quarantine, sleep = Quarantine(files=Files(folder / "quarantine")), stage.engine.parts.sleep
    storage = Storage(disk=disk or QuickDisk(), quarantine=quarantine)
    sleep._writer = NoteWriter(root, lambda: NIGHT, sleep._writer._append, storage)
    sleep._nights = NightRecords(root, storage)
    return stage


def standing(folder: Path) -> dict[str, bytes]:
    """All files that a night may have to do with, and the notes that count."""
    found = files(folder / "animas" / "alice")
    return {name: held for name, held in found.items() if not name.startswith(("state/", "archive/nights/"))}


async def slept(folder: Path):
    stage = await sleeping(folder)
    report = await stage.engine.sleep("daily", NIGHT)
    tiers = {id: stage.engine.strength_of(id) for id in (f"fact:{number:016}" for number in range(1, 13))}
    await stage.engine.close()
    return report, tiers


def copied(furnished_: Path, to: Path) -> Path:
    shutil.copytree(furnished_, to)
    return to


@pytest.mark.ledger("SLP-16")
@pytest.mark.parametrize("disk", [FaultyDisk, EndingDisk])
async def test_wherever_a_night_ends_it_goes_on_and_ends_as_an_unbroken_one_and_is_undone_bit_for_bit(tmp_path, disk):
    await ended_anywhere(tmp_path, disk, 8)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.ledger("SLP-16")
async def test_at_two_hundred_moments_and_at_every_touch_of_the_disk_a_night_may_end(tmp_path):
    await ended_anywhere(tmp_path, EndingDisk, 200)


async def ended_anywhere(tmp_path, disk, moments: int) -> None:
    """At so many moments in one distance, boundaries of steps and what lies between."""
    home = tmp_path / "home"
    await furnished(home)
    before = standing(home)
    counting = disk(10**9)
    stage = await sleeping(copied(home, tmp_path / "whole"), counting)
    whole = await stage.engine.sleep("daily", NIGHT)
    await stage.engine.close()
    _, tiers = await slept(tmp_path / "whole")
    after = standing(tmp_path / "whole")

    assert sum(bool(step.lines) for step in whole.steps) >= 4
    assert after != before
    first = range(4, 8)  # where the night itself is put down
    for at in sorted({*first, *range(1, counting.calls, max(1, counting.calls // moments))}):
        folder = copied(home, tmp_path / f"at-{at}")
        stage = await sleeping(folder, disk(at))
        with suppress(Ended, StorageFault):
            await stage.engine.sleep("daily", NIGHT)
        report, found = await slept(folder)

        assert report.counts == whole.counts, at
        assert standing(folder) == after, at
        assert found == tiers, at
        again = await sleeping(folder)
        await again.engine.undo_night()
        await again.engine.close()
        assert standing(folder) == before, at
        shutil.rmtree(folder)


async def test_raw_logs_are_never_rewritten_by_a_night_or_its_undoing(tmp_path):
    await furnished(tmp_path)
    logs = [*(tmp_path / "animas" / "alice").glob("*_log/*.jsonl")]
    before = {file: file.read_bytes() for file in logs}

    await slept(tmp_path)
    stage = await sleeping(tmp_path)
    await stage.engine.undo_night()
    with pytest.raises(NotKept):
        await stage.engine.undo_night()
    await stage.engine.close()

    assert before
    assert all(file.read_bytes().startswith(held) for file, held in before.items())


@pytest.mark.ledger("SLP-16")
async def test_a_night_that_is_killed_goes_on_in_the_next_process(tmp_path):
    home = tmp_path / "home"
    await furnished(home)
    _, tiers = await slept(copied(home, tmp_path / "whole"))
    folder = copied(home, tmp_path / "killed")
    code = f"from tests.memory.consolidation.test_kills import killed; killed({str(folder)!r}, 2)"
    ended = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", code], cwd=Path(__file__).parents[3], capture_output=True, check=False
    )

    report, found = await slept(folder)

    assert ended.returncode == -signal.SIGKILL, ended.stderr.decode()
    assert len(report.steps) == len(steps_of("daily"))
    assert found == tiers
    assert standing(folder) == standing(tmp_path / "whole")


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.ledger("SLP-16")
async def test_a_night_that_is_killed_at_any_boundary_or_moment_goes_on_in_the_next_process(tmp_path):
    home = tmp_path / "home"
    await furnished(home)
    _, tiers = await slept(copied(home, tmp_path / "whole"))
    after, chance = standing(tmp_path / "whole"), Random(1)
    ends = [(number, 0.0) for number in range(len(steps_of("daily")))]
    for number, (boundary, wait_s) in enumerate([*ends, *((10**6, chance.uniform(0, 0.4)) for _ in range(25))]):
        folder = copied(home, tmp_path / f"killed-{number}")
        await asyncio.to_thread(killed_in_a_process, folder, boundary, wait_s)
        _, found = await slept(folder)

        assert found == tiers, (boundary, wait_s)
        assert standing(folder) == after, (boundary, wait_s)
        shutil.rmtree(folder)


def killed_in_a_process(folder: Path, boundary: int, wait_s: float) -> None:
    """At a step's boundary by itself, or by us so long after it has begun to sleep."""
    code = f"from tests.memory.consolidation.test_kills import killed; killed({str(folder)!r}, {boundary})"
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=Path(__file__).parents[3], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        if wait_s:
            with suppress(subprocess.TimeoutExpired):
                process.wait(wait_s)
            process.kill()


def killed(folder: str, after: int) -> None:
    """Sleep until so many steps are done, and then no more: kill -9."""

    async def night() -> None:
        stage = await sleeping(Path(folder))
        print("asleep", flush=True)

        def count(done: int, total: int) -> None:
            if done > after:
                os.kill(os.getpid(), signal.SIGKILL)

        await stage.engine.sleep("daily", NIGHT, progress=count)

    asyncio.run(night())
