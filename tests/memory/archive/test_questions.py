"""Questions that wait for a tap outlive the process; the first answer counts, a broken line costs only itself."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from memory.archive.json_lines import Storage
from memory.archive.requests import PersonQuestion, PersonQuestions
from memory.vocabulary.errors import StorageFault
from tests.memory.archive.stage import NOON, FailingDisk

pytestmark = pytest.mark.ledger("FOR-26")
ADA, BEN = "slack:T01/U01", "slack:T01/U02"
ROOM = "slack:T01/C01"


def question(id: str = "q1", **changes: object) -> PersonQuestion:
    fields: dict[str, object] = {
        "id": id,
        "kind": "doubt",
        "about": "asked/a/b",
        "person": ADA,
        "place": f"{ROOM}#1700.1",
        "turn": "turn 1",
        "text": "Which is right?",
        "choices": {"keep": "そのまま", "both": "両方"},
        "asked_at": NOON,
        "expires_at": NOON + timedelta(days=7),
    }
    return PersonQuestion(**{**fields, **changes})  # type: ignore[arg-type]


def test_a_question_comes_back_as_it_was_asked_after_a_restart(tmp_path: Path) -> None:
    PersonQuestions(tmp_path).ask(question())

    assert PersonQuestions(tmp_path).find("q1") == question()
    assert PersonQuestions(tmp_path).asked_in("turn 1", "doubt") == question()


def test_the_first_answer_counts_and_outlives_a_restart(tmp_path: Path) -> None:
    questions = PersonQuestions(tmp_path)
    questions.ask(question())
    first = questions.answer("q1", "keep", "turn 2", NOON)
    second = questions.answer("q1", "both", "turn 3", NOON)

    again = PersonQuestions(tmp_path)
    assert first == second == again.find("q1") == again.answered_by("turn 2")
    assert first.chosen == "keep"


def test_only_what_is_open_to_the_person_in_the_room_may_be_answered_the_latest_first(tmp_path: Path) -> None:
    questions = PersonQuestions(tmp_path)
    for one in (question("old"), question("new"), question("bens", person=BEN), question("far", place="slack:T01/C02")):
        questions.ask(one)
    questions.ask(question("done"))
    questions.answer("done", "keep", "turn 2", NOON)

    assert [one.id for one in questions.open_to(ADA, ROOM, NOON)] == ["new", "old"]
    assert questions.open_to(ADA, ROOM, NOON + timedelta(days=7)) == []


def test_somebody_else_is_turned_away_once(tmp_path: Path) -> None:
    questions = PersonQuestions(tmp_path)
    questions.ask(question())
    questions.turn_away("q1", BEN, "turn 2", NOON)
    questions.turn_away("q1", BEN, "turn 3", NOON)

    found = PersonQuestions(tmp_path).find("q1")
    assert found is not None
    assert (found.turned_away, found.chosen) == ({BEN: "turn 2"}, "")


def test_a_torn_line_is_quarantined_and_costs_only_itself(tmp_path: Path) -> None:
    questions = PersonQuestions(tmp_path)
    questions.ask(question())
    file = tmp_path / "questions.jsonl"
    file.write_bytes(file.read_bytes() + b'{"type":"answered","id":"q1","cho')
    again = PersonQuestions(tmp_path)
    again.ask(question("q2"))

    last = PersonQuestions(tmp_path)
    assert [one.id for one in last.open_to(ADA, ROOM, NOON)] == ["q2", "q1"]
    assert list(tmp_path.glob("*.quarantine"))


def test_what_the_disk_refuses_is_not_taken_for_asked_or_answered(tmp_path: Path) -> None:
    questions = PersonQuestions(tmp_path, Storage(disk=FailingDisk(at=1, lasts=10_000)))
    with pytest.raises(StorageFault):
        questions.ask(question())
    assert questions.find("q1") is None


def test_secrets_are_not_kept(tmp_path: Path) -> None:
    PersonQuestions(tmp_path, Storage(redact=lambda text: text.replace("hunter2", "***"))).ask(
        question(text="It is hunter2.")
    )

    assert "hunter2" not in (tmp_path / "questions.jsonl").read_text()
