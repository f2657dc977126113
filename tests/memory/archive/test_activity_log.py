from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.archive import json_lines
from memory.archive.activity_log import ActivityLog
from memory.archive.files import UnsafePath
from memory.archive.json_lines import Storage
from memory.vocabulary.event import LABELS, Event
from tests.memory.archive.stage import BERLIN, DAY, NOON, ids, log_in, said

text = st.text(max_size=40)


@pytest.mark.ledger("LOG-01", "LOG-03")
@settings(max_examples=60, deadline=None)
@given(
    event=st.builds(
        Event,
        ts=st.datetimes(datetime(2000, 1, 2), datetime(2100, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
        type=st.sampled_from([*LABELS, "something_new"]),
        content=st.text(st.characters(), max_size=60),
        summary=text,
        sender=text,
        recipient=text,
        channel=text,
        tool=text,
        via=text,
        meta=st.dictionaries(text, text | st.integers() | st.booleans() | st.lists(text, max_size=2), max_size=4),
    )
)
def test_an_event_reads_back_as_it_was_written(event: Event) -> None:
    line = json_lines.encode_event(event, BERLIN)

    assert json_lines.decode_event(line, BERLIN) == event
    assert b"\n" not in line


@pytest.mark.ledger("LOG-01")
def test_a_line_has_the_fields_of_the_log_without_the_empty_ones(tmp_path) -> None:
    log_in(tmp_path).append(said(1))

    record = json.loads((tmp_path / "activity_log/2026-11-20.jsonl").read_text())
    assert list(record) == ["ts", "type", "content", "from", "channel", "meta"]
    assert record["ts"] == "2026-11-20T13:01:00+01:00"


@pytest.mark.ledger("LOG-01")
@pytest.mark.parametrize(
    ("zone", "instant", "day"),
    [
        ("Europe/Berlin", "2026-11-20T22:59:00+00:00", "2026-11-20"),
        ("Europe/Berlin", "2026-11-20T23:00:00+00:00", "2026-11-21"),
        ("Europe/Berlin", "2026-10-24T22:30:00+00:00", "2026-10-25"),  # the last night of summer time
        ("Europe/Berlin", "2026-10-25T22:30:00+00:00", "2026-10-25"),
        ("Europe/Berlin", "2026-10-25T23:00:00+00:00", "2026-10-26"),
        ("America/New_York", "2026-11-01T04:30:00+00:00", "2026-11-01"),
        ("Asia/Tokyo", "2026-11-20T15:00:00+00:00", "2026-11-21"),
        ("Asia/Tokyo", "2026-11-20T14:59:59+00:00", "2026-11-20"),
    ],
)
def test_the_local_date_of_what_was_said_names_the_file(tmp_path, zone, instant, day) -> None:
    log = ActivityLog(tmp_path, Storage(zone=ZoneInfo(zone)))

    log.append(Event(ts=datetime.fromisoformat(instant), type="error", meta={"id": "a"}))

    assert [str(found) for found in log.days()] == [day]


@pytest.mark.ledger("LOG-03")
def test_recording_twice_is_once_also_after_a_restart(tmp_path) -> None:
    log = log_in(tmp_path)

    assert [log.append(said(1)), log.append(said(1)), log_in(tmp_path).append(said(1))] == [True, False, False]
    assert log.append_many([said(2), said(1), said(2)]) == [True, False, False]
    assert ids(log_in(tmp_path)) == ["slack:1", "slack:2"]


@pytest.mark.ledger("LOG-03")
@pytest.mark.ledger("LOG-03")
@pytest.mark.parametrize(("first", "again"), [("23:59:30", "00:01:00"), ("00:01:00", "23:59:30")])
def test_recording_twice_is_once_over_midnight_too(tmp_path, first, again) -> None:
    """M15: fails on 952289c."""
    days = {"23:59:30": "2026-11-20", "00:01:00": "2026-11-21"}
    one, other = (
        replace(said(1), ts=datetime.fromisoformat(f"{days[at]}T{at}").replace(tzinfo=BERLIN)) for at in (first, again)
    )

    assert log_in(tmp_path).append(one)
    assert not log_in(tmp_path).append(other)
    assert log_in(tmp_path).append_many([other, replace(other, meta={"id": "new"})]) == [False, True]
    assert not log_in(tmp_path).append(replace(one, ts=one.ts + timedelta(days=3 if first > again else -1)))
    assert ids(log_in(tmp_path)).count("slack:1") == 1


def test_an_event_without_an_id_is_always_new(tmp_path) -> None:
    log = log_in(tmp_path)
    event = Event(ts=NOON, type="heartbeat_start")

    assert log.append_many([event, event]) == [True, True]


@pytest.mark.ledger("LOG-03")
@pytest.mark.parametrize(("seconds", "is_late"), [(0, False), (60, False), (61, True), (-61, True)])
def test_a_late_recording_says_when_it_was_recorded(tmp_path, seconds, is_late) -> None:
    log = log_in(tmp_path)

    log.append(said(0), now=NOON + timedelta(seconds=seconds))

    assert ("recorded_at" in log.tail(1)[0].meta) is is_late
    assert log.tail(1)[0].ts == NOON


def test_a_time_without_a_zone_is_refused(tmp_path) -> None:
    with pytest.raises(ValueError, match="aware"):
        log_in(tmp_path).append(Event(ts=datetime(2026, 11, 20), type="error"))  # noqa: DTZ001


@pytest.mark.ledger("LOG-02")
@pytest.mark.parametrize(
    ("label", "types"),
    [
        ("MSG<", ["message_received"]),
        ("MSG>", ["response_sent"]),
        ("DM>", ["dm_sent"]),
        ("DM<", ["dm_received"]),
        ("CH.W", ["channel_post"]),
        ("CH.R", ["channel_read"]),
        ("NTFY", ["human_notify"]),
        ("TOOL", ["tool_use", "tool_result"]),
        ("HB", ["heartbeat_start", "heartbeat_end"]),
        ("CRON", ["cron_executed"]),
        ("MEM", ["memory_write"]),
        ("ERR", ["error"]),
        ("RSLV", ["issue_resolved"]),
        ("EDIT", ["message_edited"]),
        ("DEL", ["message_deleted"]),
        ("REACT", ["reaction_added"]),
        ("NOTE", ["notice"]),
    ],
)
def test_every_type_keeps_its_label_on_disk(tmp_path, label, types) -> None:
    log = log_in(tmp_path)
    log.append_many([Event(ts=NOON, type=type) for type in types])

    assert [event.label for _, event in log_in(tmp_path).read(DAY)] == [label] * len(types)
    assert label.isascii()


@pytest.mark.ledger("LOG-02")
def test_unknown_types_and_fields_are_read_without_failing(tmp_path) -> None:
    folder = tmp_path / "activity_log"
    folder.mkdir()
    lines = [
        '{"ts": "2026-11-20T12:00:00+01:00", "type": "dreamt", "colour": [1], "content": 7, "meta": 3}',
        '{"ts": "2026-11-20T12:00:00", "type": "error"}',
    ]
    (folder / "2026-11-20.jsonl").write_text("\n".join(lines) + "\n")

    read = [event for _, event in log_in(tmp_path).read(DAY)]

    assert [(event.type, event.label, event.content) for event in read] == [
        ("dreamt", "DREAMT", "7"),
        ("error", "ERR", ""),
    ]
    assert read[1].ts.utcoffset() == timedelta(hours=1)


@pytest.mark.ledger("LOG-06")
def test_a_pointer_leads_back_to_the_event(tmp_path) -> None:
    log = log_in(tmp_path)
    log.append_many([said(number) for number in range(9)])

    pointer, last = log.pointer(said(2)), log.pointer(said(4)).partition("#")[2]
    assert pointer == f"activity_log/2026-11-20.jsonl#L{said(2).ts.astimezone(log.zone):%H%M%S}"
    assert [event.id for event in log.pointed_at(pointer)] == ["slack:2"]
    assert [event.id for event in log.pointed_at(f"{pointer}-{last}")] == ["slack:2", "slack:3", "slack:4"]
    assert [event.id for event in log.line("activity_log/2026-11-20.jsonl", 8)] == ["slack:7"]
    assert len(log.pointed_at("activity_log/2026-11-20.jsonl")) == 9
    assert log.pointed_at("activity_log/2020-01-01.jsonl") == []


@pytest.mark.ledger("LOG-06")
@pytest.mark.parametrize(
    "path", ["../x.jsonl", "activity_log/../../x", "activity_log/2026-13-40.jsonl", "identity.md", ""]
)
def test_what_is_no_pointer_is_refused(tmp_path, path) -> None:
    with pytest.raises(UnsafePath):
        log_in(tmp_path).pointed_at(path)


def test_the_tail_is_the_newest_events_across_days(tmp_path) -> None:
    log = log_in(tmp_path)
    log.append_many([said(number, minutes=number * 600) for number in range(10)])

    assert [event.id for event in log.tail(3)] == ["slack:7", "slack:8", "slack:9"]
    assert [event.id for event in log.tail(2, before=NOON + timedelta(minutes=1800))] == ["slack:1", "slack:2"]
    assert [len(log.tail(0)), len(log.tail(99))] == [0, 10]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sizes=st.lists(st.integers(1, 70_000), min_size=1, max_size=8))
def test_reading_backwards_is_reading_forwards_reversed(tmp_path, sizes) -> None:
    log = log_in(tmp_path / str(len(list(tmp_path.iterdir()))))
    log.append_many([said(number, "x" * size) for number, size in enumerate(sizes)])

    forwards = [event for _, event in log.read(DAY)]

    assert log.tail(99) == forwards


def test_between_takes_the_start_and_leaves_the_end(tmp_path) -> None:
    log = log_in(tmp_path)
    log.append_many([said(number, minutes=number * 600) for number in (3, 1, 0, 2, 4)])

    found = log.between(NOON + timedelta(minutes=600), NOON + timedelta(minutes=1800))

    assert [event.id for event in found] == ["slack:1", "slack:2"]


def test_an_event_is_found_by_its_id(tmp_path) -> None:
    log = log_in(tmp_path)
    log.append_many([said(number, minutes=number * 600) for number in range(5)])
    log.append(Event(ts=NOON, type="error", content="slack:9", meta={"id": 'quoted "ü"'}))

    assert log.find("slack:3") == said(3, minutes=1800)
    assert log.find('quoted "ü"').content == "slack:9"
    assert [log.find("slack:9"), log.find(""), log.find("9")] == [None, None, None]


@pytest.mark.parametrize("content", ["日本語のとても長い発言。" * 30_000, "x" * 10_000_000, "\u2028\r\n\x00\ud800"])
def test_any_content_is_one_line_and_reads_back(tmp_path, content) -> None:
    log = log_in(tmp_path)
    log.append_many([said(1, content), said(2)])

    assert [number for number, _ in log.read(DAY)] == [1, 2]
    assert [event.content for event in log_in(tmp_path).tail(2)] == [content, "word 2"]


def test_days_lists_day_files_only(tmp_path) -> None:
    log = log_in(tmp_path)
    log.append(said(1))
    for name in ("notes.jsonl", "2026-99-01.jsonl", "2026-11-19.jsonl.quarantine"):
        (tmp_path / "activity_log" / name).write_text("")

    assert log.days() == [date(2026, 11, 20)]


def test_what_another_writer_added_is_known(tmp_path) -> None:
    log, other = log_in(tmp_path), log_in(tmp_path)
    log.append(said(1))

    other.append(said(2))

    assert log.append(said(2)) is False
    log.append(said(3))
    assert [event.id for event in log.line("activity_log/2026-11-20.jsonl", 3)] == ["slack:3"]
