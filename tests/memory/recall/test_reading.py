"""Opening files and pointers: ranges, odd line ends, sizes, and no way out."""

from __future__ import annotations

import os
from datetime import timedelta

import pytest

from memory.recall.pointers import MOST_LINES
from memory.vocabulary.errors import NotAllowed
from memory.vocabulary.event import Event
from tests.memory.stage import MONDAY, PRIVATE, TEAM, Stage

LOG = "activity_log/2026-11-16.jsonl"
SECOND = timedelta(seconds=1)


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path)
    yield stage
    await stage.engine.close()


def home(stage):
    return stage.engine.parts.stores.location.directory


async def refused(stage, path):
    with pytest.raises(NotAllowed):
        await stage.engine.read(path, TEAM)


@pytest.mark.ledger("LOG-06")
async def test_a_pointer_opens_its_lines_and_only_those_that_may_be_read(stage):
    for number in range(1, 7):
        await stage.say(f"word {number}", audience=PRIVATE if number == 4 else TEAM)

    opened = (await stage.engine.read(f"{LOG}#L090300-L090500", TEAM)).splitlines()
    assert [line[:7] for line in opened] == ["L090300", "L090500"]
    assert "word 6" in await stage.engine.read(f"{LOG}#L090600", TEAM)
    assert (await stage.engine.read(f"{LOG}#L090500-L235959", TEAM)).count("word") == 2
    nothing = ("#L090400", "#L090700-L235959", "#L090500-L090300", "#L", "#090300", "#L090100-L090200-L090300", "#L3")
    for mark in nothing:
        await refused(stage, f"{LOG}{mark}")


@pytest.mark.ledger("AUD-02", "LOG-06")
async def test_no_pointer_tells_how_much_was_said_to_others(stage):
    """B11: the line numbers of the log."""
    await stage.say("The cat is called Ruby.")
    before = await stage.engine.search("Ruby", TEAM)
    for number in range(3):
        await stage.say(f"a secret {number}", audience=PRIVATE)
    await stage.say("The cat sleeps.")

    assert [one.path for one in before] == [f"{LOG}#L090100"]
    assert (await stage.engine.search("sleeps", TEAM, limit=1))[0].path == f"{LOG}#L090500"
    assert [line.split()[0] for line in (await stage.engine.read(LOG, TEAM)).splitlines()] == ["L090100", "L090500"]


@pytest.mark.ledger("LOG-06")
async def test_what_priming_points_at_can_be_opened(stage):
    await stage.say("We follow the plan of Monday.", audience=PRIVATE, person="slack:T01/U01")
    await stage.say("x" * 300, audience=PRIVATE, person="slack:T01/U01")

    said = (await stage.engine.prime(stage.cue("Hello!", audience=PRIVATE))).text("recent_activity")
    pointer = said.splitlines()[-1].strip().removeprefix("-> ")
    cut = said.partition("… (-> ")[2].partition(")")[0]

    assert pointer == f"{LOG}#L090100-L090200"
    assert (await stage.engine.read(pointer, PRIVATE)).count("\n") == 1
    assert "x" * 300 in await stage.engine.read(cut, PRIVATE)


async def test_a_long_log_is_read_in_parts(stage):
    meta = {"audience": str(TEAM), "name": "Ada"}
    events = [
        Event(ts=MONDAY + n * SECOND, type="message_received", content=f"word {n}", meta={**meta, "id": f"{n}"})
        for n in range(1, 701)
    ]
    stage.engine.parts.stores.log().append_many(events)

    first = (await stage.engine.read(LOG, TEAM)).splitlines()
    rest = (await stage.engine.read(f"{LOG}#L{MONDAY + (MOST_LINES + 1) * SECOND:%H%M%S}-L235959", TEAM)).splitlines()

    assert (len(first), len(first) + len(rest)) == (MOST_LINES, 700)
    assert rest[0].endswith(f"word {MOST_LINES + 1}")


@pytest.mark.ledger("LOG-06")
async def test_lines_of_a_note_are_counted_in_what_may_be_read(stage):
    text = f"one\r\ntwo\r\n\r\n# Hers\r\n<!-- audience: {PRIVATE} -->\r\nsecret\r\n# Ours\r\nthree\r\n"
    (home(stage) / "knowledge" / "n.md").write_bytes(f"---\r\naudience: {TEAM}\r\n---\r\n{text}".encode())

    assert await stage.engine.read("knowledge/n.md#L2", TEAM) == "two"
    assert await stage.engine.read("knowledge/n.md#L2-L4", TEAM) == "two\n# Ours\nthree"
    assert "secret" not in await stage.engine.read("knowledge/n.md#L1-L99", TEAM)
    for path in ("knowledge/n.md#L5", "knowledge/n.md#L0", "knowledge/n.md#frag", "knowledge/n.md#L9999999999"):
        await refused(stage, path)


async def test_what_is_larger_than_a_note_is_not_loaded(stage):
    (home(stage) / "knowledge" / "big.md").write_text(f"---\naudience: {TEAM}\n---\n" + "x" * 2_000_001)

    await refused(stage, "knowledge/big.md")


@pytest.mark.ledger("AUD-02")
async def test_no_link_leads_out_of_the_memory(stage, tmp_path):
    secret = tmp_path / "secret.md"
    secret.write_text(f"---\naudience: {TEAM}\n---\nsecret\n")
    shelf = home(stage) / "knowledge"
    (shelf / "soft.md").symlink_to(secret)
    os.link(secret, shelf / "hard.md")
    (shelf / "folder").symlink_to(tmp_path)
    (home(stage) / "activity_log" / "2026-01-01.jsonl").symlink_to(secret)

    for path in (
        "knowledge/soft.md", "knowledge/hard.md", "knowledge/folder/secret.md", "activity_log/2026-01-01.jsonl",
        "knowledge/./../secret.md", "knowledge//soft.md", "knowledge/n.md\x00", "~/x.md", "status.json", "identity.md",
        "shared/../config.json", "shared/users/../../config.json", "memory_log/2026-11.jsonl", "state/turns.jsonl",
    ):  # fmt: skip
        await refused(stage, path)
    assert await stage.found("secret") == []
