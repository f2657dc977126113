from __future__ import annotations

import pytest

from memory.archive.json_lines import Storage
from memory.archive.unfinished_turns import JournaledTool, JournalStart, StreamingJournal
from memory.vocabulary.errors import StorageFault
from tests.memory.archive.stage import NOON, FailingDisk


class Stopwatch:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def start(turn: str = "t1") -> JournalStart:
    return JournalStart(
        turn=turn, trigger="message", sender="slack:T01/U01", session="s", started_at=NOON, facts={"k": 1}
    )


def reopened(folder) -> StreamingJournal:
    return StreamingJournal(folder, Stopwatch())


@pytest.mark.ledger("LOG-07")
def test_a_finished_turn_leaves_no_file(tmp_path) -> None:
    turn = StreamingJournal(tmp_path, Stopwatch()).open(start())
    turn.text("hello")

    turn.finalize()

    assert list(tmp_path.iterdir()) == []
    assert not reopened(tmp_path).has_orphan()


@pytest.mark.ledger("LOG-07")
@pytest.mark.parametrize(
    ("pieces", "seconds", "on_disk"),
    [
        (["x" * 499], 0.0, ""),
        (["x" * 499, "y"], 0.0, "x" * 499 + "y"),
        (["a", "b"], 0.9, ""),
        (["a", "b"], 1.0, "ab"),
    ],
)
def test_text_reaches_the_disk_after_500_characters_or_a_second(tmp_path, pieces, seconds, on_disk) -> None:
    watch = Stopwatch()
    turn = StreamingJournal(tmp_path, watch).open(start())

    turn.text(pieces[0])
    watch.now += seconds
    for piece in pieces[1:]:
        turn.text(piece)

    assert reopened(tmp_path).recover()[0].text == on_disk


@pytest.mark.ledger("LOG-07")
def test_a_tick_writes_what_waits_while_the_model_is_silent(tmp_path) -> None:
    watch = Stopwatch()
    turn = StreamingJournal(tmp_path, watch).open(start())
    turn.text("waiting")
    turn.tick()
    assert reopened(tmp_path).recover()[0].text == ""

    watch.now += 1.0
    turn.tick()

    assert reopened(tmp_path).recover()[0].text == "waiting"


@pytest.mark.ledger("LOG-07")
def test_two_turns_never_share_a_file(tmp_path) -> None:
    journal = StreamingJournal(tmp_path, Stopwatch())
    names = ["a:b", "a/b", "a.b", "../a.b", "a.b ", "ä", "日", "x" * 300, "x" * 301]

    for name in names:
        journal.open(start(name)).tool_start("1", name)

    assert sorted(found.turn for found in reopened(tmp_path).recover()) == sorted(names)
    assert not journal.has_orphan()


@pytest.mark.ledger("LOG-08")
def test_recovery_tells_what_was_said_and_done(tmp_path) -> None:
    turn = StreamingJournal(tmp_path, Stopwatch()).open(start("slack:T01/C01:1"))
    turn.text("I look ")
    turn.tool_start("1", "search", '{"q": 1}')
    turn.tool_end("1", "found", ok=False)
    turn.tool_start("2", "write")
    turn.text("lost, for it was not flushed")

    journal = reopened(tmp_path)
    (found,) = journal.recover()

    assert journal.has_orphan()
    assert (found.turn, found.trigger, found.sender, found.session) == (
        "slack:T01/C01:1",
        "message",
        "slack:T01/U01",
        "s",
    )
    assert (found.started_at, found.facts, found.complete, found.broken_lines) == (NOON, {"k": 1}, False, 0)
    assert found.text == "I look "
    assert found.tools == (
        JournaledTool(id="1", name="search", arguments='{"q": 1}', ended=True, ok=False, result="found"),
        JournaledTool(id="2", name="write"),
    )
    journal.discard(found.turn)
    assert not reopened(tmp_path).has_orphan()


@pytest.mark.ledger("LOG-08")
def test_a_turn_that_was_given_up_in_this_process_can_be_read_too(tmp_path) -> None:
    journal = StreamingJournal(tmp_path, Stopwatch())
    journal.open(start("a:b")).tool_start("1", "search")

    assert journal.recover() == []
    assert [tool.name for tool in journal.recover_turn("a:b").tools] == ["search"]
    assert journal.recover_turn("other") is None


@pytest.mark.ledger("LOG-08")
def test_a_journal_cut_at_every_byte_is_recovered_up_to_there(tmp_path) -> None:
    turn = StreamingJournal(tmp_path, Stopwatch()).open(start())
    for word in ("one ", "二 ", "three"):
        turn.text(word)
        turn.tool_start(word, "t")
    path = tmp_path / "t1.jsonl"
    whole = path.read_bytes()
    lines = whole.splitlines()
    for cut in range(len(whole) + 1):
        path.write_bytes(whole[:cut])

        (found,) = reopened(tmp_path).recover()

        complete = sum(1 for line in whole[:cut].split(b"\n") if line and line in lines)
        assert found.broken_lines == (0 if whole[:cut].split(b"\n")[-1] in (b"", *lines) else 1)
        assert found.text == "".join(("one ", "二 ", "three")[: complete // 2])
        assert len(found.tools) == max(0, complete - 1) // 2
        assert found.turn == "t1"


@pytest.mark.ledger("LOG-08")
def test_broken_lines_are_skipped_and_counted(tmp_path) -> None:
    turn = StreamingJournal(tmp_path, Stopwatch()).open(start())
    turn.text("a" * 500)
    path = tmp_path / "t1.jsonl"
    path.write_bytes(
        path.read_bytes() + b'\x00\xff\n[1]\n{"type":"text"}\n{"type":"text","text":"b"}\n{"type":"done"}\n'
    )

    (found,) = reopened(tmp_path).recover()

    assert (found.broken_lines, found.text, found.complete) == (3, "a" * 500 + "b", True)


@pytest.mark.ledger("LOG-07")
def test_text_that_could_not_be_written_is_written_later(tmp_path) -> None:
    disk = FailingDisk(10**9)
    turn = StreamingJournal(tmp_path, Stopwatch(), Storage(disk=disk)).open(start())
    disk._fails = range(disk.calls + 1, disk.calls + 2)
    with pytest.raises(StorageFault):
        turn.text("x" * 500)

    turn.tool_start("1", "t")

    assert reopened(tmp_path).recover()[0].text == "x" * 500
