"""One codec for stored records: what is on disk is read as it was written, and written as earlier versions wrote it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from memory.archive.checkpoints import NIGHT_RECORDS, NightRecord
from memory.archive.files import Files
from memory.archive.json_lines import Quarantine
from memory.archive.requests import (
    AwaitedAnswer,
    AwaitedAnswers,
    EscalationStep,
    PersonCall,
    PersonCalls,
    PersonQuestion,
    PersonQuestions,
    Reminder,
    Reminders,
)
from memory.archive.state_records import Codec, LineMoment, Moment, StoredJson
from tests.memory.archive.stage import NOON

EVENING = datetime(2026, 11, 20, 19, 30, tzinfo=ZoneInfo("Europe/Berlin"))
QUESTION = PersonQuestion(
    asked_at=NOON,
    id="q1",
    kind="doubt",
    about="a/b",
    person="slack:T/U1",
    place="slack:T/C1",
    turn="t1",
    text="Which?",
    choices={"keep": "そのまま"},
    expires_at=EVENING,
)
AWAITED = AwaitedAnswer(
    asked_at=NOON,
    id="a1",
    kind="letter",
    turn="t1",
    of="Ben",
    text="ok?",
    until=EVENING,
    has_left=False,
    origin={"message": {"text": "hi", "files": [1, None]}},
)
CALL = PersonCall(
    asked_at=NOON,
    id="c1",
    anima="alice",
    text="server",
    priority="normal",
    turn="",
    audience="org",
    options=("yes", "no"),
    rungs=(EscalationStep("slack:T/U1", "chat"),),
)
REMINDER = Reminder(
    wished_at=NOON,
    id="r1",
    text="call Mum",
    person="slack:T/U1",
    place="slack:T/C1",
    audience="org",
    at=EVENING,
    origin={"anima": "alice"},
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    at: LineMoment
    id: str
    due: Moment | None = None
    tags: tuple[str, ...] = ()
    origin: dict[str, StoredJson] = field(default_factory=dict)


PARCELS = Codec(Parcel)


@pytest.mark.parametrize(
    ("kind", "record", "line"),
    [
        (
            PersonQuestions,
            QUESTION,
            '{"type":"asked","ts":"2026-11-20T12:00:00+00:00","id":"q1","kind":"doubt","about":"a/b",'
            '"person":"slack:T/U1","place":"slack:T/C1","turn":"t1","text":"Which?","choices":{"keep":"そのまま"},'
            '"expires_at":"2026-11-20T19:30:00+01:00"}\n',
        ),
        (
            AwaitedAnswers,
            AWAITED,
            '{"type":"asked","ts":"2026-11-20T12:00:00+00:00","id":"a1","kind":"letter","turn":"t1","of":"Ben",'
            '"text":"ok?","until":"2026-11-20T19:30:00+01:00","has_left":false,'
            '"origin":{"message":{"text":"hi","files":[1,null]}}}\n',
        ),
        (
            PersonCalls,
            CALL,
            '{"type":"open","ts":"2026-11-20T12:00:00+00:00","id":"c1","anima":"alice","text":"server",'
            '"priority":"normal","turn":"","audience":"org","options":["yes","no"],"rungs":[["slack:T/U1","chat"]]}\n',
        ),
        (
            Reminders,
            REMINDER,
            '{"type":"wished","ts":"2026-11-20T12:00:00+00:00","id":"r1","text":"call Mum","person":"slack:T/U1",'
            '"place":"slack:T/C1","audience":"org","at":"2026-11-20T19:30:00+01:00","origin":{"anima":"alice"}}\n',
        ),
    ],
)
def test_a_request_stands_on_disk_as_it_always_did_and_comes_back(tmp_path: Path, kind, record, line: str) -> None:
    kind(tmp_path).add(record)

    assert (tmp_path / kind.file).read_text() == line
    assert kind(tmp_path).all() == [record]


def test_fields_that_are_missing_have_their_defaults_and_unknown_ones_are_passed_over() -> None:
    assert PARCELS.load({"ts": NOON.isoformat(), "id": "p", "later": [1]}) == Parcel(at=NOON, id="p")


@pytest.mark.parametrize("at", ["2026-11-20", "2026-11-20T12:00:00", 1_700_000_000, None, "soon"])
def test_a_moment_without_an_offset_is_none(at: object) -> None:
    assert PARCELS.load({"ts": at, "id": "p"}) is None


def test_a_brief_record_leaves_out_what_has_its_default() -> None:
    assert PARCELS.dump(Parcel(at=NOON, id="p"), is_brief=True) == {"ts": "2026-11-20T12:00:00+00:00", "id": "p"}


def test_half_of_a_surrogate_pair_comes_back() -> None:
    parcel = Parcel(at=NOON, id="p", tags=("\ud800",), origin={"text": "\ud800"})

    assert PARCELS.load(PARCELS.dump(parcel)) == parcel


def test_a_line_that_does_not_hold_what_it_should_is_kept_and_costs_only_itself(tmp_path: Path) -> None:
    Reminders(tmp_path).wish(REMINDER)
    broken = {"type": "wished", "ts": "soon", "id": "r2"}
    with (tmp_path / "reminders.jsonl").open("a") as file:
        file.write(json.dumps(broken) + "\n")

    assert Reminders(tmp_path).all() == [REMINDER]
    assert [json.loads(kept.read_bytes()) for kept in tmp_path.glob("*.quarantine")] == [broken]


def test_a_state_that_does_not_hold_what_it_should_is_none_and_its_bytes_are_kept(tmp_path: Path) -> None:
    (tmp_path / "parcel.json").write_text('{"id":"p"}')
    files = Files(tmp_path)

    assert PARCELS.read(files, "parcel.json", Quarantine(files=files)) is None
    assert [kept.read_text() for kept in tmp_path.glob("*.quarantine")] == ['{"id":"p"}']


def test_a_call_goes_on_without_the_step_that_an_erasure_has_left_half_of(tmp_path: Path) -> None:
    PersonCalls(tmp_path).ask(CALL)
    file = tmp_path / "calls.jsonl"
    file.write_text(file.read_text().replace('[["slack:T/U1","chat"]]', '[["chat"],["b:2","chat"]]'))

    found = PersonCalls(tmp_path).find("c1")
    assert found is not None
    assert found.rungs == (EscalationStep("b:2", "chat"),)


def test_a_night_of_an_earlier_version_is_read() -> None:
    state = {"id": "daily-2026-11-20", "stage": "daily", "at": NOON.isoformat(), "state": "done", "steps": [{"n": 1}]}

    assert NIGHT_RECORDS.load(state) == NightRecord(
        id="daily-2026-11-20", stage="daily", at=NOON, state="done", steps=({"n": 1},)
    )
