"""The log as it now stands is the same whatever the order in which it was told."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from memory.engine import MemoryEngine, Options
from memory.vocabulary.event import Event
from tests.memory.stage import ADA, MONDAY, PRIVATE, ROOM, TEAM, Stage

Act = tuple[str, str, int, str]
WORDS = ("the cat sleeps", "the kettle whistles", "a harbour in fog", "", "seven ladders stand")


def _history(chance: Random) -> list[Act]:
    """Acts on four messages: (message, kind, minute, words); some are recorded twice, and in any order."""
    acts: list[Act] = [("1", "message_received", 0, chance.choice(WORDS[:3]))]
    for number in range(chance.randint(1, 9)):
        kind = chance.choice(["message_received", "message_edited", "message_edited", "message_deleted"])
        minute = 0 if kind == "message_received" else 1 + number + chance.choice([0, 0, 1440])
        words = chance.choice(WORDS) if kind != "message_deleted" else ""
        acts.append((chance.choice("1234"), kind, minute, words))
    twice = [*acts, *chance.sample(acts, min(2, len(acts)))]
    chance.shuffle(twice)
    return twice


def _event(act) -> Event:
    message, kind, minute, words = act
    key = message if kind == "message_received" else f"{message}/{kind}/{minute}"
    return Event(
        ts=MONDAY + timedelta(minutes=minute),
        type=kind,
        content=words,
        sender=str(ADA),
        channel=str(ROOM),
        meta={"id": key, "message_id": message, "audience": str(TEAM), "name": "Ada"},
    )


def _oracle(acts) -> dict[str, str]:
    """What each message says now: the first telling counts, then the latest edit; a deletion is for good."""
    said: dict[str, str] = {}
    for message, kind, _, words in acts:
        if kind == "message_received":
            said.setdefault(message, words)
    told: set[tuple[str, str, int]] = set()
    latest: dict[str, tuple[int, str]] = {}
    for message, kind, minute, words in acts:
        if kind == "message_edited" and (message, kind, minute) not in told:
            told.add((message, kind, minute))
            latest[message] = max(latest.get(message, (-1, "")), (minute, words))
    gone = {message for message, kind, _, _ in acts if kind == "message_deleted"}
    now = {message: latest.get(message, (0, words))[1] for message, words in said.items() if message not in gone}
    return {message: words for message, words in now.items() if words.strip()}


async def _told(folder: Path, acts: list[Act]) -> list[dict[str, str]]:
    """What the log, the index, and a new index say of each message."""
    engine = await MemoryEngine.open(folder / "animas" / "alice", clock=lambda: MONDAY, options=Options(forms=False))
    if acts[0][2] % 2:
        await engine.search("anything", TEAM)  # the index follows event by event
    for act in acts:
        await engine.record(_event(act))
    events = engine.parts.log_now.stand(engine.parts.stores.log().tail(100))
    log = {event.id: event.content for event in events if event.type == "message_received" and event.content}
    index = {entry.id: entry.text for entry in engine.parts.keeper.index.entries("1234").values()}
    await engine.rebuild()
    anew = {entry.id: entry.text for entry in engine.parts.keeper.index.entries("1234").values()}
    await engine.close()
    return [log, index, anew]


@pytest.mark.ledger("PLT-13", "LOG-03", "LOG-12")
@pytest.mark.parametrize("seed", range(24))
async def test_the_log_and_its_index_say_of_each_message_what_a_naive_reader_of_all_would(tmp_path, seed) -> None:
    """M5."""
    acts = _history(Random(seed))
    log, index, anew = await _told(tmp_path, acts)

    assert log == _oracle(acts)
    assert index == log
    assert anew == log


@pytest.mark.ledger("PLT-13")
@pytest.mark.parametrize("kind", ["message_deleted", "message_edited"])
async def test_what_was_deleted_or_edited_is_read_nowhere_any_more(tmp_path, kind) -> None:
    """M5, B6."""
    stage = await Stage.open(tmp_path)
    said = await stage.say("My salary is 48213 crowns.", message_id="m1")
    reply = await stage.say("48213 crowns, noted.", type="response_sent", name="alice", reply_to="m1")
    await stage.engine.formed()
    await stage.say("My salary is nobody's business." * (kind == "message_edited"), type=kind, message_id="m1")
    await stage.engine.formed()

    primed = await stage.engine.prime(stage.cue("What is my salary?"))
    read = await stage.engine.read("activity_log/2026-11-16.jsonl", TEAM)
    seen = [*(block.text for block in primed.blocks), read, *await stage.found("salary"), *await stage.found("48213")]
    assert "48213" not in "\n".join(seen)
    assert [fact.text for event in (said, reply) for fact in await stage.engine.facts.of(event.id, TEAM)] == []
    await stage.engine.close()


@pytest.mark.ledger("PLT-13", "AUD-02")
async def test_a_line_is_told_without_what_is_gone_unless_somebody_says_it_still(tmp_path) -> None:
    """What was deleted would tell itself by what else cannot be told any more."""
    stage = await Stage.open(tmp_path)
    lines = ["Ada said: I prefer green tea.", "The kettle is on."]
    await stage.say("I prefer green tea.", message_id="m1")
    await stage.say("", type="message_deleted", message_id="m1")

    assert await stage.engine.unquoted(lines, TEAM) == ["[…]", "The kettle is on."]
    await stage.say("I prefer green tea.", message_id="m2", audience=PRIVATE)
    assert await stage.engine.unquoted(lines, TEAM) == ["[…]", "The kettle is on."]
    await stage.say("I prefer green tea.", message_id="m3")
    assert await stage.engine.unquoted(lines, TEAM) == lines
    await stage.engine.close()
