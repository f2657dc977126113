"""The terminal: what a line means, and how answers look."""

from __future__ import annotations

import asyncio
import io
import os
import pty

import pytest

from adapters.console.inbound import Seat, direct_place, heard
from adapters.console.lines import lines_of
from bots.errors import Refused
from bots.message import File, Kind, Persona, Send, Typing
from memory.vocabulary.address import Audience, Place
from tests.adapters.console.stage import ACCOUNT, ADA, DIRECT, ROOM, Terminal, Ticking
from tests.contracts.adapter import RecordingSink

pytestmark = pytest.mark.ledger("PLT-05")

_SEAT = Seat(account=ACCOUNT, place=DIRECT, person=ADA, person_name="Ada")
_NOW = Ticking()()


@pytest.mark.parametrize(
    ("line", "kind", "text"),
    [
        ("hello", Kind.MESSAGE, "hello"),
        ("  こんにちは、元気ですか。 ", Kind.MESSAGE, "こんにちは、元気ですか。"),
        ("two\nlines", Kind.MESSAGE, "two\nlines"),
        ("/anima memory search tea", Kind.COMMAND, "memory search tea"),
        ("/anima", Kind.COMMAND, "help"),
        ("/stop", Kind.COMMAND, "stop"),
        ("/help why", Kind.COMMAND, "help why"),
        ("/animals are nice", Kind.MESSAGE, "/animals are nice"),
        ("tell me what /stop does", Kind.MESSAGE, "tell me what /stop does"),
    ],
)
def test_a_line_is_talk_or_a_command(line: str, kind: Kind, text: str) -> None:
    message = heard(line, _SEAT, "1", _NOW)

    assert message is not None
    assert (message.kind, message.text) == (kind, text)


@pytest.mark.parametrize("line", ["", "   ", "\n\n"])
def test_a_blank_line_says_nothing(line: str) -> None:
    assert heard(line, _SEAT, "1", _NOW) is None


def test_a_dm_is_read_by_the_person_and_a_room_by_all() -> None:
    room = Seat(account=ACCOUNT, place=ROOM, person=ADA, person_name="Ada")

    assert (_SEAT.is_direct, _SEAT.audience) == (True, Audience.person(ADA))
    assert (room.is_direct, room.audience) == (False, Audience.open(ROOM))
    assert str(direct_place(ADA)) == "console:dm/ada"


async def test_an_answer_stands_behind_its_speakers_name() -> None:
    terminal = Terminal()
    await terminal.adapter.perform(Send(place=DIRECT, text="**Hi** [x](https://e.org)"), "1")
    await terminal.adapter.perform(Send(place=DIRECT, text="Me too", persona=Persona(name="bob")), "2")

    assert terminal.text == "alice> Hi x (https://e.org)\nbob> Me too\n"


async def test_a_post_into_another_room_names_the_room() -> None:
    terminal = Terminal()
    await terminal.adapter.perform(Send(place=ROOM, text="news"), "1")

    assert terminal.text == "[general] alice> news\n"


async def test_the_same_nonce_is_shown_once() -> None:
    terminal = Terminal()
    first = await terminal.adapter.perform(Send(place=DIRECT, text="once"), "1")
    again = await terminal.adapter.perform(Send(place=DIRECT, text="once"), "1", in_doubt=True)

    assert terminal.text.count("once") == 1
    assert again == first


async def test_what_a_model_writes_does_not_steer_the_terminal() -> None:
    terminal = Terminal()
    await terminal.adapter.perform(Send(place=DIRECT, text="a\x1b[2Jb\rc\x07"), "1")

    assert terminal.text == "alice> a[2Jb\nc\n"


async def test_a_file_is_named() -> None:
    terminal = Terminal()
    file = File(name="a.md", media_type="text/markdown", content=b"1234")
    await terminal.adapter.perform(Send(place=DIRECT, text="see", files=(file,)), "1")

    assert terminal.text == "alice> see\n[file: a.md, text/markdown, 4 bytes]\n"


async def test_thinking_is_shown_at_a_terminal_only() -> None:
    terminal, pipe = Terminal(is_terminal=True), Terminal()
    for one in (terminal, pipe):
        await one.adapter.perform(Typing(place=DIRECT), "1")
        await one.adapter.perform(Typing(place=DIRECT), "2")
        await one.adapter.perform(Send(place=DIRECT, text="done"), "3")

    assert terminal.text == "…\r\x1b[Kalice> done\nyou> "
    assert pipe.text == "alice> done\n"


async def test_the_end_of_input_ends_the_run() -> None:
    terminal = Terminal(is_terminal=True)
    terminal.enter("hello")
    terminal.enter(None)
    sink = RecordingSink()
    await asyncio.wait_for(terminal.adapter.run(sink), 1)

    assert [message.text for message in sink.messages.values()] == ["hello"]
    assert terminal.text == "you> \n"


async def test_what_could_not_be_stored_is_told() -> None:
    terminal, sink = Terminal(), RecordingSink()
    sink.refuse(1)
    terminal.enter("hello")
    terminal.enter(None)
    await asyncio.wait_for(terminal.adapter.run(sink), 1)

    assert "could not be stored" in terminal.text


async def test_ids_differ_and_sort_also_after_a_restart() -> None:
    clock = Ticking()
    before, after = Terminal(clock=clock), Terminal(clock=clock)
    ids = [
        (await terminal.adapter.perform(Send(place=DIRECT, text="x"), str(n))).message_id
        for terminal in (before, after)
        for n in range(3)
    ]

    assert ids == sorted(set(ids))


async def test_a_room_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(Refused, match="console:general"):
        await Terminal().adapter.perform(Send(place=_ELSEWHERE, text="x"), "1")


_ELSEWHERE = Place("console", "", "nowhere")


async def test_people_and_rooms_are_found_by_name() -> None:
    adapter = Terminal().adapter

    assert await adapter.find("ADA") == [ADA, DIRECT]
    assert await adapter.find("gener") == [ROOM]
    assert await adapter.find(" ") == []


async def test_piped_lines_come_one_by_one() -> None:
    lines = [line async for line in lines_of(io.StringIO("one\n二\n\nlast"))]

    assert lines == ["one", "二", "", "last"]


async def test_lines_pasted_into_a_terminal_come_together() -> None:
    ours, theirs = pty.openpty()
    with open(theirs, encoding="utf-8") as stream:
        os.write(ours, "one\n二\n".encode())
        lines = lines_of(stream)
        first = await asyncio.wait_for(anext(lines), 2)
        os.write(ours, b"three\n\x04")
        second = await asyncio.wait_for(anext(lines), 2)
        os.write(ours, b"\x04")
        await asyncio.sleep(0.05)
    os.close(ours)

    assert first == "one\n二"
    assert second == "three"


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
