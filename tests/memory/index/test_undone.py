"""What is undone is for the index as if it had never been noted: facts come back or go, and so do words."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memory.archive.activity_log import ActivityLog
from memory.archive.memory_log import MemoryLog
from memory.archive.note_writer import Change
from memory.index import ingestion
from memory.index.entry import SearchScope
from memory.index.fact_fold import folded
from memory.index.text_index import TextIndex
from memory.vocabulary.event import Event
from memory.vocabulary.fact import (
    FORMED,
    INVALIDATED,
    MERGED,
    QUARANTINED,
    RELEASED,
    RETRACTED,
    UNDONE,
    Fact,
    FactChange,
)
from tests.memory.recall.test_kept import summary
from tests.memory.stage import ADA, TEAM, Stage

START = datetime(2026, 3, 2, 9, tzinfo=UTC)


def life(rng: random.Random, length: int) -> list[FactChange]:
    """Notes about a few facts and turns in any sequence over three months, some of them undone later."""
    notes: list[FactChange] = []
    for number in range(length):
        at = START + timedelta(days=90 * number / length)
        ids = tuple(f"fact:{one}" for one in rng.sample(range(6), rng.randint(1, 2)))
        type = rng.choice((FORMED, FORMED, MERGED, QUARANTINED, RELEASED, INVALIDATED, RETRACTED, UNDONE))
        note = FactChange(ts=at, key=f"n{number}", type=type, ids=ids)
        if type == FORMED:
            note = replace(note, ids=(), fact=fact(number, f"fact:{rng.randrange(6)}", at))
        elif type == MERGED:
            note = replace(note, fact=fact(number, f"fact:{rng.randrange(6, 8)}", at))
        elif type == RELEASED:
            note = replace(note, ids=ids[:1], fact=fact(number, ids[0], at))
        elif type == RETRACTED:
            turns = tuple(f"e{one}" for one in rng.sample(range(4), rng.randrange(2)))
            left = {event: f"Turn {number}" for event in turns if number % 2}
            note = replace(note, turns=turns, left=left)
        elif type == UNDONE:
            keys = [one.key for one in notes if one.type != UNDONE]
            note = replace(note, ids=tuple(rng.sample(keys, min(len(keys), rng.randint(1, 3)))))
        notes.append(note)
    return notes


def fact(number: int, id: str, at: datetime) -> Fact:
    text = f"Fact {id} as of note {number}"
    return Fact(id=id, text=text, category="fact", recorded_at=at, valid_from=at, audience="org", sources=("e0",))


def counting(notes: list[FactChange]) -> list[FactChange]:
    undone = {key for note in notes if note.type == UNDONE for key in note.ids}
    return [note for note in notes if note.type != UNDONE and note.key not in undone]


def index_of(folder, *batches) -> TextIndex:
    """Four turns, then the batches, after each of which the index reads what is new."""
    activity, memory = ActivityLog(folder / "activity_log"), MemoryLog(folder / "memory_log")
    for number in range(4):
        at = START - timedelta(hours=number)
        meta = {"id": f"e{number}", "audience": "org", "name": "Ada"}
        activity.append(Event(ts=at, type="message_received", content=f"Turn {number} of Ada.", meta=meta), at)
    index = TextIndex(folder / "index.sqlite3")
    follow(index, folder, ingestion.ACTIVITY_FOLDER)
    for batch in batches:
        memory.append(batch)
        follow(index, folder, ingestion.MEMORY_FOLDER)
    return index


def follow(index, folder, logs) -> None:
    for file in sorted((folder / logs).glob("*.jsonl")):
        ingestion.read_log_on(index, folder, f"{logs}/{file.name}", UTC)


def state(index: TextIndex):
    """All that a search can tell apart."""
    ids = index.checksums()
    rows = sorted((one.id, one.kind, one.text, one.source, one.invalidated_at) for one in index.entries(ids).values())
    within = SearchScope(audiences=["org"], whole=True)
    words = sorted(entry.id for entry in index.match(["fact", "turn"], within, 99))
    gone = [index.gone_words.without([f"Turn {number} of Ada."], lambda _: True) for number in range(4)]
    return rows, words, index.count(["org"]), gone


@pytest.mark.ledger("RET-18")
@pytest.mark.parametrize("seed", range(40))
def test_an_index_that_heard_what_is_undone_is_the_same_as_one_that_never_heard_of_it(tmp_path, seed):
    rng = random.Random(seed)
    notes = life(rng, rng.randint(3, 40))
    cut = rng.randrange(len(notes))
    lived = index_of(tmp_path / "lived", notes[:cut], notes[cut:])
    plain = index_of(tmp_path / "plain", counting(notes))
    anew = index_of(tmp_path / "anew", notes)

    assert state(lived) == state(plain) == state(anew)

    held = folded(notes)
    shown = {id for id in held.facts if held.is_shown(id) and id not in held.invalidated}
    current = {
        one.id for one in lived.entries(lived.checksums()).values() if one.id[:4] == "fact" and not one.invalidated_at
    }
    assert current >= shown
    assert not current & {*held.retracted, *held.quarantined, *held.merged, *held.invalidated}


@pytest.mark.parametrize("seed", range(10))
def test_a_file_of_notes_that_became_shorter_takes_back_what_it_undid(tmp_path, seed):
    notes = life(random.Random(seed), 30)
    index = index_of(tmp_path / "lived", notes)
    last = sorted((tmp_path / "lived" / "memory_log").glob("*.jsonl"))[-1]
    lines = last.read_bytes().splitlines(keepends=True)
    last.write_bytes(b"".join(lines[: len(lines) // 2]))
    ingestion.read_log_on(index, tmp_path / "lived", f"memory_log/{last.name}", UTC)
    left = notes[: len(notes) - len(lines) + len(lines) // 2]

    assert state(index) == state(index_of(tmp_path / "plain", counting(left)))


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path)
    yield stage
    await stage.assert_the_index_is_derived()
    await stage.engine.close()


async def seen(stage, question, then):
    found = [await stage.engine.search(question, TEAM, scope=scope) for scope in ("all", "facts")]
    found.append(await stage.engine.search(question, TEAM, as_of=then))
    found.append(await stage.engine.search(question, TEAM, scope="facts", whole=True))
    primed = await stage.engine.prime(stage.cue(question))
    return [[(one.id, one.text, one.outdated) for one in each] for each in found], primed.text("related_knowledge")


@pytest.mark.ledger("RET-18")
async def test_after_a_batch_is_undone_what_comes_to_mind_is_what_came_before_it(stage):
    """M13"""
    linz, old = summary(stage, "The depot is in Linz.", "fact:linz"), summary(stage, "The depot is old.", "fact:old")
    stage.engine.parts.retracting.note([linz, old])
    await stage.say("I live near the depot in Porto.", person=str(ADA))
    await stage.engine.settled()
    then, stage.now = stage.now, stage.now + timedelta(days=1)
    before = await seen(stage, "the depot", then)
    (porto,) = [id for id, text, _ in before[0][1] if "Porto" in text]
    heir = summary(stage, "The depot is old and in Linz.", "fact:heir", MERGED, ("fact:linz",))
    batch = [
        heir,
        summary(stage, "The depot is green.", "fact:green"),
        FactChange(ts=stage.now, key="gone", type=INVALIDATED, ids=("fact:old",)),
        FactChange(ts=stage.now, key="taken", type=RETRACTED, ids=(porto,), turns=("e0",)),
    ]

    await stage.engine.apply("night", [Change(kind="note", because="night", note=note) for note in batch])
    during = await seen(stage, "the depot", then)
    await stage.engine.undo("night")

    assert {id for id, _, _ in during[0][1]} == {"fact:heir", "fact:green"}
    assert not any("Porto" in text for _, text, _ in during[0][0])
    assert await seen(stage, "the depot", then) == before
