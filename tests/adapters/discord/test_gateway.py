"""Connections break; nothing is lost, nothing is heard twice, and session starts are saved."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from adapters.discord.guilds import DiscordSettings
from bots.message import Send
from bots.ports import Connection
from tests.adapters.discord.conftest import BRISK, DiscordStage, until
from tests.contracts.adapter import running
from tests.platforms.discord import DiscordServer
from tests.platforms.plan import Fault


def states(stage: DiscordStage) -> list[Connection]:
    return [state for _, state, _ in stage.sink.connections]


@asynccontextmanager
async def fails(stage: DiscordStage) -> AsyncIterator[str]:
    """Runs the adapter until it gives up; the words of its failure."""
    await asyncio.wait_for(stage.adapter.run(stage.sink), 5)
    _, state, words = stage.sink.connections[-1]
    assert state is Connection.FAILED
    yield words


@pytest.mark.ledger("PLT-03", "PLT-11")
async def test_a_hundred_lost_connections_lose_and_double_nothing(stage: DiscordStage) -> None:
    said: list[str] = []
    async with running(stage):
        for n in range(100):
            said.append(await stage.say(f"before {n}"))
            stage.server.drop_sockets()
            said.append(await stage.say(f"between {n}"))
            await until(lambda n=n: stage.server.gateway.resumes >= n + 1 or stage.server.gateway.identifies > 1)
        heard = await stage.sink.heard(200)

    assert [message.id for message in heard] == said
    assert set(stage.sink.arrivals.values()) == {1}
    assert stage.server.gateway.identifies == 1


@pytest.mark.ledger("PLT-03")
async def test_when_discord_asks_to_reconnect_the_session_goes_on(stage: DiscordStage) -> None:
    async with running(stage):
        await stage.sink.find(await stage.say("one"))
        stage.server.op7()
        await until(lambda: stage.server.gateway.resumes == 1)
        await stage.sink.find(await stage.say("two"))

    assert stage.server.gateway.identifies == 1
    assert states(stage) == [Connection.CONNECTING, Connection.CONNECTED]


@pytest.mark.ledger("PLT-03", "PLT-14")
async def test_after_a_void_session_history_brings_what_was_said_meanwhile(stage: DiscordStage) -> None:
    async with running(stage):
        first = await stage.sink.find(await stage.say("one"))
        stage.server.op9()
        lost = await stage.say("two")
        await until(lambda: states(stage)[-1] is Connection.CONNECTED and stage.server.gateway.identifies == 2)
        past = await stage.adapter.history(stage.place, first.order)
        await stage.sink.find(await stage.say("three"))

    assert next(message.id for message in past) == lost
    assert states(stage) == [
        Connection.CONNECTING,
        Connection.CONNECTED,
        Connection.CONNECTING,
        Connection.CONNECTED,
    ]


@pytest.mark.ledger("PLT-14")
async def test_after_a_restart_history_brings_everything_also_from_new_threads(stage: DiscordStage) -> None:
    async with running(stage):
        first = await stage.sink.find(await stage.say("one"))
    said = [await stage.say(f"away {n}") for n in range(250)]
    thread = stage.server.add_thread(stage.channel, "aside")
    said.append(await stage.server.say(thread, stage.user, "in the thread"))
    stage.adapter = stage.another_adapter()
    stage.sink.connections.clear()
    async with running(stage):
        past = await stage.adapter.history(stage.place, first.order)

    assert [message.id for message in past] == said
    assert past[-1].place.thread == thread


@pytest.mark.ledger("PLT-03")
async def test_a_broken_frame_is_asked_for_again(stage: DiscordStage) -> None:
    async with running(stage):
        stage.server.garble()
        broken = await stage.say("was broken on the way")
        message = await stage.sink.find(broken)

    assert message.text == "was broken on the way"
    assert stage.server.gateway.identifies == 1


@pytest.mark.ledger("PLT-03")
async def test_a_gateway_that_fell_silent_is_dialled_again() -> None:
    async with DiscordServer(heartbeat_s=0.05) as server:
        stage = DiscordStage(server, pace=replace(BRISK, heartbeat_timeout_s=0.2))
        async with running(stage):
            server.gateway.mute = True
            await until(lambda: server.gateway.resumes >= 1)
            server.gateway.mute = False
            await stage.sink.find(await stage.say("still there?"))

        assert server.gateway.identifies == 1


@pytest.mark.ledger("PLT-11")
async def test_what_discord_hands_over_twice_has_one_key(stage: DiscordStage) -> None:
    stage.server.plan.add(Fault("duplicate", "MESSAGE_CREATE"), Fault("reorder", "MESSAGE_CREATE"))
    async with running(stage):
        said = [await stage.say(f"number {n}") for n in range(3)]
        heard = await stage.sink.heard(3)
        await until(lambda: sum(stage.sink.arrivals.values()) == 4)

    assert sorted(message.order for message in heard) == sorted(one.zfill(20) for one in said)
    assert stage.server.ledger.delivered[said[0]].times == 2


@pytest.mark.ledger("PLT-03")
async def test_a_refused_token_is_a_failure_with_advice(server: DiscordServer) -> None:
    stage = DiscordStage(server)
    stage.adapter = stage.another_adapter(token="nobody's")
    async with fails(stage) as words:
        assert "developer portal" in words

    assert server.gateway.identifies == 0


@pytest.mark.ledger("PLT-03", "PLT-16")
async def test_without_the_message_content_switch_the_words_say_which_to_switch_on(stage: DiscordStage) -> None:
    stage.server.bot.message_content = False
    async with fails(stage) as words:
        assert "MESSAGE CONTENT INTENT" in words

    assert stage.server.gateway.identifies == 1


@pytest.mark.ledger("PLT-03")
async def test_below_the_reserve_no_session_is_begun(server: DiscordServer) -> None:
    server.bot.identifies_left = 50
    stage = DiscordStage(server)
    task = asyncio.create_task(stage.adapter.run(stage.sink))
    await until(lambda: any("session starts are left" in words for *_, words in stage.sink.connections))
    task.cancel()
    await asyncio.wait({task})

    assert server.gateway.identifies == 0


@pytest.mark.ledger("PLT-03")
async def test_so_many_session_starts_an_hour_and_no_more(server: DiscordServer) -> None:
    stage = DiscordStage(server, pace=replace(BRISK, identifies_an_hour=4, retry_s=0.001, longest_retry_s=0.001))
    async with running(stage):
        for n in range(4):
            server.op9()
            await until(lambda n=n: server.gateway.identifies == min(n + 2, 4))
        await until(lambda: any("in an hour" in words for *_, words in stage.sink.connections))

    assert server.gateway.identifies == 4


@pytest.mark.ledger("PLT-03")
async def test_without_a_server_it_tries_until_there_is_one(server: DiscordServer) -> None:
    stage = DiscordStage(server)
    server.plan.add(Fault("5xx", "GET /gateway/bot", times=7), Fault("drop", "GET /users/@me", times=4))
    async with running(stage):
        await stage.sink.find(await stage.say("at last"))

    assert states(stage)[0] is Connection.CONNECTING
    assert states(stage)[-1] is Connection.CONNECTED


@pytest.mark.ledger("PLT-03")
async def test_at_the_end_the_session_ends_at_discord_too(stage: DiscordStage) -> None:
    async with running(stage):
        assert len(stage.server.gateway.sessions) == 1

    await until(lambda: not stage.server.gateway.sessions)


@pytest.mark.ledger("PLT-11")
async def test_what_could_not_be_stored_is_handed_over_again_in_order(stage: DiscordStage) -> None:
    stage.sink.refuse(3)
    async with running(stage):
        said = [await stage.say(f"number {n}") for n in range(5)]
        heard = await stage.sink.heard(5)

    assert [message.id for message in heard] == said


@pytest.mark.ledger("PLT-11")
async def test_two_accounts_hear_one_message_under_one_key(server: DiscordServer) -> None:
    server.add_bot("second", "bob")
    stage = DiscordStage(server)
    other = stage.another_adapter(token="second")
    async with running(stage):
        second = asyncio.create_task(other.run(stage.sink))
        await until(lambda: states(stage).count(Connection.CONNECTED) == 2)
        said = await stage.say("both of you")
        await until(lambda: sum(stage.sink.arrivals.values()) == 2)
        second.cancel()
        await asyncio.wait({second})

    assert [message.id for message in stage.sink.messages.values()] == [said]


@pytest.mark.ledger("PLT-06")
async def test_bots_of_their_own_speak_under_their_own_name(server: DiscordServer) -> None:
    server.add_bot("second", "bob")
    stage = DiscordStage(server)
    bob = stage.another_adapter(token="second")
    async with running(stage):
        await stage.adapter.perform(Send(place=stage.place, text="I am the anima"), "a")
        await bob.perform(Send(place=stage.place, text="I am Bob"), "b")

    assert [(post.name, post.text) for post in server.posts(stage.channel)] == [
        ("anima", "I am the anima"),
        ("bob", "I am Bob"),
    ]


@pytest.mark.ledger("PLT-16")
async def test_doctor_is_told_the_switches_and_the_budget(stage: DiscordStage) -> None:
    stage.server.bot.message_content = False
    facts = await stage.adapter.facts()

    assert facts["message_content"] is False
    assert facts["session_starts_left"] == 1000
    assert facts["application"] == stage.server.bot.application


def test_a_token_is_never_printed() -> None:
    settings = DiscordSettings(bot_token="very-secret")

    assert "very-secret" not in repr(settings)
