"""The account's life: connecting, losing the socket, coming back, failing for good."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bots.message import Kind
from bots.ports import Connection
from tests.adapters.slack.scene import PATIENCE, ROOM, SlackStage, adapter_for, server_with, stage_with
from tests.contracts.adapter import RecordingSink, running
from tests.each import each
from tests.platforms.plan import Fault, FaultPlan


@contextlib.asynccontextmanager
async def at_work(stage: SlackStage) -> AsyncIterator[asyncio.Task[None]]:
    """The adapter running, connected or not."""
    task = asyncio.create_task(stage.adapter.run(stage.sink))
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.wait({task}, timeout=3)


@pytest.mark.ledger("PLT-02")
async def test_connected_is_told_once_the_socket_said_hello():
    async with stage_with() as stage, running(stage):
        assert [state for _, state, _ in stage.sink.connections] == [Connection.CONNECTING, Connection.CONNECTED]
        assert stage.server.sockets.hellos == 1


@pytest.mark.ledger("PLT-14")
async def test_what_was_said_while_the_sockets_were_down_is_in_the_history():
    plan = FaultPlan()
    async with stage_with(plan) as stage, running(stage):
        before = await stage.server.say("C01", "U01", "before")
        await stage.sink.find(before)
        plan.add(Fault("drop", "deliver:", times=99))
        stage.server.sockets.refuse = True
        await stage.server.sockets.cut()
        await stage.until_told(Connection.CONNECTING, 2)
        missed = [await stage.server.say("C01", "U01", f"missed {n}") for n in range(3)]
        missed.append(await stage.server.say("C01", "U02", "missed in a thread", thread=before))
        stage.server.sockets.refuse = False
        await stage.until_told(Connection.CONNECTED, 2)

        past = await stage.adapter.history(ROOM, before)
        assert [message.id for message in past] == missed
        assert past[-1].place.thread == before
        assert {message.kind for message in past} == {Kind.MESSAGE}


@pytest.mark.ledger("PLT-02")
@pytest.mark.parametrize("reason", ["warning", "refresh_requested"])
async def test_a_refresh_that_slack_asks_for_is_told_as_connected_again(reason: str):
    async with stage_with() as stage, running(stage):
        await stage.server.sockets.disconnect(reason)
        await stage.until_told(Connection.CONNECTED, 2)
        ts = await stage.server.say("C01", "U01", "after the refresh")

        await stage.sink.find(ts)
        states = [state for _, state, _ in stage.sink.connections]
        assert states == [Connection.CONNECTING, Connection.CONNECTED, Connection.CONNECTED]


@pytest.mark.ledger("PLT-02")
async def test_a_socket_that_is_cut_in_the_middle_of_a_delivery_loses_nothing():
    plan = FaultPlan([Fault("cut_socket", "deliver:message")])
    async with stage_with(plan) as stage, running(stage):
        ts = await stage.server.say("C01", "U01", "did you get this?")

        await stage.sink.find(ts)
        await stage.until_told(Connection.CONNECTED, 2)


@pytest.mark.ledger("PLT-02")
async def test_a_socket_that_went_deaf_is_replaced():
    """Half-open: the connection stands, but nothing answers any more."""
    async with stage_with() as stage, running(stage):
        frozen = stage.server.sockets.open[0][1]
        # The server's reader stops: pings stay without an answer, as behind a dead router.
        frozen._req.transport.pause_reading()  # type: ignore[union-attr]
        stage.server.sockets.open.clear()

        await stage.until_told(Connection.CONNECTED, 2)
        assert stage.server.sockets.hellos == 2


@pytest.mark.ledger("PLT-02")
async def test_without_a_network_it_tries_for_ever_and_gets_in_when_it_can():
    plan = FaultPlan([Fault("drop", "auth.test", times=3), Fault("5xx", "apps.connections.open", times=2)])
    async with stage_with(plan) as stage, running(stage):
        assert [state for _, state, _ in stage.sink.connections] == [Connection.CONNECTING, Connection.CONNECTED]
        assert plan.next("auth.test") is None
        assert plan.next("apps.connections.open") is None


@pytest.mark.ledger("PLT-02")
async def test_a_ticket_that_no_longer_works_is_not_tried_again():
    async with stage_with() as stage:
        stage.adapter = adapter_for(stage.server, patience=replace(PATIENCE, hello_s=0.15))
        stage.server.sockets.refuse = True
        async with at_work(stage):
            async with asyncio.timeout(5):
                while sum(method == "apps.connections.open" for _, method, _ in stage.server.ledger.calls) < 3:
                    await asyncio.sleep(0.01)
            stage.server.sockets.refuse = False
            await stage.until_told(Connection.CONNECTED)


@pytest.mark.ledger("PLT-16")
@each(
    ("change", "words"),
    [
        ({"bot_token": "xoxb-wrong"}, ("invalid_auth", "bot_token")),
        ({"bot_token": ""}, ("not_authed", "bot_token")),
        ({"app_token": "xapp-wrong"}, ("invalid_auth", "app_token")),
        ({"app_token": "xoxb-test"}, ("not_allowed_token_type", "xapp-")),
        ({"mode": "http"}, ("signing_secret",)),
    ],
)
async def test_what_waiting_cannot_mend_fails_with_words_that_say_what_to_do(
    change: dict[str, str], words: tuple[str, ...]
):
    async with stage_with(**change) as stage:
        await asyncio.wait_for(stage.adapter.run(stage.sink), 5)

        _, state, detail = stage.sink.connections[-1]
        assert state is Connection.FAILED
        assert all(word in detail for word in words)
        assert "xoxb-wrong" not in detail


@pytest.mark.ledger("PLT-16")
async def test_a_missing_scope_is_named():
    async with stage_with() as stage:
        stage.server.required["apps.connections.open"] = ("connections:write",)
        await asyncio.wait_for(stage.adapter.run(stage.sink), 5)

        _, state, detail = stage.sink.connections[-1]
        assert state is Connection.FAILED
        assert "connections:write" in detail


async def test_tokens_do_not_show_when_settings_are_printed():
    async with stage_with() as stage:
        shown = repr(stage.adapter._settings)
        assert stage.server.app.bot_token not in shown
        assert stage.server.app.app_token not in shown


async def test_cancelled_while_slack_is_silent_it_ends_in_time():
    async with stage_with() as stage:
        stage.server.plan.add(Fault("delay", "auth.test", seconds=1.0))
        task = asyncio.create_task(stage.adapter.run(stage.sink))
        await asyncio.sleep(0.05)
        task.cancel()
        done, _ = await asyncio.wait({task}, timeout=1.5)

        assert done == {task}
        assert task.cancelled()


@pytest.mark.ledger("PLT-11")
async def test_what_is_being_stored_when_it_is_cancelled_is_still_acknowledged():
    async with stage_with() as stage, running(stage) as task:
        begun = asyncio.Event()
        deliver = stage.sink.deliver

        async def slowly(message):
            begun.set()
            await asyncio.sleep(0.1)
            return await deliver(message)

        stage.sink.deliver = slowly  # type: ignore[method-assign]
        ts = await stage.server.say("C01", "U01", "just in time")
        await begun.wait()
        task.cancel()
        await asyncio.wait({task}, timeout=2)
        await stage.server.settled()

        assert [message.id for message in stage.heard()] == [ts]
        assert stage.server.ledger.delivered[ts].acked


@pytest.mark.ledger("PLT-11", "PLT-14")
async def test_a_second_life_hears_what_the_first_did_not_acknowledge():
    async with server_with() as server:
        first = SlackStage(server, adapter_for(server))
        async with running(first):
            first.sink.refuse(99)
            ts = await server.say("C01", "U01", "whoever hears this")
            await asyncio.sleep(0.02)
        second = SlackStage(server, adapter_for(server), sink=RecordingSink())
        async with running(second):
            await second.sink.find(ts)
