"""The terminal: what a line means, and how answers look."""

from __future__ import annotations

import asyncio
import io
import os
import re

import pytest

from adapters.console.inbound import Seat, direct_place, heard, lines_of
from adapters.console.markdown import rendered
from adapters.console.outbound import Shown, plain_posts
from adapters.rendering.width import width
from bots.errors import Unreachable
from bots.message import Delete, File, Kind, Persona, Send, Typing
from memory.vocabulary.address import Audience, Place
from tests.adapters.console.stage import ACCOUNT, ADA, DIRECT, ROOM, Table, Ticking
from tests.contracts.adapter import RecordingSink
from tests.each import each

pytestmark = pytest.mark.ledger("PLT-05")

_SEAT = Seat(person=ADA, place=DIRECT, show=lambda _: None)
_NOW = Ticking()()
_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@each(
    ("line", "kind", "text"),
    [
        ("hello", Kind.MESSAGE, "hello"),
        ("  こんにちは、元気ですか。 ", Kind.MESSAGE, "こんにちは、元気ですか。"),
        ("two\nlines", Kind.MESSAGE, "two\nlines"),
        ("a paste\n\nwith a blank line", Kind.MESSAGE, "a paste\n\nwith a blank line"),
        ("/anima memory search tea", Kind.COMMAND, "memory search tea"),
        ("/anima", Kind.COMMAND, "help"),
        ("/stop", Kind.COMMAND, "stop"),
        ("/help why", Kind.COMMAND, "help why"),
        ("/animals are nice", Kind.MESSAGE, "/animals are nice"),
        ("tell me what /stop does", Kind.MESSAGE, "tell me what /stop does"),
    ],
)
def test_a_line_is_talk_or_a_command(line: str, kind: Kind, text: str) -> None:
    message = heard(line, ACCOUNT, _SEAT, "1", _NOW)

    assert message is not None
    assert (message.kind, message.text) == (kind, text)


@pytest.mark.parametrize("line", ["", "   ", "\n\n"])
def test_a_blank_line_says_nothing(line: str) -> None:
    assert heard(line, ACCOUNT, _SEAT, "1", _NOW) is None


def test_a_dm_is_read_by_the_person_and_a_room_by_all() -> None:
    direct = heard("hello", ACCOUNT, _SEAT, "1", _NOW)
    room = heard("hello", ACCOUNT, Seat(person=ADA, place=ROOM, show=lambda _: None), "1", _NOW)

    assert direct is not None
    assert room is not None
    assert (direct.is_direct, direct.audience) == (True, Audience.person(ADA))
    assert (room.is_direct, room.audience) == (False, Audience.open(ROOM))
    assert str(direct_place(ADA)) == "console:dm/ada"


async def test_in_a_pipe_an_answer_stands_behind_its_speakers_name_and_drafts_are_not_shown() -> None:
    table, written = Table(), io.StringIO()
    file = File(name="a.md", media_type="text/markdown", content=b"1234")
    for number, act in enumerate(
        [
            Typing(place=DIRECT, preview="**H"),
            Send(place=DIRECT, text="**Hi** [x](https://e.org)"),
            Send(place=DIRECT, text="Me too", persona=Persona(name="bob")),
            Send(place=DIRECT, text="a\x1b[2Jb\rc\x07"),
            Send(place=DIRECT, text="see", files=(file,)),
            Delete(place=DIRECT, message_id="7"),
        ]
    ):
        await table.hub.perform(act, str(number))
    for shown in table.shown[DIRECT]:
        plain_posts(written.write)(shown)

    assert written.getvalue() == (
        "alice> Hi x (https://e.org)\nbob> Me too\nalice> a[2Jb\nc\n"
        "alice> see\n[file: a.md, text/markdown, 4 bytes]\n(a message was taken back)\n"
    )


async def test_a_post_is_shown_where_it_belongs_and_the_same_nonce_once() -> None:
    table = Table()
    first = await table.hub.perform(Send(place=ROOM, text="once"), "1")
    again = await table.hub.perform(Send(place=ROOM, text="once"), "1", in_doubt=True)

    assert table.shown == {ROOM: [Shown(name="alice", text="once")], DIRECT: []}
    assert again == first
    with pytest.raises(Unreachable, match="console:nowhere"):
        await table.hub.perform(Send(place=Place("console", "", "nowhere"), text="x"), "2")


async def test_what_could_not_be_stored_is_told() -> None:
    table, sink = Table(), RecordingSink()
    sink.refuse(1)
    running = asyncio.create_task(table.hub.run(sink))
    await table.hub.hear("hello", table.seats[DIRECT])
    running.cancel()

    assert "could not be stored" in table.shown[DIRECT][0].text


async def test_ids_differ_and_sort_also_after_a_restart() -> None:
    clock = Ticking()
    before, after = Table(clock), Table(clock)
    ids = [
        (await table.hub.perform(Send(place=DIRECT, text="x"), str(n))).message_id
        for table in (before, after)
        for n in range(3)
    ]

    assert ids == sorted(set(ids))


async def test_people_and_rooms_are_found_by_name() -> None:
    table = Table()

    assert await table.hub.find("ADA") == [ADA, DIRECT]
    assert await table.hub.find("gener") == [ROOM]
    assert await table.hub.find(" ") == []


# ---------------------------------------------------------------------------------------------------- on a screen


@pytest.mark.parametrize("columns", [20, 33, 80])
def test_words_are_wrapped_whole_and_wide_letters_take_two_columns(columns: int) -> None:
    text = "Some *rather* long words on gardening. 今日は良い天気ですから公園へ散歩に行きます。\n\n- " + "tea and " * 12
    rows = [_ESCAPE.sub("", row) for row in rendered(text, width=columns, name="alice").splitlines()]

    words = [word for word in " ".join(rows).split() if word.isascii()]
    assert max(map(width, rows)) <= columns
    assert words == ["alice>", *re.sub(r"[*]|[^\x00-\x7f]+|- ", "", text).split()]
    assert rows[-1].startswith("  ")


def test_markdown_is_seen_and_what_a_model_writes_does_not_steer_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    text = "**b** [x](https://e.org) <b>1 < 2</b>\x1b[2J\n\n```\n" + "code " * 30 + "\n```"
    colourful = rendered(text, width=40)
    monkeypatch.setenv("NO_COLOR", "1")
    plain = rendered(text, width=40)

    assert _ESCAPE.sub("", colourful).split("\n") == [
        "b x (https://e.org) <b>1 < 2</b>[2J",
        "",
        ("code " * 30).rstrip(" ") + " ",
        "",
    ]
    assert "\x1b[1m" in colourful
    assert "\x1b[36m" in colourful
    assert "\x1b[36m" not in plain


# ---------------------------------------------------------------------------------------------------- from a pipe


async def test_piped_lines_come_one_by_one() -> None:
    lines = [line async for line in lines_of(io.StringIO("one\n二\n\nlast"))]

    assert lines == ["one", "二", "", "last"]


async def test_waiting_for_a_person_does_not_hold_up_the_end() -> None:
    read, write = os.pipe()
    with open(read, encoding="utf-8") as stream:
        waiting = asyncio.create_task(anext(lines_of(stream)))
        await asyncio.sleep(0.01)
        waiting.cancel()
        done, _ = await asyncio.wait({waiting}, timeout=1)
        os.close(write)
        await asyncio.sleep(0.02)

    assert done == {waiting}
