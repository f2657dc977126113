"""HTTP mode: signed events, commands and buttons over POST /slack/<account>."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import json
import time
from collections.abc import AsyncIterator

import pytest
from aiohttp import web

from adapters.slack.receiver import Signatures
from bots.message import Kind
from tests.adapters.slack.scene import SlackStage, stage_with
from tests.contracts.adapter import running


@contextlib.asynccontextmanager
async def mounted() -> AsyncIterator[SlackStage]:
    """The adapter in http mode behind a web server, as the fleet mounts it; Slack posts there."""
    async with stage_with(mode="http", signing_secret="shhh") as stage:

        async def handle(request: web.Request) -> web.Response:
            status, headers, body = await stage.adapter.receive(request.headers, await request.read())
            return web.Response(status=status, headers=headers, text=body)

        routes = web.Application()
        routes.router.add_post("/slack/main", handle)
        runner = web.AppRunner(routes)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        stage.server.events_url = f"http://127.0.0.1:{runner.addresses[0][1]}/slack/main"
        try:
            async with running(stage):
                yield stage
        finally:
            await runner.cleanup()


@pytest.mark.ledger("PLT-02", "PLT-11")
async def test_an_event_is_heard_and_answered_with_200_only_when_it_is_stored():
    async with mounted() as stage:
        stage.sink.refuse(1)
        ts = await stage.server.say("C01", "U01", "<@UBOT> over http")
        await stage.server.settled()

        message = await stage.sink.find(ts)
        assert message.text == "over http"
        assert sorted(map(len, stage.server.courier.attempts.values())) == [1, 2]
        assert len(stage.heard()) == 1


@pytest.mark.ledger("PLT-02")
async def test_commands_and_buttons_come_as_forms():
    async with mounted() as stage:
        ts = await stage.server.say("C01", "U01", "a post")
        await stage.server.slash("U01", "C01", "status")
        await stage.server.press("U01", "C01", ts, "again", "alice")
        await stage.server.settled()

        assert [message.text for message in stage.heard(Kind.COMMAND, Kind.BUTTON)] == ["status", "alice"]
        assert stage.server.courier.given_up == []


@pytest.mark.ledger("PLT-02")
async def test_a_wrong_signature_is_refused():
    async with mounted() as stage:
        payload = {"type": "event_callback", "event": {"type": "message", "ts": "1700000000.000100", "channel": "C01"}}
        status, _ = await stage.server.post_signed("events_api", payload, secret="guessed")

        assert status == 401
        assert stage.heard() == []


@pytest.mark.ledger("PLT-16")
async def test_slacks_check_of_the_address_is_answered():
    async with mounted() as stage:
        status, body = await stage.server.post_signed("events_api", {"type": "url_verification", "challenge": "abc"})

        assert status == 200
        assert "abc" in body


async def posted(stage: SlackStage, body: bytes, *, kind: str = "application/json", secret: str = "shhh") -> int:
    """The status of a post of these bytes, signed now."""
    at = int(time.time())
    mac = hmac.new(secret.encode(), b"v0:%d:" % at + body, hashlib.sha256).hexdigest()
    head = {"Content-Type": kind, "X-Slack-Request-Timestamp": str(at), "X-Slack-Signature": f"v0={mac}"}
    return (await stage.adapter.receive(head, body))[0]


FORM = "application/x-www-form-urlencoded"
DEEP = b"[" * 200_000
ODD = [
    (b"\xff\xfe", "application/json"),
    (b"{", "application/json"),
    (b"[]", "application/json"),
    (b'{"type": 5}', "application/json"),
    (b'{"type": "event_callback", "event": []}', "application/json"),
    (b'{"type": "event_callback", "event": {"type": []}}', "application/json; charset=utf-8"),
    (DEEP, "application/json"),
    (b"payload=", FORM),
    (b"payload=%5B%5D", FORM),
    (b"payload=" + DEEP, FORM),
    (b"\xff=1", FORM),
    (b"nothing", FORM),
    (b"", ""),
]


@pytest.mark.ledger("PLT-02")
@pytest.mark.parametrize(("body", "kind"), ODD)
async def test_what_is_nothing_of_slacks_is_refused_in_one_line(body: bytes, kind: str, caplog):
    """B8: unsigned it is not looked at, signed it is 400, never a traceback."""
    async with mounted() as stage:
        assert await posted(stage, body, kind=kind, secret="guessed") == 401
        assert await posted(stage, body, kind=kind) == 400

    assert "Traceback" not in caplog.text
    assert sum("nothing that Slack sends" in one.message for one in caplog.records) == 1


STRANGE = [
    {"type": "message", "channel": {"id": "C01"}, "ts": "1.2", "text": "x", "user": "U01"},
    {"type": "message", "channel": "C01", "ts": ["1"], "files": "none"},
    {"type": "message", "channel": "C01", "ts": "1700000000.000100", "text": "x", "user": "U01", "files": [5]},
    {"type": "message", "channel": "C01", "ts": "9" * 400 + ".1", "text": "x", "user": "U01"},
    {"type": "message", "subtype": "message_changed", "channel": "C01", "message": "new"},
    {"type": "message", "subtype": "message_deleted", "channel": "C01", "previous_message": [1], "deleted_ts": "1.2"},
    {"type": "reaction_added", "item": "C01", "user": "U01", "event_ts": "1.2", "reaction": {}},
    {"type": "member_joined_channel", "channel": ["C01"], "user": {"id": 1}, "event_ts": "1.2"},
    {"type": "user_change", "user": {"id": "U01", "profile": "none"}},
    {"type": "app_home_opened", "tab": "messages", "channel": 7},
]


@pytest.mark.ledger("PLT-02")
@pytest.mark.parametrize("event", STRANGE)
async def test_a_signed_event_of_another_shape_is_answered_and_forgotten(event: dict[str, object], caplog):
    """B12: it would come again for ever, and leave a traceback each time."""
    async with mounted() as stage:
        status = await posted(stage, json.dumps({"type": "event_callback", "team_id": "T01", "event": event}).encode())

    assert status in (200, 400)
    assert "Traceback" not in caplog.text


@pytest.mark.ledger("PLT-02")
async def test_a_signed_request_is_taken_once():
    """B12: a recorded command does not run again; what could not be stored may come again."""
    body = b"command=%2Fanima&text=status&user_id=U01&channel_id=C01&trigger_id=1.2.3&team_id=T01"
    async with mounted() as stage:
        stage.sink.refuse(1)
        statuses = [await posted(stage, body, kind=FORM) for _ in range(3)]

        assert statuses[1:] == [200, 401]
        assert len(stage.heard(Kind.COMMAND)) == 1


@pytest.mark.ledger("PLT-02")
async def test_a_request_of_long_ago_or_of_the_future_is_no_request():
    signatures, body = Signatures("shhh"), b"{}"
    for at in ("1000", "1601", "", "-5", "²", "9" * 5000):
        mac = hmac.new(b"shhh", b"v0:" + at.encode() + b":" + body, hashlib.sha256).hexdigest()
        head = {"x-slack-request-timestamp": at, "x-slack-signature": f"v0={mac}"}
        assert not signatures.accepts(head, body, 1300.5)
    assert not signatures.accepts({}, body, 1300.5)


async def test_before_it_runs_it_says_come_again():
    async with stage_with(mode="http", signing_secret="shhh") as stage:
        status, _, _ = await asyncio.wait_for(stage.adapter.receive({}, b"{}"), 1)

        assert status == 503
