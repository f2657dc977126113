"""The control socket: commands typed beside a running fleet."""

import asyncio
import json
import os
import socket
import stat

import pytest

from config.command_line.control import Unanswered, ask, serve


async def collected(path, argv, typed=None):
    said = []
    code = await ask(path, argv, said=lambda stream, text: said.append((stream, text)), typed=typed)
    return code, said


async def echo(session):
    await session.say(f"{' '.join(session.argv)}\n")
    await session.say("a word\n", "stderr")
    return 3


async def raw(path, content):
    reader, writer = await asyncio.open_unix_connection(str(path))
    writer.write(content)
    await writer.drain()
    lines = [json.loads(line) async for line in reader]
    writer.close()
    return lines


@pytest.mark.ledger("OPS-03")
async def test_a_command_is_carried_out_beyond_the_socket_and_its_streams_stay_apart(tmp_path):
    path = tmp_path / "control.sock"

    async with serve(path, echo):
        assert await collected(path, ["status", "--json"]) == (
            3,
            [("stdout", "status --json\n"), ("stderr", "a word\n")],
        )


@pytest.mark.ledger("OPS-03")
async def test_the_socket_is_its_owners_alone_and_gone_afterwards(tmp_path):
    path = tmp_path / "control.sock"

    async with serve(path, echo):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600

    assert not path.exists()


@pytest.mark.ledger("OPS-03")
async def test_a_socket_left_by_a_dead_fleet_answers_nobody_and_is_replaced(tmp_path):
    path = tmp_path / "control.sock"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))

    with pytest.raises(Unanswered):
        await collected(path, ["status"])
    async with serve(path, echo):
        assert (await collected(path, ["status"]))[0] == 3


async def test_a_home_with_a_long_path_has_a_socket_too(tmp_path):
    folder = tmp_path / ("long" * 30)
    folder.mkdir()

    async with serve(folder / "control.sock", echo):
        assert (await collected(folder / "control.sock", ["x"]))[0] == 3


@pytest.mark.parametrize("content", [b"hello\n", b"{}\n", b'{"argv": "status"}\n', b'{"argv": [1]}\n', b"\xff\n"])
async def test_what_is_no_request_is_answered_with_one_clear_line(tmp_path, content):
    path = tmp_path / "control.sock"

    async with serve(path, echo):
        answered = await raw(path, content)

    assert answered == [
        {"stderr": 'expected one JSON object a line: {"argv": ["status"]}\n'},
        {"exit": 2},
    ]


async def test_lines_typed_at_the_client_reach_the_command(tmp_path):
    async def talk(session):
        while (line := await session.line()) is not None:
            await session.say(line.upper())
        return 0

    async def typed():
        yield "one"
        yield "two"

    async with serve(tmp_path / "s", talk):
        assert await collected(tmp_path / "s", ["chat"], typed()) == (0, [("stdout", "ONE"), ("stdout", "TWO")])


async def test_a_command_that_fails_leaves_the_fleet_answering(tmp_path):
    async def broken(session):
        raise RuntimeError("xoxb-secret")

    async with serve(tmp_path / "s", broken):
        first = await collected(tmp_path / "s", ["list"])
        second = await collected(tmp_path / "s", ["list"])

    assert first == second == (1, [("stderr", "list failed (RuntimeError): see logs/fleet.log\n")])


async def test_a_client_whose_fleet_goes_away_is_told(tmp_path):
    async def slow(session):
        await asyncio.sleep(60)
        return 0

    async def leave():
        async with serve(tmp_path / "s", slow):
            asking = asyncio.create_task(collected(tmp_path / "s", ["x"]))
            await asyncio.sleep(0.02)
        with pytest.raises(Unanswered):
            await asking

    await asyncio.wait_for(leave(), 5)


async def test_a_fleet_that_ends_during_a_command_leaves_no_trace_of_it(tmp_path):
    """F18: a SIGTERM during `chat --once` printed a traceback."""
    told = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: told.append(context["message"]))

    async def slow(session):
        await asyncio.sleep(60)
        return 0

    async with serve(tmp_path / "s", slow):
        asking = asyncio.create_task(collected(tmp_path / "s", ["x"]))
        await asyncio.sleep(0.02)
    with pytest.raises(Unanswered):
        await asking
    await asyncio.sleep(0)

    assert told == []


def test_the_umask_is_left_as_it_was(tmp_path):
    before = os.umask(0o022)
    os.umask(before)

    async def once():
        async with serve(tmp_path / "s", echo):
            pass

    asyncio.run(once())

    after = os.umask(before)
    os.umask(after)
    assert after == before
