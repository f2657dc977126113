"""What is added to days that are over, as an import does: each is slept over once, by itself, whatever ends between."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bots.delivery.intake import DAYS_AT_ONCE, import_history
from memory.sleep.night import NightBroken
from tests.bots.platform import Clock, World
from tests.memory.stage import Stage

DAYS = 8
HOW = "How to water the ferns:\n1. Fill the red can.\n2. Water each pot slowly.\n3. Empty the saucers."


async def export(now, days=DAYS):
    """As many days as that, the last one yesterday; a word and an answer on each."""
    world = World(Clock())
    room = world.add_room("garden", "ada", "ben")
    for number in range(days):
        for who, text in (
            ("ada", f"Bed {number} has {number + 3} roses.\n"),
            ("ben", HOW if number == 1 else "Noted."),
        ):
            await world.say(who, room, text)
            at = now - timedelta(days=days - number) + timedelta(minutes=len(world.said))
            world.said[-1] = replace(world.said[-1], at=at)
    return world.said


def told(folder, kind="episodes"):
    return {path.name: path.read_bytes() for path in sorted((folder / "animas/alice").rglob(f"{kind}/*/*.md"))}


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path)
    yield stage
    await stage.engine.close()


async def imported(stage, said):
    return await import_history({"alice": stage.engine}, said)


@pytest.mark.audit("R7")
@pytest.mark.ledger("SLP-01")
async def test_of_eight_imported_days_eight_have_an_episode_and_what_was_told_how_is_a_procedure(stage, tmp_path):
    await imported(stage, await export(stage.now))

    nights = await stage.engine.digest(DAYS_AT_ONCE)
    await stage.engine.sleep("daily", stage.now)

    subjects = [b"ferns" if number == 1 else f"Bed {number}".encode() for number in range(DAYS)]
    assert len(nights) == DAYS
    assert len(told(tmp_path)) == DAYS
    assert all(one in text for one, text in zip(subjects, told(tmp_path).values(), strict=True))
    assert told(tmp_path, "procedures")
    assert await stage.engine.undigested() == 0


@pytest.mark.audit("R7")
async def test_a_day_that_was_told_is_told_anew_with_what_came_late_and_a_second_import_changes_nothing(
    stage, tmp_path
):
    said = await export(stage.now)
    for part in (said[::2], said, said):
        await imported(stage, part)
        await stage.engine.digest(DAYS_AT_ONCE)
        await stage.engine.sleep("daily", stage.now)
        before = told(tmp_path)

    await imported(stage, said)
    assert await stage.engine.digest(DAYS_AT_ONCE) == []
    assert told(tmp_path) == before
    assert all(text.count(b"\n## ") == 1 for text in before.values())


@pytest.mark.audit("R7")
async def test_a_day_is_undone_alone_and_so_many_are_slept_over_at_once(stage, tmp_path):
    await imported(stage, await export(stage.now))

    nights = [one for _ in range(4) for one in await stage.engine.digest(3)]
    assert len({one.night for one in nights}) == len(nights) == DAYS
    before = told(tmp_path)
    await stage.engine.undo_night(nights[2].night)

    assert told(tmp_path).keys() == before.keys() - {nights[2].night.removeprefix("past-") + ".md"}


@pytest.mark.audit("R7")
async def test_what_is_ended_between_two_days_goes_on_with_the_rest(stage, tmp_path):
    await imported(stage, await export(stage.now))

    def progress(done, total):
        if done == 3:
            stage.engine.parts.sleep.stop()

    with pytest.raises(NightBroken):
        await stage.engine.digest(DAYS_AT_ONCE, progress)
    await stage.engine.close()
    again = await Stage.open(tmp_path)
    again.now, stage.engine = stage.now, again.engine
    await again.engine.digest(DAYS_AT_ONCE)
    await again.engine.sleep("daily", again.now)

    assert len(told(tmp_path)) == DAYS


async def test_a_home_of_before_digests_nothing_that_it_has_long_had(stage, tmp_path):
    await imported(stage, await export(stage.now, 30))
    (tmp_path / "animas/alice/state/undigested.json").unlink()

    await stage.engine.digest(DAYS_AT_ONCE)
    await stage.engine.sleep("daily", stage.now)

    assert 0 < len(told(tmp_path)) <= 3
