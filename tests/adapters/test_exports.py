"""History that people bring along becomes log and memory: once, by immutable identity, for those who could read it."""

from __future__ import annotations

import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adapters.discord import export as discord
from adapters.exports import chatgpt, export_files, whatsapp
from adapters.slack import export as slack
from adapters.slack.inbound import LookedUp, SlackIdentity, SlackRoom, SlackUser, message
from adapters.telegram import export as telegram
from bots.delivery.answer_parts import received_event
from bots.delivery.intake import LeftOutMessages, UnreadableExport, import_history
from bots.delivery.items import InboxItem
from bots.message import Message
from config.command_runner import run_command
from memory.engine import MemoryEngine
from memory.vocabulary.address import Account, Audience

pytestmark = pytest.mark.ledger("OPS-09")
NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
TS = "1768381200.000100"


def written(folder: Path, files: dict[str, object]) -> Path:
    for name, told in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")
    return folder


def slack_export(folder: Path) -> Path:
    return written(
        folder,
        {
            "users.json": [
                {"id": "U1", "team_id": "T1", "profile": {"display_name": "Ada"}},
                {"id": "U2", "team_id": "T1", "real_name": "Ben", "is_restricted": True},
                {"id": "UB", "team_id": "T1", "name": "helper", "is_bot": True},
            ],
            "channels.json": [{"id": "C1", "name": "general"}],
            "groups.json": [{"id": "G1", "name": "board-room"}],
            "dms.json": [{"id": "D1", "members": ["U1", "UB"]}, {"id": "D2", "members": ["U1", "U2"]}],
            "general/2026-01-14.json": [
                {"type": "message", "subtype": "channel_join", "user": "U1", "ts": "1768381100.000100"},
                {"type": "message", "user": "U1", "ts": TS, "text": "The backup server is called <https://x.y|heron>"},
                {
                    "type": "message",
                    "user": "U2",
                    "ts": "1768381300.000100",
                    "thread_ts": TS,
                    "text": "and the spare one?",
                },
            ],
            "board-room/2026-01-14.json": [{"type": "message", "user": "U1", "ts": TS, "text": "We sell in May"}],
            "D1/2026-01-14.json": [{"type": "message", "user": "U1", "ts": TS, "text": "My badge is 4471"}, "rubbish"],
            "D2/2026-01-14.json": [{"type": "message", "user": "U2", "ts": TS, "text": "Do not tell anybody"}],
        },
    )


def discord_export(folder: Path) -> Path:
    said = {"type": "Default", "timestamp": "2026-01-14T09:00:00+01:00", "author": {"id": "7", "name": "ada"}}
    return written(
        folder,
        {
            "general.json": {
                "guild": {"id": "111", "name": "Guild"},
                "channel": {"id": "222", "type": "GuildTextChat", "name": "general"},
                "messages": [
                    {
                        **said,
                        "id": "1300",
                        "content": "The fountain is closed",
                        "attachments": [{"fileName": "map.png"}],
                    },
                    {**said, "id": "1301", "type": "ChannelPinnedMessage", "content": "pinned"},
                    {**said, "id": "1302", "content": "?", "reference": {"messageId": "1300"}, "author": {}},
                ],
            }
        },
    )


def telegram_export(folder: Path) -> Path:
    said = {"type": "message", "date_unixtime": "1768381200", "from": "Ada", "from_id": "user5"}
    bold = ["The door code is ", {"type": "bold", "text": "7788"}]
    group = {"id": 99, "type": "private_supergroup", "messages": [{**said, "id": 3, "text": bold}]}
    talk = {"id": 42, "type": "bot_chat", "messages": [{**said, "id": 4, "text": "I like figs"}]}
    return written(folder, {"result.json": {"chats": {"list": [group, talk]}}})


def test_a_message_of_a_slack_export_is_the_one_that_the_platform_tells(tmp_path: Path) -> None:
    found = [
        one for one in slack.read(slack_export(tmp_path)) if isinstance(one, Message) and one.place.channel == "C1"
    ]
    event = {
        "type": "message",
        "user": "U1",
        "ts": TS,
        "channel": "C1",
        "channel_type": "channel",
        "text": "The backup",
    }
    known = LookedUp(users={"U1": SlackUser("U1", "Ada", "T1")}, rooms={"C1": SlackRoom("C1", "general", "channel")})
    live = message(event, SlackIdentity(account=Account("slack", "main"), team="T1", user="UX", bot="BX"), known)

    assert live is not None
    assert (
        received_event(InboxItem(anima="alice", message=found[0])).id
        == received_event(InboxItem(anima="alice", message=live)).id
    )
    assert (found[0].author_name, found[0].text) == ("Ada", "The backup server is called [heron](https://x.y)")
    assert str(found[1].place) == f"slack:T1/C1#{TS}"
    assert not found[1].member


def test_who_can_read_an_export_is_as_narrow_as_it_tells(tmp_path: Path) -> None:
    said = [
        *slack.read(slack_export(tmp_path / "s")),
        *discord.read(discord_export(tmp_path / "d")),
        *telegram.read(telegram_export(tmp_path / "t")),
    ]

    assert {one.text[:12]: str(one.audience) for one in said if isinstance(one, Message)} == {
        "The backup s": "open:slack:T1/C1",
        "and the spar": "open:slack:T1/C1",
        "We sell in M": "group:slack:T1/G1",
        "My badge is ": "person:slack:T1/U1",
        "Do not tell ": "group:slack:T1/D2",
        "The fountain": "group:discord:111/222",
        "The door cod": "group:telegram:-10099",
        "I like figs": "person:telegram:5",
    }
    assert [one.why for one in said if isinstance(one, LeftOutMessages)] == [
        "no message",
        "service lines",
        "service lines",
        "a message that is damaged",
    ]


async def test_twice_is_once_and_what_was_said_is_recalled_from_where_it_was_said(tmp_path: Path) -> None:
    engine = await MemoryEngine.open(tmp_path / "alice", clock=lambda: NOW)
    folder, told = slack_export(tmp_path / "export"), list[int]()
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as kept:
        for file in sorted(folder.rglob("*.json")):
            kept.write(file, f"Acme export/{file.relative_to(folder)}")
    first = await import_history({"alice": engine}, slack.read(folder), told=told.append)
    again = await import_history({"alice": engine}, slack.read(tmp_path / "export.zip"))
    await engine.settled()
    found = await engine.search("What is the backup server called?", Audience.parse("open:slack:T1/C1"))
    elsewhere = await engine.search("badge 4471", Audience.parse("open:slack:T1/C1"))
    await engine.close()

    assert (first.new, first.known, again.new, again.known) == (5, 0, 0, 5)
    assert told == [5]
    assert "heron" in found[0].text
    assert found[0].at == datetime.fromtimestamp(float(TS), UTC)
    assert not any("4471" in one.text for one in elsewhere)


@pytest.mark.parametrize("read", [slack.read, discord.read, telegram.read])
def test_what_is_no_export_is_refused_in_one_sentence(read, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{]")

    with pytest.raises(UnreadableExport, match=r"x\.json|has no|holds no|is no"):
        list(read(tmp_path))
    with pytest.raises(UnreadableExport, match="cannot be read"):
        list(read(tmp_path / "missing.zip"))


@pytest.mark.process
def test_the_command_line_brings_an_export_in_and_says_what_was_left_out(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("ANIMA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(discord_export(tmp_path))
    run_command(["init", "--name", "alice", "--quiet"])
    capsys.readouterr()

    code = run_command(["import", "discord", "general.json", "--json"])
    told = json.loads(capsys.readouterr().out)

    assert code == 0
    assert (told["new"], told["places"]) == (1, ["discord:111/222"])
    assert told["left_out"] == {"service lines": 1, "a message that is damaged": 1}
    assert run_command(["import", "telegram", "general.json"]) == 1
    assert "is no JSON export of Telegram Desktop" in capsys.readouterr().err


WHATSAPP = """\u200e11/10/26, 9:15\u202fAM - Messages are end-to-end encrypted.
11/10/26, 9:16\u202fAM - Ada: hello
a second line
11/10/26, 9:16\u202fAM - Ada: hello
a second line
11/20/26, 9:17\u202fPM - Bob B: plan.pdf (file attached)
"""


def test_a_whatsapp_chat_keeps_lines_files_doubles_and_the_order_of_day_and_month(tmp_path):
    path = tmp_path / "WhatsApp Chat with Garden.txt"
    path.write_text(WHATSAPP, encoding="utf-8")

    service, first, again, last = whatsapp.read(path)

    assert service == LeftOutMessages("service lines")
    assert (first.text, first.author_name) == ("hello\na second line", "Ada")
    assert first.id != again.id
    assert last.at == datetime(2026, 11, 20, 21, 17, tzinfo=UTC)
    assert [one.name for one in last.files] == ["plan.pdf"]
    assert str(last.audience) == "group:whatsapp:whatsapp-chat-with-garden"
    assert [one.id for one in whatsapp.read(path) if isinstance(one, Message)] == [first.id, again.id, last.id]


def test_a_chatgpt_talk_is_its_persons_and_of_branches_the_one_that_was_shown(tmp_path):
    def node(name, parent, role, text):
        message = {
            "id": f"m-{name}",
            "author": {"role": role},
            "create_time": 1768381200.5,
            "content": {"content_type": "text", "parts": [text]},
        }
        return {"id": name, "parent": parent, "children": [], "message": message}

    nodes = [
        node("a", "root", "user", "Plan a trip"),
        node("b", "a", "assistant", "To Rome?"),
        node("c", "a", "assistant", "To Porto."),
        node("s", "root", "system", "You are"),
    ]
    mapping = {"root": {"id": "root", "message": None, "parent": None}, **{one["id"]: one for one in nodes}}
    talk = {"id": "t1", "title": "Trip", "mapping": mapping, "current_node": "c"}
    written(tmp_path, {"conversations.json": [talk], "user.json": {"id": "user-1"}})

    found = list(chatgpt.read(tmp_path))

    said = [one for one in found if isinstance(one, Message)]
    assert [(one.text, one.author_is_bot) for one in said] == [("Plan a trip", False), ("To Porto.", True)]
    assert {str(one.audience) for one in said} == {"person:chatgpt:user-1"}
    assert len(found) == 4
    with pytest.raises(UnreadableExport):
        list(chatgpt.read(written(tmp_path / "none", {"conversations.json": {}})))


@pytest.mark.parametrize("chunk", [1, 7, 64])
@pytest.mark.ledger("OPS-09")
def test_a_long_export_is_read_in_pieces_as_it_would_be_at_once(chunk, tmp_path, monkeypatch):
    told = {
        "about": {"list": [1, -2.5e3, None, {"deep": ["ğ", "\\u00e9", True]}]},
        "messages": [{"n": n, "text": "ç😀" * n, "of": [[n]]} for n in range(20)],
        "chats": {"list": [{"id": 1, "messages": []}, {"id": 22, "messages": [{"a": 1}]}]},
        "end": 12345,
    }
    files = {"bom.json": b"\xef\xbb\xbf" + json.dumps(told).encode(), "raw.json": json.dumps(told, ensure_ascii=False)}
    for name, text in files.items():
        (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    (tmp_path / "list.json").write_text(json.dumps([1, [2], {"messages": 3}], indent=3))
    (tmp_path / "torn.json").write_text(json.dumps(told)[:-9])
    monkeypatch.setattr(export_files, "_CHUNK", chunk)

    found = dict(export_files.long_contents(tmp_path))

    assert found["torn.json"] is None
    assert list(found["list.json"]) == [1, [2], {"messages": 3}]
    for name in files:
        whole = found[name]
        for _ in range(2):
            assert list(whole["messages"]) == told["messages"]
        assert [list(one["messages"]) for one in whole["chats"]["list"]] == [[], [{"a": 1}]]
        assert (whole["about"], whole["end"]) == (told["about"], told["end"])
