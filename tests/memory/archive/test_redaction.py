from __future__ import annotations

from dataclasses import replace

import pytest

from memory.archive.activity_log import ActivityLog
from memory.archive.contacts import Profile, ProfileShelf
from memory.archive.conversations import Conversations, ConversationTurn
from memory.archive.files import Files
from memory.archive.json_lines import Quarantine, Storage
from memory.archive.operations_log import TurnReports
from memory.archive.shared_logs import Resolution, Resolutions
from memory.archive.unfinished_turns import InterruptedSession, JournalStart, ShortTermMemory, StreamingJournal
from tests.memory.archive.stage import BERLIN, NOON, said, write

SECRET = "canary-4711"


def redact(text: str) -> str:
    return text.replace(SECRET, "***")


@pytest.mark.ledger("OPS-02")
def test_no_secret_is_kept_by_any_part_of_the_archive(tmp_path) -> None:
    text = f"my key is {SECRET}"
    quarantine = Quarantine(files=Files(tmp_path / "quarantine"))
    storage = Storage(redact=redact, quarantine=quarantine, zone=BERLIN)
    log = ActivityLog(tmp_path / "log", storage)
    log.append(replace(said(1, text), summary=text))
    write(tmp_path / "alice", "knowledge/a.md", {"sources": [text]}, text, redact=redact)
    write(tmp_path / "alice", "knowledge/a.md", {}, f"{text}, too", redact=redact)
    conversations = Conversations(tmp_path / "talk", storage)
    conversations.append("console:ada", ConversationTurn(role="user", text=text, at=NOON))
    conversations.append("console:ada", ConversationTurn(role="user", text=text, at=NOON))
    conversations.compress(conversations.read("console:ada"), text, upto=1)
    state = InterruptedSession(session="s", at=NOON, request=text, answer_so_far=text, tools_used=(text,), notes=text)
    ShortTermMemory(tmp_path / "shortterm", storage).save(state)
    TurnReports(tmp_path / "state", storage).append({"id": "t", "why": [{"because": text}]})
    turn = StreamingJournal(tmp_path / "journal", lambda: 0.0, storage).open(
        JournalStart(turn="t", trigger="message", started_at=NOON)
    )
    turn.text(text)
    turn.tool_start("1", "search", text)
    turn.tool_end("1", text)
    ProfileShelf(tmp_path, storage).write(Profile(person="console:ada", text=text))
    Resolutions(tmp_path, storage).append(Resolution(ts=NOON, anima="alice", issue=text, resolution=text))

    written = [path.read_text() for path in tmp_path.rglob("*") if path.is_file()]

    written = [text for text in written if '"kept"' not in text]
    assert len(written) == 10
    assert all("***" in content and SECRET not in content for content in written)
