"""Reminders outlive the process, and go their way once: wished, kept or dropped, fired."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.archive.json_lines import Storage
from memory.archive.requests import (
    REMINDER_DROPPED,
    REMINDER_FIRED,
    REMINDER_KEPT,
    REMINDER_WISHED,
    Reminder,
    Reminders,
)
from memory.vocabulary.errors import StorageFault
from tests.memory.archive.stage import NOON, FailingDisk

pytestmark = pytest.mark.ledger("FOR-27")


def intention(id: str = "r1", **changes: object) -> Reminder:
    fields: dict[str, object] = {
        "id": id,
        "text": "call Mum",
        "person": "slack:T01/U01",
        "place": "slack:T01/C01",
        "audience": "group:slack:T01/C01",
        "wished_at": NOON,
        "at": NOON + timedelta(days=1),
        "origin": {"anima": "alice", "message": {"text": "remind me"}},
    }
    return Reminder(**{**fields, **changes})  # type: ignore[arg-type]


def test_a_wish_comes_back_as_it_was_after_a_restart(tmp_path: Path) -> None:
    Reminders(tmp_path).wish(intention())

    assert Reminders(tmp_path).find("r1") == intention()


def test_only_what_was_kept_is_to_come_the_soonest_first_and_last_what_waits_for_somebody(tmp_path: Path) -> None:
    reminders = Reminders(tmp_path)
    late, soon = intention("late", at=NOON + timedelta(days=2)), intention("soon")
    waiting = intention("waiting", at=None, joiner="Ben")
    for one in (waiting, late, intention("only wished"), soon, intention("dropped")):
        reminders.wish(one)
    for id in ("waiting", "late", "soon"):
        assert reminders.change(id, REMINDER_KEPT, NOON)
    assert reminders.change("dropped", REMINDER_DROPPED, NOON)

    assert [one.id for one in Reminders(tmp_path).kept()] == ["soon", "late", "waiting"]


@given(st.lists(st.sampled_from([REMINDER_KEPT, REMINDER_DROPPED, REMINDER_FIRED]), max_size=6))
def test_whatever_is_asked_of_it_it_fires_at_most_once_and_never_after_it_was_dropped(
    tmp_path_factory: pytest.TempPathFactory, changes: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("state")
    reminders = Reminders(folder)
    reminders.wish(intention())
    done = [change for change in changes if reminders.change("r1", change, NOON)]

    assert done in (
        [],
        [REMINDER_KEPT],
        [REMINDER_DROPPED],
        [REMINDER_KEPT, REMINDER_DROPPED],
        [REMINDER_KEPT, REMINDER_FIRED],
    )
    found = Reminders(folder).find("r1")
    assert found is not None
    assert found.state == (done[-1] if done else REMINDER_WISHED)


def test_what_the_disk_refuses_has_not_happened(tmp_path: Path) -> None:
    Reminders(tmp_path).wish(intention())
    reminders = Reminders(tmp_path, Storage(disk=FailingDisk(at=1, lasts=10_000)))

    with pytest.raises(StorageFault):
        reminders.change("r1", REMINDER_KEPT, NOON)
    assert reminders.kept() == []
