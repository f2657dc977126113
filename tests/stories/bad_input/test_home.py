"""A home that is not as it should be: unreadable, taken, full, damaged. One line each, and nothing lost."""

import asyncio
import ctypes
import json
import os
import resource
import sqlite3
from collections import Counter

import pytest

from tests.stories.bad_input.product import Product, no_traceback, town, until

_LIBC = ctypes.CDLL(None)
#: Of linux/capability.h and linux/prctl.h: what lets root read everything, and how to give it up.
_OVERRIDES, _DROP = (1, 2), 24


def _without_privilege():
    """In a child, before it becomes the product."""
    if os.geteuid() == 0:
        for capability in _OVERRIDES:
            _LIBC.prctl(_DROP, capability, 0, 0, 0)


async def _can_be_shut_out(home):
    probe = await asyncio.create_subprocess_exec(
        "/bin/ls", str(home), stdout=-3, stderr=-3, preexec_fn=_without_privilege
    )
    return await probe.wait() != 0


@pytest.mark.ledger("OPS-03")
async def test_a_home_that_may_not_be_read_is_one_line(tmp_path):
    product = Product(tmp_path / "home", {"animas": {"alice": {}}})
    product.home.chmod(0)
    if not await _can_be_shut_out(product.home):
        pytest.skip("this process cannot give up the right to read everything")

    for words in (["start"], ["status"], ["chat", "alice", "--once", "Hello"], ["doctor"], ["config", "check"]):
        outcome = await product.run(*words, preexec_fn=_without_privilege)

        assert outcome.code == 1, words
        no_traceback(outcome.out, outcome.err)
        assert len(outcome.lines) == 1, outcome.err
        assert "permission denied" in (outcome.out + outcome.err).lower()
    product.home.chmod(0o700)


@pytest.mark.ledger("OPS-03")
async def test_a_second_start_is_refused_with_the_owners_pid_and_the_first_lives_on(tmp_path):
    async with town("telegram") as place:
        product = Product(tmp_path / "home", place.config())
        async with product.running() as life:
            second = await product.run("start")
            answer = await place.answered("telegram", "Good morning")

    assert (second.code, second.out) == (1, "")
    assert second.lines == [
        f"{product.home} belongs to the fleet with pid {life.process.pid}, which is running: "
        "stop it first, or choose another --home"
    ]
    assert answer


@pytest.mark.ledger("FLT-01", "OPS-03")
async def test_on_a_full_disk_nothing_is_acknowledged_and_after_it_nothing_is_lost(tmp_path):
    async with town() as place:
        product = Product(tmp_path / "home", place.config())
        async with product.running():
            for name in place.venues:
                assert await place.answered(name, "Good morning")
        biggest = max(path.stat().st_size for path in product.home.rglob("*") if path.is_file())

        def no_room():
            resource.setrlimit(resource.RLIMIT_FSIZE, (biggest + 12_000,) * 2)

        async with product.running(preexec_fn=no_room) as full:
            tokens = [f"token{number:03}x" for number in range(18)]
            names = [list(place.venues)[number % 3] for number in range(18)]
            for name, token in zip(names, tokens, strict=True):
                await place.say(name, f"please note {token}")
            await until(
                lambda: any("stored" in line or "inbox" in line for line in full.err) or "inbox" in product.log()
            )
            telegram = place.venues["telegram"].ledger.delivered
            unconfirmed = [one for one in telegram.values() if "token" in one.text and not one.acked]
        heard_when_full = "\n".join(product.heard())

        async with product.running():
            await until(lambda: all(token in "\n".join(product.heard()) for token in tokens), 30)
            await until(lambda: all(len(place.answers(name)) > 6 for name in place.venues), 30)

    heard = Counter(token for text in product.heard() for token in tokens if token in text)
    assert unconfirmed, "the disk was not full"
    assert not all(token in heard_when_full for token in tokens), "the disk was not full"
    assert heard == dict.fromkeys(tokens, 1)
    assert [len(place.answers(name)) for name in place.venues] == [7, 7, 7]
    no_traceback(*full.out, *full.err)


@pytest.mark.ledger("OPS-03")
async def test_rubbish_at_the_control_socket_gets_one_line_and_the_fleet_carries_on(tmp_path):
    async with town("telegram") as place:
        product = Product(tmp_path / "home", place.config())
        async with product.running() as life:
            answers = [
                await at_socket(product, rubbish)
                for rubbish in (
                    b"{\n",
                    b"\xff\xfe\n",
                    b"[]\n",
                    b'{"argv": "status"}\n',
                    b'{"argv": [1]}\n',
                    b"x" * 5_000_000 + b"\n",
                    b"",
                )
            ]
            wrong = await at_socket(product, b'{"argv": ["nosuch"]}\n')
            status = await product.run("status")

    form = 'expected one JSON object a line: {"argv": ["status"]}\n'
    for answer in answers[:-2]:
        assert answer == [{"stderr": form}, {"exit": 2}]
    assert wrong[-1]["exit"] in (1, 2)
    assert status.code == 0
    no_traceback(*life.out, *life.err, product.log())


async def at_socket(product, content):
    reader, writer = await asyncio.open_unix_connection(str(product.home / "control.sock"))
    writer.write(content)
    writer.write_eof()
    found = []
    try:
        async with asyncio.timeout(10):
            async for line in reader:
                found.append(json.loads(line))
    except ConnectionError:
        pass
    finally:
        writer.close()
    return found


@pytest.mark.ledger("OPS-03")
async def test_a_damaged_home_refuses_to_start_with_one_line_that_names_the_file(tmp_path):
    product = Product(tmp_path / "home", {"animas": {"alice": {}}})
    assert (await product.run("chat", "alice", "--once", "Hello")).code == 0

    for name, content in (
        ("delivery.sqlite3", b"this is no database, but it is long enough to be taken for one" * 20),
        ("format", b"one\n"),
        ("format", b"99\n"),
    ):
        whole = (product.home / name).read_bytes()
        (product.home / name).write_bytes(content)
        for outcome in await product.run("start"), await product.run("status"):
            assert (outcome.code, len(outcome.lines)) == (1, 1), outcome.err
            assert name in outcome.err or "format" in outcome.err
            no_traceback(outcome.err, outcome.out)
        assert (product.home / name).read_bytes() == content
        (product.home / name).write_bytes(whole)


@pytest.mark.ledger("OPS-03")
async def test_a_torn_index_is_made_again_and_the_person_notices_nothing(tmp_path):
    product = Product(tmp_path / "home", {"animas": {"alice": {}}})
    assert (await product.run("chat", "alice", "--once", "My dog is called Bello.")).code == 0
    for index in (product.home / "index").rglob("*.sqlite3"):
        index.write_bytes(b"torn" * 2_000)

    found = await product.run("chat", "alice", "--once", "What is my dog called?")

    assert found.code == 0
    assert "Bello" in found.out
    no_traceback(found.err)
    with sqlite3.connect(next((product.home / "index").rglob("text.sqlite3"))) as index:
        assert index.execute("pragma integrity_check").fetchone() == ("ok",)
